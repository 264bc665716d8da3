// See the header.
#include "widgets/controls/ask_to_save.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace tl {

static QString endingOf(const QString& kind) {
    static const QRegularExpression ending(QStringLiteral(R"(\*\.([\w.]+))"));
    return ending.match(kind).captured(1);
}

namespace {

struct FileFolders {
    QPointer<QSettings> settings;
    std::function<QString()> project;
};

FileFolders& fileFolders() {
    static FileFolders folders;
    return folders;
}

const QString kPictures = QStringLiteral("pictures");
QString keyOf(const QString& kind) { return QStringLiteral("files/folders/") + kind; }

// Pictures of all sorts go together.
QString kindOf(const QString& sort) {
    const QString ending = endingOf(sort);
    return ending == QLatin1String("png") || ending == QLatin1String("svg") ? kPictures : ending;
}

}  // namespace

void keepFileFolders(QSettings& settings, std::function<QString()> project) {
    fileFolders() = {&settings, std::move(project)};
}

QString fileFolder(const QString& kind) {
    const auto& [settings, project] = fileFolders();
    const QString own = QStandardPaths::writableLocation(kind == kPictures ? QStandardPaths::PicturesLocation
                                                                           : QStandardPaths::DocumentsLocation);
    for (const QString& folder :
         {settings ? settings->value(keyOf(kind)).toString() : QString(), project ? project() : QString(), own})
        if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
    return QDir::homePath();
}

void keepFileFolder(const QString& kind, const QString& file) {
    if (QSettings* settings = fileFolders().settings)
        settings->setValue(keyOf(kind), QFileInfo(file).isDir() ? file : QFileInfo(file).absolutePath());
}

// "loss.png", "loss-2.png", ...: the first that no file has.
static QString freeName(const QDir& folder, const QString& name, const QString& ending) {
    QString free = name;
    const qsizetype stem = name.endsWith(ending) ? name.size() - ending.size() : name.size();
    for (int n = 2; folder.exists(free); ++n) {
        free = name;
        free.insert(stem, QLatin1Char('-') + QString::number(n));
    }
    return free;
}

void suggestName(QFileDialog& ask, const QString& name) {
    ask.selectFile(freeName(ask.directory(), name, QLatin1Char('.') + ask.defaultSuffix()));
}

QFileDialog* askToSave(QWidget& owner, const QString& title, const QString& name, const QStringList& kinds,
                       std::function<void(const QString& path)> save) {
    auto* ask = new QFileDialog(owner.window(), title, fileFolder(kindOf(kinds.value(0))));
    ask->setObjectName(QStringLiteral("saveFileDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilters(kinds);
    const auto follow = [ask](const QString& kind) { ask->setDefaultSuffix(endingOf(kind)); };
    follow(kinds.value(0));
    suggestName(*ask, QString(name).replace(QLatin1Char('/'), QLatin1Char('-')));  // a tag's slashes are no folders
    QObject::connect(ask, &QFileDialog::filterSelected, ask, follow);
    QObject::connect(ask, &QFileDialog::fileSelected, &owner,
                     [ask, kinds, kind = kindOf(kinds.value(0)), save = std::move(save)](const QString& path) {
                         keepFileFolder(kind, path);
                         const bool told = std::ranges::any_of(kinds, [&path](const QString& each) {
                             return path.endsWith(QLatin1Char('.') + endingOf(each));
                         });
                         // What is written is of a kind that is offered: "net.onnx" would be none.
                         const QString ending = QLatin1Char('.') + ask->defaultSuffix();
                         save(told ? path : QDir().filePath(freeName(QDir(), path + ending, ending)));
                     });
    QObject::connect(&owner, &QObject::destroyed, ask, &QObject::deleteLater);
    ask->open();
    return ask;
}

}  // namespace tl
