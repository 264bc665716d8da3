// Confusion matrices in a journal: small, whole, with the event that they are of, and read where they are wanted;
// and blocks of steps that are none.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/io/files.h"
#include "engine/run/event_json.h"
#include "engine/run/journal.h"
#include "tests/engine/run/run_events.h"

namespace test_journal_matrices {

using namespace tl;
using namespace tl::test;

namespace {

void write(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string frame(const std::string& payload) {
    const uint32_t head[] = {static_cast<uint32_t>(payload.size()),
                             crc32c({reinterpret_cast<const uint8_t*>(payload.data()), payload.size()})};
    return std::string(reinterpret_cast<const char*>(head), sizeof head) + payload;
}

void writeJournal(const std::string& path, const std::vector<Event>& events) {
    JournalWriter writer(
        path, 0, [] {}, [](const Message&) {});
    for (const Event& event : events) writer.add(event);
}

}  // namespace

class TestJournalMatrices : public QObject {
    Q_OBJECT
private slots:
    // Of a thousand classes a matrix is a million cells, nearly all of them 0: they cost next to nothing, and a summary
    // reads that of the last epoch alone.
    void confusionMatricesAreSmall() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        std::vector<Event> events;
        std::vector<int64_t> cells(1000000, 0);
        cells.front() = 1;
        cells.back() = int64_t{1} << 40;
        for (int64_t i = 0; i < 3; ++i) {
            EpochRecord epoch;
            epoch.epoch = i;
            epoch.confusion = cells;
            epoch.confusion[1234] = i + 200;
            events.push_back(epoch);
            events.push_back(StepRecord{});
        }
        events.push_back(EvaluationRecord{"test", "best.safetensors", 20, 9, {}, {7, 1, 0, 8}, 1});
        events.push_back(EpochRecord{});  // without one
        writeJournal(path, events);
        QVERIFY(std::filesystem::file_size(path) < 10000);
        const auto whole = all<EpochRecord>(JournalReader(path).read());
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(whole[i].confusion.size(), cells.size());
            QVERIFY(whole[i].confusion == std::get<EpochRecord>(events[2 * i]).confusion);
        }
        QVERIFY(whole[3].confusion.empty());
        const auto summary = JournalReader(path).read(false);
        const auto epochs = all<EpochRecord>(summary);
        QCOMPARE(epochs.size(), size_t{4});
        QVERIFY(epochs[0].confusion.empty() && epochs[1].confusion.empty() && epochs[3].confusion.empty());
        QVERIFY(epochs[2].confusion == whole[2].confusion);
        QCOMPARE(all<EvaluationRecord>(summary).at(0).confusion, (std::vector<int64_t>{7, 1, 0, 8}));
    }

