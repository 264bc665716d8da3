// Timelines in files: what is written comes back in both formats to the nanosecond; what other programs write is read
// with its oddities; thousands of broken files end in a sentence or in what could be read.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <fstream>
#include <new>
#include <optional>
#include <random>

#include "engine/core/error.h"
#include "engine/io/json.h"
#include "engine/io/trace/json_windows.h"
#include "engine/io/trace/trace_file.h"
#include "tests/support/wire_writer.h"

namespace test_trace {

using namespace tl;

namespace {

Trace someTrace() {
    TraceBuilder builder;
    builder.process(7) = {7, "tensorloom \"train\"", 1};
    const size_t training = builder.thread(7, 1), kernels = builder.thread(7, 2);
    builder.threadAt(training).name = "training";
    builder.threadAt(kernels).name = "kernels 1";
    builder.threadAt(kernels).order = 5;
    const int64_t origin = 1'785'000'000'123'456'789;
    const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                   conv = builder.label({"Conv2D", "forward", "conv \"1\"", "brgconv", 1.5e9, 4096});
    builder.add(training, TraceSlice{origin, 1'000'001, step, 12});
    builder.add(training, TraceSlice{origin + 1001, 5000, conv, 12});
    builder.add(training, TraceSlice{origin + 7003, 1, conv, 0});
    builder.add(training, TraceSlice{origin + 8000, 1000, conv, builder.detail("shape=[3,5] α=1")});
    builder.add(kernels, TraceSlice{origin + 1100, 4000, conv, 0});
    const size_t memory = builder.counter(7, "process memory");
    builder.counterAt(memory).unit = "B";
    builder.add(memory, TracePoint{origin + 10, 1e9});
    builder.add(memory, TracePoint{origin + 500'000, 2.5});
    return builder.finish();
}

void compare(const Trace& read, const Trace& written, bool names) {
    QCOMPARE(read.origin, written.origin);
    QCOMPARE(read.end, written.end);
    QCOMPARE(read.bad, written.bad);
    QCOMPARE(read.cut, written.cut);
    QCOMPARE(read.threads.size(), written.threads.size());
    if (names) QCOMPARE(read.processes.at(0).name, written.processes.at(0).name);
    for (size_t t = 0; t < read.threads.size(); ++t) {
        QCOMPARE(read.threads[t].name, written.threads[t].name);
        QCOMPARE(read.threads[t].levels.size(), written.threads[t].levels.size());
        for (size_t level = 0; level < read.threads[t].levels.size(); ++level) {
            const TraceLane &a = read.threads[t].levels[level], &b = written.threads[t].levels[level];
            QCOMPARE(a.size(), b.size());
            for (uint64_t i = 0; i < a.size(); ++i) {
                QCOMPARE(a[i].begin, b[i].begin);
                QCOMPARE(a[i].duration, b[i].duration);
                QVERIFY(read.labelOf(a[i]) == written.labelOf(b[i]));
                QCOMPARE(read.text(a[i]), written.text(b[i]));
                QCOMPARE(read.number(a[i]), written.number(b[i]));
            }
        }
    }
    QCOMPARE(read.counters.size(), written.counters.size());
    for (size_t c = 0; c < read.counters.size(); ++c) {
        QCOMPARE(read.counters[c].name, written.counters[c].name);
        QCOMPARE(read.counters[c].unit, written.counters[c].unit);
        QCOMPARE(read.counters[c].size(), written.counters[c].size());
        for (uint64_t i = 0; i < read.counters[c].size(); ++i) {
            QCOMPARE(read.counters[c][i].time, written.counters[c][i].time);
            QCOMPARE(read.counters[c][i].value, written.counters[c][i].value);
        }
    }
}

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class TestTraceFiles : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    std::string write(const std::string& name, const std::string& bytes) {
        const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    // The same, however much of it is parsed at once: small windows are parsed ahead, each by itself.
    static Trace readInWindows(const std::string& path) {
        const auto read = [&](const TraceReading& reading) -> std::optional<Trace> {
            try {
                return readTrace(path, reading);
            } catch (const Error&) {
                return std::nullopt;
            }
        };
        const std::optional<Trace> trace = read({});
        for (const size_t window : {32, 500, 20'000}) {
            const std::optional<Trace> inParts = read({.window = window});
            if (inParts.has_value() != trace.has_value()) QTest::qFail("a window's size decides", __FILE__, __LINE__);
            if (inParts && trace) compare(*inParts, *trace, false);
        }
        return trace ? *trace : readTrace(path);
    }
    Trace readText(const std::string& text) { return readInWindows(write("t.json", text)); }

private slots:
    void comesBack_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a.json", "a.json.gz", "a.xplane.pb"}) QTest::newRow(name) << name;
    }
    void comesBack() {
        QFETCH(QString, name);
        const Trace written = someTrace();
        const std::string path = folder_.filePath(name).toStdString();
        writeTrace(written, path);
        QVERIFY(looksLikeTrace(path));
        compare(readTrace(path), written, !name.endsWith(".pb"));
        // And once more: what was read is written as it was.
        writeTrace(readTrace(path), path);
        compare(readTrace(path), written, !name.endsWith(".pb"));
    }

    // TensorBoard's profile plugin knows ops, steps and waits by TensorFlow's names, takes an event for part of one
    // that stands before it, and counts picoseconds in 64 bits, which hold 107 days.
    void asThePluginWants() {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1);
        const int64_t origin = 1'785'000'000'123'456'789;
        const auto add = [&](const TraceLabel& label, int64_t begin, int64_t duration) {
            builder.add(training, TraceSlice{origin + begin, duration, builder.label(label), 7});
        };
        add({"wait for batch", "wait", {}, {}, 0, 0}, 0, 10);
        add({"step", "other", {}, {}, 0, 0}, 10, 90);
        add({"forward", "forward", {}, {}, 0, 0}, 10, 40);
        add({"Conv2D", "forward", "conv 1", {}, 0, 0}, 20, 10);
        add({"MatMul", "backward", "dense_1", {}, 0, 0}, 60, 10);
        const Trace written = builder.finish();
        const std::string path = folder_.filePath("plugin.xplane.pb").toStdString();
        writeTrace(written, path);
        compare(readTrace(path), written, false);

        const std::string bytes = bytesOf(path);
        for (const char* name : {"\x12\x0fIteratorGetNext", "\x12\x05train", "conv_1/Conv2D:Conv2D",
                                 "gradient_tape/dense_1/MatMul:MatMul", "profile_start_time"})
            QVERIFY2(bytes.find(name) != std::string::npos, name);
        // The line's time, 0, and then its events, outer ones before those within.
        const size_t line = bytes.find(std::string("\x18\0\x22", 3));
        QVERIFY(line != std::string::npos);
        std::vector<int> order;
        for (size_t at = line + 2; order.size() < 5 && bytes[at] == '\x22' && bytes[at + 2] == '\x08';
             at += 2 + static_cast<unsigned char>(bytes[at + 1]))
            order.push_back(bytes[at + 3]);  // its label's number
        QCOMPARE(order, (std::vector<int>{1, 2, 3, 4, 5}));
    }

    void bothForms() {
        const std::string event = R"({"name":"a","ph":"X","ts":5,"dur":2.5,"pid":1,"tid":1})";
        for (const std::string& text :
             {"[" + event + "]", "[" + event + ",]", "[" + event,
              "{\"other\":[{\"ph\":\"X\"},[1,{\"a\":2}]],\"traceEvents\":[" + event + "],\"x\":1}",
              "\xef\xbb\xbf [" + event + "]\n"}) {
            const Trace trace = readText(text);
            QCOMPARE(trace.slices(), uint64_t{1});
            QCOMPARE(trace.threads[0].levels[0][0].duration, int64_t{2500});
            QCOMPARE(trace.bad, uint64_t{0});
        }
        QVERIFY(readText("[" + event).cut);
        QVERIFY(!readText("[" + event + "]").cut);
    }

    void beginAndEnd() {
        const Trace trace = readText(R"([
            {"name":"outer","ph":"B","ts":1000,"pid":1,"tid":1},
            {"name":"inner","cat":"x","ph":"B","ts":1001.25,"pid":1,"tid":1},
            {"ph":"E","ts":1003,"pid":1,"tid":1},
            {"name":"outer","ph":"E","ts":1010,"pid":1,"tid":1},
            {"name":"open","ph":"B","ts":1011,"pid":1,"tid":2},
            {"ph":"E","ts":1,"pid":9,"tid":9},
            {"name":"last","ph":"X","ts":1015,"dur":5,"pid":1,"tid":1}])");
        QCOMPARE(trace.bad, uint64_t{1});  // an end of nothing
        const TraceThread& first = trace.threads[0];
        QCOMPARE(first.levels.size(), size_t{2});
        QCOMPARE(first.levels[1][0].begin, int64_t{1250});
        QCOMPARE(first.levels[1][0].duration, int64_t{1750});
        QCOMPARE(first.levels[0][0].duration, int64_t{10'000});
        QCOMPARE(trace.threads[1].levels[0][0].end(), int64_t{20'000});  // what never ends lasts to the end
    }

    void namesOfWords() {  // kineto names processes and threads by words too
        const Trace trace = readText(R"({"traceEvents":[
            {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":"Spans","tid":"PyTorch Profiler","ts":10.5,"dur":3,
             "args":{"External id": 7,"Input Dims": [[3,5],[5,2]],"Nested":{"x":1}}},
            {"ph":"M","name":"process_sort_index","pid":"Spans","tid":0,"args":{"sort_index":-3}},
            {"ph":"i","s":"g","name":"Iteration","pid":1,"tid":2,"ts":11},
            {"ph":"s","id":4,"pid":1,"tid":2,"ts":11,"cat":"ac2g","name":"ac2g"},
            {"ph":"f","id":4,"pid":1,"tid":2,"ts":12,"cat":"ac2g","name":"ac2g","bp":"e"}]})");
        QCOMPARE(trace.bad, uint64_t{0});
        QCOMPARE(trace.slices(), uint64_t{2});
        QCOMPARE(trace.processes[0].name, std::string("Spans"));
        QCOMPARE(trace.threads[0].name, std::string("PyTorch Profiler"));
        QCOMPARE(trace.text(trace.threads[0].levels[0][0]), std::string("External id=7 Input Dims=[…] Nested={…}"));
        QCOMPARE(trace.labelOf(trace.threads[0].levels[0][0]).category, std::string("cpu_op"));
    }

    void countersAndAsync() {
        const Trace trace = readText(R"([
            {"name":"mem","ph":"C","ts":1,"pid":1,"args":{"used":5,"free":7.5}},
            {"name":"mem","ph":"C","ts":2,"pid":1,"args":{"used":6,"free":6}},
            {"name":"rate","ph":"C","ts":2,"pid":1,"args":{"value":6}},
            {"name":"load","cat":"net","ph":"b","id":"0x1","ts":1,"pid":1},
            {"name":"load","cat":"net","ph":"b","id":"0x2","ts":2,"pid":1},
            {"name":"load","cat":"net","ph":"n","id":"0x2","ts":2.5,"pid":1},
            {"name":"load","cat":"net","ph":"e","id":"0x1","ts":4,"pid":1},
            {"name":"load","cat":"net","ph":"e","id":"0x2","ts":9,"pid":1}])");
        QCOMPARE(trace.bad, uint64_t{0});
        QCOMPARE(trace.counters.size(), size_t{3});
        QCOMPARE(trace.counters[0].name, std::string("mem used"));
        QCOMPARE(trace.counters[1][0].value, 7.5);
        QCOMPARE(trace.counters[2].name, std::string("rate"));
        QCOMPARE(trace.slices(), uint64_t{2});
        QCOMPARE(trace.threads[0].name, std::string("net"));
        QCOMPARE(trace.threads[0].levels[1][0].duration, int64_t{7000});
    }

    // Read in windows, whose ends fall on tokens: whatever stands at them, and wherever lines end, comes out the same.
    void longerThanAWindow_data() {
        QTest::addColumn<QString>("gap");
        QTest::newRow("no line at all") << "";
        QTest::newRow("a token a line") << "\n";
        QTest::newRow("spaces") << "  ";
        QTest::newRow("lines of Windows") << "\r\n\t";
    }
    void longerThanAWindow() {
        QFETCH(QString, gap);
        const std::string g = gap.toStdString();
        constexpr int kEvents = 12'000;
        const std::string names[] = {"plain", "\"quoted\" {brace", "back\\slash\\", "caf\u00e9 \n },{", "[,:"};
        std::string text = "{" + g + "\"traceEvents\"" + g + ":" + g + "[";
        for (int i = 0; i < kEvents; ++i) {
            if (i > 0) text += g + ",";
            const auto pair = [&](const char* key, const std::string& value) {
                return "\"" + std::string(key) + "\"" + g + ":" + g + value + g;
            };
            text += g + "{" + g + pair("name", nlohmann::json(names[i % 5]).dump()) + "," + pair("ph", "\"X\"") + "," +
                    g + pair("ts", std::to_string(10 * i) + ".25") + "," + pair("dur", "7") + "," + pair("tid", "1") +
                    "," + pair("args", "{" + pair("x", std::to_string(i)) + "}") + "}";
        }
        text += g + "]" + g + "}" + g;
        QVERIFY(text.size() > 3 * (size_t{1} << 18));
        const Trace trace = readText(text);
        QCOMPARE(trace.bad, uint64_t{0});
        QVERIFY(!trace.cut);
        const TraceLane& lane = trace.threads.at(0).levels.at(0);
        QCOMPARE(lane.size(), uint64_t{kEvents});
        for (int i = 0; i < kEvents; ++i) {
            const TraceSlice& slice = lane[static_cast<uint64_t>(i)];
            QCOMPARE(slice.begin, int64_t{10'000} * i);
            QCOMPARE(slice.duration, int64_t{7000});
            QCOMPARE(trace.labelOf(slice).name, names[i % 5]);
            QCOMPARE(trace.text(slice), "x=" + std::to_string(i));
        }
        // What is cut there is told, and all before is there.
        const Trace cut = readText(text.substr(0, text.size() / 2));
        QVERIFY(cut.cut);
        QVERIFY(cut.slices() > kEvents / 2 - 100 && cut.slices() <= kEvents / 2 + 100);
    }
    // Cut after each letter: what is whole before is there, and nothing is read from beside it.
    void everyPrefix() {
        const std::string text = "{\"baseTimeNanoseconds\": 17, \"traceEvents\": [\n{\"ph\":\"X\",\"ts\":1.5,\"dur\":2,"
                                 "\"pid\":4711,\"tid\":-3,\"name\":\"a\\u00e9\",\"args\":{\"x\":[1,true,null]}},\n"
                                 "{\"ph\":\"X\",\"ts\":12,\"pid\":4711,\"tid\":12345,\"name\":\"b\"}\n]}\n";
        uint64_t most = 0;
        for (size_t length = 0; length <= text.size(); ++length) {
            try {
                const Trace trace = readText(text.substr(0, length));
                QVERIFY(trace.slices() >= most);
                QCOMPARE(trace.cut, length < text.size() - 1);
                QCOMPARE(trace.threads.front().process, int64_t{4711});
                most = trace.slices();
            } catch (const Error&) {
                QCOMPARE(most, uint64_t{0});
            }
        }
        QCOMPARE(most, uint64_t{2});
        // A number that the file ends in, longer than a window.
        QVERIFY_THROWS_EXCEPTION(Error, readText("[{\"pid\":" + std::string(1'000'000, '1')));
    }
    // Chrome leaves the bracket out where it is killed. By then each window's place was another's many times.
    void manyWindowsWithoutAnEnd() {
        for (int events = 300; events < 340; ++events) {
            std::string text = "[";
            for (int i = 0; i < events; ++i) {
                if (i > 0) text += ",\n";
                text += R"({"ph":"X","name":"a","ts":)" + std::to_string(10 * i) + R"(,"dur":1,"pid":1,"tid":1})";
            }
            for (const char* end : {"", "\n", ",\n", "]", "\n]\n", ",]"}) {
                const Trace trace = readText(text + end);
                QCOMPARE(trace.slices(), static_cast<uint64_t>(events));
                QCOMPARE(trace.bad, uint64_t{0});
                QCOMPARE(trace.cut, std::string(end).find(']') == std::string::npos);
            }
        }
    }
    // Of all windows but the first, and each once: what is parsed ahead is most of a file.
    void windowsAreParsedAhead_data() {
        QTest::addColumn<std::string>("before");
        QTest::addColumn<std::string>("between");
        QTest::newRow("an object a line") << std::string("{\"ph\":\"X\",\"ts\":") << std::string(",\n");
        QTest::newRow("the next on the line of the last")
            << std::string("{\n\"ph\": \"X\",\n\"args\": {\n},\n\"ts\":") << std::string(",");
        QTest::newRow("lines of their own")
            << std::string("  {\n    \"ph\": \"X\", \"args\": {\n    },\n    \"ts\":") << std::string(",\n");
        QTest::newRow("no lines") << std::string("{\"ph\":\"X\",\"ts\":") << std::string(",");
    }
    void windowsAreParsedAhead() {
        QFETCH(const std::string, before);
        QFETCH(const std::string, between);
        std::string text = "{\"traceEvents\":[\n";
        for (int i = 0; i < 2000; ++i) text += (i > 0 ? between : "") + before + std::to_string(i) + "}";
        const std::string path = write("ahead.json", text + "\n]}");
        std::atomic<size_t> seen = 0;
        const TraceReading reading{.window = 1000};
        trace::JsonWindows windows(path, reading, [&](size_t, std::string_view window) { seen += window.size(); });
        std::string all;
        size_t given = 0;
        for (;;) {
            const trace::JsonWindows::Window window = windows.next();
            if (window.bytes.empty()) break;
            all.append(window.bytes.data(), window.bytes.size());
            if (window.elements) given += window.bytes.size();
        }
        QCOMPARE(all, text + "\n]}");
        QCOMPARE(seen.load(), given);
        QVERIFY(given > all.size() - 2500);
        // Whatever goes wrong in one comes out at its turn; and it can be left at any time.
        trace::JsonWindows failing(path, reading, [](size_t, std::string_view) { throw std::bad_alloc(); });
        QVERIFY(!failing.next().bytes.empty());
        const auto readOn = [&failing] {
            while (!failing.next().bytes.empty()) continue;
        };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, readOn());
        const trace::JsonWindows unread(path, reading, [](size_t, std::string_view) {});
        int asked = 0;
        QVERIFY_THROWS_EXCEPTION(Error,
                                 readTrace(path, {.progress = [&](double) { return ++asked < 30; }, .window = 1000}));
        QCOMPARE(asked, 30);
    }
    // A line's end within a text is an error, wherever a window ends.
    void aLineWithinAText() {
        for (const char* text : {"foo{ ,\n", "foo\\\"\n"}) {
            const std::string head = "{\"ph\":\"X\",\"ts\":1,\"name\":\"";
            std::string all = "[";
            while (all.size() < 3 * (size_t{1} << 18)) all += head + "a\"},";
            const Trace trace = readText(all + head + text + std::string(300'000, ' '));
            QVERIFY(trace.cut);
            QVERIFY(trace.slices() > 1000);
        }
    }
    // As PyTorch once wrote them: microseconds since 1970, to the nanosecond.
    void timesOfSixteenDigits() {
        const Trace trace = readText(R"([{"ph":"X","ts":1763843668000000.123,"dur":1.001,"name":"a"},
            {"ph":"X","ts":1763843668000000.124,"dur":0.5,"name":"b"},{"ph":"X","ts":99999999999999999,"name":"c"}])");
        QCOMPARE(trace.origin, int64_t{1763843668000000123});
        QCOMPARE(trace.slices(), uint64_t{2});
        QCOMPARE(trace.bad, uint64_t{1});
        QCOMPARE(trace.threads[0].levels.size(), size_t{2});
        QCOMPARE(trace.threads[0].levels[1][0].begin, int64_t{1});
        QCOMPARE(trace.threads[0].levels[0][0].duration, int64_t{1001});
    }
    void manyEmptyLines() {
        const Trace trace =
            readText("[{\"ph\":\"X\",\"ts\":1,\"name\":\"a\",\"pid\":1" + std::string(600'000, '\n') + "}]");
        QCOMPARE(trace.slices(), uint64_t{1});
    }
    void aTextLongerThanAWindow() {
        const std::string name(700'000, 'n');
        const Trace trace = readText(R"([{"ph":"X","ts":1,"name":")" + name + R"("},{"ph":"X","ts":5,"name":"b"}])");
        QCOMPARE(trace.slices(), uint64_t{2});
        QVERIFY(trace.labels.at(0).name.starts_with("nnn"));
        QCOMPARE(trace.labels.at(1).name, std::string("b"));
    }

    void badRecordsAreCounted() {
        const Trace trace = readText(R"([{"ph":"X","ts":"seven","name":"x"},{"name":"no phase","ts":1},7,"text",null,
            {"ph":"X","name":"no time"},{"ph":"X","ts":1,"dur":-5},{"ph":"C","ts":1,"name":"c","args":{}},
            {"ph":"X","ts":1e40},{"ph":"?","ts":1},{"ph":"X","ts":"12.5","dur":1,"name":"quoted time"}])");
        QCOMPARE(trace.slices(), uint64_t{1});
        QCOMPARE(trace.bad, uint64_t{10});
    }

    // A time before all others, which has no opposite.
    void timesTooFarAway() {
        using namespace test;
        const auto line = [](uint64_t time) {
            return bytes(3, number(3, time) + bytes(4, number(1, 1) + number(3, 7)));
        };
        const std::string plane = bytes(1, number(1, 1) + bytes(2, "p") + line(uint64_t{1} << 63) + line(5));
        const Trace trace = readTrace(write("far.xplane.pb", plane));
        QCOMPARE(trace.slices(), uint64_t{1});
        QCOMPARE(trace.bad, uint64_t{1});
    }

    void whatIsNoTrace() {
        for (const std::string& text : {std::string(), std::string("hello"), std::string("{}"), std::string("[]"),
                                        std::string("{\"a\": 1}"), std::string(5000, '[')})
            QVERIFY_THROWS_EXCEPTION(Error, readText(text));
        try {
            (void)readText({});
            QFAIL("an empty file was read");
        } catch (const Error& error) {
            QVERIFY(error.message().english().find("found an empty file") != std::string::npos);
        }
        QVERIFY_THROWS_EXCEPTION(Error, readTrace("/no/such/file.json"));
        QVERIFY_THROWS_EXCEPTION(Error, readTrace(folder_.path().toStdString()));
        QVERIFY(!looksLikeTrace(write("package.json", "{\"name\": \"x\"}")));
    }

    void readingCanBeGivenUp() {
        const std::string path = folder_.filePath("b.json").toStdString();
        writeTrace(someTrace(), path);
        QVERIFY_THROWS_EXCEPTION(Error, readTrace(path, {[](double) { return false; }}));
    }

    // What torch.profiler and TensorFlow's profiler wrote, counted by their own libraries (tests/reference/traces.py).
    void asOthersCount_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("writer");
        QTest::newRow("torch") << "torch.json.gz"
                               << "torch";
        QTest::newRow("tensorflow") << "tensorflow.xplane.pb"
                                    << "tensorflow";
    }
    void asOthersCount() {
        QFETCH(QString, file);
        QFETCH(QString, writer);
        const QString folder = QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/traces/");
        const auto expected =
            nlohmann::json::parse(bytesOf((folder + "expected.json").toStdString()))[writer.toStdString()];
        const Trace trace = readInWindows((folder + file).toStdString());
        QVERIFY(looksLikeTrace((folder + file).toStdString()));
        QCOMPARE(trace.bad, uint64_t{0});
        QVERIFY(!trace.cut);
        QCOMPARE(trace.slices(), expected["slices"].get<uint64_t>());
        std::map<std::string, int64_t> counts, nanoseconds;
        for (const TraceThread& thread : trace.threads) {
            QVERIFY(!thread.name.empty() || writer == "torch");
            for (const TraceLane& lane : thread.levels)
                for (uint64_t i = lane.first(); i < lane.last(); ++i) {
                    ++counts[trace.labelOf(lane[i]).name];
                    nanoseconds[trace.labelOf(lane[i]).name] += lane[i].duration;
                }
        }
        for (const auto& [name, count] : expected["count"].items()) QCOMPARE(counts[name], count.get<int64_t>());
        QVERIFY(expected["count"].size() > 10);
        if (expected.contains("nanoseconds"))
            for (const auto& [name, sum] : expected["nanoseconds"].items())
                QVERIFY2(std::abs(nanoseconds[name] - sum.get<int64_t>()) <= 1, name.c_str());
        // What lies within what is found by time alone.
        if (writer == "torch") {
            const auto deepest =
                std::ranges::max_element(trace.threads, {}, [](const auto& t) { return t.levels.size(); });
            QVERIFY(deepest->levels.size() >= 4);
        }
    }

    // Cut anywhere, or with any bit turned: a sentence, or what could be read; the end of a test is that it ends.
    void brokenFiles_data() { comesBack_data(); }
    void brokenFiles() {
        QFETCH(QString, name);
        const std::string path = folder_.filePath(name).toStdString();
        writeTrace(someTrace(), path);
        const std::string whole = bytesOf(path);
        std::mt19937 random(11);
        int read = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string broken = whole;
            if (i % 2 == 0)
                broken.resize(random() % whole.size());
            else
                for (unsigned k = 0; k <= random() % 3; ++k)
                    broken[random() % whole.size()] ^= static_cast<char>(1u << random() % 8);
            const std::string at = write("broken-" + name.toStdString(), broken);
            try {
                const Trace trace = i % 10 < 2 ? readInWindows(at) : readTrace(at);
                QVERIFY(trace.slices() <= whole.size());
                ++read;
            } catch (const Error& error) {
                QVERIFY(!error.message().empty());
            }
        }
        QVERIFY(read > 50);
    }
};

QTEST_GUILESS_MAIN(TestTraceFiles)

}  // namespace test_trace

#include "test_trace.moc"
