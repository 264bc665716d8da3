// No text of the window is cut, in no view, in neither language, with larger letters either; and all of it fits a small
// screen.
#include <QDockWidget>
#include <QMenuBar>
#include <set>

#include "app/window/language.h"
#include "tests/app/all_views.h"
#include "tests/app/cut_widgets.h"
#include "tests/app/shown_texts.h"
#include "widgets/controls/sheet.h"

namespace test_cut_texts {

using namespace tl;
using namespace tl::test;

class TestCutTexts : public QObject {
    Q_OBJECT
private slots:
    // Of a deep network's layers no two look the same in the table, however narrow it is at first.
    void layersCanBeToldApart() {
        WindowFixture f;
        f.window->resize(1280, 800);
        f.window->document().newFromTemplate("resnet50");
        QVERIFY(f.ready());
        auto* table = f.find<QTableView>("summaryTable");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 150);
        test::settle();
        QHash<QByteArray, QString> seen;  // by how the name looks
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex index = table->model()->index(row, 0);
            table->scrollTo(index, QAbstractItemView::PositionAtTop);
            const QImage cell = table->viewport()->grab(table->visualRect(index)).toImage();
            const QByteArray look(reinterpret_cast<const char*>(cell.constBits()), cell.sizeInBytes());
            const QString name = index.data().toString();
            QVERIFY2(!seen.contains(look), qPrintable(seen[look] + QStringLiteral(" looks like ") + name));
            seen[look] = name;
        }
        QCOMPARE(table->model()->index(0, 0).data(Qt::ToolTipRole), table->model()->index(0, 0).data());
    }

    // The widest name is the one that takes most room, not the one of most letters.
    void wideLettersAreCountedAsWide() {
        WindowFixture f;
        f.window->document().newFromTemplate("mlp");
        QVERIFY(f.ready());
        auto* table = f.find<QTableView>("summaryTable");
        QTRY_VERIFY(table->isVisible());
        const int room = table->columnWidth(0) - 26;
        const auto wide = std::string(size_t(1.25 * room / table->fontMetrics().horizontalAdvance('W')) / 2, 'W');
        NetworkSpec network;
        const std::vector<std::string> names{"in", wide + "A" + wide, wide + "B" + wide,
                                             std::string(2 * wide.size() + 3, 'i')};
        for (const std::string& id : names) {
            NodeSpec node;
            node.id = id;
            node.type = network.nodes.empty() ? "Input" : "Activation";
            if (!network.nodes.empty()) network.links.push_back({network.nodes.back().id, id, 0});
            network.nodes.push_back(node);
        }
        f.bench().network.setSpec(network);
        QTRY_COMPARE(table->model()->rowCount(), 4);
        test::settle();
        const auto look = [&](int row) {
            const QModelIndex index = table->model()->index(row, 0);
            return table->viewport()->grab(table->visualRect(index)).toImage();
        };
        QVERIFY(look(1) != look(2));
    }

    void cleanup() {
        language::apply(QStringLiteral("en"));
        Theme::instance().setTextScale(1);
    }

    void nothingIsCut_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("percent");
        QTest::addColumn<bool>("trained");
        QTest::addColumn<QSize>("size");
        // With a run at 100 and 150 %: app.painted_texts, which asks the same.
        for (const char* choice : {"en", "zh_CN"}) {
            QTest::addRow("%s 100 %%", choice) << QString(choice) << 100 << false << QSize(1600, 1000);
            QTest::addRow("%s 130 %%, with a run", choice) << QString(choice) << 130 << true << QSize(1600, 1000);
            // The smallest screen that the program is for.
            QTest::addRow("%s 150 %%, small screen", choice) << QString(choice) << 150 << false << QSize(1024, 700);
        }
    }
    void nothingIsCut() {
        QFETCH(QString, choice);
        QFETCH(int, percent);
        QFETCH(bool, trained);
        QFETCH(QSize, size);
        language::apply(choice);
        Theme::instance().setTextScale(percent / 100.0);
        WindowFixture w;
        QVERIFY(w.ready());
        w.bench().selection.setNode(w.bench().network.nodeIds().back());  // its loss has a long name
        if (trained) trainForAllViews(w);
        w.window->resize(size);
        QStringList cut;
        int views = 0;
        std::set<QString> behind;  // docks that have been brought to the front
        throughAllViews(w, [&](const QString& where) {
            ++views;
            if (w.window->width() > size.width() || w.window->height() > size.height()) {
                cut << QStringLiteral("%1: window %2x%3:%4")
                           .arg(where)
                           .arg(w.window->width())
                           .arg(w.window->height())
                           .arg(w.wide(250));
                w.window->resize(size);
            }
            const bool small = size.width() < 1280;
            for (const QString& one : cutTexts(*w.window, small)) cut << where + QStringLiteral(": ") + one;
            throughDocksBehind(
                *w.window, [&](const QDockWidget& dock) { return !behind.insert(dock.objectName()).second; },
                [&](QDockWidget& dock) {
                    for (const QString& one : cutTexts(dock, small))
                        cut << dock.objectName() + QStringLiteral(": ") + one;
                });
        });
        QVERIFY2(cut.isEmpty(), qPrintable(list(cut)));
        QVERIFY2(views >= 15, qPrintable(QString::number(views)));
        auto* bar = w.window->findChild<QMenuBar*>();
        for (QAction* menu : bar->actions())
            QVERIFY2(bar->rect().contains(bar->actionGeometry(menu)), qPrintable(menu->text()));
        for (const char* id : {"settingsAction", "shortcutsAction", "commandsAction", "aboutAction"}) {
            w.trigger(id);
            test::settle();
            for (Sheet* sheet : w.window->findChildren<Sheet*>()) {
                if (!sheet->isVisible()) continue;
                const QStringList here = cutTexts(*sheet, size.width() < 1280);
                QVERIFY2(here.isEmpty(), qPrintable(QLatin1String(id) + QStringLiteral(":\n") + here.join('\n')));
                sheet->close();
            }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        // All of it fits a small screen.
        QStringList wide;
        for (QWidget* widget : w.window->findChildren<QWidget*>())
            if (widget->minimumSizeHint().width() > 500)
                wide << QStringLiteral("%1 %2 %3")
                            .arg(widget->metaObject()->className(), widget->objectName())
                            .arg(widget->minimumSizeHint().width());
        QVERIFY2(w.window->minimumSizeHint().width() <= 1280, qPrintable(wide.join('\n')));
    }
};

QTEST_MAIN(TestCutTexts)

}  // namespace test_cut_texts

#include "test_cut_texts.moc"
