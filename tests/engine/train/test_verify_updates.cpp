// The walk over all optimizers' properties, on the CPU: the float64 reference is met, and no property is left out.
#include <QtTest>

#include <set>

#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"
#include "engine/train/verify_updates.h"

namespace test_verify_updates {

using namespace tl;

class TestVerifyUpdates : public QObject {
    Q_OBJECT
private slots:
    void cpu() {
        size_t told = 0;
        const auto results = verifyUpdates("cpu", {}, [&](const VerifyResult& result) {
            ++told;
            if (!result.ok())
                qWarning("%s, %s: error %g %s", result.name.c_str(), result.example.c_str(), result.error,
                         result.message.english().c_str());
        });
        for (const VerifyResult& result : results) QVERIFY(result.ok());
        QCOMPARE(told, results.size());
        QCOMPARE(results.size(), updateTrials().size());
        const auto one = verifyUpdates("cpu", "sgd");
        QVERIFY(!one.empty() && one.size() < results.size());
        for (const VerifyResult& result : one) QCOMPARE(result.name, std::string("sgd"));
    }

    // Each property changes what comes of some trial: with it as it is by default there, weights or slots end
    // elsewhere.
    void everyPropertyCounts() {
        std::set<std::string> counts;
        const auto values = [](const UpdateTrial& trial) {
            std::vector<std::vector<double>> all;
            for (const auto& [name, tensor] : referenceOf(trial)) all.push_back(tensor.values);
            return all;
        };
        for (const UpdateTrial& trial : updateTrials()) {
            const std::string& type = trial.optimizer.type;
            const auto here = values(trial);
            for (const auto& [key, value] : trial.optimizer.properties) {
                UpdateTrial without = trial;
                without.optimizer.properties.erase(key);
                if (!counts.contains(type + "." + key) && values(without) != here) counts.insert(type + "." + key);
            }
            for (const auto& [key, value] : trial.options) {
                UpdateTrial without = trial;
                without.options.erase(key);
                if (!counts.contains(key) && values(without) != here) counts.insert(key);
            }
        }
        for (const OptimizerType& type : allOptimizers())
            for (const Property& property : type.properties)
                QVERIFY2(counts.contains(type.id + "." + property.key), (type.id + ", " + property.key).c_str());
        for (const Property& option : optimizerOptions())
            if (option.key != "freeze_out_epochs")  // which is the schedule's
                QVERIFY2(counts.contains(option.key), option.key.c_str());
    }
};

QTEST_GUILESS_MAIN(TestVerifyUpdates)

}  // namespace test_verify_updates

#include "test_verify_updates.moc"
