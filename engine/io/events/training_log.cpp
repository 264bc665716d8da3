// What of a run goes where, and in which of TensorBoard's forms.
#include "engine/io/events/training_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/core/property.h"
#include "engine/data/png.h"
#include "engine/io/events/event_file.h"
#include "engine/io/events/event_values.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/events/graph_def.h"
#include "engine/io/files.h"
#include "engine/model/build.h"
#include "engine/train/clock.h"
#include "engine/train/recorded_steps.h"

namespace tl {
namespace {

constexpr auto kRound = std::chrono::milliseconds(200);

void addProperties(std::map<std::string, HParam>& to, const std::string& prefix, const Properties& properties) {
    for (const auto& [key, value] : properties) {
        HParam& setting = to[prefix + key];
        if (const auto* on = std::get_if<bool>(&value))
            setting = *on;
        else if (const auto* integer = std::get_if<int64_t>(&value))
            setting = static_cast<double>(*integer);
        else if (const auto* number = std::get_if<double>(&value))
            setting = *number;
        else
            setting = toString(value);
    }
}

std::string valueText(const HParam& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
    return toString(PropertyValue(std::get<double>(value)));
}

// Rows of a table in Markdown. It is read by other programs' users too, so it stays in the field's own words.
std::string row(std::initializer_list<std::string> cells) {
    std::string text = "|";
    for (const std::string& cell : cells) (text += cell) += '|';
    return text + '\n';
}

std::string settingsText(const LoggedRun& run) {
    std::string text = row({"setting", "value"}) + row({"---", "---"});
    text += row({"run", run.name}) + row({"data", '`' + run.dataSpec + '`'});
    for (const auto& [name, value] : hparamsOf(run.training)) text += row({name, valueText(value)});
    for (const AugmentSpec& augment : run.training.augmentation) text += row({"augmentation", augment.type});
    for (const TypedProperties& callback : run.training.callbacks) text += row({"callback", callback.type});
    return text;
}

std::string networkText(const LoggedRun& run) {
    const NetworkReport report = validate(run.network, run.facts);
    std::string text = row({"layer", "type", "output", "parameters"}) + row({"---", "---", "---", "---:"});
    for (const std::string& id : report.order) {
        const NodeSpec* node = run.network.find(id);
        const NodeReport& facts = report.nodes.at(id);
        text += row({id, node ? node->type : "", facts.outputKnown ? facts.output.toString() : "",
                     std::to_string(facts.parameters)});
    }
    text += row({"total", "", "", std::to_string(report.parameters)});
    return text + row({"trainable", "", "", std::to_string(report.trainableParameters)});
}

// Pictures side by side in a square, a pixel between them.
EventImage tiled(const Pictures& pictures) {
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(pictures.count))));
    const int rows = (pictures.count + columns - 1) / columns;
    const int width = columns * (pictures.width + 1) - 1, height = rows * (pictures.height + 1) - 1;
    // What is not finite has a colour of its own, which grey pictures have no room for.
    constexpr std::array<uint8_t, 3> kNotFinite{229, 72, 77};
    const bool broken = !pictures.broken.empty();
    const int channels = broken ? 3 : pictures.channels;
    std::vector<uint8_t> pixels(static_cast<size_t>(width * height * channels), 40);
    for (int i = 0; i < pictures.count; ++i)
        for (int y = 0; y < pictures.height; ++y) {
            const int top = i / columns * (pictures.height + 1) + y, left = i % columns * (pictures.width + 1);
            for (int x = 0; x < pictures.width; ++x) {
                const int from = (i * pictures.height + y) * pictures.width + x,
                          to = (top * width + left + x) * channels;
                const bool bad = broken && pictures.broken[static_cast<size_t>(from)];
                for (int c = 0; c < channels; ++c)
                    pixels[static_cast<size_t>(to + c)] =
                        bad ? kNotFinite[static_cast<size_t>(c)]
                            : pictures.pixels[static_cast<size_t>(from * pictures.channels +
                                                                  std::min(c, pictures.channels - 1))];
            }
        }
    return {width, height, channels, encodePng(width, height, channels, pixels)};
}

// Rows are the true classes: white where all of a class are taken for that one.
EventImage confusionImage(const std::vector<int64_t>& counts) {
    const auto classes = static_cast<int>(std::lround(std::sqrt(static_cast<double>(counts.size()))));
    const int cell = std::max(1, 320 / classes), side = classes * cell;
    std::vector<uint8_t> pixels(static_cast<size_t>(side * side));
    for (int row = 0; row < classes; ++row) {
        int64_t all = 0;
        for (int column = 0; column < classes; ++column) all += counts[static_cast<size_t>(row * classes + column)];
        for (int column = 0; column < classes; ++column) {
            const double share = all > 0 ? static_cast<double>(counts[static_cast<size_t>(row * classes + column)]) /
                                               static_cast<double>(all)
                                         : 0;
            for (int y = 0; y < cell; ++y)
                std::fill_n(pixels.begin() + (row * cell + y) * side + column * cell, cell,
                            static_cast<uint8_t>(std::lround(share * 255)));
        }
    }
    return {side, side, 1, encodePng(side, side, 1, pixels)};
}

