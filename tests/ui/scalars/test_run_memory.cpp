// What a person hid or drew in the list of runs is so again the next time, also what was hidden as it began.
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

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
};

QTEST_GUILESS_MAIN(TestRunMemory)

}  // namespace test_run_memory

#include "test_run_memory.moc"
