// See the header.
#include "app/window/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <algorithm>

#include "app/document/document.h"
#include "app/document/opening.h"
#include "app/window/ask_to_write_over.h"
#include "app/window/data_dialog.h"
#include "app/window/file_dialog.h"
#include "app/window/leave_run.h"
#include "app/window/offer_recovery.h"
#include "app/window/open_as_kind.h"
#include "engine/data/source.h"
#include "engine/data/spec_settings.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "ui/commands/data_editor.h"
#include "ui/commands/network_editor.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/pictures/tensor_sheet.h"
#include "ui/shell/ask_for_weights.h"
#include "ui/shell/desk.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/question.h"

namespace tl {

namespace {

[[maybe_unused]] constexpr const char* kFileMenus[] = {QT_TRANSLATE_NOOP("Menu", "New from template")};
constexpr int kBriefMs = 1000;  // what takes longer is told
constexpr const char* kFilter = QT_TRANSLATE_NOOP("tl::Files", "Tensorloom project (*.tlm)");
// Where projects, data (dataDialog) and runs are, are different places to most people.
constexpr const char *kProjects = "projects", *kRuns = "runs";

}  // namespace

Files::Files(QWidget& window, Document& document, Desk& desk)
    : QObject(&window), window_(window), document_(document), desk_(desk) {
    connect(&document, &Document::changedOnDisk, this, [this](const QString& path, const auto& over, const auto& then) {
        askToWriteOver(window_, path, over, [self = QPointer<Files>(this), then] {
            if (self) self->saveAs(then);
        });
    });
    connect(&desk.data, &DataEditor::refused, this, &Files::tellRefused);
    connect(&desk.bench.library, &RunLibrary::cameAlong, this, [this](const QString& file, const QString& sentence) {
        // Moving takes its time: by now another project may be open.
        file == document_.path() ? desk_.notices.note(sentence, {}, Document::kSaving) : desk_.notices.log(sentence);
    });
    connect(&desk.network, &NetworkEditor::dataRequested, this,
            [this](const QString& spec) { spec.isEmpty() ? openFolder({}) : document_.openData(spec); });
}

void Files::tellRefused(const QString& spec, const Message& why, const DataEditor::Refused& step) {
    document_.forgetData(spec);
    const DataSetModel& data = desk_.bench.data;
    QString sentence =
        !data.dataSet() ? q(why)
                        : tr("%1 The data set “%2” stays open.", "why another data set was not opened; the one that is")
                              .arg(q(why), QString::fromStdString(data.dataSet()->name));
    std::vector<Notices::Offer> offers;
    if (step.index >= 0) {
        const QString refused = step.undo ? tr("“%1” cannot be undone: %2") : tr("“%1” cannot be redone: %2");
        sentence = refused.arg(step.name, sentence);
        offers.push_back({tr("Skip this step"), [this, step] { desk_.data.pass(step); }});
    }
    offers.push_back({tr("Open a file…"), [this] { openDataFile(); }});
    desk_.notices.problem(sentence, offers, kData);
}

void Files::start(const QString& path, bool reopen) {
    const QString last = document_.lastProject();
    reopen = reopen && desk_.settings.is(Settings::kReopen);
    // None was open last, as far as is known: another window may have told that, or the program ended before it was
    // written. Work that was left tells its file itself.
    offerRecovery(*this, document_, desk_.notices, reopen && path.isEmpty() && last.isEmpty());
    if (QFileInfo(path).suffix() == QLatin1String("tlm")) {
        document_.open(path);
    } else if (!path.isEmpty()) {
        // Behind the sample, which stays if that is no data; what is said of it would be gone with the sample's
        // opening.
        document_.openSample();
        auto* behind = new QObject(this);
        connect(&desk_.bench.data, &DataSetModel::stateChanged, behind, [this, behind, path] {
            if (desk_.bench.data.state() == DataSetModel::State::Opening) return;
            disconnect(&desk_.bench.data, nullptr, behind, nullptr);
            behind->deleteLater();
            openDataPath(path);
        });
    } else if (!reopen || last.isEmpty()) {
        document_.openSample();
    } else {
        document_.open(last, {}, [self = QPointer<Files>(this), &document = document_, last] {
            document.openSample();
            if (!self) return;
            const auto another = [self] {
                if (self) self->openProject();
            };
            self->desk_.notices.note(
                tr("“%1”, which was open last, is not there any more; this is the sample project.").arg(last),
                {{tr("Open another…"), another}});
        });
    }
}

void Files::explainObstacle(const QString& sentence) {
    std::vector<Notices::Offer> offers;
    Workbench& bench = desk_.bench;
    const DataSetModel::State data = bench.data.state();
    const bool rests = !bench.controller.active();  // else it is about the run
    if (rests && (data == DataSetModel::State::None || data == DataSetModel::State::Failed)) {
        offers.push_back({tr("Open folder…"), [this] { openFolder({}); }});
        offers.push_back({tr("Use the sample"), [this] { document_.openData(QStringLiteral("sample")); }});
    } else if (rests && bench.problems.errors() > 0) {
        offers.push_back({tr("Show the problem"), [this, &bench] {
                              const Problem* first = bench.problems.firstError();
                              if (first && first->training) return bench.selection.revealFault();
                              desk_.actions.trigger("showProblemsAction");
                              if (first && !first->what.node.empty()) bench.selection.reveal(q(first->what.node));
                          }});
    }
    desk_.notices.warn(sentence, offers, kObstacle);  // nothing was begun that could fail
}

void Files::leaveProject(std::function<void()> go, const QString& why) {
    // What goes on in the background comes back to the window as it is then: another language makes it anew.
    const QPointer<Files> self(this);
    const auto wait = [this] {
        if (desk_.bench.controller.releasing())
            desk_.notices.note(tr("The run stops when the step under way is done; what was chosen comes then."));
    };
    if (desk_.bench.controller.releasing()) return wait();
    const ProfileSource& timeline = desk_.bench.timeline;
    const int recorded =
        timeline.mode() == ProfileSource::Mode::Recording ? qRound(timeline.progress() * timeline.steps()) : -1;
    askAboutRun(&window_, desk_.bench.controller, why, recorded, [self, go = std::move(go), why, wait](bool goOn) {
        if (!self) return;
        self->leaveWork(why, [self, go, goOn, wait] {
            if (!self) return;
            self->desk_.bench.controller.release(goOn, [self, go](const QString& problem) {
                if (self) problem.isEmpty() ? go() : self->desk_.notices.problem(problem, {}, QStringLiteral("train"));
            });
            QTimer::singleShot(kBriefMs, self.data(), wait);
        });
    });
}

void Files::leaveWork(const QString& why, std::function<void()> go) {
    if (!document_.dirty()) {
        go();
        return;
    }
    auto* ask = new Question(window_, tr("Unsaved work"),
                             explained(why, tr("Save the changes to %1?").arg(document_.fileName())),
                             tr("Without saving, the changes since the last save are gone."));
    ask->setObjectName(QStringLiteral("unsavedBox"));
    ask->addCancel();
    ask->addAnswer(QStringLiteral("discardButton"), tr("Discard"), go, Question::Danger);
    const auto save = [this, go] { document_.path().isEmpty() ? saveAs(go) : document_.save(document_.path(), go); };
    ask->setSafe(ask->addAnswer(QStringLiteral("saveButton"), tr("Save"), save, Question::Main));
    ask->open();
}

void Files::openProject() {
    QFileDialog* ask = fileDialog(&window_, kProjects, tr("Open project"), QFileDialog::ExistingFile,
                                  [this](const QString& path) { openChosen(path); });
    ask->setNameFilters({tr(kFilter), tr("All files (*)")});
    ask->open();
}

// Who looks for data here is told where data are opened, and has them for a click.
void Files::openChosen(const QString& path) {
    if (QFileInfo(path).suffix() == QLatin1String("tlm")) return openProjectFile(path);
    desk_.bench.jobs.run(
        this, QStringLiteral("edit.lookAt"), [path](std::stop_token) { return lookAt(path); },
        [this](const Opening& found) {
            if (found.data.isEmpty()) return openProjectFile(found.path);
            desk_.notices.warn(tr("“%1” is a data set, not a project. The Data menu opens it, too.")
                                   .arg(QFileInfo(found.path).fileName()),
                               {{tr("Open it as data"), [this, spec = found.data] { openAsData(spec); }}}, kData);
        });
}

// Whichever way a project comes in, the open one is asked about, once it is known that the other one opens.
void Files::openProjectFile(const QString& path, std::function<void()> then, const QString& why) {
    document_.check(path, [self = QPointer<Files>(this), path, then = std::move(then), why] {
        if (self) self->leaveProject([self, path, then] { self->document_.open(path, then); }, why);
    });
}

// It was read while what is open was changed.
void Files::askToReplace(const QString& name, const std::function<void()>& go) {
    leaveProject(go, tr("“%1” is ready to open; meanwhile “%2” was changed.").arg(name, document_.fileName()));
}

void Files::openGivenProject(const QString& path) {
    const QString name = QFileInfo(path).fileName(), before = document_.fileName();
    openProjectFile(
        path,
        // By the document, which is still there should the window be made anew meanwhile.
        [&document = document_, name, before] {
            emit document.remarked(tr("“%1” is a project: it was opened in place of “%2”.").arg(name, before));
        },
        tr("“%1” is a project: it opens in place of “%2”.").arg(name, before));
}

void Files::save() { document_.path().isEmpty() ? saveAs() : document_.save(document_.path()); }

void Files::saveAs(std::function<void()> then) {
    QFileDialog* ask = fileDialog(&window_, kProjects, tr("Save project"), QFileDialog::AnyFile,
                                  [this, then = std::move(then)](const QString& path) { document_.save(path, then); });
    ask->setObjectName(QStringLiteral("saveDialog"));
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setNameFilter(tr(kFilter));
    ask->setDefaultSuffix(QStringLiteral("tlm"));
    suggestName(*ask, document_.fileName());
    ask->open();
}

void Files::exportCheckpoint() {
    const QPointer<Files> self(this);
    const auto write = [this, self](const QString& path, bool whole) {
        const auto tell = [self, &document = document_, path](const QString& error, const QString& best) {
            if (!error.isEmpty())
                return emit document.failed(tr("The checkpoint was not written. %1").arg(error), kExport);
            const QString where =
                tr("The weights are in %1. Evaluate them with: tensorloom eval %2").arg(path, shellWord(path));
            if (self) self->desk_.notices.note(best.isEmpty() ? where : where + QLatin1Char(' ') + best, {}, kExport);
        };
        desk_.bench.controller.exportCheckpoint(path, whole, tell);
    };
    askForWeights(window_, tr("Export checkpoint"), document_.name(), write)
        ->setObjectName(QStringLiteral("exportDialog"));
}

void Files::openRun() {
    QFileDialog* ask = fileDialog(&window_, kRuns, tr("Open a folder of runs"), QFileDialog::Directory,
                                  [this](const QString& path) { openRunFolder(path); });
    ask->setObjectName(QStringLiteral("runFolderDialog"));
    ask->open();
}

void Files::openRunFolder(const QString& path) {
    desk_.bench.jobs.run(
        this, QStringLiteral("openRun"), [path](std::stop_token stop) { return runsIn(path, stop); },
        [this](const RunsInFolder& found) {
            desk_.bench.library.add(found.ours);
            for (const QString& folder : found.others) desk_.bench.reader.open(folder);
            desk_.showWorkspace(QStringLiteral("train"));
        },
        [this](const Message& problem) { desk_.notices.problem(q(problem), {}, Notices::kFile); });
}

void Files::showRun(const QString& folder) {
    desk_.bench.library.add({folder});
    desk_.showWorkspace(QStringLiteral("train"));
}

void Files::startFromFile(const QString& path) {
    RunController& controller = desk_.bench.controller;
    controller.startFromFile(path);
    desk_.notices.settle(kData);
    desk_.notices.note(tr("The next run begins with the weights of %1, by name and shape.").arg(path),
                       {{tr("Draw them anew"), [&controller] { controller.startFrom(-1); }}});
}

void Files::openFolder(const QString& kind) {
    const QString title = kind.isEmpty() ? tr("Open a folder of images") : tr("Open %1's folder").arg(kind.toUpper());
    dataDialog(&window_, true, title, [this, kind](const QString& path) {
        if (kind.isEmpty()) return openDataPath(path);
        openAsKind(*this, desk_, kind, path, kData, [this](const QString& spec) { openAsData(spec); });
    })->open();
}

void Files::openDataFile() {
    dataDialog(&window_, false, tr("Open a data file"), [this](const QString& path) { openDataPath(path); })->open();
}

void Files::openDataPath(const QString& path) {
    if (QFileInfo(path).suffix() == QLatin1String("tlm")) {
        openGivenProject(path);
        return;
    }
    desk_.notices.settle(kData);  // what was said of another file
    desk_.bench.jobs.run(
        this, QStringLiteral("edit.lookAt"), [path](std::stop_token) { return lookAt(path); },
        [this](const Opening& found) { openFound(found); },
        [this](const Message& problem) { desk_.notices.problem(q(problem), {}, kData); });
}

void Files::openFound(const Opening& found) {
    if (found.graph) return openGraph(found.path);
    if (found.timeline) return desk_.bench.selection.openTimeline(found.path);
    if (found.tensors) {
        if (found.alone)
            desk_.notices.note(tr("“%1” is shown as an array: for a data set labels are missing. Put inputs and labels "
                                  "beside each other, as x_train.npy and y_train.npy.")
                                   .arg(QFileInfo(found.path).fileName()));
        return TensorSheet::lookInto(window_, desk_, found.path);
    }
    if (!found.data.isEmpty()) return openAsData(found.data);
    found.logFolder.isEmpty() ? offerInstead(found) : openRunFolder(found.logFolder);
}

void Files::openAsData(const QString& spec) {
    desk_.notices.settle(kData);
    document_.openData(spec);
    desk_.showWorkspace(QStringLiteral("data"));
}

void Files::openGraph(const QString& path) {
    desk_.bench.graph.openFile(path);
    desk_.showWorkspace(QStringLiteral("graph"));
}

// What was given as data is none: says what it is, and offers what fits. The open data set stays.
void Files::offerInstead(const Opening& found) {
    const QString path = found.path;
    std::vector<Notices::Offer> offers;
    const auto offer = [&](const QString& text, std::function<void()> go) { offers.push_back({text, std::move(go)}); };
    switch (found.file.kind) {
    case FileKind::Project: offer(tr("Open the project"), [this, path] { openProjectFile(path); }); break;
    case FileKind::Run:
        offer(tr("Show the run"), [this, path] { openRunFolder(path); });
        if (!found.project.isEmpty() && found.project != document_.path())
            offer(tr("Open its project"), [this, project = found.project] { openProjectFile(project); });
        if (found.weights) {
            offer(tr("Begin the next run with its weights"), [this, path] { startFromFile(path); });
            offer(tr("Open its network"),
                  [this, path] { leaveProject([this, path] { document_.openCheckpoint(path); }); });
        }
        break;
    case FileKind::Checkpoint:
        offer(tr("Begin the next run with its weights"), [this, path] { startFromFile(path); });
        if (!found.runFolder.isEmpty())
            offer(tr("Show its run"), [this, folder = found.runFolder] { showRun(folder); });
        offer(tr("Open its network"), [this, path] { leaveProject([this, path] { document_.openCheckpoint(path); }); });
        offer(tr("Look into it"), [this, path] { TensorSheet::lookInto(window_, desk_, path); });
        break;
    case FileKind::Text:
        offer(tr("Read it as CSV"), [this, path] { openAsData(QStringLiteral("csv:") + path); });
        break;
    case FileKind::Image:
    case FileKind::PartOfData:
    case FileKind::Other: break;
    }
    if (!found.folder.isEmpty())
        offer(tr("Open the folder %1").arg(QFileInfo(found.folder).fileName()),
              [this, folder = found.folder] { openAsData(folder); });
    if (offers.size() < 2) offer(tr("Open folder…"), [this] { openFolder({}); });
    desk_.notices.warn(tr("“%1” is no data set: it is %2.").arg(QFileInfo(path).fileName(), q(found.file.what)), offers,
                       kData);
}

std::vector<ActionRow> Files::rows() {
    const auto ctrl = [](Qt::Key key) { return QKeySequence(Qt::CTRL | key); };
    std::vector<ActionRow> rows{
        {.id = "newAction",
         .text = QT_TRANSLATE_NOOP("Action", "&New"),
         .keys = {ctrl(Qt::Key_N)},
         .menus = {"File/1"},
         .run = [this] { leaveProject([this] { document_.newEmpty(), tellKeptData(), showNetwork(); }); },
         .words = QT_TRANSLATE_NOOP("Action", "create a project, empty network")},
        {.id = "sampleAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open the sample project"),
         .menus = {"File/1"},
         .run = [this] { leaveProject([this] { document_.openSample(); }); }},
        {.id = "openAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Open…"),
         .keys = {ctrl(Qt::Key_O)},
         .menus = {"File/2"},
         .run = [this] { openProject(); },
         .words = QT_TRANSLATE_NOOP("Action", "load a project")},
        {.id = "recentProjects",
         .text = QT_TRANSLATE_NOOP("Action", "Open &recent"),
         .menus = {"File/2"},
         .list =
             [this](QMenu& menu) {
                 fillRecent(menu, document_.recentProjects(), [this](const QString& path) { openProjectFile(path); });
             }},
        {.id = "saveAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Save"),
         .keys = {ctrl(Qt::Key_S)},
         .menus = {"File/3"},
         .run = [this] { save(); }},
        {.id = "saveAsAction",
         .text = QT_TRANSLATE_NOOP("Action", "Save &as…"),
         .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
         .menus = {"File/3"},
         .run = [this] { saveAs(); },
         .words = QT_TRANSLATE_NOOP("Action", "copy of the project, other name")},
        {.id = "exportAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Export checkpoint…"),
         .keys = {ctrl(Qt::Key_E)},
         .menus = {"File/3"},
         // Of what was trained here; else of the run that is chosen in the list.
         .run =
             [this] { desk_.bench.controller.hasWeights() ? exportCheckpoint() : desk_.actions.trigger("exportRun"); },
         .applies =
             [&bench = desk_.bench] {
                 return bench.controller.hasWeights() ||
                        bench.controller.weightsObstacle(bench.selection.run()).isEmpty();
             },
         .words = QT_TRANSLATE_NOOP("Action", "save the weights, safetensors, model file"),
         .tip = [] { return tr("The weights of the run of this window, or of the one that is chosen in the list."); }},
        {.id = "quitAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Quit"),
         .keys = {ctrl(Qt::Key_Q)},
         .menus = {"File/9"},
         .run = [this] { window_.close(); },
         .words = QT_TRANSLATE_NOOP("Action", "exit, close the window")},
        {.id = "openFolderAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open &folder…"),
         .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
         .menus = {"Data/1"},
         .run = [this] { openFolder({}); }},
        {.id = "openDataFileAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open f&ile… (CSV, NumPy, TFRecord)"),
         .menus = {"Data/1"},
         .run = [this] { openDataFile(); }},
        {.id = "openMnistAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open &MNIST…"),
         .menus = {"Data/1"},
         .run = [this] { openFolder(QStringLiteral("mnist")); }},
        {.id = "openCifarAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open &CIFAR-10…"),
         .menus = {"Data/1"},
         .run = [this] { openFolder(QStringLiteral("cifar10")); }},
        {.id = "useSampleAction",
         .text = QT_TRANSLATE_NOOP("Action", "Use the &sample"),
         .menus = {"Data/1"},
         .run = [this] { document_.openData(QStringLiteral("sample")); }},
        {.id = "recentData",
         .text = QT_TRANSLATE_NOOP("Action", "Open &recent"),
         .menus = {"Data/1"},
         .list =
             [this](QMenu& menu) {
                 // Where it lies, without its kind and settings.
                 const auto place = [](const QString& spec) {
                     return q(splitDataSpec(splitSettings(spec.toStdString()).first).second);
                 };
                 fillRecent(
                     menu, document_.recentData(), [this](const QString& spec) { document_.openData(spec); }, place);
             }},
        {.id = "openRunAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open &run folder…"),
         .menus = {"File/2", "Run/4"},
         .run = [this] { openRun(); }},
        {.id = "closeDataAction",
         .text = QT_TRANSLATE_NOOP("Action", "C&lose"),
         .menus = {"Data/2"},
         .run = [this] { document_.openData({}); }},
    };
    for (const NetworkTemplate& one : allTemplates())
        rows.push_back(
            {.id = QStringLiteral("template_") + q(one.id),
             .menus = {"File/1/New from template/1"},
             .run = [this, id = one.id] { leaveProject([this, id] { document_.newFromTemplate(id), showNetwork(); }); },
             .label = [&one] { return q(one.title); },
             .tip = [&one] { return q(one.help); }});
    return rows;
}

// A new network is mostly one for the same data, and templates are made for it: their networks show its shape, an empty
// one shows nothing of it.
void Files::tellKeptData() {
    const std::optional<DataSet>& data = desk_.bench.data.dataSet();
    if (!data || data->spec == "sample") return;
    desk_.notices.note(tr("The data set “%1” stays open for the new project.").arg(q(data->name)),
                       {{tr("Close it"), [this] { document_.openData({}); }}}, kData);
}

void Files::fillRecent(QMenu& menu, const QStringList& entries, std::function<void(QString)> open,
                       const std::function<QString(const QString&)>& title) {
    for (const QString& entry : entries)
        connect(menu.addAction(title ? title(entry) : entry), &QAction::triggered, this,
                [open, entry] { open(entry); });
    if (entries.isEmpty()) menu.addAction(tr("Nothing yet"))->setEnabled(false);
}

}  // namespace tl
