// `tensorloom verify --device cuda` from outside, on a machine without a GPU that this program could use: it says so,
// goes through to the end on the checking driver, and leaves a report.
#include <QtTest>

#include "cli.h"

namespace test_verify_cuda {

using namespace tl::test;

class TestVerifyCuda : public QObject {
    Q_OBJECT
private slots:
    void saysThatItIsNoGpu() {
        const Ran ran = run({"verify", "--device", "cuda", "--only", "Add"});
        QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
        QVERIFY2(ran.out.startsWith("No GPU takes part"), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("checks on cuda:check, 0 failed."), qPrintable(ran.out));
    }

    void oneReport() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("report.json");
        const Ran ran =
            run({"verify", "--device", "cuda", "--only", "mlp", "--orders", "3", "--report", path, "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto report = nlohmann::json::parse(file.readAll().toStdString());
        QCOMPARE(report["gpu"].get<bool>(), false);
        QVERIFY(report["note"].get<std::string>().find("No GPU") == 0);
        QCOMPARE(report["checks"].size(),
                 size_t{9});  // losses, weights, bits: of one device, and of two and four together
        const char* cases[] = {"3 orders", "2 devices, 3 orders", "4 devices, 3 orders"};
        for (size_t i = 0; i < 9; ++i) {
            const auto& check = report["checks"][i];
            QCOMPARE(check["name"].get<std::string>(), std::string("mlp"));
            QCOMPARE(check["case"].get<std::string>(), std::string(cases[i / 3]));
            QVERIFY(check["ok"].get<bool>());
        }
        QCOMPARE(ran.objects.size(), report["checks"].size() + 1);  // the note first
        QVERIFY(ran.objects[0].contains("note"));
    }

    void optimizersByName() {
        const Ran ran = run({"verify", "--device", "cuda", "--only", "muon", "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
        QVERIFY(ran.objects.size() > 50);  // the note, each property's updates, and at last losses and weights
        for (size_t i = 1; i < ran.objects.size(); ++i)
            QCOMPARE(ran.objects[i]["kind"].get<std::string>(), std::string("optimizer"));
        QCOMPARE(ran.objects[1]["what"].get<std::string>(), std::string("updates"));
        QCOMPARE(ran.objects.back()["what"].get<std::string>(), std::string("weights"));
    }

    // Each part of it, as far as the name reaches: checks have a test of their own (engine.backend.cuda), and a step of
    // all five networks takes minutes.
    void benchLeavesAReport() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("device.json");
        const Ran ran = run({"bench", "--device", "cuda", "--only", "resnet20", "--report", path});
        QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
        QVERIFY2(ran.out.contains("No GPU takes part"), qPrintable(ran.out));
        QVERIFY2(ran.out.contains(QRegularExpression("ResNet-20, 8 px, bfloat16 +2 +ok ")), qPrintable(ran.out));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto report = nlohmann::json::parse(file.readAll().toStdString());
        QCOMPARE(report["gpu"].get<bool>(), false);
        QCOMPARE(report["failed"].get<int>(), 0);
        QCOMPARE(report["cases"].size(), size_t{2});
        for (const auto& one : report["cases"]) {
            QCOMPARE(one["trouble"].get<std::string>(), std::string());
            QVERIFY(one["steps"].get<int>() > 0 && one["plan_bytes"].get<double>() > 0);
            QVERIFY(!one.contains("images_per_second"));  // of no GPU
        }
    }

    void aReportThatCannotBeWritten() {
        const Ran ran = run({"bench", "--device", "cuda", "--only", "resnet20", "--report", "/nowhere/device.json"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("/nowhere/device.json") && ran.out.isEmpty(), qPrintable(ran.err + ran.out));
    }

    void benchOfOneCase() {
        const Ran ran = run({"bench", "--device", "cuda", "--only", "lenet", "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.out + ran.err));
        QCOMPARE(ran.objects.size(), size_t{1});
        QCOMPARE(ran.objects[0]["case"].get<std::string>(), std::string("lenet"));
        const Ran eight = run({"bench", "--device", "cuda", "--only", "fp8", "--json"});
        QVERIFY2(eight.code == 0, qPrintable(eight.out + eight.err));
        QCOMPARE(eight.objects.size(), size_t{1});
        QCOMPARE(eight.objects[0]["case"].get<std::string>(), std::string("mlp-fp8"));
        const Ran none = run({"bench", "--device", "cuda", "--only", "lemming"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("There are mlp, lenet"), qPrintable(none.err));
        const Ran peers = run({"bench", "--device", "cuda", "--peers", "/nowhere/peers.jsonl"});
        QCOMPARE(peers.code, 2);
        QVERIFY2(peers.err.contains("/nowhere/peers.jsonl"), qPrintable(peers.err));
    }

    void anotherNumber() {
        const Ran ran = run({"verify", "--device", "cuda:7"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("cuda:7"), qPrintable(ran.err));
    }
};

QTEST_GUILESS_MAIN(TestVerifyCuda)

}  // namespace test_verify_cuda

#include "test_verify_cuda.moc"
