// What a run keeps of its data in run.json, to tell later whether it still trains on the same.
#pragma once

#include <string>

#include "engine/core/message.h"
#include "engine/data/source.h"

namespace tl {

// Of what is trained on: shape, classes and every label, in order. The pixels and numbers are not read for it.
std::string fingerprint(const DataSet& data);

// What is otherwise than when the run in `folder` was described, as a sentence; empty: nothing that the fingerprint
// tells, or nothing is known, of a run of before there was one. Throws Error.
Message dataChanged(const std::string& folder, const DataSet& data);
// The same of a run that is to go on with it, and that it does.
Message goesOnWithOtherData(const std::string& folder, const DataSet& data);

}  // namespace tl
