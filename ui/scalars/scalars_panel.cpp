// Charts appear when the first run brings their metric, always in the same order: loss, accuracy, other metrics, then
// speed and rate. What is set at the top is handed to every chart, also to those that come later.
#include "ui/scalars/scalars_panel.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QSettings>
#include <QSlider>
#include <QStackedWidget>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/models/text.h"
#include "ui/scalars/chart_grid.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"

namespace tl {

namespace {

// Where a metric's chart stands among the others.
int rank(const QString& tag) {
    static const QStringList order{QStringLiteral("loss"), QStringLiteral("accuracy")};
    if (const auto at = order.indexOf(tag); at >= 0) return static_cast<int>(at);
    if (tag == QLatin1String("images_per_second")) return 100;
    if (tag == QLatin1String("learning_rate")) return 101;
    return 50;
}

// The names under which settings and buttons know the axes; no person sees them.
constexpr std::pair<ScalarAxis, const char*> kAxes[] = {{ScalarAxis::Step, "step"},
                                                        {ScalarAxis::Relative, "relative"},
                                                        {ScalarAxis::Wall, "wall"},
                                                        {ScalarAxis::Epoch, "epoch"}};

QString axisName(ScalarAxis axis) {
    switch (axis) {
    case ScalarAxis::Step: return ScalarsPanel::tr("step");
    case ScalarAxis::Relative: return ScalarsPanel::tr("relative");
    case ScalarAxis::Wall: return ScalarsPanel::tr("wall");
    case ScalarAxis::Epoch: return ScalarsPanel::tr("epoch");
    }
    return {};
}

}  // namespace

ScalarsPanel::ScalarsPanel(RunModel& runs, QWidget* parent) : QWidget(parent), runs_(runs) {
    setObjectName(QStringLiteral("scalarsPanel"));
    emptySentence_ = tr("Loss and accuracy are drawn here while a network trains.");
    emptyButton_ = tr("Train");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar();
    column->addWidget(bar_);
    problem_ = new ToneLabel({}, Token::Bad);
    problem_->setObjectName(QStringLiteral("runProblem"));
    problem_->setWordWrap(true);
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    problem_->setContentsMargins(14, 2, 14, 8);
    problem_->hide();
    column->addWidget(problem_);
    pages_ = new QStackedWidget;
    empty_ = new EmptyState(QStringLiteral("graph-down"), {});
    empty_->setObjectName(QStringLiteral("scalarsEmpty"));
    grid_ = new ChartGrid;
    pages_->addWidget(empty_);
    pages_->addWidget(grid_);
    column->addWidget(pages_, 1);

    connect(&runs_, &RunModel::runAdded, this, [this](int run) {
        sync(run);
        refreshPage();
    });
    connect(&runs_, &RunModel::scalarsAppended, this, &ScalarsPanel::sync);
    connect(&runs_, &RunModel::visibilityChanged, this, &ScalarsPanel::sync);
    connect(&runs_, &RunModel::stateChanged, this, [this](int) { refreshPage(); });
    connect(&runs_, &QAbstractItemModel::modelReset, this, [this] {
        for (auto* chart : charts_) chart->deleteLater();
        charts_.clear();
        grid_->setCards({});
        for (const auto& run : runs_.runs()) sync(run.id);
        refreshPage();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    for (const auto& run : runs_.runs()) sync(run.id);
    refreshPage();
}

void ScalarsPanel::makeBar() {
    bar_ = new QWidget(this);
    auto* row = new QHBoxLayout(bar_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);

    row->addWidget(new ToneLabel(tr("smoothing"), Token::Muted));
    smoothing_ = new QSlider(Qt::Horizontal);
    smoothing_->setObjectName(QStringLiteral("smoothing"));
    smoothing_->setAccessibleName(tr("Smoothing"));
    smoothing_->setToolTip(tr("Exponential average, corrected for its start; the raw line stays behind"));
    smoothing_->setRange(0, 999);
    smoothing_->setSingleStep(10);
    smoothing_->setPageStep(100);
    smoothing_->setFixedWidth(110);
    row->addWidget(smoothing_);
    smoothingText_ = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    smoothingText_->setObjectName(QStringLiteral("smoothingValue"));
    smoothingText_->setMinimumWidth(34);
    row->addWidget(smoothingText_);
    connect(smoothing_, &QSlider::valueChanged, this, [this](int value) {
        smoothingText_->setText(QString::number(value / 1000.0, 'f', value % 10 == 0 ? 2 : 3));
        for (auto* chart : charts_) chart->plot().setSmoothing(value / 1000.0);
        if (settings_) settings_->setValue(QStringLiteral("charts/smoothing"), value / 1000.0);
    });
    smoothing_->setValue(600);

    axisButton_ = new QToolButton;
    axisButton_->setObjectName(QStringLiteral("xAxis"));
    axisButton_->setProperty("framed", true);
    axisButton_->setPopupMode(QToolButton::InstantPopup);
    axisButton_->setToolTip(tr("What the x axis counts"));
    auto* axes = new QMenu(axisButton_);
    auto* group = new QActionGroup(axes);
    for (const auto axis : {ScalarAxis::Step, ScalarAxis::Relative, ScalarAxis::Wall, ScalarAxis::Epoch}) {
        const QString help[] = {tr("Step"), tr("Relative time"), tr("Wall time"), tr("Epoch")};
        auto* action = axes->addAction(help[static_cast<int>(axis)], this, [this, axis] { setAxis(axis); });
        action->setCheckable(true);
        action->setChecked(axis == ScalarAxis::Step);
        action->setObjectName(QStringLiteral("xAxis.") + QLatin1String(kAxes[static_cast<int>(axis)].second));
        group->addAction(action);
    }
    axisButton_->setMenu(axes);
    axisButton_->setText(axisName(axis_) + QStringLiteral("  "));
    axisButton_->setAccessibleName(tr("x axis: %1").arg(axisName(axis_)));
    row->addWidget(axisButton_);

    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("exportScalars"));
    save->setProperty("framed", true);
    save->setIcon(Theme::instance().icon(QStringLiteral("download")));
    save->setToolTip(tr("Export"));
    save->setAccessibleName(tr("Export"));
    auto* menu = new QMenu(save);
    menu->addAction(tr("Charts as a picture (PNG)…"), this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save the charts"), QStringLiteral("scalars.png"),
                                                          tr("PNG picture (*.png)"));
        if (!path.isEmpty()) savePng(path);
    });
    menu->addAction(tr("All points of the runs shown (CSV)…"), this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save all points"), QStringLiteral("scalars.csv"),
                                                          tr("Comma-separated values (*.csv)"));
        if (!path.isEmpty()) saveCsv(path);
    });
    connect(save, &QToolButton::clicked, menu,
            [save, menu] { menu->popup(save->mapToGlobal(QPoint(0, save->height() + 2))); });
    row->addWidget(save);
}

