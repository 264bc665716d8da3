// The safetensors format: our files read back, a file of the format's own library is read, and damaged ones are refused
// with a sentence.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/io/safetensors.h"

namespace test_safetensors {

using namespace tl;

namespace {

std::string withHeader(const std::string& header, const std::string& data) {
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i));
    return bytes + header + data;
}

TensorFile sample() {
    TensorFile file;
    file.tensors["a"] = Tensor::fromFloats({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    file.tensors["b/scalar"] = Tensor::scalar(7.5f);
    file.tensors["empty"] = Tensor({0, 4}, DType::Float32);
    file.tensors["bytes"] = Tensor({3}, DType::UInt8);
    file.metadata = {{"format", "test"}, {"text", "zwölf \"quoted\"\n"}};
    return file;
}

}  // namespace

class TestSafetensors : public QObject {
    Q_OBJECT
private slots:
    void roundTrip() {
        const TensorFile file = sample();
        const std::string bytes = toSafetensors(file);
        QCOMPARE(static_cast<unsigned char>(bytes[0]) % 8, 0);  // the data begins on 8 bytes
        const TensorFile read = fromSafetensors(bytes, "x");
        QCOMPARE(read.metadata, file.metadata);
        QCOMPARE(read.tensors.size(), file.tensors.size());
        for (const auto& [name, tensor] : file.tensors) {
            const Tensor& other = read.tensors.at(name);
            QCOMPARE(other.shape(), tensor.shape());
            QCOMPARE(other.dtype(), tensor.dtype());
            QVERIFY(std::memcmp(other.data(), tensor.data(), tensor.bytes()) == 0);
        }
        QCOMPARE(toSafetensors(read), bytes);
    }

    // As `safetensors.numpy.save({"w": np.arange(4, dtype=np.float32)}, metadata={"k": "v"})` writes it.
    void foreign() {
        const std::string header =
            R"({"__metadata__":{"k":"v"},"w":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})";
        std::string data(16, '\0');
        const float values[] = {0, 1, 2, 3};
        std::memcpy(data.data(), values, 16);
        const TensorFile file = fromSafetensors(withHeader(header, data), "w.safetensors");
        QCOMPARE(file.metadata.at("k"), std::string("v"));
        QCOMPARE(file.tensors.at("w").as<float>()[3], 3.0f);
    }

    void everyTruncationIsRefused() {
        const std::string bytes = toSafetensors(sample());
        for (size_t size = 0; size < bytes.size(); ++size)
            QVERIFY_EXCEPTION_THROWN(fromSafetensors(bytes.substr(0, size), "x"), Error);
    }

    void damaged_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("dataBytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* header, int bytes, const char* says) {
            QTest::newRow(name) << QByteArray(header) << bytes << says;
        };
        row("not json", "{nonsense}", 0, "not valid JSON");
        row("hole", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8, "begins at byte 4");
        row("overlap",
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
            12, "begins at byte 4");
        row("too many bytes", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 8, "belong to no tensor");
        row("wrong size", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8, "larger than the file");
        row("size differs", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 8, "needs 4 bytes");
        row("reversed", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4, "outside");
        row("overflowing shape", R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}})", 4,
            "larger");
        row("zero hides overflow", R"({"a":{"dtype":"F32","shape":[0,18446744073709551615],"data_offsets":[0,0]}})", 0,
            "larger");
        row("negative", R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4, "whole numbers");
        row("type", R"({"a":{"dtype":"Q9","shape":[1],"data_offsets":[0,4]}})", 4, "Q9");
        row("cut", R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})", 4, "cut short");
        row("metadata", R"({"__metadata__":{"a":1}})", 0, "not text");
    }
    void damaged() {
        QFETCH(QByteArray, header);
        QFETCH(int, dataBytes);
        QFETCH(QString, says);
        try {
            fromSafetensors(withHeader(header.toStdString(), std::string(static_cast<size_t>(dataBytes), 'x')),
                            "file.safetensors");
            QFAIL("was read");
        } catch (const Error& error) {
            const QString message = QString::fromStdString(error.message().english());
            QVERIFY2(message.contains(says), qPrintable(message));
            QVERIFY2(message.contains("file.safetensors"), qPrintable(message));
        }
    }
};

QTEST_GUILESS_MAIN(TestSafetensors)

}  // namespace test_safetensors

#include "test_safetensors.moc"
