// Data sets on the command line: files of numbers and records trained on, described and converted; bad ones told in a
// sentence with exit code 2.
#include <QtTest>

#include <cmath>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "engine/io/checkpoint.h"
#include "engine/run/run_evaluations.h"
#include "engine/run/run_list.h"
#include "tests/engine/data/data_files.h"

namespace test_data {

using namespace tl::test;

class TestData : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

private slots:
    void initTestCase() {
        QByteArray csv = "x,y,kind\n";
        for (int i = 0; i < 300; ++i)
            csv += QByteArray::number(i % 17) + "," + QByteArray::number((i * 7) % 23) + "," +
                   (i % 17 > 8 ? "high" : "low") + "\n";
        write("kinds.csv", csv);
    }

    void trainOnCsv() {
        const Ran ran = run({"train", "--template", "mlp", "--data", "csv:kinds.csv?scale=standard", "--epochs", "8",
                             "--val-fraction", "0.2", "--threads", "1", "--json", "--out", path("run")},
                            folder_.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        const Ran eval = run({"eval", path("run"), "--json"}, "/");
        QVERIFY2(eval.code == 0, qPrintable(eval.err));  // the path in the run does not depend on the folder
        const Ran described = run({"describe", path("run"), "--json"});
        QCOMPARE(described.code, 0);
        QCOMPARE(described.objects[0]["input"].get<std::vector<int>>(), std::vector<int>{2});
    }

    // Its own data, but no more what it was trained on: rows that were held out may be others.
    void evaluationTellsChangedData() {
        QFile kinds(path("kinds.csv"));
        QVERIFY(kinds.open(QIODevice::ReadOnly));
        write("grows.csv", kinds.readAll());
        QVERIFY(run({"train", "--template", "mlp", "--data", path("grows.csv"), "--epochs", "1", "--out", path("told")})
                    .code == 0);
        const Ran same = run({"eval", path("told")});
        QVERIFY2(same.code == 0 && !same.err.contains("is not what"), qPrintable(same.err));
        QFile more(path("grows.csv"));
        QVERIFY(more.open(QIODevice::Append));
        more.write("1,2,low\n3,4,high\n");
        more.close();
        const Ran other = run({"eval", path("told")});
        QVERIFY2(other.code == 0 && other.err.contains("The data is not what the run was trained on") &&
                     other.err.contains("training samples instead of"),
                 qPrintable(other.err));
    }

    void describe() {
        const Ran ran = run({"describe", "--data", path("kinds.csv")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY2(ran.out.contains("300 rows") && ran.out.contains("Column") && ran.out.contains("Duplicates"),
                 qPrintable(ran.out));
        const Ran object = run({"describe", "--data", path("kinds.csv"), "--json"});
        QCOMPARE(object.objects.size(), size_t{1});
        const auto& told = object.objects[0];
        QCOMPARE(told["columns"].size(), size_t{2});
        QCOMPARE(told["columns"][0]["maximum"].get<double>(), 16.0);
        QCOMPARE(told["class_counts"], (nlohmann::json{138, 162}));
        const Ran sample = run({"describe", "--data", "sample", "--json"});
        QCOMPARE(sample.objects[0]["splits"]["test"].get<int>(), 2000);
        QCOMPARE(sample.objects[0]["duplicates"].size(), size_t{0});
    }

    void convertAndTrainAgain() {
        const Ran ran =
            run({"convert-data", "--data", path("kinds.csv"), "--val-fraction", "0.1", "--out", path("records")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY(QFile::exists(path("records/train.tfrecord")) && QFile::exists(path("records/validation.tfrecord")));
        const Ran told = run({"describe", "--data", "tfrecord:" + path("records/*.tfrecord"), "--json"});
        QVERIFY2(told.code == 0, qPrintable(told.err));
        QCOMPARE(told.objects[0]["splits"]["train"].get<int>(), 270);
        QCOMPARE(told.objects[0]["splits"]["validation"].get<int>(), 30);
        QCOMPARE(told.objects[0]["class_names"], (nlohmann::json{"high", "low"}));
        // The same bytes each time.
        QCOMPARE(
            run({"convert-data", "--data", path("kinds.csv"), "--val-fraction", "0.1", "--out", path("twice")}).code,
            0);
        const auto bytes = [&](const QString& name) {
            QFile file(path(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!bytes("twice/train.tfrecord").isEmpty());
        QVERIFY(bytes("records/train.tfrecord") == bytes("twice/train.tfrecord"));
        // What is there is replaced only where that is asked for.
        const QStringList smaller{"convert-data", "--data", path("kinds.csv"), "--val-fraction",
                                  "0.5",          "--out",  path("twice")};
        const Ran refused = run(smaller);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("train.tfrecord") && refused.err.contains("--overwrite"),
                 qPrintable(refused.err));
        QVERIFY(bytes("records/train.tfrecord") == bytes("twice/train.tfrecord"));
        QCOMPARE(run(smaller + QStringList{"--overwrite"}).code, 0);
        QVERIFY(bytes("records/train.tfrecord") != bytes("twice/train.tfrecord"));
        // Rows that settings have changed are told: the files cannot.
        QVERIFY(!ran.err.contains("scale"));
        const Ran scaled =
            run({"convert-data", "--data", path("kinds.csv") + "?scale=standard", "--out", path("scaled")});
        QCOMPARE(scaled.code, 0);
        QVERIFY2(scaled.err.contains("tfrecord:PATTERN?scale=standard"), qPrintable(scaled.err));
    }

    // Stopped in the middle of the first file, for which a pipe that holds less stands here.
    void convertInterrupted() {
        const QByteArray out = path("half").toLocal8Bit();
        QDir().mkpath(path("half"));
        const auto pipeOf = [&out](qint64 process) {
            return out + "/train.tfrecord.part" + QByteArray::number(process);
        };
        QProcess converting;
        converting.setChildProcessModifier([&] { ::mkfifo(pipeOf(::getpid()).constData(), 0600); });
        converting.start(TENSORLOOM_CLI, {"convert-data", "--data", "sample", "--out", path("half")});
        QVERIFY(converting.waitForStarted());
        const int end = ::open(pipeOf(converting.processId()).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(end >= 0);
        const auto close = qScopeGuard([&] { ::close(end); });
        char bytes[4096];
        bool begun = false;  // it is asked more than once, and each look takes out what is there
        QTRY_VERIFY(begun = begun || ::read(end, bytes, sizeof bytes) > 0);
        converting.terminate();
        QTRY_VERIFY([&] {
            while (::read(end, bytes, sizeof bytes) > 0) {
            }
            return converting.state() == QProcess::NotRunning;
        }());
        QCOMPARE(converting.exitStatus(), QProcess::NormalExit);
        QCOMPARE(converting.exitCode(), 130);
    }

    // Said before the first step, and before a run that is there is replaced.
    void dataThatCannotBeTrainedOn() {
        write("one.csv", "x,y,kind\n1,2,low\n3,4,low\n5,6,low\n");
        const QStringList train{"train", "--template", "mlp", "--epochs", "1", "--batch", "2"};
        const Ran one = run(train + QStringList{"--data", path("one.csv"), "--out", path("one")});
        QCOMPARE(one.code, 2);
        QVERIFY2(one.err.contains("The data set has one class only"), qPrintable(one.err));
        const QStringList onKinds = train + QStringList{"--data", path("kinds.csv"), "--out", path("stays")};
        QCOMPARE(run(onKinds).code, 0);
        QCOMPARE(run(onKinds + QStringList{"--overwrite", "--augment", "flip"}).code, 2);
        QCOMPARE(run({"eval", path("stays"), "--json"}).code, 0);
    }

    // Photos of any size: told, trained at the size that was asked for, evaluated and predicted at the same.
    void photosOfAnySize() {
        for (int i = 0; i < 12; ++i) {
            const int width = 20 + 3 * i, height = 50 - 2 * i;
            for (const char* kind : {"dark", "light"}) {
                const int light = kind[0] == 'd' ? 20 : 220;
                files::write(
                    path("photos"), QStringLiteral("%1/%2.png").arg(QLatin1String(kind)).arg(i),
                    files::png(width, height, 3, [&](int, int, int c) { return light + i + 10 * c - (c == 0); }));
            }
        }
        const Ran told = run({"describe", "--data", path("photos")});
        QVERIFY2(told.err.contains("from 20×28 to 53×50 pixels") && told.err.contains("?size="), qPrintable(told.err));
        const QString sized = path("photos") + "?size=16x12&resize=fill";
        const Ran described = run({"describe", "--data", sized, "--json"});
        QCOMPARE(described.objects[0]["shape"].get<std::vector<int>>(), (std::vector<int>{3, 12, 16}));
        QVERIFY2(!described.err.contains("pixels and are"), qPrintable(described.err));
        const Ran trained = run({"train", "--template", "mlp", "--data", sized, "--epochs", "2", "--batch", "8",
                                 "--optimizer", "adam", "--json", "--out", path("photo-run")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        // Another folder is brought to the size that the run was trained on, in the same way.
        const Ran eval = run({"eval", path("photo-run"), "--data", path("photos"), "--split", "train", "--json"});
        QVERIFY2(eval.code == 0, qPrintable(eval.err));
        const Ran own = run({"eval", path("photo-run"), "--split", "train", "--json"});
        QCOMPARE(eval.objects[0]["loss"].get<double>(), own.objects[0]["loss"].get<double>());
        const Ran predicted = run({"predict", path("photo-run"), path("photos/light/3.png"), "--json"});
        QVERIFY2(predicted.code == 0, qPrintable(predicted.err));
        const Ran listed = run({"predict", path("photo-run"), "--split", "train", "--count", "24", "--json"});
        bool same = false;
        for (const auto& each : listed.objects)
            if (each["item"].get<std::string>().ends_with("light/3.png"))
                same = each["scores"] == predicted.objects[0]["scores"];
        QVERIFY2(same, qPrintable(predicted.out));
    }

    // Rows of another file mean what the training's did: columns and classes go by their names, scaling is the training
    // rows', labels may be missing.
    void rowsOfAnotherFile() {
        const Ran trained = run({"train", "--template", "mlp", "--data", "csv:kinds.csv?scale=standard", "--epochs",
                                 "3", "--threads", "1", "--json", "--out", path("known")},
                                folder_.path());
        QVERIFY2(trained.code == 0, qPrintable(trained.err + trained.out));
        const QStringList all{"predict", path("known"), "--split", "train", "--count", "300", "--json"};
        const auto own = run(all).objects;
        QCOMPARE(own.size(), size_t{300});
        // Some of the same rows, all of one class, which is the second of the network's and the first of the file's.
        QByteArray others = "kind,id,y,x\n", bare = "y,x\n";
        std::vector<size_t> rows;
        double loss = 0;
        for (int i = 0; i < 100; ++i) {
            if (i % 17 > 8) continue;
            const QByteArray numbers = QByteArray::number((i * 7) % 23) + "," + QByteArray::number(i % 17) + "\n";
            others += "low," + QByteArray::number(i) + "," + numbers;
            bare += numbers;
            rows.push_back(static_cast<size_t>(i));
            loss -= std::log(own[rows.back()]["scores"][1].get<double>());
        }
        loss /= static_cast<double>(rows.size());
        write("others.csv", others);
        write("bare.csv", bare);
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-4 * std::max(1.0, std::abs(b)); };
        for (const QString& data : {path("others.csv"), path("others.csv") + "?scale=standard", path("bare.csv")}) {
            const Ran ran = run(all + QStringList{"--data", data});
            QVERIFY2(ran.code == 0, qPrintable(ran.err));
            QCOMPARE(ran.objects.size(), rows.size());
            for (size_t i = 0; i < rows.size(); ++i)
                QVERIFY(near(ran.objects[i]["scores"][1], own[rows[i]]["scores"][1]));
            const bool labelled = !data.endsWith(QLatin1String("bare.csv"));
            QCOMPARE(ran.objects[0].contains("label"), labelled);
            if (labelled) QCOMPARE(ran.objects[0]["label"], nlohmann::json(1));
            QVERIFY2(ran.err.contains("left out: id.") == labelled, qPrintable(ran.err));
        }
        // Where some rows have one, those are compared with it.
        write("some.csv", "kind,y,x\nlow,0,0\n,7,1\n");
        const Ran some = run(all + QStringList{"--data", path("some.csv")});
        QVERIFY2(some.code == 0 && some.objects.size() == 2, qPrintable(some.err));
        QVERIFY(some.objects[0].contains("label") && !some.objects[1].contains("label"));
        QVERIFY2(some.err.contains("1 row has no label"), qPrintable(some.err));
        const Ran eval = run({"eval", path("known"), "--data", path("others.csv"), "--json"});
        QVERIFY2(eval.code == 0, qPrintable(eval.err));
        QVERIFY2(near(eval.objects[0]["loss"], loss), qPrintable(eval.out));
        QCOMPARE(eval.objects[0]["confusion_matrix"][0], (nlohmann::json{0, 0}));
        // As records they are the same rows.
        QCOMPARE(run({"convert-data", "--data", path("kinds.csv"), "--out", path("known-records")}).code, 0);
        const Ran records = run({"eval", path("known"), "--data", path("known-records"), "--json"});
        QVERIFY2(records.code == 0, qPrintable(records.err));
        QVERIFY2(near(records.objects[0]["loss"], run({"eval", path("known"), "--json"}).objects[0]["loss"]),
                 qPrintable(records.out));
        // A run goes on with its own scaling, whatever the spec leaves out.
        const Ran more = run({"train", "--resume", path("known"), "--data", path("kinds.csv"), "--epochs", "4",
                              "--json", "--out", path("more")});
        QVERIFY2(more.code == 0, qPrintable(more.err));
        QVERIFY2(QString::fromStdString(more.last("start")["data"].get<std::string>()).endsWith("?scale=standard"),
                 qPrintable(more.out));

        // With its own batch, too: none is offered that --resume does not take.
        write("small.csv", "x,y,kind\n1,2,low\n12,4,high\n");
        const Ran small = run({"train", "--resume", path("known"), "--data", path("small.csv"), "--out", path("none")});
        QVERIFY2(small.code == 2 && small.err.contains("The run's batch of ") && !small.err.contains("--batch"),
                 qPrintable(small.err));

        // A checkpoint of before the columns were kept goes on as it did, and says what it does to other data.
        tl::Snapshot old = tl::loadCheckpoint(path("known").toStdString());
        QVERIFY(old.schema);
        old.schema = nullptr;
        tl::saveCheckpoint(old, path("old.safetensors").toStdString());
        const Ran itself = run({"eval", path("old.safetensors"), "--json"});
        const Ran copied = run({"eval", path("old.safetensors"), "--data", path("kinds.csv") + "?scale=standard"});
        QVERIFY2(itself.code == 0 && !itself.err.contains("older"), qPrintable(itself.err));
        QCOMPARE(itself.objects[0]["loss"], run({"eval", path("known"), "--json"}).objects[0]["loss"]);
        QVERIFY2(copied.code == 0 && copied.err.contains("older"), qPrintable(copied.err));
        QVERIFY2(copied.out.contains(" samples") && !copied.out.contains("image"), qPrintable(copied.out));

        write("fewer.csv", "x,kind\n1,low\n");
        write("strange.csv", "x,y,kind\n1,2,mid\n3,4,low\n");
        const auto refused = [&](const QStringList& command, const QString& data, const char* says) {
            const Ran ran = run(command + QStringList{"--data", path(data)});
            QVERIFY2(ran.code == 2 && ran.err.contains(says), qPrintable(ran.err));
        };
        const QStringList evaluates{"eval", path("known")};
        refused(evaluates, "bare.csv", "column of labels, kind");
        refused(evaluates, "strange.csv", "found mid");
        for (const QStringList& command : {evaluates, all}) {
            refused(command, "fewer.csv", "expected y, which the model was trained on");
            refused(command, "others.csv?scale=none", "as the model was trained with");
        }
        const Ran strange = run(all + QStringList{"--data", path("strange.csv")});
        QCOMPARE(strange.code, 0);
        QVERIFY(!strange.objects[0].contains("label") && strange.objects[0]["label_class"] == "mid");
        QCOMPARE(strange.objects[1]["label"], nlohmann::json(1));
    }

    // A share is held out of the run's own data; other data is judged whole, unless a split of it is named.
    void nothingIsHeldOutOfOtherData() {
        QByteArray rows = "x,y,kind\n";
        for (int i = 0; i < 100; ++i)
            rows += QByteArray::number(i % 17) + "," + QByteArray::number((i * 5) % 23) + "," +
                    (i % 17 > 8 ? "high" : "low") + "\n";
        write("hundred.csv", rows);
        const Ran trained = run({"train", "--template", "mlp", "--data", path("kinds.csv"), "--val-fraction", "0.1",
                                 "--epochs", "1", "--json", "--out", path("held")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const auto judged = [&](const QStringList& more) {
            const Ran ran = run(QStringList{"eval", path("held"), "--json"} + more);
            return ran.objects.size() != 1 ? QString()
                                           : QStringLiteral("%1 %2")
                                                 .arg(QString::fromStdString(ran.objects[0]["split"]))
                                                 .arg(ran.objects[0]["images"].get<int>());
        };
        const QStringList others{"--data", path("hundred.csv")};
        QCOMPARE(judged(others), QStringLiteral("all 100"));
        QCOMPARE(judged(others + QStringList{"--split", "validation"}), QStringLiteral("validation 10"));
        QCOMPARE(judged(others + QStringList{"--split", "train"}), QStringLiteral("train 90"));
        QCOMPARE(judged({}), QStringLiteral("validation 30"));
        QCOMPARE(judged({"--data", path("kinds.csv")}), QStringLiteral("validation 30"));
        const Ran told = run(QStringList{"eval", path("held")} + others);
        QVERIFY2(told.out.contains("all of hundred.csv: 100 samples"), qPrintable(told.out));
        // What came out stands with the run, each of its own data or of the others and their part.
        std::vector<tl::EvaluationRecord> kept;
        for (const tl::Event& event : tl::readRun(path("held").toStdString()).events)
            if (const auto* one = std::get_if<tl::EvaluationRecord>(&event)) kept.push_back(*one);
        QCOMPARE(kept.size(), size_t{6});
        QVERIFY(kept[0].split == "hundred.csv" && kept[0].data.ends_with("/hundred.csv") && kept[0].part.empty());
        QVERIFY(kept[0].images == 100 && kept[0].values.contains("loss"));
        QVERIFY(kept[1].data == kept[0].data && kept[1].part == "validation");
        QVERIFY(kept[3].split == "validation" && kept[3].data.empty() && kept[3].images == 30);
        QCOMPARE(tl::otherPredictionsIn(path("held").toStdString()).size(), size_t{3});
        const QStringList predict{"predict", path("held"), "--count", "1000", "--json"};
        QCOMPARE(run(predict + others).objects.size(), size_t{100});
        QCOMPARE(run(predict).objects.size(), size_t{30});
        // Rows that the model never saw are no training rows, and that there are more of them is said.
        const Ran some = run(QStringList{"predict", path("held")} + others);
        QVERIFY2(some.out.startsWith("line 2:") && some.err.contains("10 of 100; --count N for more."),
                 qPrintable(some.out + some.err));
        QVERIFY(run(QStringList{"predict", path("held"), "--split", "train"} + others).out.startsWith("train line "));
        QVERIFY(!run(QStringList{"predict", path("held"), "--count", "100"} + others).err.contains("for more"));
    }

    // No epoch sees the samples that are held out for test, and the run is judged by them, gone on with too.
    void aShareIsHeldOutForTest() {
        const QStringList begin{"train", "--template", "mlp", "--data", path("kinds.csv"), "--epochs", "1", "--json"};
        const Ran trained =
            run(begin + QStringList{"--val-fraction", "0.1", "--test-fraction", "0.2", "--out", path("tested")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const auto& start = trained.last("start");
        QCOMPARE(start["images"].get<int>(), 216);
        QCOMPARE(start["validation_images"].get<int>(), 24);
        QCOMPARE(start["test_images"].get<int>(), 60);
        const auto judged = [&](const QStringList& more) {
            const Ran ran = run(QStringList{"eval", path("tested"), "--json"} + more);
            return ran.objects.size() != 1 ? ran.err
                                           : QStringLiteral("%1 %2")
                                                 .arg(QString::fromStdString(ran.objects[0]["split"]))
                                                 .arg(ran.objects[0]["images"].get<int>());
        };
        QCOMPARE(judged({}), QStringLiteral("test 60"));
        QCOMPARE(judged({"--split", "validation"}), QStringLiteral("validation 24"));
        const Ran more = run({"train", "--resume", path("tested"), "--epochs", "2", "--json"});
        QVERIFY2(more.code == 0 && !more.err.contains("is not what"), qPrintable(more.err));
        QCOMPARE(more.last("start")["test_images"].get<int>(), 60);
        const Ran alone = run(begin + QStringList{"--test-fraction", "0.2", "--out", path("alone")});
        QVERIFY2(alone.code == 0, qPrintable(alone.err));
        QCOMPARE(alone.last("start")["validation_split"].get<std::string>(), std::string("none"));
        QCOMPARE(alone.last("start")["images"].get<int>(), 240);
        // Data that brings a test split keeps it.
        const Ran brings = run({"train", "--template", "mlp", "--data", "sample", "--epochs", "1", "--test-fraction",
                                "0.2", "--json", "--out", path("brings")});
        QVERIFY2(brings.code == 0 && brings.err.contains("a test split of its own"), qPrintable(brings.err));
        QCOMPARE(brings.last("start")["images"].get<int>(), 10000);
        QCOMPARE(brings.last("start")["test_images"].get<int>(), 2000);
        const Ran written = run(
            {"convert-data", "--data", path("kinds.csv"), "--test-fraction", "0.2", "--out", path("tested-records")});
        QVERIFY2(written.code == 0 && written.out.contains("test.tfrecord (60 records"), qPrintable(written.out));
    }

    // A run goes on with what its data has become, and says so.
    void aRunGoesOnWithOtherData() {
        const auto rows = [&](int count, int high) {
            QByteArray csv = "x,y,kind\n";
            for (int i = 0; i < count; ++i)
                csv += QByteArray::number(i) + "," + QByteArray::number((i * 7) % 23) + "," +
                       (i % 3 == high ? "high" : "low") + "\n";
            write("grows.csv", csv);
        };
        int epochs = 1;
        const auto goesOn = [&](const QStringList& more = {}) {
            const Ran ran =
                run(QStringList{"train", "--resume", path("grown"), "--epochs", QString::number(++epochs)} + more);
            return ran.code == 0 ? ran.err : "failed: " + ran.err;
        };
        rows(60, 0);
        const Ran trained = run({"train", "--template", "mlp", "--data", path("grows.csv"), "--batch", "20", "--epochs",
                                 "1", "--json", "--out", path("grown")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const QString same = goesOn();
        QVERIFY2(!same.contains("not what") && !same.contains("failed"), qPrintable(same));
        rows(90, 0);
        const QString more = goesOn({"--out", path("grown-elsewhere")});
        QVERIFY2(more.contains("not what the run was trained on") && more.contains("90 training samples instead of 60"),
                 qPrintable(more));
        const QString once = goesOn();
        QVERIFY2(once.contains("90 training samples instead of 60") && !once.contains("classes"), qPrintable(once));
        const QString again = goesOn();  // now it is what the run was trained on
        QVERIFY2(!again.contains("not what") && !again.contains("failed"), qPrintable(again));
        rows(90, 1);
        const QString otherwise = goesOn();
        QVERIFY2(otherwise.contains("other labels") && !otherwise.contains("failed"), qPrintable(otherwise));
    }

    // Another folder: its images come in the network's size, to eval and predict alike. What they are is told in the
    // names of its own classes, where nothing is counted by them.
    void otherClassesAndSize() {
        const auto squares = [&](const QString& root, const QStringList& kinds, int side) {
            for (int i = 0; i < 10; ++i)
                for (const QString& kind : kinds)
                    files::write(path(root), QStringLiteral("%1/%2.png").arg(kind).arg(i),
                                 files::png(side, side, 3, [&](int, int, int c) {
                                     return (kind == kinds[0] ? 20 : 220) + i + 10 * c - (c == 0);
                                 }));
        };
        squares(QStringLiteral("eight"), {"dark", "light"}, 8);
        squares(QStringLiteral("twenty"), {"night", "sun"}, 20);
        const Ran trained = run({"train", "--template", "mlp", "--data", path("eight"), "--epochs", "1", "--batch", "4",
                                 "--json", "--out", path("eights")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        const QStringList others{path("eights"), "--data", path("twenty"), "--split", "train"};
        for (const char* command : {"eval", "predict"}) {
            const Ran ran = run(QStringList{command} + others);
            QCOMPARE(ran.code, QLatin1String(command) == QLatin1String("eval") ? 2 : 0);
            QVERIFY2(ran.err.contains("brought to 8x8") && ran.err.contains("night, sun") &&
                         ran.err.contains("dark, light"),
                     qPrintable(ran.err));
            if (ran.out.contains("(is "))
                QVERIFY2(ran.out.contains("(is night)") || ran.out.contains("(is sun)"), qPrintable(ran.out));
            // A size that somebody asked for is kept, and refused by both.
            QStringList asked = QStringList{command} + others;
            asked[3] += "?size=20x20";
            QCOMPARE(run(asked).code, 2);
        }
        const Ran told = run(QStringList{"predict"} + others + QStringList{"--json"});
        QCOMPARE(told.objects.size(), size_t{10});
        for (const auto& each : told.objects)
            QVERIFY(each["item"].get<std::string>().find(each["label_class"].get<std::string>()) != std::string::npos);
        // A folder with one class of the network's, and counted as that.
        squares(QStringLiteral("bright"), {"light"}, 8);
        const Ran one = run({"eval", path("eights"), "--data", path("bright"), "--json"});
        QVERIFY2(one.code == 0, qPrintable(one.err));
        const auto& matrix = one.objects[0]["confusion_matrix"];
        QCOMPARE(matrix[0], (nlohmann::json{0, 0}));
        QCOMPARE(matrix[1][0].get<int>() + matrix[1][1].get<int>(), 10);
        for (const char* command : {"eval", "predict"}) {
            const Ran rows = run({command, path("eights"), "--data", path("kinds.csv"), "--split", "train"});
            QCOMPARE(rows.code, 2);
            QVERIFY2(rows.err.contains("which the network was made for") && !rows.err.contains("Take"),
                     qPrintable(rows.err));
        }
    }

    void sentences_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("no file") << QStringList{"describe", "--data", "csv:/nowhere.csv"} << "/nowhere.csv";
        QTest::newRow("no pattern") << QStringList{"describe", "--data", "tfrecord:/nowhere-*.x"} << "nowhere-*";
        QTest::newRow("setting") << QStringList{"describe", "--data", "csv:kinds.csv?lable=x"} << "lable";
        QTest::newRow("settings of a folder")
            << QStringList{"describe", "--data", "folder:.?x=1"} << "size, resize, filter";
        QTest::newRow("another file") << QStringList{"describe", "--data", "./odd.bin"} << ".csv";
        QTest::newRow("a text") << QStringList{"describe", "--data", "./words"} << "a text";
        QTest::newRow("a script") << QStringList{"describe", "--data", "./train.py"} << "a Python script";
        QTest::newRow("a project") << QStringList{"train", "--template", "mlp", "--data", "./mine.tlm"}
                                   << "a Tensorloom project";
        QTest::newRow("a script as a project") << QStringList{"train", "./train.py"} << "it is a Python script";
        QTest::newRow("no archive") << QStringList{"describe", "--data", "npz:odd.npz"} << "npz";
        QTest::newRow("no records") << QStringList{"describe", "--data", "tfrecord:odd.bin"} << "TFRecord";
        QTest::newRow("augmented rows") << QStringList{"train",         "--template", "mlp", "--data",
                                                       "csv:kinds.csv", "--augment",  "flip"}
                                        << "Switch augmentation off";
        QTest::newRow("nowhere to write")
            << QStringList{"convert-data", "--data", "sample", "--out", "/proc/x"} << "/proc/x";
    }
    void sentences() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        write("odd.bin", "this is no data set");
        write("odd.npz", "nor is this");
        write("words", "nor this");
        write("train.py", "import torch\n");
        write("mine.tlm", R"({"format": "tensorloom-project", "version": 1})");
        const Ran ran = run(arguments, folder_.path());
        QVERIFY2(ran.code == 2 || ran.code == 3, qPrintable(QString::number(ran.code)));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
};

QTEST_GUILESS_MAIN(TestData)

}  // namespace test_data

#include "test_data.moc"
