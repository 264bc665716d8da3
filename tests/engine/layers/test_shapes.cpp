// Output sizes and pads of sliding windows against TensorFlow's, and what each layer says when it does not
// fit.
#include <QtTest>

#include "engine/layers/windows.h"

namespace test_shapes {

using namespace tl;
using namespace tl::layers;
using List = std::vector<int64_t>;

namespace {

ShapeResult shapeOf(const char* id, const std::vector<Shape>& inputs, const Properties& values = {},
                    const std::vector<Producer>& chain = {}, const Shape& data = {}, int classes = 0) {
    const LayerType& type = *findLayer(id);
    const PropertyReader properties(type.properties, values, id);
    std::vector<const Producer*> producers;
    for (const Producer& producer : chain) producers.push_back(&producer);
    const std::string node = "it";
    return type.shape({node, inputs, properties, data, classes, producers});
}

QString said(const ShapeResult& result) {
    return result.diagnostics.empty() ? QString() : QString::fromStdString(result.diagnostics[0].message.english());
}

QString text(const Shape& shape) { return QString::fromStdString(shape.toString()); }

}  // namespace

class TestShapes : public QObject {
    Q_OBJECT
private slots:
    // 120 * 5581 * 8681 * 49477 * 384773 is 24 more than 6 times 2^64.
    void reshapeCountsBeyondAWord() {
        QCOMPARE(text(shapeOf("Reshape", {{2, 3, 4}}, {{"target_shape", List{4, 6}}}).output), text({4, 6}));
        for (const List& extents : {List{120, 5581, 8681, 49477, 384773}, List{1 << 20, 1 << 20, 1 << 20, 1 << 20, -1}})
            QVERIFY(said(shapeOf("Reshape", {{2, 3, 4}}, {{"target_shape", extents}})).contains("cannot lay"));
    }

    // Rows worked out with tf.nn.conv2d's documented rule: out = ceil(in / s), total = max((out-1)s + reach -
    // in, 0).
    void sameAndValid_data() {
        QTest::addColumn<int>("input");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::addColumn<int>("same");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::addColumn<int>("valid");
        QTest::newRow("28, 5") << 28 << 5 << 1 << 1 << 28 << 2 << 2 << 24;
        QTest::newRow("32, 3, stride 2") << 32 << 3 << 2 << 1 << 16 << 0 << 1 << 15;
        QTest::newRow("7, 3, stride 2") << 7 << 3 << 2 << 1 << 4 << 1 << 1 << 3;
        QTest::newRow("32, 1, stride 2") << 32 << 1 << 2 << 1 << 16 << 0 << 0 << 16;
        QTest::newRow("9, 4, stride 3") << 9 << 4 << 3 << 1 << 3 << 0 << 1 << 2;
        QTest::newRow("8, 2") << 8 << 2 << 1 << 1 << 8 << 0 << 1 << 7;
        QTest::newRow("8, 3, dilated 2") << 8 << 3 << 1 << 2 << 8 << 2 << 2 << 4;
        QTest::newRow("2, 5") << 2 << 5 << 1 << 1 << 2 << 2 << 2 << 0;
    }
    void sameAndValid() {
        QFETCH(int, input);
        QFETCH(int, kernel);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        QFETCH(int, same);
        QFETCH(int, before);
        QFETCH(int, after);
        QFETCH(int, valid);
        Window window;
        window.size = {kernel, kernel};
        window.strides = {stride, stride};
        window.dilations = {dilation, dilation};
        QCOMPARE(window.output(0, input), int64_t{valid});
        QVERIFY(window.pads({input, input}) == List({0, 0, 0, 0}));
        window.same = true;
        QCOMPARE(window.output(1, input), int64_t{same});
        QVERIFY(window.pads({input, input}) == List({before, before, after, after}));
    }

    void rules() {
        QCOMPARE(text(shapeOf("Conv2D", {{3, 32, 30}}).output), text({32, 30, 28}));
        QCOMPARE(text(shapeOf("MaxPooling2D", {{6, 28, 27}}).output), text({6, 14, 13}));
        QCOMPARE(text(shapeOf("MaxPooling2D", {{6, 9, 9}}, {{"pool_size", List{3, 3}}}).output), text({6, 3, 3}));
        QCOMPARE(text(shapeOf("Flatten", {{16, 5, 5}}).output), text({400}));
        QCOMPARE(text(shapeOf("Concatenate", {{2, 4, 4}, {3, 4, 4}}).output), text({5, 4, 4}));
        QCOMPARE(text(shapeOf("Input", {}, {}, {}, {1, 28, 28}).output), text({1, 28, 28}));
    }