EventPrCurve curveOf(const PrCurves::Class& counts) {
    EventPrCurve curve;
    for (size_t i = 0; i < counts.truePositives.size(); ++i) {
        const auto right = static_cast<double>(counts.truePositives[i]),
                   wrong = static_cast<double>(counts.falsePositives[i]);
        const auto positives = static_cast<double>(counts.positives), negatives = static_cast<double>(counts.negatives);
        curve.truePositives.push_back(right);
        curve.falsePositives.push_back(wrong);
        curve.trueNegatives.push_back(negatives - wrong);
        curve.falseNegatives.push_back(positives - right);
        curve.precision.push_back(right + wrong > 0 ? right / (right + wrong) : 1);
        curve.recall.push_back(positives > 0 ? right / positives : 0);
    }
    return curve;
}

}  // namespace

std::map<std::string, HParam> hparamsOf(const TrainingSpec& training) {
    std::map<std::string, HParam> hparams{{"optimizer", training.optimizer.type},
                                          {"schedule", training.schedule.type},
                                          {"learning_rate", training.learningRate},
                                          {"batch_size", static_cast<double>(training.batch)},
                                          {"epochs", static_cast<double>(training.epochs)},
                                          {"seed", static_cast<double>(training.seed)},
                                          {"precision", training.precision},
                                          {"device", training.device}};
    addProperties(hparams, training.optimizer.type + "_", training.optimizer.properties);
    addProperties(hparams, training.schedule.type + "_", training.schedule.properties);
    addProperties(hparams, "", training.optimizerOptions);
    return hparams;
}

namespace {

// The folder of the run whose settings stand at the head of these files; empty where they do not say, nothing where
// there are no files.
std::optional<std::string> loggedIn(const std::string& folder) {
    const std::vector<std::string> files = eventFilesOf(folder);
    if (files.empty()) return {};
    constexpr int kHead = 32;  // records: those of other programs may go on for gigabytes
    std::stop_source enough;
    EventHParams told;
    EventFile(files.front())
        .read(
            [&, seen = 0](std::span<const uint8_t> record, uint64_t) mutable {
                if (told.model.empty()) (void)readHParams(hparamsIn(record), told);
                if (!told.model.empty() || ++seen == kHead) enough.request_stop();
            },
            enough.get_token());
    return told.model;
}

}  // namespace

std::string logFolderIn(const std::string& logs, const LoggedRun& run) {
    namespace fs = std::filesystem;
    const std::string own = (fs::path(logs) / fs::path(run.folder).filename()).string();
    for (int number = 0;; ++number) {
        std::string folder = number == 0 ? logs : number == 1 ? own : own + "-" + std::to_string(number);
        const auto who = loggedIn(folder);
        if (!who || (run.resumed && *who == run.folder)) return folder;
    }
}

TrainingLog::TrainingLog(std::string folder, LoggedRun run, const std::shared_ptr<EventLog>& log,
                         std::function<void(const Message&)> trouble, Rest rest)
    : folder_(std::move(folder)), run_(std::move(run)), trouble_(std::move(trouble)), rest_(std::move(rest)),
      events_(log->reader()) {
    makeDirectory(folder_ + "/train");
    thread_ = std::thread([this] { main(); });
}

TrainingLog::~TrainingLog() { close(RunState::Stopped); }

