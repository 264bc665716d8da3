// Moving and recolouring pixels, against what Keras, Pillow, OpenCV and NumPy make of the same image
// (tests/reference/augmentations.py), and every kind of augmentation: shape, range, probability, made again.
#include <QTest>

#include "engine/io/json.h"
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "engine/core/error.h"
#include "engine/data/affine.h"
#include "engine/data/augment.h"
#include "engine/data/image_file.h"
#include "engine/data/memory_source.h"
#include "engine/data/pipeline.h"
#include "engine/data/pixel_adjust.h"
#include "engine/data/png.h"

namespace test_pixels {

using namespace tl;
using nlohmann::json;

namespace {

const json& reference() {
    static const json all = [] {
        std::ifstream file(TENSORLOOM_SOURCE_DIR "/tests/reference/augmentations.json");
        return json::parse(file);
    }();
    return all;
}

Image given() {
    return {reference()["width"], reference()["height"], 3, reference()["pixels"].get<std::vector<uint8_t>>()};
}

FillMode modeOf(const std::string& name) {
    return name == "constant"  ? FillMode::Constant
           : name == "nearest" ? FillMode::Nearest
           : name == "wrap"    ? FillMode::Wrap
                               : FillMode::Reflect;
}

Image enlarged(const Image& image, int times) {
    Image large{image.width * times, image.height * times, 3, {}};
    for (int y = 0; y < large.height; ++y)
        for (int x = 0; x < large.width; ++x)
            for (int c = 0; c < 3; ++c)
                large.pixels.push_back(image.pixels[size_t(((y / times) * image.width + x / times) * 3 + c)]);
    return large;
}

Image applied(const Image& image, const AugmentSpec& step, int64_t sample, int64_t epoch = 0, uint64_t seed = 1) {
    Image changed = image;
    augment(changed, {step}, seed, epoch, sample);
    return changed;
}

Image noise(int width, int height, int channels) {
    Image image{width, height, channels, {}};
    Rng rng(5, 6);
    for (int i = 0; i < width * height * channels; ++i) image.pixels.push_back(uint8_t(rng.bits() >> 24));
    return image;
}

Image ours(const json& test) {
    const std::string name = test["name"];
    const json& p = test["parameters"];
    const auto number = [&](const char* key) { return p[key].get<double>(); };
    Image image = given();
    if (p.contains("fill_mode")) {
        const Affine matrix = name == "rotation" ? Affine::rotation(number("radians"), image.width, image.height)
                              : name == "zoom"   ? Affine::zoom(number("x"), number("y"), image.width, image.height)
                              : name == "shear"  ? Affine::shear(number("x"), number("y"))
                                                 : Affine::translation(number("dx"), number("dy"));
        warp(image, matrix, modeOf(p["fill_mode"]), 40, p["interpolation"] == "bilinear");
    } else if (name == "brightness") {
        adjustBrightness(image, number("delta"));
    } else if (name == "contrast") {
        adjustContrast(image, number("factor"));
    } else if (name == "saturation") {
        adjustSaturation(image, number("multiplier"));
    } else if (name == "hue") {
        adjustHue(image, number("turn"));
    } else if (name == "posterize") {
        posterize(image, p["bits"]);
    } else if (name == "solarize") {
        solarize(image, p["threshold"]);
    } else if (name == "autocontrast") {
        for (uint8_t& v : image.pixels) v = uint8_t(v / 2 + 30);
        autoContrast(image);
    } else if (name == "equalize") {
        image = enlarged(image, 8);
        equalize(image);
    } else if (name == "sharpness") {
        adjustSharpness(image, number("factor"));
    } else if (name == "colour") {
        blendWithGrey(image, 1 - number("factor"));
    } else if (name == "blur") {
        blur(image, p["size"], number("sigma"));
    } else if (name == "hflip" || name == "vflip") {
        image = applied(
            image,
            {"RandomFlip", {{"mode", std::string(name == "hflip" ? "horizontal" : "vertical")}, {"probability", 1.0}}},
            0);
    } else if (name == "rot90") {
        Image square{image.height, image.height, 3, {}};
        for (int y = 0; y < square.height; ++y)
            for (int i = 0; i < square.width * 3; ++i)
                square.pixels.push_back(image.pixels[size_t(y * image.width * 3 + i)]);
        // Whichever sample draws one quarter turn: all four turns are there, and this is one of them.
        const auto wanted = test["values"].get<std::vector<uint8_t>>();
        image = square;
        for (int i = 0; i < 64 && image.pixels != wanted; ++i) image = applied(square, {"RandomRotate90", {}}, i);
    }
    return image;
}

}  // namespace

class TestPixels : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenStaysAsItIs() {
        for (const int channels : {1, 3}) {
            std::vector<uint8_t> pixels(size_t(4 * channels));
            std::iota(pixels.begin(), pixels.end(), uint8_t{7});
            const std::vector<uint8_t> before = pixels;
            const std::string file = encodePng(2, 2, channels, pixels);
            QCOMPARE(pixels, before);
            Image read;
            decodeImage({reinterpret_cast<const uint8_t*>(file.data()), file.size()}, channels, read);
            QCOMPARE(read.pixels, before);
        }
    }

