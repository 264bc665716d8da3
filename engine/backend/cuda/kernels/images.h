// Batches of images out of a data set that lies on the device.
#pragma once

#include <cstdint>

#include "engine/backend/step_context.h"

namespace tl::cuda {

// What lies outside an image that a crop moves.
enum class Outside : int { Zero, Reflect, Nearest };

// RandomCrop or RandomFlip, as engine/data/augmentations has them.
struct ImageMove {
    uint64_t key;  // of its draws (engine/core/rng.h)
    int padding;   // of a crop; -1: a flip
    Outside outside;
    int horizontal, vertical;  // of a flip: 1 where it may
    int alternating;           // of a flip: epoch 0's draw, and the other way round in odd epochs
    double probability;
};

struct ImageBatch {
    static constexpr int kMoves = 4;
    const uint8_t* images;  // [?, channels, rows, columns]
    const int* labels;
    const int* order;  // of the epoch's items
    const BatchPlace* place;
    uint8_t* y;  // [blocks along y, channels, rows, columns]
    int* yLabels;
    int channels, rows, columns, moves;
    ImageMove move[kMoves];
};

constexpr uint32_t kImageChunk = 4096;  // pixels that a block makes

}  // namespace tl::cuda
