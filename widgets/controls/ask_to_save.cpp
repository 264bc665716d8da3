// See the header.
#include "widgets/controls/ask_to_save.h"

#include <QFileDialog>
#include <QRegularExpression>
#include <utility>

namespace tl {

static QString endingOf(const QString& kind) {
    static const QRegularExpression ending(QStringLiteral(R"(\*\.([\w.]+))"));
    return ending.match(kind).captured(1);
}

QFileDialog* askToSave(QWidget& owner, const QString& title, const QString& name, const QStringList& kinds,
                       std::function<void(const QString& path)> save) {
    static QString lastFolder;
    auto* ask = new QFileDialog(owner.window(), title, lastFolder);
    ask->setObjectName(QStringLiteral("saveFileDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilters(kinds);
    const auto follow = [ask](const QString& kind) { ask->setDefaultSuffix(endingOf(kind)); };
    follow(kinds.value(0));
    ask->selectFile(QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));  // a tag's slashes are no folders
    QObject::connect(ask, &QFileDialog::filterSelected, ask, follow);
    QObject::connect(ask, &QFileDialog::fileSelected, &owner, [save = std::move(save)](const QString& path) {
        lastFolder = QFileInfo(path).absolutePath();
        save(path);
    });
    QObject::connect(&owner, &QObject::destroyed, ask, &QObject::deleteLater);
    ask->open();
    return ask;
}

}  // namespace tl