    void sequencesAndVolumes() {
        const std::string same = "same";
        QCOMPARE(text(shapeOf("Conv1D", {{20, 3}}, {{"strides", List{2}}}).output), text({9, 32}));
        QCOMPARE(text(shapeOf("Conv1D", {{20, 3}}, {{"padding", std::string("causal")}}).output), text({20, 32}));
        QCOMPARE(text(shapeOf("Conv3D", {{2, 9, 8, 7}}, {{"padding", same}}).output), text({32, 9, 8, 7}));
        QCOMPARE(text(shapeOf("DepthwiseConv2D", {{3, 8, 8}}, {{"depth_multiplier", int64_t{2}}}).output),
                 text({6, 6, 6}));
        QCOMPARE(text(shapeOf("Conv2DTranspose", {{3, 7, 7}}, {{"strides", List{2, 2}}, {"padding", same}}).output),
                 text({32, 14, 14}));
        QCOMPARE(text(shapeOf("Conv2DTranspose", {{3, 7, 7}}, {{"strides", List{2, 2}}}).output), text({32, 15, 15}));
        QCOMPARE(text(shapeOf("MaxPooling1D", {{9, 4}}).output), text({4, 4}));
        QCOMPARE(text(shapeOf("AveragePooling3D", {{5, 4, 6, 8}}).output), text({5, 2, 3, 4}));
        QCOMPARE(text(shapeOf("GlobalMaxPooling1D", {{9, 4}}).output), text({4}));
        QCOMPARE(text(shapeOf("GlobalAveragePooling3D", {{5, 4, 6, 8}}, {{"keepdims", true}}).output),
                 text({5, 1, 1, 1}));
        QCOMPARE(text(shapeOf("LSTM", {{9, 4}}).output), text({32}));
        QCOMPARE(text(shapeOf("GRU", {{9, 4}}, {{"return_sequences", true}}).output), text({9, 32}));
        QCOMPARE(text(shapeOf("Embedding", {{9}}).output), text({9, 32}));
        QCOMPARE(text(shapeOf("PatchEmbedding", {{3, 32, 28}}).output), text({56, 64}));
        QCOMPARE(text(shapeOf("MultiHeadAttention", {{9, 4}, {7, 5}}).output), text({9, 4}));
    }

    // What is said, and that each repair of the layer's own properties repairs it.
    void sequencesWanted_data() {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("image") << "LSTM"
                               << "1x28x28"
                               << "LSTM wants a sequence (steps, features), and gets 1×28×28";
        QTest::newRow("vector") << "Conv1D"
                                << "784"
                                << "Conv1D wants a sequence (steps, features), and gets a vector of 784";
        QTest::newRow("sequence") << "Conv2D"
                                  << "20x3"
                                  << "Conv2D wants an image (channels, height, width), and gets a sequence of 20×3";
        QTest::newRow("volume") << "Conv3D"
                                << "3x8x8"
                                << "Conv3D wants a volume (channels, depth, height, width), and gets 3×8×8";
        QTest::newRow("attention") << "MultiHeadAttention"
                                   << "64"
                                   << "MultiHeadAttention wants a sequence (steps, features), and gets a vector of 64";
        QTest::newRow("patches") << "PatchEmbedding"
                                 << "3x30x28"
                                 << "PatchEmbedding cannot cut 30×28 into patches of 4×4";
        QTest::newRow("embedding") << "Embedding"
                                   << "1x28x28"
                                   << "Embedding wants a sequence of numbers, and gets 1×28×28";
    }
    void sequencesWanted() {
        QFETCH(QString, layer);
        QFETCH(QString, input);
        QFETCH(QString, sentence);
        List extents;
        for (const QString& extent : input.split('x')) extents.push_back(extent.toLongLong());
        const QByteArray id = layer.toUtf8();
        const ShapeResult result = shapeOf(id.constData(), {Shape(extents)});
        QCOMPARE(said(result), sentence);
        QVERIFY(!result.diagnostics[0].repairs.empty());
        for (const Repair& repair : result.diagnostics[0].repairs) {
            if (repair.kind == Repair::Kind::SetProperty) {
                QVERIFY(shapeOf(id.constData(), {Shape(extents)}, {{repair.key, repair.value}}).diagnostics.empty());
                continue;
            }
            if (repair.kind == Repair::Kind::ChangeType) {
                QVERIFY(shapeOf(repair.layerType.c_str(), {Shape(extents)}).diagnostics.empty());
                continue;
            }
            const Properties inserted = repair.key.empty() ? Properties{} : Properties{{repair.key, repair.value}};
            const ShapeResult made = shapeOf(repair.layerType.c_str(), {Shape(extents)}, inserted);
            QVERIFY2(made.diagnostics.empty(), repair.label.english().c_str());
            QVERIFY2(shapeOf(id.constData(), {made.output}).diagnostics.empty(), repair.label.english().c_str());
        }
    }

