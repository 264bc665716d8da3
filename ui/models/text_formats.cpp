// See the header.
#include "ui/models/text_formats.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/loss_type.h"
#include "engine/train/parameter_names.h"
#include "ui/models/text.h"

namespace tl {

namespace {

QStringList wordsOf(const QString& text) {
    static const QRegularExpression between(QStringLiteral("[,; ]+"));
    return text.split(between, Qt::SkipEmptyParts);
}

// What the reader says of the text.
template <typename Read>
QString refusalOf(const QString& text, const Read& read) {
    try {
        read(text.toStdString());
        return {};
    } catch (const Error& error) {
        const QString sentence = q(error.message());
        return sentence.endsWith(QLatin1Char('.')) ? sentence : q(Message("{fault}.", error.message()));
    }
}

TextFormat numbers(const std::string& key, const QString& example) {
    return {example, [key, example](const QString& text) -> QString {
                for (const QString& word : wordsOf(text)) {
                    bool number = false;
                    if (!std::isfinite(QLocale::c().toDouble(word, &number)) || !number)
                        return QCoreApplication::translate("TextFormat", "%1 takes numbers, such as %2; “%3” is none.")
                            .arg(q(key), example, word);
                }
                return {};
            }};
}

}  // namespace

TextFormat textFormatOf(const std::string& key) {
    if (key == "class_weight")
        return {QStringLiteral("1, 2.5, 1 / balanced"), [](const QString& text) {
                    // As many as there are: how many classes there are, the network knows.
                    const auto classes = std::max<int64_t>(wordsOf(text).size(), 1);
                    return refusalOf(text, [classes](const std::string& t) { parseClassWeights(t, classes, {}); });
                }};
    if (key == "lr_mult" || key == "wd_mult")
        return {QStringLiteral("bias$=2, gamma=0.5"), [key](const QString& text) {
                    return refusalOf(text, [&key](const std::string& t) { ParameterFactors(key, t); });
                }};
    if (key == "exclude_from_weight_decay" || key == "freeze_out" || key == "exclude_layers")
        return {QStringLiteral("bias$, gamma"), [key](const QString& text) {
                    return refusalOf(text, [&key](const std::string& t) { ParameterNames(key, t); });
                }};
    if (key == "mean" || key == "variance") return numbers(key, QStringLiteral("0.5 0.25"));
    if (key == "values") return numbers(key, QStringLiteral("1 0.1 0.01"));
    if (key == "baseline") return numbers(key, QStringLiteral("0.9"));
    return {};
}

}  // namespace tl
