// See the header.
#include "engine/data/library_versions.h"

#include <Eigen/src/Core/util/Macros.h>
#include <opencv2/core/version.hpp>

namespace tl {

std::vector<std::pair<std::string, std::string>> libraryVersions() {
    return {{"OpenCV", CV_VERSION},
            {"Eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                          std::to_string(EIGEN_MINOR_VERSION)}};
}

}  // namespace tl
