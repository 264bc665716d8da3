// Tensors as pictures: what is no finite number has a colour of its own, and takes no shade from the others.
#include <QtTest>
#include <limits>

#include "ui/models/picture.h"
#include "widgets/theme/theme.h"

namespace test_picture {

using namespace tl;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();

QVector<QImage> draw(const Shape& shape, const std::vector<float>& values) {
    Tensor tensor(shape, DType::Float32);
    std::copy(values.begin(), values.end(), tensor.as<float>().begin());
    return toQImages(*picturesOf(tensor, PictureOf::Batch));
}

}  // namespace

class TestPicture : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void whatIsNotFiniteHasItsOwnColour() {
        const QColor bad = Theme::instance().color(Token::Bad);
        const QVector<QImage> pictures = draw({2, 3}, {-1, kNan, 1, kInfinity, 0, -kInfinity});
        QCOMPARE(pictures.size(), 1);
        const auto at = [&](int x, int y) { return pictures[0].pixelColor(x, y); };
        QCOMPARE(at(0, 0), QColor(0, 0, 0));
        QCOMPARE(at(2, 0), QColor(255, 255, 255));
        QCOMPARE(at(1, 1), QColor(128, 128, 128));
        for (const QPoint& place : {QPoint(1, 0), QPoint(0, 1), QPoint(2, 1)}) QCOMPARE(at(place.x(), place.y()), bad);
    }

    // In the picture that it belongs to, of colours where any of the three is none.
    void eachPictureHasItsOwn() {
        const QColor bad = Theme::instance().color(Token::Bad);
        const QVector<QImage> grey = draw({2, 1, 1, 2}, {0, 1, kNan, 1});
        QCOMPARE(grey.size(), 2);
        QCOMPARE(grey[0].pixelColor(0, 0), QColor(0, 0, 0));
        QCOMPARE(grey[1].pixelColor(0, 0), bad);
        QCOMPARE(grey[1].pixelColor(1, 0), QColor(255, 255, 255));
        const QVector<QImage> coloured = draw({1, 3, 1, 2}, {0, 1, 0, kNan, 1, 0});
        QCOMPARE(coloured[0].pixelColor(0, 0), QColor(0, 0, 255));
        QCOMPARE(coloured[0].pixelColor(1, 0), bad);
    }

    void finiteNumbersOfAnySizeAreTold() {
        constexpr float kMost = std::numeric_limits<float>::max();
        const QVector<QImage> pictures = draw({1, 4}, {-kMost, 0, kMost, kInfinity});
        QCOMPARE(pictures[0].pixelColor(0, 0), QColor(0, 0, 0));
        QCOMPARE(pictures[0].pixelColor(1, 0), QColor(128, 128, 128));
        QCOMPARE(pictures[0].pixelColor(2, 0), QColor(255, 255, 255));
        QCOMPARE(pictures[0].pixelColor(3, 0), Theme::instance().color(Token::Bad));
    }
};

QTEST_MAIN(TestPicture)

}  // namespace test_picture

#include "test_picture.moc"
