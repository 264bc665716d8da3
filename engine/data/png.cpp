// OpenCV's encoder; it keeps colours the other way round.
#include "engine/data/png.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "engine/data/planar.h"

namespace tl {

std::string encodePng(int width, int height, int channels, std::span<const uint8_t> pixels) {
    prepareOpenCv();
    cv::Mat image(height, width, CV_MAKETYPE(CV_8U, channels), const_cast<uint8_t*>(pixels.data()));
    if (channels == 3) cv::cvtColor(image, image, cv::COLOR_RGB2BGR);
    std::vector<uint8_t> bytes;
    cv::imencode(".png", image, bytes);
    return {bytes.begin(), bytes.end()};
}

}  // namespace tl
