// Augmentations: what they may and may not do to an image, and that the same draw comes again.
#include <QTest>

#include <map>
#include <set>

#include "engine/core/error.h"
#include "engine/data/augment.h"

namespace test_augment {

using namespace tl;

class TestAugment : public QObject {
    Q_OBJECT

    static Image numbered(int width, int height, int channels) {
        Image image{width, height, channels, {}};
        for (int i = 0; i < width * height * channels; ++i) image.pixels.push_back(static_cast<uint8_t>(i + 1));
        return image;
    }
    static AugmentSpec crop(int64_t padding, const std::string& fill = "zero") {
        return {"RandomCrop", {{"padding", padding}, {"fill", fill}}};
    }
    static AugmentSpec flip(const std::string& mode, double probability) {
        return {"RandomFlip", {{"mode", mode}, {"probability", probability}}};
    }
    static Image applied(Image image, const AugmentSpec& step, int64_t sample = 0) {
        augment(image, {step}, 1, 0, sample);
        return image;
    }
    // numpy.pad(mode="reflect")'s index.
    static int reflected(int i, int n) {
        while (i < 0 || i >= n) i = i < 0 ? -i : 2 * n - 2 - i;
        return i;
    }

private slots:
    void registered() {
        QVERIFY(findAugmentation("RandomCrop"));
        QVERIFY(findAugmentation("RandomFlip"));
        QVERIFY(!findAugmentation("Nothing"));
        const auto* type = findAugmentation("RandomCrop");
        const Properties none;
        QCOMPARE(type->summary(PropertyReader(type->properties, none, "RandomCrop")).english(),
                 std::string("crop, pad 4"));
        Image image = numbered(2, 2, 1);
        QVERIFY_THROWS_EXCEPTION(Error, augment(image, {{"Nothing", {}}}, 1, 0, 0));
    }

    void flips() {
        const Image image = numbered(3, 2, 3);
        const Image h = applied(image, flip("horizontal", 1)), v = applied(image, flip("vertical", 1)),
                    both = applied(image, flip("horizontal_and_vertical", 1));
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x)
                for (int c = 0; c < 3; ++c) {
                    const auto at = [&](const Image& i, int row, int column) {
                        return int(i.pixels[size_t((row * 3 + column) * 3 + c)]);
                    };
                    QCOMPARE(at(h, y, x), at(image, y, 2 - x));
                    QCOMPARE(at(v, y, x), at(image, 1 - y, x));
                    QCOMPARE(at(both, y, x), at(image, 1 - y, 2 - x));
                }
        QVERIFY(applied(image, flip("horizontal", 0)).pixels == image.pixels);
        int flipped = 0;
        for (int i = 0; i < 4000; ++i) flipped += applied(image, flip("horizontal", 0.25), i).pixels != image.pixels;
        QVERIFY2(std::abs(flipped - 1000) < 110, qPrintable(QString::number(flipped)));  // 4 deviations
    }

    // Whatever the first epoch drew, the next shows the image the other way round, and the one after as the first.
    void flipsAlternate() {
        const Image image = numbered(3, 2, 3);
        for (const std::string mode : {"horizontal", "vertical", "horizontal_and_vertical"}) {
            AugmentSpec step = flip(mode, 0.5);
            step.properties["alternating"] = true;
            const auto seen = [&](int64_t epoch, int64_t sample) {
                Image copy = image;
                augment(copy, {step}, 1, epoch, sample);
                return copy.pixels;
            };
            const auto turned = applied(image, flip(mode, 1)).pixels;
            int asIs = 0;
            for (int sample = 0; sample < 400; ++sample) {
                const auto first = seen(0, sample), second = seen(1, sample);
                asIs += first == image.pixels;
                QVERIFY(first == applied(image, flip(mode, 0.5), sample).pixels);
                Image back{3, 2, 3, second};
                QVERIFY(applied(back, flip(mode, 1)).pixels == first);
                QVERIFY(seen(2, sample) == first && seen(7, sample) == second);
                if (first == image.pixels) QVERIFY(second == turned);
            }
            // A half stays, or a quarter where both ways have a draw of their own; 4 deviations.
            const int wanted = mode == "horizontal_and_vertical" ? 100 : 200;
            QVERIFY2(std::abs(asIs - wanted) < 40, qPrintable(QString::number(asIs)));
        }
        const AugmentType& type = *findAugmentation("RandomFlip");
        const Properties set{{"alternating", true}};
        QCOMPARE(type.summary(PropertyReader(type.properties, set, "RandomFlip")).english(),
                 std::string("flip, alternating"));
    }

