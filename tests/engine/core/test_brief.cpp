// Numbers as text, whatever the process's locale: with a point, in as many digits as were asked for.
#include <QtTest>
#include <clocale>
#include <cmath>
#include <limits>

#include "engine/core/brief.h"

namespace test_brief {

using namespace tl;

class TestBrief : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        for (const char* comma : {"de_DE.UTF-8", "fr_FR.UTF-8"})  // where the machine has one of them
            if (std::setlocale(LC_NUMERIC, comma)) break;
    }
    void cleanupTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void digits() {
        QCOMPARE(brief(0.1), std::string("0.1"));
        QCOMPARE(brief(1234.5), std::string("1.23e+03"));
        QCOMPARE(brief(-2), std::string("-2"));
        QCOMPARE(withDigits(5583.33333, 7), std::string("5583.333"));
        QCOMPARE(withDigits(1e-7, 6), std::string("1e-07"));
        QCOMPARE(withDigits(double(0.1f), 9), std::string("0.100000001"));
        QCOMPARE(withDigits(std::numeric_limits<double>::infinity(), 6), std::string("inf"));
        QCOMPARE(withDigits(std::nan(""), 6), std::string("nan"));
        QCOMPARE(shortest(0.1), std::string("0.1"));
        QCOMPARE(shortest(1e-7), std::string("1e-07"));
    }
};

QTEST_GUILESS_MAIN(TestBrief)

}  // namespace test_brief

#include "test_brief.moc"
