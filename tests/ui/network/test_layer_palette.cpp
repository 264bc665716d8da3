// The layer library: every layer is in it once, a search finds it by its name or by what it does, and categories fold.
#include <QLineEdit>
#include <QListWidget>
#include <QtTest>

#include "engine/layers/layer_type.h"
#include "ui/network/layer_palette_panel.h"
#include "widgets/theme/theme.h"

namespace test_layer_palette {

using namespace tl;

namespace {

// What the list shows: captions as "# Pooling".
QStringList shown(const LayerPalettePanel& panel) {
    QStringList rows;
    for (int i = 0; i < panel.list()->count(); ++i) {
        const QListWidgetItem* item = panel.list()->item(i);
        rows << (item->data(Qt::UserRole).toString().isEmpty() ? QStringLiteral("# ") : QString()) + item->text();
    }
    return rows;
}

}  // namespace

class TestLayerPalette : public QObject {
    Q_OBJECT
private slots:
    void holdsEveryLayerOnce() {
        LayerPalettePanel panel;
        QStringList rows = shown(panel);
        for (const LayerType& type : allLayers()) QCOMPARE(rows.count(QString::fromStdString(type.title)), 1);
        QCOMPARE(rows.first(), QStringLiteral("# Input and output"));
        QCOMPARE(rows.removeDuplicates(), 0);
    }

    // At the width the window gives it, scroll bar and all.
    void everyNameFits() {
        Theme::instance().apply();
        LayerPalettePanel panel;
        panel.resize(231, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        constexpr int kTextLeft = 44, kTextRight = 4;
        const int room = panel.list()->viewport()->width() - kTextLeft - kTextRight;
        for (const LayerType& type : allLayers()) {
            const QString title = QString::fromStdString(type.title);
            QVERIFY2(QFontMetrics(Theme::instance().font(13)).horizontalAdvance(title) <= room, qPrintable(title));
            const QPoint at = panel.entryCenter(QString::fromStdString(type.id));
            QVERIFY(panel.list()->itemAt(at)->toolTip().startsWith(title));
        }
    }

    // As the palette at the cursor does: names first, the best of them on top.
    void searchRanksNamesThenDescriptions() {
        LayerPalettePanel panel;
        QSignalSpy added(&panel, &LayerPalettePanel::addRequested);
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("layerSearch"));
        const auto best = [&](const char* query) {
            search->setText(QLatin1String(query));
            return shown(panel).first();
        };
        QCOMPARE(best("add"), QStringLiteral("Add"));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(added.last().first().toString(), QStringLiteral("Add"));
        QVERIFY(best("avgpool").startsWith(QStringLiteral("AveragePooling")));
        QCOMPARE(best("maxp"), QStringLiteral("MaxPooling2D"));
        panel.setAxes(1);  // a sequence is chosen
        QCOMPARE(shown(panel).first(), QStringLiteral("MaxPooling1D"));
        panel.setAxes(0);
        QCOMPARE(best("gauss"), QStringLiteral("GaussianNoise"));
        QCOMPARE(best("dense"), QStringLiteral("Dense"));
        QVERIFY(best("normali").startsWith(QStringLiteral("Normalization")));
        QVERIFY(shown(panel).contains("GroupNormalization"));
        QCOMPARE(best("softmax"), QStringLiteral("Softmax"));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(added.last().first().toString(), QStringLiteral("Activation?activation=softmax"));
        QCOMPARE(best("relu"), QStringLiteral("ReLU"));
        QCOMPARE(best("gelu"), QStringLiteral("GELU"));
        QCOMPARE(best("leaky_relu"), QStringLiteral("Leaky ReLU"));
        QCOMPARE(best("act"), QStringLiteral("Activation"));
        best("mish");  // a choice of several layers
        QVERIFY(shown(panel).contains("Activation") && shown(panel).contains("Conv2D"));
        QVERIFY(!shown(panel).contains("Flatten"));
        best("interpolate");
        QVERIFY(shown(panel).contains("UpSampling2D"));
        best("xyzzy");
        QCOMPARE(panel.list()->count(), 1);
        QVERIFY(shown(panel)[0].contains("xyzzy"));
    }

    // What is added becomes the chosen layer, and may change the order of what was found.
    void theRowStaysWhenTheOrderChanges() {
        LayerPalettePanel panel;
        panel.findChild<QLineEdit*>(QStringLiteral("layerSearch"))->setText(QStringLiteral("maxp"));
        const auto type = [&] {
            const QListWidgetItem* item = panel.list()->currentItem();
            return item ? item->data(Qt::UserRole).toString() : QString();
        };
        panel.list()->setCurrentRow(0);
        const QString chosen = type();
        QCOMPARE(chosen, QStringLiteral("MaxPooling2D"));
        panel.setAxes(1);
        QVERIFY(panel.list()->currentRow() > 0);
        QCOMPARE(type(), chosen);
    }

    void categoriesFold() {
        LayerPalettePanel panel;
        panel.resize(200, 600);
        panel.show();
        QSignalSpy changed(&panel, &LayerPalettePanel::foldedChanged);
        QSignalSpy added(&panel, &LayerPalettePanel::addRequested);
        const QStringList all = shown(panel);
        const auto caption = [&] { return panel.list()->item(all.indexOf(QStringLiteral("# Core"))); };
        const auto click = [&] {
            QTest::mouseClick(panel.list()->viewport(), Qt::LeftButton, {},
                              panel.list()->visualItemRect(caption()).center());
        };
        click();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(panel.folded(), QStringList{"core"});  // in every language
        QVERIFY(shown(panel).contains("# Core") && !shown(panel).contains("Dense"));
        QVERIFY(shown(panel).contains("Conv2D"));
        // A search shows them all the same.
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("layerSearch"));
        search->setText(QStringLiteral("dens"));
        QCOMPARE(shown(panel).first(), QStringLiteral("Dense"));
        search->clear();
        // By keyboard back again.
        panel.list()->setCurrentItem(caption());
        QTest::keyClick(panel.list(), Qt::Key_Space);
        QCOMPARE(shown(panel), all);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(added.count(), 0);
    }
};

QTEST_MAIN(TestLayerPalette)

}  // namespace test_layer_palette

#include "test_layer_palette.moc"
