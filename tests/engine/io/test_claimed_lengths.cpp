// Files that claim to hold more than they do, whatever the format: every place of a sample says two gigabytes or more,
// a thousand samples are cut or have bits turned, and packed files unfold to hundreds of megabytes; who reads them gets
// a sentence or what is there, in memory that the file's own size explains.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <random>

#include <malloc.h>
#include <zlib.h>

#include "engine/backend/statistics.h"
#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/core/record_frame.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/safetensors.h"
#include "engine/io/tensor_listing.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/support/memory_bound.h"
#include "tests/support/wire_writer.h"

namespace test_claimed_lengths {

using namespace tl;
using namespace tl::test;

namespace {

constexpr size_t kMegabyte = size_t{1} << 20;
// A thread's own heap has 64 MB of addresses, whose use the bound does not see: one for all, before there is any
// thread.
[[maybe_unused]] const int kOneHeap = ::mallopt(M_ARENA_MAX, 1);
// Of samples of some kilobytes: their readers' threads and buffers, and far below what any of them claims.
constexpr size_t kBound = 96 * kMegabyte;

// Of packed files: windows of a token that is as long as any may be, while they grow.
constexpr size_t kUnfolding = 160 * kMegabyte;

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::span<const uint8_t> span(const std::string& text) {
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// Two gigabytes and far more, in each way in which these formats write numbers.
std::vector<std::string> claims() {
    return {varint(0x7fffffff),
            varint(0x60000000),
            varint(0x10000000000),
            std::string("\0\0\0\x60", 4),
            std::string("\0\0\0\x60\0\0\0\0", 8),
            std::string("\0\0\0\0\0\1\0\0", 8),
            "1700000000",
            "99999999999999"};
}

// One format: a sample, the name of its file, how its sums are made good again, and all that is read of it.
struct Format {
    std::string sample, name;
    std::function<void(const std::string& path)> read;
    std::function<std::string(std::string)> mend = [](std::string bytes) { return bytes; };
};

// As records of an event file, so that their sums are right whatever is in them.
std::string asRecords(const std::string& content) { return framedRecord(span(content)) + framedRecord(span(content)); }

void readEvents(const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/'));
    EventTree tree(folder);
    (void)tree.poll(1);
    for (const auto& run : tree.runs())
        for (const auto& tag : run->tags())
            for (const auto& item : tag.items) {
                (void)run->histogram(item);
                (void)run->image(item);
                (void)run->text(item);
                (void)run->prCurve(item);
                (void)run->bytes(item);
            }
}

void readTimeline(const std::string& path) {
    const Trace trace = readTrace(path);
    (void)opsIn(trace, trace.begin, trace.end);
    (void)stepsIn(trace, trace.begin, trace.end);
}

void readTensors(const std::string& path) {
    const auto listing = TensorListing::open(path);
    for (size_t i = 0; i < listing->tensors().size(); ++i) {
        const Statistics statistics = listing->statistics(i);
        (void)listing->histogram(i, statistics);
        (void)listing->head(i, 1000);
        (void)listing->values(i, 0, 1000);
    }
}

std::string sampleEvents(const std::string& folder) {
    std::string path;
    {
        EventWriter writer(folder);
        writer.scalar("loss", 1, 1000, 0.5);
        const float values[] = {-1, 0, 0.5f, 2};
        writer.histogram("weights", 2, 1000, histogramOf(std::span(values, 4), 3));
        writer.image("picture", 3, 1000, {2, 3, 1, std::string("\x89PNG\0\xff", 6)});
        writer.text("note", 4, 1000, "some words");
        writer.prCurve("pr", 5, 1000, {{3, 1}, {4, 0}, {0, 4}, {0, 2}, {0.5, 1}, {1, 0.5}});
        writer.hparamsStart(999, {{"lr", 0.1}, {"optimizer", std::string("adam")}}, {"loss"}, "group");
        path = writer.path();
    }
    return contentOf(path);
}

// All sums are made right, those of lengths that lie among them.
std::string mendSums(std::string bytes) {
    const auto sum = [&](size_t from, size_t count) {
        const uint32_t value = maskedCrc32c({reinterpret_cast<const uint8_t*>(bytes.data()) + from, count});
        std::memcpy(bytes.data() + from + count, &value, sizeof value);
    };
    for (size_t at = 0; at + 16 <= bytes.size();) {
        uint64_t length;
        std::memcpy(&length, bytes.data() + at, 8);
        sum(at, 8);
        if (length > bytes.size() - at - 16) return bytes;
        sum(at + 12, static_cast<size_t>(length));
        at += 16 + static_cast<size_t>(length);
    }
    return bytes;
}

std::string sampleMetadata() {
    const std::string memory = bytes(6, bytes(1, "cpu") + number(2, 64) + number(3, 128) + number(5, 32)),
                      shape = bytes(2, number(1, 16)) + bytes(2, number(1, 4)),
                      output = bytes(7, number(1, 0) + bytes(3, number(1, 1) + bytes(2, shape))),
                      op = bytes(2, bytes(1, "dense/MatMul") + number(2, 100) + number(5, 7) + memory + output +
                                        bytes(8, "dense/MatMul = MatMul(x, w)") + number(10, 3)),
                      device = bytes(1, bytes(1, "/device:CPU:0") + op + bytes(3, number(1, 3) + bytes(2, "worker"))),
                      metadata = bytes(1, device) + bytes(3, sampleGraphDef());
    return number(2, 5) + bytes(8, bytes(1, "step 5") + bytes(2, metadata));
}

Trace sampleTrace() {
    TraceBuilder builder;
    builder.process(7) = {7, "a program", 1};
    const size_t thread = builder.thread(7, 1), counter = builder.counter(7, "memory");
    builder.threadAt(thread).name = "training";
    const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                   conv = builder.label({"Conv2D", "forward", "conv_1", "own", 1e6, 4096});
    builder.add(thread, TraceSlice{1000, 900, step, 12});
    builder.add(thread, TraceSlice{1100, 50, conv, builder.detail("shape=[3,5]")});
    builder.add(counter, TracePoint{1010, 1e9});
    return builder.finish();
}

std::string sampleTensors() {
    TensorFile file;
    file.tensors["a/kernel"] = Tensor::fromFloats({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    file.tensors["empty"] = Tensor(Shape{0, 5}, DType::Float32);
    file.metadata = {{"format", "pt"}};
    return toSafetensors(file);
}

std::string sampleNpy(int version) {
    std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
    while ((head.size() + (version == 1 ? 11 : 13)) % 64 != 0) head += ' ';
    head += '\n';
    std::string all = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) all += static_cast<char>(head.size() >> (8 * i));
    return all + head + std::string(8, '\1');
}

}  // namespace

class TestClaimedLengths : public QObject {
    Q_OBJECT
    // Thousands of files: in memory, where there is such a place.
    QTemporaryDir folder_{(QFileInfo("/dev/shm").isWritable() ? QStringLiteral("/dev/shm") : QDir::tempPath()) +
                          "/claims-XXXXXX"};
    std::map<std::string, Format> formats_;

    std::string fileOf(const Format& format, const std::string& bytes) {
        QDir().mkpath(folder_.filePath("read"));
        const std::string path = (folder_.filePath("read/") + QString::fromStdString(format.name)).toStdString();
        QFile::remove(QString::fromStdString(path));  // a file that is written over waits for the disk
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    // 300 MB of the filling, packed.
    std::string packed(const QByteArray& head, const QByteArray& filling, const QByteArray& tail) {
        const std::string path = folder_.filePath("bomb.json.gz").toStdString();
        gzFile file = ::gzopen(path.c_str(), "wb6");
        const auto add = [file](const QByteArray& bytes) {
            if (!bytes.isEmpty()) ::gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
        };
        add(head);
        const QByteArray piece = filling.repeated(static_cast<int>(kMegabyte) / filling.size());
        for (int i = 0; i < 300; ++i) add(piece);
        add(tail);
        ::gzclose(file);
        return path;
    }
    void formats() {
        QTest::addColumn<QString>("format");
        for (const auto& [name, format] : formats_) QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    // Whether it was read; a find where it took more than it may.
    bool reads(const Format& format, const std::string& bytes, const std::string& about) {
        const std::string path = fileOf(format, bytes);
        bool read = false;
        const size_t before = ::mallinfo2().uordblks;
        try {
            format.read(path);
            read = true;
        } catch (const Error& error) {
            if (error.message().empty()) found_ = about + ": an Error without words";
        } catch (const std::exception& other) {
            found_ = about + ": " + other.what();
        }
        if (MemoryBound::exceeded()) found_ = about + ": more memory than there is";
        // What is read has gone again; what stays (names that are known for ever) is small.
        if (!kSanitized && ::mallinfo2().uordblks > before + kMegabyte) found_ = about + ": memory is kept";
        return read;
    }
    std::string found_;

private slots:
    void initTestCase() {
        const auto written = [&](const char* name) {
            const std::string path = folder_.filePath(name).toStdString();
            writeTrace(sampleTrace(), path);
            return contentOf(path);
        };
        formats_["events"] = {sampleEvents(folder_.path().toStdString()), "events.out.tfevents.1", readEvents,
                              mendSums};
        formats_["run metadata"] = {sampleMetadata(), "events.out.tfevents.1",
                                    [](const std::string& path) {
                                        readEvents(path);
                                        try {
                                            readTimeline(path);
                                        } catch (const Error&) {
                                        }
                                        (void)readForeignGraph(path);
                                    },
                                    asRecords};
        formats_["chrome"] = {written("a.json"), "t.json", readTimeline};
        formats_["chrome, packed"] = {written("a.json.gz"), "t.json.gz", readTimeline};
        formats_["xspace"] = {written("a.xplane.pb"), "t.xplane.pb", readTimeline};
        formats_["safetensors"] = {sampleTensors(), "t.safetensors", readTensors};
        formats_["a checkpoint's tensors"] = {sampleTensors(), "t.safetensors", [](const std::string& path) {
                                                  (void)fromSafetensors(contentOf(path), path);
                                              }};
        formats_["npy"] = {sampleNpy(1), "t.npy", readTensors};
        formats_["npy of a long head"] = {sampleNpy(2), "t.npy", readTensors};
        for (const auto& [name, format] : formats_) {  // what is made once, and buffers that are kept
            reads(format, format.mend(format.sample), name);
            QVERIFY2(found_.empty(), found_.c_str());
        }
        // The bound is one.
        if (kSanitized) return;
        const MemoryBound bound(kBound);
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, std::vector<char>(20 * kBound));
        QVERIFY(MemoryBound::exceeded());
    }

    // In the place of any number of a file.
    void anyPlaceSaysGigabytes_data() { formats(); }
    void anyPlaceSaysGigabytes() {
        QFETCH(QString, format);
        const Format& tried = formats_.at(format.toStdString());
        found_.clear();
        const MemoryBound bound(kBound);
        int tries = 0;
        for (size_t at = 0; at < tried.sample.size(); ++at)
            for (const std::string& claim : claims()) {
                std::string claiming = tried.sample;
                claiming.replace(at, std::min(claim.size(), claiming.size() - at), claim);
                reads(tried, tried.mend(claiming), "byte " + std::to_string(at) + " of " + format.toStdString());
                QVERIFY2(found_.empty(), found_.c_str());
                ++tries;
            }
        QVERIFY(tries > 500);
    }

    // Cut somewhere, or with some bits turned.
    void thousandDamaged_data() { formats(); }
    void thousandDamaged() {
        QFETCH(QString, format);
        const Format& tried = formats_.at(format.toStdString());
        std::mt19937 random(23);
        found_.clear();
        const MemoryBound bound(kBound);
        for (int i = 0; i < 1000; ++i) {
            std::string damaged = tried.sample;
            if (i % 2 == 1) damaged.resize(random() % damaged.size());
            for (unsigned flips = i % 2 == 1 ? 0 : 1 + random() % 8; flips > 0; --flips)
                damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
            reads(tried, i % 4 < 2 ? damaged : tried.mend(damaged), "damage " + std::to_string(i));
            QVERIFY2(found_.empty(), found_.c_str());
        }
    }

    // Packed files of some hundred kilobytes that unfold to hundreds of megabytes: read as a stream, not kept.
    void whatUnfolds_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("filling");
        QTest::addColumn<QByteArray>("tail");
        QTest::addColumn<bool>("read");
        const QByteArray event = "{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"name\":\"a\",\"pid\":1,\"tid\":1}";
        QTest::newRow("spaces") << "[" + event << QByteArray(" ") << QByteArray("]") << true;
        QTest::newRow("lines") << "[" + event << QByteArray("\n") << QByteArray("]") << true;
        QTest::newRow("bytes behind the end") << "[" + event + "]" << QByteArray("x") << QByteArray() << true;
        QTest::newRow("events without a time")
            << "[" + event << QByteArray(",{\"ph\":\"X\"}") << QByteArray("]") << true;
        QTest::newRow("a number of many digits")
            << "[" + event + ",{\"pid\":" << QByteArray("1") << QByteArray("}]") << true;
        QTest::newRow("a name of many letters")
            << "[" + event + ",{\"ph\":\"X\",\"ts\":1,\"name\":\"" << QByteArray("n") << QByteArray("\"}]") << true;
        QTest::newRow("brackets") << QByteArray() << QByteArray("[") << QByteArray() << false;
    }
    void whatUnfolds() {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, filling);
        QFETCH(QByteArray, tail);
        QFETCH(bool, read);
        const std::string path = packed(head, filling, tail);
        QVERIFY(QFileInfo(QString::fromStdString(path)).size() < 2 << 20);
        const MemoryBound bound(kUnfolding);
        uint64_t slices = 0;
        try {
            slices = readTrace(path).slices();
        } catch (const Error& error) {
            QVERIFY(!error.message().empty());
        }
        QVERIFY(!MemoryBound::exceeded());
        QCOMPARE(slices > 0, read);
    }

    // Where there is less memory than a token that is still read takes, whoever reads the file is told, and goes on.
    void memoryRunsOut() {
        if (kSanitized) QSKIP("a program with a sanitizer has no bound");
        const std::string path = packed("[{\"pid\":", "1", "}]");
        ::malloc_trim(0);
        const MemoryBound bound(12 * kMegabyte);
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, readTrace(path));
    }
};

QTEST_GUILESS_MAIN(TestClaimedLengths)

}  // namespace test_claimed_lengths

#include "test_claimed_lengths.moc"
