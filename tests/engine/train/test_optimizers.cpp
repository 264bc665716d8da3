// The one-cycle schedule against numbers that PyTorch 2 gave, and what is wrong with settings, told in sentences. The
// optimizers themselves are compared in test_update_rules.cpp.
#include <QtTest>
#include <algorithm>

#include "engine/core/error.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_spec.h"
#include "small_run.h"

namespace test_optimizers {

using namespace tl;

namespace {

using Numbers = std::vector<double>;

}  // namespace

class TestOptimizers : public QObject {
    Q_OBJECT
private slots:
    void oneCycle_data() {
        QTest::addColumn<Properties>("properties");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<std::vector<double>>("steps");
        QTest::addColumn<std::vector<double>>("expected");
        const Numbers ten{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        QTest::newRow("10 steps")
            << Properties{} << qint64{10} << ten
            << Numbers{0.008,          0.104,           0.2,           0.190096926403,   0.16234913079,
                       0.122252404387, 0.0777483956127, 0.03765166921, 0.00990387359731, 8e-07};
        QTest::newRow("7 steps, other settings")
            << Properties{{"pct_start", 0.25}, {"div_factor", 10.0}, {"final_div_factor", 100.0}} << qint64{7}
            << Numbers{0, 1, 2, 3, 4, 5, 6}
            << Numbers{0.02, 0.19888419954, 0.173331881996, 0.122329841302, 0.0636024316658, 0.0175587464458, 0.0002};
        QTest::newRow("1173 steps") << Properties{} << qint64{1173}
                                    << Numbers{0, 1, 175, 350, 351, 352, 700, 1171, 1172}
                                    << Numbers{0.008,          0.00800384743548,  0.103613233299,
                                               0.199996883573, 0.199999992681,    0.199999114353,
                                               0.123295545395, 1.53193982606e-06, 8e-07};
    }
    void oneCycle() {
        QFETCH(Properties, properties);
        QFETCH(qint64, total);
        QFETCH(std::vector<double>, steps);
        QFETCH(std::vector<double>, expected);
        TrainingSpec training;
        training.learningRate = 0.2;
        training.schedule = {"one_cycle", properties};
        for (size_t i = 0; i < steps.size(); ++i) {
            const double rate = scheduledRate(training, static_cast<int64_t>(steps[i]), total);
            QVERIFY2(std::abs(rate - expected[i]) < 1e-10, qPrintable(QString("step %1: %2").arg(steps[i]).arg(rate)));
        }
        QCOMPARE(scheduledRate(training, total + 5, total), scheduledRate(training, total - 1, total));
    }

    // The whole schedule within the epochs that are given to some weights, and 0 behind them.
    void freezeOut() {
        TrainingSpec training;
        training.learningRate = 0.2;
        training.epochs = 8;
        training.schedule = {"polynomial", {}};
        QVERIFY(freezeOutRate(training, 0, 25) < 0);
        training.optimizerOptions = {{"freeze_out", std::string("bias")}, {"freeze_out_epochs", int64_t{3}}};
        for (int64_t step = 0; step < 200; ++step) {
            const double left = std::max(0.0, 1 - static_cast<double>(step) / 75);
            QVERIFY(std::abs(freezeOutRate(training, step, 25) - 0.2 * left) < 1e-12);
        }
        training.schedule = {"constant", {{"warmup_epochs", 1.0}}};  // in epochs of the run
        QVERIFY(std::abs(freezeOutRate(training, 5, 25) - 0.2 * 5 / 25) < 1e-12);
        QCOMPARE(freezeOutRate(training, 74, 25), 0.2);
        QCOMPARE(freezeOutRate(training, 75, 25), 0.0);
    }

    // Weights that freeze out stand still behind their epochs, the others go on, and nothing else is different; nor
    // does momentum carry them on.
    void frozenWeightsStand_data() {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<Properties>("properties");
        QTest::newRow("adam") << "adam" << Properties{};
        QTest::newRow("sgd") << "sgd" << Properties{{"momentum", 0.9}};
        QTest::newRow("rmsprop") << "rmsprop" << Properties{{"momentum", 0.9}};
    }
    void frozenWeightsStand() {
        QFETCH(QString, optimizer);
        QFETCH(Properties, properties);
        const auto trained = [&](int64_t frozenAfter, int epochs) {
            SessionOptions options = test::smallRun(3);
            options.training.epochs = epochs;
            options.training.optimizer = {optimizer.toStdString(), properties};
            if (frozenAfter > 0)
                options.training.optimizerOptions = {{"freeze_out", std::string("dense.*bias$")},
                                                     {"freeze_out_epochs", frozenAfter}};
            TrainingSession session(options);
            session.start();
            session.wait();
            return session.snapshot().state;
        };
        const auto same = [](const ModelState& a, const ModelState& b, const std::string& name) {
            const auto x = a.at(name).as<float>(), y = b.at(name).as<float>();
            return std::ranges::equal(x, y);
        };
        const ModelState all = trained(0, 3), late = trained(3, 3), one = trained(1, 1), early = trained(1, 3);
        std::vector<std::string> biases, others;
        for (const auto& [name, tensor] : all)
            (name.ends_with("bias") && name.starts_with("dense") ? biases : others).push_back(name);
        QVERIFY(!biases.empty());
        for (const auto& [name, tensor] : all) QVERIFY2(same(all, late, name), name.c_str());
        for (const std::string& name : biases) {
            QVERIFY2(same(one, early, name), name.c_str());
            QVERIFY2(!same(all, early, name), name.c_str());
        }
        QVERIFY(std::ranges::any_of(others, [&](const std::string& name) { return !same(one, early, name); }));
    }

    // An expression that means no weight is told of when the run begins, one that means any is not.
    void expressionsForNothing() {
        SessionOptions options = test::smallRun(1);
        options.training.optimizer = {"muon", {{"exclude_layers", std::string("dense, head")}}};
        options.training.optimizerOptions = {{"lr_mult", std::string("bias$=2, weight$=3")},
                                             {"wd_mult", std::string("kernels=0")},
                                             {"freeze_out", std::string("norm.*, whiten/bias")},
                                             {"exclude_from_weight_decay", std::string("bias$")}};
        TrainingSession session(options);
        session.start();
        session.wait();
        QStringList told;
        for (const tl::Event& event : session.events().drain())
            if (const auto* note = std::get_if<NoteRecord>(&event))
                if (const QString text = QString::fromStdString(note->message.english()); text.contains("no weight"))
                    told << text;
        QCOMPARE(told.size(), 4);
        for (const char* start : {"\"weight$\" of lr_mult is", "\"kernels\" of wd_mult is",
                                  "\"whiten/bias\" of freeze_out is", "\"head\" of exclude_layers is"})
            QVERIFY2(told.filter(start).size() == 1, start);
        QVERIFY2(told[0].contains("such as conv_1/kernel, conv_1/bias"), qPrintable(told[0]));
    }

    void shortCyclesStayFinite() {
        TrainingSpec training;
        training.schedule = {"one_cycle", {}};
        for (int64_t total = 1; total < 8; ++total)
            for (int64_t step = 0; step < total; ++step) {
                const double rate = scheduledRate(training, step, total);
                QVERIFY(std::isfinite(rate) && rate >= 0 && rate <= training.learningRate);
            }
    }

    void registry() {
        QVERIFY(allOptimizers().size() >= 2 && allSchedules().size() >= 2);
        QVERIFY_EXCEPTION_THROWN(findOptimizer("nothing"), Error);
        for (const OptimizerType& type : allOptimizers()) {
            QVERIFY(!type.title.empty() && !type.help.empty() && type.defaultLearningRate > 0);
            for (const Property& property : type.properties)
                QVERIFY2(checkProperty(property, property.defaultValue).empty(), property.key.c_str());
        }
    }

    void settingsAreChecked_data() {
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("which");
        const char* says[] = {"epochs",         "batch size",
                              "rate",           "larger than the training set of 100 samples",
                              "no property",    "optimizer",
                              "momentum",       "no augmentation",
                              "exclude_layers", "exclude_from_weight_decay",
                              "lr_mult",        "wd_mult",
                              "freeze_out",     "more than 0"};
        for (int i = 0; i < 14; ++i) QTest::newRow(says[i]) << says[i] << i;
    }
    void settingsAreChecked() {
        QFETCH(QString, says);
        QFETCH(int, which);
        TrainingSpec t;
        checkTraining(t, 100);
        switch (which) {
        case 0: t.epochs = 0; break;
        case 1: t.batch = 0; break;
        case 2: t.learningRate = std::nan(""); break;
        case 3: t.batch = 101; break;
        case 4: t.optimizer = {"adam", {{"momentum", 0.5}}}; break;
        case 5: t.optimizer.type = "none"; break;
        case 6: t.optimizer = {"sgd", {{"momentum", 7.0}}}; break;
        case 7: t.augmentation = {{"Sparkle", {}}}; break;
        case 8: t.optimizer = {"muon", {{"exclude_layers", std::string("dense, (conv")}}}; break;
        case 9: t.optimizerOptions = {{"exclude_from_weight_decay", std::string("[bias")}}; break;
        case 10: t.optimizerOptions = {{"lr_mult", std::string("bias$=2, gamma")}}; break;
        case 11: t.optimizerOptions = {{"wd_mult", std::string("bias=-1")}}; break;
        case 12: t.optimizerOptions = {{"freeze_out", std::string("(bias")}}; break;
        case 13: t.learningRate = 0; break;  // no weight would move
        }
        try {
            checkTraining(t, 100);
            QFAIL("passed");
        } catch (const Error& error) {
            QVERIFY2(QString::fromStdString(error.message().english()).contains(says), error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestOptimizers)

}  // namespace test_optimizers

#include "test_optimizers.moc"
