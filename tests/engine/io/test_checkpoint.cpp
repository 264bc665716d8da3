// Checkpoints: complete, exact, the same bytes for the same content; and refused with a sentence where they are
// damaged.
#include <QtTest>
#include <cmath>
#include <limits>

#include "../train/small_run.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json.h"
#include "engine/io/safetensors.h"
#include "engine/train/training_graph.h"
#include "engine/train/weights_alone.h"

namespace test_checkpoint {

using namespace tl;
using namespace tl::test;

namespace {

Snapshot sample() {
    TrainingSession session(smallRun(1));
    session.start();
    session.wait();
    Snapshot snapshot = session.snapshot();
    snapshot.position.epochSums = {{"loss", {0.1 + 0.2}}, {"accuracy", {1.0 / 3, 7}}};
    snapshot.position.learningRateScale = 1.0 / 7;
    return snapshot;
}

QString messageOf(const std::string& path) {
    try {
        loadCheckpoint(path);
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

}  // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    Snapshot snapshot_;
    std::string bytes_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

private slots:
    void initTestCase() {
        try {
            snapshot_ = sample();
        } catch (const Error& error) {
            QFAIL(error.what());
        }
        saveCheckpoint(snapshot_, path("good.safetensors"));
        bytes_ = readFile(path("good.safetensors"));
    }

    void roundTrip() {
        const Snapshot read = loadCheckpoint(path("good.safetensors"));
        QVERIFY(read.network == snapshot_.network);
        QVERIFY(read.training == snapshot_.training);
        QCOMPARE(read.dataSpec, snapshot_.dataSpec);
        QCOMPARE(read.dataShape, snapshot_.dataShape);
        QCOMPARE(read.classNames, snapshot_.classNames);
        QCOMPARE(read.position.step, snapshot_.position.step);
        QCOMPARE(read.position.epochSums, snapshot_.position.epochSums);  // to the last bit
        QCOMPARE(read.position.learningRateScale, snapshot_.position.learningRateScale);
        QCOMPARE(read.state.size(), snapshot_.state.size());
        QCOMPARE(weightsSha256(read), weightsSha256(snapshot_));
        saveCheckpoint(read, path("again.safetensors"));
        QVERIFY(readFile(path("again.safetensors")) == bytes_);
    }

    // A run that diverges stays readable, and its sums what they were.
    void sumsThatAreNotFinite() {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        Snapshot diverged = snapshot_;
        diverged.position.epochSums = {{"loss", {kInfinity, -kInfinity, 0.5}}, {"accuracy", {std::nan("")}}};
        saveCheckpoint(diverged, path("diverged.safetensors"));
        MetricSums read = loadCheckpoint(path("diverged.safetensors")).position.epochSums;
        QCOMPARE(read.at("loss"), diverged.position.epochSums.at("loss"));
        QCOMPARE(read.at("accuracy").size(), size_t{1});
        QVERIFY(std::isnan(read.at("accuracy")[0]));
        // Files that were written before have null there, and older ones one number each.
        TensorFile file = fromSafetensors(readFile(path("diverged.safetensors")), "diverged");
        nlohmann::json position = nlohmann::json::parse(file.metadata.at("position"));
        position["epoch_sums"] = {{"loss", {nullptr, 1.5}}, {"accuracy", nullptr}};
        file.metadata["position"] = position.dump();
        writeFileAtomically(path("old.safetensors"), toSafetensors(file));
        read = loadCheckpoint(path("old.safetensors")).position.epochSums;
        QVERIFY(std::isnan(read.at("loss")[0]));
        QCOMPARE(read.at("loss")[1], 1.5);
        QVERIFY(std::isnan(read.at("accuracy")[0]));
        // What no number is, is damage.
        position["epoch_sums"] = {{"loss", {"much"}}};
        file.metadata["position"] = position.dump();
        writeFileAtomically(path("bad.safetensors"), toSafetensors(file));
        QVERIFY(messageOf(path("bad.safetensors")).contains("is damaged"));
        position["epoch_sums"] = nlohmann::json::object();
        for (const double step : {1e30, 2.5}) {
            position["step"] = step;
            file.metadata["position"] = position.dump();
            writeFileAtomically(path("step.safetensors"), toSafetensors(file));
            QVERIFY(messageOf(path("step.safetensors")).contains("is damaged"));
        }
    }

    // What a table's training rows say of its columns, to the last bit; it stays with weights that are taken away.
    void columnsOfATable() {
        DataSchema schema;
        schema.label = "price";
        schema.columns = {{"age", {}}, {"colour", {"blue", "red"}}};
        schema.fill = {0.1f, 1.0f / 3, 2.0f / 3};
        schema.settings = {{"bucket", "age:2"}, {"pca", "1"}, {"scale", "standard"}};
        schema.buckets = {{"age:2", {1.0f / 7}}};
        schema.scaling = {{0.1f, 0, -3e38f, 1e-40f}, {1, 2, 1.0f / 3, 4}};
        schema.pca = {{0.1, 0.2, 0.3, 0.4}, {1.0 / 3, 0, 1, 5e-324}, {0.5}, {1}};
        Snapshot table = snapshot_;
        QVERIFY(!loadCheckpoint(path("good.safetensors")).schema);  // of images
        table.schema = std::make_shared<const DataSchema>(schema);
        saveCheckpoint(table, path("table.safetensors"));
        const Snapshot read = loadCheckpoint(path("table.safetensors"));
        QVERIFY(read.schema && *read.schema == schema);
        saveCheckpoint(weightsAlone(read), path("taken.safetensors"));
        QVERIFY(*loadCheckpoint(path("taken.safetensors")).schema == schema);
        // A file of before it was kept goes on as it did; one whose numbers do not fit together is refused.
        TensorFile file = fromSafetensors(readFile(path("table.safetensors")), "table");
        const std::string kept = file.metadata.at("data_schema");
        file.metadata.erase("data_schema");
        writeFileAtomically(path("old.safetensors"), toSafetensors(file));
        QVERIFY(!loadCheckpoint(path("old.safetensors")).schema);
        for (const char* cut : {"\"red\"", "0.5", "1.0,2.0,"}) {
            std::string damaged = kept;
            const size_t at = damaged.find(cut);
            QVERIFY2(at != std::string::npos, kept.c_str());
            damaged.erase(at, std::string(cut).size());
            if (damaged[at - 1] == ',') damaged.erase(at - 1, 1);
            file.metadata["data_schema"] = damaged;
            writeFileAtomically(path("cut.safetensors"), toSafetensors(file));
            QVERIFY2(messageOf(path("cut.safetensors")).contains("is damaged"), damaged.c_str());
        }
    }

    void slotsDoNotCountAsWeights() {
        Snapshot other = loadCheckpoint(path("good.safetensors"));
        int changed = 0;
        for (auto& [name, tensor] : other.state)
            if (name.find("adam") != std::string::npos) tensor.as<float>()[0] += 1, ++changed;
        QVERIFY(changed > 0);
        QCOMPARE(weightsSha256(other), weightsSha256(snapshot_));
        other.state.at("norm_1/moving_mean").as<float>()[0] += 1;
        QVERIFY(weightsSha256(other) != weightsSha256(snapshot_));
    }

    // What other programs get: the network's own tensors and no other, with which no run goes on.
    void weightsByThemselves() {
        QVERIFY(!holdsWeightsAlone(snapshot_));
        Snapshot model = loadCheckpoint(path("good.safetensors"));
        saveCheckpoint(weightsAlone(model), path("alone.safetensors"));
        QVERIFY(holdsWeightsAlone(loadCheckpoint(path("alone.safetensors"))));
        std::vector<std::string> names;
        for (const auto& [name, tensor] : fromSafetensors(readFile(path("alone.safetensors")), "alone").tensors)
            names.push_back(name);
        QCOMPARE(names, weightNames(snapshot_));
        QVERIFY(names.size() < snapshot_.state.size());
        QCOMPARE(weightsSha256(loadCheckpoint(path("alone.safetensors"))), weightsSha256(snapshot_));
        // Of averages, those that an evaluation takes.
        model.training.optimizerOptions["use_ema"] = true;
        const std::string kernel = weightNames(model).front();
        Tensor average = model.state.at(kernel).clone();
        average.as<float>()[0] += 1;
        model.state[averageName(kernel)] = average;
        model = weightsAlone(std::move(model));
        QCOMPARE(model.state.at(kernel).as<float>()[0], average.as<float>()[0]);
        QCOMPARE(model.state.size(), names.size());
    }

    void truncationsAreRefused() {
        const std::string file = path("cut.safetensors");
        for (size_t size = 0; size < bytes_.size(); size += size < 200 ? 1 : 97) {
            writeFileAtomically(file, bytes_.substr(0, size));
            const QString message = messageOf(file);
            QVERIFY2(message.contains("cut.safetensors"), qPrintable(message));
            QVERIFY2(message.contains("cut short"), qPrintable(message));
        }
    }

    // A changed byte may be a changed weight, but it never crashes and never makes an error without a name.
    void damageIsSurvived() {
        const std::string file = path("bad.safetensors");
        Rng rng(3, streamId("damage"));
        for (int i = 0; i < 400; ++i) {
            std::string bytes = bytes_;
            const size_t header = 8 + static_cast<size_t>(static_cast<unsigned char>(bytes[0])) +
                                  256 * static_cast<size_t>(static_cast<unsigned char>(bytes[1]));
            const size_t at = rng.below(i % 2 ? 64 : header);
            bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 << rng.below(8)));
            writeFileAtomically(file, bytes);
            try {
                loadCheckpoint(file);
            } catch (const Error& error) {
                QVERIFY2(QString(error.what()).contains("bad.safetensors"), error.what());
            }
        }
    }

