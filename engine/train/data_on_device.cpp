// The images go over once, the order once an epoch, and a batch's place in it before each step.
#include "engine/train/data_on_device.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "engine/backend/step_context.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace tl {
namespace {

constexpr size_t kMostMoves = 4;

bool isMove(const AugmentSpec& step) { return step.type == "RandomCrop" || step.type == "RandomFlip"; }

// A step's numbers as the kernel ImageBatch has them.
void addMove(const TrainingSpec& training, size_t at, std::vector<int64_t>& moves, std::vector<double>& chances) {
    const AugmentSpec& step = training.augmentation[at];
    const PropertyReader properties(findAugmentation(step.type)->properties, step.properties, step.type);
    const auto key = std::bit_cast<int64_t>(dropoutKey(training.seed, streamId("augment") + at));
    if (step.type == "RandomCrop") {
        const std::string& fill = properties.text("fill");
        const int64_t outside = fill == "reflect" ? 1 : fill == "nearest" ? 2 : 0;
        moves.insert(moves.end(), {key, properties.integer("padding"), outside, 0, 0, 0});
        chances.push_back(0);
    } else {
        const std::string& mode = properties.text("mode");
        moves.insert(moves.end(),
                     {key, -1, 0, mode != "vertical", mode != "horizontal", properties.boolean("alternating")});
        chances.push_back(properties.number("probability"));
    }
}

}  // namespace

Message DataOnDevice::obstacle(const TrainingSpec& training, const Source& source, const Shape& shape) {
    if (source.dataType() != DType::UInt8) return "they are rows of numbers";
    if (source.hasTargets()) return "their labels are numbers";
    if (source.size() == 0 || !source.planar(0)) return "they are decoded when they are needed";
    if (source.sampleShape() != shape) return "they are brought to another size";
    if (source.size() > std::numeric_limits<int32_t>::max()) return "they are too many";
    for (const AugmentSpec& step : training.augmentation)
        if (!isMove(step)) return Message("{augmentation} is done on the processor", step.type);
    if (training.augmentation.size() > kMostMoves)
        return Message("more than {count} crops and flips are done on the processor", kMostMoves);
    return {};
}

size_t DataOnDevice::bytesFor(const Source& source) {
    const auto count = static_cast<size_t>(source.size());
    return count * (static_cast<size_t>(source.sampleShape().elements()) + 2 * sizeof(int32_t));
}

DataOnDevice::DataOnDevice(const std::vector<std::string>& devices, const TrainingSpec& training,
                           std::shared_ptr<const Source> source, std::function<std::vector<int64_t>(int64_t)> order)
    : training_(training), source_(std::move(source)), orderOf_(std::move(order)) {
    for (const std::string& id : devices) copies_.push_back({&deviceOf(id)});
    for (Copy& copy : copies_) fill(copy);
}

void* DataOnDevice::Copy::allocate(size_t bytes) {
    const auto free = [&on = memory()](void* block) {
        try {
            on.free(block);
        } catch (const Error&) {  // what went wrong on the device is told to whoever waits for its results
        }
    };
    return blocks.emplace_back(memory().allocate(bytes), free).get();
}

void DataOnDevice::fill(Copy& copy) const {
    const auto count = static_cast<size_t>(source_->size());
    const auto each = static_cast<size_t>(source_->sampleShape().elements());
    copy.images = copy.allocate(count * each);
    copy.labels = copy.allocate(count * sizeof(int32_t));
    copy.order = copy.allocate(count * sizeof(int32_t));
    copy.place = copy.allocate(sizeof(BatchPlace));
    // Images that lie one after the other go over together.
    for (size_t i = 0; i < count;) {
        const uint8_t* from = source_->planar(static_cast<int64_t>(i));
        size_t end = i + 1;
        while (end < count && source_->planar(static_cast<int64_t>(end)) == from + (end - i) * each) ++end;
        copy.memory().write(static_cast<uint8_t*>(copy.images) + i * each, from, (end - i) * each);
        i = end;
    }
    std::vector<int32_t> labels(count);
    for (size_t i = 0; i < count; ++i) labels[i] = source_->label(static_cast<int64_t>(i));
    copy.memory().write(copy.labels, labels.data(), count * sizeof(int32_t));
}

void DataOnDevice::start(int64_t epoch, int64_t batch) { epoch_ = epoch, batch_ = batch; }

void DataOnDevice::next(Batch& batch) {
    if (ordered_ != epoch_) {
        order_ = orderOf_(epoch_);
        const std::vector<int32_t> there(order_.begin(), order_.end());
        for (const Copy& copy : copies_) copy.memory().write(copy.order, there.data(), there.size() * sizeof(int32_t));
        ordered_ = epoch_;
    }
    const auto size = static_cast<int64_t>(order_.size()), first = batch_ * training_.batch;
    const int64_t end = std::min<int64_t>(first + training_.batch, size);
    batch.indices.assign(order_.begin() + first, order_.begin() + end);
    batch.labels = Tensor(Shape{end - first}, DType::Int32);
    auto* labels = static_cast<int32_t*>(batch.labels.data());
    for (const int64_t index : batch.indices) *labels++ = source_->label(index);
    batch.epoch = epoch_;
    batch.number = batch_++;
    batch.lastOfEpoch = end == size;
    if (batch.lastOfEpoch) ++epoch_, batch_ = 0;
}

void DataOnDevice::bind(Copy& copy, const StepPlan::OnDevice& to) const {
    const Shape images = source_->sampleShape();
    const int64_t count = source_->size();
    Attributes attributes;
    std::vector<int64_t> moves;
    std::vector<double> chances;
    for (size_t i = 0; i < training_.augmentation.size(); ++i) addMove(training_, i, moves, chances);
    attributes.set("moves", moves);
    attributes.set("probabilities", chances);
    const std::string op = "ImageBatch";
    const std::vector<TensorDesc> in{{images.withBatch(count), DType::UInt8, {}},
                                     {{count}, DType::Int32, {}},
                                     {{count}, DType::Int32, {}},
                                     {{static_cast<int64_t>(sizeof(BatchPlace))}, DType::UInt8, {}}};
    const std::vector<TensorDesc> out{{images.withBatch(to.part.count), DType::UInt8, {}},
                                      {{to.part.count}, DType::Int32, {}}};
    KernelBuffers buffers;
    buffers.inputs = {copy.images, copy.labels, copy.order, copy.place};
    buffers.outputs = {to.data, to.labels};
    copy.gather = copy.device->kernels().select({op, attributes, in, out}).bind(buffers);
    copy.bound = to;
}

void DataOnDevice::giveTo(StepPlan& plan, const Batch& batch) {
    for (size_t rank = 0; rank < copies_.size(); ++rank) {
        Copy& copy = copies_[rank];
        const StepPlan::OnDevice to = plan.inputsOnDevice(static_cast<int>(rank));
        if (to != copy.bound) bind(copy, to);
        const BatchPlace place{static_cast<uint64_t>(batch.epoch),
                               static_cast<uint32_t>(batch.number * training_.batch + to.part.first)};
        copy.memory().feed(copy.place, &place, sizeof(place));
        copy.gather();
    }
}

}  // namespace tl