void ScalarsPanel::remember(QSettings& settings) {
    setSmoothing(settings.value(QStringLiteral("charts/smoothing"), smoothing()).toDouble());
    const QString axis = settings.value(QStringLiteral("charts/x")).toString();
    for (const auto& [id, name] : kAxes)
        if (axis == QLatin1String(name)) setAxis(id);
    settings_ = &settings;
}

void ScalarsPanel::keep(const ChartCard& card) {
    if (!settings_) return;
    const ChartView view = card.view();
    const QString group = QStringLiteral("charts/%1/").arg(card.tag());
    settings_->setValue(group + QStringLiteral("logY"), view.logY);
    settings_->setValue(group + QStringLiteral("raw"), view.raw);
    settings_->setValue(group + QStringLiteral("hideOutliers"), view.ignoreOutliers);
    settings_->setValue(group + QStringLiteral("expanded"), view.expanded);
}

void ScalarsPanel::setEmptyState(const QString& sentence, const QString& button) {
    emptySentence_ = sentence;
    emptyButton_ = button;
    refreshPage();
}

// Empty: no run at all; busy: a run that has no point yet; charts otherwise.
void ScalarsPanel::refreshPage() {
    const auto& runs = runs_.runs();
    const Run* newest = runs.empty() ? nullptr : &runs.back();
    const bool failed = newest && newest->state == RunState::Failed;
    problem_->setText(!failed           ? QString()
                      : runs.size() > 1 ? tr("%1: %2").arg(newest->name, q(newest->message))
                                        : q(newest->message));
    problem_->setVisible(failed && !charts_.empty());
    bar_->setVisible(!charts_.empty());
    if (!charts_.empty()) {
        pages_->setCurrentWidget(grid_);
        return;
    }
    empty_->clearButtons();
    if (newest && newest->live()) {
        empty_->setMood(EmptyState::Busy);
        empty_->setTitle(tr("Starting"));
        empty_->setSentence(tr("The network is being prepared; the first points come with the first step."));
    } else {
        empty_->setMood(failed ? EmptyState::Failed : EmptyState::Empty);
        empty_->setTitle(failed ? tr("The run failed") : tr("No runs yet"));
        empty_->setSentence(failed ? q(newest->message) : emptySentence_);
        if (!emptyButton_.isEmpty()) {
            auto* button = empty_->addButton(emptyButton_, true);
            button->setObjectName(QStringLiteral("scalarsEmptyAction"));
            connect(button, &QPushButton::clicked, this, &ScalarsPanel::emptyActionRequested);
        }
    }
    pages_->setCurrentWidget(empty_);
}

