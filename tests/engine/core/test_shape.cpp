// Products of extents never wrap around: what cannot be counted is an error, and what no memory holds is told apart.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/core/shape.h"

namespace test_shape {

using namespace tl;

class TestShape : public QObject {
    Q_OBJECT
private slots:
    void countsElements() {
        QCOMPARE(Shape{}.elements(), int64_t{1});
        QCOMPARE((Shape{3, 4, 5}).elements(), int64_t{60});
        QCOMPARE((Shape{3, 0, 5}).elements(), int64_t{0});
        const int64_t large = int64_t{1} << 31;
        QCOMPARE((Shape{large, large}).elements(), int64_t{1} << 62);
    }

    void aProductThatWouldWrapAroundIsAnError() {
        const int64_t large = int64_t{1} << 32;
        QVERIFY_THROWS_EXCEPTION(Error, (Shape{large, large}).elements());
        try {
            (void)Shape{large, large, 3}.elements();
        } catch (const Error& error) {
            QVERIFY(
                QString::fromStdString(error.message().english()).contains(QStringLiteral("4294967296×4294967296×3")));
        }
    }

    void tellsWhatNoMemoryHolds() {
        QVERIFY(!(Shape{1024, 1024, 1024}).isAbsurd());
        QVERIFY((Shape{1 << 20, 1 << 20}).isAbsurd());
        QVERIFY((Shape{int64_t{1} << 40, int64_t{1} << 40}).isAbsurd());
        QVERIFY((Shape{-1, 3}).isAbsurd());
        QVERIFY(!Shape{}.isAbsurd());
    }
};

QTEST_APPLESS_MAIN(TestShape)

}  // namespace test_shape

#include "test_shape.moc"
