// The fork's learning rate: the one in force at the checkpoint, kept to the bit where nobody writes another.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>
#include <algorithm>

#include "ui/models/run_model.h"
#include "ui/scalars/fork_sheet.h"

namespace test_fork_sheet {

using namespace tl;

class TestForkSheet : public QObject {
    Q_OBJECT
    static constexpr double kRate = 0.0123456789;

    // What a fork gets when that is written, from that checkpoint; an empty text leaves the field alone.
    static double forked(int checkpoint, const QString& text, QString* shown) {
        QWidget window;
        window.resize(900, 700);
        window.show();
        Run run;
        run.training.emplace();
        run.training->learningRate = kRate;
        double rate = -1;
        auto* sheet =
            new ForkSheet(window, run, QStringLiteral("lr 0.01"),
                          {{RunCheckpoint::Newest, "newest", 20, 2, 0.1}, {RunCheckpoint::Best, "best", 10, 1}},
                          [&](const RunCheckpoint&, int, double wanted) { rate = wanted; });
        sheet->open();
        const auto labels = sheet->findChildren<QLabel*>();  // as the list calls it
        if (std::ranges::none_of(labels, [](QLabel* each) { return each->text().contains("“lr 0.01”"); })) return -2;
        sheet->findChild<QComboBox*>("forkFrom")->setCurrentIndex(checkpoint);
        auto* field = sheet->findChild<QLineEdit*>("forkRate");
        *shown = field->text();
        if (!text.isEmpty()) {
            field->selectAll();
            QTest::keyClicks(field, text);
        }
        QTest::mouseClick(sheet->findChild<QPushButton*>("forkButton"), Qt::LeftButton);
        return rate;
    }

private slots:
    void itsOwnRateIsKept() {
        QString shown;
        QCOMPARE(forked(0, {}, &shown), 0.0);  // 0: as it was
        QCOMPARE(shown, QStringLiteral("0.00123457"));
        QCOMPARE(forked(1, {}, &shown), 0.0);
        QCOMPARE(shown, QStringLiteral("0.0123457"));
    }
    void anotherIsTaken() {
        QString shown;
        QCOMPARE(forked(0, QStringLiteral("0.0123457"), &shown), 0.0123457);
    }
};

QTEST_MAIN(TestForkSheet)

}  // namespace test_fork_sheet

#include "test_fork_sheet.moc"
