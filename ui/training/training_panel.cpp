// See the header. While a run is under way its own settings are shown, whoever trains it: the rate field talks to
// the run (from the next step on) and the rest is read-only; the project's come back with the end of the run.
#include "ui/training/training_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.h"
#include "engine/train/monitored.h"
#include "engine/train/optimizer.h"
#include "engine/train/recipe.h"
#include "engine/train/test_time_augmentation.h"
#include "engine/train/training_graph.h"
#include "ui/commands/training_editor.h"
#include "ui/jobs/run_controller.h"
#include "ui/jobs/step_forecast.h"
#include "ui/models/data_set_model.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/property_rows.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "ui/training/callback_steps.h"
#include "ui/training/device_choices.h"
#include "ui/training/rate_section.h"
#include "ui/training/rate_step.h"
#include "ui/training/schedule_curve.h"
#include "ui/training/steps_section.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/tab_order.h"
#include "widgets/properties/property_grid.h"
#include "widgets/properties/stop_listening.h"

namespace tl {

namespace {

// As Keras's fit() calls it, where the project's own name is another.
QString nameOf(const QString& key) {
    if (key == QLatin1String("batch")) return QStringLiteral("batch_size");
    if (key == QLatin1String("validation_fraction")) return QStringLiteral("validation_split");
    if (key == QLatin1String("test_fraction")) return QStringLiteral("test_split");
    return key.section(QLatin1Char('.'), -1);
}

PropertyRow row(const char* key, PropertyRow::Kind kind, const QVariant& value, const QVariant& standard,
                double minimum, double maximum, const QString& help, const QString& unit = {}) {
    PropertyRow r;
    r.key = QLatin1String(key);
    r.label = nameOf(r.key);
    r.kind = kind;
    r.value = value;
    r.defaultValue = standard;
    r.minimum = minimum;
    r.maximum = maximum;
    r.help = help;
    r.unit = unit;
    return r;
}

PropertyRow choice(const char* key, const std::string& value, const QString& standard, const QStringList& choices,
                   const QString& help) {
    PropertyRow r = row(key, PropertyRow::Choice, q(value), standard, 0, 0, help);
    r.choices = choices;
    if (!choices.contains(q(value))) r.problem = TrainingPanel::tr("There is no %1 here.").arg(q(value));
    return r;
}

template <typename T>
const T* typeOf(const std::vector<T>& all, const std::string& id) {
    for (const T& type : all)
        if (type.id == id) return &type;
    return nullptr;
}

// People choose by title; the project keeps the id.
template <typename T>
QStringList titlesOf(const std::vector<T>& all) {
    QStringList titles;
    for (const T& type : all) titles << q(type.title);
    return titles;
}

template <typename T>
QString titleOf(const std::vector<T>& all, const std::string& id) {
    const T* type = typeOf(all, id);
    return type ? q(type->title) : q(id);
}

template <typename T>
std::string idOf(const std::vector<T>& all, const QString& title) {
    for (const T& type : all)
        if (q(type.title) == title || q(type.id) == title) return type.id;
    return title.toStdString();
}

// Steps of a schedule reach rates such as 0.00073412345: four digits say as much.
double fourDigits(double value) { return QString::number(value, 'g', 4).toDouble(); }

std::vector<StepType> augmentationSteps() {
    std::vector<StepType> steps;
    for (const AugmentGroup group : {AugmentGroup::Geometry, AugmentGroup::Colour, AugmentGroup::Noise,
                                     AugmentGroup::Mixing, AugmentGroup::Automatic})
        for (const AugmentType& type : allAugmentations())
            if (type.group == group)
                steps.push_back({type.id, type.title, q(type.help), q(titleOf(group)), &type.properties});
    return steps;
}

}  // namespace

TrainingPanel::TrainingPanel(TrainingModel& model, TrainingEditor& editor, RunController& controller, RunModel& runs,
                             const NetworkModel& network, DataSetModel& data, RateFinder& finder,
                             const DeviceList& devices, const StepForecast& forecast, QWidget* parent)
    : QWidget(parent), model_(model), editor_(editor), controller_(controller), runs_(runs), data_(data),
      devices_(devices), forecast_(forecast) {
    setObjectName(QStringLiteral("trainingPanel"));
    const auto [scroll, layout] = makeScrollColumn();

    Section first = addSection(layout, tr("Optimizer"), true);
    optimizerCaption_ = first.caption;
    QVBoxLayout* part = first.column;
    form_ = layout->parentWidget();
    epochs_ = addGrid(part, "epochsGrid");  // what is changed most stands first
    connect(epochs_, &PropertyGrid::edited, this, &TrainingPanel::editGeneral);
    optimizer_ = addGrid(part, "optimizerGrid");
    connect(optimizer_, &PropertyGrid::edited, this, &TrainingPanel::editOptimizer);
    options_ = addGrid(part, "optimizerOptionsGrid");
    connect(options_, &PropertyGrid::edited, this, [this](const QString& key, const QVariant& value, bool final) {
        editor_.edit(
            key, [&](TrainingSpec& spec) { assign(optimizerOptions(), spec.optimizerOptions, key, value); }, final);
    });
    search_ = new RateSection(finder);
    part->addWidget(search_);
    connect(search_, &RateSection::chosen, this, [this](double rate) {
        editor_.edit(QStringLiteral("learning_rate"), [&](TrainingSpec& spec) { spec.learningRate = rate; });
    });
    connect(search_, &RateSection::found, this, [this] {  // below the edge of a low panel; once it is laid out
        QTimer::singleShot(0, this, [this] { findChild<QScrollArea*>()->ensureWidgetVisible(search_, 0, 8); });
    });
    schedule_ = addGrid(part, "scheduleGrid");
    connect(schedule_, &PropertyGrid::edited, this, &TrainingPanel::editSchedule);
    curve_ = new ScheduleCurve;
    auto* under = new QHBoxLayout;
    under->setContentsMargins(10, 0, 12, 0);
    under->addWidget(curve_);
    part->addLayout(under);
    part = addSection(layout, tr("Run"), true).column;
    general_ = addGrid(part, "trainingGrid");
    connect(general_, &PropertyGrid::edited, this, &TrainingPanel::editGeneral);

    part = addSection(layout, tr("Callbacks"), true).column;
    // Of the next run: one under way has its own network and data.
    const auto values = [this, &network] {
        const auto& set = data_.dataSet();
        return live_ || !set ? std::vector<std::string>() : epochValues(network.spec(), set->validation != nullptr);
    };
    callbacks_ = new StepsSection(editor_, &TrainingSpec::callbacks, callbackSteps(values), QStringLiteral("callback"),
                                  tr("Add callback"));
    part->addWidget(callbacks_);
    augmentationPart_ = addSection(layout, tr("Augmentation"), true).column;
    augmentation_ = new StepsSection(editor_, &TrainingSpec::augmentation, augmentationSteps(),
                                     QStringLiteral("augment"), tr("Add augmentation"));
    augmentationPart_->addWidget(augmentation_);
    layout->addStretch(1);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);

