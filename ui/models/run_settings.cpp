// See the header.
#include "ui/models/run_settings.h"

#include <QCoreApplication>
#include <cmath>
#include <filesystem>

#include "engine/io/events/event_values.h"
#include "engine/io/project.h"
#include "ui/models/text.h"
#include "widgets/plot/axis_text.h"

namespace tl {

RunSettings settingsOf(const TrainingSpec& spec, const std::string& dataSpec) {
    RunSettings all{{QStringLiteral("optimizer"), q(spec.optimizer.type)},
                    {QStringLiteral("learning_rate"), spec.learningRate},
                    {QStringLiteral("batch_size"), static_cast<double>(spec.batch)},
                    {QStringLiteral("epochs"), static_cast<double>(spec.epochs)},
                    {QStringLiteral("seed"), static_cast<double>(spec.seed)},
                    {QStringLiteral("schedule"), q(spec.schedule.type)},
                    {QStringLiteral("precision"), q(spec.precision)}};
    const auto add = [&](const std::string& owner, const Properties& properties) {
        for (const auto& [key, value] : properties) {
            const QString name = q(owner + "." + key);
            if (const auto* number = std::get_if<double>(&value))
                all[name] = *number;
            else if (const auto* whole = std::get_if<int64_t>(&value))
                all[name] = static_cast<double>(*whole);
            else
                all[name] = q(toString(value));
        }
    };
    add(spec.optimizer.type, spec.optimizer.properties);
    add("optimizer", spec.optimizerOptions);
    add(spec.schedule.type, spec.schedule.properties);
    QStringList augmentation;
    for (const AugmentSpec& each : spec.augmentation) augmentation << q(each.type);
    if (const auto [kind, path] = splitDataSpec(dataSpec); !path.empty()) {
        const QString name = q(std::filesystem::path(path).filename().string());
        all[QStringLiteral("data_set")] = kind.empty() ? name : QStringLiteral("%1:%2").arg(q(kind), name);
    } else if (!dataSpec.empty()) {
        all[QStringLiteral("data_set")] = q(dataSpec);
    }
    if (!augmentation.isEmpty()) all[QStringLiteral("augmentation")] = augmentation.join(QStringLiteral(", "));
    return all;
}

RunSettings settingsOf(const EventHParams& told) {
    RunSettings all;
    for (const auto& [name, value] : told.values) {
        QVariant& one = all[q(name)];
        if (const auto* number = std::get_if<double>(&value))
            one = *number;
        else if (const auto* yes = std::get_if<bool>(&value))
            one = *yes ? QCoreApplication::translate("tl::RunModel", "yes")
                       : QCoreApplication::translate("tl::RunModel", "no");
        else
            one = q(std::get<std::string>(value));
    }
    return all;
}

QString settingText(const QVariant& value) {
    if (value.typeId() != QMetaType::Double) return value.toString();
    const double number = value.toDouble();
    // As a person would type it: 0.001 beside 0.0005.
    return number == std::round(number) && std::abs(number) < 1e15 ? QString::number(std::llround(number))
                                                                   : QString::number(number, 'g', 6);
}

}  // namespace tl
