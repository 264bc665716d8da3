// From the confusion matrix to what it counts, in the real window: a cell, by hand and by key, and all that were wrong,
// of the run that has just ended, of one that lies on disk, of the test split; and what is said where there is no list,
// or other data.
#include <QContextMenuEvent>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>
#include <QThread>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>

#include "app/window/language.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/model/templates.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "tests/app/run_gestures.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_evaluation.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/image/image_grid.h"
#include "widgets/matrix/heat_map.h"
#include "widgets/plot/scatter_plot.h"

namespace test_shown_predictions {

using namespace tl;

namespace {

// At a rate that leaves many images wrong.
int trained(WindowFixture& f) {
    setTraining(f, [](TrainingSpec& spec) { spec.learningRate = 1e-5; });
    return f.ready() && f.bench().data.dataSet()->validation ? train(f, 1) : -1;
}

struct Cell {
    int row = -1, column = -1;
    qint64 count = 0;
};
// The cell of wrong answers that counts most, and all of them.
std::pair<Cell, qint64> mostWrong(const QVector<qint64>& matrix, int classes) {
    Cell most;
    qint64 all = 0;
    for (int i = 0; i < matrix.size(); ++i) {
        if (i / classes == i % classes) continue;
        all += matrix[i];
        if (matrix[i] > most.count) most = {i / classes, i % classes, matrix[i]};
    }
    return {most, all};
}

struct List {
    explicit List(WindowFixture& fixture) : f(fixture) {}
    WindowFixture& f;
    ImageGrid& grid() { return f.find<DataBrowserPanel>("dataBrowserPanel")->grid(); }
    QString title() {
        auto* label = f.find<QLabel>("pickedTitle");
        return label->isVisible() ? label->text() : QString();
    }
    HeatMap* map() {
        f.window->showWorkspace(MainWindow::TrainSpace);
        return f.find<HeatMap>("confusionMap");
    }
    void close() {
        QTest::mouseClick(f.find<QPushButton>("subsetChip"), Qt::LeftButton);
        QTRY_VERIFY(title().isEmpty());
    }
    void showAllWrong() {
        f.window->actionTable().refresh();
        f.trigger("showAllWrongAction");
    }
};

// Something happens when its samples are first asked for.
class EventfulSource : public Source {
public:
    EventfulSource(std::shared_ptr<const Source> base, std::function<void()> happens)
        : base_(std::move(base)), happens_(std::move(happens)) {}
    std::string name() const override { return base_->name(); }
    int64_t size() const override { return base_->size(); }
    const std::vector<std::string>& classNames() const override { return base_->classNames(); }
    int label(int64_t index) const override {
        std::call_once(once_, happens_);
        return base_->label(index);
    }
    std::string itemName(int64_t index) const override { return base_->itemName(index); }
    void read(int64_t index, Image& image) const override { base_->read(index, image); }
    Shape sampleShape() const override { return base_->sampleShape(); }
    const uint8_t* planar(int64_t index) const override { return base_->planar(index); }
    const std::vector<BrokenItem>& broken() const override { return base_->broken(); }

private:
    std::shared_ptr<const Source> base_;
    std::function<void()> happens_;
    mutable std::once_flag once_;
};

QPoint centre(const HeatMap& map, const Cell& cell) { return map.cellRect(cell.row, cell.column).center().toPoint(); }

}  // namespace

class TestShownPredictions : public QObject {
    Q_OBJECT
private slots:
    void aCellLeadsToItsSamples() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int id = trained(f);
        QVERIFY(id >= 0);
        const Run& run = *f.bench().runs.find(id);
        const auto [cell, wrong] = mostWrong(run.confusion, static_cast<int>(run.classNames.size()));
        QVERIFY(cell.count > 0 && wrong > cell.count);
        List list(f);
        HeatMap* map = list.map();
        QTRY_VERIFY(map->isVisible());
        QTest::mouseClick(map, Qt::LeftButton, {}, centre(*map, cell));
        QTRY_COMPARE(list.grid().count(), cell.count);
        const QString from = run.classNames[cell.row], to = run.classNames[cell.column];
        QVERIFY2(list.title().contains(QStringLiteral("validation after epoch 1, step")), qPrintable(list.title()));
        QVERIFY2(list.title().contains(QStringLiteral("“%1”, taken for “%2”").arg(from, to)), qPrintable(list.title()));
        QCOMPARE(f.find<QPushButton>("subsetChip")->text(), QStringLiteral("%1 → %2").arg(from, to));
        for (qint64 row = 0; row < list.grid().count(); ++row)
            QVERIFY(list.grid().words(row).details.startsWith(QStringLiteral("%1 → %2 ").arg(from, to)));
        QCOMPARE(f.bench().selection.split(), QStringLiteral("validation"));
        QCOMPARE(f.bench().data.split(QStringLiteral("validation"))->label(f.bench().selection.image()), cell.row);
        list.close();
        QVERIFY(list.grid().count() > wrong);