    connect(&model_, &TrainingModel::changed, this, &TrainingPanel::refresh);
    connect(&controller_, &RunController::stateChanged, this, &TrainingPanel::refresh);
    connect(&data_, &DataSetModel::stateChanged, this, &TrainingPanel::refresh);
    connect(&devices_, &DeviceList::changed, this, &TrainingPanel::refresh);
    connect(&forecast_, &StepForecast::changed, this, &TrainingPanel::refresh);
    connect(&network, &NetworkModel::reportChanged, this, &TrainingPanel::refresh);
    connect(&controller_, &RunController::stepped, this, &TrainingPanel::follow);
    refresh();
}

TrainingPanel::~TrainingPanel() { stopListening(*this); }

void TrainingPanel::setAugmentationPreview(QWidget* preview) {
    auto* under = new QHBoxLayout;
    under->setContentsMargins(10, 0, 12, 0);
    preview_ = preview;
    under->addWidget(preview_);
    augmentationPart_->insertLayout(1, under);
    refresh();
}

void TrainingPanel::showAugmentation() {
    findChild<QScrollArea*>()->ensureWidgetVisible(augmentation_);
    augmentation_->findChild<QWidget*>(QStringLiteral("augmentAdd"))->setFocus(Qt::OtherFocusReason);
}

PropertyGrid* TrainingPanel::addGrid(QVBoxLayout* layout, const char* name) {
    auto* grid = new PropertyGrid;
    grid->setObjectName(QLatin1String(name));
    layout->addWidget(grid);
    return grid;
}

QWidget* TrainingPanel::editorOf(const QString& key) const {
    for (const PropertyGrid* grid : {epochs_, optimizer_, options_, schedule_, general_})
        if (QWidget* editor = grid->editor(key)) return editor;
    return nullptr;
}