    void attentionInputs() {
        const std::vector<Producer> three{{"q", "LSTM"}, {"v", "LSTM"}, {"k", "LSTM"}};
        const ShapeResult keys = shapeOf("MultiHeadAttention", {{4, 6}, {5, 3}, {7, 3}}, {}, three);
        QCOMPARE(said(keys),
                 QString("MultiHeadAttention wants as many keys as values, and gets 7 from “k” for 5 from “v”"));
        QCOMPARE(keys.diagnostics[0].inputPort, 2);
        const ShapeResult value = shapeOf("MultiHeadAttention", {{4, 6}, {3, 8, 8}}, {}, three);
        QCOMPARE(said(value),
                 QString("MultiHeadAttention's value wants a sequence (steps, features), and gets 3×8×8 from “v”"));
        QCOMPARE(value.diagnostics[0].inputPort, 1);
        QVERIFY(!value.diagnostics[0].repairs.empty());
        for (const Repair& repair : value.diagnostics[0].repairs) QCOMPARE(repair.port, 1);  // the wire at fault
    }

    void outputPaddingThatDoesNotFit() {
        const Properties values{{"strides", List{2, 2}}, {"output_padding", List{2, 0}}};
        const ShapeResult result = shapeOf("Conv2DTranspose", {{3, 4, 4}}, values);
        QVERIFY(said(result).startsWith("output_padding does not fit"));
        QVERIFY(result.diagnostics[0].repairs.at(0).key == "output_padding");
    }

    void denseOnAnImage() {
        const ShapeResult result = shapeOf("Dense", {{32, 16, 16}}, {}, {{"pool", "MaxPooling2D"}});
        QCOMPARE(said(result), QString("Dense wants a vector, and gets 32×16×16"));
        QCOMPARE(QString::fromStdString(result.diagnostics[0].detail.english()),
                 QString("“pool” keeps the spatial size."));
        const Repair& repair = result.diagnostics[0].repairs.at(0);
        QVERIFY(repair.kind == Repair::Kind::InsertBefore && repair.layerType == "Flatten");
        QCOMPARE(QString::fromStdString(repair.label.english()), QString("Insert Flatten"));
    }

    void addNamesBoth() {
        const ShapeResult result = shapeOf("Add", {{16, 8, 8}, {16, 8, 8}, {32, 8, 8}}, {},
                                           {{"a", "Conv2D"}, {"b", "Conv2D"}, {"c", "Conv2D"}});
        QCOMPARE(said(result), QString("Add wants equal shapes, and gets 16×8×8 from “a” and 32×8×8 from “c”"));
        QCOMPARE(result.diagnostics[0].inputPort, 2);
    }