void TrainingLog::close(RunState last) {
    {
        const std::lock_guard lock(mutex_);
        if (!ended_) ended_ = last;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void TrainingLog::main() {
    try {
        begin();
        std::unique_lock lock(mutex_);
        for (bool last = false; !last;) {
            rest_(changed_, lock, kRound, [this] { return ended_.has_value() || rounds_ < roundsWanted_; });
            last = ended_.has_value();
            lock.unlock();
            take();
            if (last && leftOut_) addPictures(*leftOut_);
            if (last) train_->hparamsEnd(newest_ > 0 ? newest_ : wallClock(), *ended_ == RunState::Finished);
            train_->flush();
            if (validation_) validation_->flush();
            const bool fails = !train_->problem().empty() || (validation_ && !validation_->problem().empty());
            if (fails) throw Error(!train_->problem().empty() ? train_->problem() : validation_->problem());
            lock.lock();
            ++rounds_;
            changed_.notify_all();
        }
    } catch (const std::exception& error) {
        events_.reset();  // nobody is waited for
        if (trouble_) trouble_(Message("{problem} The training goes on without event files.", messageOf(error)));
    }
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
}

void TrainingLog::flush() {
    std::unique_lock lock(mutex_);
    // The round under way may have begun without what was told last.
    const uint64_t wanted = rounds_ + 2;
    roundsWanted_ = std::max(roundsWanted_, wanted);
    changed_.notify_all();
    changed_.wait(lock, [&] { return rounds_ >= wanted || over_; });
}

void TrainingLog::begin() {
    const std::string folder = folder_ + "/train";
    const bool described = run_.resumed && !std::filesystem::is_empty(folder);
    if (run_.resumed) {
        cutEventFiles(folder, run_.resumed->step, run_.resumed->epoch);
        cutEventFiles(folder_ + "/validation", run_.resumed->step, run_.resumed->epoch);
    }
    train_ = std::make_unique<EventWriter>(folder);
    if (run_.resumed) train_->goesOnAfter(run_.resumed->step, wallClock());
    if (!described) describe();
    train_->flush();
}

void TrainingLog::describe() {
    const double now = wallClock();
    train_->hparamsStart(now, hparamsOf(run_.training), {"epoch_loss", "epoch_accuracy"}, run_.name, run_.folder);
    train_->text("settings", 0, now, settingsText(run_));
    train_->text("network", 0, now, networkText(run_));
    train_->graph(now, graphDefOf(build(run_.network, run_.facts, run_.training.batch, true, run_.dataType).graph));
}

void TrainingLog::take() {
    for (const Event& event : events_->drain()) add(event);
    if (trouble_ && events_->missed() + events_->missedWatched() > 0 && !std::exchange(lacking_, true))
        trouble_("The event files lack some of what the run told: the disk was too slow for it.");
}

EventWriter& TrainingLog::validation() {
    if (!validation_) {
        validation_ = std::make_unique<EventWriter>(folder_ + "/validation");
        if (run_.resumed) validation_->goesOnAfter(run_.resumed->step, wallClock());
    }
    return *validation_;
}

void TrainingLog::add(const Event& event) {
    if (const auto* step = std::get_if<StepRecord>(&event)) addStep(*step);
    if (const auto* epoch = std::get_if<EpochRecord>(&event)) addEpoch(*epoch);
    if (const auto* watched = std::get_if<WatchedRecord>(&event)) addWatched(*watched);
    if (const auto* watches = std::get_if<WatchesRecord>(&event))
        train_->scalar("watching/share", watches->step, wallClock(), watches->share);
    if (const auto* rate = std::get_if<LearningRateRecord>(&event)) {
        const std::string words = "rate " + withDigits(rate->from, 4) + " → " + withDigits(rate->to, 4);
        train_->text("live_changes", rate->step, wallClock(), words);
    }
}

void TrainingLog::addStep(const StepRecord& record) {
    newest_ = record.wallTime;
    if (!isRecorded(record)) return;
    EventWriter::Scalars values{{"loss", record.loss}};
    for (const auto& [name, value] : record.metrics) values.emplace_back(name, value);
    values.emplace_back("learning_rate", record.learningRate);
    if (record.imagesPerSecond > 0) values.emplace_back("images_per_second", record.imagesPerSecond);
    train_->scalars(record.step, record.wallTime, values);
}

void TrainingLog::addEpoch(const EpochRecord& record) {
    newest_ = record.wallTime;
    const double done = static_cast<double>(record.epoch + 1);
    EventWriter::Scalars means{{kEpochTag, done}}, validated{{kEpochTag, done}};
    for (const auto& [name, value] : record.values) {
        if (name.starts_with("val_"))
            validated.emplace_back(name.substr(4), value);
        else
            means.emplace_back("epoch_" + name, value);
    }
    train_->scalars(record.step, record.wallTime, means);
    if (validated.size() > 1) validation().scalars(record.step, record.wallTime, validated);
    leftOut_.reset();
    if (pictures_.due(record.wallTime))
        addPictures(record);
    else
        leftOut_ = record;
}

void TrainingLog::addPictures(const EpochRecord& record) {
    if (!record.confusion.empty())
        validation().image("confusion_matrix", record.step, record.wallTime, confusionImage(record.confusion));
    if (!record.curves) return;
    for (const PrCurves::Class& each : record.curves->classes) {
        const auto index = static_cast<size_t>(each.index);
        const std::string name = index < run_.classNames.size() ? run_.classNames[index] : std::to_string(each.index);
        validation().prCurve("pr_curve/" + name, record.step, record.wallTime, curveOf(each));
    }
}

void TrainingLog::addWatched(const WatchedRecord& record) {
    const auto& [step, wall, name, content] = record;
    if (const auto* found = std::get_if<Measured>(&content)) {
        const Statistics& statistics = found->statistics;
        const double count = std::max(static_cast<double>(statistics.count), 1.0);
        std::vector<std::pair<std::string, double>> numbers{
            {name + "/mean", statistics.mean()},
            {name + "/deviation", statistics.deviation()},
            {name + "/norm", statistics.norm()},
            {name + "/zeros", static_cast<double>(statistics.zeros) / count},
            {name + "/non_finite", static_cast<double>(statistics.nonFinite) / count}};
        if (name.ends_with("/output")) numbers.emplace_back(name + "/dead", found->dead);
        train_->scalars(step, wall, numbers);
    } else if (const auto* update = std::get_if<WatchedRecord::UpdateRatio>(&content)) {
        train_->scalar(name + "/update_ratio", step, wall, update->ratio);
    } else if (const auto* histogram = std::get_if<std::shared_ptr<const Histogram>>(&content)) {
        train_->histogram(name, step, wall, **histogram);
    } else if (const auto* pictures = std::get_if<std::shared_ptr<const Pictures>>(&content)) {
        train_->image(name + "/pictures", step, wall, tiled(**pictures));
    }
}

}  // namespace tl
