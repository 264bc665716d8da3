// Two runs on the command line: the same work once more comes to the same bits, or the first step and tensor that
// differ are named; a diff tells what each of several was.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "cli.h"

namespace test_two_runs {

using namespace tl::test;

class TestTwoRuns : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    Ran train(const QString& name, const QStringList& more = {}) const {
        return run(QStringList{"train", "--template", "linear", "--data", "sample", "--optimizer", "sgd", "--batch",
                               "64", "--epochs", "1", "--threads", "1", "--json", "--out", path(name)} +
                   more);
    }
    void copy(const QString& from, const QString& to) const {
        QDir().mkpath(path(to));
        for (const QFileInfo& file : QDir(path(from)).entryInfoList(QDir::Files))
            QFile::copy(file.filePath(), path(to) + QLatin1Char('/') + file.fileName());
    }
    nlohmann::json row(const Ran& ran, const char* name) const {
        for (const auto& object : ran.objects)
            if (object.value("name", "") == name) return object;
        return {};
    }

private slots:
    void initTestCase() {
        const Ran ran = train(QStringLiteral("first"), {"--lr", "0.05", "--trace-weights", "1"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
    }

    void theSameWorkComesToTheSameBits() {
        const Ran again = run({"train", "--again", path(QStringLiteral("first")), "--json"});
        QVERIFY2(again.code == 0, qPrintable(again.err + again.out));
        const auto found = again.last("comparison");
        QVERIFY(found.at("same").get<bool>());
        const int64_t steps = again.last("end").at("step").get<int64_t>();
        QVERIFY(steps > 20);
        QCOMPARE(found.at("steps").get<int64_t>(), steps);
        QCOMPARE(found.at("checkpoint").get<int64_t>(), steps);
        QVERIFY(found.at("hashed").get<int64_t>() >= 5);
        const auto who = [&](const QString& name) {
            QFile file(path(name) + QStringLiteral("/run.json"));
            return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString(), nullptr, false)
                                                  : nlohmann::json();
        };
        QCOMPARE(who(QStringLiteral("first-again-1")).value("again_of", "none"),
                 who(QStringLiteral("first")).value("id", ""));
    }

    void aRunIsDoneAgainBesideItAndNeverOverItself() {
        const QString first = path(QStringLiteral("first"));
        const QString out = path(QStringLiteral("traced"));
        const Ran traced = run({"train", "--again", first, "--out", out, "--trace-weights", "1", "--json"});
        QVERIFY2(traced.code == 0, qPrintable(traced.err + traced.out));
        QCOMPARE(traced.last("comparison").at("hashed").get<int64_t>(), traced.last("end").at("step").get<int64_t>());

        const Ran slash = run({"train", "--again", first + QLatin1Char('/'), "--json"});
        QVERIFY2(slash.code == 0, qPrintable(slash.err + slash.out));
        const QString beside = QString::fromStdString(slash.last("end").at("run").get<std::string>());
        QCOMPARE(QFileInfo(beside).absolutePath(), QFileInfo(first).absolutePath());
        for (const QString& inside : QDir(first).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(!QFile::exists(first + QLatin1Char('/') + inside + QStringLiteral("/run.json")),
                     qPrintable(inside));

        for (const QString& own : {first, first + QStringLiteral("/"), first + QStringLiteral("/within")}) {
            const Ran over = run({"train", "--again", first, "--out", own, "--overwrite", "--json"});
            QCOMPARE(over.code, 2);
            QVERIFY2(over.err.contains(QStringLiteral("run again")), qPrintable(over.err));
        }
        QVERIFY(QFile::exists(first + QStringLiteral("/checkpoint.safetensors")));
        // What would make it other work is refused, not dropped.
        for (const QStringList& more :
             {QStringList{"--lr", "0.5"}, QStringList{"--epochs", "3"}, QStringList{"--set", "dense_1.use_bias=false"},
              QStringList{"--weights", first}, QStringList{"--data", "sample"}}) {
            const Ran other = run(QStringList{"train", "--again", first} + more);
            QCOMPARE(other.code, 1);
            QVERIFY2(other.err.contains(more[0]), qPrintable(other.err));
        }
    }

    void whatHasNothingInCommonIsNotCalledDifferent() {
        const QString empty = path(QStringLiteral("empty"));
        QDir().mkpath(empty);
        QVERIFY(QFile::copy(path(QStringLiteral("first/run.json")), empty + QStringLiteral("/run.json")));
        const Ran ran = run({"compare", path(QStringLiteral("first")), empty, "--json"});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.last("comparison").at("steps").get<int>(), 0);
    }

    void theFirstTensorThatDiffersIsNamed() {
        copy(QStringLiteral("first"), QStringLiteral("other"));
        QFile file(path(QStringLiteral("other/weights.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QList<QByteArray> lines = file.readAll().split('\n');
        file.close();
        const QByteArray name = lines[0].split(',').at(2);
        for (const int line : {7, 9}) {  // after steps 7 and 9
            QList<QByteArray> cells = lines[line].split(',');
            QCOMPARE(cells[0], QByteArray::number(line));
            cells[2] = "1234";
            lines[line] = cells.join(',');
        }
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(lines.join('\n'));
        file.close();
        const Ran ran = run({"compare", path(QStringLiteral("first")), path(QStringLiteral("other")), "--json"});
        QCOMPARE(ran.code, 3);
        const auto found = ran.last("comparison");
        QCOMPARE(found.at("tensor").at("step").get<int>(), 7);
        QCOMPARE(QByteArray::fromStdString(found.at("tensor").at("name").get<std::string>()), name);
        QVERIFY(!found.contains("number"));
        const Ran said = run({"compare", path(QStringLiteral("first")), path(QStringLiteral("other"))});
        QVERIFY2(said.out.contains(QString::fromUtf8(name)) && said.out.contains(QStringLiteral("after step 7")),
                 qPrintable(said.out));
    }

    void otherWorkDiffersFromItsFirstStep() {
        QCOMPARE(train(QStringLiteral("seeded"), {"--lr", "0.05", "--seed", "9"}).code, 0);
        const Ran ran = run({"compare", path(QStringLiteral("first")), path(QStringLiteral("seeded")), "--json"});
        QCOMPARE(ran.code, 3);
        QCOMPARE(ran.last("comparison").at("number").at("step").get<int>(), 1);
        QCOMPARE(ran.last("comparison").at("number").at("name").get<std::string>(), std::string("loss"));
        QCOMPARE(ran.last("comparison").at("otherwise"), nlohmann::json({"the settings"}));
        const Ran wrong = run({"compare", path(QStringLiteral("first")), path(QStringLiteral("nowhere"))});
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains(QStringLiteral("nowhere")));
    }

    // Two runs whose weights were kept after a few steps only, and which part between: the step is found by doing some
    // again, without being asked; "--as-they-are" leaves that out.
    void theStepBetweenIsFoundByItself() {
        const auto jumping = [&](const char* name, const char* values) {
            const Ran ran = train(QLatin1String(name),
                                  {"--lr", "0.05", "--schedule", "piecewise", "--schedule-set", "boundaries=44",
                                   "--schedule-set", "boundaries_in=steps", "--schedule-set", values});
            QVERIFY2(ran.code == 0, qPrintable(ran.err));
        };
        jumping("steady", "values=1 1");
        jumping("jumps", "values=1 0.25");
        const QStringList two{"compare", path(QStringLiteral("steady")), path(QStringLiteral("jumps")), "--json"};
        const auto asTheyAre = run(two + QStringList{"--as-they-are"}).last("comparison");
        QCOMPARE(asTheyAre.at("tensor").at("step").get<int>(), 64);
        QVERIFY(!asTheyAre.contains("closer"));
        const Ran ran = run(two);
        QCOMPARE(ran.code, 3);
        const auto found = ran.last("comparison");
        const int64_t number = found.at("number").at("step").get<int64_t>();
        QVERIFY2(number == 45 || number == 46, qPrintable(ran.out));
        QVERIFY2(ran.err.contains(QStringLiteral("steps 1 to %1").arg(number)), qPrintable(ran.err));  // and no further
        QCOMPARE(found.at("tensor").at("step").get<int64_t>(), number);
        QVERIFY(found.at("tensor").at("name").get<std::string>().starts_with("dense_1/"));
    }

    void aDiffTellsWhatEachWas() {
        QCOMPARE(train(QStringLiteral("third"), {"--lr", "0.1", "--set", "dense_1.use_bias=false"}).code, 0);
        const QString first = path(QStringLiteral("first"));
        const QStringList two{first, path(QStringLiteral("third"))};
        const Ran ran = run(QStringList{"diff", "--json"} + two);
        QCOMPARE(ran.code, 0);
        QCOMPARE(row(ran, "learning_rate").at("values"), nlohmann::json::array({"0.05", "0.1"}));
        QCOMPARE(row(ran, "dense_1.use_bias").at("values"), nlohmann::json::array({"true", "false"}));
        QVERIFY(row(ran, "batch").is_null() && row(ran, "hash").is_null());
        const Ran whole = run(QStringList{"diff", "--json", "--all"} + two);
        QVERIFY(row(whole, "batch").at("same").get<bool>());
        QVERIFY(row(whole, "hash").at("values").at(0).get<std::string>().size() == 64);
        QVERIFY(!row(whole, "oneDNN").at("values").at(0).get<std::string>().empty());
        const Ran said = run(QStringList{"diff"} + two);
        QVERIFY2(said.out.contains(QStringLiteral("* learning_rate")) &&
                     said.out.contains(QStringLiteral("are the same")),
                 qPrintable(said.out));

        const QStringList three = two + QStringList{first};
        QCOMPARE(row(run(QStringList{"diff", "--json"} + three), "learning_rate").at("values"),
                 nlohmann::json::array({"0.05", "0.1", "0.05"}));
        const Ran wide = run(QStringList{"diff"} + three);
        QVERIFY2(wide.out.contains(QRegularExpression(QStringLiteral("\\* learning_rate +0\\.05 +0\\.1 +0\\.05\n"))),
                 qPrintable(wide.out));
        const Ran alone = run({"diff", first});
        QCOMPARE(alone.code, 1);
        QVERIFY2(alone.err.contains(QStringLiteral("others")), qPrintable(alone.err));
    }
};

QTEST_MAIN(TestTwoRuns)

}  // namespace test_two_runs

#include "test_two_runs.moc"
