// See the header.
#include "ui/models/run_events.h"

#include <algorithm>

#include "engine/run/checkpoint_writer.h"
#include "engine/train/recorded_steps.h"

namespace tl {

bool isOfEpochs(const QString& tag) {
    return tag.startsWith(QLatin1String("val_")) || tag.startsWith(QLatin1String("epoch_"));
}

void RunEvents::tellLast() {
    if (const auto* last = std::exchange(last_, nullptr)) run_.lastStep = *last;
}

void RunEvents::addStep(const StepRecord& r) {
    points = true;
    if (!isRecorded(r)) return;
    const double epoch =
        static_cast<double>(r.epoch) +
        (r.stepsPerEpoch > 0 ? static_cast<double>(r.stepInEpoch) / static_cast<double>(r.stepsPerEpoch) : 0);
    const auto put = [&](ScalarCurve*& curve, const QString& tag, double value) {
        if (!curve) curve = &run_.scalars[tag];
        curve->push_back({static_cast<double>(r.step), r.wallTime, epoch, value});
    };
    put(loss_, QStringLiteral("loss"), r.loss);
    size_t at = 0;
    for (const auto& [name, value] : r.metrics) {
        if (at == metrics_.size()) metrics_.emplace_back();
        auto& [known, curve] = metrics_[at++];
        if (known != name) known = name, curve = nullptr;
        put(curve, curve ? QString() : QString::fromStdString(name), value);
    }
    put(rate_, QStringLiteral("learning_rate"), r.learningRate);
    if (r.imagesPerSecond > 0) put(speed_, QStringLiteral("images_per_second"), r.imagesPerSecond);
}

void RunEvents::operator()(const EpochRecord& r) {
    for (const auto& [name, value] : r.values) {
        const QString tag = QString::fromStdString(name);
        run_.scalars[tag.startsWith(QLatin1String("val_")) ? tag : QStringLiteral("epoch_") + tag].push_back(
            {static_cast<double>(r.step), r.wallTime, static_cast<double>(r.epoch + 1), value});
        points = true;
    }
    if (run_.lastStep.step < r.step) run_.lastStep.step = r.step, run_.lastStep.epoch = r.epoch;
    takeConfusion(r);
}

void RunEvents::takeConfusion(const EpochRecord& r) {
    const auto classes = static_cast<size_t>(run_.classNames.size());
    if (classes == 0 && r.values.contains("val_loss")) confusion = true;  // numbers: its folder has them
    if (r.confusion.empty() || r.confusion.size() != classes * classes) return;
    run_.confusion = QVector<qint64>(r.confusion.begin(), r.confusion.end());
    run_.confusionEpoch = r.epoch;
    run_.validated = r.images;
    run_.unread = r.unread;
    confusion = true;
}

void RunEvents::operator()(const StateRecord& r) {
    const bool same = run_.state == r.state || (!run_.elsewhere && betweenSteps(run_.state, r.state));
    state = state || !same || run_.message != r.message;
    if (r.state == RunState::Paused && run_.state != r.state) {
        // Step after step is one pause, which moves along.
        const auto at = static_cast<double>(run_.lastStep.step);
        if (!run_.marks.empty() && run_.marks.back().kind == RunMark::Paused && at - run_.marks.back().step <= 1)
            run_.marks.back().step = at;
        else
            run_.marks.push_back({RunMark::Paused, at});
        points = true;
    }
    if (r.state != RunState::Paused) run_.stop.reset();
    run_.state = r.state;
    run_.cutOff = false;
    run_.message = r.message;
    run_.secondsLeft = r.secondsLeft;
}

void RunEvents::operator()(const LearningRateRecord& r) {
    run_.marks.push_back({RunMark::Rate, static_cast<double>(r.step), r.from, r.to});
    points = true;
}

void RunEvents::operator()(const BrokenRecord& r) { run_.broken += static_cast<qint64>(r.items.size()); }

void RunEvents::operator()(const CheckpointRecord& r) {
    run_.hasCheckpoint = true;
    // One under a name of its own may lie on another disk.
    if (r.path.ends_with("/checkpoint.safetensors") && std::erase_if(run_.problems, isUnwritten) > 0) state = true;
}

// The first of those in a row: all others have the same cause.
void RunEvents::operator()(const NoteRecord& r) {
    const auto over = [&](const Message& problem) { return isOverWith(r.message, problem); };
    const bool first =
        isUnwritten(r.message) ? std::ranges::none_of(run_.problems, isUnwritten) : isUnwrittenTable(r.message);
    if (first) run_.problems.push_back(r.message);
    if (first || std::erase_if(run_.problems, over) > 0) state = true;
}

// Means of an epoch stand at its last step: one that is run again has its number and more.
void RunEvents::operator()(const ResumedRecord& r) {
    for (auto& [tag, values] : run_.scalars) {
        const bool epochs = isOfEpochs(tag);
        const auto later = [&](const ScalarPoint& point) {
            return epochs ? point.epoch > static_cast<double>(r.epoch) : point.step > static_cast<double>(r.step);
        };
        while (!values.empty() && later(values.back())) values.pop_back();
    }
    std::erase_if(run_.marks, [&](const RunMark& mark) { return mark.step > static_cast<double>(r.step); });
    run_.lastStep.step = std::min(run_.lastStep.step, r.step);
    // It goes on from what was.
    std::erase_if(run_.problems, [](const Message& each) { return isUnwritten(each) || isUnwrittenTable(each); });
    if (r.step > 0) run_.marks.push_back({RunMark::WentOn, static_cast<double>(r.step)});
    points = true;
}

void RunEvents::operator()(const EvaluationRecord& r) {
    run_.evaluations.push_back(r);
    confusion = confusion || !r.confusion.empty() || run_.classNames.isEmpty();
}

void RunEvents::operator()(const WatchedRecord& r) { seen.push_back(r); }
void RunEvents::operator()(const std::shared_ptr<const StopRecord>& r) {
    run_.stop = r;
    state = true;
}

void RunEvents::operator()(const KernelsRecord& r) {
    run_.kernels = std::make_shared<const KernelChoices>(r.choices);
    state = true;
}

void RunEvents::operator()(const WatchesRecord& r) {
    run_.watches = r;
    watches = true;
}

}  // namespace tl
