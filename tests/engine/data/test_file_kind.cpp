// What files are, by content before name: each kind that people give by mistake for a data set, and the sentence and
// advice that they get for it.
#include <QTest>

#include <sys/stat.h>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/file_kind.h"
#include "engine/data/source.h"

namespace test_file_kind {

using namespace tl;

class TestFileKind : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static QString errorOf(const std::string& spec) {
        try {
            openDataSet(spec);
        } catch (const Error& error) {
            return QString::fromStdString(error.message().english());
        }
        return {};
    }

private slots:
    void kinds_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, const QByteArray& bytes, FileKind kind, const char* what) {
            QTest::newRow(name) << QString(name) << bytes << static_cast<int>(kind) << QString(what);
        };
        const QByteArray header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
        const QByteArray checkpoint = files::little<quint64>(quint64(header.size())) + header + QByteArray(4, 0);
        row("mine.tlm", "{\n  \"format\": \"tensorloom-project\",\n  \"version\": 1\n}", FileKind::Project, "project");
        row("mine.json", R"({"data":"", "format":"tensorloom-project"})", FileKind::Project, "project");
        row("best.safetensors", checkpoint, FileKind::Checkpoint, "checkpoint");
        row("renamed.csv.bak", checkpoint, FileKind::Checkpoint, "checkpoint");
        row("photo.txt", files::jpeg(8, 8, 3, files::gradient()), FileKind::Image, "JPEG");
        row("film", files::gif(4, 4, 3, files::gradient()), FileKind::Image, "GIF");
        row("train-images-idx3-ubyte", files::idxImages(1, 2, 2, [](int) { return 0; }), FileKind::PartOfData, "IDX");
        row("data_batch_3.bin", QByteArray(3073, 1), FileKind::PartOfData, "CIFAR");
        row("train.py", "#!/usr/bin/env python3\nimport torch\n", FileKind::Other, "Python script");
        row("go", "#!/bin/sh\nls\n", FileKind::Other, "script");
        row("notes.md", "# Notes\n", FileKind::Other, "Markdown");
        row("iris.data", "5.1,3.5,1.4,0.2,setosa\n", FileKind::Text, "text");
        row("Wörter", "Grüße, 世界\n", FileKind::Text, "text");
        row("settings.json", "{\"a\": 1}", FileKind::Other, "JSON");
        row("weights.h5", QByteArray("\x89HDF\r\n\x1a\n\0\0", 10), FileKind::Other, "HDF5");
        row("model.pt", "PK\3\4\0\0\0\0", FileKind::Other, "PyTorch");
        row("some.zip", "PK\3\4\0\0\0\0", FileKind::Other, "ZIP");
        row("net.onnx", QByteArray("\x08\x07\x12\0\xff", 5), FileKind::Other, "ONNX");
        row("notes.onnx", "not a model\n", FileKind::Text, "text");
        row("paper", "%PDF-1.7\n", FileKind::Other, "PDF");
        row("empty", "", FileKind::Other, "empty");
        row("noise", QByteArray("\0\1\2\xff\xfe", 5), FileKind::Other, "not known");
    }
    void kinds() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        QFETCH(QString, what);
        const std::string path = files::write(folder_.path(), name, bytes);
        const FileDescription found = describeFile(path);
        QCOMPARE(static_cast<int>(found.kind), kind);
        QVERIFY2(found.what.english().find(what.toStdString()) != std::string::npos, found.what.english().c_str());
        // Given as data, the sentence says so, and never opens what lies around it.
        const QString error = errorOf(path);
        QVERIFY2(error.contains(QString::fromStdString(found.what.english())), qPrintable(error));
        QVERIFY(error.contains(QString::fromStdString(path)));
    }
    void noFiles() {
        const std::string pipe = folder_.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(describeFile(pipe).what.english(), std::string("a named pipe"));
        QVERIFY2(errorOf(pipe).contains("named pipe"), qPrintable(errorOf(pipe)));
        QVERIFY(errorOf("csv:" + pipe).contains("named pipe"));
        QCOMPARE(describeFile("/dev/zero").what.english(), std::string("a device"));
        QCOMPARE(describeFile(folder_.path().toStdString()).what.english(), std::string("a folder"));
        QCOMPARE(describeFile("/nowhere/at all").what.english(), std::string("nothing at that path"));
        QVERIFY(errorOf("folder:" + files::write(folder_.path(), "x.py", "pass\n")).contains("Python script"));
    }
    void advice() {
        const auto advised = [&](const char* name, const QByteArray& bytes) {
            return errorOf(files::write(folder_.path(), name, bytes));
        };
        QVERIFY(advised("p.tlm", R"({"format": "tensorloom-project"})").contains("as a project"));
        QVERIFY(advised("t.data", "1 2 3\n").contains("csv:FILE"));
        QVERIFY(advised("i.png", files::png(3, 3, 3, files::gradient())).contains("folder"));
    }
};

QTEST_GUILESS_MAIN(TestFileKind)

}  // namespace test_file_kind

#include "test_file_kind.moc"
