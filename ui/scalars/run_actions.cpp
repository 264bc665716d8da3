// All of it leaves the window responsive: run_questions.cpp only asks, the library and the controller do.
#include "ui/scalars/run_actions.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QMenu>
#include <QSpinBox>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "engine/data/spec_settings.h"
#include "engine/io/project.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_diff.h"
#include "engine/run/run_recordings.h"
#include "ui/commands/edit_command.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/scalars/run_diff_sheet.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/ask_for_weights.h"
#include "ui/shell/desk.h"
#include "widgets/controls/question.h"

namespace tl {

namespace {

// The edit key, and what it does in the list.
constexpr std::pair<const char*, const char*> kKeys[] = {{"renameAction", "renameRun"}, {"deleteAction", "deleteRun"}};

bool hasAllEpochs(const Run& run) { return run.state == RunState::Finished || run.epochs <= 0; }

}  // namespace

RunActions::RunActions(Desk& desk, RunsPanel& panel)
    : QObject(&panel), desk_(desk), panel_(panel), done_(desk.bench.library.done()),
      undone_(desk.bench.library.undone()) {
    Notices& notices = desk.notices;
    const auto note = [&notices](const QString& sentence) { notices.note(sentence, {}, kTopic); };
    const auto problem = [&notices](const QString& sentence) { notices.problem(sentence, {}, kTopic); };
    connect(&desk.bench.controller, &RunController::evaluated, this,
            [note](int, const QString& sentence) { note(sentence); });
    connect(
        &desk.bench.controller, &RunController::compared, this,
        [this, note, &notices](const QString& verdict, const QStringList& details, bool same, int run, qint64 step) {
            const QString whole = verdict + QLatin1Char(' ') + details.join(QLatin1Char(' '));
            if (same) return note(whole);
            std::vector<Notices::Offer> offers;
            if (step > 0)
                offers.push_back({tr("Run it again, to step %1").arg(step), [this, run, step] { standIn(run, step); }});
            notices.warn(whole, offers, kTopic);
        });
    connect(&desk.bench.controller, &RunController::failed, this, problem);
    connect(&desk.bench.controller, &RunController::warned, this,
            [&notices](const QString& sentence) { notices.warn(sentence, {}, kTopic); });
    connect(&desk.bench.library, &RunLibrary::failed, this, problem);
    connect(&desk.bench.library, &RunLibrary::removed, this, &RunActions::tellRemoved);
    connect(&desk.bench.library, &RunLibrary::untrashed, this, &RunActions::removeForGood);
    connect(&desk.bench.library, &RunLibrary::cameBack, this, &RunActions::tellCameBack);
    connect(&desk.bench.library, &RunLibrary::edited, this, [this](const RunLibrary::Edited& what) { did(what); });
    connect(&desk.bench.library, &RunLibrary::turned, this, &RunActions::tellTurned);
    connect(&desk.bench.library, &RunLibrary::exported, this, note);
    connect(&desk.bench.library, &RunLibrary::vanished, this, note);
    connect(&desk.bench.library, &RunLibrary::strayed, this, &RunActions::tellStrayed);
    connect(&desk.bench.library, &RunLibrary::straysAdded, this, [note](int count) {
        note(count == 0 ? tr("There is no other run of an unsaved project.")
                        : tr("In the list: %n run(s) of unsaved projects.", nullptr, count));
    });
}

const Run* RunActions::chosen(For whom) const {
    if (whom == For::One) return desk_.bench.runs.find(panel_.onlyRun());
    const std::vector<int> all = panel_.chosenRuns();
    return all.empty() ? nullptr : desk_.bench.runs.find(all.front());
}

ActionRow RunActions::row(const QString& id, const char* text, const char* section,
                          std::function<QString(const Run&)> obstacle, std::function<void(const Run&)> act, For whom) {
    const auto reason = [this, whom, obstacle = std::move(obstacle)] {
        if (panel_.chosenRuns().empty()) return tr("Choose a run in the list first.");
        const Run* one = chosen(whom);
        if (!one) return tr("Choose one run in the list.");
        if (whom != For::Several) return obstacle(*one);  // of thousands that are chosen, too, with each key
        for (const int id : panel_.chosenRuns())
            if (const Run* run = desk_.bench.runs.find(id))
                if (QString why = obstacle(*run); !why.isEmpty()) return why;
        return QString();
    };
    reasons_[id] = reason;
    ActionRow row;
    row.id = id;
    row.text = text;
    row.menus = {QStringLiteral("Run/3/Chosen run/%1").arg(QLatin1String(section)),
                 QStringLiteral("%1/%2").arg(QLatin1String(kMenu), QLatin1String(section))};
    row.run = [this, whom, act = std::move(act)] {
        if (const Run* run = chosen(whom)) act(*run);
    };
    row.applies = [reason] { return reason().isEmpty(); };
    // That a run is to be chosen the first of them says for all.
    row.label = [this, whom, reason, text] {
        return labelled(QCoreApplication::translate("Action", text), chosen(whom) ? reason() : QString());
    };
    row.tip = reason;
    return row;
}

std::vector<ActionRow> RunActions::rows() {
    RunController& controller = desk_.bench.controller;
    const auto folder = [](const Run& run) { return run.folder.isEmpty() ? tr("It has no folder.") : QString(); };
    const auto kept = [folder](const Run& run) {
        if (run.foreign) return tr("Another program writes its folder: nothing there is changed.");
        const bool unread = run.info.id.empty() && !run.problems.empty();
        return unread ? tr("What its folder says of it cannot be read.") : folder(run);
    };
    std::vector<ActionRow> rows;
    rows.push_back(row(
        QStringLiteral("continueRun"), QT_TRANSLATE_NOOP("Action", "Continue…"), "1",
        [&controller](const Run& run) { return controller.resumeObstacle(run.id); },
        [this](const Run& run) { resume(run); }));
    rows.back().label = [this, why = rows.back().tip] {
        const Run* run = chosen();
        const QString name = run && !hasAllEpochs(*run) ? tr("Continue")  // asks nothing
                                                        : QCoreApplication::translate("Action", "Continue…");
        return labelled(name, why());
    };
    rows.push_back(row(
        QStringLiteral("forkRun"), QT_TRANSLATE_NOOP("Action", "Fork from a checkpoint…"), "1",
        [&controller](const Run& run) { return controller.resumeObstacle(run.id); },
        [this](const Run& run) { fork(run); }));
    rows.push_back(row(
        QStringLiteral("runAgain"), QT_TRANSLATE_NOOP("Action", "Run it again and compare"), "1",
        [&controller](const Run& run) { return controller.againObstacle(run.id); },
        [&controller](const Run& run) { controller.runAgain(run.id); }));
    ActionRow compare = row(
        QStringLiteral("compareRuns"), QT_TRANSLATE_NOOP("Action", "Compare runs"), "1",
        [this](const Run&) { return compareObstacle(); }, [this](const Run&) { diff(panel_.chosenRuns()); },
        For::Together);
    // Its key is pressed without a look at the menu: what it needs is said then.
    compare.refuse = [this, why = compare.tip] { desk_.notices.note(why(), {}, kTopic); };
    compare.keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)};
    rows.push_back(std::move(compare));
    rows.push_back(row(
        QStringLiteral("useWeights"), QT_TRANSLATE_NOOP("Action", "Begin the next run with its weights"), "1",
        [&controller](const Run& run) { return controller.weightsObstacle(run.id); },
        [this, &controller](const Run& run) {
            controller.startFrom(run.id);
            desk_.notices.note(
                tr("The next run begins with the weights of “%1”, by name and shape.").arg(titleOf(run.id)),
                {{tr("Draw them anew"), [&controller] { controller.startFrom(-1); }}});
        }));
    rows.push_back(row(
        QStringLiteral("forgetWeights"), QT_TRANSLATE_NOOP("Action", "Begin the next run with fresh weights"), "1",
        [&controller](const Run&) { return controller.drawsAnew() ? tr("It does so already.") : QString(); },
        [&controller](const Run&) { controller.startFrom(-1); }, For::Together));
    rows.push_back(row(
        QStringLiteral("exportRun"), QT_TRANSLATE_NOOP("Action", "Export its weights…"), "1",
        [&controller](const Run& run) { return controller.weightsObstacle(run.id); },
        [this](const Run& run) {
            askForWeights(*panel_.window(), tr("Export the weights of “%1”").arg(titleOf(run.id)), run.name,
                          [this, id = run.id](const QString& path, bool whole) {
                              desk_.bench.library.exportWeights(id, path, whole);
                          });
        }));
    rows.push_back(row(
        QStringLiteral("restoreSettings"), QT_TRANSLATE_NOOP("Action", "Restore its network and settings"), "1",
        [folder](const Run& run) {
            return run.foreign ? tr("It has no project: another program wrote it.") : folder(run);
        },
        [this](const Run& run) { restore(run); }));
    rows.push_back(row(
        QStringLiteral("evaluateRun"), QT_TRANSLATE_NOOP("Action", "Evaluate on the test split"), "1",
        [&controller](const Run& run) { return controller.evaluateObstacle(run.id); },
        [&controller](const Run& run) { controller.evaluateRun(run.id); }));
    const auto otherData = [this, &controller](const char* id, const char* text, bool folder) {
        return row(
            QLatin1String(id), text, "1",
            [&controller](const Run& run) { return controller.evaluateObstacle(run.id, true); },
            [this, &controller, folder](const Run& run) {
                desk_.askForData(folder, tr("Evaluate “%1” on other data").arg(titleOf(run.id)),
                                 [&controller, id = run.id](const QString& to) { controller.evaluateRunOn(id, to); });
            });
    };
    rows.push_back(otherData("evaluateRunOnFolder", QT_TRANSLATE_NOOP("Action", "Evaluate on another folder…"), true));
    rows.push_back(otherData("evaluateRunOnFile", QT_TRANSLATE_NOOP("Action", "Evaluate on another file…"), false));
    rows.push_back(row(QStringLiteral("renameRun"), QT_TRANSLATE_NOOP("Action", "Rename run…"), "2", kept,
                       [this](const Run& run) { rename(run); }));
    rows.push_back(row(QStringLiteral("noteRun"), QT_TRANSLATE_NOOP("Action", "Note about run…"), "2", kept,
                       [this](const Run& run) { annotate(run); }));
    rows.push_back(row(
        QStringLiteral("tagRun"), QT_TRANSLATE_NOOP("Action", "Tags of run…"), "2", kept,
        [this](const Run&) { tag(panel_.chosenRuns()); }, For::Several));
    rows.back().label = [this, why = rows.back().tip] {
        const auto count = static_cast<int>(panel_.chosenRuns().size());
        return labelled(count > 1 ? tr("Tags of %n run(s)…", nullptr, count)
                                  : QCoreApplication::translate("Action", "Tags of run…"),
                        count > 0 ? why() : QString());
    };
    rows.push_back(row(QStringLiteral("showRunFolder"), QT_TRANSLATE_NOOP("Action", "Show the run's folder"), "2",
                       folder, [](const Run& run) { QDesktopServices::openUrl(QUrl::fromLocalFile(run.folder)); }));
    const auto wrote = [this](const Run& run, std::initializer_list<EventKind> kinds) {
        const auto tags = desk_.bench.events.runs().find(run.id);
        return tags != desk_.bench.events.runs().end() && std::ranges::any_of(tags->second, [&](const auto& tag) {
                   return std::ranges::find(kinds, tag.second.kind) != kinds.end();
               });
    };
    rows.push_back(row(
        QStringLiteral("showRunGraph"), QT_TRANSLATE_NOOP("Action", "Show the graph that it wrote"), "2",
        [folder, wrote](const Run& run) {
            if (!run.foreign) return folder(run);
            return wrote(run, {EventKind::Graph, EventKind::RunMetadata, EventKind::KerasModel})
                       ? QString()
                       : tr("Its event files hold no graph.");
        },
        [this](const Run& run) {
            desk_.bench.graph.openFile(run.foreign ? run.folder : run.folder + QStringLiteral("/events"));
            desk_.showWorkspace(QStringLiteral("graph"));
        }));
    rows.push_back(row(
        QStringLiteral("showRunTimeline"), QT_TRANSLATE_NOOP("Action", "Show its timeline"), "2",
        [folder, wrote](const Run& run) {
            if (!run.foreign) return folder(run);
            return wrote(run, {EventKind::RunMetadata}) ? QString() : tr("Its event files hold no times of ops.");
        },
        [this](const Run& run) { run.foreign ? desk_.bench.selection.openTimeline(run.folder) : openRecording(run); }));
    rows.push_back(row(
        QStringLiteral("deleteRun"), QT_TRANSLATE_NOOP("Action", "Delete run…"), "3",
        [this](const Run&) { return removeObstacle(); }, [this](const Run&) { remove(panel_.chosenRuns()); },
        For::Together));
    rows.back().label = [this] {
        const Run* run = chosen(For::Several);
        const auto count = static_cast<int>(panel_.chosenRuns().size());
        return labelled(run && run->foreign ? tr("Take from the list…")
                        : count > 1         ? tr("Delete %n run(s)…", nullptr, count)
                                            : QCoreApplication::translate("Action", "Delete run…"),
                        run ? removeObstacle() : QString());
    };
    rows.push_back({.id = QStringLiteral("putBackRuns"),
                    .text = QT_TRANSLATE_NOOP("Action", "Put back what was deleted"),
                    .menus = {QStringLiteral("Run/4"), QStringLiteral("%1/3").arg(QLatin1String(kMenu))},
                    .run = [this] { putBack(); },
                    .applies = [this] { return lastDeletion() >= 0; },
                    .label = [this] { return putBackText(); }});
    rows.push_back({.id = QStringLiteral("showStrays"),
                    .text = QT_TRANSLATE_NOOP("Action", "Show runs of unsaved projects"),
                    .menus = {QStringLiteral("Run/4")},
                    .run = [this] { desk_.bench.library.addStrays(); },
                    .help = QT_TRANSLATE_NOOP("Action", "List what was trained in projects that were given up before "
                                                        "they had a file")});
    return rows;
}

