// An event file of more than 2 and 4 GiB: histograms and scalars across and behind these places are found, also those
// that come while it is followed, and read. A record that no memory holds is told of.
#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>

#include "engine/core/crc32c.h"
#include "engine/io/events/event_tree.h"
#include "tests/support/large_records.h"
#include "tests/support/memory_bound.h"
#include "tests/support/sanitized.h"
#include "tests/support/wire_writer.h"

namespace test_large_event_files {

using namespace tl;

namespace {

std::string real(uint32_t field, double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    std::string out = test::varint(field << 3 | 1);
    for (int i = 0; i < 8; ++i) out += static_cast<char>(bits >> 8 * i);
    return out;
}

// A histogram of one bucket up to `step`, and a scalar as large.
std::string eventOf(int step) {
    const std::string histogram = real(1, 0) + real(2, step) + real(3, 1) + real(6, step) + real(7, 1);
    std::string scalar = test::bytes(1, "loss") + test::varint(2 << 3 | 5);
    const auto bits = std::bit_cast<uint32_t>(static_cast<float>(step));
    for (int i = 0; i < 4; ++i) scalar += static_cast<char>(bits >> 8 * i);
    return real(1, 1e9) + test::number(2, static_cast<uint64_t>(step)) +
           test::bytes(5,
                       test::bytes(1, test::bytes(1, "kernel") + test::bytes(5, histogram)) + test::bytes(1, scalar));
}

}  // namespace

class TestLargeEventFiles : public QObject {
    Q_OBJECT
private slots:
    void foundAndReadAnywhere() {
        constexpr uint64_t two = uint64_t{1} << 31, four = uint64_t{1} << 32;
        const QTemporaryDir folder;
        const std::string path = folder.filePath("events.out.tfevents.1.large").toStdString();
        test::LargeRecords records(path);
        EventTree tree(folder.path().toStdString());
        int step = 0;
        for (const uint64_t place : {uint64_t{12}, two - 20, two + 1000, four - 20, four + 1000}) {
            records.fillUpTo(place);
            records.write(eventOf(++step));
            if (step == 3) {
                if (!records.flush()) QSKIP("the disk has no room for a file with holes");
                (void)tree.poll();
                QCOMPARE(tree.runs().size(), size_t{1});
                QCOMPARE(tree.runs()[0]->find("loss")->points.size(), size_t{3});
            }
        }
        if (!records.flush()) QSKIP("the disk has no room for a file with holes");
        (void)tree.poll();
        const EventRun& run = *tree.runs().at(0);
        for (const EventProblem& each : run.problems(true))  // the fillers are no events
            QVERIFY2(each.kind == EventProblem::BadRecords && each.records == records.fillers(),
                     each.sentence().english().c_str());
        QCOMPARE(run.records(), step + records.fillers());
        const EventTag &kernel = *run.find("kernel"), &loss = *run.find("loss");
        QCOMPARE(kernel.items.size(), size_t{5});
        QCOMPARE(loss.points.size(), size_t{5});
        for (int i = 0; i < step; ++i) {
            QCOMPARE(loss.points[static_cast<size_t>(i)].value, i + 1.0);
            const auto histogram = run.histogram(kernel.items[static_cast<size_t>(i)]);
            QVERIFY2(histogram, qPrintable(QString("histogram %1").arg(i + 1)));
            QCOMPARE(histogram->max, i + 1.0);
        }
    }

    // Records that are really there and larger than the memory: whichever thread reads them, who asked hears of it.
    void aReaderWithoutMemoryTells() {
        if (test::kSanitized) QSKIP("a sanitizer takes memory of its own");
        const QTemporaryDir folder;
        for (const char* name : {"one", "two"}) {
            std::filesystem::create_directory(folder.filePath(QLatin1String(name)).toStdString());
            const std::string path =
                folder.filePath(QStringLiteral("%1/events.out.tfevents.1").arg(QLatin1String(name))).toStdString();
            const uint64_t length = uint64_t{4} << 30;
            uint8_t head[12];
            std::memcpy(head, &length, 8);
            const uint32_t sum = maskedCrc32c({head, 8});
            std::memcpy(head + 8, &sum, 4);
            std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(head), sizeof head);
            std::error_code full;
            std::filesystem::resize_file(path, sizeof head + length + 4, full);
            if (full) QSKIP("the disk has no room for a file with holes");
        }
        EventTree tree(folder.path().toStdString());
        const test::MemoryBound bound(size_t{256} << 20);
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)tree.poll(2));
    }
};

QTEST_GUILESS_MAIN(TestLargeEventFiles)

}  // namespace test_large_event_files

#include "test_large_event_files.moc"
