// Rows of tables, slopes of channels, and batches of images out of a data set that lies on the device.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"

namespace tl::cuda {

// y[i] = table[indices[i]]; NaN where the table has no such row, which the run's own check then reports.
struct Embedding {
    const void* indices;
    const float* table;
    float* y;
    bool whole;  // int32, else float32 to be rounded
    uint32_t count, width, rows;
};

// A block a row of the table: the sum of dy where the index names it.
struct EmbeddingGrad {
    const void* indices;
    const float* dy;
    float* dtable;
    bool whole;
    uint32_t indexCount, width;
};

// y = x, or slope * x below zero. The slope of element i: its place by x's axes without the batch, stride 0 where
// shared.
struct PRelu {
    static constexpr int kRank = 5;
    const float *x, *slope, *dy;  // dy: backwards
    float *y, *product;           // backwards dx, and what each element adds to its slope's gradient
    uint32_t count;
    int rank;
    uint32_t extent[kRank], stride[kRank];
};

// Where an image of a batch comes from: `top` and `left` are the crop's corner in it, below zero where it is padded.
struct ImagePlace {
    int image, top, left, mirrored;
};

// y [n, h, w, c] = image * scale + offset by channel; beyond the image's edges the image is 0.
struct ImageBatch {
    const uint8_t* images;  // [?, rows, columns, channels]
    const ImagePlace* places;
    void* y;
    Element type;
    uint32_t count;  // of elements of y
    int h, w, channels, rows, columns;
    float scale[4], offset[4];
};

}  // namespace tl::cuda
