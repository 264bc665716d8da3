// One timeline after another in the Profile workspace: one that grows while one looks, files without slices, and what
// is written.
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include "engine/io/trace/trace_file.h"
#include "tests/app/profiled.h"

namespace test_timelines {

using namespace tl;

namespace {

// In the panel, from a file of this name.
QString open(Profiled& f, const Trace& trace, const char* name) {
    const QString path = f.folder.filePath(QLatin1String(name));
    writeTrace(trace, path.toStdString());
    f.panel.openFile(path);
    return path;
}

}  // namespace

class TestTimelines : public QObject {
    Q_OBJECT
private slots:
    // What was searched for and chosen before there was any of it is found when it comes.
    void whatComesIsFoundAndLit() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString layer = QString::fromStdString(f.bench().network.spec().nodes[1].id);
        f.bench().selection.setNode(layer);
        auto* search = f.find<QLineEdit>("timelineSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("copy batch"));
        QTRY_COMPARE(f.find<QLabel>("timelineFound")->text(), QStringLiteral("none"));
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        const auto found = [&] { return f.find<QLabel>("timelineFound")->text(); };
        QVERIFY2(QTest::qWaitFor([&] { return found().endsWith(QStringLiteral(" found")); }, kPatienceMs),
                 qPrintable(found()));
        const QString first = found();
        QVERIFY2(QTest::qWaitFor([&] { return found() != first && found() != QStringLiteral("none"); }, kPatienceMs),
                 qPrintable(found()));  // it grows
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(f.timeline().selected().valid());
        QCOMPARE(f.model().text(f.model().span(f.timeline().selected()).label), QStringLiteral("copy batch"));
        f.stop();
    }

    // Counters alone: what was shown before is none of theirs.
    void aFileOfCountersIsShown() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        open(f, waitingForData(), "whole.json");
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        QVERIFY(f.ops());
        QVERIFY(f.panel.showsSteps());
        f.timeline().setFocus();
        QTest::keyClick(&f.timeline(), Qt::Key_Right);  // the first slice
        QTest::keyClick(&f.timeline(), Qt::Key_M);
        QCOMPARE(f.timeline().marks().size(), size_t{1});
        TraceBuilder builder;
        const size_t counter = builder.counter(1, "queue");
        for (const int64_t at : {0, 1'000'000, 2'000'000}) builder.add(counter, TracePoint{at, double(at)});
        open(f, builder.finish(), "counters.json");
        QTRY_COMPARE(f.rowTitles(), QStringList{QStringLiteral("Queue")});
        QVERIFY(f.timeline().isVisible());
        QTRY_COMPARE(f.find<QTableView>("opTable")->model()->rowCount(), 0);
        QVERIFY(!f.panel.showsSteps());
        QVERIFY(!f.find<QPushButton>("verdictAction")->isVisible());
        QVERIFY(f.timeline().marks().empty());
    }

    // What is listed of the former one, and searched through, has labels that the next one does not have.
    void anotherIsOpenedWhileOneSearches() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        TraceBuilder many;
        const size_t thread = many.thread(1, 1);
        for (int i = 0; i < 400; ++i) {
            const uint32_t label = many.label({"op " + std::to_string(i), "cpu_op", "conv_1", {}, 0, 0});
            many.add(thread, TraceSlice{i * 1000, 900, label, 0});
        }
        open(f, many.finish(), "many.json");
        const auto* ops = f.find<QTableView>("opTable")->model();
        QTRY_COMPARE(ops->rowCount(), 400);
        auto* search = f.find<QLineEdit>("timelineSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("op 39"));
        QTRY_COMPARE(ops->rowCount(), 11);
        open(f, waitingForData(), "one.json");
        QTRY_COMPARE(ops->rowCount(), 0);
        QTRY_COMPARE(f.find<QLabel>("timelineFound")->text(), QStringLiteral("none"));
        search->clear();
        QTRY_VERIFY(ops->rowCount() > 0);
    }

    // The name's ending decides what is written; the chosen kind gives it where none is typed.
    void aTimelineIsSavedAsTheChosenKind() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString whole = open(f, waitingForData(), "whole.json");
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        f.trigger("saveTimelineAction");
        auto* ask = f.window->findChild<QFileDialog*>(QStringLiteral("saveFileDialog"));
        QVERIFY(ask);
        ask->setDirectory(f.folder.path());
        ask->selectNameFilter(ask->nameFilters().last());
        emit ask->filterSelected(ask->nameFilters().last());
        QSignalSpy done(&f.source(), &ProfileSource::saved);
        ask->selectFile(QStringLiteral("mine"));
        ask->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
        QVERIFY(done.wait(kPatienceMs));
        const QString saved = f.folder.filePath(QStringLiteral("mine.xplane.pb"));
        QCOMPARE(done[0][0].toString(), saved);
        QCOMPARE(readTrace(saved.toStdString()).slices(), readTrace(whole.toStdString()).slices());
    }
};

QTEST_MAIN(TestTimelines)

}  // namespace test_timelines

#include "test_timelines.moc"
