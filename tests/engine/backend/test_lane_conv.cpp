// The largest images that convolutions with 16 of them side by side take: places within are 32-bit numbers.
#include <QtTest>

#include "engine/backend/cpu/lane_conv.h"

namespace test_lane_conv {

using namespace tl;

class TestLaneConv : public QObject {
    Q_OBJECT
private slots:
    void largestImages();
};

void TestLaneConv::largestImages() {
    const auto takes = [](int64_t in, int64_t out, int64_t side) {
        const TensorDesc x{Shape{16, in, side, side}, DType::Float32, {}}, w{Shape{out, in, 3, 3}, DType::Float32, {}},
            y{Shape{16, out, side, side}, DType::Float32, {}};
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        const Attributes attributes{{"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}};
        const std::vector<TensorDesc> inputs{x, w}, outputs{y};
        const std::string op = "Conv2D";
        return cpu::canLanes({op, attributes, inputs, outputs, 2}, x, w, y);
    };
    QVERIFY(takes(8, 8, 1024) && takes(64, 64, 1024));
    // 64 channels of 1448 * 1448 pixels are 2^27.
    QVERIFY(!takes(64, 3, 1448));
    QVERIFY(!takes(3, 64, 1448));  // whose gradient reads as many
}

QTEST_GUILESS_MAIN(TestLaneConv)

}  // namespace test_lane_conv

#include "test_lane_conv.moc"
