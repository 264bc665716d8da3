// Calibrations on disk: JSON, one file for a device and a number of threads, in the person's cache folder.
#pragma once

#include <string>

#include "engine/train/step_time.h"

namespace tl {

// $XDG_CACHE_HOME/tensorloom/calibration-cpu-2.json, or below ~/.cache; "" where neither is set. threads: 0 = all of
// the device's, and Error is thrown for a device that is not here.
std::string calibrationPath(const std::string& device, int threads);

// Empty where there is none, or one that a version with other kernels measured. Throws Error for a file that is
// damaged.
Calibration readCalibration(const std::string& path);
// Makes the folder. Throws Error.
void writeCalibration(const std::string& path, const Calibration& calibration);

}  // namespace tl
