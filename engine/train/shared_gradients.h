// What a step's graph has more where several devices train together: their gradients are summed while the backward pass
// still makes others, and so every device's update is the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace tl {

// A device's part in a batch.
struct BatchPart {
    int64_t first = 0, count = 0;  // samples
    double share = 1;              // of the whole batch
    friend bool operator==(const BatchPart&, const BatchPart&) = default;
};
// As even as can be, the larger ones first. Where there are fewer samples than devices the last ones take the first
// sample along, of which they have no share.
BatchPart partOf(int64_t batch, int rank, int devices);

// The plan's place among the devices.
struct Together {
    std::string devices;  // ids with commas between; empty: it trains alone
    int rank = 0;
    double share = 1;
    int64_t bucketBytes = int64_t{25} << 20;
};

// Gradients become their means over the whole batch, each number the same bits on every device. They are summed in
// buckets: as many as come to `bucketBytes`, in the order in which the nodes so far make them. Moving averages of a
// batch's statistics follow the mean of the devices' statistics, which are summed with the last bucket: so the state is
// one and the same on all devices. Returns the mean loss, by which all can judge a step alike.
ValueId shareGradients(Graph& graph, std::vector<ValueId>& gradients, ValueId loss, const Together& together);

// Random draws of a part are those of its samples in the whole batch.
void drawAsPart(Graph& graph, const BatchPart& part);

}  // namespace tl
