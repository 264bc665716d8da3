// Other programs' graphs, to look at: ONNX, TensorFlow's GraphDef (binary, text, in a SavedModel, in an event file),
// the model that Keras's callback leaves in an event file. Weights are told by name, shape and size and never read:
// files are mapped, and of tensors only the heads are looked at. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

#include "engine/graph/view/graph_view.h"

namespace tl {

// Endings that are read: "onnx", "pb", "pbtxt"; event files and SavedModels' folders are known by their content.
bool looksLikeGraph(const std::string& path);

// Of a folder: its SavedModel, or the graph in its event files (in those of "train" in it, where it has none itself).
// stats: the tag of the step whose times and memory are shown; empty: the newest that has them.
// Throws Error with a sentence that names the file and what is wrong with it. A stopped reading gives what it has.
GraphView readForeignGraph(const std::string& path, const std::stop_token& stop = {}, const std::string& stats = {});

// The readers themselves, of bytes; `name` is for errors.
GraphView graphOfOnnx(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop = {});
GraphView graphOfGraphDef(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop = {});
GraphView graphOfSavedModel(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop = {});
GraphView graphOfGraphText(std::string_view text, const std::string& name, const std::stop_token& stop = {});
GraphView graphOfKeras(std::string_view json, const std::string& name, const std::stop_token& stop = {});

}  // namespace tl