ChartCard* ScalarsPanel::chart(const QString& tag) const {
    const auto found = std::find_if(charts_.begin(), charts_.end(), [&](auto* chart) { return chart->tag() == tag; });
    return found == charts_.end() ? nullptr : *found;
}

void ScalarsPanel::adopt(ChartCard* card) {
    LinePlot& plot = card->plot();
    plot.setSmoothing(smoothing());
    card->setAxis(axis_);
    if (settings_) {
        const QString group = QStringLiteral("charts/%1/").arg(card->tag());
        const auto set = [&](const char* key, bool fallback) {
            return settings_->value(group + QLatin1String(key), fallback).toBool();
        };
        card->setView({set("logY", false), set("raw", true), set("hideOutliers", true), set("expanded", false)});
    }
    connect(card, &ChartCard::expandToggled, grid_, &ChartGrid::arrange);
    connect(card, &ChartCard::expandToggled, this, [this, card] { keep(*card); });
    connect(card, &ChartCard::viewChanged, this, [this, card] { keep(*card); });
    connect(&plot, &LinePlot::xZoomed, this, [this, card](double from, double to) {
        for (auto* other : charts_)
            if (other != card) other->plot().setXRange(from, to);
    });
    connect(&plot, &LinePlot::fitted, this, [this, card] {
        for (auto* other : charts_)
            if (other != card) other->plot().fit();
    });
    connect(&plot, &LinePlot::cursorMoved, this, [this, card](double x) {
        for (auto* other : charts_)
            if (other != card) other->plot().setCursor(x);
    });
    connect(&plot, &LinePlot::seriesClicked, this, [this, card](int series) {
        if (const int run = card->runOf(series); run >= 0) emit runPicked(run);
    });
    connect(&plot, &LinePlot::exportFailed, this,
            [this](const QString& sentence) { emit exportFinished({}, sentence); });
}

void ScalarsPanel::sync(int id) {
    const Run* run = runs_.find(id);
    if (!run || !run->whole) return;
    bool added = false;
    for (const auto& [name, points] : run->scalars) {
        if (!run->foreign && name.startsWith(QLatin1String("epoch_"))) continue;  // of others: their own curves
        const QString tag = name.startsWith(QLatin1String("val_")) ? name.mid(4) : name;
        if (chart(tag)) continue;
        auto* card = new ChartCard(runs_, tag, grid_);
        adopt(card);
        const auto before =
            std::find_if(charts_.begin(), charts_.end(), [&](auto* other) { return rank(other->tag()) > rank(tag); });
        charts_.insert(before, card);
        added = true;
    }
    for (auto* chart : charts_) chart->sync(id);
    shareExtent();
    if (added) {
        grid_->setCards(charts_);
        refreshPage();
    }
}

