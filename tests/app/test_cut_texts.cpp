// No text of the window is cut, in no view, in neither language, with larger letters either; and all of it fits a small
// screen.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QStyleOption>
#include <set>

#include "app/window/language.h"
#include "tests/app/all_views.h"
#include "tests/app/shown_texts.h"
#include "widgets/controls/sheet.h"
#include "widgets/properties/property_editors.h"
#include "widgets/properties/property_line.h"

using namespace tl;
using namespace tl::test;

namespace {

// A dock behind another one's tab is visible to Qt, and lies beside the window.
bool isBehindTab(const QDockWidget* dock) { return dock->isVisible() && dock->geometry().right() < 0; }
bool isShown(const QWidget* widget) {
    for (const QWidget* at = widget; at; at = at->parentWidget())
        if (const auto* dock = qobject_cast<const QDockWidget*>(at)) return widget->isVisible() && !isBehindTab(dock);
    return widget->isVisible();
}

// Shown narrower or lower than their letters need: labels, buttons, fields, choices, and the rows of lists.
// spared: what ends in "…" by itself, and has the rest in its tooltip or says only what may be written.
QStringList cutTexts(QWidget& root, bool spared = false) {
    QStringList cut;
    const auto lacks = [&](const QWidget* widget, const QString& text, int width, int height) {
        if (width <= 1 && height <= 1) return;
        cut << QStringLiteral("%1 %2 “%3” lacks %4 by %5 px")
                   .arg(widget->metaObject()->className(), widget->objectName(), text.left(60))
                   .arg(std::max(width, 0))
                   .arg(std::max(height, 0));
    };
    const auto look = [&](QWidget* widget, const QString& text, bool wraps) {
        if (!isShown(widget) || text.isEmpty() || widget->width() <= 1) return;
        // Segments say themselves how narrow they may be: with less padding than a style gives.
        const int own = widget->minimumWidth(), hint = widget->minimumSizeHint().width();
        const int least = own > 0 ? std::min(own, hint) : hint;
        const int width = wraps || widget->maximumWidth() <= widget->width() ? 0 : least - widget->width();
        const int needed = wraps ? widget->heightForWidth(widget->width()) : widget->fontMetrics().height();
        lacks(widget, text, width, needed - widget->height());
    };
    for (QLabel* label : root.findChildren<QLabel*>())  // a card's subtitle asks for no room
        if (!spared || label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored)
            look(label, label->text(), label->wordWrap());
    for (QAbstractButton* button : root.findChildren<QAbstractButton*>())
        if (!spared || button->objectName() != QLatin1String("advanced")) look(button, button->text(), false);
    for (QLineEdit* field : root.findChildren<QLineEdit*>()) {
        if (!isShown(field)) continue;
        const QString text = field->text().isEmpty() ? field->placeholderText() : QString();
        QStyleOptionFrame option;
        option.initFrom(field);
        int room = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field).width() -
                   field->textMargins().left() - field->textMargins().right() - 4;
        for (QWidget* inside : field->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (inside->isVisible()) room -= inside->width() + 4;
        lacks(field, text, text.isEmpty() || spared ? 0 : field->fontMetrics().horizontalAdvance(text) - room,
              field->fontMetrics().height() - field->height());
    }
    for (QComboBox* box : root.findChildren<QComboBox*>()) {
        if (!isShown(box)) continue;
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        // In a property's line it elides where even the whole line is too narrow, and so does the name that a machine
        // gives to its processor.
        const auto* line = qobject_cast<PropertyLine*>(box->parentWidget());
        const bool elides =
            (line && line->stacked()) ||
            (box->objectName() == QLatin1String("setting.training/device") && qobject_cast<ChoiceEdit*>(box));
        const int width = box->fontMetrics().horizontalAdvance(box->currentText()) - room.width();
        lacks(box, box->currentText(), elides ? 0 : width, box->fontMetrics().height() - box->height());
    }
    for (QAbstractItemView* view : root.findChildren<QAbstractItemView*>()) {
        if (!isShown(view) || !view->model() || view->model()->rowCount() == 0) continue;
        if (qobject_cast<QHeaderView*>(view)) continue;  // has its table's model, but none of its rows
        const int letters = QFontMetrics(Theme::instance().font(13)).height();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0, view->rootIndex());
            const QRect given = view->visualRect(index);
            if (index.data().toString().isEmpty() || !view->viewport()->rect().contains(given.center())) continue;
            lacks(view, index.data().toString(), 0, letters - given.height());
            break;  // they are alike
        }
    }
    return cut;
}

}  // namespace

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
        for (const char* choice : {"en", "zh_CN"})
            for (const int percent : {100, 130})
                for (const bool trained : {false, true})
                    QTest::addRow("%s %d %%%s", choice, percent, trained ? ", with a run" : "")
                        << QString(choice) << percent << trained << QSize(1600, 1000);
        for (const char* choice : {"en", "zh_CN"})  // the smallest screen that the program is for
            for (const bool trained : {false, true})
                QTest::addRow("%s 150 %%, small screen%s", choice, trained ? ", with a run" : "")
                    << QString(choice) << 150 << trained << QSize(1024, 700);
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
            for (QDockWidget* dock : w.window->findChildren<QDockWidget*>()) {
                if (!isBehindTab(dock) || !behind.insert(dock->objectName()).second) continue;
                QDockWidget* before = nullptr;
                for (QDockWidget* beside : w.window->tabifiedDockWidgets(dock))
                    if (isShown(beside->widget())) before = beside;
                dock->raise();
                test::settle();
                for (const QString& one : cutTexts(*dock, small))
                    cut << dock->objectName() + QStringLiteral(": ") + one;
                if (before) before->raise();
                test::settle();
            }
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
#include "test_cut_texts.moc"
