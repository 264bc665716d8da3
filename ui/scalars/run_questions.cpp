// What is asked before something is done to a run: its name, a note, tags, the checkpoint that another one begins with.
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "engine/run/run_checkpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/scalars/fork_sheet.h"
#include "ui/scalars/run_actions.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/desk.h"
#include "widgets/controls/question.h"

namespace tl {

void RunActions::rename(const Run& run) {
    const QString shown = desk_.bench.runs.titleOf(run.id).words();
    auto* ask = new Question(*panel_.window(), tr("Rename the run"), tr("Rename “%1”").arg(titleOf(run.id)));
    ask->setObjectName(QStringLiteral("renameRunBox"));
    QLineEdit* name = ask->addLine(tr("Name"), shown);
    ask->addCancel();
    QPushButton* answer = ask->addAnswer(
        QStringLiteral("renameButton"), tr("Rename"),
        [this, id = run.id, name, shown] {
            if (name->text() != shown) desk_.bench.library.rename(id, name->text());
        },
        Question::Main);
    connect(name, &QLineEdit::textChanged, answer,
            [answer](const QString& text) { answer->setEnabled(!text.trimmed().isEmpty()); });
    ask->open();
}

void RunActions::annotate(const Run& run) {
    auto* ask = new Question(*panel_.window(), tr("Note about the run"),
                             tr("What is to be remembered of “%1”").arg(titleOf(run.id)));
    ask->setObjectName(QStringLiteral("noteRunBox"));
    QPlainTextEdit* note = ask->addText(tr("Note"), q(run.info.note));
    ask->addCancel();
    ask->addAnswer(
        QStringLiteral("noteButton"), tr("Keep the note"),
        [this, id = run.id, note] { desk_.bench.library.annotate(id, note->toPlainText()); }, Question::Main);
    ask->open();
}

// Of several runs those that all have can be written over; each keeps the others.
void RunActions::tag(const std::vector<int>& runs) {
    QStringList tags, names;
    bool others = false;
    for (const int id : runs) {
        const Run* run = desk_.bench.runs.find(id);
        if (!run) continue;
        QStringList own;
        for (const std::string& tag : run->info.tags) own << q(tag);
        if (names.isEmpty()) tags = own;
        names << titleOf(id);
        const auto missing = [&own](const QString& tag) { return !own.contains(tag); };
        others = tags.removeIf(missing) > 0 || own.size() != tags.size() || others;
    }
    QString help = tr("With commas between. The list can be filtered (tag = good) and grouped by them.");
    if (others) help = tr("These all of them have; what else one has stays.") + QLatin1Char(' ') + help;
    auto* ask =
        new Question(*panel_.window(), tr("Tags of the run"),
                     names.size() == 1 ? tr("Your words for “%1”").arg(names.front())
                                       : tr("Your words for %n run(s)", nullptr, static_cast<int>(names.size())),
                     help);
    ask->setObjectName(QStringLiteral("tagRunBox"));
    QLineEdit* line = ask->addLine(tr("Tags"), tags.join(QStringLiteral(", ")));
    ask->addCancel();
    ask->addAnswer(
        QStringLiteral("tagButton"), tr("Keep the tags"),
        [this, runs, tags, line] {
            QStringList now = line->text().split(QLatin1Char(',')), gone;
            if (runs.size() == 1) return desk_.bench.library.setTags(runs.front(), now);
            for (QString& tag : now) tag = tag.trimmed();
            for (const QString& tag : tags)
                if (!now.contains(tag)) gone << tag;
            desk_.bench.library.changeTags(runs, now, gone);
        },
        Question::Main);
    ask->open();
}

// The checkpoints are looked for first: what lies in the folder is the disk's to say.
void RunActions::fork(const Run& run) {
    desk_.bench.jobs.run(
        this, QStringLiteral("checkpoints"),
        [folder = run.folder.toStdString()](std::stop_token) { return checkpointsIn(folder); },
        [this, id = run.id](const std::vector<RunCheckpoint>& found) {
            const Run* run = desk_.bench.runs.find(id);
            if (!run) return;
            if (found.empty())
                return desk_.notices.problem(tr("“%1” has no checkpoint that can be read.").arg(titleOf(id)), {},
                                             kTopic);
            auto* ask = new ForkSheet(*panel_.window(), *run, titleOf(id), found,
                                      [this, id](const RunCheckpoint& from, int epochs, double rate) {
                                          desk_.bench.controller.forkRun(id, q(from.file), from.step, epochs, rate);
                                      });
            ask->open();
        });
}

}  // namespace tl
