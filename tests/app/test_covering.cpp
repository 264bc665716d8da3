// What lies over the page covers nothing that is needed: a notice no control, the canvas's error card no button of the
// canvas, and neither the other.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSlider>
#include <QTabBar>

#include "tests/app/run_gestures.h"

namespace test_covering {

using namespace tl;

namespace {

// Controls of the page that the bar lies on.
QStringList covered(WindowFixture& f) {
    const MessageBar& bar = f.window->messages();
    const QRect there(bar.mapTo(f.window.get(), QPoint()), bar.size());
    QStringList names;
    for (QWidget* widget : f.window->centralWidget()->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QSlider*>(widget) ||
                             qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget) ||
                             qobject_cast<QTabBar*>(widget);
        if (!control || !widget->isVisible() || bar.isAncestorOf(widget)) continue;
        const QRect seen = widget->visibleRegion().boundingRect();
        if (!seen.isEmpty() && seen.translated(widget->mapTo(f.window.get(), QPoint())).intersects(there))
            names << widget->objectName() + QLatin1Char('/') + QLatin1String(widget->metaObject()->className());
    }
    return names;
}

QRect inWindow(WindowFixture& f, const QWidget& widget, const QRect& there) {
    return {widget.mapTo(f.window.get(), there.topLeft()), there.size()};
}

// As a hand drags with the middle button.
void pan(QWidget& canvas, QPoint by) {
    const QPoint from = canvas.rect().center(), to = from + by;
    QTest::mousePress(&canvas, Qt::MiddleButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, canvas.mapToGlobal(to), Qt::NoButton, Qt::MiddleButton, Qt::NoModifier);
    QApplication::sendEvent(&canvas, &move);
    QTest::mouseRelease(&canvas, Qt::MiddleButton, {}, to);
}

// Where the bar, or one of the canvas's own buttons, meets the error card.
QStringList overTheCard(WindowFixture& f) {
    const QRect card = inWindow(f, f.canvas(), f.canvas().errorCard());
    QStringList names;
    if (const QWidget& bar = f.window->messages(); bar.isVisible() && inWindow(f, bar, bar.rect()).intersects(card))
        names << bar.objectName();
    for (QAbstractButton* button : f.networkPanel().findChildren<QAbstractButton*>())
        if (button->isVisible() && inWindow(f, *button, button->rect()).intersects(card)) names << button->objectName();
    return names;
}

}  // namespace

class TestCovering : public QObject {
    Q_OBJECT
private slots:
    void coversNoControl_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280") << QSize(1280, 720);
        QTest::newRow("1600") << QSize(1600, 950);
    }
    void coversNoControl() {
        QFETCH(QSize, size);
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(size);
        f.bench().training.setSpec([&] {
            TrainingSpec spec = f.bench().training.spec();
            spec.epochs = 1;
            return spec;
        }());
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const QString word = QStringLiteral("A sentence that has much to say about what went wrong, and what to do. ");
        for (int space = 0; space < 3; ++space) {
            f.window->showWorkspace(space);
            for (const int words : {1, 4}) {
                f.window->messages().show({Notice::Problem,
                                           word.repeated(words).trimmed(),
                                           {{QStringLiteral("One thing"), [] {}}, {QStringLiteral("Another"), [] {}}}});
                QTRY_COMPARE(covered(f), QStringList());
                const QRect page = f.window->centralWidget()->rect();
                QVERIFY(page.contains(f.window->messages().geometry()));
                if (space == 0) {
                    const QRect map = f.canvas().property("keepClear").toRect();
                    QVERIFY(!map.isEmpty());
                    const QRect bar(f.window->messages().mapTo(f.window.get(), QPoint()), f.window->messages().size());
                    QVERIFY(!map.translated(f.canvas().mapTo(f.window.get(), QPoint())).intersects(bar));
                }
            }
        }
    }

    void cardsAreLeftInSight_data() { coversNoControl_data(); }
    // A notice lies beside the network's cards, wherever they are, as long as some side has room; never on one where
    // it could stand elsewhere.
    void cardsAreLeftInSight() {
        QFETCH(QSize, size);
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(size);
        test::settle();
        const MessageBar& bar = f.window->messages();
        const auto cards = [&] {
            return f.canvas().property("cards").value<QRegion>().translated(f.canvas().mapTo(f.window.get(), QPoint()));
        };
        const QString output = f.bench().network.nodeIds().back();
        int beside = 0;
        // In the middle of a small window no side has room.
        const bool wide = f.canvas().width() > 1000;
        for (const double left : wide ? QList<double>{0.2, 0.5, 0.8} : QList<double>{0.2, 0.8}) {
            // The last card where the bar would lie.
            const QPoint foot(static_cast<int>(f.canvas().width() * left), f.canvas().height() - 40);
            pan(f.canvas(), foot - f.canvas().nodeCenter(output));
            for (const bool offers : {false, true}) {
                std::vector<Notice::Offer> all;
                if (offers) all = {{QStringLiteral("One thing"), [] {}}, {QStringLiteral("Another"), [] {}}};
                f.window->messages().show(
                    {Notice::Note, QStringLiteral("Written to a file with a rather long name."), all});
                test::settle();
                const QRect there(bar.mapTo(f.window.get(), QPoint()), bar.size());
                QVERIFY(f.window->centralWidget()->geometry().contains(there));
                QCOMPARE(covered(f), QStringList());
                for (const auto* words : bar.findChildren<QLabel*>(QStringLiteral("messageText")))
                    QVERIFY(words->height() >= words->heightForWidth(words->width()));
                beside += !cards().intersects(there);
            }
        }
        QCOMPARE(beside, wide ? 6 : 4);
    }

    void theErrorCardStaysInReach_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280") << QSize(1280, 720);
        QTest::newRow("1600") << QSize(1600, 950);
    }
    // Wherever the layer that is wrong stands, with a notice and without; its repair can be clicked.
    void theErrorCardStaysInReach() {
        QFETCH(QSize, size);
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(size);
        f.trigger("closeDataAction");
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
        test::settle();
        const QString input = f.bench().network.nodeIds().front();
        QCOMPARE(overTheCard(f), QStringList());
        f.press("trainButton");  // says what is missing, over the page
        QTRY_VERIFY(f.window->messages().isVisible());
        test::settle();
        int shown = 0;
        for (int y = 0; y < f.canvas().height(); y += 60)
            for (int x = 0; x < f.canvas().width(); x += 60) {
                pan(f.canvas(), QPoint(x, y) - f.canvas().nodeCenter(input));
                if (f.canvas().errorCard().isEmpty()) continue;
                ++shown;
                QVERIFY2(overTheCard(f).isEmpty(),
                         qPrintable(QStringLiteral("%1,%2: ").arg(x).arg(y) + overTheCard(f).join(QLatin1Char(' '))));
            }
        QVERIFY2(shown > 20, qPrintable(QString::number(shown)));
    }

    // No data: the card offers what the notice does, first a folder of one's own, and one click mends it.
    void noDataIsMendedOnTheCard() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("closeDataAction");
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
        QTRY_VERIFY(!f.canvas().repairButton(0).isEmpty());
        QVERIFY(!f.canvas().repairButton(1).isEmpty());
        QTest::mouseClick(&f.canvas(), Qt::LeftButton, {}, f.canvas().repairButton(1).center());
        QVERIFY(f.ready());
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
        QTRY_COMPARE(f.bench().network.errors(), 0);
        f.trigger("undoAction");  // an edit as any other
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::None);
    }
};

QTEST_MAIN(TestCovering)

}  // namespace test_covering

#include "test_covering.moc"