void RunActions::offerKeys() {
    ActionTable& actions = desk_.actions;
    // A key is pressed without a look at the menu: why nothing happens is said then.
    for (const auto& [key, own] : kKeys) {
        const auto press = [this, &actions, own = QString::fromLatin1(own)] {
            const QString reason = reasons_.value(own)();
            reason.isEmpty() ? actions.trigger(own) : desk_.notices.note(reason, {}, kTopic);
        };
        const bool several =
            QLatin1String(own) != QLatin1String("renameRun");  // a heading stands for all its runs, and has no name
        actions.offer(QLatin1String(key), &panel_, press,
                      [this, several] { return !panel_.chosenRuns().empty() && (several || !panel_.headingChosen()); });
    }
    // In this list Undo means what was deleted and written there, as long as it can come back (decisions/0038).
    actions.offer(QStringLiteral("undoAction"), {&panel_, [this] { takeBack(); }, [this] { return canTakeBack(); },
                                                 [this] { return takeBackText(); }, true});
    actions.offer(QStringLiteral("redoAction"),
                  {&panel_, [this] { redo(); }, [this] { return canRedo(); },
                   [this] { return QObject::tr("&Redo: %1").arg(textOf(undone_.back())); }, true});
}

void RunActions::fill(QMenu& menu) {
    desk_.actions.fill(menu, QLatin1String(kMenu));
    for (QAction* action : menu.actions())
        for (const auto& [key, own] : kKeys) {
            if (action->objectName() != QLatin1String(own)) continue;
            auto* named =
                new QAction(action->text() + QLatin1Char('\t') + desk_.actions.keyText(QLatin1String(key)), &menu);
            named->setEnabled(action->isEnabled());
            named->setToolTip(action->toolTip());
            connect(named, &QAction::triggered, action, &QAction::trigger);
            menu.insertAction(action, named);
            menu.removeAction(action);
        }
}