TrainingSpec TrainingPanel::shown() const {
    const Run* run = controller_.active() ? runs_.find(controller_.currentRun()) : nullptr;
    if (!run || !run->training) return model_.spec();
    TrainingSpec spec = *run->training;
    spec.epochs = run->epochs;
    return spec;
}

double TrainingPanel::currentRate() const {
    const Run* run = controller_.active() ? runs_.find(controller_.currentRun()) : nullptr;
    const double set = shown().learningRate;
    if (!run || run->lastStep.step == 0) return set;
    const auto rate = static_cast<double>(run->lastStep.learningRate);
    return std::abs(rate - set) <= 1e-6 * std::abs(set) ? set : fourDigits(rate);
}

// After each drain: the curve's line moves; the rows are given again only when they would show another rate, and at
// most four times a second, which is as fast as digits can be read.
void TrainingPanel::follow() {
    const Run* run = controller_.active() ? runs_.find(controller_.currentRun()) : nullptr;
    double position = -1;
    if (run && run->lastStep.stepsPerEpoch > 0 && run->epochs > 0)
        position =
            static_cast<double>(run->lastStep.step) / (static_cast<double>(run->lastStep.stepsPerEpoch) * run->epochs);
    curve_->setPosition(position);
    if (currentRate() == shownRate_ || (sinceRate_.isValid() && sinceRate_.elapsed() < 250)) return;
    refreshLive();
}

void TrainingPanel::refreshLive() {
    const TrainingSpec spec = shown();
    const bool live = controller_.active();
    const Run* run = live && !controller_.own() ? runs_.find(controller_.currentRun()) : nullptr;
    optimizerCaption_->setText(run    ? tr("Optimizer · live in another program")
                               : live ? tr("Optimizer · live")
                                      : tr("Optimizer"));
    optimizerCaption_->setToolTip(run ? plainTip(run->name) : QString());
    shownRate_ = currentRate();
    sinceRate_.start();
    const TrainingSpec standard;
    QVector<PropertyRow> rows;
    rows << choice("optimizer", titleOf(allOptimizers(), spec.optimizer.type).toStdString(),
                   titleOf(allOptimizers(), standard.optimizer.type), titlesOf(allOptimizers()),
                   tr("How weights follow their gradients."));
    const OptimizerType* optimizer = typeOf(allOptimizers(), spec.optimizer.type);
    // While a schedule moves the rate, "changed from the default" says nothing.
    const bool moved = live && spec.schedule.type != "constant";
    rows << row("learning_rate", PropertyRow::Float, shownRate_,
                moved       ? shownRate_
                : optimizer ? optimizer->defaultLearningRate
                            : standard.learningRate,
                0, PropertyRow().maximum,
                live
                    ? tr("The learning rate: takes effect from the next step; a schedule is scaled to pass through it.")
                    : tr("The learning rate: constant, or the peak of the schedule."),
                spec.schedule.type == "constant" ? QString() : titleOf(allSchedules(), spec.schedule.type).toLower());
    rows.back().above = true;
    rows << row("batch", PropertyRow::Int, spec.batch, standard.batch, 1, 65536, tr("The batch: samples in one step."),
                tr("samples"));
    if (const auto& data = data_.dataSet(); data && spec.batch > data->train->size())
        rows.back().problem = tr("The training split has only %1 samples.").arg(data->train->size());
    if (optimizer) rows += propertyRows(optimizer->properties, spec.optimizer.properties, QStringLiteral("optimizer."));
    optimizer_->setRows(rows);
    for (const PropertyRow& r : rows)
        if (QWidget* editor = optimizer_->editor(r.key))
            editor->setEnabled(!live || r.key == QLatin1String("learning_rate"));
    follow();
}

