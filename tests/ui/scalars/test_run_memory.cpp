// What a person hid or drew in the list of runs is so again the next time, also what was hidden as it began.
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_library.h"
#include "ui/models/run_model.h"
#include "ui/scalars/run_memory.h"

namespace test_run_memory {

using namespace tl;

namespace {

struct Listed {
    RunModel runs;
    JobTracker jobs;
    RunLibrary library{runs, jobs};
    RunMemory memory;

    Listed(const QString& project, QSettings& settings) : memory(open(project), library, settings, nullptr) {}

private:
    RunModel& open(const QString& project) {
        library.open(project);
        return runs;
    }
};

}  // namespace

class TestRunMemory : public QObject {
    Q_OBJECT
private slots:
    void whatIsHiddenBeforeItHasANumberStaysHidden() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("keys.ini")), QSettings::IniFormat);
        const QString project = folder.filePath(QStringLiteral("digits.tlm"));
        {
            Listed first(project, settings);
            QSignalSpy loaded(&first.library, &RunLibrary::loaded);
            QTRY_COMPARE(loaded.count(), 1);
            const int hidden = first.runs.addRun(QStringLiteral("begins"), 3);
            const int drawn = first.runs.addRun(QStringLiteral("begins too"), 3);
            first.runs.setVisible(hidden, false);
            first.runs.setVisible(drawn, false);
            first.runs.setVisible(drawn, true);
            first.runs.change(hidden, [](Run& run) { run.info.id = "one"; });
            first.runs.change(drawn, [](Run& run) { run.info.id = "two"; });
        }
        Listed again(project, settings);
        QSignalSpy loaded(&again.library, &RunLibrary::loaded);
        QTRY_COMPARE(loaded.count(), 1);
        for (const char* id : {"one", "two"}) {
            Run run;
            run.info.id = id;
            again.runs.addRun(std::move(run));
        }
        QVERIFY(!again.runs.runs()[0].visible);
        QVERIFY(again.runs.runs()[1].visible);
    }

    // What is drawn with another program's run has another colour, whichever of them was read first; the colour that
    // the other one has then is its own at the next start.
    void othersRunsKeepTheirColours() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("keys.ini")), QSettings::IniFormat);
        const QString project = folder.filePath(QStringLiteral("digits.tlm"));
        const auto add = [](RunModel& runs, const char* name, int color) {
            Run run;
            run.name = run.folder = QLatin1String(name);
            run.foreign = color < 0;
            run.info.color = color;
            if (color >= 0) run.info.id = name;
            const int id = runs.addRun(std::move(run));
            return [&runs, id] { return runs.find(id)->color; };
        };
        int cut = -1, flip = -1;
        {
            Listed first(project, settings);
            QSignalSpy loaded(&first.library, &RunLibrary::loaded);
            QTRY_COMPARE(loaded.count(), 1);
            const auto firstCut = add(first.runs, "/logs/cut", -1), firstFlip = add(first.runs, "/logs/flip", -1);
            const auto ours = add(first.runs, "epochs 60", firstCut());
            QVERIFY(firstCut() != ours());
            QVERIFY(firstCut() != firstFlip());
            cut = firstCut();
            flip = firstFlip();
            const QString key = QStringLiteral("runs.colors");
            QTRY_VERIFY(
                std::ranges::any_of(settings.allKeys(), [&](const QString& each) { return each.endsWith(key); }));
        }
        Listed again(project, settings);
        QSignalSpy loaded(&again.library, &RunLibrary::loaded);
        QTRY_COMPARE(loaded.count(), 1);
        const auto secondFlip = add(again.runs, "/logs/flip", -1), secondCut = add(again.runs, "/logs/cut", -1);
        QCOMPARE(secondFlip(), flip);
        QCOMPARE(secondCut(), cut);
    }
};

QTEST_GUILESS_MAIN(TestRunMemory)

}  // namespace test_run_memory

#include "test_run_memory.moc"