    void asTheLibrariesDo_data() {
        QTest::addColumn<int>("number");
        const auto& cases = reference()["cases"];
        QVERIFY(cases.size() > 50);
        for (int i = 0; i < int(cases.size()); ++i)
            QTest::addRow("%s %s", cases[size_t(i)]["name"].get<std::string>().c_str(),
                          cases[size_t(i)]["parameters"].dump().c_str())
                << i;
    }
    void asTheLibrariesDo() {
        QFETCH(int, number);
        const json& test = reference()["cases"][size_t(number)];
        const Image image = ours(test);
        const auto wanted = test["values"].get<std::vector<double>>();
        QCOMPARE(image.pixels.size(), wanted.size());
        const std::string name = test["name"];
        // Where whole values come out both must be the same; else ours is theirs, rounded (float32 may fall on either
        // side of a half). Pillow's blends work in fixed point and are off by one.
        const bool fixedPoint = name == "sharpness" || name == "colour";
        for (size_t i = 0; i < wanted.size(); ++i) {
            const double error = std::abs(image.pixels[i] - wanted[i]);
            QVERIFY2(error <= (fixedPoint ? 1.0 : 0.5 + 0.011),
                     qPrintable(QString("value %1: %2, expected %3").arg(i).arg(image.pixels[i]).arg(wanted[i])));
        }
    }

    void filledIndices() {
        for (const int n : {1, 2, 5})
            for (int i = -3 * n; i < 4 * n; ++i) {
                QCOMPARE(filledIndex(i, n, FillMode::Wrap), ((i % n) + n) % n);
                QCOMPARE(filledIndex(i, n, FillMode::Nearest), std::clamp(i, 0, n - 1));
                QCOMPARE(filledIndex(i, n, FillMode::Constant), i >= 0 && i < n ? i : -1);
                int mirrored = i;
                while (mirrored < 0 || mirrored >= n) mirrored = mirrored < 0 ? -1 - mirrored : 2 * n - 1 - mirrored;
                QCOMPARE(filledIndex(i, n, FillMode::Reflect), mirrored);
            }
        // Places far away, as a broken matrix could ask for, are no reason to fail.
        Image image = noise(4, 4, 3);
        warp(image, {1e300, 0, -1e300, 0, 1e300, 1e300}, FillMode::Wrap, 0, true);
        warp(image, {1e300, 0, -1e300, 0, 1e300, 1e300}, FillMode::Reflect, 0, false);
        QCOMPARE(image.pixels.size(), size_t{48});
    }

