// Project files: the same bytes for the same project, nothing lost on the way, and a sentence for each way to be wrong.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "engine/io/property_json.h"
#include "engine/layers/layer_type.h"
#include "engine/model/templates.h"

namespace test_project {

using namespace tl;

namespace {

Project sample() {
    Project project;
    project.name = "Ziffern „zwölf“";
    project.network = findTemplate("lenet").make({{1, 28, 28}, 10});
    project.network.nodes.edit(1).x = 12.25;
    project.training.optimizer = {"sgd", {{"momentum", 0.9}, {"nesterov", true}}};
    project.training.optimizerOptions = {{"clipnorm", 1.0}, {"use_ema", true}, {"ema_overwrite_frequency", int64_t{9}}};
    project.training.schedule = {"one_cycle", {{"pct_start", 0.25}}};
    project.training.callbacks = {{"early_stopping", {{"patience", int64_t{3}}, {"baseline", std::string("0.5")}}},
                                  {"csv_logger", {}}};
    project.training.augmentation = {{"RandomCrop", {{"padding", int64_t{4}}}}, {"RandomFlip", {}}};
    project.training.seed = 18446744073709551615ull;
    project.training.learningRate = 0.1;
    project.training.testTimeAugmentation = "mirror";
    project.training.testFraction = 0.2;
    project.dataSpec = "sample";
    return project;
}

QString messageOf(const std::function<void()>& function) {
    try {
        function();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not in the text: " + from);
    return text.replace(at, from.size(), to);
}

}  // namespace

class TestProject : public QObject {
    Q_OBJECT
private slots:
    void roundTripIsExactAndStable() {
        const Project project = sample();
        const std::string text = toJson(project);
        std::vector<Message> notes;
        const Project read = projectFromJson(text, {}, &notes);
        QVERIFY(notes.empty());
        QVERIFY(read == project);
        QCOMPARE(toJson(read), text);
    }

    void bypassedNodesComeBack() {
        Project project = sample();
        QVERIFY(toJson(project).find("bypassed") == std::string::npos);
        project.network.nodes.edit(1).bypassed = true;
        QVERIFY(projectFromJson(toJson(project)) == project);
    }

    void isReadable() {
        const std::string text = toJson(sample());
        const QStringList lines = QString::fromStdString(text).split('\n');
        QVERIFY(lines.contains("  \"version\": 1"));
        for (const QString& line : lines) QVERIFY2(line.count("\": ") <= 1, qPrintable(line));  // one property a line
        QVERIFY(text.find("\"position\": [12.25, ") != std::string::npos);                      // numbers on one line
        QVERIFY(text.find("Ziffern „zwölf“") != std::string::npos);
        QCOMPARE(text.back(), '\n');
        // Keys are sorted at the top level.
        QStringList keys;
        for (const QString& line : lines)
            if (line.startsWith("  \"") && !line.startsWith("   ")) keys << line.section('"', 1, 1);
        QStringList sorted = keys;
        sorted.sort();
        QCOMPARE(keys, sorted);
        QVERIFY(keys.size() >= 6);
    }

    void pathsBelowTheProjectAreRelative() {
        QTemporaryDir folder;
        const std::string base = folder.path().toStdString();
        Project project = sample();
        project.dataSpec = "folder:" + base + "/data/cats";
        saveProject(project, base + "/p.tlm");
        QVERIFY(readFile(base + "/p.tlm").find("\"folder:data/cats\"") != std::string::npos);
        QCOMPARE(loadProject(base + "/p.tlm").dataSpec, project.dataSpec);
        // Moved to another place, it finds the data beside it there.
        QTemporaryDir other;
        writeFileAtomically(other.filePath("p.tlm").toStdString(), readFile(base + "/p.tlm"));
        QCOMPARE(loadProject(other.filePath("p.tlm").toStdString()).dataSpec,
                 "folder:" + other.path().toStdString() + "/data/cats");
        project.dataSpec = "mnist:/elsewhere/mnist";
        saveProject(project, base + "/p.tlm");
        QCOMPARE(loadProject(base + "/p.tlm").dataSpec, project.dataSpec);
    }

    void dataSpecs() {
        QCOMPARE(absoluteDataSpec("sample", "/a"), std::string("sample"));
        QCOMPARE(absoluteDataSpec("mnist:b/../c", "/a"), std::string("mnist:/a/c"));
        QCOMPARE(absoluteDataSpec("cats/", "/a"), std::string("/a/cats"));
        QCOMPARE(absoluteDataSpec("./sample", "/a"), std::string("/a/sample"));
        QCOMPARE(absoluteDataSpec("sample?size=64x64", "/a"), std::string("sample?size=64x64"));
        QCOMPARE(absoluteDataSpec("csv:b.csv?label=x/../y", "/a"), std::string("csv:/a/b.csv?label=x/../y"));
        const std::string home = qgetenv("HOME").toStdString();
        QCOMPARE(absoluteDataSpec("csv:~/b.csv?label=x", "/a"), "csv:" + home + "/b.csv?label=x");  // no shell's work
        QCOMPARE(absoluteDataSpec("~/cats", "/a"), home + "/cats");
        QCOMPARE(absoluteDataSpec("~cats", "/a"), std::string("/a/~cats"));
        QCOMPARE(relativeDataSpec("/a/b/c?label=x/../y", "/a/b"), std::string("./c?label=x/../y"));
        QCOMPARE(relativeDataSpec("mnist:/a/b/c", "/a/b"), std::string("mnist:c"));
        QCOMPARE(relativeDataSpec("/a/b/sample", "/a/b"), std::string("./sample"));
        QCOMPARE(relativeDataSpec("mnist:/x/c", "/a/b"), std::string("mnist:/x/c"));
    }

