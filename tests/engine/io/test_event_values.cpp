// Hyperparameters, tables of texts, several pictures a step, and the areas under curves: as PyTorch and tf.summary
// wrote them (tests/reference/tensors.py).
#include <QtTest>

#include "engine/io/events/event_tree.h"

namespace test_event_values {

using namespace tl;

namespace {

const EventRun* runNamed(const EventTree& tree, const std::string& name) {
    for (const auto& run : tree.runs())
        if (run->name() == name) return run.get();
    return nullptr;
}

EventHParams hparamsOf(const EventRun& run) {
    EventHParams all;
    for (const EventTag& tag : run.tags())
        if (tag.kind == EventKind::HParams) (void)readHParams(tag.content, all);
    return all;
}

}  // namespace

class TestEventValues : public QObject {
    Q_OBJECT
    EventTree tree_{TENSORLOOM_SOURCE_DIR "/tests/reference/tensors"};
private slots:
    void initTestCase() { QCOMPARE(tree_.poll().size(), size_t{3}); }

    void hyperparametersOfBothWriters() {
        const EventHParams slow = hparamsOf(*runNamed(tree_, "torch-slow"));
        QCOMPARE(std::get<double>(slow.values.at("rate")), 0.05);
        QCOMPARE(std::get<std::string>(slow.values.at("optimizer")), std::string("adam"));
        QCOMPARE(std::get<double>(slow.values.at("augment")), 0.0);  // PyTorch writes truth as a number
        QCOMPARE(slow.metrics, std::vector<std::string>{"hparam/accuracy"});
        QCOMPARE(slow.status, 1);
        const EventHParams tf = hparamsOf(*runNamed(tree_, "tf"));
        QCOMPARE(std::get<double>(tf.values.at("rate")), 0.3);
        QCOMPARE(std::get<bool>(tf.values.at("augment")), true);
    }

    void whatIsNoHyperparameterIsRefused() {
        EventHParams all;
        QVERIFY(!readHParams("", all));
        QVERIFY(!readHParams("\xff\xff\xff", all));
        const std::string good = runNamed(tree_, "tf")->find("_hparams_/session_start_info")->content;
        QVERIFY(readHParams(good, all));
        for (size_t i = 0; i < good.size(); ++i) (void)readHParams(good.substr(0, i), all);  // never crashes
    }

    void textsKeepTheirRowsAndColumns() {
        const EventRun& tf = *runNamed(tree_, "tf");
        const auto table = tf.texts(tf.find("table")->items.back());
        QVERIFY(table);
        QCOMPARE(table->columns, 2);
        QCOMPARE(table->cells, (std::vector<std::string>{"**a**", "b", "c", "step 3"}));
        const EventRun& torch = *runNamed(tree_, "torch-slow");
        const EventTag* notes = nullptr;
        for (const EventTag& tag : torch.tags())
            if (tag.kind == EventKind::Text) notes = &tag;
        QVERIFY(notes);
        QCOMPARE(torch.texts(notes->items.front())->cells.size(), size_t{1});
    }

    void allPicturesOfAStep() {
        const EventRun& tf = *runNamed(tree_, "tf");
        const auto pictures = tf.images(tf.find("batch")->items.back());
        QCOMPARE(pictures.size(), size_t{4});
        for (const EventImage& each : pictures) {
            QCOMPARE(each.width, 10);
            QCOMPARE(each.height, 8);
            QVERIFY(each.png.substr(1, 3) == "PNG");
        }
        QCOMPARE(tf.image(tf.find("batch")->items.back())->png, pictures.front().png);
        QVERIFY(tf.images(tf.find("table")->items.back()).size() <= 2);  // no picture, and no crash
    }

    void areasUnderCurves() {
        // All right at the middle threshold; and one that guesses.
        const EventPrCurve perfect{{5, 5, 0}, {5, 0, 0}, {0, 5, 5}, {0, 0, 5}, {0.5, 1, 0}, {1, 1, 0}};
        QCOMPARE(areaUnderRoc(perfect), 1.0);
        const std::vector<PrPoint> points = prPoints(perfect);
        QCOMPARE(points.size(), size_t{3});
        QCOMPARE(points.back().at, perfect.precision.size());  // of no threshold
        QCOMPARE(points.back().recall, 0.0);
        QCOMPARE(points.back().precision, 1.0);
        QCOMPARE(averagePrecision(perfect), 1.0);
        // scikit-learn: average_precision_score([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [.9, .1, .1, .1, .1, .1, .1, .1, .1,
        // .1])
        QVERIFY(std::abs(averagePrecision({{5, 1, 0}, {5, 0, 0}, {0, 5, 5}, {0, 4, 5}, {0.5, 1, 0}, {1, 0.2, 0}}) -
                         0.6) < 1e-12);
        // One answer to all: the share of the class, which lies at a single point.
        QVERIFY(std::abs(averagePrecision({{1, 0}, {9, 0}, {0, 9}, {0, 1}, {0.1, 0}, {1, 0}}) - 0.1) < 1e-12);
        const EventPrCurve guess{{4, 2, 0}, {4, 2, 0}, {0, 2, 4}, {0, 2, 4}, {0.5, 0.5, 1}, {1, 0.5, 0}};
        QCOMPARE(areaUnderRoc(guess), 0.5);
        QCOMPARE(areaUnderRoc({}), 0.5);
        QCOMPARE(averagePrecision({}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestEventValues)

}  // namespace test_event_values

#include "test_event_values.moc"