        // By key, from the first one.
        map = list.map();
        map->setFocus();
        const auto walk = [&](Qt::Key key, int steps) {
            for (int i = 0; i < steps; ++i) QTest::keyClick(map, key);
        };
        walk(Qt::Key_Down, 1);  // into the matrix
        walk(Qt::Key_Up, 10), walk(Qt::Key_Left, 10);
        walk(Qt::Key_Down, cell.row), walk(Qt::Key_Right, cell.column);
        QCOMPARE(map->currentCell(), QPoint(cell.row, cell.column));
        QTest::keyClick(map, Qt::Key_Return);
        QTRY_COMPARE(list.grid().count(), cell.count);
        list.grid().setFocus();
        QTest::keyClick(&list.grid(), Qt::Key_Escape);
        QTRY_VERIFY(list.title().isEmpty());
        QVERIFY(list.grid().count() > wrong);

        // All of them, the surest first.
        list.map();
        f.press("showAllWrong");
        QTRY_COMPARE(list.grid().count(), wrong);
        double before = 2;
        for (qint64 row = 0; row < wrong; ++row) {
            const QString said = list.grid().words(row).details.section(QLatin1Char(','), 0, 0);
            const double score = said.section(QLatin1Char(' '), -1).toDouble();
            QVERIFY2(score > 0 && score <= before, qPrintable(said));
            before = score;
        }
        list.close();