void TrainingPanel::refresh() {
    const TrainingSpec spec = shown();
    const bool live = controller_.active();
    // A field that a run takes away hands the keyboard on, and the next one that works is the rate of that run.
    const bool was = std::exchange(live_, live);
    if (live != was) rates_.clear();
    if (live && !was && isAncestorOf(QApplication::focusWidget())) setFocus();
    QStringList devices;
    for (const DeviceInfo& device : devices_.devices()) devices << q(device.id);
    const int cores = devices_.threads(spec.device);
    const bool lost = !devices_.find(spec.device);
    if (!devices.contains(q(spec.device))) devices << q(spec.device);  // as the project has it
    const TrainingSpec standard;
    QVector<PropertyRow> rows;
    rows << row("epochs", PropertyRow::Int, spec.epochs, standard.epochs, 1, 100000,
                tr("Passes over the training samples."));
    epochs_->setRows(rows);
    rows.clear();
    rows << row(
        "validation_fraction", PropertyRow::Float, spec.validationFraction, standard.validationFraction, 0, 0.9,
        tr("Share of the training samples kept for validation, where the data has no validation split of its own."),
        tr("of train"));
    rows << row("test_fraction", PropertyRow::Float, spec.testFraction, standard.testFraction, 0, 0.9,
                tr("Share of the training samples kept for test, where the data has no test split of its own. It is "
                   "drawn first; the share for validation is of the rest."),
                tr("of train"));
    if (const auto& set = data_.dataSet(); !live && spec.testFraction > 0 && set && set->test && !set->testDrawn)
        rows.back().note = tr("The data has a test split of its own: no share is held out for test.");
    rows << row("stratify", PropertyRow::Bool, spec.stratify, standard.stratify, 0, 0,
                tr("Every class gives the same share of its samples for validation and test; off: they are drawn from "
                   "all alike."));
    rows << row("seed", PropertyRow::Int, static_cast<qlonglong>(spec.seed), static_cast<qlonglong>(standard.seed), 0,
                9e15, tr("The same seed and thread count end in the same weights, bit for bit."));
    rows << choice("device", spec.device, QStringLiteral("cpu"), devices, tr("Where the plan runs."));
    if (lost && !devices_.searching()) rows.back().problem = tr("This machine has no device %1.").arg(q(spec.device));
    rows << choice("threads", threadsText(spec.threads, cores).toStdString(), threadsText(0, cores),
                   threadChoices(cores, spec.threads), tr("auto uses all %1 of the device.").arg(cores));
    rows << choice("precision", spec.precision, q(standard.precision),
                   precisionsFor(devices_.find(spec.device), spec.precision),
                   precisionHelp(devices_.find(spec.device)));
    if (!live && forecast_.lacksFloat8())
        rows.back().note =
            tr("No product of this network would be in 8 bits: only those of two matrices are, where all "
               "sizes are multiples of 16. It trains in bfloat16.");
    rows << row("memory_limit", PropertyRow::Int, spec.memoryLimit, standard.memoryLimit, 0, 1e7,
                tr("Of a step with its weights; over it, values are computed twice instead of kept. 0 is no limit."),
                tr("MiB"));
    rows << choice(
        "kernel_choice", spec.kernelChoice, q(standard.kernelChoice),
        {QStringLiteral("model"), QStringLiteral("timed")},
        tr("Of ops that several kernels can do: model takes what a cost model prefers; timed tries all of them "
           "once for each shape, keeps the fastest for later runs, and starts later for it."));
    QStringList views;
    for (const std::string& one : testTimeAugmentations()) views << q(one);
    rows << choice("test_time_augmentation", spec.testTimeAugmentation, q(standard.testTimeAugmentation), views,
                   tr("Views of each image whose scores are averaged where a run is evaluated on the test split: as it "
                      "is, with its mirror, or both also moved by a pixel. The validation of epochs looks at images as "
                      "they are."));
    general_->setRows(rows);

    rows.clear();
    rows << choice("schedule", titleOf(allSchedules(), spec.schedule.type).toStdString(),
                   titleOf(allSchedules(), standard.schedule.type), titlesOf(allSchedules()),
                   tr("How the rate changes over the run."));
    if (const ScheduleType* type = typeOf(allSchedules(), spec.schedule.type))
        rows += propertyRows(type->properties, spec.schedule.properties, QStringLiteral("schedule."));
    sayTogether(rows, refreshCurve());
    schedule_->setRows(rows);

    QVector<PropertyRow> options = propertyRows(optimizerOptions(), spec.optimizerOptions);
    for (PropertyRow& r : options) r.advanced = true;
    try {
        checkOptimizerOptions(spec.optimizerOptions);
    } catch (const Error& error) {
        const auto wrong = std::find_if(options.begin(), options.end(), [&](const PropertyRow& r) {
            return r.key.toStdString() == error.thing().english();
        });
        // Of those that clip, below the last of the three.
        (wrong != options.end() ? *wrong : options[2]).problem = q(messageOf(error));
    }
    options_->setRows(options);
    options_->setReadOnly(live);
    search_->setEnabled(!live);
    callbacks_->refresh(spec, live, tr("Nothing watches the run."));
    const bool numbers = data_.dataSet() && data_.dataSet()->numeric();
    if (preview_) preview_->setVisible(!spec.augmentation.empty() && !numbers);
    augmentation_->refresh(spec, live || numbers,
                           numbers ? tr("For images: this data set holds numbers.")
                                   : tr("None: training sees the images as they are."));
    epochs_->setReadOnly(live);
    general_->setReadOnly(live);
    schedule_->setReadOnly(live);
    refreshLive();
    tabThroughLayouts(*form_);
}

