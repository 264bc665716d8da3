// Recordings in the Profile panel: each that ends goes into the list, from which it is opened again and lent to the
// graph; and what is shown at the moment, by its name, with what is wrong with it.
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <algorithm>

#include "ui/jobs/profile_source.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/recording_list.h"
#include "ui/profile/recording_table.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/labels.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

void ProfilePanel::recordSteps() {
    if (source_.mode() == ProfileSource::Mode::Recording) return source_.cancel();
    source_.record(steps_->value(), desk_.bench.controller.currentRun());
    findRecordedFolder();
}

// Another project may be open when the recording is there.
void ProfilePanel::findRecordedFolder() {
    if (const Run* run = desk_.bench.runs.find(source_.recordedRun()); run && !run->folder.isEmpty())
        source_.setRecordedFolder(run->folder);
}

void ProfilePanel::followRecordings() {
    Notices& notices = desk_.notices;
    Recordings& store = desk_.bench.recordings;
    connect(&store, &Recordings::failed, &notices, [&notices](const QString& sentence) { notices.problem(sentence); });
    connect(&store, &Recordings::removed, &notices,
            [&store, &notices](const QString& file, const QString& sentence, bool forGood) {
                std::vector<Notices::Offer> offers;
                if (!forGood) offers.push_back({tr("Put it back"), [&store, file] { store.putBack(file); }});
                notices.note(sentence, offers);
            });
    connect(&store, &Recordings::cameBack, &notices,
            [&notices](const QString& name) { notices.note(tr("“%1” is back.").arg(name)); });
    connect(&store, &Recordings::saved, &notices,
            [&notices](const QString& path) { notices.note(tr("Written to %1.").arg(path)); });
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(recordingRows_, changed, this, &ProfilePanel::showState);
    connect(recordingRows_, &QAbstractItemModel::modelReset, this, &ProfilePanel::showState);
    connect(recordingRows_, &QAbstractItemModel::dataChanged, this, &ProfilePanel::showSource);
    connect(recordingList_, &RecordingList::opened, this, &ProfilePanel::openRecording);
    connect(recordingList_, &RecordingList::emptied, this, [this] {
        QWidget* next = pages_->currentIndex() == 1 ? static_cast<QWidget*>(timeline_) : live_;
        next->setFocus(Qt::OtherFocusReason);
    });
    connect(&source_, &ProfileSource::failed, this, [this] { forGraph_.clear(); });
    connect(&source_, &ProfileSource::traceChanged, this, [this](bool another) {
        if (!another || forGraph_.isEmpty() || source_.path() != forGraph_) return;
        forGraph_.clear();
        showInGraph();
    });
}

// Of the list, the one that is shown: opened from there, or recorded just now.
QString ProfilePanel::shownRecording() const {
    if (source_.ofFile()) return recordingRows_->nameOf(source_.path()).isEmpty() ? QString() : source_.path();
    return source_.kept();
}

void ProfilePanel::openRecording(const QString& file) {
    forGraph_.clear();
    if (!file.isEmpty() && file != shownRecording()) source_.open(file, recordingRows_->nameOf(file));
}

void ProfilePanel::showInGraph() {
    const QString recording = recordingRows_->nameOf(shownRecording());
    desk_.bench.graph.showTimesOf(source_.trace(), recording.isEmpty() ? source_.title() : recording);
    desk_.showWorkspace(QStringLiteral("graph"));
}

void ProfilePanel::showRecordingInGraph(const QString& file) {
    if (file.isEmpty()) return;
    if (file == shownRecording()) return showInGraph();
    openRecording(file);
    forGraph_ = file;
}

void ProfilePanel::showSource() {
    const QString file = shownRecording();
    recordingRows_->setShown(file);
    const Trace* trace = source_.trace().get();
    using Mode = ProfileSource::Mode;
    const bool shown = trace && pages_->currentIndex() == 1;
    QString name = file.isEmpty() ? source_.title() : recordingRows_->nameOf(file);
    if (source_.mode() == Mode::Live) name = tr("live");
    sourceName_->setText(shown ? name : QString());
    sourceName_->setToolTip(shown && source_.ofFile() ? plainTip(source_.path()) : QString());
    QStringList problems;
    if (shown && trace->cut) problems << tr("ends within a record: what came before is shown");
    if (shown && trace->bad > 0) problems << tr("%n record(s) could not be read", "", static_cast<int>(trace->bad));
    if (shown && trace->lost > 0 && !source_.ofRings())
        problems << tr("%n span(s) came too fast to be kept", "", static_cast<int>(trace->lost));
    sourceProblem_->setText(problems.join(QStringLiteral(" · ")));
    sourceProblem_->setVisible(!problems.isEmpty());
}

}  // namespace tl
