// Files of tensors to look at: every element type of safetensors and NumPy, numbers by parts, and bytes that are no
// such file or only the beginning of one.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "engine/core/error.h"
#include "engine/io/safetensors.h"
#include "engine/io/tensor_listing.h"

namespace test_tensor_listing {

using namespace tl;

namespace {

std::string written(const QTemporaryDir& folder, const char* name, const QByteArray& bytes) {
    QFile file(folder.filePath(QLatin1String(name)));
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    return file.fileName().toStdString();
}

QByteArray npy(const QByteArray& descr, const QByteArray& shape, const QByteArray& data,
               const QByteArray& order = "False") {
    QByteArray head = "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    while ((head.size() + 11) % 64 != 0) head += ' ';
    head += '\n';
    QByteArray all("\x93NUMPY\x01\x00", 8);
    all += static_cast<char>(head.size() & 255);
    all += static_cast<char>(head.size() >> 8);
    return all + head + data;
}

template <typename T>
QByteArray bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), static_cast<qsizetype>(values.size() * sizeof(T))};
}

}  // namespace

class TestTensorListing : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private slots:
    void safetensorsAsWeWriteThem() {
        TensorFile file;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        file.tensors["conv/kernel"] = Tensor::fromFloats({2, 1, 2, 2}, std::vector<float>{1, -2, 0, 4, 0, 0, nan, 9});
        file.tensors["empty"] = Tensor(Shape({0, 3}), DType::Float32);
        file.tensors["scalar"] = Tensor::scalar(7);
        file.metadata["format"] = "pt";
        const std::string bytes = toSafetensors(file);
        const auto listing = TensorListing::open(
            written(folder_, "a.safetensors", QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))));
        QCOMPARE(listing->tensors().size(), size_t{3});
        QCOMPARE(listing->metadata().at("format"), std::string("pt"));
        size_t kernel = 0;
        while (listing->tensors()[kernel].name != "conv/kernel") ++kernel;
        QCOMPARE(listing->tensors()[kernel].shapeText(), std::string("2 × 1 × 2 × 2"));
        const Statistics found = listing->statistics(kernel);
        QCOMPARE(found.count, int64_t{8});
        QCOMPARE(found.nonFinite, int64_t{1});
        QCOMPARE(found.zeros, int64_t{3});
        QCOMPARE(found.min, -2.0);
        QCOMPARE(found.max, 9.0);
        QCOMPARE(found.mean(), 12.0 / 7);
        const Histogram histogram = listing->histogram(kernel, found, 11);
        QCOMPARE(histogram.counts.size(), size_t{11});
        QCOMPARE(histogram.counts[0], 1.0);   // -2
        QCOMPARE(histogram.counts[2], 3.0);   // the zeros
        QCOMPARE(histogram.counts[10], 1.0);  // 9, the greatest
        QCOMPARE(listing->values(kernel, 1, 3), (std::vector<float>{-2, 0, 4}));
        QCOMPARE(listing->head(kernel, 4).shape().dims(), (std::vector<int64_t>{1, 1, 2, 2}));
        QCOMPARE(listing->head(kernel, 3).shape().dims(), (std::vector<int64_t>{1, 1, 1, 2}));
        QCOMPARE(listing->head(kernel, 3).as<float>()[1], -2.0F);
        for (size_t i = 0; i < 3; ++i) QVERIFY(listing->statistics(i).count == listing->tensors()[i].elements());
    }

    void everyTypeOfNumPy() {
        const struct {
            const char *descr, *type;
            QByteArray data;
        } cases[] = {{"<f8", "F64", bytesOf<double>({1, -2, 3, 0, 5, 6})},
                     {"<f4", "F32", bytesOf<float>({1, -2, 3, 0, 5, 6})},
                     {"<f2", "F16", bytesOf<uint16_t>({0x3c00, 0xc000, 0x4200, 0, 0x4500, 0x4600})},
                     {"<i8", "I64", bytesOf<int64_t>({1, -2, 3, 0, 5, 6})},
                     {"<i4", "I32", bytesOf<int32_t>({1, -2, 3, 0, 5, 6})},
                     {"<i2", "I16", bytesOf<int16_t>({1, -2, 3, 0, 5, 6})},
                     {"|i1", "I8", bytesOf<int8_t>({1, -2, 3, 0, 5, 6})}};
        for (const auto& [descr, type, data] : cases) {
            const auto listing = TensorListing::open(written(folder_, "one.npy", npy(descr, "(2, 3)", data)));
            QCOMPARE(listing->tensors().size(), size_t{1});
            QCOMPARE(listing->tensors()[0].name, std::string("one"));
            QCOMPARE(listing->tensors()[0].type, std::string(type));
            QCOMPARE(listing->tensors()[0].shape, (std::vector<int64_t>{2, 3}));
            QCOMPARE(listing->values(0, 0, 99), (std::vector<float>{1, -2, 3, 0, 5, 6}));
        }
        const auto turned =
            TensorListing::open(written(folder_, "f.npy", npy("|u1", "(2, 3)", QByteArray(6, 1), "True")));
        QCOMPARE(turned->tensors()[0].shape, (std::vector<int64_t>{3, 2}));
        const auto scalar = TensorListing::open(written(folder_, "s.npy", npy("|b1", "()", QByteArray(1, 1))));
        QCOMPARE(scalar->tensors()[0].shapeText(), std::string("scalar"));
        QCOMPARE(scalar->statistics(0).mean(), 1.0);
        for (const char* descr : {">f4", "|O", "<c8", "<U4"})
            QVERIFY_THROWS_EXCEPTION(
                Error, TensorListing::open(written(folder_, "x.npy", npy(descr, "(1,)", QByteArray(16, 0)))));
        try {
            TensorListing::open(written(folder_, "x.npy", npy(">f4", "(1,)", QByteArray(4, 0))));
            QFAIL("big-endian");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("\">f4\"") != std::string::npos, error.what());
        }
        QVERIFY_THROWS_EXCEPTION(  // read as training data are: no shape is guessed
            Error, TensorListing::open(written(folder_, "x.npy", npy("<f4", "(2, x3)", QByteArray(24, 0)))));
    }

    // Cut anywhere, or with any byte another: an Error or a listing whose numbers can be read, never more.
    void damagedFiles() {
        TensorFile file;
        file.tensors["a"] = Tensor::fromFloats({3}, std::vector<float>{1, 2, 3});
        file.tensors["b"] = Tensor::fromFloats({2, 2}, std::vector<float>{4, 5, 6, 7});
        const std::string text = toSafetensors(file);
        const QByteArray whole[] = {QByteArray(text.data(), static_cast<qsizetype>(text.size())),
                                    npy("<f4", "(2, 2)", bytesOf<float>({1, 2, 3, 4}))};
        int refused = 0;
        const auto look = [&](const QByteArray& bytes) {
            try {
                const auto listing = TensorListing::open(written(folder_, "damaged", bytes));
                for (size_t i = 0; i < listing->tensors().size(); ++i) (void)listing->statistics(i);
            } catch (const Error& error) {
                QVERIFY(!error.message().empty());
                ++refused;
            }
        };
        for (const QByteArray& bytes : whole)
            for (qsizetype at = 0; at < bytes.size(); ++at) {
                look(bytes.left(at));
                for (const char other : {'\0', '\x7f', '9'}) {
                    QByteArray changed = bytes;
                    changed[at] = other;
                    look(changed);
                }
            }
        QVERIFY2(refused > 200, qPrintable(QString::number(refused)));
        // Numbers that no size is: the fuzzer's find.
        for (const char* instead : {"24E24", "-1", "0.5", "18446744073709551616"}) {
            QByteArray header = R"({"a":{"dtype":"F32","shape":[0,5],"data_offsets":[0,END]}})";
            header.replace("END", instead);
            QByteArray bytes(8, '\0');
            bytes[0] = static_cast<char>(header.size());
            const std::string file = written(folder_, "numbers", bytes + header);
            QVERIFY_THROWS_EXCEPTION(Error, TensorListing::open(file));
        }
        QVERIFY_THROWS_EXCEPTION(Error, TensorListing::open(folder_.filePath("nowhere").toStdString()));
        QVERIFY_THROWS_EXCEPTION(Error, TensorListing::open(folder_.path().toStdString()));
    }

    // The file is written anew in place while it is looked at, as numpy.save does: an Error, and whole again it is
    // read.
    void shorterWhileItIsOpen() {
        const QByteArray bytes = npy("<f4", "(4,)", bytesOf<float>({1, 2, 3, 4}));
        const std::string path = written(folder_, "again.npy", bytes);
        const auto listing = TensorListing::open(path);
        QVERIFY(QFile::resize(QString::fromStdString(path), 0));
        QVERIFY_THROWS_EXCEPTION(Error, listing->values(0, 0, 4));
        QVERIFY_THROWS_EXCEPTION(Error, listing->statistics(0));
        written(folder_, "again.npy", bytes);
        QCOMPARE(listing->values(0, 1, 2), (std::vector<float>{2, 3}));
    }

    // No elements, and extents whose product no number holds.
    void emptyAndEndless() {
        const auto listing = TensorListing::open(written(folder_, "empty.npy", npy("<f4", "(0, 1000000, 4)", {})));
        QCOMPARE(listing->tensors()[0].elements(), int64_t{0});
        QCOMPARE(listing->head(0, 100).shape().elements(), int64_t{0});
        QCOMPARE(listing->statistics(0).count, int64_t{0});
        for (const char* endless : {"(4611686018427387904, 4, 0)", "(0, 4611686018427387904, 4)"})
            QVERIFY_THROWS_EXCEPTION(Error,
                                     TensorListing::open(written(folder_, "endless.npy", npy("<f4", endless, {}))));
    }

    // Told to stop, it reads no further part.
    void stopped() {
        constexpr int64_t kCount = int64_t{3} << 20;
        const auto listing = TensorListing::open(
            written(folder_, "long.npy", npy("|u1", "(3145728,)", QByteArray(static_cast<qsizetype>(kCount), 1))));
        QCOMPARE(listing->statistics(0).count, kCount);
        std::stop_source source;
        source.request_stop();
        QCOMPARE(listing->statistics(0, source.get_token()).count, int64_t{0});
        const Histogram none = listing->histogram(0, listing->statistics(0), 4, source.get_token());
        QCOMPARE(none.counts, (std::vector<double>{0, 0, 0, 0}));
    }
};

QTEST_MAIN(TestTensorListing)

}  // namespace test_tensor_listing

#include "test_tensor_listing.moc"
