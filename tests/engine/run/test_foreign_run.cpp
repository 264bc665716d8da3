// Another program's run beside ours: settings and results by its own names, in one list.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <set>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/project.h"
#include "engine/run/foreign_run.h"
#include "engine/run/run_diff.h"
#include "engine/run/run_info.h"
#include "engine/run/run_list.h"

namespace test_foreign_run {

using namespace tl;

namespace {

std::string cell(const RunDiff& diff, const char* section, const std::string& name, size_t run) {
    for (const DiffSection& one : diff.sections)
        for (const DiffRow& row : one.rows)
            if (one.title.english() == section && row.name == name) return row.values.at(run);
    return "no row";
}

}  // namespace

class TestForeignRun : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::string at(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }

    // As Keras writes: training and validation side by side, settings in the run's own folder.
    std::string keras() const {
        const std::string path = at("keras");
        if (QDir(QString::fromStdString(path)).exists()) return path;
        EventWriter(path).hparamsStart(
            1, {{"learning_rate", 0.01}, {"optimizer", std::string("adam")}, {"units", 128.0}, {"bias", true}}, {}, "");
        EventWriter train(path + "/train"), validation(path + "/validation");
        for (int epoch = 0; epoch < 3; ++epoch) {
            train.scalar("epoch_loss", epoch, 100 + epoch, 1.0 / (epoch + 1));
            validation.scalar("epoch_loss", epoch, 100.5 + epoch, epoch == 1 ? 0.25 : 0.5);
        }
        EventWriter(path + "/deeper/other").scalar("epoch_loss", 0, 1, 77);  // a run of its own
        return path;
    }
    std::string ours() const {
        const std::string path = at("ours");
        QDir().mkpath(QString::fromStdString(path));
        RunInfo info;
        info.id = "x";
        info.name = "lenet";
        writeRunInfo(info, path);
        Project project;
        project.training.learningRate = 0.01;
        project.training.batch = 48;
        project.training.optimizer.type = "sgd";
        saveProject(project, path + "/project.tlm");
        EpochRecord epoch;
        epoch.step = 10;
        epoch.values = {{"loss", 0.75f}, {"val_loss", 0.125f}};
        addToRun(path, epoch);
        return path;
    }
private slots:
    void besideOurs() {
        const RunDiff diff = diffRuns({ours(), keras()});
        QCOMPARE(diff.runs, (std::vector<std::string>{"lenet", "keras"}));
        const auto both = [&](const char* section, const char* name) {
            return cell(diff, section, name, 0) + " | " + cell(diff, section, name, 1);
        };
        QCOMPARE(both("Settings", "learning_rate"), std::string("0.01 | 0.01"));
        QCOMPARE(both("Settings", "optimizer"), std::string("sgd | adam"));
        QCOMPARE(both("Settings", "batch_size"), std::string("48 | "));
        QCOMPARE(both("Settings", "units"), std::string(" | 128"));
        QCOMPARE(both("Settings", "bias"), std::string(" | true"));
        QCOMPARE(both("Results", "epoch_loss last"), std::string("0.75 | 0.33333334"));
        QCOMPARE(both("Results", "val_epoch_loss best"), std::string("0.125 | 0.25"));
        QCOMPARE(both("Results", "val_epoch_loss last"), std::string("0.125 | 0.5"));
        QCOMPARE(cell(diff, "Results", "whole epochs", 1), std::string("3"));
        QCOMPARE(cell(diff, "Results", "val_loss best", 0), std::string("no row"));
        // The other way round is the same, mirrored.
        const RunDiff mirrored = diffRuns({keras(), ours()});
        QCOMPARE(mirrored.differences(), diff.differences());
        QCOMPARE(cell(mirrored, "Settings", "optimizer", 0), std::string("adam"));
    }

    // PyTorch's: add_hparams beside add_scalar, names as they are.
    void twoOfOthers() {
        for (const auto& [name, rate, loss] : {std::tuple{"a", 0.1, 2.0}, {"b", 0.2, 2.0}}) {
            EventWriter writer(at(name));
            writer.hparamsStart(1, {{"lr", rate}}, {"Loss/test"}, "");
            writer.scalar("Loss/test", 7, 10, loss);
            writer.hparamsEnd(11, true);
        }
        const RunDiff diff = diffRuns({at("a"), at("b")});
        QCOMPARE(diff.differences(), size_t{1});
        QCOMPARE(cell(diff, "Settings", "lr", 1), std::string("0.2"));
        QCOMPARE(cell(diff, "Results", "Loss/test last", 1), std::string("2"));
        QCOMPARE(cell(diff, "Results", "steps", 0), std::string("7"));
        QCOMPARE(cell(diff, "Results", "state", 0), std::string("finished"));
    }

    // One of another program among them: all are told in its words, whichever place it has.
    void severalOfOurs() {
        for (const auto& runs : {std::vector{keras(), ours(), ours()}, {ours(), ours(), keras()}}) {
            const RunDiff diff = diffRuns(runs);
            QCOMPARE(diff.sections.size(), size_t{2});
            QCOMPARE(cell(diff, "Settings", "optimizer", 1), std::string("sgd"));
            QCOMPARE(cell(diff, "Results", "val_epoch_loss best", 1), std::string("0.125"));
            QCOMPARE(cell(diff, "Results", "val_loss best", 1), std::string("no row"));
            std::set<std::string> losses;
            for (size_t i = 0; i < runs.size(); ++i) losses.insert(cell(diff, "Results", "epoch_loss last", i));
            QCOMPARE(losses, (std::set<std::string>{"0.33333334", "0.75"}));
        }
    }

    void whatIsNoRun() {
        QDir().mkpath(folder_.filePath("nothing"));
        QVERIFY(!isForeignRun(at("nothing")) && !isForeignRun(ours()) && isForeignRun(keras()));
        QVERIFY_THROWS_EXCEPTION(Error, (void)readForeignRun(at("nothing")));
        QVERIFY_THROWS_EXCEPTION(Error, (void)diffRuns({ours(), keras(), at("nothing")}));
        QVERIFY(readForeignRun(keras()).curves.at("epoch_loss").size() == 3);
    }
};

QTEST_GUILESS_MAIN(TestForeignRun)

}  // namespace test_foreign_run

#include "test_foreign_run.moc"
