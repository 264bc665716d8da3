// SHA-256 against the vectors of NIST's FIPS 180-4 examples.
#include <QtTest>

#include "engine/io/sha256.h"

namespace test_sha256 {

class TestSha256 : public QObject {
    Q_OBJECT
private slots:
    void vectors_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        QTest::newRow("abc") << QByteArray("abc") << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                    << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        QTest::newRow("a million a") << QByteArray(1'000'000, 'a')
                                     << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    }
    void vectors() {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        tl::Sha256 whole;
        whole.add(text.constData(), static_cast<size_t>(text.size()));
        QCOMPARE(QString::fromStdString(whole.hex()), expected);
        // The same in uneven pieces.
        tl::Sha256 pieces;
        for (qsizetype at = 0, step = 1; at < text.size(); at += step, step = step * 3 + 1)
            pieces.add(text.constData() + at, static_cast<size_t>(std::min(step, text.size() - at)));
        QCOMPARE(QString::fromStdString(pieces.hex()), expected);
    }
};

QTEST_GUILESS_MAIN(TestSha256)

}  // namespace test_sha256

#include "test_sha256.moc"
