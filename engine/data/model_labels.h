// The labels of data that a model is asked about, as the model counts its classes: by name, whatever their order and
// number in the data.
#pragma once

#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

// `classes`: the model's; none where it tells numbers, which whole numbers of the data then are. Throws Error naming a
// class of the data's that the model has not, unless such are `welcome`: they come behind the model's.
void labelAsModel(DataSet& data, const std::vector<std::string>& classes, bool welcome = false);

}  // namespace tl