    void cutShortAnywhereIsRefused() {
        QTemporaryDir folder;
        const std::string text = toJson(sample()), file = folder.filePath("cut.tlm").toStdString();
        for (size_t size = 0; size + 2 < text.size(); size += 7) {
            writeFileAtomically(file, text.substr(0, size));
            const QString message = messageOf([&] { loadProject(file); });
            QVERIFY2(message.contains("cut.tlm"), qPrintable(message));
            // A cut inside a number or word may read as another error, but never as a project.
            QVERIFY2(message.contains("cut short at line") || message.contains("empty") ||
                         message.contains("not valid JSON"),
                     qPrintable(message));
        }
    }

    void saysWhereItIsCut() {
        const std::string text = toJson(sample());
        const std::string half = text.substr(0, text.find("\"network\""));
        const auto line = std::to_string(1 + std::count(half.begin(), half.end(), '\n'));
        const QString message = messageOf([&] { projectFromJson(half); });
        QVERIFY2(message.contains(QString("cut short at line %1").arg(line.c_str())), qPrintable(message));
    }

    void wrong_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("newer") << "\n  \"version\": 1\n"
                               << "\n  \"version\": 7\n"
                               << "newer Tensorloom: its version is 7";
        QTest::newRow("not a project") << "tensorloom-project"
                                       << "something"
                                       << "not a Tensorloom project";
        QTest::newRow("text for a number") << "\"batch\": 32"
                                           << "\"batch\": \"many\""
                                           << "training.batch";
        QTest::newRow("fraction for a whole number") << "\"epochs\": 5"
                                                     << "\"epochs\": 5.5"
                                                     << "a whole number";
        QTest::newRow("syntax") << "\"batch\": 32"
                                << "\"batch\" 32"
                                << "not valid JSON at line";
        QTest::newRow("a link to nowhere") << "\"to\": \"output\""
                                           << "\"to\": \"gone\""
                                           << "\"gone\" that is not there";
        QTest::newRow("position") << "[12.25, "
                                  << "[\"a\", "
                                  << "two numbers";
    }
    void wrong() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, says);
        const std::string text = replaced(toJson(sample()), from.toStdString(), to.toStdString());
        const QString message = messageOf([&] { projectFromJson(text); });
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    // As deep as nobody writes them: a sentence, and no exhausted stack; wherever in the file.
    void nestedTooDeep_data() {
        QTest::addColumn<QString>("where");
        QTest::newRow("whole") << "";
        QTest::newRow("an unknown layer's field") << "\"type\": \"Dense\"";
        QTest::newRow("a setting") << "\"batch\": 32";
    }
    void nestedTooDeep() {
        QFETCH(QString, where);
        for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
            std::string deep;
            for (int i = 0; i < 200000; ++i) deep += open;
            deep += "1";
            for (int i = 0; i < 200000; ++i) deep += close;
            std::string text = deep;
            if (!where.isEmpty())
                text = replaced(toJson(sample()), where.toStdString(),
                                where.section(':', 0, 0).toStdString() + ": \"Odd\", \"odd\": " + deep);
            const QString message = messageOf([&] { projectFromJson(text); });
            QVERIFY2(message.contains("nested more than 100 levels"), qPrintable(message.left(200)));
        }
        // Brackets in text are text.
        Project project = sample();
        project.name = std::string(500, '[') + "\"\\" + std::string(500, '{');
        QCOMPARE(projectFromJson(toJson(project)).name, project.name);
    }

    // Numbers that no field can hold are named, and not taken for others; nobody draws a billion inputs.
    void numbersBeyondTheirFields() {
        const auto said = [&](const char* field, const char* with) {
            return messageOf([&] { projectFromJson(replaced(toJson(sample()), field, with)); });
        };
        for (const char* far : {"\"batch\": 4294967328", "\"batch\": -4294967264", "\"batch\": 18446744073709551615"}) {
            const QString message = said("\"batch\": 32", far);
            QVERIFY2(message.contains("training.batch") && message.contains("from -2147483648 to 2147483647"),
                     qPrintable(message));
        }
        const QString message = said("\"port\": 0", "\"port\": 2000000000");
        QVERIFY2(message.contains("links[0].port") && message.contains("up to 9999"), qPrintable(message));
    }

    // What the programs say that is held out where nobody said anything.
    void nothingIsHeldOutByItself() {
        const Project bare = projectFromJson("{\"format\": \"tensorloom-project\", \"version\": 1}");
        QCOMPARE(bare.training.validationFraction, 0.0);
        const Project old = projectFromJson("{\"format\": \"tensorloom-project\", \"version\": 1, \"training\": {}}");
        QCOMPARE(old.training.testFraction, 0.0);
        QVERIFY(!old.training.stratify);  // its runs drew from all images alike, and are done again so
        QVERIFY(Project().training.stratify && projectFromJson(toJson(Project())).training.stratify);
    }

    void unknownLayerIsKept() {
        Project project = sample();
        const std::string known = project.network.nodes[1].type;
        const std::string text =
            replaced(toJson(project), "\"type\": \"" + known + "\"",
                     "\"type\": \"QuantumLayer\", \"future\": {\"deep\": [1, {\"x\": 0.1}], \"s\": \"ü\"}");
        std::vector<Message> notes;
        const Project read = projectFromJson(text, {}, &notes);
        QCOMPARE(notes.size(), size_t{1});
        QVERIFY(notes[0].english().find("QuantumLayer") != std::string::npos);
        const std::string again = toJson(read);
        QVERIFY(again.find("\"future\"") != std::string::npos);
        QVERIFY(again.find("0.1") != std::string::npos && again.find("ü") != std::string::npos);
        QVERIFY(projectFromJson(again) == read);
        QCOMPARE(toJson(projectFromJson(again)), again);
        QCOMPARE(read.network.links, project.network.links);
    }

    void unknownFieldsAreNamed() {
        std::vector<Message> notes;
        const std::string text = replaced(toJson(sample()), "\"batch\": 32", "\"batch\": 32, \"warp\": 9");
        projectFromJson(text, {}, &notes);
        QCOMPARE(notes.size(), size_t{1});
        QVERIFY(notes[0].english().find("training.warp") != std::string::npos);
    }

    void wholeNumbersAreTakenForFractions() {
        const std::string text = replaced(toJson(sample()), "\"momentum\": 0.9", "\"momentum\": 1");
        const Project read = projectFromJson(text);
        QCOMPARE(std::get<double>(read.training.optimizer.properties.at("momentum")), 1.0);
    }

    void whatFitsIntoNoWholeNumberIsRefused() {
        const auto read = [](const char* number) {
            return propertiesFromJson(nlohmann::json::parse("{\"size\": " + std::string(number) + "}"), "node",
                                      nullptr);
        };
        QCOMPARE(std::get<int64_t>(read("9223372036854775807").at("size")), INT64_MAX);
        QCOMPARE(std::get<int64_t>(read("-9223372036854775808").at("size")), INT64_MIN);
        QCOMPARE(std::get<double>(read("99999999999999999999").at("size")), 1e20);  // as JSON has it: a fraction
        for (const char* number : {"9223372036854775808", "18446744073709551615", "[1, 9223372036854775808]"})
            QVERIFY_EXCEPTION_THROWN(read(number), Error);
        Property rate;
        rate.key = "size";
        rate.kind = PropertyKind::Float;
        const std::vector<Property> table{rate};
        QCOMPARE(std::get<double>(propertiesFromJson({{"size", uint64_t{1} << 63}}, "node", &table).at("size")),
                 9223372036854775808.0);
    }

    // A file from before there were callbacks and options of every optimizer means what it meant.
    void olderProjectsOpen() {
        Project project = sample();
        project.training.optimizerOptions.clear();
        project.training.callbacks.clear();
        std::string text = toJson(project);
        text = replaced(text, "    \"callbacks\": [],\n", "");
        text = replaced(text, "    \"optimizer_options\": {},\n", "");
        std::vector<Message> notes;
        QVERIFY(projectFromJson(text, {}, &notes) == project);
        QVERIFY(notes.empty());
    }

    // A layer of an older version is brought up to date as it is read.
    void olderLayersAreMigrated() {
        LayerType type;
        type.id = "Blur";
        type.version = 3;
        std::vector<int> from;
        type.migrate = [&](Properties& properties, int version) {
            from.push_back(version);
            if (auto old = properties.extract("size"); old) properties["radius"] = old.mapped();
        };
        NodeSpec node;
        node.version = 1;
        node.properties = {{"size", int64_t{5}}};
        bringUpToDate(node, type);
        QCOMPARE(node.version, 3);
        QCOMPARE(std::get<int64_t>(node.properties.at("radius")), int64_t{5});
        QVERIFY(!node.properties.count("size"));
        bringUpToDate(node, type);  // and not twice
        node.version = 9;           // nor one from a newer program
        bringUpToDate(node, type);
        QCOMPARE(node.version, 9);
        QCOMPARE(from, std::vector<int>{1});
        // Reading goes through it.
        const std::string text = replaced(toJson(sample()), "\"version\": 1", "\"version\": 0");
        QCOMPARE(projectFromJson(text).network.nodes[0].version, 1);
    }

    void partsRoundTrip() {
        const Project project = sample();
        QVERIFY(networkFromJson(toJson(project.network)) == project.network);
        QVERIFY(trainingFromJson(toJson(project.training)) == project.training);
    }
};

QTEST_GUILESS_MAIN(TestProject)

}  // namespace test_project

#include "test_project.moc"
