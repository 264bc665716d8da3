// Event files: what TensorFlow, Keras and PyTorch wrote comes out as TensorBoard's own reader has it; what is written
// comes out again; files that grow, are cut, damaged or replaced lose nothing that is whole.
#include "engine/io/json.h"
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>

#include "engine/backend/statistics.h"
#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/data/image_file.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/events/training_log.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/train/pictures.h"
#include "tests/support/moved_clock.h"

namespace test_events {

using namespace tl;
using tl::test::MovedClock;

namespace {

const EventRun* runNamed(const EventTree& tree, const std::string& name) {
    for (const auto& run : tree.runs())
        if (run->name() == name) return run.get();
    return nullptr;
}

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& bytes, std::ios::openmode mode = std::ios::trunc) {
    std::ofstream(path, std::ios::binary | mode) << bytes;
}

// Makes the sums of all records right, up to the first whose length goes beyond the end.
void mendSums(std::string& bytes) {
    const auto sum = [&](size_t from, size_t count) {
        const uint32_t value = maskedCrc32c({reinterpret_cast<const uint8_t*>(bytes.data()) + from, count});
        std::memcpy(bytes.data() + from + count, &value, sizeof value);
    };
    for (size_t at = 0; at + 16 <= bytes.size();) {
        uint64_t length;
        std::memcpy(&length, bytes.data() + at, 8);
        sum(at, 8);
        if (length > bytes.size() - at - 16) return;
        sum(at + 12, static_cast<size_t>(length));
        at += 16 + static_cast<size_t>(length);
    }
}

// A file of every kind of value, and its path.
std::string everyKind(const QString& folder) {
    EventWriter writer(folder.toStdString());
    for (int step = 0; step < 50; ++step) writer.scalar("loss", step, 1000.5 + step, 1.0 / (step + 1));
    writer.scalar("odd", 1, 1, NAN);
    writer.scalar("odd", -3, 2, INFINITY);
    const float values[] = {-1, 0, 0.5f, 2, 2, 2, NAN};
    writer.histogram("weights", 7, 1000, histogramOf(std::span(values, 7), 3));
    writer.image("picture", 8, 1000, {2, 3, 1, std::string("\x89PNG\0\xff", 6)});
    writer.text("note", 9, 1000, "a **b** 中");
    writer.text("note", 10, 1001, "second");
    writer.prCurve("pr", 11, 1000, {{3, 1}, {4, 0}, {0, 4}, {0, 2}, {3.0 / 7, 1}, {1, 1.0 / 3}});
    writer.graph(1000, std::string("\n\5\n\3abc", 7));
    writer.hparamsStart(999, {{"lr", 0.1}, {"optimizer", std::string("adam")}, {"on", true}}, {"loss"}, "group");
    writer.hparamsEnd(1002, true);
    return writer.path();
}

// How many buckets; rows are left, right, count, in the 4 bytes that TensorBoard keeps of each number.
int sameHistogram(const std::optional<EventHistogram>& found, const nlohmann::json& rows, const std::string& where) {
    const auto same = [&] {
        if (!found || found->counts.size() != rows.size()) return false;
        for (size_t i = 0; i < rows.size(); ++i) {
            const double own[] = {found->edges[i], found->edges[i + 1], found->counts[i]};
            for (size_t k = 0; k < 3; ++k)
                if (static_cast<float>(own[k]) != static_cast<float>(rows[i][k].get<double>())) return false;
        }
        return true;
    };
    if (!same()) {
        std::string own = found ? "" : "none";
        for (size_t i = 0; found && i < found->counts.size(); ++i)
            own += "[" + std::to_string(found->edges[i]) + "," + std::to_string(found->edges[i + 1]) + "," +
                   std::to_string(found->counts[i]) + "]";
        QTest::qFail((where + ": " + own + ", expected " + rows.dump()).c_str(), __FILE__, __LINE__);
    }
    return static_cast<int>(rows.size());
}

// How many pixels.
int samePictures(const std::vector<EventImage>& found, const nlohmann::json& told, const std::string& where) {
    int pixels = 0;
    const auto same = [&] {
        if (found.size() != told[2].size()) return false;
        for (size_t i = 0; i < found.size(); ++i) {
            if (found[i].width != told[0].get<int>() || found[i].height != told[1].get<int>()) return false;
            const QByteArray png = QByteArray::fromBase64(told[2][i][0].get<std::string>().c_str());
            if (found[i].png != png.toStdString()) return false;
            Image image;
            decodeImage({reinterpret_cast<const uint8_t*>(found[i].png.data()), found[i].png.size()},
                        told[2][i][1].get<int>(), image);
            const auto wanted = told[2][i][2].get<std::vector<uint8_t>>();
            if (!std::equal(wanted.begin(), wanted.end(), image.pixels.begin(), image.pixels.end())) return false;
            pixels += found[i].width * found[i].height;
        }
        return true;
    };
    if (!same()) QTest::qFail((where + ": another picture").c_str(), __FILE__, __LINE__);
    return pixels;
}

LoggedRun denseRun() {
    LoggedRun run;
    run.name = "dense";
    const auto add = [&](const char* id, const char* type, Properties properties = {}) {
        NodeSpec node;
        node.id = id;
        node.type = type;
        node.properties = std::move(properties);
        if (!run.network.nodes.empty()) run.network.links.push_back({run.network.nodes.back().id, node.id, 0});
        run.network.nodes.push_back(std::move(node));
    };
    add("input_1", "Input");
    add("rescaling_1", "Rescaling");
    add("flatten_1", "Flatten");
    add("dense_1", "Dense", {{"units", int64_t{4}}});
    add("output_1", "Output");
    run.training.learningRate = 0.25;
    run.facts.shape = {1, 8, 8};
    run.facts.classes = 4;
    return run;
}

}  // namespace

