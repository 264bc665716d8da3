// See the header.
#include "app/window/status_strip.h"

#include <QApplication>
#include <QLabel>
#include <QToolButton>

#include "app/document/document.h"
#include "engine/profile/counters.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

QLabel* label(const char* name) {
    auto* made = new QLabel;
    made->setObjectName(QLatin1String(name));
    made->setContentsMargins(0, 0, 14, 0);
    return made;
}

// *strong* parts in the text colour, the rest muted as the style sheet has it.
QString rich(const QString& text) {
    QString result;
    bool strong = false;
    for (const QChar c : text.toHtmlEscaped()) {
        if (c != QLatin1Char('*')) {
            result += c;
            continue;
        }
        strong = !strong;
        result += strong ? QStringLiteral("<span style='color:%1;font-weight:600'>")
                               .arg(Theme::instance().color(Token::Text).name())
                         : QStringLiteral("</span>");
    }
    return result;
}

// That training asks for, as far as it is here.
const DeviceInfo* askedDevice(const Workbench& workbench) {
    const DeviceInfo* device = workbench.devices.find(workbench.training.spec().device);
    return device ? device : &workbench.devices.devices().front();
}

}  // namespace

StatusStrip::StatusStrip(Workbench& workbench, Document& document, QWidget* parent)
    : QStatusBar(parent), workbench_(workbench), document_(document), parameters_(label("statusParameters")),
      activations_(label("statusActivations")), memory_(label("statusMemory")), epoch_(label("statusEpoch")),
      saved_(label("statusSaved")), cpu_(label("statusCpu")), keys_(label("statusKeys")), problems_(new QToolButton) {
    setObjectName(QStringLiteral("statusStrip"));
    setSizeGripEnabled(false);
    Theme::instance().fixHeight(this, Theme::kStatusBar);
    setContentsMargins(12, 0, 0, 0);
    problems_->setObjectName(QStringLiteral("statusProblems"));
    problems_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    problems_->setIconSize(Theme::instance().square(13));
    Theme::instance().fixHeight(problems_, 20);
    Theme::instance().style(problems_,
                            QStringLiteral("QToolButton { color: @muted; font-size: 12px; padding: 0 6px; }"));
    for (QLabel* left : {parameters_, activations_, memory_, epoch_, keys_}) addWidget(left);
    addPermanentWidget(problems_);
    addPermanentWidget(saved_);
    addPermanentWidget(cpu_);
    connect(problems_, &QToolButton::clicked, this, &StatusStrip::problemsClicked);
    connect(&workbench_.network, &NetworkModel::reportChanged, this, &StatusStrip::refresh);
    connect(&workbench_.training, &TrainingModel::changed, this, &StatusStrip::refresh);
    connect(&workbench_.problems, &ProblemList::changed, this, &StatusStrip::refresh);
    connect(&workbench_.devices, &DeviceList::changed, this, &StatusStrip::refresh);
    connect(&workbench_.controller, &RunController::stateChanged, this, &StatusStrip::refreshEpoch);
    connect(&workbench_.forecast, &StepForecast::changed, this, &StatusStrip::refresh);
    connect(&workbench_.controller, &RunController::stepped, this, [this] {
        if (!sinceEpoch_.isValid() || sinceEpoch_.elapsed() > 500) refreshEpoch();
    });
    connect(&document_, &Document::changed, this, &StatusStrip::refreshSaved);
    connect(&Theme::instance(), &Theme::changed, this, &StatusStrip::refresh);
    connect(&workbench_.selection, &Selection::nodeChanged, this, &StatusStrip::refreshKeys);
    connect(qApp, &QApplication::focusChanged, this, &StatusStrip::refreshKeys);
    clock_.setInterval(10000);
    connect(&clock_, &QTimer::timeout, this, &StatusStrip::refreshSaved);
    clock_.start();
    refresh();
}

void StatusStrip::refresh() {
    const NetworkReport& report = workbench_.network.report();
    double activations = 0;
    for (const auto& [id, node] : report.nodes) activations += workbench_.network.activationBytes(node);
    const int batch = workbench_.network.batch();
    const bool counted = report.ok() || report.nodes.empty();
    parameters_->setText(rich((counted ? tr("*%1* parameters") : tr("*%1* parameters in the layers before the fault"))
                                  .arg(grouped(report.parameters))));
    activations_->setText(rich(tr("activations *%1* at batch %2").arg(bytesText(activations)).arg(batch)));
    const DeviceInfo* device = askedDevice(workbench_);
    cpu_->setText(QString::fromStdString(device->instructionSet));
    cpu_->setToolTip(QString::fromStdString(device->name));

    const int problems = static_cast<int>(workbench_.problems.all().size());
    const Theme& theme = Theme::instance();
    problems_->setText(problems == 0   ? tr(" no problems")
                       : problems == 1 ? tr(" 1 problem")
                                       : tr(" %1 problems").arg(problems));
    const bool errors = workbench_.problems.errors() > 0;
    problems_->setIcon(QIcon(theme.pixmap(
        problems == 0 ? QStringLiteral("check-circle") : QStringLiteral("exclamation-circle"), theme.scaled(13),
        theme.color(problems == 0 ? Token::Good
                    : errors      ? Token::Bad
                                  : Token::Warn),
        devicePixelRatioF())));
    refreshSaved();
    refreshEpoch();
    refreshKeys();
}

