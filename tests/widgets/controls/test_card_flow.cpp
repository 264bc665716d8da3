// Hundreds of cards in groups: which of them are there, and when; captions fold and keep the keyboard.
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <utility>
#include <vector>

#include "tests/support/settle.h"
#include "widgets/controls/card_flow.h"
#include "widgets/theme/theme.h"

namespace test_card_flow {

using namespace tl;

namespace {

struct Flow : CardFlow {
    Flow() {
        setFactory([](const QString&) { return new QWidget; });
        resize(1000, 700);
        show();
        activateWindow();
        (void)QTest::qWaitForWindowActive(this);
        std::vector<Group> groups;
        for (int layer = 0; layer < 100; ++layer) {
            const QString title = QStringLiteral("layer_%1").arg(layer);
            groups.push_back({title, {title + "/kernel", title + "/bias", title + "/output"}});
        }
        setGroups(groups);
    }
    qsizetype captions() const { return findChildren<QToolButton*>().size(); }
};

}  // namespace

class TestCardFlow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // What is in sight at once, a screen around it by and by, the rest not at all.
    void onlyWhatIsNearIsMade() {
        Flow flow;
        const auto atOnce = flow.cards().size();
        QVERIFY(atOnce > 0);
        for (const QWidget* card : flow.cards()) QVERIFY(card->y() <= flow.viewport()->height());
        QVERIFY(flow.captions() <= atOnce);
        QTRY_VERIFY(flow.cards().size() > atOnce);
        test::settle();
        QVERIFY2(flow.cards().size() < 40, qPrintable(QString::number(flow.cards().size())));
        QVERIFY2(flow.captions() < 20, qPrintable(QString::number(flow.captions())));
        const QString last = flow.keys().back();
        QVERIFY(!flow.card(last));
        flow.reveal(last);
        QVERIFY(flow.card(last) && flow.card(last)->isVisible());
        test::settle();
        QVERIFY(flow.cards().size() < 40);
        QVERIFY(flow.findChild<QToolButton*>("group.layer_99")->isVisible());
        QVERIFY(!flow.findChild<QToolButton*>("group.layer_0")->isVisible());
    }

    void captionsFoldAndKeepTheKeyboard() {
        Flow flow;
        auto* caption = flow.findChild<QToolButton*>("group.layer_0");
        QCOMPARE(caption->text(), QString("layer_0  3"));
        QSignalSpy folded(&flow, &CardFlow::foldedChanged);
        QTest::mouseClick(caption, Qt::LeftButton);
        QCOMPARE(folded.count(), 1);
        QVERIFY(flow.folded("layer_0") && !flow.card("layer_0/bias"));
        QCOMPARE(caption->accessibleName(), QString("layer_0, folded"));
        caption->setFocus();
        flow.verticalScrollBar()->setValue(flow.verticalScrollBar()->maximum());
        test::settle();
        QVERIFY(caption->hasFocus());
        QTest::keyClick(caption, Qt::Key_Space);
        QVERIFY(!flow.folded("layer_0"));
        QCOMPARE(caption->accessibleName(), QString("layer_0"));
    }

    // Large letters have room in a caption, and what is below it moves down.
    void captionsGrowWithTheLetters() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        const auto at = [](double scale) {
            Theme::instance().setTextScale(scale);
            Flow flow;
            const QRect caption = flow.findChild<QToolButton*>("group.layer_0")->geometry();
            return std::pair(caption.height(), flow.card("layer_0/kernel")->y() - caption.bottom());
        };
        const auto [high, gap] = at(1);
        const auto [higher, sameGap] = at(1.5);
        QCOMPARE(higher, Theme::instance().scaled(high));
        QCOMPARE(sameGap, gap);
    }
};

QTEST_MAIN(TestCardFlow)

}  // namespace test_card_flow

#include "test_card_flow.moc"
