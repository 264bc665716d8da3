// The event files in a run's folder hold all that the run told and watched, point for point: as the own reader has it,
// and as TensorBoard's reader and server have it where they are installed.
#include "engine/io/json.h"
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "../train/small_run.h"
#include "engine/data/image_file.h"
#include "engine/io/events/event_tree.h"
#include "engine/run/run_directory.h"

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

    void itsServerServesThem() {
        if (!installed()) QSKIP("there is no TensorBoard under build/peers/tensorboard (a virtual environment)");
        QTemporaryDir folder;
        const Told told = trainInto(folder.path());
        QString problem;
        const auto found = tensorBoard({"--http", folder.path() + "/events"}, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const auto& train = found["train"];
        QCOMPARE(train["loss"]["scalars"].size(), told.steps.size());
        for (size_t i = 0; i < told.steps.size(); ++i) {
            QCOMPARE(train["loss"]["scalars"][i][0].get<int64_t>(), told.steps[i].step);
            QCOMPARE(train["loss"]["scalars"][i][1].get<float>(), told.steps[i].loss);
        }
        size_t histograms = 0, pictures = 0;
        for (const auto& [tag, kinds] : train.items()) {
            if (!kinds.is_object()) continue;
            histograms += kinds.contains("histograms") ? kinds["histograms"].size() : 0;
            pictures += kinds.contains("images") ? kinds["images"].size() : 0;
        }
        QCOMPARE(histograms, all<Histograms>(told).size());
        QCOMPARE(pictures, all<Shown>(told).size());
        QCOMPARE(train["settings"]["text"].size(), size_t{1});
        QVERIFY(train["graph"].get<int>() > 20);
        QCOMPARE(found["validation"]["pr_curve/four"]["pr_curves"].size(), size_t{2});
        QCOMPARE(found["validation"]["confusion_matrix"]["images"].size(), size_t{2});
        QCOMPARE(found["hparams"][0]["optimizer"].get<std::string>(), smallRun().training.optimizer.type);
    }
};

QTEST_GUILESS_MAIN(TestEventFiles)
#include "test_event_files.moc"