    // One who reads along and sees the matrix and not yet its epoch gets both, when both are there.
    void aMatrixComesWithItsEpoch() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        EpochRecord epoch;
        epoch.confusion = {3, 1, 0, 4};
        writeJournal(path, {epoch});
        const std::string bytes = readFile(path);
        for (const bool steps : {true, false})
            for (size_t length = 0; length < bytes.size(); ++length) {
                JournalReader reader(path);
                write(path, bytes.substr(0, length));
                QVERIFY(reader.read(steps).empty());
                write(path, bytes);
                QCOMPARE(all<EpochRecord>(reader.read(steps)).at(0).confusion, epoch.confusion);
                QVERIFY(reader.read(steps).empty());
            }
    }

    // In them it stands in the epoch's own words, and null where a number was not finite.
    void matricesOfOlderJournals() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        writeJournal(path, {});
        const std::string payload =
            R"(J{"event": "epoch", "epoch": 0, "step": 10, "values": {"loss": null}, "confusion": [3, 1, 0, 4]})";
        write(path, readFile(path) + frame(payload));
        for (const bool steps : {true, false}) {
            const EpochRecord epoch = all<EpochRecord>(JournalReader(path).read(steps)).at(0);
            QCOMPARE(epoch.confusion, (std::vector<int64_t>{3, 1, 0, 4}));
            QVERIFY(std::isnan(epoch.values.at("loss")));
        }
    }

    // A block of steps whose sum is right and whose columns are not: who goes on there stops where every reader does,
    // and a summary has all but it.
    void stepsThatAreNone() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        writeJournal(path, {NoteRecord{"before"}});
        const std::string bytes = readFile(path);
        writeJournal(path, {NoteRecord{"behind"}});
        write(path, bytes + frame("Sno columns") + readFile(path).substr(8));
        JournalReader reader(path), skimming(path), summary(path);
        QCOMPARE(all<NoteRecord>(reader.read()).size(), size_t{1});
        QCOMPARE(reader.end(), uint64_t{bytes.size()});
        QVERIFY(!reader.damage().empty());
        skimming.skim();
        QCOMPARE(skimming.end(), reader.end());
        QVERIFY(skimming.damage() == reader.damage());
        QCOMPARE(all<NoteRecord>(summary.read(false)).size(), size_t{2});
        QVERIFY(summary.damage() == reader.damage());
    }

    // A number that is no whole one, or larger than it may be, makes no event; a block of so many steps is none.
    void whatIsNoWholeNumberIsNone() {
        using nlohmann::json;
        const auto event = [](const std::string& text) { return eventFromJson(json::parse(text)).has_value(); };
        const char* const kinds[] = {R"({"event": "epoch", "epoch": 0, "step": @, "values": {}})",
                                     R"({"event": "epoch", "epoch": @, "step": 1, "values": {}})",
                                     R"({"event": "epoch", "epoch": 0, "step": 1, "values": {}, "confusion": [1, @]})",
                                     R"({"event": "evaluation", "split": "test", "values": {}, "confusion": [@]})",
                                     R"({"event": "learning_rate", "step": @, "from": 0.1, "to": 0.2})",
                                     R"({"event": "checkpoint", "step": @, "path": "a"})",
                                     R"({"event": "resumed", "step": @, "epoch": 0})",
                                     R"({"event": "watches", "step": @, "share": 0, "limit": 0, "watches": []})"};
        for (const char* kind : kinds) {
            const auto with = [&](const char* number) {
                return event(QString::fromLatin1(kind).replace(QLatin1Char('@'), QLatin1String(number)).toStdString());
            };
            QVERIFY2(with("7"), kind);
            for (const char* wrong : {"1e30", "2.5", "18446744073709551615", "\"7\"", "null"})
                QVERIFY2(!with(wrong), qPrintable(QLatin1String(kind) + QLatin1Char(' ') + QLatin1String(wrong)));
        }
        for (const char* count : {"1e30", "-1", "0.5"}) {
            const std::string header = std::string(R"({"count": )") + count + R"(, "columns": [["loss", "f32"]]})";
            const auto size = static_cast<uint32_t>(header.size());
            const std::string bytes = std::string(reinterpret_cast<const char*>(&size), 4) + header;
            QVERIFY_EXCEPTION_THROWN(checkColumns(bytes), Error);
            QVERIFY_EXCEPTION_THROWN((void)stepsFromColumns(bytes), Error);
        }
    }

    void whatIsNoMatrixIsRefused() {
        const std::vector<int64_t> cells{0, 0, 300, 0, -1};
        const std::string bytes = matrixBytes(cells);
        QCOMPARE(matrixFromBytes(bytes), cells);
        QVERIFY(matrixFromBytes(matrixBytes({})).empty());
        for (size_t length = 0; length < bytes.size(); ++length)
            if (length != 1 && length != 4)  // which are whole: fewer cells that are not 0
                QVERIFY_EXCEPTION_THROWN((void)matrixFromBytes(std::string_view(bytes).substr(0, length)), Error);
        const char* const wrong[] = {"\x02\x02\x01", "\x02\x01\x01\x01\x01", "\xff\xff\xff\xff\xff\x01",
                                     "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"};
        for (const char* each : wrong) QVERIFY_EXCEPTION_THROWN((void)matrixFromBytes(each), Error);
    }
};

QTEST_GUILESS_MAIN(TestJournalMatrices)

}  // namespace test_journal_matrices

#include "test_journal_matrices.moc"
