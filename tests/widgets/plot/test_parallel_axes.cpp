// What stands in letters over and beside parallel axes: heads that tell each other apart, numbers that never meet.
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSet>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "widgets/plot/parallel_axes.h"
#include "widgets/plot/scatter_matrix.h"
#include "widgets/theme/theme.h"

namespace test_parallel_axes {

using namespace tl;

namespace {

struct Axes {
    QVector<AxisColumn> columns;
    QVector<AxisLine> lines;

    explicit Axes(int most) {
        const QStringList names{"augmentation", "batch_size",    "learning_rate",     "optimizer",
                                "weight_decay", "best val_loss", "best val_accuracy", "epoch_accuracy",
                                "epoch_loss",   "val_accuracy",  "val_loss"};
        for (int i = 0; i < most; ++i) columns << AxisColumn{names[names.size() - most + i], {}, i > most / 2};
        for (AxisColumn& column : columns)
            if (column.name == QLatin1String("optimizer"))
                column.words = {QStringLiteral("adam"), QStringLiteral("sgd with a schedule of its own")};
        for (int run = 0; run < 5; ++run) {
            AxisLine line{run, QStringLiteral("run"), run, {}};
            for (const AxisColumn& column : columns)
                line.values << (column.words.isEmpty() ? 0.08991 + 0.0227 * run : run % 2);
            lines << line;
        }
    }
};

// Straight to the widget: QTest::mouseMove has no button, and returns before the event is there.
void drag(QWidget& widget, const QPoint& to, Qt::MouseButtons buttons = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

}  // namespace

class TestParallelAxes : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void lettersNeverMeet() {
        for (const double scale : {1.0, 1.5})
            for (const int count : {1, 2, 6, 11})
                for (const int width : {300, 700, 1180}) {
                    Theme::instance().setTextScale(scale);
                    ParallelAxes axes;
                    axes.resize(width, 300);
                    const Axes data(count);
                    axes.setData(data.columns, data.lines);
                    axes.show();
                    QVERIFY(QTest::qWaitForWindowExposed(&axes));
                    const QVector<ParallelAxes::Label> labels = axes.labels();
                    for (int i = 0; i < labels.size(); ++i) {
                        const auto& one = labels[i];
                        const QString where = QStringLiteral("%1 axes, %2 wide, letters of %3: \"%4\"")
                                                  .arg(count)
                                                  .arg(width)
                                                  .arg(scale)
                                                  .arg(one.text);
                        QVERIFY2(one.place.left() >= 0 && one.place.right() <= width, qPrintable(where));
                        for (int j = 0; j < i; ++j)
                            QVERIFY2(!one.place.adjusted(0.5, 0.5, -0.5, -0.5).intersects(labels[j].place),
                                     qPrintable(where + QStringLiteral(" and \"%1\"").arg(labels[j].text)));
                    }
                }
        Theme::instance().setTextScale(1);
    }

    // The line of a value leaves its axis where the value is written: none shines through the letters.
    void noLineStrikesAValueThrough() {
        Theme::instance().setTextScale(1);
        Axes data(3);
        const auto painted = [&](int color) {
            for (AxisLine& line : data.lines) line.color = color;
            ParallelAxes axes;
            axes.resize(700, 300);
            axes.setData(data.columns, data.lines);
            axes.setCurrent(0);
            QList<QImage> all;
            const QImage whole = axes.grab().toImage();
            for (const ParallelAxes::Label& label : axes.labels())
                if (!label.head) all << whole.copy(label.place.toAlignedRect().adjusted(1, 1, -1, -1));
            return all;
        };
        const QList<QImage> first = painted(0);
        QVERIFY(first.size() > 3);
        QVERIFY(first == painted(1));
    }

    // Ten axes in a window of 1600: each head is whole, in lines; no number is cut off.
    void headsAreReadable() {
        ParallelAxes axes;
        axes.resize(1180, 300);
        const Axes data(10);
        axes.setData(data.columns, data.lines);
        QSet<QString> heads;
        for (const auto& label : axes.labels()) {
            if (label.head) {
                heads << label.text;
                QVERIFY2(!label.text.contains(QChar(0x2026)), qPrintable(label.text));
                QCOMPARE(QString(label.text).remove(QLatin1Char('\n')).remove(QLatin1Char(' ')),
                         QString(data.columns[label.column].name).remove(QLatin1Char(' ')));
                QVERIFY(label.place.bottom() < axes.pixelOf(label.column, data.lines.last().values[label.column]));
            } else if (data.columns[label.column].words.isEmpty()) {
                bool number = false;
                label.text.toDouble(&number);
                QVERIFY2(number, qPrintable(label.text));
            }
        }
        QCOMPARE(heads.size(), 10);
    }

