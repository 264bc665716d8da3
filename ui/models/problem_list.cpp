// See the header.
#include "ui/models/problem_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/backend/memory.h"
#include "engine/core/error.h"
#include "engine/model/rescaling_check.h"
#include "engine/train/monitored.h"
#include "ui/models/data_set_model.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

namespace tl {
namespace {

// What a run would be refused for; empty: nothing. 0 images: any number.
Message refusal(const TrainingSpec& training, int64_t images) {
    try {
        checkTraining(training, images > 0 ? images : std::numeric_limits<int64_t>::max());
    } catch (const std::exception& error) {
        return messageOf(error);
    }
    return {};
}

Repair setBatch(int64_t batch) {
    const std::string key = "batch_size";
    return {Repair::Kind::SetProperty, Message("Set {property} to {value}", key, batch), {}, 0, key, batch, {}};
}

}  // namespace

ProblemList::ProblemList(NetworkModel& network, TrainingModel& training, DataSetModel& data, DeviceList& devices)
    : network_(network), training_(training), data_(data), devices_(devices) {
    connect(&network, &NetworkModel::reportChanged, this, &ProblemList::refresh);
    connect(&training, &TrainingModel::changed, this, &ProblemList::refresh);
    connect(&data, &DataSetModel::stateChanged, this, &ProblemList::refresh);
    connect(&data, &DataSetModel::statisticsChanged, this, &ProblemList::refresh);
    connect(&devices, &DeviceList::changed, this, &ProblemList::refresh);
    refresh();
}

static bool isError(const Problem& one) { return one.what.severity == Diagnostic::Severity::Error; }

int ProblemList::errors() const { return static_cast<int>(std::ranges::count_if(all_, isError)); }

const Problem* ProblemList::firstError() const {
    const auto first = std::ranges::find_if(all_, isError);
    return first == all_.end() ? nullptr : &*first;
}

void ProblemList::setStepFault(const Message& sentence) {
    if (sentence == stepFault_) return;
    stepFault_ = sentence;
    refresh();
}

void ProblemList::setMemoryNeed(size_t bytes) {
    if (bytes == memoryNeed_) return;
    memoryNeed_ = bytes;
    refresh();
}

void ProblemList::refresh() {
    all_.clear();
    std::vector<Diagnostic> findings;
    // The cause comes first: what the network misses for it is behind.
    if (data_.state() == DataSetModel::State::Failed) {
        Diagnostic lost;
        const auto& nodes = network_.spec().nodes;
        if (const auto input = std::ranges::find(nodes, "Input", &NodeSpec::type); input != nodes.end())
            lost.node = input->id;
        lost.message = Message("The data set could not be opened: {sentence}", data_.error());
        lost.repairs = repairsOfData();
        all_.push_back({lost});
        findings.push_back(std::move(lost));
    }
    for (const Diagnostic& one : network_.report().diagnostics) all_.push_back({one});
    const auto find = [&](std::vector<Diagnostic> more) {
        for (Diagnostic& one : more) {
            all_.push_back({one});
            findings.push_back(std::move(one));
        }
    };
    if (const auto& measured = data_.statistics(); measured && !measured->columns.empty()) {
        find(checkRescaling(network_.spec(),
                            std::ranges::min(measured->columns, {}, &ColumnStatistics::minimum).minimum,
                            std::ranges::max(measured->columns, {}, &ColumnStatistics::maximum).maximum));
    } else if (const auto& open = data_.dataSet(); open && open->train->dataType() == DType::UInt8) {
        find(checkRescaling(network_.spec(), 0, 255));
        find(checkRawPixels(network_.spec(), 0, 255));
    }
    network_.setFindings(std::move(findings));
    const TrainingSpec& spec = training_.spec();
    const auto add = [this](const Message& sentence) {
        Diagnostic wrong;
        wrong.message = sentence;
        all_.push_back({std::move(wrong), true});
    };
    const DeviceInfo* device = devices_.find(spec.device);
    if (!device && !devices_.searching()) add(Message("This machine has no device {device}.", spec.device));
    // A data set that has nothing to train on can still be looked at: it is no setting's fault.
    const auto& data = data_.dataSet();
    const int64_t images = data ? data->train->size() : 0;
    const Message refused = refusal(spec, images);
    if (!refused.empty()) {
        add(refused);
        TrainingSpec fitting = spec;
        if (images > 0 && spec.batch > images) fitting.batch = static_cast<int>(images);
        if (refusal(fitting, images) != refused) all_.back().what.repairs.push_back(setBatch(fitting.batch));
    }
    // The run would go on all the same, only that nobody watches it.
    if (data && errors() == 0) {
        const auto values = epochValues(network_.spec(), data->validation != nullptr);
        for (const TypedProperties& callback : spec.callbacks)
            if (const Message sentence = watchesNothing(callback, values); !sentence.empty()) {
                add(sentence);
                all_.back().what.severity = Diagnostic::Severity::Warning;
            }
    }
    if (!stepFault_.empty() && errors() == 0 && !devices_.searching()) add(stepFault_);
    // Swap may help it all the same, so it is no error.
    if (device && device->memoryBytes > 0 && memoryNeed_ > device->memoryBytes) {
        add(Message("A run takes {wanted} of memory, and the device has {there}: choose a smaller batch.",
                    memoryText(memoryNeed_), memoryText(device->memoryBytes)));
        all_.back().what.severity = Diagnostic::Severity::Warning;
    }
    emit changed();
}

}  // namespace tl