    void crops_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("padding");
        QTest::addColumn<bool>("reflect");
        for (const int channels : {1, 3})
            for (const int padding : {0, 1, 2, 7})
                for (const bool reflect : {false, true})
                    QTest::addRow("%d channels, %d, %s", channels, padding, reflect ? "reflect" : "zero")
                        << channels << padding << reflect;
    }
    void crops() {
        QFETCH(int, channels);
        QFETCH(int, padding);
        QFETCH(bool, reflect);
        const int width = 5, height = 4;
        const Image image = numbered(width, height, channels);
        // All windows there are, by brute force over the padded image.
        std::map<std::vector<uint8_t>, int> windows;
        for (int dy = -padding; dy <= padding; ++dy)
            for (int dx = -padding; dx <= padding; ++dx) {
                std::vector<uint8_t> pixels;
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x)
                        for (int c = 0; c < channels; ++c) {
                            int sy = y + dy, sx = x + dx;
                            if (reflect) sy = reflected(sy, height), sx = reflected(sx, width);
                            const bool inside = sy >= 0 && sy < height && sx >= 0 && sx < width;
                            pixels.push_back(inside ? image.pixels[size_t((sy * width + sx) * channels + c)] : 0);
                        }
                windows[pixels] = 0;
            }
        for (int i = 0; i < 3000; ++i) {
            const Image result = applied(image, crop(padding, reflect ? "reflect" : "zero"), i);
            QCOMPARE(result.width, width);
            QCOMPARE(result.height, height);
            QVERIFY(windows.count(result.pixels) == 1);
            ++windows[result.pixels];
        }
        for (const auto& [pixels, count] : windows) QVERIFY2(count > 0 || padding == 7, "every window comes up");
    }

    void drawnBySeedEpochAndSample() {
        const Image image = numbered(9, 9, 3);
        const std::vector<AugmentSpec> steps{crop(4), flip("horizontal", 0.5)};
        const auto run = [&](uint64_t seed, int64_t epoch, int64_t sample) {
            Image copy = image;
            augment(copy, steps, seed, epoch, sample);
            return copy.pixels;
        };
        QVERIFY(run(1, 2, 3) == run(1, 2, 3));
        std::set<std::vector<uint8_t>> bySeed, byEpoch, bySample;
        for (int i = 0; i < 50; ++i) {
            bySeed.insert(run(uint64_t(i), 2, 3));
            byEpoch.insert(run(1, i, 3));
            bySample.insert(run(1, 2, i));
        }
        QVERIFY(bySeed.size() > 20 && byEpoch.size() > 20 && bySample.size() > 20);
        // Two equal steps draw apart.
        int different = 0;
        for (int i = 0; i < 100; ++i) {
            Image once = numbered(4, 1, 1);
            augment(once, {flip("horizontal", 0.5), flip("horizontal", 0.5)}, 1, 0, i);
            different += once.pixels[0] != 1;
        }
        QVERIFY(different > 20 && different < 80);
    }

    void badProperties() {
        Image image = numbered(4, 4, 1);
        QVERIFY_THROWS_EXCEPTION(Error, checkAugmentations({{"RandomCrop", {{"pading", int64_t{1}}}}}));
        QVERIFY_THROWS_EXCEPTION(Error, checkAugmentations({{"Twirl", {}}}));
        QVERIFY_THROWS_EXCEPTION(Error, checkAugmentations({flip("horizontal", 1.5)}));
        QVERIFY_THROWS_EXCEPTION(Error, checkAugmentations({flip("sideways", 0.5)}));
        checkAugmentations({crop(3), flip("vertical", 0.5)});
        QVERIFY_THROWS_EXCEPTION(Error, augment(image, {crop(-1)}, 1, 0, 0));
    }
};

QTEST_GUILESS_MAIN(TestAugment)

}  // namespace test_augment

#include "test_augment.moc"
