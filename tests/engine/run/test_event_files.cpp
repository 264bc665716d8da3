// The event files in a run's folder hold all that the run told and watched, point for point: as the own reader has it,
// and as TensorBoard's reader and server have it where they are installed.
#include "engine/io/json.h"
#include <fstream>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "../train/small_run.h"
#include "engine/data/image_file.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/events/graph_def.h"
#include "engine/io/events/training_log.h"
#include "engine/model/build.h"
#include "engine/run/run_directory.h"
#include "engine/train/data_facts.h"

namespace test_event_files {

using namespace tl;
using namespace tl::test;

namespace {

struct Told {
    std::vector<StepRecord> steps;
    std::vector<EpochRecord> epochs;
    std::vector<WatchedRecord> watched;
};

// Every kind, with evaluation of four classes behind it.
Told trainInto(const QString& folder, int epochs = 2) {
    SessionOptions options = smallRun(epochs);
    options.store = inDirectory(folder.toStdString(), {.name = "watched"});
    options.watches = {{"weights,gradients", WatchKind::All, 5}, {"conv_1/output,input", WatchKind::Pictures, 5}};
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    Told told;
    for (const Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) told.steps.push_back(*step);
        if (const auto* epoch = std::get_if<EpochRecord>(&event)) told.epochs.push_back(*epoch);
        if (const auto* watched = std::get_if<WatchedRecord>(&event)) told.watched.push_back(*watched);
    }
    return told;
}

template <typename T>
std::vector<std::pair<WatchedRecord, T>> all(const Told& told) {
    std::vector<std::pair<WatchedRecord, T>> found;
    for (const WatchedRecord& record : told.watched)
        if (const auto* content = std::get_if<T>(&record.content)) found.emplace_back(record, *content);
    return found;
}

using Histograms = std::shared_ptr<const Histogram>;
using Shown = std::shared_ptr<const Pictures>;

nlohmann::json tensorBoard(const QStringList& arguments, QString& problem) {
    const QString python = QStringLiteral(TENSORLOOM_SOURCE_DIR "/build/peers/tensorboard/bin/python");
    QProcess process;
    process.start(python, QStringList{QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/peers/read_events.py")} + arguments);
    if (!process.waitForFinished(300000) || process.exitCode() != 0)
        problem = QString::fromUtf8(process.readAllStandardError()) + process.errorString();
    return nlohmann::json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
}

// Pictures stand in rows of about as many as there are rows, a pixel between them.
int wrongPixels(const Image& image, const Pictures& pictures) {
    int across = 1, wrong = 0;
    while (across * across < pictures.count) ++across;
    for (int i = 0; i < pictures.count; ++i)
        for (int y = 0; y < pictures.height; ++y)
            for (int x = 0; x < pictures.width; ++x)
                for (int c = 0; c < pictures.channels; ++c) {
                    const int row = i / across * (pictures.height + 1) + y,
                              column = i % across * (pictures.width + 1) + x;
                    const auto at = static_cast<size_t>((row * image.width + column) * pictures.channels + c),
                               of = static_cast<size_t>(
                                   ((i * pictures.height + y) * pictures.width + x) * pictures.channels + c);
                    wrong += at >= image.pixels.size() || image.pixels[at] != pictures.pixels[of];
                }
    return wrong;
}

// As tensorboard.plugins.pr_curve keeps them: TP, FP, TN, FN, precision (1 where nobody is a yes), recall.
std::array<std::vector<float>, 6> prRows(const PrCurves::Class& counts) {
    std::array<std::vector<float>, 6> rows;
    for (size_t i = 0; i < counts.truePositives.size(); ++i) {
        const auto right = static_cast<double>(counts.truePositives[i]),
                   wrong = static_cast<double>(counts.falsePositives[i]);
        const auto positives = static_cast<double>(counts.positives), negatives = static_cast<double>(counts.negatives);
        const double row[] = {right,
                              wrong,
                              negatives - wrong,
                              positives - right,
                              right + wrong > 0 ? right / (right + wrong) : 1,
                              right / positives};
        for (size_t k = 0; k < 6; ++k) rows[k].push_back(static_cast<float>(row[k]));
    }
    return rows;
}

using Json = nlohmann::json;

bool same(const Json& found, const std::vector<double>& written) {
    return found.size() == written.size() && std::equal(written.begin(), written.end(), found.begin(),
                                                        [](double a, const Json& b) { return b.get<double>() == a; });
}

// A tag of a run's files as our reader has it (theOwnReaderHasEveryPoint), as TensorBoard's reader found it and as its
// server tells it: what differs; empty: nothing.
QString differsIn(const EventRun& run, const EventTag& tag, const Json& read, const Json& asked) {
    const auto at = [&](const Json& found, const char* kind) {
        return found.contains(tag.name) && found[tag.name].contains(kind) ? found[tag.name][kind] : Json::array();
    };
    if (tag.kind == EventKind::Scalar) {
        for (const Json& found : {at(read, "scalars"), at(asked, "scalars")}) {
            if (found.size() != tag.points.size()) return QStringLiteral("%1 points").arg(found.size());
            for (size_t i = 0; i < found.size(); ++i)
                if (found[i][0].get<int64_t>() != tag.points[i].step ||
                    found[i][1].get<float>() != static_cast<float>(tag.points[i].value) ||
                    found[i][2].get<double>() != tag.points[i].wallTime)
                    return QStringLiteral("point %1").arg(i);
        }
        return {};
    }
    if (tag.kind == EventKind::Graph || tag.kind == EventKind::HParams) return {};  // of the whole run
    const char* const kind = tag.kind == EventKind::Histogram ? "histograms"
                             : tag.kind == EventKind::Image   ? "images"
                             : tag.kind == EventKind::Text    ? "text"
                                                              : "pr_curves";
    const Json known = at(read, kind), told = at(asked, kind);
    if (known.size() != tag.items.size() || told.size() != tag.items.size())
        return QStringLiteral("%1 and %2 of %3").arg(known.size()).arg(told.size()).arg(tag.items.size());
    for (size_t i = 0; i < tag.items.size(); ++i) {
        const EventItem& item = tag.items[i];
        const Json &one = known[i], &other = told[i];
        bool alike = false;
        if (const auto histogram = run.histogram(item); histogram && tag.kind == EventKind::Histogram) {
            const std::vector<double> limits(histogram->edges.begin() + 1, histogram->edges.end());
            alike = one["step"] == item.step && other["step"] == item.step && same(one["limits"], limits) &&
                    same(one["counts"], histogram->counts) && one["min"] == histogram->min &&
                    one["max"] == histogram->max && one["sum"] == histogram->sum && one["num"] == histogram->count &&
                    one["sum_squares"] == histogram->sumOfSquares &&
                    other["buckets"].size() == histogram->counts.size();
            // Its server tells of buckets from the least to the largest number.
            for (size_t k = 0; alike && k < histogram->counts.size(); ++k) {
                const double left = k == 0 ? histogram->min : histogram->edges[k];
                const double right = k + 1 == histogram->counts.size() ? histogram->max : histogram->edges[k + 1];
                alike = same(other["buckets"][k], {left, right, histogram->counts[k]});
            }
        } else if (const auto image = run.image(item)) {
            const std::string bytes =
                QByteArray::fromRawData(image->png.data(), static_cast<qsizetype>(image->png.size()))
                    .toBase64()
                    .toStdString();
            alike = one[0] == item.step && one[1] == image->width && one[2] == image->height && one[3] == bytes &&
                    other[0] == item.step && other[1] == bytes;
        } else if (const auto text = run.text(item)) {
            alike = one == *text && at(read, "steps")[i] == item.step && other[0] == item.step &&
                    other[1] == at(read, "html")[i];  // as its own function makes of that text
        } else if (const auto curve = run.prCurve(item)) {
            const std::vector<double>* rows[] = {&curve->truePositives,  &curve->falsePositives, &curve->trueNegatives,
                                                 &curve->falseNegatives, &curve->precision,      &curve->recall};
            alike = at(read, "steps")[i] == item.step && other[0] == item.step;
            // Its server leaves out the last thresholds, where nothing is taken for a yes.
            const size_t left = other[1].size();
            for (size_t k = left; k < rows[0]->size(); ++k) alike = alike && (*rows[0])[k] + (*rows[1])[k] == 0;
            for (size_t row = 0; row < 6; ++row)
                alike = alike && left > 0 && same(one[row], *rows[row]) &&
                        same(other[row + 1], {rows[row]->begin(), rows[row]->begin() + static_cast<ptrdiff_t>(left)});
        }
        if (!alike) return QStringLiteral("what stands at step %1").arg(item.step);
    }
    return {};
}

bool installed() { return QFile::exists(QStringLiteral(TENSORLOOM_SOURCE_DIR "/build/peers/tensorboard/bin/python")); }

}  // namespace

class TestEventFiles : public QObject {
    Q_OBJECT
private slots:
    void theOwnReaderHasEveryPoint() {
        QTemporaryDir folder;
        const Told told = trainInto(folder.path());
        QVERIFY(told.steps.size() == 26 && told.epochs.size() == 2);
        EventTree tree((folder.path() + "/events").toStdString());
        (void)tree.poll();
        const EventRun *train = nullptr, *validation = nullptr;
        for (const auto& run : tree.runs()) {
            if (run->name() == "train") train = run.get();
            if (run->name() == "validation") validation = run.get();
        }
        QVERIFY(train && validation);
        for (const char* tag : {"loss", "accuracy", "learning_rate"})
            QCOMPARE(train->find(tag)->points.size(), told.steps.size());
        for (size_t i = 0; i < told.steps.size(); ++i) {
            const EventPoint& point = train->find("loss")->points[i];
            QCOMPARE(point.step, told.steps[i].step);
            QCOMPARE(point.wallTime, told.steps[i].wallTime);
            QCOMPARE(static_cast<float>(point.value), told.steps[i].loss);
        }
        const auto holds = [](const EventTag* tag, size_t i, int64_t step, float value) {
            return tag && i < tag->points.size() && tag->points[i].step == step &&
                   static_cast<float>(tag->points[i].value) == value;
        };
        for (size_t i = 0; i < told.steps.size(); ++i) {
            const StepRecord& step = told.steps[i];
            QVERIFY(holds(train->find("learning_rate"), i, step.step, static_cast<float>(step.learningRate)));
            QVERIFY(!step.metrics.empty());
            for (const auto& [name, value] : step.metrics) QVERIFY(holds(train->find(name), i, step.step, value));
        }
        for (size_t i = 0; i < told.epochs.size(); ++i)
            for (const auto& [name, value] : told.epochs[i].values) {
                const bool validated = name.starts_with("val_");
                const EventTag* tag = validated ? validation->find(name.substr(4)) : train->find("epoch_" + name);
                QVERIFY2(holds(tag, i, told.epochs[i].step, value), name.c_str());
            }
        size_t histograms = 0;
        for (const auto& [record, content] : all<Histograms>(told)) {
            const EventTag* tag = train->find(record.name);
            QVERIFY2(tag && tag->kind == EventKind::Histogram, record.name.c_str());
            for (const EventItem& item : tag->items) {
                if (item.step != record.step) continue;
                const auto found = train->histogram(item);
                QVERIFY(found);
                QCOMPARE(found->counts, content->counts);
                QCOMPARE(found->sumOfSquares, content->sumOfSquares);
                QCOMPARE(found->min, content->min);
                ++histograms;
            }
        }
        QCOMPARE(histograms, all<Histograms>(told).size());
        QVERIFY(histograms > 50);
        for (const auto& [record, content] : all<WatchedRecord::UpdateRatio>(told)) {
            const EventTag* tag = train->find(record.name + "/update_ratio");
            QVERIFY(tag);
            QVERIFY(std::ranges::any_of(
                tag->points, [&, step = record.step, ratio = content.ratio](const EventPoint& point) {
                    return point.step == step && static_cast<float>(point.value) == static_cast<float>(ratio);
                }));
        }
        for (const auto& [record, content] : all<Shown>(told)) QVERIFY(train->find(record.name + "/pictures"));
        QCOMPARE(validation->find("loss")->points.size(), size_t{2});
        QCOMPARE(validation->find("confusion_matrix")->items.size(), size_t{2});
        for (const char* name : {"one", "two", "three", "four"}) {
            const EventTag* tag = validation->find(std::string("pr_curve/") + name);
            QVERIFY2(tag && tag->kind == EventKind::PrCurve, name);
            const auto curve = validation->prCurve(tag->items.back());
            QVERIFY(curve);
            // From 0 on everybody is a yes: all of the class are found; and every sample counts at each threshold.
            QCOMPARE(curve->recall[0], 1.0);
            for (size_t i = 0; i < curve->precision.size(); ++i)
                QCOMPARE(curve->truePositives[i] + curve->falsePositives[i] + curve->trueNegatives[i] +
                             curve->falseNegatives[i],
                         61.0);
        }
    }

    void tensorBoardHasEveryPoint() {
        if (!installed()) QSKIP("there is no TensorBoard under build/peers/tensorboard (a virtual environment)");
        QTemporaryDir folder;
        const Told told = trainInto(folder.path());
        QString problem;
        const auto train = tensorBoard({folder.path() + "/events/train"}, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const auto validation = tensorBoard({folder.path() + "/events/validation"}, problem);
        QCOMPARE(train["loss"]["scalars"].size(), told.steps.size());
        for (size_t i = 0; i < told.steps.size(); ++i) {
            const auto& point = train["loss"]["scalars"][i];
            QCOMPARE(point[0].get<int64_t>(), told.steps[i].step);
            QCOMPARE(point[1].get<float>(), told.steps[i].loss);
            QCOMPARE(point[2].get<double>(), told.steps[i].wallTime);
        }
        std::map<std::string, size_t> seen;
        for (const auto& [record, content] : all<Histograms>(told)) {
            const auto& found = train[record.name]["histograms"][seen[record.name]++];
            QCOMPARE(found["step"].get<int64_t>(), record.step);
            QCOMPARE(found["min"].get<double>(), content->min);
            QCOMPARE(found["max"].get<double>(), content->max);
            QCOMPARE(found["num"].get<double>(), content->count);
            QCOMPARE(found["sum"].get<double>(), content->sum);
            QCOMPARE(found["sum_squares"].get<double>(), content->sumOfSquares);
            QCOMPARE(found["counts"].get<std::vector<double>>(), content->counts);
            const std::vector<double> limits(content->edges.begin() + 1, content->edges.end());
            QCOMPARE(found["limits"].get<std::vector<double>>(), limits);
        }
        seen.clear();
        for (const auto& [record, content] : all<Shown>(told)) {
            const auto& found = train[record.name + "/pictures"]["images"][seen[record.name]++];
            QCOMPARE(found[0].get<int64_t>(), record.step);
            const QByteArray png = QByteArray::fromBase64(QByteArray::fromStdString(found[3].get<std::string>()));
            Image image;
            decodeImage({reinterpret_cast<const uint8_t*>(png.constData()), static_cast<size_t>(png.size())},
                        content->channels, image);
            QVERIFY(image.width == found[1].get<int>() && image.height == found[2].get<int>());
            QCOMPARE(wrongPixels(image, *content), 0);
        }
        QVERIFY(train["settings"]["text"][0].get<std::string>().find("learning_rate") != std::string::npos);
        QVERIFY(train["network"]["text"][0].get<std::string>().find("conv_1") != std::string::npos);
        QCOMPARE(train["hparams"]["optimizer"].get<std::string>(), smallRun().training.optimizer.type);
        QCOMPARE(train["status"].get<int>(), 1);
        QCOMPARE(train["graph"]["conv_1/kernel"]["shapes"][0].get<std::vector<int>>(), (std::vector<int>{4, 1, 3, 3}));
        QVERIFY(train["graph"].contains("dense_1/output"));
        for (const auto& [name, node] : train["graph"].items())  // every wire ends at a node
            for (const std::string input : node["inputs"])
                QVERIFY2(train["graph"].contains(input.substr(0, input.find(':'))), (name + " reads " + input).c_str());
        QCOMPARE(validation["confusion_matrix"]["images"].size(), size_t{2});
        const char* names[] = {"one", "two", "three", "four"};
        for (size_t epoch = 0; epoch < 2; ++epoch)
            for (const PrCurves::Class& counts : told.epochs[epoch].curves->classes) {
                const auto& curves = validation[std::string("pr_curve/") + names[counts.index]]["pr_curves"];
                QCOMPARE(curves.size(), size_t{2});
                for (size_t row = 0; row < 6; ++row)
                    QCOMPARE(curves[epoch][row].get<std::vector<float>>(), prRows(counts)[row]);
            }
    }

    // Whatever a run wrote: every tag of the files, value for value, by TensorBoard's reader and by its server over
    // HTTP.
    void tensorBoardHasEveryTag() {
        if (!installed()) QSKIP("there is no TensorBoard under build/peers/tensorboard (a virtual environment)");
        QTemporaryDir folder;
        const Told told = trainInto(folder.path());
        QString problem;
        const QString events = folder.path() + QStringLiteral("/events");
        const auto served = tensorBoard({"--http", events}, problem);
        EventTree tree(events.toStdString());
        (void)tree.poll();
        QCOMPARE(tree.runs().size(), size_t{2});
        std::map<EventKind, size_t> compared;
        for (const auto& run : tree.runs()) {
            const auto read = tensorBoard({events + '/' + QString::fromStdString(run->name())}, problem);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            const auto& asked = served[run->name()];
            for (const EventTag& tag : run->tags()) {
                const QString differs = differsIn(*run, tag, read, asked);
                QVERIFY2(differs.isEmpty(), qPrintable(QString::fromStdString(tag.name) + ": " + differs));
                compared[tag.kind] += tag.count();
            }
            // Nothing that we did not write, either.
            for (const auto& [tag, kinds] : asked.items()) QVERIFY2(tag == "graph" || run->find(tag), tag.c_str());
        }
        QVERIFY(compared[EventKind::Scalar] > 26 * 4);
        QVERIFY(compared[EventKind::Histogram] > 50);
        QVERIFY(compared[EventKind::Image] > 10);
        QCOMPARE(compared[EventKind::Text], size_t{2});
        QCOMPARE(compared[EventKind::PrCurve], size_t{2 * 4});
        QCOMPARE(compared[EventKind::Graph], size_t{1});

        // The graph: as it was serialised, node for node with all attributes.
        const SessionOptions options = smallRun(2);
        const DataFacts facts = factsOf(options.data, options.training);
        const std::string path = (folder.path() + "/graph.pb").toStdString();
        std::ofstream(path, std::ios::binary)
            << graphDefOf(build(options.network, facts, options.training.batch, true).graph);
        const auto graph = tensorBoard({"--graph", QString::fromStdString(path)}, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(graph.size() > 20);
        QVERIFY(served["train"]["graph"] == graph);
        QVERIFY(tensorBoard({events + "/train"}, problem)["graph"] == graph);

        // Hyperparameters, with the values of the metrics that stand beside them.
        const auto& sessions = served["sessions"];
        QCOMPARE(sessions.size(), size_t{1});
        const auto hparams = hparamsOf(options.training);
        QCOMPARE(sessions[0]["hparams"].size(), hparams.size());
        for (const auto& [name, value] : hparams)
            QVERIFY2(sessions[0]["hparams"][name] == std::visit([](const auto& each) { return Json(each); }, value),
                     name.c_str());
        QCOMPARE(sessions[0]["statuses"][0].get<std::string>(), std::string("STATUS_SUCCESS"));
        QCOMPARE(sessions[0]["name"].get<std::string>(), std::string("watched"));
        QCOMPARE(sessions[0]["metrics"].size(), size_t{2});
        for (const auto& metric : sessions[0]["metrics"]) {
            const std::string tag = metric[0]["tag"].get<std::string>();
            QVERIFY(tag.starts_with("epoch_"));
            QCOMPARE(metric[1].get<float>(), told.epochs.back().values.at(tag.substr(6)));
            QCOMPARE(metric[2].get<int64_t>(), told.epochs.back().step);
        }
    }
};

QTEST_GUILESS_MAIN(TestEventFiles)

}  // namespace test_event_files

#include "test_event_files.moc"