// Returns what keeps the schedule from having a rate, as a sentence.
QString TrainingPanel::refreshCurve() {
    const TrainingSpec spec = shown();
    const ScheduleType* type = typeOf(allSchedules(), spec.schedule.type);
    QVector<double> rates;
    QString problem;
    if (type) {
        try {
            // Steps of the run as it would be, so that a warm-up counted in steps has its true length.
            const auto data = data_.dataSet();
            const qint64 images = data ? data->train->size() : 0;
            const qint64 steps =
                images > 0 ? std::max<qint64>(2, (images + spec.batch - 1) / std::max(1, spec.batch) * spec.epochs)
                           : 16000;
            constexpr int kPoints = 160;
            for (int i = 0; i <= kPoints; ++i)
                rates << scheduledRate(spec, std::min(steps - 1, i * steps / kPoints), steps);
        } catch (const std::exception& error) {
            rates.clear();
            problem = q(messageOf(error));
        }
    }
    curve_->setRates(rates);
    return problem;
}

void TrainingPanel::editGeneral(const QString& key, const QVariant& value, bool final) {
    editor_.edit(
        nameOf(key),
        [&](TrainingSpec& spec) {
            if (key == QLatin1String("device")) spec.device = value.toString().toStdString();
            if (key == QLatin1String("threads")) spec.threads = value.toInt();  // "auto (2)" is no number: 0
            if (key == QLatin1String("precision")) spec.precision = value.toString().toStdString();
            if (key == QLatin1String("kernel_choice")) spec.kernelChoice = value.toString().toStdString();
            if (key == QLatin1String("test_time_augmentation"))
                spec.testTimeAugmentation = value.toString().toStdString();
            if (key == QLatin1String("memory_limit")) spec.memoryLimit = value.toInt();
            if (key == QLatin1String("epochs")) spec.epochs = std::max(1, value.toInt());
            if (key == QLatin1String("seed")) spec.seed = value.toULongLong();
            if (key == QLatin1String("validation_fraction")) spec.validationFraction = value.toDouble();
            if (key == QLatin1String("test_fraction")) spec.testFraction = value.toDouble();
            if (key == QLatin1String("stratify")) spec.stratify = value.toBool();
        },
        final);
}

void TrainingPanel::editOptimizer(const QString& key, const QVariant& value, bool final) {
    if (controller_.active()) {
        if (key == QLatin1String("learning_rate") && final && value.toDouble() != shownRate_) {
            rates_.push(new RateStep(controller_, nameOf(key), shownRate_, value.toDouble()));
            shownRate_ = value.toDouble();  // by the field: taken back before the run had it, it is shown anew
            sinceRate_.start();
        } else if (key != QLatin1String("learning_rate")) {
            refreshLive();  // the optimizer itself stays as the run began
        }
        return;
    }
    editor_.edit(
        nameOf(key),
        [&](TrainingSpec& spec) {
            if (key == QLatin1String("learning_rate")) {
                spec.learningRate = value.toDouble();
            } else if (key == QLatin1String("batch")) {
                changeBatch(spec, std::max(1, value.toInt()));
            } else if (key == QLatin1String("optimizer")) {
                const std::string id = idOf(allOptimizers(), value.toString());
                if (id != spec.optimizer.type) changeOptimizer(spec, id);
            } else if (const OptimizerType* type = typeOf(allOptimizers(), spec.optimizer.type)) {
                assign(type->properties, spec.optimizer.properties, key.section(QLatin1Char('.'), 1), value);
            }
        },
        final);
}

void TrainingPanel::editSchedule(const QString& key, const QVariant& value, bool final) {
    editor_.edit(
        nameOf(key),
        [&](TrainingSpec& spec) {
            if (key == QLatin1String("schedule")) {
                const std::string id = idOf(allSchedules(), value.toString());
                if (id != spec.schedule.type) spec.schedule = {id, {}};
            } else if (const ScheduleType* type = typeOf(allSchedules(), spec.schedule.type)) {
                assign(type->properties, spec.schedule.properties, key.section(QLatin1Char('.'), 1), value);
            }
        },
        final);
}

}  // namespace tl