class TestEvents : public QObject {
    Q_OBJECT
private slots:
    void asTensorBoardReadsThem() {
        const std::string folder = TENSORLOOM_SOURCE_DIR "/tests/reference/events";
        const auto expected = nlohmann::json::parse(bytesOf(folder + "/expected.json"));
        EventTree tree(folder);
        (void)tree.poll();
        QCOMPARE(tree.runs().size(), expected.size());
        int points = 0, others = 0;
        for (const auto& [name, tags] : expected.items()) {
            const EventRun* run = runNamed(tree, name);
            QVERIFY2(run, name.c_str());
            QCOMPARE(run->badRecords(), int64_t{0});
            for (const auto& [tag, values] : tags["scalars"].items()) {
                const EventTag* found = run->find(tag);
                QVERIFY2(found && found->kind == EventKind::Scalar, tag.c_str());
                QCOMPARE(found->points.size(), values.size());
                for (size_t i = 0; i < values.size(); ++i) {
                    const EventPoint& point = found->points[i];
                    QCOMPARE(point.step, values[i][0].get<int64_t>());
                    QCOMPARE(point.wallTime, values[i][1].get<double>());
                    const std::string value = values[i][2];
                    QVERIFY2(value == "nan"   ? std::isnan(point.value)
                             : value == "inf" ? std::isinf(point.value)
                                              : point.value == std::stod(value),
                             (tag + " " + value).c_str());
                    ++points;
                }
            }
            for (const auto& [tag, count] : tags["others"].items()) {
                const EventTag* found = run->find(tag);
                QVERIFY2(found, tag.c_str());
                QCOMPARE(found->items.size(), count.get<size_t>());
                ++others;
            }
        }
        QVERIFY2(points > 60 && others >= 6, "the reference holds more");

        const EventRun& tf = *runNamed(tree, "tf2");
        QCOMPARE(tf.find("weights")->kind, EventKind::Histogram);
        const auto weights = tf.histogram(tf.find("weights")->items[0]);
        QVERIFY(weights);
        QCOMPARE(weights->count, 1000.0);
        QCOMPARE(weights->counts.size(), size_t{30});
        QCOMPARE(weights->edges.size(), size_t{31});
        const auto picture = tf.image(tf.find("picture")->items[0]);
        QVERIFY(picture);
        QCOMPARE(picture->png.substr(1, 3), std::string("PNG"));
        QCOMPARE(picture->png.substr(16, 8), std::string("\0\0\0\5\0\0\0\4", 8));  // its width and height
        QCOMPARE(picture->width, 5);
        QCOMPARE(tf.text(tf.find("note")->items[0]).value_or(""), std::string("step **five**"));
        const EventRun& torch = *runNamed(tree, "torch");
        const auto w = torch.histogram(torch.find("w")->items[0]);
        QVERIFY(w);
        QCOMPARE(w->count, 1000.0);
        const auto curve = torch.prCurve(torch.find("pr")->items[0]);
        QVERIFY(curve);
        QCOMPARE(curve->precision.size(), size_t{11});
        QCOMPARE(curve->truePositives[0] + curve->falsePositives[0], 100.0);  // everybody is a yes from 0 on
        QCOMPARE(curve->recall[0], 1.0);
        QCOMPARE(runNamed(tree, "tf1")->find("__run_graph__")->kind, EventKind::Graph);
    }