// Unzoomed, all charts show the same stretch of x: a point of one stands under that of another.
void ScalarsPanel::shareExtent() {
    double from = std::numeric_limits<double>::infinity(), to = -from;
    for (const auto& run : runs_.runs()) {
        const auto points = run.scalars.find(QStringLiteral("loss"));
        if (!run.shown() || points == run.scalars.end() || points->second.empty()) continue;
        const auto &first = points->second.front(), &last = points->second.back();
        switch (axis_) {
        case ScalarAxis::Step: from = 0, to = std::max(to, last.step); break;
        case ScalarAxis::Relative: from = 0, to = std::max(to, last.wallTime - startOf(run)); break;
        case ScalarAxis::Wall: from = std::min(from, first.wallTime), to = std::max(to, last.wallTime); break;
        case ScalarAxis::Epoch: from = 0, to = std::max(to, last.epoch); break;
        }
    }
    if (!(to > from)) from = to = std::numeric_limits<double>::quiet_NaN();
    for (auto* chart : charts_) chart->plot().setXExtent(from, to);
}

double ScalarsPanel::smoothing() const { return smoothing_->value() / 1000.0; }
void ScalarsPanel::setSmoothing(double weight) { smoothing_->setValue(qRound(weight * 1000)); }

void ScalarsPanel::setAxis(ScalarAxis axis) {
    axis_ = axis;
    axisButton_->setText(axisName(axis) + QStringLiteral("  "));
    axisButton_->setAccessibleName(tr("x axis: %1").arg(axisName(axis)));
    axisButton_->menu()->actions()[static_cast<int>(axis)]->setChecked(true);
    if (settings_) settings_->setValue(QStringLiteral("charts/x"), QLatin1String(kAxes[static_cast<int>(axis)].second));
    for (auto* chart : charts_) {
        chart->setAxis(axis);
        chart->plot().fit();  // a zoom in steps means nothing in seconds
    }
    shareExtent();
}

void ScalarsPanel::savePng(const QString& path) {
    QSaveFile file(path);
    const bool good = file.open(QIODevice::WriteOnly) && grid_->picture(2).save(&file, "PNG") && file.commit();
    emit exportFinished(
        path,
        good ? QString()
             : tr("The picture could not be written to %1: %2. Choose another folder.").arg(path, file.errorString()));
}

void ScalarsPanel::saveCsv(const QString& path) {
    // A copy of the values goes to a pool thread: millions of lines take seconds to write.
    QThreadPool::globalInstance()->start([runs = runs_.runs(), path, self = QPointer<ScalarsPanel>(this)] {
        QSaveFile file(path);
        bool good = file.open(QIODevice::WriteOnly);
        QByteArray text("run,tag,step,epoch,wall_time,value\n");
        for (const auto& run : runs) {
            if (!run.shown()) continue;
            QByteArray name = run.name.toUtf8();
            if (name.contains(',') || name.contains('"') || name.contains('\n'))
                name = '"' + name.replace("\"", "\"\"") + '"';
            for (const auto& [tag, points] : run.scalars)
                for (const auto& point : points) {
                    text += name + ',' + tag.toUtf8() + ',' + QByteArray::number(point.step, 'g', 17) + ',' +
                            QByteArray::number(point.epoch, 'g', 9) + ',' + QByteArray::number(point.wallTime, 'f', 3) +
                            ',' + QByteArray::number(point.value, 'g', 9) + '\n';
                    if (text.size() > (1 << 20)) {
                        good = good && file.write(text) == text.size();
                        text.clear();
                    }
                }
        }
        good = good && file.write(text) == text.size() && file.commit();
        const QString error =
            good
                ? QString()
                : tr("The points could not be written to %1: %2. Choose another folder.").arg(path, file.errorString());
        if (auto* app = QCoreApplication::instance())
            QMetaObject::invokeMethod(app, [self, path, error] {
                if (self) emit self->exportFinished(path, error);
            });
    });
}

void ScalarsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
