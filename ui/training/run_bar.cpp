// See the header. Train stays enabled when something is missing: pressing it says what.
#include "ui/training/run_bar.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/commands/training_editor.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/breakpoints.h"
#include "ui/models/device_list.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// Somebody writes in it, and what is written there is no value: it would go with the keyboard.
const QWidget* refusingField(const QWidget& bar) {
    const QWidget* field = bar.window()->focusWidget();
    return field && field->property("refused").toBool() ? field : nullptr;
}

// Gives way where the window is narrow or its letters are large.
class ProgressButton : public QToolButton {
public:
    QSize sizeHint() const override { return {Theme::instance().scaled(302), minimumSizeHint().height()}; }
    QSize minimumSizeHint() const override { return {112, Theme::instance().scaled(Theme::kControl)}; }
};

}  // namespace

RunBar::RunBar(RunController& controller, RunModel& runs, TrainingModel& training, TrainingEditor& editor,
               const DeviceList& devices, QWidget* parent)
    : QWidget(parent), controller_(controller), runs_(runs), training_(training), editor_(editor), devices_(devices) {
    setObjectName(QStringLiteral("runBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    device_ = new QToolButton;
    device_->setObjectName(QStringLiteral("deviceChip"));
    device_->setProperty("framed", true);
    device_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    device_->setAccessibleName(tr("Device and threads"));
    connect(device_, &QToolButton::clicked, this, [this] {
        QMenu menu(this);
        menu.setObjectName(QStringLiteral("deviceMenu"));
        fillDevices(menu);
        menu.exec(device_->mapToGlobal(QPoint(0, device_->height() + 2)));
    });
    progress_ = new ProgressStrip;
    progress_->setObjectName(QStringLiteral("runProgress"));
    progress_->setAttribute(Qt::WA_TransparentForMouseEvents);
    toCurves_ = new ProgressButton;
    toCurves_->setObjectName(QStringLiteral("runProgressButton"));
    toCurves_->setCursor(Qt::PointingHandCursor);
    toCurves_->setStyleSheet(QStringLiteral("padding:0"));
    toCurves_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* inner = new QHBoxLayout(toCurves_);
    inner->setContentsMargins(6, 0, 6, 0);
    inner->addWidget(progress_);
    connect(toCurves_, &QToolButton::clicked, this, &RunBar::curvesRequested);
    main_ = new QPushButton;
    main_->setObjectName(QStringLiteral("trainButton"));
    main_->setFocusPolicy(Qt::TabFocus);  // a click takes the keyboard where that costs nothing
    connect(main_, &QPushButton::clicked, this, [this] {
        if (!refusingField(*this)) main_->setFocus(Qt::MouseFocusReason);
        controller_.active() ? pauseOrResume() : train();
    });
    stepButton_ = new QToolButton;
    stepButton_->setObjectName(QStringLiteral("stepButton"));
    stopButton_ = new QToolButton;
    stopButton_->setObjectName(QStringLiteral("stopButton"));
    for (QToolButton* button : {stepButton_, stopButton_}) {
        button->setProperty("framed", true);
        button->setStyleSheet(QStringLiteral("padding:0"));
        Theme::instance().fixWidth(button, 30);
        Theme::instance().fixHeight(button, Theme::kControl);
    }
    stepButton_->setIcon(Theme::instance().icon(QStringLiteral("skip-end-fill"), Token::Text));
    stopButton_->setIcon(Theme::instance().icon(QStringLiteral("stop-fill"), Token::Text));
    connect(stepButton_, &QToolButton::clicked, &controller_, &RunController::step);
    connect(stopButton_, &QToolButton::clicked, &controller_, &RunController::stop);
    row->addWidget(device_);
    row->addWidget(toCurves_);
    row->addWidget(main_);
    row->addWidget(stepButton_);
    row->addWidget(stopButton_);

    connect(&controller_, &RunController::stateChanged, this, &RunBar::refresh);
    connect(&controller_.breakpoints(), &Breakpoints::stopChanged, this, &RunBar::refresh);
    due_.setSingleShot(true);
    connect(&due_, &QTimer::timeout, this, &RunBar::showProgress);
    connect(&controller_, &RunController::stepped, this, &RunBar::follow);
    connect(&training_, &TrainingModel::changed, this, &RunBar::refresh);
    connect(&devices_, &DeviceList::changed, this, &RunBar::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &RunBar::refresh);
    refresh();
}

void RunBar::fillDevices(QMenu& menu) {
    const TrainingSpec& spec = training_.spec();
    const auto add = [&](const DeviceInfo& device, int threads, const QString& text) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(spec.device == device.id && (spec.threads == threads || DeviceList::isGpu(device)));
        connect(action, &QAction::triggered, this, [this, threads, id = device.id] { choose(id, threads); });
    };
    for (const DeviceInfo& device : devices_.devices()) {
        if (devices_.devices().size() > 1) {  // else there is nothing to tell apart
            if (!menu.isEmpty()) menu.addSeparator();
            menu.addAction(q(device.name))->setEnabled(false);
        }
        if (DeviceList::isGpu(device)) {
            add(device, 0, tr("%1, %2").arg(q(device.id), bytesText(static_cast<double>(device.memoryBytes))));
            continue;
        }
        for (int threads = 0; threads <= device.threads; threads = threads == 0 ? 1 : threads * 2)
            add(device, threads,
                threads == 0 ? tr("all %1 threads").arg(device.threads) : tr("%n thread(s)", nullptr, threads));
    }
    menu.addSeparator();
    menu.addAction(Theme::instance().icon(QStringLiteral("gpu-card")), tr("Show all devices"), this,
                   &RunBar::devicesRequested);
}

void RunBar::choose(const std::string& device, int threads) {
    const QString what = device == training_.spec().device ? QStringLiteral("threads") : QStringLiteral("device");
    editor_.edit(what, [&](TrainingSpec& spec) { spec.device = device, spec.threads = threads; });
}

std::vector<ActionRow> RunBar::rows() {
    const auto state = [this] { return controller_.state(); };
    QTimer::singleShot(0, this, &RunBar::refresh);  // their icons, once they are there
    return {
        {.id = "trainAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Train"),
         .keys = {Qt::Key_F5},
         .repeats = false,  // a run a press, however short they are
         .menus = {"Run/1"},
         .run = [this] { goesOn() ? controller_.resume() : train(); },
         // Where a run is about to end, it says so.
         .applies = [this] { return !controller_.active() || goesOn() || controller_.stopping() || standsForGood(); },
         .icon = "play-fill",
         .words = QT_TRANSLATE_NOOP("Action", "start, fit, learn, begin a run"),
         .label = [this] { return goesOn() ? tr("&Train on") : QCoreApplication::translate("Action", "&Train"); }},
        {.id = "pauseAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Pause"),
         .keys = {Qt::Key_F8},
         .menus = {"Run/1"},
         .run = [this] { pauseOrResume(); },
         .applies =
             [this, state] { return controller_.active() && state() != RunState::Starting && !controller_.stopping(); },
         .icon = "pause-fill",
         .words = QT_TRANSLATE_NOOP("Action", "hold, resume"),
         .label =
             [this, state] {
                 return standsForGood()               ? tr("&End run")
                        : stands()                    ? tr("&Continue")
                        : state() == RunState::Paused ? tr("&Resume")
                                                      : tr("&Pause");
             }},
        {.id = "stepAction",
         .text = QT_TRANSLATE_NOOP("Action", "&One step"),
         .keys = {Qt::Key_F10},
         .menus = {"Run/1"},
         .run = [this] { controller_.step(); },
         .applies = [this,
                     state] { return state() == RunState::Paused && !controller_.stopping() && !standsForGood(); },
         .icon = "skip-end-fill"},
        {.id = "stopAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Stop"),
         .keys = {QKeySequence(Qt::SHIFT | Qt::Key_F5)},
         .menus = {"Run/1"},
         .run = [this] { controller_.stop(); },
         .applies = [this] { return controller_.active(); },
         .icon = "stop-fill",
         .words = QT_TRANSLATE_NOOP("Action", "abort, cancel the training, end the run")},
    };
}

