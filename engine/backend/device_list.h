// Several devices by one name, as settings and project files keep it: "cpu", "cuda:0", "cuda:0,cuda:1", and "cuda:all"
// for all GPUs of the machine, whatever their number.
#pragma once

#include <string>
#include <vector>

namespace tl {

// Their ids in order, which need not be there; throws Error for an empty or repeated one, and for "cuda:all" where
// there is none.
std::vector<std::string> deviceList(const std::string& text);
// Where what one device does is done: evaluation, predictions.
std::string firstDevice(const std::string& text);
// Throws Error with what is missing unless all are here and, where they are several, can train together.
void requireDevices(const std::string& text);

}  // namespace tl
