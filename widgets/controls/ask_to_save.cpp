// See the header.
#include "widgets/controls/ask_to_save.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <utility>

namespace tl {

static QString endingOf(const QString& kind) {
    static const QRegularExpression ending(QStringLiteral(R"(\*\.([\w.]+))"));
    return ending.match(kind).captured(1);
}

static const QString kKey = QStringLiteral("files/savedFolder");

struct SaveFolder {
    QString last;
    QPointer<QSettings> settings;
};

static SaveFolder& saveFolder() {
    static SaveFolder folder;
    return folder;
}

void keepSaveFolder(QSettings& settings) { saveFolder() = {settings.value(kKey).toString(), &settings}; }

static QString folderFor(const QString& kind) {
    const QString ending = endingOf(kind);
    const bool picture = ending == QLatin1String("png") || ending == QLatin1String("svg");
    const QString own = QStandardPaths::writableLocation(picture ? QStandardPaths::PicturesLocation
                                                                 : QStandardPaths::DocumentsLocation);
    for (const QString& folder : {saveFolder().last, own})
        if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
    return QDir::homePath();
}

QFileDialog* askToSave(QWidget& owner, const QString& title, const QString& name, const QStringList& kinds,
                       std::function<void(const QString& path)> save) {
    auto* ask = new QFileDialog(owner.window(), title, folderFor(kinds.value(0)));
    ask->setObjectName(QStringLiteral("saveFileDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilters(kinds);
    const auto follow = [ask](const QString& kind) { ask->setDefaultSuffix(endingOf(kind)); };
    follow(kinds.value(0));
    ask->selectFile(QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));  // a tag's slashes are no folders
    QObject::connect(ask, &QFileDialog::filterSelected, ask, follow);
    QObject::connect(ask, &QFileDialog::fileSelected, &owner, [save = std::move(save)](const QString& path) {
        auto& [last, settings] = saveFolder();
        last = QFileInfo(path).absolutePath();
        if (settings) settings->setValue(kKey, last);
        save(path);
    });
    QObject::connect(&owner, &QObject::destroyed, ask, &QObject::deleteLater);
    ask->open();
    return ask;
}

}  // namespace tl
