// The views of an image against a plain padding, what an evaluation makes of them against the mean of its views'
// evaluations one by one, and that it says so.
#include <QtTest>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/evaluate.h"
#include "engine/train/test_time_augmentation.h"
#include "small_run.h"

namespace test_test_time_augmentation {

using namespace tl;
using namespace tl::test;

namespace {

// numpy.pad(mode="reflect") by one pixel, then the window that begins at (at, at).
std::vector<int> window(const std::vector<int>& image, int height, int width, int at) {
    const auto inside = [](int i, int n) { return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i; };
    std::vector<int> result;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            result.push_back(
                image[static_cast<size_t>(inside(y + at - 1, height) * width + inside(x + at - 1, width))]);
    return result;
}

std::vector<int> mirrored(std::vector<int> image, int width) {
    for (size_t row = 0; row < image.size(); row += static_cast<size_t>(width))
        std::reverse(image.begin() + static_cast<long>(row), image.begin() + static_cast<long>(row) + width);
    return image;
}

Snapshot trained(const std::string& last) {
    SessionOptions options = smallRun(1);
    options.network =
        chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"),
               node("conv_1", "Conv2D", {{"filters", int64_t{3}}, {"activation", std::string("relu")}}),
               node("flatten_1", "Flatten"), node("dense_1", "Dense", {{"units", int64_t{4}}, {"activation", last}}),
               node("output_1", "Output")});
    TrainingSession session(options);
    session.start();
    session.wait();
    return session.snapshot();
}

}  // namespace

class TestTestTimeAugmentation : public QObject {
    Q_OBJECT
private slots:
    void views() {
        constexpr int kHeight = 3, kWidth = 4;
        Tensor images(Shape{2, 2, kHeight, kWidth}, DType::UInt8);
        auto bytes = images.as<uint8_t>();
        for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 5);
        const std::vector<View> six = viewsOf("mirror_translate");
        QCOMPARE(six.size(), size_t{6});
        double weight = 0;
        for (const View& view : six) weight += view.weight;
        QCOMPARE(weight, 1.0);
        const Tensor all = viewed(images, six);
        QCOMPARE(all.shape(), (Shape{12, 2, kHeight, kWidth}));
        const auto found = all.as<uint8_t>();
        const size_t plane = kHeight * kWidth;
        for (size_t v = 0; v < six.size(); ++v)
            for (size_t p = 0; p < 4; ++p) {
                std::vector<int> image(bytes.begin() + static_cast<long>(p * plane),
                                       bytes.begin() + static_cast<long>((p + 1) * plane));
                std::vector<int> wanted = window(image, kHeight, kWidth, 1 - six[v].shift);
                if (six[v].mirrored) wanted = mirrored(wanted, kWidth);
                const auto* at = &found[(v * 4 + p) * plane];
                QCOMPARE(std::vector<int>(at, at + plane), wanted);
                QCOMPARE(six[v].weight, six[v].shift == 0 ? 0.25 : 0.125);
            }
        QCOMPARE(viewsOf("none").size(), size_t{1});
        QCOMPARE(viewsOf("mirror").size(), size_t{2});
        QVERIFY_EXCEPTION_THROWN(viewsOf("ten_crop"), Error);
        QVERIFY_EXCEPTION_THROWN(viewed(Tensor(Shape{2, 3}, DType::Float32), six), Error);
        QVERIFY(viewsText(1).empty());
        QCOMPARE(viewsText(6).english(), std::string("the mean of 6 views of each image"));
    }

    // Loss and accuracy of averaged scores, made here from the scores of each view; probabilities at the network's end
    // are taken from averaged raw scores.
    void scoresAreAveraged_data() {
        QTest::addColumn<QString>("last");
        QTest::newRow("raw scores") << "linear";
        QTest::newRow("softmax") << "softmax";
    }
    void scoresAreAveraged() {
        QFETCH(QString, last);
        Snapshot model = trained(last.toStdString());
        const DataSet data = pictureData();
        const std::shared_ptr<const Source> source = data.train;
        const std::vector<View> views = viewsOf("mirror_translate");
        const int64_t count = source->size();
        std::vector<double> scores(static_cast<size_t>(count * 4));
        for (const View& view : views) {
            auto pixels = std::make_shared<std::vector<uint8_t>>();
            std::vector<uint8_t> labels;
            for (int64_t i = 0; i < count; ++i) {
                Tensor one(source->sampleShape().withBatch(1), DType::UInt8);
                std::memcpy(one.data(), source->planar(i), one.bytes());
                const Tensor seen = viewed(one, {view});
                const auto bytes = seen.as<uint8_t>();
                pixels->insert(pixels->end(), bytes.begin(), bytes.end());
                labels.push_back(static_cast<uint8_t>(source->label(i)));
            }
            const MemorySource copy("view", "train", source->sampleShape(), source->classNames(), pixels, labels);
            for (const Prediction& one : predict(model, copy, 0, count))
                for (size_t k = 0; k < 4; ++k)  // raw scores up to a number that is the same for all classes
                    scores[static_cast<size_t>(one.index) * 4 + k] += view.weight * std::log(double{one.scores[k]});
        }
        double loss = 0, right = 0;
        for (int64_t i = 0; i < count; ++i) {
            const double* own = &scores[static_cast<size_t>(i * 4)];
            double sum = 0;
            for (int k = 0; k < 4; ++k) sum += std::exp(own[k]);
            loss += std::log(sum) - own[source->label(i)];
            right += std::max_element(own, own + 4) - own == source->label(i);
        }
        const Evaluation plain = evaluate(model, *source, 64);
        model.training.testTimeAugmentation = "mirror_translate";
        const Evaluation averaged = evaluate(model, *source, 64);
        QCOMPARE(plain.views, 1);
        QCOMPARE(averaged.views, 6);
        QCOMPARE(averaged.images, count);
        const double wanted = loss / static_cast<double>(count);
        QVERIFY2(std::abs(averaged.values.at("loss") - wanted) < 1e-5 * (1 + wanted),
                 qPrintable(QString("%1 and %2").arg(averaged.values.at("loss")).arg(wanted)));
        QCOMPARE(averaged.values.at("accuracy"), right / static_cast<double>(count));
        QVERIFY(averaged.values.at("loss") != plain.values.at("loss"));
        int64_t counted = 0;
        for (const int64_t cell : averaged.confusion) counted += cell;
        QCOMPARE(counted, count);
    }

    // Epochs are watched on images as they are, whatever the test split is looked at with.
    void validationLooksOnce() {
        const auto watched = [](const std::string& augmentation) {
            SessionOptions options = smallRun(1);
            options.data.validation = options.data.train;
            options.training.testTimeAugmentation = augmentation;
            TrainingSession session(options);
            session.start();
            session.wait();
            for (const tl::Event& event : session.events().drain())
                if (const auto* epoch = std::get_if<EpochRecord>(&event)) return epoch->values;
            return std::map<std::string, float>();
        };
        const auto none = watched("none");
        QVERIFY(none.count("val_accuracy") == 1);
        QVERIFY(watched("mirror") == none);
    }
};

QTEST_GUILESS_MAIN(TestTestTimeAugmentation)

}  // namespace test_test_time_augmentation

#include "test_test_time_augmentation.moc"