    void wrongFiles() {
        QVERIFY(messageOf(path("missing.safetensors")).contains("no such file"));
        QVERIFY(messageOf(folder_.path().toStdString()).contains("holds no checkpoint"));
        writeFileAtomically(path("text.safetensors"), "This is a letter, not a network.");
        QVERIFY(messageOf(path("text.safetensors")).contains("not a checkpoint"));
        writeFileAtomically(path("foreign.safetensors"), std::string("\x02\0\0\0\0\0\0\0{}", 10));
        QVERIFY(messageOf(path("foreign.safetensors")).contains("not a checkpoint of Tensorloom"));
    }

    // What a file says of its samples is checked before anything is made of that size.
    void dataShapeIsChecked_data() {
        QTest::addColumn<QString>("shape");
        for (const char* shape : {"[]", "[0]", "[-1, 28, 28]", "[4294967296, 4294967296]", "[1,1,1,1,1,1,1,1,1]",
                                  "[1, \"a\"]", "7", "{}", "", "[[[["})
            QTest::newRow(shape[0] ? shape : "nothing") << shape;
        QTest::newRow("deep") << QString(200000, '[');
    }
    void dataShapeIsChecked() {
        QFETCH(QString, shape);
        TensorFile file = fromSafetensors(bytes_, "good");
        file.metadata["data_shape"] = shape.toStdString();
        writeFileAtomically(path("shape.safetensors"), toSafetensors(file));
        const QString message = messageOf(path("shape.safetensors"));
        QVERIFY2(message.contains("is damaged"), qPrintable(message));
    }

    void aFolderMeansItsNewest() {
        QTemporaryDir run;
        saveCheckpoint(snapshot_, run.filePath("best.safetensors").toStdString());
        QCOMPARE(loadCheckpoint(run.path().toStdString()).position.step, snapshot_.position.step);
        Snapshot later = snapshot_;
        later.position.step += 5;
        saveCheckpoint(later, run.filePath("checkpoint.safetensors").toStdString());
        QCOMPARE(loadCheckpoint(run.path().toStdString()).position.step, later.position.step);
    }
};

QTEST_GUILESS_MAIN(TestCheckpoint)

}  // namespace test_checkpoint

#include "test_checkpoint.moc"
