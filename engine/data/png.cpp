// OpenCV's encoder; it keeps colours the other way round.
#include "engine/data/png.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "engine/data/planar.h"

namespace tl {

std::string encodePng(int width, int height, int channels, std::span<const uint8_t> pixels) {
    prepareOpenCv();
    const cv::Mat given(height, width, CV_MAKETYPE(CV_8U, channels), const_cast<uint8_t*>(pixels.data()));
    cv::Mat turned;
    if (channels == 3) cv::cvtColor(given, turned, cv::COLOR_RGB2BGR);
    std::vector<uint8_t> bytes;
    cv::imencode(".png", channels == 3 ? turned : given, bytes);
    return {bytes.begin(), bytes.end()};
}

}  // namespace tl