// Once more, until the first step that was not the same: there its ops are seen one by one.
void RunActions::standIn(int run, qint64 step) {
    RunController& controller = desk_.bench.controller;
    if (const QString reason = controller.againObstacle(run); !reason.isEmpty())
        return desk_.notices.warn(reason, {}, kTopic);
    Breakpoint point;
    point.step = step;
    controller.breakpoints().addOnce(point);
    controller.runAgain(run);
}

QString RunActions::compareObstacle() const {
    const std::vector<int> runs = panel_.chosenRuns();
    if (runs.size() < 2) return tr("Choose two or more runs in the list first.");
    for (const int id : runs)
        if (const Run* each = desk_.bench.runs.find(id); !each || each->folder.isEmpty())
            return tr("Only runs that have a folder can be compared.");
    return {};
}

void RunActions::diff(const std::vector<int>& runs) {
    QStringList titles;
    std::vector<std::string> folders;
    for (const int id : runs) {
        const Run* run = desk_.bench.runs.find(id);
        if (!run) return;
        titles << titleOf(id);
        folders.push_back(run->folder.toStdString());
    }
    // There at once, so that no key goes elsewhere meanwhile.
    auto* sheet = new RunDiffSheet(*panel_.window(), titles);
    sheet->open();
    struct Found {
        RunDiff diff;
        std::optional<RunComparison> bits;
    };
    desk_.bench.jobs.run(
        sheet, QStringLiteral("run diff"),
        [folders](std::stop_token) {
            Found found{diffRuns(folders), {}};
            try {
                if (folders.size() == 2) found.bits = compareRuns(folders[0], folders[1]);
            } catch (const std::exception&) {  // a checkpoint that cannot be read: the rest still is
            }
            return found;
        },
        [sheet](Found found) { sheet->showDiff(std::move(found.diff), found.bits); },
        [this, sheet](const Message& sentence) {
            sheet->close();
            desk_.notices.problem(q(sentence), {}, kTopic);
        });
}

