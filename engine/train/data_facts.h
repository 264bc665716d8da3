// What validating, building and training a network must know of its data, from the data set and the settings that
// change what its batches hold. Sessions, the rate search, the programs' checks and forecasts all ask here, so that
// what one of them builds is what the others trained.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/source.h"
#include "engine/model/validation.h"
#include "engine/train/snapshot.h"

namespace tl {

// Shape, sizes of files, classes or numbers.
DataFacts factsOf(const DataSet& data);
// The same for training: whether batches bring mixed labels, and the images of each class. Reads every label once.
DataFacts factsOf(const DataSet& data, const TrainingSpec& training);
// The same with the images of each class as classCounts() told them before: reads no label.
DataFacts factsOf(const DataSet& data, const TrainingSpec& training, std::vector<int64_t> counts);
// Of the data that it was trained on, as evaluation and prediction need it.
DataFacts factsOf(const Snapshot& snapshot);

// Data as a model knows it: a table's columns by their names and made ready as those were that it was trained on,
// labels by the names of its classes (decisions/0053). `open`: data of that spec that is open, which may be the same.
DataSet openAsModel(const Snapshot& model, const std::string& spec, OpenOptions options, const DataSet* open = nullptr);

// Images of another size than the network takes are brought to it, unless the spec that they were opened with says a
// size. The size, "28x28"; empty: nothing was done.
std::string bringToSize(DataSet& data, const Snapshot& model, const std::string& openedAs);

// Whether an augmentation mixes images, and with them labels.
bool mixesLabels(const TrainingSpec& training);

}  // namespace tl