bool RunBar::stands() const { return controller_.breakpoints().stop() != nullptr; }

bool RunBar::goesOn() const {
    return controller_.state() == RunState::Paused && !controller_.stopping() && !standsForGood();
}

bool RunBar::standsForGood() const { return stands() && controller_.breakpoints().stop()->last; }

void RunBar::setKeyText(std::function<QString(const QString&)> keyText) {
    keyText_ = std::move(keyText);
    refresh();
}

QString RunBar::withKey(const QString& text, const char* id) const {
    const QString key = keyText_ ? keyText_(QLatin1String(id)) : QString();
    return key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key);
}

// The start shows the settings that it takes: a text that is none of them would go without a word.
void RunBar::train() {
    if (const QWidget* field = refusingField(*this))
        return emit obstacleMet(
            tr("What is written in “%1” is refused; why is said below it. Write another value, or press "
               "Escape for the one before, and train then.")
                .arg(field->accessibleName()));
    const QString obstacle = controller_.obstacle();
    if (obstacle.isEmpty())
        controller_.start();
    else
        emit obstacleMet(obstacle);
}

void RunBar::pauseOrResume() { controller_.state() == RunState::Paused ? controller_.resume() : controller_.pause(); }

// While a run starts there is nothing to press, and Qt would hand the keyboard to whatever comes next in the window:
// the bar keeps it for the button. The window knows who has it, also while another window is in front.
void RunBar::refresh() {
    const bool held = isAncestorOf(window()->focusWidget());
    const RunState state = controller_.state();
    const bool active = controller_.active(), paused = state == RunState::Paused;
    if (const Breakpoints::Stop& stop = controller_.breakpoints().stop())
        stoodIn_ = QString::fromStdString(stop->layer.empty() ? stop->name : stop->layer);
    else if (active && !controller_.stopping())
        stoodIn_.clear();
    const TrainingSpec& spec = training_.spec();
    // A device that is not here, as of a project from another machine, is named as far as it is known.
    const bool gpu = spec.device != "cpu";
    const DeviceInfo* device = devices_.find(spec.device);
    const int threads = spec.threads > 0 ? spec.threads : devices_.threads(spec.device);
    const bool lost = gpu && !device && !devices_.searching();
    device_->setText(QStringLiteral(" %1 · %2")
                         .arg(q(spec.device).toUpper(), !gpu     ? tr("%n thread(s)", nullptr, threads)
                                                        : device ? bytesText(static_cast<double>(device->memoryBytes))
                                                        : lost   ? tr("not here")
                                                                 : tr("looking…")));
    device_->setToolTip(device ? q(device->name)
                        : lost ? tr("This machine has no device %1.").arg(q(spec.device))
                               : QString());
    device_->setIcon(Theme::instance().icon(gpu ? QStringLiteral("gpu-card") : QStringLiteral("cpu"),
                                            lost ? Token::Bad : Token::Text));
    device_->setEnabled(!active);

    const Theme& theme = Theme::instance();
    const QString text = !active           ? tr("Train")
                         : standsForGood() ? tr("End run")
                         : stands()        ? tr("Continue")
                         : paused          ? tr("Resume")
                                           : tr("Pause");
    const bool primary = !active || paused;
    main_->setText(QStringLiteral(" ") + text);
    main_->setToolTip(active ? withKey(text, "pauseAction") : withKey(tr("Train from the start"), "trainAction"));
    stepButton_->setToolTip(withKey(tr("One step"), "stepAction"));
    stopButton_->setToolTip(withKey(tr("Stop"), "stopAction"));
    for (QToolButton* button : {stepButton_, stopButton_}) button->setAccessibleName(button->toolTip());
    main_->setEnabled(state != RunState::Starting && !controller_.stopping());
    if (primary != main_->property("primary").toBool() || !main_->property("primary").isValid()) {
        main_->setProperty("primary", primary);
        main_->setStyle(main_->style());  // lets the style sheet look at the property again
    }
    const QString icon = primary ? QStringLiteral("play-fill") : QStringLiteral("pause-fill");
    const QString acts = paused ? QStringLiteral("play-fill") : QStringLiteral("pause-fill");
    if (QAction* pause = window()->findChild<QAction*>(QStringLiteral("pauseAction"));
        pause && pause->property("shows") != acts) {
        pause->setProperty("shows", acts);
        pause->setIcon(theme.icon(acts));
    }
    const QColor ink = primary ? theme.onAccent() : theme.color(Token::Text);
    main_->setIcon(QIcon(theme.pixmap(icon, theme.scaled(16), ink, devicePixelRatioF())));
    stepButton_->setVisible(paused && !controller_.stopping() && !standsForGood());
    stopButton_->setEnabled(active);  // in sight all the time: where it was pressed Train must not come to stand
    const QWidget* focus = window()->focusWidget();
    if (held && (focus == this || !isAncestorOf(focus))) main_->isEnabled() ? main_->setFocus() : setFocus();
    showProgress();
}