// The newest of what was recorded of it, which lies in its folder.
void RunActions::openRecording(const Run& run) {
    desk_.bench.jobs.run(
        this, QStringLiteral("recordings of a run"),
        [folder = run.folder.toStdString()](std::stop_token) { return recordingsOf(folder); },
        [this](const std::vector<RunRecording>& found) {
            if (!found.empty()) return desk_.bench.selection.openTimeline(q(found.front().file));
            desk_.notices.note(tr("Nothing was recorded of it: record steps while it trains, or train with --profile."),
                               {}, kTopic);
        },
        [this](const Message& sentence) { desk_.notices.problem(q(sentence), {}, kTopic); });
}

// One undo step, so that a person can look and go back.
void RunActions::restore(const Run& run) {
    const QString name = titleOf(run.id);
    desk_.bench.jobs.run(
        this, QStringLiteral("edit.restore"),
        [file = run.folder.toStdString() + "/project.tlm"](std::stop_token) { return loadProject(file); },
        [this, name](const Project& project) {
            auto& bench = desk_.bench;
            if (project.network != bench.network.spec() || project.training != bench.training.spec())
                bench.undo.push(new TemplateCommand(bench.network, project.network, bench.training, project.training,
                                                    [name] { return tr("Restore the settings of %1").arg(name); }));
            const QString spec = q(absoluteDataSpec(project.dataSpec));
            std::vector<Notices::Offer> offers;
            if (!spec.isEmpty() && spec != desk_.bench.data.spec())
                offers.push_back({tr("Open its data"), [this, spec] { desk_.openData(spec); }});
            desk_.notices.note(offers.empty() ? tr("Network and settings are those of “%1”.").arg(name)
                                              : tr("Network and settings are those of “%1”, which saw other data: %2")
                                                    .arg(name, q(dataName(spec.toStdString()))),
                               offers);
        },
        [this, name](const Message& sentence) {
            desk_.notices.problem(tr("The settings of “%1” were not restored. %2").arg(name, q(sentence)), {}, kTopic);
        });
}

// One that was stopped goes on to where it was bound; one that has all its epochs needs to be told how many more.
void RunActions::resume(const Run& run) {
    if (!hasAllEpochs(run)) {
        desk_.bench.controller.resumeRun(run.id, run.epochs);
        return;
    }
    auto* ask = new Question(
        *panel_.window(), tr("Continue the run"),
        tr("“%1” has %2 epochs. How many shall it have in all?").arg(titleOf(run.id), QString::number(run.epochs)));
    ask->setObjectName(QStringLiteral("continueRunBox"));
    QSpinBox* epochs = ask->addNumber(QStringLiteral("epochs"), run.epochs + 1, 1000000,
                                      run.epochs + std::max(1, run.training ? run.training->epochs : run.epochs));
    ask->addCancel();
    ask->addAnswer(
        QStringLiteral("continueButton"), tr("Continue"),
        [this, id = run.id, epochs] { desk_.bench.controller.resumeRun(id, epochs->value()); }, Question::Main);
    ask->open();
}

}  // namespace tl
