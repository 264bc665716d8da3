// The file of choices: what is kept comes back, others' choices stay, what is damaged is told and made anew, and two
// programs that write at once lose nothing.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <thread>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json.h"
#include "engine/io/kernel_choices.h"

namespace test_kernel_choices {

using namespace tl;

namespace {

KernelChoice choice(const std::string& name) { return {name, "model's", {{name, 1e-3}, {"model's", 1.25e-3}}}; }

}  // namespace

class TestKernelChoices : public QObject {
    Q_OBJECT
    QTemporaryDir place_;
    std::string path(const char* name) const { return place_.filePath(QLatin1String(name)).toStdString(); }

private slots:
    void whatIsKeptComesBack() {
        const std::string file = path("deep/kernels.json");
        QVERIFY(kernelCacheFile(file)->read().empty());
        const KernelChoices one{{"a", choice("x")}}, two{{"a", choice("z")}, {"b", choice("y")}};
        kernelCacheFile(file)->add(one);
        QCOMPARE(kernelCacheFile(file)->read(), one);
        kernelCacheFile(file)->add(two);  // who came first stays
        QCOMPARE(kernelCacheFile(file)->read(), (KernelChoices{{"a", choice("x")}, {"b", choice("y")}}));
    }

    void asJsonAndBack() {
        const KernelChoices choices{{"a", choice("x")}, {"b", {"y", "y", {}}}};
        QCOMPARE(kernelChoicesFrom(toJson(choices)), choices);
    }

    void otherProcessorsStayAndOtherVersionsGo() {
        const std::string file = path("others.json");
        kernelCacheFile(file)->add({{"a", choice("x")}});
        nlohmann::json all = nlohmann::json::parse(readFile(file));
        const std::string self = all.at("machines").begin().key();
        all["machines"]["another processor"] = all["machines"][self];
        all["machines"][self]["versions"] = "oneDNN 1.0";
        writeFileAtomically(file, all.dump());
        QVERIFY(kernelCacheFile(file)->read().empty());
        kernelCacheFile(file)->add({{"b", choice("y")}});
        QCOMPARE(kernelCacheFile(file)->read(), (KernelChoices{{"b", choice("y")}}));
        const nlohmann::json after = nlohmann::json::parse(readFile(file));
        QVERIFY(after.at("machines").contains("another processor"));
    }

    void whatIsDamagedIsToldAndMadeAnew_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{\"format\": \"tensorloom-ker");
        QTest::newRow("foreign") << QByteArray("{\"cells\": [], \"nbformat\": 4}");
        QTest::newRow("a list") << QByteArray("[1, 2, 3]");
        QTest::newRow("machines missing") << QByteArray("{\"format\": \"tensorloom-kernels\"}");
        QTest::newRow("machines a number") << QByteArray("{\"format\": \"tensorloom-kernels\", \"machines\": 7}");
        QTest::newRow("bytes") << QByteArray("\x80\x04\x95\x00\xff\xfe", 6);
        QTest::newRow("a choice without times") << QByteArray();
    }
    void whatIsDamagedIsToldAndMadeAnew() {
        QFETCH(QByteArray, bytes);
        const std::string file = path("damaged.json");
        if (QLatin1String(QTest::currentDataTag()) == QLatin1String("a choice without times")) {
            std::filesystem::remove(file);
            kernelCacheFile(file)->add({{"a", choice("x")}});
            nlohmann::json all = nlohmann::json::parse(readFile(file));
            all["machines"].begin().value()["choices"]["a"].erase("times");
            bytes = QByteArray::fromStdString(all.dump());
        }
        writeFileAtomically(file, bytes.toStdString());
        QString told;
        try {
            kernelCacheFile(file)->read();
        } catch (const Error& error) {
            told = QString::fromUtf8(error.what());
        }
        QVERIFY2(told.contains(QString::fromStdString(file)), qPrintable(told));
        QVERIFY2(told.contains(QLatin1String("made anew")), qPrintable(told));
        kernelCacheFile(file)->add({{"b", choice("y")}});
        QCOMPARE(kernelCacheFile(file)->read(), (KernelChoices{{"b", choice("y")}}));
    }

    void aFolderThatCannotBeWrittenIsTold() {
        writeFileAtomically(path("file"), "no folder");
        QVERIFY_EXCEPTION_THROWN(kernelCacheFile(path("file/kernels.json"))->add({{"a", choice("x")}}), Error);
    }

    // Each with a cache of its own, as two programs have.
    void twoThatWriteAtOnceLoseNothing() {
        const std::string file = path("shared.json");
        constexpr int kWriters = 4, kEach = 12;
        std::vector<std::thread> writers;
        for (int writer = 0; writer < kWriters; ++writer)
            writers.emplace_back([&file, writer] {
                for (int i = 0; i < kEach; ++i)
                    kernelCacheFile(file)->add(
                        {{"op " + std::to_string(writer) + " " + std::to_string(i), choice("x")}});
            });
        for (std::thread& writer : writers) writer.join();
        QCOMPARE(kernelCacheFile(file)->read().size(), size_t{kWriters * kEach});
    }
};

QTEST_GUILESS_MAIN(TestKernelChoices)

}  // namespace test_kernel_choices

#include "test_kernel_choices.moc"
