// What `tensorloom bench` measures: networks at a size and batch, trained or only asked.
#pragma once

#include <functional>
#include <vector>

#include "engine/model/network_spec.h"
#include "engine/model/validation.h"
#include "engine/train/training_spec.h"

namespace tl::cli {

struct BenchCase {
    const char *name, *title;
    std::function<NetworkSpec(const DataFacts&)> network;
    DataFacts facts;
    int64_t batch;
    TypedProperties optimizer;
    float learningRate = 0;
    DType precision = DType::Float32;
    bool predicts = false;  // forward only, by a plan whose weights stay as they are
    bool float8 = false;    // RunPrecision::float8
};

// Those that tests/peers/cases.py has, with the same names.
std::vector<BenchCase> benchCases();
// Those of `bench --device`, with the names of tests/peers/cases.py; or the same networks so small that the driver that
// checks can do a step of each.
std::vector<BenchCase> deviceCases(bool small);

}  // namespace tl::cli
