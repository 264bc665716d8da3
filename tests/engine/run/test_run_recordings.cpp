// The recordings in a run's folder: what is kept is listed and read again as it was, names are told apart and changed,
// and what the list does not know, or a damaged list, loses no file.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <future>
#include <thread>

#include "engine/core/error.h"
#include "engine/io/trace/trace_file.h"
#include "engine/run/run_recordings.h"

namespace test_run_recordings {

using namespace tl;

namespace {

// Steps from `first` on, of 10 ms each.
Trace timeline(uint32_t first, uint32_t count) {
    TraceBuilder builder;
    const size_t training = builder.thread(1, 1);
    const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0});
    for (uint32_t i = 0; i < count; ++i)
        builder.add(training, TraceSlice{int64_t{i} * 10'000'000, 10'000'000, step, first + i});
    return builder.finish();
}

std::vector<std::string> namesOf(const std::string& run) {
    std::vector<std::string> names;
    for (const RunRecording& one : recordingsOf(run)) names.push_back(one.name);
    return names;
}

}  // namespace

class TestRunRecordings : public QObject {
    Q_OBJECT
private slots:
    // What nobody named has a number, no words: each shows it in a language of its own.
    void whatHasNoNameHasANumber() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        const RunRecording first = keepRecording(run, timeline(1, 5)), second = keepRecording(run, timeline(6, 5));
        QVERIFY(first.name.empty() && second.name.empty());
        QCOMPARE(first.number, int64_t{1});
        QCOMPARE(second.number, int64_t{2});
        renameRecording(run, first.file, "slow");
        QCOMPARE(keepRecording(run, timeline(9, 1)).number, int64_t{1});
        for (const RunRecording& one : recordingsOf(run)) {
            if (one.file == first.file) QVERIFY(one.name == "slow" && one.number == 0);
            if (one.file == second.file) QVERIFY(one.name.empty() && one.number == 2);
        }
    }

    void whatIsKeptIsThere() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        QVERIFY(recordingsOf(run).empty());
        QVERIFY(recordingsOf(run + "/no such run").empty());
        QVERIFY(recordingsOf(run + "/" + std::string(300, 'a')).empty());  // no name of a file
        const RunRecording first = keepRecording(run, timeline(7, 5), "Recording");
        keepRecording(run, timeline(1200, 3), "Recording");
        const auto all = recordingsOf(run);
        QCOMPARE(all.size(), size_t{2});
        QCOMPARE(all[0].name, std::string("Recording 2"));  // the newest first
        QCOMPARE(all[0].firstStep, int64_t{1200});
        QCOMPARE(all[0].steps, int64_t{3});
        QCOMPARE(all[1].name, std::string("Recording"));
        QCOMPARE(all[1].file, first.file);
        QCOMPARE(all[1].firstStep, int64_t{7});
        QVERIFY(std::abs(all[1].seconds - 0.05) < 1e-9);
        QVERIFY(all[1].when > 1.6e9 && all[1].bytes > 0);
        QCOMPARE(readTrace(all[1].file).slices(), uint64_t{5});
    }

    // Whoever looks while one is kept, or deleted, finds none by the name of its file.
    void noneIsEverWithoutItsName() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        keepRecording(run, timeline(1, 5), "Recording");
        std::atomic<bool> done = false, nameless = false;
        std::atomic<int> looks = 0;
        std::jthread looker([&] {
            for (; !done; ++looks)
                for (const std::string& name : namesOf(run)) nameless = nameless || !name.starts_with("Recording");
        });
        for (int i = 0; i < 50; ++i) removeRecording(run, keepRecording(run, timeline(1, 5), "Recording").file);
        QTRY_VERIFY(looks > 50);
        done = true;
        looker.join();
        QVERIFY(!nameless);
    }

    void namesChangeAndFilesGo() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        const std::string first = keepRecording(run, timeline(1, 5), "Recording").file;
        const std::string second = keepRecording(run, timeline(6, 5), "Recording").file;
        renameRecording(run, first, "before the fix");
        QCOMPARE(namesOf(run), (std::vector<std::string>{"Recording 2", "before the fix"}));
        QCOMPARE(recordingsOf(run)[1].steps, int64_t{5});
        removeRecording(run, second);
        QCOMPARE(namesOf(run), (std::vector<std::string>{"before the fix"}));
        QVERIFY(!QFile::exists(QString::fromStdString(second)));
        // The next one takes no other's place.
        keepRecording(run, timeline(9, 1), "Recording");
        QCOMPARE(namesOf(run), (std::vector<std::string>{"Recording", "before the fix"}));
        QVERIFY_EXCEPTION_THROWN(renameRecording(run, run + "/recordings/77.json.gz", "x"), Error);
    }

    // Its name is given to no other one until it is out of the list, too.
    void whatIsPutAwayTakesNoOtherAlong() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        const std::string first = keepRecording(run, timeline(1, 5), "Recording").file;
        std::future<RunRecording> next;
        removeRecording(run, first, [&] {
            QFile::remove(QString::fromStdString(first));
            next = std::async(std::launch::async, [&] { return keepRecording(run, timeline(6, 3), "Recording"); });
            next.wait_for(std::chrono::milliseconds(100));
            return true;
        });
        const RunRecording kept = next.get();
        QVERIFY(QFile::exists(QString::fromStdString(kept.file)));
        const auto all = recordingsOf(run);
        QCOMPARE(all.size(), size_t{1});
        QCOMPARE(all[0].name, std::string("Recording"));
        QCOMPARE(all[0].steps, int64_t{3});
        // What could not be put away is deleted.
        removeRecording(run, kept.file, [] { return false; });
        QVERIFY(recordingsOf(run).empty() && !QFile::exists(QString::fromStdString(kept.file)));
    }

    // With all that was known of it, beside one that has its file's name by now.
    void whatWasPutAwayComesBack() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString(), away = run + "/away";
        const RunRecording first = keepRecording(run, timeline(1, 5), "Recording");
        removeRecording(run, first.file, [&] {
            return QFile::rename(QString::fromStdString(first.file), QString::fromStdString(away));
        });
        const RunRecording second = keepRecording(run, timeline(6, 3), "Recording");
        QCOMPARE(second.file, first.file);
        putBackRecording(run, first, [&](const std::string& file) {
            QVERIFY(QFile::rename(QString::fromStdString(away), QString::fromStdString(file)));
        });
        const auto all = recordingsOf(run);
        QCOMPARE(all.size(), size_t{2});
        QCOMPARE(all[0].file, second.file);
        QCOMPARE(all[0].steps, int64_t{3});
        QVERIFY(all[1].file != second.file);
        QCOMPARE(all[1].name, first.name);
        QCOMPARE(all[1].steps, int64_t{5});
        QCOMPARE(all[1].firstStep, int64_t{1});
        QCOMPARE(all[1].seconds, first.seconds);
        QCOMPARE(all[1].when, first.when);
        QCOMPARE(readTrace(all[1].file).slices(), uint64_t{5});
    }

    // A folder that cannot be read is not one without recordings, and a run that is gone does not come back.
    void whatCannotBeReadIsTold() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        QVERIFY(QFile::link(QStringLiteral("recordings"), folder.filePath("recordings")));  // to itself, for ever
        try {
            recordingsOf(run);
            QFAIL("told of none");
        } catch (const Error& error) {
            QVERIFY2(error.message().english().find(run + "/recordings") != std::string::npos, error.what());
        }
        QVERIFY_EXCEPTION_THROWN(keepRecording(run + "/gone", timeline(1, 1), "Recording"), Error);
        QVERIFY(!QFile::exists(folder.filePath("gone")));
    }

    // Of `train --profile`, and files that somebody put there.
    void filesTellThemselves() {
        QTemporaryDir folder;
        const std::string run = folder.path().toStdString();
        writeTrace(timeline(1, 4), run + "/trace.json.gz");
        QDir(folder.path()).mkdir("recordings");
        writeTrace(timeline(1, 2), run + "/recordings/theirs.xplane.pb");
        QFile note(folder.filePath("recordings/notes.txt"));
        QVERIFY(note.open(QIODevice::WriteOnly));
        QCOMPARE(recordingsOf(run).size(), size_t{2});
        renameRecording(run, run + "/trace.json.gz", "on the command line");
        const auto names = namesOf(run);
        QVERIFY(std::ranges::count(names, "on the command line") == 1 &&
                std::ranges::count(names, "theirs.xplane.pb") == 1);
        // A list that is none, and one that somebody has cut.
        for (const char* text : {"[{\"file\": \"recordings/1", "{}", "[1, {\"file\": 3}]", ""}) {
            QFile list(folder.filePath("recordings/list.json"));
            QVERIFY(list.open(QIODevice::WriteOnly));
            list.write(text);
            list.close();
            QCOMPARE(recordingsOf(run).size(), size_t{2});
        }
        keepRecording(run, timeline(3, 1), "Recording");
        QCOMPARE(recordingsOf(run).size(), size_t{3});
    }
};

QTEST_MAIN(TestRunRecordings)

}  // namespace test_run_recordings

#include "test_run_recordings.moc"
