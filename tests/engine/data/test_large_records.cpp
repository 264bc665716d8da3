// TFRecord files of more than 2 and 4 GiB: what lies across and behind these places is found and read.
#include <QTemporaryDir>
#include <QTest>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/record_files.h"
#include "engine/data/source.h"
#include "tests/support/large_records.h"
#include "tests/support/wire_writer.h"

namespace test_large_records {

using namespace tl;

namespace {

constexpr uint64_t kTwo = uint64_t{1} << 31, kFour = uint64_t{1} << 32;

// Four raw pixels that tell which record it is, as a tf.train.Example.
std::string example(int record) {
    const auto feature = [](const char* name, const std::string& value) {
        return test::bytes(1, test::bytes(1, name) + test::bytes(2, value));
    };
    const auto whole = [&](const char* name, int value) {
        return feature(name, test::bytes(3, test::number(1, static_cast<uint64_t>(value))));
    };
    const std::string pixels{char(record), char(10 + record), 3, 4};
    return test::bytes(1, feature("image", test::bytes(1, test::bytes(1, pixels))) + whole("height", 2) +
                              whole("width", 2) + whole("label", record));
}

}  // namespace

class TestLargeRecords : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private slots:
    void foundAndReadAnywhere() {
        const std::string path = folder_.filePath("large.tfrecord").toStdString();
        const std::vector<uint64_t> places{12, kTwo - 12, kTwo + 1000, kFour - 12, kFour + 1000};
        int64_t fillers = 0;
        {
            test::LargeRecords records(path);
            for (size_t i = 0; i < places.size(); ++i) {
                records.fillUpTo(places[i]);
                records.write(example(static_cast<int>(i)));
            }
            fillers = records.fillers();
            if (!records.flush()) QSKIP("the disk has no room for a file with holes");
        }
        const DataSet set = openDataSet("tfrecord:" + path);
        QCOMPARE(set.train->size(), static_cast<int64_t>(places.size()));
        QCOMPARE(set.shape(), (Shape{1, 2, 2}));
        QCOMPARE(static_cast<int64_t>(set.train->broken().size()), fillers);  // zeros are no Examples
        Image image;
        for (const int number : {4, 0, 3, 1, 2}) {
            set.train->read(number, image);
            QCOMPARE(image.pixels, (std::vector<uint8_t>{uint8_t(number), uint8_t(10 + number), 3, 4}));
            QCOMPARE(set.train->label(number), number);
        }
    }

    // Offsets beyond 4 GiB, of a file that has holes instead of bytes.
    void piecesOfLargeFiles() {
        const QString path = folder_.filePath("large.bin");
        const uint64_t far = (uint64_t{5} << 30) + 7;
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadWrite));
            if (!file.resize(static_cast<qint64>(far) + 4)) QSKIP("the disk has no room for a file with holes");
            QVERIFY(file.seek(static_cast<qint64>(far)) && file.write("here") == 4);
        }
        const RecordFiles files({path.toStdString()});
        std::vector<uint8_t> bytes;
        files.read(0, far, 4, bytes);
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(bytes.data()), 4), QByteArray("here"));
        files.read(0, far - 2, 4, bytes);
        QCOMPARE(bytes[0], uint8_t{0});
        try {
            files.read(0, far + 2, 4, bytes);
            QFAIL("It read behind the end.");
        } catch (const Error& error) {
            QVERIFY(error.message().english().find("no longer") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestLargeRecords)

}  // namespace test_large_records

#include "test_large_records.moc"