void RunBar::follow() {
    constexpr int kReadMs = 100;
    if (!due_.isActive()) due_.start(static_cast<int>(std::max<qint64>(0, kReadMs - shown_.elapsed())));
}

void RunBar::showProgress() {
    due_.stop();
    shown_.start();
    const Run* run = runs_.find(controller_.currentRun());
    toCurves_->setVisible(run != nullptr);
    if (!run) return;
    const StepRecord& last = run->lastStep;
    const Breakpoints::Stop& stop = controller_.breakpoints().stop();  // in a step that is not done yet
    if (last.step == 0) {
        const auto words = [&] {
            if (run->state == RunState::Failed) return tr("*failed*");
            if (controller_.stopping()) return tr("*stopping*…");
            if (controller_.state() == RunState::Starting) return tr("preparing the plan…");
            if (stop) return tr("*stands* in step %1").arg(1);
            return controller_.state() == RunState::Paused ? tr("*paused* before step %1").arg(1)
                                                           : tr("step %1…").arg(1);
        };
        const QString said = words();
        progress_->setText(said);
        progress_->setFraction(run->state == RunState::Failed ? 0 : -1);
        sayProgress(*run, said);
        return;
    }
    const qint64 total = last.stepsPerEpoch * std::max(1, run->epochs);
    const double left = run->secondsLeft >= 0 ? run->secondsLeft
                        : last.imagesPerSecond > 0 && run->training
                            ? static_cast<double>(total - last.step) * run->training->batch / last.imagesPerSecond
                            : -1;
    const qint64 epoch = stop && last.stepsPerEpoch > 0 ? (stop->step - 1) / last.stepsPerEpoch : last.epoch;
    const QString where =
        tr("epoch *%1*/%2 · step %3").arg(epoch + 1).arg(run->epochs).arg(grouped(stop ? stop->step : last.step));
    QString right = tr("*stopping*…");
    if (!controller_.stopping()) switch (controller_.state()) {
        case RunState::Paused: right = stop ? tr("*stands*") : tr("*paused*"); break;
        case RunState::Validating: right = tr("validating"); break;
        case RunState::Finished: right = tr("*finished*"); break;
        case RunState::Stopped:
            right = stoodIn_.isEmpty() ? tr("*stopped*") : tr("*stopped* in %1").arg(stoodIn_);
            break;
        case RunState::Failed: right = tr("*failed*"); break;
        default:
            right = tr("%1 samples/s").arg(compact(static_cast<double>(last.imagesPerSecond)));
            if (left >= 0.5) right += tr(" · %1 left").arg(durationText(left));
        }
    progress_->setText(where, right);
    progress_->setFraction(total > 0 ? static_cast<double>(last.step) / static_cast<double>(total) : 0);
    sayProgress(*run, where + QStringLiteral(", ") + right);
}

void RunBar::sayProgress(const Run& run, QString words) {
    QStringList lines;
    if (!q(run.message).isEmpty()) lines << q(run.message);
    for (const Message& problem : run.problems) lines << q(problem);
    lines << withKey(tr("Show its curves"), "workspace_train");
    toCurves_->setToolTip(plainTip(lines.join(QLatin1Char('\n'))));
    toCurves_->setAccessibleName(tr("Progress of the run: show its curves"));
    toCurves_->setAccessibleDescription(words.remove(QLatin1Char('*')));
}

}  // namespace tl
