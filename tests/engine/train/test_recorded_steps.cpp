// Which steps are recorded: each of the first two million, then a million more whenever the steps double.
#include <QtTest>
#include <limits>
#include <vector>

#include "engine/train/recorded_steps.h"

namespace test_recorded_steps {

using namespace tl;

class TestRecordedSteps : public QObject {
    Q_OBJECT
private slots:
    void aMillionForEachDoubling() {
        int64_t step = 0;
        const auto upTo = [&](int64_t last) {
            int64_t recorded = 0;
            for (++step; step <= last; ++step) recorded += isRecorded(step) ? 1 : 0;
            --step;
            return recorded;
        };
        QCOMPARE(upTo(2'000'000), int64_t{2'000'000});
        for (const int64_t last : {4'000'000, 8'000'000, 16'000'000}) QCOMPARE(upTo(last), int64_t{1'000'000});
    }

    void theDistanceDoublesWithTheSteps() {
        for (const int64_t step : {0, 1, 1'999'999, 2'000'000, 2'000'002, 3'999'998, 4'000'000, 4'000'004, 7'999'996})
            QVERIFY2(isRecorded(step), qPrintable(QString::number(step)));
        for (const int64_t step : {2'000'001, 3'999'999, 4'000'001, 4'000'002, 7'999'998, 8'000'004})
            QVERIFY2(!isRecorded(step), qPrintable(QString::number(step)));
        const int64_t far = int64_t{1'000'000} << 20;
        QVERIFY(isRecorded(far) && isRecorded(far + (1 << 20)));
        QVERIFY(!isRecorded(far + (1 << 19)) && !isRecorded(far - 1));
        (void)isRecorded(std::numeric_limits<int64_t>::max());
    }

    // Curves and files end in what ended the run.
    void aLossThatIsNoNumberIsRecorded() {
        StepRecord record;
        record.step = 2'000'001;
        QVERIFY(!isRecorded(record));
        for (const float loss : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            record.loss = loss;
            QVERIFY(isRecorded(record));
        }
        record.step = 2'000'002;
        record.loss = 1;
        QVERIFY(isRecorded(record));
    }
};

QTEST_GUILESS_MAIN(TestRecordedSteps)

}  // namespace test_recorded_steps

#include "test_recorded_steps.moc"