    // Histograms bucket by bucket, pictures byte by byte and, decoded, pixel by pixel, texts letter by letter: what
    // tf.summary and torch.utils.tensorboard wrote, as TensorBoard's server has it.
    void valuesAsTensorBoardReadsThem() {
        int buckets = 0, pixels = 0, texts = 0;
        for (const char* place : {"/tests/reference/events", "/tests/reference/event_values"}) {
            const std::string folder = std::string(TENSORLOOM_SOURCE_DIR) + place;
            const auto expected = nlohmann::json::parse(bytesOf(folder + "/expected.json"));
            EventTree tree(folder);
            (void)tree.poll();
            for (const auto& [name, all] : expected.items()) {
                const EventRun* run = runNamed(tree, name);
                QVERIFY2(run, name.c_str());
                for (const auto& [kind, tags] : all["values"].items())
                    for (const auto& [tag, values] : tags.items()) {
                        const std::string where = name + ": " + tag;
                        const EventTag* found = run->find(tag);
                        QVERIFY2(found, where.c_str());
                        QCOMPARE(found->items.size(), values.size());
                        for (size_t i = 0; i < values.size(); ++i) {
                            const EventItem& item = found->items[i];
                            const auto& value = values[i][2];
                            QCOMPARE(item.step, values[i][0].get<int64_t>());
                            QCOMPARE(item.wallTime, values[i][1].get<double>());
                            if (kind == "histograms") {
                                QCOMPARE(found->kind, EventKind::Histogram);
                                buckets += sameHistogram(run->histogram(item), value, where);
                            } else if (kind == "images") {
                                QCOMPARE(found->kind, EventKind::Image);
                                pixels += samePictures(run->images(item), value, where);
                            } else {
                                QCOMPARE(found->kind, EventKind::Text);
                                const auto cells = run->texts(item);
                                QVERIFY2(cells, where.c_str());
                                QVERIFY2(cells->cells == value[1].get<std::vector<std::string>>(), where.c_str());
                                const auto shape = value[0].get<std::vector<int>>();
                                QCOMPARE(cells->columns, shape.size() > 1 ? shape[1] : 1);
                                texts += static_cast<int>(cells->cells.size());
                            }
                            if (QTest::currentTestFailed()) return;
                        }
                    }
            }
        }
        QVERIFY2(buckets > 2000 && pixels > 400 && texts > 15,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(buckets).arg(pixels).arg(texts)));
    }

    void whatIsWrittenComesBack() {
        QTemporaryDir folder;
        (void)everyKind(folder.path() + "/run");
        EventTree tree(folder.path().toStdString());
        QCOMPARE(tree.poll(), std::vector<size_t>{0});
        const EventRun& run = *tree.runs()[0];
        QCOMPARE(run.name(), std::string("run"));
        QCOMPARE(run.badRecords(), int64_t{0});
        const auto& loss = run.find("loss")->points;
        QCOMPARE(loss.size(), size_t{50});
        QCOMPARE(loss[49].step, int64_t{49});
        QCOMPARE(loss[49].wallTime, 1049.5);
        QCOMPARE(loss[49].value, double(1.0f / 50));
        QVERIFY(std::isnan(run.find("odd")->points[0].value) && std::isinf(run.find("odd")->points[1].value));
        QCOMPARE(run.find("odd")->points[1].step, int64_t{-3});
        const auto histogram = run.histogram(run.find("weights")->items[0]);
        QVERIFY(histogram);
        QCOMPARE(histogram->edges, (std::vector<double>{-1, 0, 1, 2}));
        QCOMPARE(histogram->counts, (std::vector<double>{1, 2, 3}));
        QCOMPARE(histogram->sum, 5.5);
        const auto image = run.image(run.find("picture")->items[0]);
        QVERIFY(image);
        QCOMPARE(image->png, std::string("\x89PNG\0\xff", 6));
        QCOMPARE(image->height, 3);
        QCOMPARE(run.text(run.find("note")->items[0]).value_or(""), std::string("a **b** 中"));
        QCOMPARE(run.text(run.find("note")->items[1]).value_or(""), std::string("second"));
        const auto curve = run.prCurve(run.find("pr")->items[0]);
        QVERIFY(curve);
        QCOMPARE(curve->recall[1], double(1.0f / 3));
        QCOMPARE(run.bytes(run.find("__run_graph__")->items[0]).value_or(""), std::string("\n\5\n\3abc", 7));
        QCOMPARE(run.find("_hparams_/session_start_info")->kind, EventKind::HParams);
        QVERIFY(tree.poll().empty());  // nothing new
    }

    // However a file is cut, what is whole is read; when the rest comes, nothing is missing and nothing stands twice.
    void growsAtAnyByte() {
        QTemporaryDir folder;
        const std::string whole = bytesOf(everyKind(folder.path() + "/whole"));
        EventTree all((folder.path() + "/whole").toStdString());
        (void)all.poll();
        const int64_t records = all.runs()[0]->records();
        int cuts = 0;
        for (size_t cut = 0; cut < whole.size(); cut += cut < 200 ? 1 : 37) {
            const QString run = folder.path() + QStringLiteral("/cut%1").arg(cut);
            QDir().mkpath(run);
            const std::string path = run.toStdString() + "/events.out.tfevents.1";
            write(path, whole.substr(0, cut));
            EventTree tree(run.toStdString());
            (void)tree.poll(1);
            QVERIFY(tree.runs()[0]->records() < records);
            QCOMPARE(tree.runs()[0]->badRecords(), int64_t{0});
            write(path, whole.substr(cut), std::ios::app);
            (void)tree.poll(1);
            QCOMPARE(tree.runs()[0]->records(), records);
            QCOMPARE(tree.runs()[0]->find("loss")->points.size(), size_t{50});
            ++cuts;
        }
        QVERIFY(cuts > 250);
    }

    void damageIsCountedAndPassedOver() {
        QTemporaryDir folder;
        std::string whole = bytesOf(everyKind(folder.path() + "/whole"));
        const std::string path = folder.filePath("bad/events.out.tfevents.1").toStdString();
        QDir().mkpath(folder.filePath("bad"));
        // One bit in the content of the third record: the others are read.
        size_t at = 0;
        const auto lengthAt = [&](size_t from) {
            uint64_t length;
            std::memcpy(&length, whole.data() + from, 8);
            return static_cast<size_t>(length);
        };
        for (int i = 0; i < 2; ++i) at += lengthAt(at) + 16;
        whole[at + 14] ^= 4;
        write(path, whole);
        EventTree tree(folder.filePath("bad").toStdString());
        (void)tree.poll();
        QCOMPARE(tree.runs()[0]->badRecords(), int64_t{1});
        QCOMPARE(tree.runs()[0]->find("loss")->points.size(), size_t{49});
        QCOMPARE(tree.runs()[0]->problems(true).size(), size_t{1});  // nothing is damaged or cut
        // In the length: what stands before it is read, what stands behind cannot be found.
        QDir().mkpath(folder.filePath("worse"));
        whole[at + 14] ^= 4;
        whole[at + 1] ^= 4;
        write(folder.filePath("worse/events.out.tfevents.1").toStdString(), whole);
        EventTree worse(folder.filePath("worse").toStdString());
        (void)worse.poll();
        QCOMPARE(worse.runs()[0]->find("loss")->points.size(), size_t{1});
        QCOMPARE(worse.runs()[0]->problems(false).size(), size_t{1});
        QCOMPARE(worse.runs()[0]->problems(false)[0].kind, EventProblem::Damaged);
    }

    // A thousand files, each cut somewhere and with some bits turned, its sums made good again in every second one:
    // nothing is read that is not there.
    void thousandDamagedFiles() {
        QTemporaryDir folder;
        const std::string whole = bytesOf(everyKind(folder.path() + "/whole"));
        std::mt19937 random(1);
        const std::string path = folder.filePath("run/events.out.tfevents.1").toStdString();
        QDir().mkpath(folder.filePath("run"));
        size_t read = 0;
        int64_t misread = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string bytes = whole.substr(0, random() % whole.size());
            for (int flips = static_cast<int>(random() % 4); flips >= 0 && !bytes.empty(); --flips)
                bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
            if (i % 2 == 1) mendSums(bytes);
            write(path, bytes);
            EventTree tree(folder.filePath("run").toStdString());
            (void)tree.poll(1);
            const EventRun& run = *tree.runs()[0];
            if (i % 2 == 1) misread += run.badRecords();
            for (const auto& tag : run.tags()) {
                read += tag.count();
                QVERIFY(tag.count() <= bytes.size());
                for (const auto& item : tag.items) {
                    QVERIFY(item.offset + item.length <= bytes.size());
                    (void)run.histogram(item);
                    (void)run.image(item);
                    (void)run.text(item);
                    (void)run.prCurve(item);
                }
            }
        }
        QVERIFY(read > 1000);
        QVERIFY(misread > 10);  // bytes with good sums that are no event: the parser saw them
    }

    void replacedAndGone() {
        QTemporaryDir folder;
        const std::string path = everyKind(folder.path());
        EventTree tree(folder.path().toStdString());
        (void)tree.poll();
        const std::string whole = bytesOf(path);
        write(path, whole.substr(0, whole.size() / 2));  // shorter: another run in the same place
        QCOMPARE(tree.poll().size(), size_t{1});
        const size_t half = tree.runs()[0]->find("loss")->points.size();
        QVERIFY(half > 5 && half <= 50);
        write(path, whole);
        (void)tree.poll();
        QCOMPARE(tree.runs()[0]->find("loss")->points.size(), size_t{50});
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        QVERIFY(tree.poll().empty());
        QCOMPARE(tree.runs()[0]->find("loss")->points.size(), size_t{50});  // what was read stays
        QVERIFY_THROWS_EXCEPTION(tl::Error, (void)EventTree(path + "/none").poll());
    }

    // Links to folders are followed, but none that leads back to where it is met.
    void linksThatLeadBack() {
        QTemporaryDir folder;
        const auto at = [&](const char* name) { return folder.filePath(QString::fromLatin1(name)); };
        for (const char* run : {"up/one", "up/two", "kept/three", "pair/a", "pair/b"})
            EventWriter(at(run).toStdString()).scalar("loss", 1, 1, 1);
        QVERIFY(QFile::link(at("up"), at("up/one/parent")) && QFile::link(folder.path(), at("up/two/root")));
        QVERIFY(QFile::link(at("kept/three"), at("up/three")));
        QVERIFY(QFile::link(at("pair/b"), at("pair/a/other")) && QFile::link(at("pair/a"), at("pair/b/other")));
        const auto runsIn = [&](const char* root) {
            EventTree tree(at(root).toStdString());
            (void)tree.poll();
            QStringList names;
            for (const auto& run : tree.runs()) names << QString::fromStdString(run->name());
            names.sort();
            return names;
        };
        QCOMPARE(runsIn("up"), (QStringList{"one", "three", "two"}));
        QCOMPARE(runsIn("pair"), (QStringList{"a", "a/other", "b", "b/other"}));
    }

    // TensorBoard would draw two runs of one folder as one: the second gets a folder of its own, and each that goes on
    // finds its own again.
    void eachRunHasItsLogs() {
        QTemporaryDir folder;
        const std::string logs = folder.path().toStdString();
        const auto at = [&](const char* run, bool resumed) {
            LoggedRun one = denseRun();
            one.folder = std::string("/runs/") + run;
            if (resumed) one.resumed = RunPosition{};
            const std::string place = logFolderIn(logs, one);
            { const TrainingLog files(place, one, EventLog::make()); }
            return place;
        };
        QCOMPARE(at("a", false), logs);
        QCOMPARE(at("b", false), logs + "/b");
        QCOMPARE(at("b", false), logs + "/b-2");  // done anew in the same place
        QCOMPARE(at("a", true), logs);
        QCOMPARE(at("b", true), logs + "/b");
        QCOMPARE(at("c", true), logs + "/c");  // it never wrote here
        EventTree tree(logs);
        (void)tree.poll();
        for (const auto& run : tree.runs()) QCOMPARE(run->badRecords(), int64_t{0});
        QCOMPARE(tree.runs().size(), size_t{4});
    }

    // Nobody waits for the end of a run, or for one that is killed: within a second of the writer's clock, which the
    // test moves, all is with the system.
    void theDiskHasItSoon() {
        QTemporaryDir folder;
        const auto told = EventLog::make();
        MovedClock clock;
        const TrainingLog files(folder.path().toStdString(), denseRun(), told, {}, clock.rest());
        const auto onDisk = [&] {
            EventTree tree(folder.path().toStdString());
            (void)tree.poll();
            const EventRun* train = runNamed(tree, "train");
            const EventTag* loss = train ? train->find("loss") : nullptr;
            return loss ? static_cast<int>(loss->points.size()) : 0;
        };
        for (int round = 0; round < 5; ++round) {
            QVERIFY(clock.rests(round + 1));
            StepRecord record;
            record.step = round;
            told->push(record);
            QCOMPARE(onDisk(), round);  // no time has gone by
            clock.move(std::chrono::seconds(1));
            QVERIFY(clock.rests(round + 2));
            QCOMPARE(onDisk(), round + 1);
        }
    }

    // Watched values are let go where the files cannot follow; that is told once.
    void whatTheyLackIsTold() {
        QTemporaryDir folder;
        const auto told = EventLog::make({.watchedBytes = 1000});
        MovedClock clock;
        std::vector<Message> troubles;
        {
            const TrainingLog files(
                folder.path().toStdString(), denseRun(), told,
                [&](const Message& sentence) { troubles.push_back(sentence); }, clock.rest());
            for (int round = 0; round < 2; ++round) {
                QVERIFY(clock.rests(round + 1));
                for (int64_t step = 1; step <= 5; ++step) {
                    Histogram content;
                    content.counts.assign(100, 1);
                    content.edges.assign(101, 0);
                    told->push(WatchedRecord{step, 0, "x", std::make_shared<const Histogram>(std::move(content))});
                }
                clock.move(std::chrono::seconds(1));
            }
        }
        QCOMPARE(troubles.size(), size_t{1});
        QVERIFY2(troubles[0].english().find("lack some of what the run told") != std::string::npos,
                 troubles[0].english().c_str());
    }

    // The same file in TensorBoard's own reader, where it is installed.
    void tensorBoardReadsIt() {
        const QString python = QStringLiteral(TENSORLOOM_SOURCE_DIR "/build/peers/tensorboard/bin/python");
        if (!QFile::exists(python))
            QSKIP("there is no TensorBoard under build/peers/tensorboard (a virtual environment)");
        QTemporaryDir folder;
        (void)everyKind(folder.path());
        QProcess process;
        process.start(python, {QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/peers/read_events.py"), folder.path()});
        QVERIFY(process.waitForFinished(300000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        const auto found = nlohmann::json::parse(process.readAllStandardOutput().toStdString());
        QCOMPARE(found["loss"]["scalars"].size(), size_t{50});
        QCOMPARE(found["loss"]["scalars"][49][0].get<int>(), 49);
        QCOMPARE(found["loss"]["scalars"][49][1].get<double>(), double(1.0f / 50));
        QCOMPARE(found["weights"]["histograms"][0]["counts"].get<std::vector<double>>(),
                 (std::vector<double>{1, 2, 3}));
        for (const auto& [place, number] : {std::pair{0, 8}, std::pair{1, 2}, std::pair{2, 3}})
            QCOMPARE(found["picture"]["images"][0][static_cast<size_t>(place)].get<int>(), number);
        QCOMPARE(found["note"]["text"].get<std::vector<std::string>>(),
                 (std::vector<std::string>{"a **b** 中", "second"}));
        QCOMPARE(found["pr"]["pr_curves"][0].size(), size_t{6});
        QCOMPARE(found["hparams"]["lr"].get<double>(), 0.1);
        QCOMPARE(found["hparams"]["optimizer"].get<std::string>(), std::string("adam"));
        QCOMPARE(found["hparams"]["on"].get<bool>(), true);
        QCOMPARE(found["status"].get<int>(), 1);
    }

    // What is not finite is black on no picture: black is a number.
    void notANumberIsSeenInAPicture() {
        QTemporaryDir folder;
        const auto log = EventLog::make();
        Tensor kernel(Shape({1, 1, 2, 2}), DType::Float32);
        const auto values = kernel.as<float>();
        values[0] = 0, values[1] = 1, values[2] = std::numeric_limits<float>::quiet_NaN(), values[3] = 0.5f;
        WatchedRecord watched;
        watched.name = "conv_1/kernel";
        watched.content = picturesOf(kernel, PictureOf::Kernel);
        {
            TrainingLog files(folder.path().toStdString(), denseRun(), log);
            log->push(watched);
            files.close(RunState::Finished);
        }
        EventTree tree(folder.path().toStdString());
        (void)tree.poll();
        const EventRun* train = runNamed(tree, "train");
        const EventTag* tag = train ? train->find("conv_1/kernel/pictures") : nullptr;
        QVERIFY(tag);
        const auto image = train->image(tag->items.front());
        QVERIFY(image);
        Image pixels;
        decodeImage({reinterpret_cast<const uint8_t*>(image->png.data()), image->png.size()}, 3, pixels);
        const auto at = [&](size_t pixel) {
            const uint8_t* one = pixels.pixels.data() + 3 * pixel;
            return std::array<int, 3>{one[0], one[1], one[2]};
        };
        QVERIFY((at(0) == std::array<int, 3>{0, 0, 0}) && (at(1) == std::array<int, 3>{255, 255, 255}));
        QVERIFY2(at(2)[0] > 200 && at(2)[1] < 100, "it has no colour of its own");
    }

    // A small network has hundreds of epochs a second: each has its numbers, and pictures as many as anybody looks at.
    void picturesOfManyShortEpochs() {
        QTemporaryDir folder;
        const auto log = EventLog::make();
        constexpr int kEpochs = 3000;
        {
            TrainingLog files(folder.path().toStdString(), denseRun(), log);
            for (int i = 0; i < kEpochs; ++i) {
                EpochRecord epoch;
                epoch.epoch = i;
                epoch.step = i + 1;
                epoch.wallTime = 100 + 0.01 * i;
                epoch.values = {{"val_loss", 0.5f}};
                epoch.confusion = {3, 1, 0, 4};
                log->push(epoch);
            }
            files.close(RunState::Finished);
        }
        EventTree tree(folder.path().toStdString());
        (void)tree.poll();
        const EventRun& validation = *runNamed(tree, "validation");
        QCOMPARE(validation.find("loss")->points.size(), size_t{kEpochs});
        const auto& pictures = validation.find("confusion_matrix")->items;
        QCOMPARE(pictures.size(), size_t{1000 + 20});  // 20 seconds more, and the last
        QCOMPARE(pictures.back().step, int64_t{kEpochs});
        QCOMPARE(pictures[999].step, int64_t{1000});
    }

    // It does tens of thousands of steps a second, too: the recorded ones are there, and the one that ended the run.
    void ofManyStepsSomeAreRecorded() {
        QTemporaryDir folder;
        const auto log = EventLog::make();
        constexpr int64_t kFew = 2'000'000;
        {
            TrainingLog files(folder.path().toStdString(), denseRun(), log);
            for (int64_t step = kFew - 3; step <= kFew + 7; ++step) {
                StepRecord record;
                record.step = step;
                record.wallTime = 100;
                record.loss = step < kFew + 7 ? 0.5f : std::numeric_limits<float>::quiet_NaN();
                record.metrics["accuracy"] = 0.5f;
                log->push(record);
            }
            files.close(RunState::Failed);
        }
        EventTree tree(folder.path().toStdString());
        (void)tree.poll();
        for (const char* tag : {"loss", "accuracy", "learning_rate"}) {
            std::vector<int64_t> steps;
            for (const EventPoint& point : runNamed(tree, "train")->find(tag)->points)
                steps.push_back(point.step - kFew);
            QCOMPARE(steps, (std::vector<int64_t>{-3, -2, -1, 0, 2, 4, 6, 7}));
        }
    }

    void aRunAsEvents() {
        QTemporaryDir folder;
        const auto log = EventLog::make();
        {
            TrainingLog files(folder.path().toStdString(), denseRun(), log);
            for (int step = 1; step <= 20; ++step) {
                StepRecord record;
                record.step = step;
                record.wallTime = 100 + step;
                record.loss = 1.0f / static_cast<float>(step);
                record.metrics["accuracy"] = 0.5f;
                record.learningRate = 0.1;
                log->push(record);
            }
            EpochRecord epoch;
            epoch.step = 20;
            epoch.wallTime = 121;
            epoch.values = {{"loss", 0.25f}, {"val_loss", 0.5f}, {"val_accuracy", 0.75f}};
            epoch.confusion = {3, 1, 0, 4};
            log->push(epoch);
            log->push(LearningRateRecord{20, 0.1, 0.01});
            files.close(RunState::Finished);
        }
        EventTree tree(folder.path().toStdString());
        (void)tree.poll();
        const EventRun &train = *runNamed(tree, "train"), &validation = *runNamed(tree, "validation");
        QCOMPARE(train.find("loss")->points.size(), size_t{20});
        QCOMPARE(train.find("loss")->points[9].wallTime, 110.0);
        QCOMPARE(train.find("accuracy")->points.back().value, 0.5);
        QCOMPARE(train.find("learning_rate")->points.size(), size_t{20});
        QCOMPARE(train.find("epoch_loss")->points[0].value, 0.25);
        QCOMPARE(validation.find("loss")->points[0].value, 0.5);
        QCOMPARE(validation.find("accuracy")->points[0].step, int64_t{20});
        const auto confusion = validation.image(validation.find("confusion_matrix")->items[0]);
        QVERIFY(confusion);
        Image picture;
        decodeImage({reinterpret_cast<const uint8_t*>(confusion->png.data()), confusion->png.size()}, 1, picture);
        QVERIFY(picture.width == 320 && picture.height == 320);
        const auto shade = [&](int x, int y) { return int(picture.pixels[static_cast<size_t>(y * 320 + x)]); };
        QCOMPARE(shade(10, 10), 191);  // three of four
        QCOMPARE(shade(310, 310), 255);
        QCOMPARE(shade(10, 310), 0);
        QVERIFY(train.find("_hparams_/session_end_info"));
        const std::string settings = train.text(train.find("settings")->items[0]).value_or("");
        QVERIFY2(settings.find("|learning_rate|0.25|") != std::string::npos, settings.c_str());
        const std::string network = train.text(train.find("network")->items[0]).value_or("");
        QVERIFY2(network.find("|dense_1|Dense|4|260|") != std::string::npos, network.c_str());
        QVERIFY(train.find("__run_graph__")->kind == EventKind::Graph);
        QCOMPARE(train.text(train.find("live_changes")->items[0]).value_or(""), std::string("rate 0.1 → 0.01"));
    }

    // Its input is of the data's type: bytes of images, float32 of rows of numbers.
    void itsGraphIsOfTheTypeOfItsData() {
        for (const DType type : {DType::UInt8, DType::Float32}) {
            QTemporaryDir folder;
            LoggedRun run = denseRun();
            run.dataType = type;
            TrainingLog(folder.path().toStdString(), run, EventLog::make()).close(RunState::Finished);
            const GraphView view = readForeignGraph(folder.path().toStdString());
            const auto data = std::ranges::find(view.nodes, std::string("data"), &GraphNode::name);
            QVERIFY(data != view.nodes.end());
            const double bytes = static_cast<double>(run.training.batch * 64) * static_cast<double>(sizeOf(type));
            QCOMPARE(view.tensors[static_cast<size_t>(data->outputs.at(0))].bytes, bytes);
        }
    }

    // A run that goes on takes back what its files tell of later, half a record too, and nothing of other programs.
    void goingOnCutsWhatCameLater() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        const auto told = [&](const std::shared_ptr<EventLog>& log, int from, int to) {
            for (int step = from; step <= to; ++step) {
                StepRecord record;
                record.step = step;
                record.wallTime = 100 + step;
                record.loss = static_cast<float>(step);
                log->push(record);
                if (step % 10 != 0) continue;
                EpochRecord epoch;
                epoch.step = step;
                epoch.epoch = step / 10 - 1;
                epoch.values = {{"loss", 1.0f}, {"val_loss", static_cast<float>(step)}};
                log->push(epoch);
            }
        };
        {
            const auto log = EventLog::make();
            TrainingLog files(path, denseRun(), log);
            told(log, 1, 25);
            files.close(RunState::Stopped);
        }
        const std::string first = QDir(folder.filePath("train")).entryInfoList(QDir::Files)[0].filePath().toStdString();
        write(first, std::string("\x30\0\0\0\0\0\0\0half a rec", 18), std::ios::app);
        const std::string foreign = folder.filePath("train/events.out.tfevents.0000000001.other").toStdString();
        write(foreign, "somebody else's");
        LoggedRun on = denseRun();
        on.resumed.emplace();
        on.resumed->step = 20;
        on.resumed->epoch = 1;  // the end of the second epoch is still to come
        {
            const auto log = EventLog::make();
            TrainingLog files(path, on, log);
            EpochRecord epoch;
            epoch.step = 20;
            epoch.epoch = 1;
            epoch.values = {{"loss", 1.0f}, {"val_loss", 20.0f}};
            log->push(epoch);
            told(log, 21, 40);
            files.close(RunState::Finished);
        }
        QCOMPARE(bytesOf(foreign), std::string("somebody else's"));
        QVERIFY(QFile::remove(QString::fromStdString(foreign)));
        EventTree tree(path);
        (void)tree.poll();
        const EventRun &train = *runNamed(tree, "train"), &validation = *runNamed(tree, "validation");
        QCOMPARE(train.badRecords(), int64_t{0});
        const auto steps = [](const EventRun& run, const char* tag) {
            std::vector<int64_t> found;
            for (const EventPoint& point : run.find(tag)->points) found.push_back(point.step);
            return found;
        };
        std::vector<int64_t> all(40);
        std::iota(all.begin(), all.end(), int64_t{1});
        QCOMPARE(steps(train, "loss"), all);
        QCOMPARE(steps(train, "epoch_loss"), (std::vector<int64_t>{10, 20, 30, 40}));
        QCOMPARE(steps(validation, "loss"), (std::vector<int64_t>{10, 20, 30, 40}));
        QCOMPARE(train.find("settings")->items.size(), size_t{1});
        QCOMPARE(train.find("_hparams_/session_end_info")->items.size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestEvents)

}  // namespace test_events

#include "test_events.moc"
