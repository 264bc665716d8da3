// What a layer makes of items: those that were asked for, in their order, as evaluation computes it.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/train/layer_output.h"
#include "tests/engine/train/small_run.h"

namespace test_layer_output {

using namespace tl;

class TestLayerOutput : public QObject {
    Q_OBJECT
    Snapshot model_;
    DataSet data_;
private slots:
    void initTestCase() {
        SessionOptions options = test::smallRun(2);
        data_ = options.data;
        TrainingSession session(options);
        session.start();
        session.wait();
        model_ = session.snapshot();
    }

    // The softmax of the last layer's output is what prediction says.
    void itIsWhatPredictionSees() {
        std::vector<int64_t> items;
        for (int64_t i = 0; i < data_.validation->size(); i += 3) items.push_back(i);
        const LayerOutput output = layerOutput(model_, "dense_1", *data_.validation, items, 1);
        QCOMPARE(output.items, items);
        QCOMPARE(output.shape, (Shape{4}));
        for (size_t row = 0; row < items.size(); ++row) {
            double sum = 0;
            for (int k = 0; k < 4; ++k) sum += std::exp(double(output.row(row)[k]));
            const auto wanted = predict(model_, *data_.validation, items[row], 1, 1).front().scores;
            for (int k = 0; k < 4; ++k)
                QVERIFY(std::abs(std::exp(double(output.row(row)[k])) / sum - double(wanted[static_cast<size_t>(k)])) <
                        1e-5);
        }
    }

    void layersInTheMiddleHaveTheirShape() {
        double last = 0;
        const LayerOutput output =
            layerOutput(model_, "activation_1", *data_.train, {0, 5, 7}, 1, {}, [&](double share) { last = share; });
        QCOMPARE(output.shape[0], int64_t{4});
        QCOMPARE(output.shape.rank(), 3);
        QCOMPARE(output.values.size(), static_cast<size_t>(3 * output.shape.elements()));
        QCOMPARE(last, 1.0);
        for (const float each : output.values) QVERIFY(each >= 0);
        // An item's row does not depend on who else is asked for.
        const LayerOutput one = layerOutput(model_, "activation_1", *data_.train, {5}, 1);
        for (int64_t i = 0; i < one.shape.elements(); ++i) QVERIFY(std::abs(one.row(0)[i] - output.row(1)[i]) < 1e-5f);
    }

    void whatCannotBeIsSaid() {
        QVERIFY_EXCEPTION_THROWN((void)layerOutput(model_, "dense_7", *data_.train, {0}, 1), Error);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN((void)layerOutput(model_, "dense_1", *data_.train, {0}, 1, stop.get_token()), Error);
    }
};

QTEST_GUILESS_MAIN(TestLayerOutput)

}  // namespace test_layer_output

#include "test_layer_output.moc"
