// What the window's entries do with files, data sets and unsaved work. Dialogs only ask; the document does.
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/workspaces.h"
#include "engine/data/source.h"
#include "ui/models/workbench.h"

namespace tl {

namespace {

constexpr const char* kFilter = "Tensorloom project (*.tlm)";
constexpr const char* kLastFolder = "files/folder";

// A file dialog that does not stop the program: a run under way keeps drawing.
QFileDialog* dialog(QWidget* parent, QSettings& settings, const QString& title, QFileDialog::FileMode mode,
                    std::function<void(QString)> chosen) {
    auto* made =
        new QFileDialog(parent, title, settings.value(QLatin1String(kLastFolder), QDir::homePath()).toString());
    made->setAttribute(Qt::WA_DeleteOnClose);
    made->setFileMode(mode);
    if (mode == QFileDialog::Directory) made->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(made, &QFileDialog::fileSelected, parent,
                     [&settings, mode, chosen = std::move(chosen)](const QString& path) {
                         settings.setValue(QLatin1String(kLastFolder),
                                           mode == QFileDialog::Directory ? path : QFileInfo(path).absolutePath());
                         chosen(path);
                     });
    return made;
}

}  // namespace

void MainWindow::leaveProject(std::function<void()> go) {
    if (!document_->dirty()) {
        go();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved work"),
                                tr("Save the changes to %1?").arg(document_->fileName()),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("unsavedBox"));
    box->setInformativeText(tr("Without saving, the changes since the last save are gone."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Save);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, go = std::move(go)](QAbstractButton* button) {
        const auto answer = box->standardButton(button);
        if (answer == QMessageBox::Discard) go();
        if (answer == QMessageBox::Save)
            document_->path().isEmpty() ? saveAs(go) : document_->save(document_->path(), go);
    });
    box->open();
}

void MainWindow::openProject() {
    leaveProject([this] {
        QFileDialog* ask = dialog(this, settings_, tr("Open project"), QFileDialog::ExistingFile,
                                  [this](const QString& path) { document_->open(path); });
        ask->setNameFilter(tr(kFilter));
        ask->open();
    });
}

void MainWindow::save() { document_->path().isEmpty() ? saveAs() : document_->save(document_->path()); }

void MainWindow::saveAs(std::function<void()> then) {
    QFileDialog* ask = dialog(this, settings_, tr("Save project"), QFileDialog::AnyFile,
                              [this, then = std::move(then)](const QString& path) { document_->save(path, then); });
    ask->setObjectName(QStringLiteral("saveDialog"));
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilter(tr(kFilter));
    ask->setDefaultSuffix(QStringLiteral("tlm"));
    ask->selectFile(document_->fileName());
    ask->open();
}

void MainWindow::exportCheckpoint() {
    QFileDialog* ask =
        dialog(this, settings_, tr("Export checkpoint"), QFileDialog::AnyFile, [this](const QString& path) {
            workbench_->controller.exportCheckpoint(path, [this, path](const QString& error) {
                if (error.isEmpty())
                    messages_->show(MessageBar::Note,
                                    tr("The weights are in %1. Evaluate them with: tensorloom eval %1").arg(path));
                else
                    messages_->show(MessageBar::Problem, tr("The checkpoint was not written. %1").arg(error));
            });
        });
    ask->setObjectName(QStringLiteral("exportDialog"));
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilter(tr("Checkpoint (*.safetensors)"));
    ask->setDefaultSuffix(QStringLiteral("safetensors"));
    ask->selectFile(document_->name() + QStringLiteral(".safetensors"));
    ask->open();
}

void MainWindow::openFolder(const QString& kind) {
    QFileDialog* ask = dialog(
        this, settings_, kind.isEmpty() ? tr("Open a folder of images") : tr("Open %1's folder").arg(kind.toUpper()),
        QFileDialog::Directory, [this, kind](const QString& path) {
            document_->openData(kind.isEmpty() ? path : kind + QLatin1Char(':') + path);
            showWorkspace(DataSpace);
        });
    ask->open();
}

namespace {

// "CSV (numbers, ...) (*.csv *.tsv)" of each kind that opens files.
QStringList dataFilters(QStringList& patterns) {
    QStringList filters;
    for (const SourceType& type : allSources()) {
        if (type.extensions.empty()) continue;
        QStringList own;
        for (const auto& extension : type.extensions) own << QStringLiteral("*.") + QString::fromStdString(extension);
        patterns << own;
        // A name filter ends at its first bracket.
        const QString title = QString::fromStdString(type.title).section(QStringLiteral(" ("), 0, 0);
        filters << QStringLiteral("%1 (%2)").arg(title, own.join(QLatin1Char(' ')));
    }
    return filters;
}

// The kind's name for a file that opens by itself; empty for one that stands for its folder.
QString kindOfFile(const QString& path) {
    for (const SourceType& type : allSources())
        if (!type.extensions.empty() && type.recognises && type.recognises(path.toStdString()))
            return QString::fromStdString(type.id);
    return {};
}

}  // namespace

void MainWindow::openDataFile() {
    QFileDialog* ask = dialog(this, settings_, tr("Open a data file"), QFileDialog::ExistingFile,
                              [this](const QString& path) { openDataPath(path); });
    ask->setObjectName(QStringLiteral("dataFileDialog"));
    QStringList patterns;
    QStringList filters = dataFilters(patterns);
    filters.prepend(tr("Data files (%1)").arg(patterns.join(QLatin1Char(' '))));
    ask->setNameFilters(filters << tr("All files (*)"));
    ask->open();
}

void MainWindow::openDataPath(const QString& path) {
    const QFileInfo info(path);
    if (info.suffix() == QLatin1String("tlm")) {
        leaveProject([this, path] { document_->open(path); });
        return;
    }
    // A file of a data set (train-images-idx3-ubyte.gz, cat/0001.jpg) stands for its folder, others for themselves.
    const QString kind = info.isDir() ? QString() : kindOfFile(info.absoluteFilePath());
    if (!kind.isEmpty())
        document_->openData(kind + QLatin1Char(':') + info.absoluteFilePath());
    else
        document_->openData(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    showWorkspace(DataSpace);
}

void MainWindow::offerRecovery() {
    const auto found = document_->recoverable();
    if (found.empty()) return;
    const Document::Recovered& copy = found.front();
    messages_->show(MessageBar::Note,
                    tr("There is unsaved work of “%1” from %2, kept when the program ended unexpectedly.")
                        .arg(copy.name, QLocale().toString(copy.when, QLocale::ShortFormat)),
                    {{tr("Recover"), [this, copy] { document_->recover(copy); }},
                     {tr("Discard"), [this, copy] { document_->discard(copy); }}});
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!leaving_ && document_->dirty()) {
        event->ignore();
        leaveProject([this] {
            leaving_ = true;
            close();
        });
        return;
    }
    workspaces_->store();
    settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
    workbench_->controller.stop();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    if (!event->mimeData()->hasUrls()) return;
    event->acceptProposedAction();
    openDataPath(event->mimeData()->urls().front().toLocalFile());
}

}  // namespace tl
