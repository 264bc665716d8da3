// What the bar and the middle of the Profile panel say, by where the trace comes from and by whether a run trains,
// stands or goes on in another program.
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "ui/jobs/profile_source.h"
#include "ui/models/breakpoints.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/profile/profile_keys.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/recording_table.h"
#include "ui/profile/verdict_label.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

namespace {

constexpr int kRecordings = 4;  // the segment of their list

}  // namespace

bool ProfilePanel::stands() const {
    RunController& run = desk_.bench.controller;
    return run.own() && (run.state() == RunState::Paused || run.breakpoints().stop());
}

const Run* ProfilePanel::runElsewhere() const {
    const RunController& controller = desk_.bench.controller;
    return controller.active() && !controller.own() ? desk_.bench.runs.find(controller.currentRun()) : nullptr;
}

bool ProfilePanel::stepsCome() const { return desk_.bench.controller.own() && !stands(); }

// A training that ends or stands leaves its last seconds in sight; when steps come again, they are followed again.
void ProfilePanel::followTraining() {
    findRecordedFolder();
    using Mode = ProfileSource::Mode;
    const bool own = desk_.bench.controller.own();
    if (!own && source_.mode() == Mode::Recording) source_.cancel();  // no step will come
    const auto& stop = desk_.bench.controller.breakpoints().stop();
    const int64_t at = own && stop ? stop->step : stoodAt_;
    // From stop to stop there may be so little time that nobody saw it run.
    const bool come = stepsCome(), came = std::exchange(stepsCome_, come), moved = at != std::exchange(stoodAt_, at);
    if ((come && !came) || moved) source_.goOn();
    if (!come && (came || moved) && source_.mode() == Mode::Live) source_.rest();
    if (measureSoon_ && !own) measureLimits();
    showState();
}

void ProfilePanel::setRecordSteps(int steps) {
    desk_.settings.store().setValue(QLatin1String(profile::kSteps), steps);
    steps_->setSuffix(steps == 1 ? tr(" step") : tr(" steps"));
    showState();
}

bool ProfilePanel::showsTimeline() const { return pages_->currentWidget() == timeline_; }

// What the bar and the middle say, by where the trace comes from.
void ProfilePanel::showState() {
    if (!pages_ || !act_) return;
    using Mode = ProfileSource::Mode;
    if (source_.mode() != Mode::Live && !timeline_->zeroName().isEmpty()) timeline_->setZero(timeline_->zero());
    const Mode mode = source_.mode();
    const bool busy = mode == Mode::Recording || mode == Mode::Opening;
    const bool training = desk_.bench.controller.own();
    const Run* elsewhere = runElsewhere();
    record_->setText(QLatin1Char(' ') +  // room beside the icon
                     (busy ? (mode == Mode::Recording ? tr("Stop recording") : tr("Cancel")) : tr("Record")));
    record_->setIcon(
        Theme::instance().icon(busy ? QStringLiteral("stop-fill") : QStringLiteral("record-circle"), Token::Bad));
    record_->setEnabled(busy || training);
    record_->setToolTip(training || busy ? tr("Keeps the next steps whole: every kernel on every thread")
                                         : tr("Steps can be recorded while a run of this window trains."));
    steps_->setEnabled(!busy);
    progress_->setVisible(busy);
    if (mode == Mode::Recording)
        progress_->setText(
            tr("Recording: *%1* of %2 steps").arg(qRound(source_.progress() * source_.steps())).arg(source_.steps()));
    if (mode == Mode::Opening) progress_->setText(source_.opening());
    progress_->setFraction(source_.progress());
    {
        const QSignalBlocker quiet(live_);
        live_->setChecked(mode == Mode::Live);
    }
    verdictLabel_->setVisible(!busy);
    act_->setVisible(!busy && verdict_.kind != Verdict::Kind::NoSteps && !act_->text().isEmpty());
    // The window's own paints alone are nothing to look at.
    const Trace* trace = source_.trace().get();
    const bool any =
        trace &&
        (std::ranges::any_of(trace->labels, [](const TraceLabel& label) { return label.category != "window"; }) ||
         (source_.ofFile() && !trace->counters.empty()));
    pages_->setCurrentIndex(any ? 1 : 0);
    tablesPart_->setVisible(any || recordingRows_->rowCount() > 0);
    // While nothing is open their list is all there is; what is opened from there leaves it in sight.
    const bool alone = !any && recordingRows_->rowCount() > 0, wasAlone = std::exchange(alone_, alone);
    if (alone && !wasAlone) turnTo(kRecordings);
    if (any && wasAlone && shownRecording().isEmpty()) turnTo(chosenTab());
    showSource();
    if (any) return empty_->setButtons({});
    std::vector<EmptyState::Button> ways;
    empty_->setMood(busy ? EmptyState::Busy : EmptyState::Empty);
    if (busy) {
        empty_->setTitle(mode == Mode::Recording ? tr("Waiting for the next step")
                                                 : tr("Reading %1").arg(source_.opening()));
        empty_->setSentence({});
    } else if (elsewhere) {
        empty_->setTitle(tr("“%1” trains in another program").arg(elsewhere->name));
        empty_->setSentence(tr(
            "What that program does is not seen here. Begun with `tensorloom train --profile 100:20`, a run keeps the "
            "timeline of 20 steps in its folder, and it is listed below; or stop the run, and resume it in this "
            "window."));
    } else {
        empty_->setTitle(recordingRows_->rowCount() > 0 ? tr("No timeline is open: open a recording below")
                                                        : tr("Nothing is recorded yet"));
        empty_->setSentence(
            tr("While a run trains, every thread writes down what it does. Train, and it is seen here; or open "
               "a timeline that PyTorch, TensorFlow or Chrome wrote."));
    }
    if (!busy && !training && !elsewhere)
        ways.push_back({tr("Train"), [this] { desk_.actions.trigger(QStringLiteral("trainAction")); }, true});
    if (!busy)
        ways.push_back(
            {tr("Open a timeline…"), [this] { desk_.actions.trigger(QStringLiteral("openTimelineAction")); }});
    empty_->setButtons(std::move(ways));
}

}  // namespace tl
