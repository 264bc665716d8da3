// Training settings on the command line that hang together: a recipe's with the batch and the optimizer, and views of
// images with the split.
#include <QtTest>
#include <cmath>

#include "cli.h"

namespace test_settings {

using namespace tl::test;

class TestSettings : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    // The recipe on ten images, and what is given beside it.
    Ran recipe(const QString& out, const QStringList& given) const {
        return run(QStringList{"train", "--template", "airbench94_muon", "--data",
                               "folder:" + path("few") + "?size=12x12", "--epochs", "1", "--json", "--out", path(out)} +
                   given);
    }
    // The training settings that a run keeps.
    nlohmann::json kept(const QString& out) const {
        QFile file(path(out) + "/project.tlm");
        return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString())["training"]
                                              : nlohmann::json();
    }

private slots:
    void initTestCase() { makeFolder(path("few"), 5); }

    // Said, kept, gone on with and evaluated; and by no other name.
    void productsInEightBits() {
        const auto train = [&](const QStringList& more) { return run(QStringList{"train", "--json"} + more); };
        const QString out = path("eight");
        const QStringList begin{"--template", "mlp", "--data", "sample", "--precision", "fp8", "--out", out};
        const Ran ran = train(begin + QStringList{"--epochs", "1"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        QCOMPARE(ran.last("start")["precision"].get<std::string>(), std::string("fp8"));
        QVERIFY2(ran.out.contains("products of matrices are in 8 bits"), qPrintable(ran.out));
        QCOMPARE(kept("eight")["precision"].get<std::string>(), std::string("fp8"));
        const Ran more = train({"--resume", out, "--epochs", "2"});
        QVERIFY2(more.code == 0, qPrintable(more.err + more.out));
        QVERIFY2(run({"eval", out, "--json"}).code == 0, "eval");
        const Ran wrong =
            train({"--template", "mlp", "--data", "sample", "--precision", "float8", "--out", path("no")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(
            wrong.err.contains("expected float32, tf32, bfloat16, float16 or fp8, found \"float8\". Training in 8 bits "
                               "is called fp8."),
            qPrintable(wrong.err));
        QVERIFY(run({"train", "--help"}).out.contains("fp8: bfloat16"));
    }

    // What is not said stays as the run, or a new one, has it: gone on with, it is validated on the same images.
    void whatIsHeldOutStays() {
        const auto train = [&](const QStringList& given) { return run(QStringList{"train", "--json"} + given).code; };
        const QStringList begin{"--template",     "mlp", "--data", "sample", "--epochs", "1",
                                "--val-fraction", "0.1", "--out"};
        QCOMPARE(train(begin + QStringList{path("alike")}), 0);
        QVERIFY(kept("alike")["stratify"].get<bool>());
        QCOMPARE(train({"--resume", path("alike"), "--epochs", "2"}), 0);
        QVERIFY(kept("alike")["stratify"].get<bool>());
        QCOMPARE(train(begin + QStringList{path("drawn"), "--no-stratify"}), 0);
        QVERIFY(!kept("drawn")["stratify"].get<bool>());
        QCOMPARE(train({"--resume", path("drawn"), "--epochs", "2"}), 0);
        QVERIFY(!kept("drawn")["stratify"].get<bool>());
    }

    // Its batch, and what goes by it, where the data has fewer images; but not the batch that somebody asked for.
    void aRecipeFitsTheData() {
        const Ran ran = recipe("few-run", {});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        QCOMPARE(ran.last("start")["batch"].get<int>(), 10);
        QCOMPARE(ran.last("start")["epochs"].get<int>(), 1);
        QVERIFY2(ran.err.count("recipe's batch of 2000 is larger than the training set of 10 samples") == 1,
                 qPrintable(ran.err));
        const Ran held = recipe("held-run", {"--val-fraction", "0.2"});
        QVERIFY2(held.code == 0, qPrintable(held.err + held.out));
        QCOMPARE(held.last("start")["batch"].get<int>(), 8);
        const Ran asked = recipe("asked-run", {"--batch", "4"});
        QVERIFY2(asked.code == 0, qPrintable(asked.err + asked.out));
        QCOMPARE(asked.last("start")["batch"].get<int>(), 4);
        QVERIFY2(!asked.err.contains("recipe"), qPrintable(asked.err));
        const Ran tooMany = recipe("none", {"--batch", "2000"});
        QCOMPARE(tooMany.code, 2);
        QVERIFY2(tooMany.err.contains("The batch of 2000 is larger than the training set of 10 samples"),
                 qPrintable(tooMany.err));
        QVERIFY2(tooMany.err.contains("Add --batch 10, or fewer"), qPrintable(tooMany.err));
        QVERIFY2(!tooMany.err.contains("recipe"), qPrintable(tooMany.err));
    }

    // The rates are for the batch that trains, whoever chose it.
    void aRecipeFollowsTheBatch() {
        for (const int batch : {10, 5}) {
            const QString out = QString("batch-%1").arg(batch);
            const Ran ran = recipe(out, {"--batch", QString::number(batch)});
            QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
            const QString rates = QString::fromStdString(kept(out)["optimizer_options"]["lr_mult"].get<std::string>());
            const double head = rates.section('=', 1).section(',', 0, 0).toDouble();
            QVERIFY2(std::abs(head - 0.67 * batch / 0.24) < 1e-4 * head, qPrintable(rates));
        }
        const Ran own = recipe("own", {"--batch", "5", "--lr-mult", "head=2"});
        QVERIFY2(own.code == 0, qPrintable(own.err + own.out));
        QCOMPARE(kept("own")["optimizer_options"]["lr_mult"].get<std::string>(), std::string("head=2"));
    }

    // What the recipe set is its optimizer's; what is given is anyone's.
    void anotherOptimizer() {
        const Ran ran = recipe("adam", {"--optimizer", "adam", "--wd-mult", "bias$=0"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        const nlohmann::json training = kept("adam");
        QCOMPARE(training["optimizer_options"], (nlohmann::json{{"wd_mult", "bias$=0"}}));
        QCOMPARE(training["learning_rate"].get<double>(), 0.001);
    }

    // Said, not passed over.
    void anOptionThatHangsOnAnother() {
        const QStringList train{"train",    "--template", "linear", "--data",         "sample",
                                "--epochs", "1",          "--json", "--ema-momentum", "0.5"};
        const char* const told = "--ema-momentum changes nothing without --use-ema.";
        const Ran alone = run(train + QStringList{"--out", path("alone")});
        QVERIFY2(alone.code == 0 && alone.err.contains(told), qPrintable(alone.err));
        const Ran both = run(train + QStringList{"--use-ema", "--out", path("both")});
        QVERIFY2(both.code == 0 && !both.err.contains(told), qPrintable(both.err));
    }

    // Views are for the test split; others are seen as the run saw them, unless views are asked for.
    void viewsAreOfTheTestSplit() {
        const Ran ran = run({"train", "--template", "linear", "--data", "sample", "--epochs", "1", "--val-fraction",
                             "0.1", "--test-time-augmentation", "mirror", "--json", "--out", path("views")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        const auto evaluated = [&](const QStringList& given) {
            const Ran eval = run(QStringList{"eval", path("views"), "--json"} + given);
            return eval.objects.size() == 1 ? eval.objects[0] : nlohmann::json{{"views", 0}, {"accuracy", -1}};
        };
        QCOMPARE(evaluated({})["views"].get<int>(), 2);
        const auto validation = evaluated({"--split", "validation"});
        QCOMPARE(validation["views"].get<int>(), 1);
        const double seen = ran.last("epoch")["val_accuracy"].get<double>();
        QVERIFY(std::abs(validation["accuracy"].get<double>() - seen) < 1e-6);
        QCOMPARE(evaluated({"--split", "validation", "--test-time-augmentation", "mirror"})["views"].get<int>(), 2);
    }
};

QTEST_GUILESS_MAIN(TestSettings)

}  // namespace test_settings

#include "test_settings.moc"