    void kernelLargerThanInput() {
        const ShapeResult result = shapeOf("Conv2D", {{16, 4, 9}}, {{"kernel_size", List{5, 5}}});
        QCOMPARE(said(result), QString("Conv2D's window is larger than its input: 5×5 on 4×9"));
        QCOMPARE(result.diagnostics[0].repairs.size(), size_t{2});
        for (const Repair& repair : result.diagnostics[0].repairs) {  // each repair does repair it
            Properties values = {{"kernel_size", List{5, 5}}};
            values[repair.key] = repair.value;
            QVERIFY(shapeOf("Conv2D", {{16, 4, 9}}, values).diagnostics.empty());
        }
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<std::vector<Shape>>("inputs");
        QTest::addColumn<Properties>("values");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* layer, std::vector<Shape> inputs, Properties values, const char* message) {
            QTest::addRow("%s: %s", layer, message) << QString(layer) << inputs << values << QString(message);
        };
        row("Activation", {{7}}, {{"activation", std::string("glu")}},
            "glu halves the features, and gets 7 from “it_1”");
        row("AdaptiveAveragePooling2D", {{7}}, {},
            "AdaptiveAveragePooling2D wants an image (channels, height, width), and gets a vector of 7 from “it_1”");
        row("Cropping2D", {{3, 4, 5}}, {{"cropping", List{2}}}, "Cropping2D leaves nothing of 4×5 from “it_1”");
        row("GroupNormalization", {{48, 2, 2}}, {},
            "GroupNormalization cannot split 48 channels from “it_1” into 32 equal groups");
        row("LayerNormalization", {{4, 5}}, {{"axis", List{3}}},
            "LayerNormalization's axis 3 is not one of 4×5 from “it_1”");
        row("Normalization", {{3, 4, 4}}, {{"mean", std::string("1 2")}, {"variance", std::string("1")}},
            "mean wants one number, or 3 of them, and is \"1 2\"");
        row("Normalization", {{3, 4, 4}}, {{"mean", std::string("1")}, {"variance", std::string("-1")}},
            "variance wants one number, or 3 of them, and is \"-1\"");
        row("Normalization", {{3, 4, 4}}, {{"mean", std::string("1")}},
            "Normalization has a mean or a variance, and wants both or none");
        row("Permute", {{3, 4}}, {}, "Permute wants each of the 2 axes of 3×4 from “it_1” once, and dims is 1 × 3 × 2");
        row("PReLU", {{3, 4}}, {{"shared_axes", List{3}}}, "PReLU cannot share along axis 3 of 3×4 from “it_1”");
        row("SpatialDropout2D", {{4, 5}}, {},
            "SpatialDropout2D wants an image (channels, height, width), and gets a sequence of 4×5 from “it_1”");
        row("Subtract", {{4, 5, 6}, {3, 5, 6}}, {},
            "Subtract wants equal shapes, and gets 4×5×6 from “it_1” and 3×5×6 from “it_2”");
        row("Multiply", {{4, 5, 6}, {3, 1, 1}}, {},
            "Multiply wants equal shapes, and gets 4×5×6 from “it_1” and 3×1×1 from “it_2”");
        row("ZeroPadding2D", {{3, 4, 5}}, {{"padding", List{1, 2, 3}}},
            "padding wants one number, two or four, and has 3");
    }
    void saysWhatIsWrong() {
        QFETCH(QString, layer);
        QFETCH(std::vector<Shape>, inputs);
        QFETCH(Properties, values);
        QFETCH(QString, message);
        const QByteArray id = layer.toUtf8();
        const std::vector<Producer> chain = {{"it_1", "Conv2D"}, {"it_2", "Conv2D"}};
        const ShapeResult result = shapeOf(id, inputs, values, {chain.begin(), chain.begin() + inputs.size()});
        QCOMPARE(said(result), message);
        for (const Repair& repair : result.diagnostics[0].repairs) {  // each repair does repair it
            if (repair.kind != Repair::Kind::SetProperty) continue;
            Properties repaired = values;
            repaired[repair.key] = repair.value;
            QCOMPARE(said(shapeOf(id, inputs, repaired)), QString());
        }
    }

    // Repairs that put a layer in do repair: its result is what the other way gives, or as many scores as are wanted.
    void layersPutInRepair() {
        const auto same = [](const char* merge, const Shape& a, const Shape& b) {
            const ShapeResult result = shapeOf(merge, {a, b});
            QVERIFY2(!result.diagnostics.empty() && !result.diagnostics[0].repairs.empty(), merge);
            for (const Repair& repair : result.diagnostics[0].repairs) {
                std::vector<Shape> inputs{a, b};
                Shape& mended = inputs[static_cast<size_t>(repair.port)];
                mended = shapeOf(repair.layerType.c_str(), {mended}, repair.more).output;
                QCOMPARE(said(shapeOf(merge, inputs)), QString());
            }
        };
        same("Add", {32, 9, 9}, {32, 13, 13});       // two convolutions without padding
        same("Multiply", {8, 12, 20}, {8, 11, 15});  // by an odd number, the larger first
        same("Add", {16, 9, 9}, {32, 9, 9});
        same("Add", {7}, {12});
        const auto scores = [](const Shape& shape) { return shapeOf("Output", {shape}, {}, {}, {}, 10); };
        const Repair dense = scores({5408}).diagnostics.at(0).repairs.at(0);
        QCOMPARE(dense.label.english(), std::string("Insert Dense with 10 units"));
        QCOMPARE(said(scores(shapeOf(dense.layerType.c_str(), {{5408}}, dense.more).output)), QString());
        QVERIFY(shapeOf("Add", {{8, 12, 15}, {8, 11, 20}}).diagnostics[0].repairs.empty());  // higher, and narrower
    }

