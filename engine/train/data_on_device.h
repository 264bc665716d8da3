// A training set that lies on the device as bytes: batches are put together there, crops and flips included, bit for
// bit as the pipeline makes them on the processor. Where several devices share a batch each has the whole set, and puts
// its part together. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/core/message.h"
#include "engine/data/pipeline.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_spec.h"

namespace tl {

class DataOnDevice {
public:
    // Why the set's batches have to be made on the processor; empty: they need not be. Whether there is room is
    // another question.
    static Message obstacle(const TrainingSpec& training, const Source& source, const Shape& shape);
    static size_t bytesFor(const Source& source);

    // Of devices with memory of their own, and a set without an obstacle. `order`: the items of an epoch. Throws
    // NotEnoughMemory and leaves nothing there where it does not fit after all.
    DataOnDevice(const std::vector<std::string>& devices, const TrainingSpec& training,
                 std::shared_ptr<const Source> source, std::function<std::vector<int64_t>(int64_t epoch)> order);
    DataOnDevice(const DataOnDevice&) = delete;
    DataOnDevice& operator=(const DataOnDevice&) = delete;

    // As Pipeline::iterate() and Iterator::next() of an endless pipeline, but that batches come without pixels.
    void start(int64_t epoch, int64_t batch);
    void next(Batch& batch);
    // Instead of setInputs(): of a batch of the epoch that next() is in.
    void giveTo(StepPlan& plan, const Batch& batch);

private:
    // What one device has.
    struct Copy {
        const Device* device = nullptr;
        std::vector<std::shared_ptr<void>> blocks = {};
        void *images = nullptr, *labels = nullptr, *order = nullptr, *place = nullptr;
        StepPlan::OnDevice bound = {};  // where gather puts its batches
        std::function<void()> gather = {};

        DeviceMemory& memory() const { return *device->memory(); }
        void* allocate(size_t bytes);
    };
    void fill(Copy& copy) const;
    void bind(Copy& copy, const StepPlan::OnDevice& to) const;

    TrainingSpec training_;
    std::shared_ptr<const Source> source_;
    std::function<std::vector<int64_t>(int64_t)> orderOf_;
    std::vector<Copy> copies_;  // by rank
    std::vector<int64_t> order_;
    int64_t epoch_ = 0, batch_ = 0, ordered_ = -1;  // ordered_: the epoch whose order is there
};

}  // namespace tl