// What arrows do to a selection is not what they do elsewhere.
void StatusStrip::refreshKeys() {
    const bool canvas = qobject_cast<NodeCanvas*>(QApplication::focusWidget());
    keys_->setText(canvas && !workbench_.selection.nodes().isEmpty()
                       ? rich(tr("*arrows* move it, *Alt+arrows* go to the next layer"))
                       : QString());
    fit();
}

// Of a run, as it is known before it trains; while one is here on the processor, what this program holds with it.
void StatusStrip::refreshMemory() {
    const DeviceInfo* device = askedDevice(workbench_);
    const MemoryNeed& run = workbench_.forecast.memory();
    const auto bytes = static_cast<double>(run.total());
    const QString whole = bytesText(static_cast<double>(device->memoryBytes));
    const bool held = workbench_.controller.own() && !DeviceList::isGpu(*device);
    QString text;
    if (run.plans > 0)
        text = held ? tr("a run needs *%1* of %3 memory, the program holds *%2*")
                          .arg(bytesText(bytes), bytesText(residentBytes()), whole)
                    : tr("a run needs *%1* of %2 memory").arg(bytesText(bytes), whole);
    memory_->setText(rich(text));
    const auto of = [](size_t part) { return bytesText(static_cast<double>(part)); };
    QString tip = tr("What a run takes: weights %1, plans %2, watches %3, batches that lie ready %4, data in memory %5")
                      .arg(of(run.weights), of(run.plans), of(run.watching), of(run.batches), of(run.data));
    if (held) tip += QLatin1Char('\n') + tr("Behind it, all that this program holds now");
    memory_->setToolTip(text.isEmpty() ? QString() : tip);
}

// What an epoch takes at the speed of the last steps, once there are a few; before that, what a step should take.
void StatusStrip::refreshEpoch() {
    sinceEpoch_.start();
    refreshMemory();
    constexpr int kFirst = 5;
    const Run* run = workbench_.runs.find(workbench_.controller.currentRun());
    const StepRecord last = run ? run->lastStep : StepRecord{};
    const bool moves = workbench_.controller.active() && workbench_.controller.state() != RunState::Paused &&
                       !workbench_.controller.breakpoints().stop();
    const bool known = moves && last.step >= kFirst && last.imagesPerSecond > 0;
    const StepForecast& forecast = workbench_.forecast;
    QString text = q(forecast.problem()), tip;
    if (known) {
        const double images = static_cast<double>(last.stepsPerEpoch) * workbench_.training.spec().batch;
        text = rich(tr("an epoch takes *%1*").arg(spanText(images / static_cast<double>(last.imagesPerSecond))));
    } else if (forecast.measuring()) {
        text = rich(tr("measuring this machine *%1 %*").arg(qRound(100 * forecast.share())));
    } else if (forecast.seconds() > 0) {
        text = rich(tr("a step should take *%1*").arg(shortTimeText(forecast.seconds())));
        tip = tr("Predicted from the measurement of this machine (Network menu)");
    }
    epoch_->setText(text);
    epoch_->setToolTip(tip);
    fit();
}

void StatusStrip::refreshSaved() {
    const QDateTime at = document_.savedAt();
    const qint64 seconds = at.isValid() ? at.secsTo(QDateTime::currentDateTime()) : -1;
    QString text;
    if (seconds < 0)
        text = !document_.dirty()           ? QString()
               : document_.path().isEmpty() ? tr("not saved yet")
                                            : tr("recovered, not saved");
    else if (seconds < 60)
        text = tr("saved just now");
    else if (seconds < 3600)
        text = tr("saved %1 min ago").arg(seconds / 60);
    else
        text = tr("saved %1").arg(QLocale().toString(at, QLocale::ShortFormat));
    saved_->setText(text);
    fit();
}

// In a narrow window what can be looked up elsewhere gives way, the problems never.
void StatusStrip::fit() {
    constexpr int kGap = 14, kEnds = 32;
    int room = width() - kEnds - problems_->sizeHint().width();
    for (QLabel* label : {epoch_, saved_, parameters_, memory_, activations_, cpu_, keys_}) {
        const bool told = !label->text().isEmpty();
        if (told) room -= label->sizeHint().width() + kGap;
        label->setVisible(told && room >= 0);
    }
}

QSize StatusStrip::minimumSizeHint() const { return {200, QStatusBar::minimumSizeHint().height()}; }

void StatusStrip::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    fit();
}

}  // namespace tl
