// Recipes set what fits their template, and airbench94_muon's rates are those of its script.
#include <QtTest>
#include <cmath>

#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"
#include "engine/train/recipe.h"
#include "engine/train/training_graph.h"

namespace test_recipes {

using namespace tl;

class TestRecipes : public QObject {
    Q_OBJECT
private slots:
    void fitTheirTemplates() {
        QVERIFY(!allRecipes().empty());
        for (const Recipe& recipe : allRecipes()) {
            QCOMPARE(findTemplate(recipe.network).id, recipe.network);
            for (const int batch : {recipe.batch, 300, 1}) {
                TrainingSpec training;
                training.threads = 3;
                training.seed = 9;
                recipe.apply(training, batch);
                checkTraining(training, 50000);
                QCOMPARE(training.batch, batch);
                QVERIFY(training.threads == 3 && training.seed == 9);
            }
        }
        TrainingSpec untouched;
        QVERIFY(applyRecipe("lenet", untouched, 5).empty());
        QVERIFY(untouched == TrainingSpec());
    }

    // What the data is too small for is told, and only that.
    void fewImages() {
        TrainingSpec published, enough, few;
        QVERIFY(applyRecipe("airbench94_muon", published).empty());
        QVERIFY(applyRecipe("airbench94_muon", enough, 2000).empty());
        QVERIFY(enough == published);
        const Message told = applyRecipe("airbench94_muon", few, 300);
        QCOMPARE(few.batch, 300);
        QCOMPARE(told.english(),
                 std::string("The recipe's batch of 2000 is larger than the training set of 300 samples: it is 300 "
                             "here, with the rates that go with it."));
    }

    // The recipe's rates are for its batch: they follow another one, as long as nobody has set them otherwise.
    void anotherBatch() {
        TrainingSpec training, few;
        applyRecipe("airbench94_muon", training);
        applyRecipe("airbench94_muon", few, 300);
        training.optimizerOptions["wd_mult"] = std::string("head=2");
        few.optimizerOptions["wd_mult"] = std::string("head=2");
        for (const int batch : {5, 50, 1000, 300}) changeBatch(training, batch);  // as it is typed
        QVERIFY(training == few);
        training.optimizerOptions["lr_mult"] = std::string("head=3");
        changeBatch(training, 100);
        QCOMPARE(training.batch, 100);
        QCOMPARE(std::get<std::string>(training.optimizerOptions.at("lr_mult")), std::string("head=3"));
        TrainingSpec plain, larger;
        changeBatch(plain, larger.batch = 300);
        QVERIFY(plain == larger);
    }

    // A rate of 0.24 and thousands of times that for the head are Muon's and SGD's, and nobody else's.
    void anotherOptimizer() {
        TrainingSpec training;
        applyRecipe("airbench94_muon", training);
        changeBatch(training, 500);
        training.optimizerOptions["clipnorm"] = 1.0;
        training.optimizerOptions["wd_mult"] = std::string("head=2");
        changeOptimizer(training, "adam");
        QCOMPARE(training.optimizer.type, std::string("adam"));
        QCOMPARE(training.learningRate, 0.001);
        QVERIFY(training.optimizer.properties.empty());
        QVERIFY((training.optimizerOptions == Properties{{"clipnorm", 1.0}, {"wd_mult", std::string("head=2")}}));
        QCOMPARE(training.schedule.type, std::string("polynomial"));
        changeOptimizer(training, "sgd");
        QCOMPARE(training.learningRate, 0.01);
        training.learningRate = 0.03;
        changeOptimizer(training, "adam");
        QCOMPARE(training.learningRate, 0.03);
        QVERIFY_EXCEPTION_THROWN(changeOptimizer(training, "nothing"), Error);
    }

    // Each update's rate and decay, against the script's: filters 0.24 by Muon without decay; biases 0.053 and the head
    // 0.67 by SGD on the sum of 2,000 losses, with a decay of 2e-6 a sample over the rate.
    void airbench() {
        const DataFacts facts{{3, 32, 32}, 10};
        TrainingSpec training;
        applyRecipe("airbench94_muon", training, 50000);
        QCOMPARE(training.batch, 2000);
        BuiltNetwork built = build(findTemplate("airbench94_muon").make(facts), facts, 4, true);
        addTrainingStep(built, training.optimizer, training.optimizerOptions);
        int filters = 0, biases = 0, heads = 0;
        for (const Node& node : built.graph.nodes) {
            const Attributes& own = node.attributes;
            const std::string name = node.inputs.empty() ? "" : built.graph.value(node.inputs[0]).name;
            const double rate = training.learningRate * own.number("lr_ratio", 1);
            if (node.op == "MuonUpdate") {
                ++filters;
                QVERIFY(name.starts_with("conv_") && name.ends_with("/kernel"));
                QCOMPARE(rate, 0.24);
                QCOMPARE(own.integer("normalize_weights", 0), int64_t{1});
                QCOMPARE(own.number("weight_decay"), 0.0);
            } else if (node.op == "SgdUpdate") {
                const bool head = name == "head/kernel";
                head ? ++heads : ++biases;
                const double wanted = head ? 0.67 : 0.053;
                QVERIFY2(std::abs(rate / 2000 - wanted) < 1e-6 * wanted, name.c_str());
                QVERIFY(std::abs(own.number("weight_decay") * 2000 - 2e-6 * 2000 / wanted) < 1e-6);
                QCOMPARE(own.integer("freeze_out", 0), int64_t{name == "whiten/bias"});
            }
        }
        QCOMPARE(filters, 6);
        QCOMPARE(biases, 7);
        QCOMPARE(heads, 1);
        for (const int64_t step : {0, 74, 150})
            QVERIFY(std::abs(scheduledRate(training, step, 200) - 0.24 * (1 - static_cast<double>(step) / 200)) <
                    1e-12);
        QVERIFY(std::abs(freezeOutRate(training, 30, 25) - 0.24 * (1 - 30.0 / 75)) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TestRecipes)

}  // namespace test_recipes

#include "test_recipes.moc"