        // And from the menu.
        map = list.map();
        QTest::mouseClick(map, Qt::RightButton, {}, centre(*map, cell));
        QContextMenuEvent menu(QContextMenuEvent::Mouse, centre(*map, cell), map->mapToGlobal(centre(*map, cell)));
        QApplication::sendEvent(map, &menu);
        QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()));
        auto* shown = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QCOMPARE(shown->actions().last()->text().remove(QLatin1Char('&')), QStringLiteral("Show all that were wrong"));
        QTest::keyClick(shown, Qt::Key_Down);
        QTest::keyClick(shown, Qt::Key_Return);
        QTRY_COMPARE(list.grid().count(), cell.count);
    }

    void aRunOnDiskHasItsList() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(trained(f) >= 0);
        f.open();
        QVERIFY(f.ready());
        QVERIFY(listed(f, 1));
        const auto run = [&]() -> const Run& { return f.bench().runs.runs().front(); };
        QVERIFY(QTest::qWaitFor([&] { return run().whole && !run().confusion.isEmpty(); }, kPatienceMs));
        f.bench().selection.setRun(run().id);
        const qint64 wrong = mostWrong(run().confusion, static_cast<int>(run().classNames.size())).second;
        List list(f);
        list.showAllWrong();
        QTRY_COMPARE(list.grid().count(), wrong);
        QVERIFY2(list.title().contains(QStringLiteral("validation after epoch 1")), qPrintable(list.title()));
        list.close();

        // One of an older version has none: the weights that it left tell as well.
        const QString file = run().folder + QStringLiteral("/validation.predictions");
        QVERIFY(QFile::remove(file));
        list.showAllWrong();
        f.pressOffer(QStringLiteral("Validate it again"));
        QTRY_COMPARE_WITH_TIMEOUT(list.grid().count(), wrong, kPatienceMs);
        QVERIFY2(list.title().contains(QStringLiteral("validation after epoch 1")), qPrintable(list.title()));
        QVERIFY(QFile::exists(file));
        list.close();

        // The test split has its own.
        f.bench().controller.evaluateRun(run().id);
        QVERIFY(QTest::qWaitFor([&] { return run().evaluatedOn("test") != nullptr; }, kPatienceMs));
        const auto& test = run().evaluatedOn("test")->confusion;
        const qint64 missed = mostWrong(QVector<qint64>(test.begin(), test.end()), 10).second;
        list.showAllWrong();
        QTRY_COMPARE(list.grid().count(), missed);
        QVERIFY2(list.title().contains(QStringLiteral("test split, step")), qPrintable(list.title()));
        QCOMPARE(f.bench().selection.split(), QStringLiteral("test"));
        list.close();

        // Where other images are held out now, positions mean nothing.
        const qint64 all = list.grid().count();
        list.map();
        QTest::mouseClick(f.find<SegmentedBar>("confusionSplit")->segment(0), Qt::LeftButton);
        setTraining(f, [](TrainingSpec& spec) { spec.validationFraction = 0.2; });
        QTRY_VERIFY(f.bench().data.validationSplit().fraction == 0.2);
        QVERIFY(f.ready());
        list.showAllWrong();
        QTRY_VERIFY2(f.window->messages().sentence().contains(QStringLiteral("judged on other samples")),
                     qPrintable(f.window->messages().sentence()));
        QCOMPARE(list.grid().count(), all);
        QVERIFY(list.title().isEmpty());
    }

    // Where labels are numbers a dot leads to its samples, which tell what was predicted and how far off that is.
    void aDotLeadsToItsSamples() {
        WindowFixture f;
        QVERIFY(f.ready());
        QFile rows(f.folder.filePath(QStringLiteral("houses.csv")));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("rooms,price\n");
        for (int i = 0; i < 200; ++i) rows.write(QByteArray::number(i % 7) + ',' + QByteArray::number(i + 0.25) + '\n');
        rows.close();
        f.window->document().openData(QStringLiteral("csv:") + rows.fileName());
        QTRY_VERIFY(f.bench().data.dataSet() && f.bench().data.dataSet()->train->hasTargets());
        QVERIFY(f.ready());
        f.bench().network.setSpec(findTemplate("mlp").make(f.bench().data.facts()));
        setTraining(f, [](TrainingSpec& spec) { spec.learningRate = 1e-4; });
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        List list(f);
        list.map();
        auto* plot = f.find<ScatterPlot>("numbersPlot");
        QTRY_VERIFY(plot->isVisible());
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->toPixel(plot->dots()[0]).toPoint());
        QTRY_VERIFY2(list.title().contains(QStringLiteral(", the furthest off first")), qPrintable(list.title()));
        const auto* table = f.find<QTableView>("dataRows");
        QVERIFY(table->model()->rowCount() >= 1);
        const auto header = [&](int section) { return table->model()->headerData(section, Qt::Horizontal).toString(); };
        QCOMPARE(header(2), QStringLiteral("predicted"));
        QCOMPARE(header(3), QStringLiteral("off by"));
        const auto words = [&](int column) { return table->model()->index(0, column).data().toString(); };
        const auto cell = [&](int column) { return words(column).toDouble(); };
        QTRY_VERIFY(!words(3).isEmpty());
        QVERIFY(std::abs(cell(2) - cell(1) - cell(3)) < 0.01 * std::max(1.0, std::abs(cell(3))));
        list.close();
        list.map();
        f.press("showFurthestOff");
        const qint64 held = f.bench().data.split(QStringLiteral("validation"))->size();
        QTRY_COMPARE(static_cast<qint64>(table->model()->rowCount()), held);
        QVERIFY(std::abs(cell(3)) >=
                std::abs(table->model()->index(table->model()->rowCount() - 1, 3).data().toDouble()));

        // From a row of the table, which has the keyboard as its page comes back.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        const auto* row = f.find<QLabel>("imageName");
        QCOMPARE(row->text(), words(0));
        const qint64 worst = f.bench().selection.image();
        // The dot that is furthest from the one before, so that the row is not of its list.
        list.map();
        QTRY_VERIFY(plot->isVisible());
        const Source& rowsHeld = *f.bench().data.split(QStringLiteral("validation"));
        const auto off = [&](const ScatterPlot::Dot& dot) { return std::abs(dot.x - rowsHeld.target(worst)); };
        const auto dot = std::ranges::max_element(plot->dots(), {}, off);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->toPixel(*dot).toPoint());
        QTRY_VERIFY(table->model()->rowCount() >= 1 && table->model()->rowCount() < held);
        QTRY_COMPARE(row->text(), words(0));
        QVERIFY(f.bench().selection.image() != worst);
        QVERIFY(table->selectionModel()->isRowSelected(0));
    }

    // A list belongs to the result beside it: none is written for a run that goes on, or that went on meanwhile.
    void whatIsOvertakenIsNotKept() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int id = trained(f);
        QVERIFY(id >= 0);
        const std::string folder = f.bench().runs.find(id)->folder.toStdString();
        const std::string test = folder + "/test.predictions", validation = folder + "/validation.predictions";
        QTRY_VERIFY(!isLive(folder));
        DataSet data = *f.bench().data.dataSet();
        writeFileAtomically(test, "of before");
        writeFileAtomically(validation, "its own");
        {
            const RunLock trains(folder);
            QVERIFY_THROWS_EXCEPTION(Error, evaluateOnTest(folder, &data, {}));
            QVERIFY_THROWS_EXCEPTION(Error, validateAgain(folder, &data, {}));
        }
        QCOMPARE(readFile(test), std::string("of before"));
        data.validation = std::make_shared<EventfulSource>(data.validation, [&] {
            Snapshot later = loadCheckpoint(folder);
            later.position.step += 7;
            saveCheckpoint(later, folder + "/checkpoint.safetensors");
        });
        QVERIFY_THROWS_EXCEPTION(Error, validateAgain(folder, &data, {}));
        QCOMPARE(readFile(validation), std::string("its own"));
        validateAgain(folder, &data, {});
        QVERIFY(readFile(validation) != "its own");
    }

    // What was found out in minutes is told and kept where its list cannot be written.
    void anEvaluationOutlivesItsList() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int id = trained(f);
        QVERIFY(id >= 0);
        const QString folder = f.bench().runs.find(id)->folder;
        QTRY_VERIFY(!isLive(folder.toStdString()));
        QVERIFY(QDir().mkpath(folder + QStringLiteral("/test.predictions/in-the-way")));
        QSignalSpy failed(&f.bench().controller, &RunController::failed);
        QSignalSpy evaluated(&f.bench().controller, &RunController::evaluated);
        f.bench().controller.evaluateRun(id);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
        const QString told = failed[0][0].toString();
        QVERIFY2(told.contains(QStringLiteral("is not kept. ")) && told.contains(QStringLiteral("test.predictions")),
                 qPrintable(told));
        QVERIFY(f.bench().runs.find(id)->evaluatedOn("test"));
        // Their notices go: the log keeps both.
        const auto* log = f.find<QListWidget>("logList");
        for (const QString& sentence : {evaluated[0][1].toString(), told})
            QCOMPARE(log->findItems(sentence, Qt::MatchEndsWith).size(), 1);
        const auto events = readRun(folder.toStdString()).events;
        QVERIFY(std::ranges::any_of(
            events, [](const Event& event) { return std::holds_alternative<EvaluationRecord>(event); }));
    }

    // In another language the window has another desk: what was asked at the one before has nobody to answer.
    void theWindowIsMadeAnewMeanwhile() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(trained(f) >= 0);
        List list(f);
        const QPointer<HeatMap> before = list.map();
        JobTracker& jobs = f.bench().jobs;
        QTRY_COMPARE(jobs.running(), 0);
        QSemaphore gate;
        for (int i = 0; i < std::max(4, QThread::idealThreadCount()); ++i)  // all of the pool's threads
            jobs.run(
                this, QString(), [&gate](std::stop_token) { return gate.acquire(), true; }, [](bool) {});
        list.showAllWrong();
        language::apply(QStringLiteral("zh_CN"));
        const auto back = qScopeGuard([] { language::apply(QStringLiteral("en")); });
        const bool anew = QTest::qWaitFor([&] { return !before && f.find<HeatMap>("confusionMap"); }, kPatienceMs);
        gate.release(1000);
        QVERIFY(anew);
        QTRY_COMPARE(jobs.running(), 0);
        QVERIFY(!f.find<DataBrowserPanel>("dataBrowserPanel")->isVisible());
        list.showAllWrong();
        QTRY_VERIFY(f.find<DataBrowserPanel>("dataBrowserPanel")->isVisible());
    }
};

QTEST_MAIN(TestShownPredictions)

}  // namespace test_shown_predictions

#include "test_shown_predictions.moc"
