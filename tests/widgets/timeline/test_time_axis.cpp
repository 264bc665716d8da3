// The times written along a timeline, where a double does not tell its nanoseconds apart.
#include <QtTest>

#include "widgets/timeline/time_axis.h"

namespace test_time_axis {

using namespace tl;

class TestTimeAxis : public QObject {
    Q_OBJECT
private slots:
    // One event at zero, and others as many nanoseconds after 1970 as it is: seen as closely as it goes.
    void ticksComeToAnEndHoweverLateItIs() {
        constexpr qint64 kLate = 1'700'000'000'000'000'000;
        TimeAxis axis;
        axis.setWidth(1000);
        axis.setBounds(0, kLate);
        axis.setZero(0);
        axis.show(static_cast<double>(kLate) - 2000, static_cast<double>(kLate) - 2000 + 50);
        const std::vector<TimeAxis::Tick> ticks = axis.ticks(80);
        QVERIFY2(ticks.size() > 5 && ticks.size() < 20, qPrintable(QString::number(ticks.size())));
        for (size_t i = 1; i < ticks.size(); ++i) {
            QVERIFY(ticks[i].time > ticks[i - 1].time);
            QVERIFY(ticks[i].x - ticks[i - 1].x >= 79);
        }
        QVERIFY(ticks.front().x >= 0 && ticks.back().x <= 1000.5);
    }
};

QTEST_MAIN(TestTimeAxis)

}  // namespace test_time_axis

#include "test_time_axis.moc"
