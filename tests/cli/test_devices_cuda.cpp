// `tensorloom devices`: what this machine has, why a GPU cannot be used, and one that is there as far as a library that
// stands in for NVIDIA's driver says so.
#include <QtTest>

#include "cli.h"

namespace test_devices_cuda {

using namespace tl::test;

namespace {

// With these folders ahead of those where libraries are looked for.
Ran devices(const QString& libraries, const QStringList& more = {}) {
    const QByteArray before = qgetenv("LD_LIBRARY_PATH");
    if (!libraries.isEmpty()) qputenv("LD_LIBRARY_PATH", libraries.toUtf8());
    const Ran ran = run(QStringList{"devices"} + more);
    qputenv("LD_LIBRARY_PATH", before);
    return ran;
}

// A folder with the stand-ins of these names.
void fill(const QTemporaryDir& folder, const QStringList& names) {
    for (const QString& name : names) QVERIFY(QFile::link(TENSORLOOM_STAND_INS "/" + name, folder.filePath(name)));
}

// As if those that this machine has were not there: what is found first is no library.
void hide(const QTemporaryDir& folder, const QStringList& names) {
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a library");
    }
}

}  // namespace

class TestDevicesCuda : public QObject {
    Q_OBJECT
private slots:
    void theProcessorFirst() {
        const Ran ran = devices({}, {"--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.objects.at(0)["device"].get<std::string>(), std::string("cpu"));
        QVERIFY(ran.objects.at(0)["memory"].get<uint64_t>() > 0);
    }

    void withoutADriver() {
        const QTemporaryDir folder;
        hide(folder, {"libcuda.so.1"});
        const Ran ran = devices(folder.path());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("NVIDIA GPU cannot be used: NVIDIA's driver: expected the library libcuda.so.1, "
                                  "found none on this machine."),
                 qPrintable(ran.out));
    }

    void aCardWithoutLibraries() {
        const QTemporaryDir folder;
        fill(folder, {"libcuda.so.1"});
        hide(folder, {"libcudnn.so.9", "libcublasLt.so.13"});
        const Ran ran = devices(folder.path());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("Stand-in 10 cannot be used: ") && ran.out.contains("Stand-in 11 cannot be used: "),
                 qPrintable(ran.out));
        if (!TENSORLOOM_HAS_CUDA_KERNELS)
            QVERIFY2(ran.out.contains("expected a program with kernels for it"), qPrintable(ran.out));
        else if (!TENSORLOOM_HAS_CUDNN)
            QVERIFY2(ran.out.contains("expected a program that was built with its frontend"), qPrintable(ran.out));
        else
            QVERIFY2(ran.out.contains("expected the library libcudnn.so.9, found none on this machine"),
                     qPrintable(ran.out));
    }

    void aCardWithAll() {
        if (!TENSORLOOM_HAS_CUDA_KERNELS || !TENSORLOOM_HAS_CUDNN)
            QSKIP("this program has no kernels or no cuDNN for GPUs: `./dev build cuda full` fetches what that needs");
        const QTemporaryDir folder;
        fill(folder, {"libcuda.so.1", "libcudnn.so.9", "libcublasLt.so.13", "libnvidia-ml.so.1"});
        const Ran ran = devices(folder.path(), {"--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.objects.size(), size_t{3});
        const nlohmann::json properties = ran.objects[1]["properties"];
        QCOMPARE(properties["deviceName"].get<std::string>(), std::string("Stand-in 10"));
        QCOMPARE(properties["driverVer"].get<int>(), 13000);
        QCOMPARE(properties["maxGridSize"].size(), size_t{3});
        QCOMPARE(ran.objects[1], (nlohmann::json{{"device", "cuda:0"},
                                                 {"name", "Stand-in 10"},
                                                 {"memory", uint64_t{10} << 30},
                                                 {"driver", "580.65.06, CUDA 13.0"},
                                                 {"bus", "0000:0A:00.0"},
                                                 {"software", "cuDNN 9.19.0, cuBLASLt 13.1.0"},
                                                 {"properties", properties}}));
        QCOMPARE(ran.objects[2]["device"].get<std::string>(), std::string("cuda:1"));
    }

    // Before a folder is made, in a sentence: what is not there, and why.
    void severalThatAreNotHere_data() {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("says");
        QTest::newRow("two") << "cuda:0,cuda:1"
                             << "device \"cuda:0\": expected one of: cpu, found no such device on this machine. "
                                "NVIDIA's driver: expected the library libcuda.so.1, found none on this machine.";
        QTest::newRow("all") << "cuda:all"
                             << "device \"cuda:all\": expected a GPU that can be used, found none on this machine. "
                                "NVIDIA's driver: expected the library libcuda.so.1, found none on this machine.";
        QTest::newRow("the processor too") << "cpu,cuda:0"
                                           << "expected GPUs, found \"cpu\"";
        QTest::newRow("twice") << "cuda:0,cuda:0"
                               << "found cuda:0 twice";
    }
    void severalThatAreNotHere() {
        QFETCH(QString, named);
        QFETCH(QString, says);
        const QTemporaryDir libraries, out;
        hide(libraries, {"libcuda.so.1"});
        const QByteArray before = qgetenv("LD_LIBRARY_PATH");
        qputenv("LD_LIBRARY_PATH", libraries.path().toUtf8());
        const Ran ran =
            run({"train", "--template", "mlp", "--data", "sample", "--device", named, "--out", out.filePath("run")});
        qputenv("LD_LIBRARY_PATH", before);
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
        QVERIFY(!QFileInfo::exists(out.filePath("run")));
    }
};

QTEST_GUILESS_MAIN(TestDevicesCuda)

}  // namespace test_devices_cuda

#include "test_devices_cuda.moc"
