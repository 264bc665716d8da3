// Records are taken as they come; the canvas is told twice a second what has changed.
#include "ui/models/live_layers.h"

#include <algorithm>
#include <cmath>

#include "engine/profile/recording.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/network_model.h"
#include "ui/models/picture.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/watch_list.h"

namespace tl {
namespace {

constexpr int kShownEvery = 500, kMaps = 8;  // ms

const std::vector<Watch>& needed() {
    static const std::vector<Watch> watches{{"outputs", WatchKind::Pictures},
                                            {"outputs", WatchKind::Statistics},
                                            {"gradients", WatchKind::Statistics},
                                            {"weights", WatchKind::Histogram}};
    return watches;
}

QString timeText(double seconds) {
    if (seconds < 1e-3) return QStringLiteral("%1 µs").arg(seconds * 1e6, 0, 'f', 0);
    return QStringLiteral("%1 ms").arg(seconds * 1e3, 0, 'g', 3);
}

}  // namespace

LiveLayers::LiveLayers(NetworkModel& network, RunModel& runs, RunController& controller, QObject* parent)
    : QObject(parent), network_(network), controller_(controller) {
    timer_.setInterval(kShownEvery);
    connect(&timer_, &QTimer::timeout, this, [this] {
        takeTimes();
        if (std::exchange(fresh_, false)) show();
    });
    connect(&runs, &RunModel::watched, this, [this](int run, const std::vector<WatchedRecord>& records) {
        if (!on_ || run != controller_.currentRun()) return;
        for (const WatchedRecord& record : records) take(record);
    });
    connect(&controller, &RunController::stateChanged, this, [this] {
        if (on_ && controller_.state() == RunState::Starting) clear();  // another run's layers
    });
}

void LiveLayers::setOn(bool on) {
    if (on == on_) return;
    on_ = on;
    WatchList& watches = controller_.watches();
    for (const Watch& watch : needed()) {
        if (on)
            watches.lend(watch);
        else
            watches.takeBack(watch);
    }
    network_.setRoomForLive(on);
    if (on) {
        spans_ = std::make_unique<SpanCollector>(SpanCollector::Start::Now);
        timer_.start();
    } else {
        timer_.stop();
        spans_.reset();
        clear();
    }
    emit toggled(on);
}

void LiveLayers::clear() {
    layers_.clear();
    network_.setLive({});
}

void LiveLayers::take(const WatchedRecord& record) {
    const size_t slash = record.name.find('/');
    if (slash == std::string::npos) return;
    const std::string id = record.name.substr(0, slash), part = record.name.substr(slash + 1);
    Layer& layer = layers_[id];
    fresh_ = true;
    if (const auto* pictures = std::get_if<std::shared_ptr<const Pictures>>(&record.content)) {
        // Numbers in a row are no picture.
        if (part == "output" && (*pictures)->height > 1 && (*pictures)->count > 1)
            layer.strip.maps = toQImages(**pictures, kMaps);
    } else if (const auto* histogram = std::get_if<std::shared_ptr<const Histogram>>(&record.content)) {
        if (part == "kernel" || layer.strip.bars.isEmpty())
            layer.strip.bars = QVector<double>((*histogram)->counts.begin(), (*histogram)->counts.end());
    } else if (const auto* found = std::get_if<Measured>(&record.content)) {
        if (part == "output")
            layer.strip.dead = tr("%1 % dead").arg(100 * found->dead, 0, 'f', 0);
        else
            layer.gradients[part] = found->statistics;
    }
}

// Of the training's own thread, a step: what its kernels took, by layer.
void LiveLayers::takeTimes() {
    if (!spans_) return;
    std::map<std::string, uint64_t> spent;
    int64_t steps = 0;
    uint64_t first = 0, last = 0;
    for (const ThreadSpans& thread : spans_->collect()) {
        if (thread.name != "training") continue;
        for (const SpanRecord& span : thread.spans) {
            if (span.name == stepSpan()) {
                ++steps;
                continue;
            }
            const SpanInfo info = spanInfo(span.name);
            if (info.layer.empty() || info.category == SpanCategory::OpByOp) continue;
            spent[info.layer] += span.end - span.begin;
            if (first == 0) first = span.begin;
            last = span.end;
        }
    }
    if (steps == 0 || last <= first) return;
    const double second =
        static_cast<double>(wallNanoseconds(last) - wallNanoseconds(first)) * 1e-9 / static_cast<double>(last - first);
    for (const auto& [id, span] : spent)
        layers_[id].seconds = static_cast<double>(span) * second / static_cast<double>(steps);
    fresh_ = true;
}

void LiveLayers::show() {
    struct Gradient {
        double norm = 0, rms = 0;
        bool finite = true;
    };
    std::map<std::string, Gradient> gradients;
    double largest = 0;
    for (const auto& [id, layer] : layers_) {
        if (layer.gradients.empty()) continue;
        Gradient& all = gradients[id];
        double squares = 0, count = 0;
        for (const auto& [name, statistics] : layer.gradients) {
            squares += statistics.sumOfSquares;
            count += static_cast<double>(statistics.count);
            all.finite = all.finite && statistics.nonFinite == 0;
        }
        all.norm = std::sqrt(squares);
        all.rms = std::sqrt(squares / std::max(count, 1.0));
        largest = std::max(largest, all.rms);
    }
    QHash<QString, LiveStrip> strips;
    for (auto& [id, layer] : layers_) {
        LiveStrip strip = layer.strip;
        if (layer.seconds >= 0) strip.time = timeText(layer.seconds);
        const auto gradient = gradients.find(id);
        if (gradient != gradients.end()) {
            const Gradient& g = gradient->second;
            strip.gradient = QStringLiteral("∇ %1").arg(g.norm, 0, 'g', 2);
            if (!g.finite || g.norm > kExplodes)
                strip.alarm = tr("explodes");
            else if (g.rms < kVanishes || g.rms < kVanishesBeside * largest)
                strip.alarm = tr("vanishes");
        }
        strips.insert(QString::fromStdString(id), strip);
    }
    network_.setLive(std::move(strips));
}

}  // namespace tl