    void onePixelGoesWithAnImage() {
        QCOMPARE(text(shapeOf("Multiply", {{4, 1, 1}, {4, 5, 6}, {4, 1, 1}}).output), QString("4×5×6"));
        QCOMPARE(text(shapeOf("Add", {{4, 1, 1}, {4, 1, 1}}).output), QString("4×1×1"));
    }

    void groupsThatDoNotDivide() {
        QCOMPARE(said(shapeOf("Conv2D", {{3, 8, 8}}, {{"groups", int64_t{2}}})),
                 QString("3 input channels cannot be split into 2 equal groups"));
    }

    void classCount() {
        const Producer dense{"dense_2", "Dense"};
        const Producer act{"act_1", "Activation", &dense};
        const ShapeResult result = shapeOf("Output", {{7}}, {}, {act}, {}, 10);
        QCOMPARE(said(result), QString("The data set has 10 classes, and Output gets 7 scores from “act_1”"));
        const Repair& repair = result.diagnostics[0].repairs.at(0);
        QCOMPARE(QString::fromStdString(repair.node), QString("dense_2"));
        QVERIFY(repair.key == "units" && repair.value == PropertyValue(int64_t{10}));
        const ShapeResult other = shapeOf("Output", {{7}}, {}, {{"flatten_1", "Flatten"}}, {}, 10);
        QVERIFY(other.diagnostics[0].repairs.at(0).kind == Repair::Kind::InsertBefore);
    }

    void inputAgainstData() {
        const ShapeResult result = shapeOf("Input", {}, {{"shape", List{3, 32, 32}}}, {}, {1, 28, 28});
        QCOMPARE(said(result), QString("Input is set to 3×32×32, and the data set has 1×28×28"));
        QVERIFY(said(shapeOf("Input", {})).contains("not known"));
        QVERIFY(said(shapeOf("Input", {}, {{"shape", List{28, 28}}})).contains("three extents"));
    }

    void imagesWanted_data() {
        QTest::addColumn<QString>("layer");
        for (const char* layer : {"Conv2D", "MaxPooling2D", "AveragePooling2D", "GlobalAveragePooling2D"})
            QTest::newRow(layer) << layer;
    }
    void imagesWanted() {
        QFETCH(QString, layer);
        QCOMPARE(said(shapeOf(layer.toUtf8().constData(), {{400}}, {}, {{"flatten_1", "Flatten"}})),
                 layer + " wants an image (channels, height, width), and gets a vector of 400 from “flatten_1”");
    }

    void summaries() {
        const auto summary = [](const char* id, Properties values) {
            const LayerType& type = *findLayer(id);
            return QString::fromStdString(type.summary(PropertyReader(type.properties, values, id)).english());
        };
        QCOMPARE(
            summary("Conv2D",
                    {{"filters", int64_t{16}}, {"padding", std::string("same")}, {"activation", std::string("relu")}}),
            QString("16 · 3×3 · same · relu"));
        QCOMPARE(summary("Conv2D", {{"strides", List{2, 2}}, {"padding", std::string("same")}}),
                 QString("32 · 3×3 · stride 2"));
        QCOMPARE(summary("BatchNormalization", {}), QString("momentum 0.99"));
        QCOMPARE(summary("Dense", {{"units", int64_t{10}}}), QString("10 units"));
        QCOMPARE(summary("Rescaling", {}), QString("÷ 255"));
        QCOMPARE(summary("Rescaling", {{"scale", 1.0 / 64}, {"offset", -2.0}}), QString("÷ 64 − 2"));
        QCOMPARE(summary("MaxPooling2D", {}), QString("2×2"));
        QCOMPARE(summary("Output", {}), QString("cross-entropy · accuracy"));
    }
};

QTEST_GUILESS_MAIN(TestShapes)

}  // namespace test_shapes

#include "test_shapes.moc"