    // Every kind there is, on grey and colour, long and tiny images: size kept, same draw again, other draws others.
    void everyKind_data() {
        QTest::addColumn<QString>("id");
        for (const auto& type : allAugmentations())
            if (type.apply) QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void everyKind() {
        QFETCH(QString, id);
        const AugmentType& type = *findAugmentation(id.toStdString());
        const AugmentSpec step{type.id, {}};
        QVERIFY(!type.help.empty() && !type.title.empty());
        QVERIFY(!type.summary(PropertyReader(type.properties, step.properties, type.id)).empty());
        for (const auto& property : type.properties) {
            QVERIFY(checkProperty(property, property.defaultValue).empty());
            QVERIFY(!property.help.empty());
        }
        const bool colourOnly = id == "RandomSaturation" || id == "RandomHue" || id == "RandomGrayscale";
        for (const auto& [width, height, channels] :
             {std::tuple{12, 9, 3}, {12, 12, 3}, {12, 9, 1}, {1, 1, 3}, {1, 7, 1}, {2, 2, 3}}) {
            const Image image = noise(width, height, channels);
            std::set<std::vector<uint8_t>> seen;
            for (int sample = 0; sample < 40; ++sample) {
                const Image changed = applied(image, step, sample);
                QCOMPARE(changed.width, width);
                QCOMPARE(changed.height, height);
                QCOMPARE(changed.channels, channels);
                QCOMPARE(changed.pixels.size(), image.pixels.size());
                QVERIFY(applied(image, step, sample).pixels == changed.pixels);
                seen.insert(changed.pixels);
            }
            if (width < 9) continue;
            const bool still = colourOnly && channels == 1;
            const bool few = id == "RandomFlip" || id == "RandomGrayscale" || id == "RandomRotate90";
            QVERIFY2(still ? seen.size() == 1 : seen.size() >= (few ? 2u : 10u),
                     qPrintable(QString::number(seen.size())));
            // Another epoch and another seed draw otherwise.
            int differ = 0;
            for (int sample = 0; sample < 40; ++sample)
                differ += applied(image, step, sample).pixels != applied(image, step, sample, 1).pixels ||
                          applied(image, step, sample).pixels != applied(image, step, sample, 0, 2).pixels;
            QVERIFY(still ? differ == 0 : differ > 4);
        }
    }

    void probabilityHolds() {
        const Image image = noise(8, 8, 3);
        for (const auto& type : allAugmentations()) {
            if (!type.apply || type.id == "RandomFlip") continue;
            const auto has = std::any_of(type.properties.begin(), type.properties.end(),
                                         [](const Property& p) { return p.key == "probability"; });
            if (type.id == "RandomCrop") continue;  // a window at no offset is its share of unchanged images
            QVERIFY2(has, type.id.c_str());
            for (int sample = 0; sample < 20; ++sample)
                QVERIFY2(applied(image, {type.id, {{"probability", 0.0}}}, sample).pixels == image.pixels,
                         type.id.c_str());
        }
        int turned = 0;
        for (int sample = 0; sample < 2000; ++sample)
            turned += applied(image, {"RandomRotation", {{"probability", 0.3}, {"factor", 0.5}}}, sample).pixels !=
                      image.pixels;
        QVERIFY2(std::abs(turned - 600) < 90, qPrintable(QString::number(turned)));
    }

    void noiseIsNormal() {
        Image grey{200, 200, 1, std::vector<uint8_t>(40000, 128)};
        double widest = 0;
        for (int sample = 0; sample < 30; ++sample) {
            const Image changed = applied(grey, {"RandomGaussianNoise", {{"stddev", 0.1}}}, sample);
            double sum = 0, squares = 0;
            for (const uint8_t v : changed.pixels) sum += v - 128, squares += (v - 128.0) * (v - 128.0);
            const double mean = sum / 40000, deviation = std::sqrt(squares / 40000 - mean * mean);
            QVERIFY(std::abs(mean) < 0.6);
            QVERIFY(deviation < 26);
            widest = std::max(widest, deviation);
            if (deviation < 5) continue;
            double within = 0;
            for (const uint8_t v : changed.pixels) within += std::abs(v - 128) <= deviation;
            QVERIFY2(std::abs(within / 40000 - 0.683) < 0.04, qPrintable(QString::number(within / 40000)));
        }
        QVERIFY(widest > 20);
    }

    void erasingStaysInItsRange() {
        const Image image{32, 32, 1, std::vector<uint8_t>(1024, 200)};
        double largest = 0, smallest = 1;
        for (int sample = 0; sample < 300; ++sample) {
            const Image changed = applied(
                image, {"RandomErasing", {{"scale", 0.3}, {"probability", 1.0}, {"fill", std::string("constant")}}},
                sample);
            const double share = double(std::count(changed.pixels.begin(), changed.pixels.end(), 0)) / 1024;
            largest = std::max(largest, share);
            smallest = std::min(smallest, share);
        }
        QVERIFY(largest <= 0.34 && largest > 0.2 && smallest > 0.015 && smallest < 0.08);
    }

    // MixUp and CutMix: pixels and label weights belong together, for any worker count, and are made again.
    void mixing_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("MixUp") << "MixUp";
        QTest::newRow("CutMix") << "CutMix";
    }
    void mixing() {
        QFETCH(QString, kind);
        // Image i is all i: the blend tells its own weight.
        auto pixels = std::make_shared<std::vector<uint8_t>>();
        std::vector<uint8_t> labels;
        for (int i = 0; i < 200; ++i) {
            pixels->insert(pixels->end(), 3 * 8 * 8, uint8_t(i));
            labels.push_back(uint8_t(i % 5));
        }
        const auto source = std::make_shared<MemorySource>(
            "flat", "train", Shape{3, 8, 8}, std::vector<std::string>{"0", "1", "2", "3", "4"}, pixels, labels);
        const auto run = [&](int workers, uint64_t seed) {
            Pipeline pipeline(source);
            pipeline.shuffle(200, 3)
                .augment({{kind.toStdString(), {{"alpha", 1.0}}}, {"RandomFlip", {}}}, seed)
                .repeat(2)
                .batch(32)
                .prefetch(workers, 2);
            auto iterator = pipeline.iterate();
            std::vector<Batch> batches;
            for (Batch batch; iterator.next(batch);) {
                batches.push_back(batch);
                batch = {};
            }
            return batches;
        };
        const auto batches = run(0, 9);
        QCOMPARE(batches.size(), size_t{14});
        double sum = 0;
        int mixed = 0, swapped = 0;
        for (const Batch& batch : batches) {
            const auto weights = batch.labelWeights.as<float>();
            const auto first = batch.labels.as<int32_t>(), second = batch.otherLabels.as<int32_t>();
            const auto data = batch.data.as<uint8_t>();
            for (size_t i = 0; i < batch.indices.size(); ++i) {
                QVERIFY(weights[i] >= 0.5f);  // the first label is that of the larger share
                const std::vector<uint8_t> image(data.begin() + long(i * 192), data.begin() + long((i + 1) * 192));
                const auto label = int32_t(batch.indices[i] % 5);
                // What the image itself has of the blend, and its partner's label.
                const auto fits = [&](double share, int32_t other) {
                    if (kind == "CutMix") {  // two values: the own one over `share` of the area
                        const double own =
                            double(std::count(image.begin(), image.end(), uint8_t(batch.indices[i]))) / 192;
                        const std::set<uint8_t> values(image.begin(), image.end());
                        return values.size() <= 2 && std::abs(own - share) < 1e-6 &&
                               std::ranges::all_of(values, [&](uint8_t v) {
                                   return v == uint8_t(batch.indices[i]) || int32_t(v % 5) == other;
                               });
                    }
                    // The partner is one whose label is `other` and that gives this blend.
                    return std::ranges::any_of(batch.indices, [&](int64_t partner) {
                        const double blend = share * double(batch.indices[i]) + (1 - share) * double(partner);
                        return partner % 5 == other && std::abs(blend - image[0]) <= 0.51;
                    });
                };
                const double larger = double(weights[i]);
                const bool ownFirst = first[i] == label && fits(larger, second[i]);
                const bool ownSecond = second[i] == label && fits(1 - larger, first[i]);
                QVERIFY(ownFirst || ownSecond);
                sum += ownFirst ? larger : 1 - larger;
                swapped += !ownFirst;
                mixed += std::ranges::any_of(image, [&](uint8_t v) { return v != uint8_t(batch.indices[i]); });
            }
        }
        QVERIFY(swapped > 100);
        QVERIFY(mixed > 200);
        QVERIFY2(std::abs(sum / 400 - 0.5) < 0.08, qPrintable(QString::number(sum / 400)));
        for (const int workers : {1, 3, kAutotune}) {
            const auto again = run(workers, 9);
            for (size_t b = 0; b < batches.size(); ++b) {
                QVERIFY(std::ranges::equal(again[b].data.as<uint8_t>(), batches[b].data.as<uint8_t>()));
                QVERIFY(std::ranges::equal(again[b].labelWeights.as<float>(), batches[b].labelWeights.as<float>()));
                QVERIFY(std::ranges::equal(again[b].otherLabels.as<int32_t>(), batches[b].otherLabels.as<int32_t>()));
            }
        }
        QVERIFY(!std::ranges::equal(run(0, 10)[0].data.as<uint8_t>(), batches[0].data.as<uint8_t>()));
    }
};

QTEST_GUILESS_MAIN(TestPixels)

}  // namespace test_pixels

#include "test_pixels.moc"