    // A stretch over words stays over these words, whatever comes between and beside them.
    void aStretchStaysOnItsWords() {
        ParallelAxes axes;
        axes.resize(500, 300);
        const auto set = [&](const QStringList& words, const QStringList& runs) {
            QVector<AxisLine> lines;
            for (int i = 0; i < runs.size(); ++i)
                lines << AxisLine{i, runs[i], i, {double(words.indexOf(runs[i])), double(i)}};
            axes.setData({{QStringLiteral("optimizer"), words, false}, {QStringLiteral("loss"), {}, true}}, lines);
        };
        const auto bright = [&](const QStringList& runs) {
            QStringList all;
            for (int i = 0; i < runs.size(); ++i)
                if (axes.passes(i)) all << runs[i];
            return all.join(QLatin1Char(' '));
        };
        const QStringList two{"adam", "sgd"}, three{"adam", "sgd", "yogi"}, four{"adam", "rmsprop", "sgd", "yogi"};
        set(two, two);
        axes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&axes));
        const int x = qRound(axes.axisX(0)), sgd = qRound(axes.pixelOf(0, 1));
        QTest::mousePress(&axes, Qt::LeftButton, {}, {x, sgd + 40});
        drag(axes, {x, sgd - 10});
        QTest::mouseRelease(&axes, Qt::LeftButton, {}, {x, sgd - 10});
        QCOMPARE(bright(two), QStringLiteral("sgd"));
        set(three, three);
        QCOMPARE(bright(three), QStringLiteral("sgd"));
        set(four, four);
        QCOMPARE(bright(four), QStringLiteral("sgd"));
        set({"sgd"}, {"sgd"});
        QCOMPARE(bright({"sgd"}), QStringLiteral("sgd"));
        set(four, four);
        QCOMPARE(bright(four), QStringLiteral("sgd"));
        axes.setBrush(0, 0, 2);
        set({"adam", "lion", "rmsprop", "sgd"}, {"adam", "lion", "rmsprop", "sgd"});
        QVERIFY(axes.passes(0) && axes.passes(3));
        // Where all of its words are gone, it goes: nobody could tell what it means.
        axes.setBrush(0, 3, 3);
        QSignalSpy changed(&axes, &ParallelAxes::brushesChanged);
        set(QStringList{"adam", "lion"}, {"adam", "lion"});
        QVERIFY(!axes.brushed());
        QCOMPARE(changed.count(), 1);
    }

    // Columns go while a hand drags along one of them: the drag goes on where that is now, or ends.
    void aDragOutlivesOtherColumns() {
        ParallelAxes axes;
        axes.resize(700, 300);
        const Axes three(3), two(2), one(1);  // the last ones of each other
        axes.setData(three.columns, three.lines);
        axes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&axes));
        const QPoint middle(0, axes.height() / 2);
        QTest::mousePress(&axes, Qt::LeftButton, {}, middle + QPoint(qRound(axes.axisX(2)), 0));
        axes.setData(two.columns, two.lines);
        drag(axes, middle + QPoint(qRound(axes.axisX(1)), 50));
        QVERIFY(axes.brush(1) && !axes.brush(0));
        QTest::mouseRelease(&axes, Qt::LeftButton, {}, middle);
        axes.clearBrushes();

        QSignalSpy picked(&axes, &ParallelAxes::picked);
        QTest::mousePress(&axes, Qt::LeftButton, {}, middle + QPoint(qRound(axes.axisX(0)), 0));
        axes.setData(one.columns, one.lines);
        drag(axes, middle + QPoint(qRound(axes.axisX(0)), 50));
        QTest::mouseRelease(&axes, Qt::LeftButton, {}, middle + QPoint(qRound(axes.axisX(0)), 50));
        QVERIFY(!axes.brushed());
        QCOMPARE(picked.count(), 0);
    }

    // The dot under the pointer is bright while the pointer is there.
    void aDotIsNotBrightForever() {
        ScatterMatrix matrix;
        matrix.resize(500, 400);
        const Axes data(2);
        matrix.setData(data.columns, data.lines);
        matrix.show();
        QVERIFY(QTest::qWaitForWindowExposed(&matrix));
        const QImage before = matrix.grab().toImage();
        drag(matrix, matrix.dotAt(2, 0, 1).toPoint(), Qt::NoButton);
        QVERIFY(matrix.grab().toImage() != before);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&matrix, &leave);
        QVERIFY(matrix.grab().toImage() == before);
    }

    // The values of a setting, as far as they are few and do not meet; else even parts.
    void fewValuesStandByThemselves() {
        ParallelAxes axes;
        axes.resize(700, 300);
        const QVector<AxisColumn> columns{{QStringLiteral("batch_size"), {}, false},
                                          {QStringLiteral("learning_rate"), {}, false},
                                          {QStringLiteral("val_loss"), {}, true}};
        QVector<AxisLine> lines;
        const double batches[] = {8, 16, 64};
        for (int i = 0; i < 9; ++i)
            lines << AxisLine{i, QStringLiteral("run"), i, {batches[i % 3], i < 5 ? 1 : 1.001, 0.1 + 0.01 * i * i}};
        axes.setData(columns, lines);
        std::array<QStringList, 3> shown;
        for (const auto& label : axes.labels())
            if (!label.head) shown[static_cast<size_t>(label.column)] << label.text;
        QCOMPARE(shown[0], (QStringList{"8", "16", "64"}));
        QCOMPARE(shown[1], (QStringList{"1", "1.001"}));
        QCOMPARE(shown[2].size(), 3);  // many results: round numbers
        for (int i = 0; i < 3; ++i) QCOMPARE(shown[2][i].toDouble(), 0.2 * (i + 1));
        // A value close beside another one is no tick of its own.
        lines << AxisLine{9, QStringLiteral("run"), 9, {8.1, 1, 0.2}};
        axes.setData(columns, lines);
        for (const auto& label : axes.labels()) QVERIFY(label.text != QStringLiteral("8.1"));
    }

    // Even parts of such an axis are no even steps, so it says what it is, to eyes and to screen readers.
    void aLogarithmicAxisSaysSo() {
        ParallelAxes axes;
        axes.resize(700, 300);
        QVector<AxisLine> lines;
        for (int i = 0; i < 3; ++i)
            lines << AxisLine{i, QStringLiteral("run"), i, {8.0 * (i + 1), std::pow(10, -4 + i)}};
        axes.setData({{QStringLiteral("batch_size"), {}, false}, {QStringLiteral("learning_rate"), {}, false}}, lines);
        QStringList heads;
        for (const auto& label : axes.labels())
            if (label.head) heads << QString(label.text).replace(QLatin1Char('\n'), QLatin1Char(' '));
        QCOMPARE(heads, (QStringList{"batch_size", "learning_rate (log)"}));
        axes.setBrush(1, 1e-4, 1e-3);
        QVERIFY(axes.accessibleDescription().startsWith(QStringLiteral("learning_rate (log): from")));
    }

    // A run that widens an axis while it trains lets no other run through; an end at the axis' own is open.
    void stretchesKeepTheirValues() {
        ParallelAxes axes;
        axes.resize(700, 300);
        const QVector<AxisColumn> columns{{QStringLiteral("learning_rate"), {}, false},
                                          {QStringLiteral("val_accuracy"), {}, true}};
        const auto line = [](int id, double rate, double accuracy) {
            return AxisLine{id, QStringLiteral("run"), id, {rate, accuracy}};
        };
        QVector<AxisLine> lines{line(0, 0.1, 0.5), line(1, 0.2, 0.85), line(2, 0.3, 0.95), line(3, 0.4, 1)};
        axes.setData(columns, lines);
        axes.setBrush(1, 0.9, 1);
        const auto passing = [&] {
            QVector<int> ids;
            for (const AxisLine& each : lines)
                if (axes.passes(each.id)) ids << each.id;
            return ids;
        };
        QCOMPARE(passing(), (QVector<int>{2, 3}));
        lines << line(4, 0.2, 0.1);
        axes.setData(columns, lines);
        QCOMPARE(passing(), (QVector<int>{2, 3}));
        QVERIFY(std::abs(axes.brush(1)->first - 0.9) < 1e-9);
        lines << line(5, 0.2, 1.2);
        axes.setData(columns, lines);
        QCOMPARE(passing(), (QVector<int>{2, 3, 5}));
    }

    // A setting that was a number becomes a word when a run says "auto": a stretch of numbers means nothing among them.
    void aStretchOfNumbersIsNoneOfWords() {
        ParallelAxes axes;
        axes.resize(700, 300);
        const auto line = [](int id, double value) { return AxisLine{id, QStringLiteral("run"), id, {value}}; };
        axes.setData({{QStringLiteral("patience"), {}, false}}, {line(0, 8), line(1, 32), line(2, 64)});
        axes.setBrush(0, 30, 64);
        QVERIFY(!axes.passes(0) && axes.passes(1));
        axes.setData({{QStringLiteral("patience"), {"8", "32", "64", "auto"}, false}},
                     {line(0, 0), line(1, 1), line(2, 2), line(3, 3)});
        QVERIFY(!axes.brushed());
        QVERIFY(axes.passes(0) && axes.passes(3));
    }

    // As wide as it wants to be, every head is whole and its values beside it.
    void manyAxesWantTheirRoom() {
        for (const double scale : {1.0, 1.5}) {
            Theme::instance().setTextScale(scale);
            ParallelAxes axes;
            const Axes data(11);
            axes.resize(300, 300);
            axes.setData(data.columns, data.lines);
            axes.resize(axes.easyWidth(), 300);
            axes.show();
            QVERIFY(QTest::qWaitForWindowExposed(&axes));
            QSet<int> valued;
            for (const ParallelAxes::Label& label : axes.labels())
                if (label.head)
                    QVERIFY2(!label.text.contains(QChar(0x2026)), qPrintable(label.text));
                else
                    valued << label.column;
            QCOMPARE(valued.size(), 11);
        }
        Theme::instance().setTextScale(1);
    }

    // By its values, or as chosen; below zero there is no logarithm.
    void anAxisIsLogarithmicAsChosen() {
        const QVector<AxisLine> lines{{0, {}, 0, {1, -1}}, {1, {}, 0, {4, 1}}, {2, {}, 0, {100, 2}}};
        AxisColumn column{QStringLiteral("batch")};
        QVERIFY(AxisScale::of(lines, 0, column).log);
        column.log = false;
        QVERIFY(!AxisScale::of(lines, 0, column).log);
        column.log = true;
        QVERIFY(AxisScale::of(lines, 0, column).log);
        QVERIFY(!AxisScale::of(lines, 1, column).log);
    }

    // Runs come and go while a menu is open: its row is of the column that it names, whatever stands there by then.
    void aMenusRowsKeepTheirColumn() {
        Axes data(4);
        ParallelAxes axes;
        ScatterMatrix matrix;
        const auto columnChosen = [&](auto& widget, const QPointF& at) {
            using Widget = std::remove_reference_t<decltype(widget)>;
            widget.resize(700, 500);
            widget.setData(data.columns, data.lines);
            const QPoint place = at.toPoint();
            QContextMenuEvent asked(QContextMenuEvent::Mouse, place, widget.mapToGlobal(place));
            QApplication::sendEvent(&widget, &asked);
            auto* menu = widget.template findChild<QMenu*>(QStringLiteral("logMenu"));
            if (!menu) return QStringLiteral("no menu");
            QVector<AxisColumn> others = data.columns;
            std::ranges::reverse(others);
            widget.setData(others, data.lines);
            QSignalSpy chosen(&widget, &Widget::logChosen);
            menu->actions().front()->trigger();
            menu->close();
            return chosen.isEmpty() ? QStringLiteral("nothing") : chosen[0][0].toString();
        };
        axes.resize(700, 500);
        axes.setData(data.columns, data.lines);
        QCOMPARE(columnChosen(axes, QPointF(axes.axisX(0), 250)), data.columns[0].name);
        matrix.resize(700, 500);
        matrix.setData(data.columns, data.lines);
        QCOMPARE(columnChosen(matrix, matrix.cellRect(0, 0).center()), data.columns[0].name);
    }

    // A learning rate of 0.0003 is no 0.000300, and none is cut to 0.000.
    void numbersHaveTheDigitsTheyNeed() {
        const AxisScale scale{1e-4, 1, true, true};
        const AxisColumn rates{QStringLiteral("learning_rate"), {}};
        const QFontMetricsF metrics(Theme::instance().mono(10.5));
        const std::pair<double, const char*> all[] = {{0.0003, "0.0003"}, {0.001, "0.001"}, {0.01, "0.01"},
                                                      {0.1, "0.1"},       {0.995, "0.995"}, {1.5, "1.5"},
                                                      {100, "100"},       {3e-5, "3e-05"},  {0, "0"}};
        for (const auto& [value, text] : all) {
            QCOMPARE(scale.text(value, rates), QString::fromUtf8(text));
            const double room = metrics.horizontalAdvance(QString::fromUtf8(text)) + 1;
            QCOMPARE(scale.text(value, rates, metrics, room), QString::fromUtf8(text));
        }
    }

    // Between 0.6 and 0.9 lies no 1, 2 or 5.
    void aShortLogarithmicAxisHasNumbers() {
        AxisScale scale{0.6, 0.9, true, true};
        const std::set<double> numbers = scale.roundNumbers();
        QVERIFY2(numbers.size() >= 3 && numbers.size() <= 8, qPrintable(QString::number(numbers.size())));
        QVERIFY(*numbers.begin() >= 0.6 - 1e-9 && *numbers.rbegin() <= 0.9 + 1e-9);
        scale.from = 0.01, scale.to = 1;
        QCOMPARE(scale.roundNumbers().size(), size_t{3});
        scale = {0.6, std::nextafter(0.6, 1), false, true};  // no step leads from one to the other
        QVERIFY(scale.roundNumbers().size() <= 3);
    }

    // The matrix tells what its dots stand at, and has no empty row for what one run alone tells.
    void theMatrixHasValues() {
        Axes data(8);
        data.columns << AxisColumn{QStringLiteral("hp/acc"), {}, true};
        for (AxisLine& line : data.lines) line.values << (line.id == 2 ? 0.5 : NAN);
        for (const int width : {420, 1180}) {
            ScatterMatrix matrix;
            matrix.resize(width, 420);
            matrix.setData(data.columns, data.lines);
            QCOMPARE(matrix.columns(), 8);
            const auto labels = matrix.labels();
            int left = 0, below = 0;
            for (int i = 0; i < labels.size(); ++i) {
                const QRectF& place = labels[i].place;
                QVERIFY2(QRectF(matrix.rect()).contains(place), qPrintable(labels[i].text));
                left += place.right() <= matrix.cellRect(0, 0).left();
                below += place.top() >= matrix.cellRect(7, 0).bottom();
                for (int j = 0; j < i; ++j)
                    QVERIFY2(!place.adjusted(0.5, 0.5, -0.5, -0.5).intersects(labels[j].place),
                             qPrintable(labels[i].text + QStringLiteral(" and ") + labels[j].text));
            }
            QCOMPARE(left + below, int(labels.size()));
            QVERIFY2(left >= 15 && (width < 1000 || below >= 14),
                     qPrintable(QStringLiteral("%1 %2").arg(left).arg(below)));
        }
    }

    // Where it is squeezed, numbers are left out before they cover each other; as large as it asks to be, it has all.
    void theMatrixHasRoomForItsValues() {
        for (const double scale : {1.0, 1.5}) {
            Theme::instance().setTextScale(scale);
            const Axes data(8);
            ScatterMatrix matrix;
            matrix.setData(data.columns, data.lines);
            for (const QSize& size : {QSize(200, 200), QSize(330, 120), matrix.easySize()}) {
                matrix.resize(size);
                const auto labels = matrix.labels();
                for (int i = 0; i < labels.size(); ++i)
                    for (int j = 0; j < i; ++j)
                        QVERIFY2(!labels[i].place.adjusted(0.5, 0.5, -0.5, -0.5).intersects(labels[j].place),
                                 qPrintable(labels[i].text + QStringLiteral(" and ") + labels[j].text));
            }
            const auto labels = matrix.labels();
            const auto numbers = std::ranges::count_if(labels, [](const ScatterMatrix::Label& label) {
                bool number = false;
                label.text.toDouble(&number);
                return number;
            });
            QCOMPARE(numbers, 4 * (matrix.columns() - 1));  // but of the words
        }
        Theme::instance().setTextScale(1);
    }
};

QTEST_MAIN(TestParallelAxes)

}  // namespace test_parallel_axes

#include "test_parallel_axes.moc"
