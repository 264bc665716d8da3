// A CSV's rows in the data browser, by mouse and keys: how wide their columns are, and their order.
#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QScopeGuard>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "ui/dataset/data_browser_panel.h"
#include "ui/dataset/item_filter.h"
#include "ui/dataset/row_table.h"
#include "ui/models/data_set_model.h"
#include "ui/models/picked_items.h"
#include "ui/models/selection.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace test_row_table {

using namespace tl;

namespace {

struct Fixture {
    Fixture() : model(jobs), browser(model, selection, jobs) {
        browser.resize(900, 700);
        browser.show();
        browser.activateWindow();
        (void)QTest::qWaitForWindowActive(&browser);
    }
    bool open(const QByteArray& rows, const QString& settings = {}) {
        QFile file(folder.filePath(QStringLiteral("rows.csv")));
        if (!file.open(QIODevice::WriteOnly)) return false;
        file.write(rows);
        file.close();
        model.open(file.fileName() + settings);
        return QTest::qWaitFor([&] { return model.state() == DataSetModel::State::Ready && model.statistics(); },
                               120000);
    }
    void clickHeading(int section) {
        auto* headings = table("dataRows")->horizontalHeader();
        const int x = headings->sectionViewportPosition(section) + headings->sectionSize(section) / 2;
        QTest::mouseClick(headings->viewport(), Qt::LeftButton, {}, QPoint(x, headings->height() / 2));
    }
    QStringList column(int section) {
        QStringList texts;
        const auto* rows = table("dataRows")->model();
        for (int row = 0; row < rows->rowCount(); ++row) texts << rows->index(row, section).data().toString();
        return texts;
    }
    QTableView* table(const char* name) { return browser.findChild<QTableView*>(QLatin1String(name)); }

    QTemporaryDir folder;
    JobTracker jobs;
    Selection selection;
    DataSetModel model;
    DataBrowserPanel browser;
};

constexpr int64_t kMany = 1'000'000;

class Many : public Source {
public:
    Many() : values_(static_cast<size_t>(kMany)) {
        for (size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<float>(i * 7919 % 1009);
    }
    std::string name() const override { return "many"; }
    int64_t size() const override { return kMany; }
    const std::vector<std::string>& classNames() const override { return none_; }
    int label(int64_t) const override { return 0; }
    std::string itemName(int64_t index) const override { return std::to_string(index); }
    void read(int64_t, Image&) const override {}
    Shape sampleShape() const override { return {1}; }
    DType dataType() const override { return DType::Float32; }
    const uint8_t* planar(int64_t index) const override {
        return reinterpret_cast<const uint8_t*>(&values_[static_cast<size_t>(index)]);
    }
    const std::vector<BrokenItem>& broken() const override { return whole_; }

private:
    std::vector<float> values_;
    std::vector<std::string> none_;
    std::vector<BrokenItem> whole_;
};

}  // namespace

class TestRowTable : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // The window is made anew with letters of another size.
    void columnsAreAsWideAsTheirLetters() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        QList<int> widths[2];
        for (const bool large : {false, true}) {
            Theme::instance().setTextScale(large ? 1.5 : 1);
            Fixture f;
            QVERIFY(f.open("size,kind\n-0.12345,a\n-12345.6,b\n"));
            for (const char* name : {"dataRows", "columnStatistics"})
                for (int column = 0; column < f.table(name)->model()->columnCount(); ++column)
                    widths[large] << f.table(name)->columnWidth(column);
        }
        QCOMPARE(widths[0].size(), 11);
        for (int i = 0; i < widths[0].size(); ++i) QCOMPARE(widths[1][i], widths[0][i] * 3 / 2);
    }

    // Up, down and as they came; the chosen row stays the sample that it is, and its name with it.
    void headingsSort() {
        Fixture f;
        QVERIFY(f.open("size,kind\n3,pear\n1,fig\n2,apple\n10,fig\n"));
        const QStringList sizes{"3", "1", "2", "10"}, names = f.column(0);
        QCOMPARE(f.column(2), sizes);
        f.clickHeading(2);
        QTRY_COMPARE(f.column(2), (QStringList{"1", "2", "3", "10"}));
        QCOMPARE(f.column(0), (QStringList{names[1], names[2], names[0], names[3]}));
        f.clickHeading(2);
        QTRY_COMPARE(f.column(2), (QStringList{"10", "3", "2", "1"}));
        QTableView* rows = f.table("dataRows");
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(0, 2)).center());
        QCOMPARE(f.selection.image(), qint64{3});
        f.clickHeading(2);
        QTRY_COMPARE(f.column(2), sizes);
        QCOMPARE(f.column(0), names);
        QCOMPARE(rows->selectionModel()->selectedRows().value(0).row(), 3);
        f.clickHeading(1);
        QTRY_COMPARE(f.column(1), (QStringList{"apple", "fig", "fig", "pear"}));
        QCOMPARE(f.column(2), (QStringList{"2", "1", "10", "3"}));
        QCOMPARE(f.selection.image(), qint64{3});
        QCOMPARE(rows->selectionModel()->selectedRows().value(0).row(), 2);
        // Other data come as they are.
        QVERIFY(f.open("size,kind\n3,pear\n1,fig\n", QStringLiteral("?scale=minmax")));
        QCOMPARE(f.column(2), (QStringList{"3", "1"}));
        QCOMPARE(rows->horizontalHeader()->sortIndicatorSection(), -1);
    }

    // What was predicted and how far off that is are written as the table's other numbers, and end where they do.
    void numbersOfAListAreWrittenAsTheOthers() {
        Fixture f;
        QVERIFY(f.open("size,target\n1,10000.5\n2,20000.5\n3,7.75\n"));
        QVERIFY(f.model.split(QStringLiteral("train"))->hasTargets());
        auto list = std::make_shared<PickedItems>();
        list->split = QStringLiteral("train");
        list->items = {0, 1, 2};
        list->predictions.targets = {10000.5f, 20000.5f, 7.75f};
        list->predictions.scores = {22346, 20001, 7.5f};
        f.browser.showPicked(list);
        QTRY_COMPARE(f.table("dataRows")->model()->columnCount(), 5);
        QCOMPARE(f.column(1), (QStringList{"10000.5", "20000.5", "7.75"}));
        QCOMPARE(f.column(2), (QStringList{"22346", "20001", "7.5"}));
        QCOMPARE(f.column(3), (QStringList{"12345.5", "0.5", "-0.25"}));
        const auto* rows = f.table("dataRows")->model();
        for (int column = 0; column < 5; ++column) {
            const auto cell = rows->index(0, column).data(Qt::TextAlignmentRole).value<Qt::Alignment>();
            QCOMPARE(cell.testFlag(Qt::AlignRight), column > 0);
            QCOMPARE(rows->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>(), cell);
        }
    }

    // Scaled otherwise they are the same rows: their order stays, what was searched, and which one is looked at.
    void scaledOtherwiseTheRowsStay() {
        Fixture f;
        const QByteArray fruit = "size,kind\n3,pear\n1,fig\n2,apple\n10,fig\n";
        QVERIFY(f.open(fruit));
        f.clickHeading(2);
        f.clickHeading(2);
        QTRY_COMPARE(f.column(2), (QStringList{"10", "3", "2", "1"}));
        f.selection.setImage(QStringLiteral("train"), 2);
        auto* search = f.browser.findChild<QLineEdit*>(QStringLiteral("imageSearch"));
        QTableView* rows = f.table("dataRows");
        for (const char* scale : {"?scale=minmax", "?scale=standard", ""}) {
            QVERIFY(f.open(fruit, QLatin1String(scale)));
            QTRY_COMPARE(f.column(2), (QStringList{"10", "3", "2", "1"}));
            QCOMPARE(rows->horizontalHeader()->sortIndicatorSection(), 2);
            QCOMPARE(f.selection.image(), qint64{2});
            QCOMPARE(rows->selectionModel()->selectedRows().value(0).row(), 2);
        }
        search->setText(QStringLiteral("fig"));
        QTRY_COMPARE(f.column(2), (QStringList{"10", "1"}));
        QVERIFY(f.open(fruit, QStringLiteral("?scale=minmax")));
        QTRY_COMPARE(f.column(2), (QStringList{"10", "1"}));
        // What has other columns is another table, and so is what was closed.
        QVERIFY(f.open(fruit, QStringLiteral("?bucket=size:2")));
        QTRY_COMPARE(f.column(2).size(), 4);
        QCOMPARE(rows->horizontalHeader()->sortIndicatorSection(), -1);
        f.clickHeading(2);
        f.model.close();
        QVERIFY(f.open(fruit, QStringLiteral("?bucket=size:2")));
        QCOMPARE(rows->horizontalHeader()->sortIndicatorSection(), -1);
        QCOMPARE(f.selection.image(), qint64{0});
    }

    // As the file has them, whatever they are scaled by; least and most are two of them, and so they are sorted.
    void numbersAreAsTheFileHasThem() {
        const QStringList written{"0.1", "5.1", "1234567", "1e-07", "0.12345679", "-3000000"};
        QByteArray rows = "size,kind\n";
        for (const QString& number : written) rows += number.toUtf8() + ",a\n";
        Fixture f;
        for (const char* scale : {"", "?scale=standard", "?scale=minmax"}) {
            QVERIFY(f.open(rows, QLatin1String(scale)));
            QCOMPARE(f.column(2), written);
            const auto* columns = f.table("columnStatistics")->model();
            QCOMPARE(columns->index(0, 3).data().toString(), QStringLiteral("-3000000"));
            QCOMPARE(columns->index(0, 7).data().toString(), QStringLiteral("1234567"));
        }
        f.clickHeading(2);
        QTRY_COMPARE(f.column(2), (QStringList{"-3000000", "1e-07", "0.1", "0.12345679", "5.1", "1234567"}));
        for (const QString& number : QStringList{"16777216", "-0.0001", "0", "100000", "1e+09", "0.33333334"})
            QCOMPARE(writtenText(number.toFloat()), number);
    }

    void namesOfColumnsAreNoMarkup() {
        Fixture f;
        QVERIFY(f.open("<b>size,kind\n3,pear\n1,fig\n"));
        const auto heading = [&](int role) {
            return f.table("dataRows")->model()->headerData(2, Qt::Horizontal, role).toString();
        };
        QCOMPARE(heading(Qt::DisplayRole), QStringLiteral("<b>size"));
        QVERIFY2(heading(Qt::ToolTipRole).contains(QStringLiteral("&lt;b&gt;size")),
                 qPrintable(heading(Qt::ToolTipRole)));
    }

    void theKeyboardSorts() {
        Fixture f;
        QVERIFY(f.open("size & weight,kind\n3,pear\n1,fig\n2,apple\n"));
        QTableView* rows = f.table("dataRows");
        rows->setFocus();
        const auto choose = [&](int entry) {
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(9, 9), rows->mapToGlobal(QPoint(9, 9)));
            QApplication::sendEvent(rows, &asked);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Right);
            QMenu* orders = nullptr;
            QTRY_VERIFY((orders = qobject_cast<QMenu*>(QApplication::activePopupWidget())) && orders != menu);
            QCOMPARE(orders->actions().size(), 4);
            QCOMPARE(orders->actions()[3]->text(), QStringLiteral("size && weight"));
            orders->setActiveAction(orders->actions()[entry]);
            QTest::keyClick(orders, Qt::Key_Return);
            QTRY_VERIFY(!QApplication::activePopupWidget());
        };
        choose(3);
        QTRY_COMPARE(f.column(2), (QStringList{"1", "2", "3"}));
        choose(3);
        QTRY_COMPARE(f.column(2), (QStringList{"3", "2", "1"}));
        choose(1);
        QTRY_COMPARE(f.column(2), (QStringList{"3", "1", "2"}));
        choose(2);
        QTRY_COMPARE(f.column(1), (QStringList{"apple", "fig", "pear"}));
        choose(0);
        QTRY_COMPARE(f.column(2), (QStringList{"3", "1", "2"}));
    }

    // More columns than a menu holds are searched.
    void manyColumnsAreSearched() {
        Fixture f;
        QByteArray rows;
        for (int c = 0; c < 200; ++c) rows += "col" + QByteArray::number(c) + ',';
        rows += "kind\n";
        for (const char* last : {"3", "1", "2"}) {
            for (int c = 0; c < 199; ++c) rows += "7,";
            rows += last + QByteArray(",a\n");
        }
        QVERIFY(f.open(rows));
        QTableView* table = f.table("dataRows");
        const auto choose = [&](const char* typed) {
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(9, 9), table->mapToGlobal(QPoint(9, 9)));
            QApplication::sendEvent(table, &asked);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
            QWidget* search = nullptr;
            QTRY_VERIFY((search = QApplication::activePopupWidget()) && search != menu);
            QCOMPARE(search->objectName(), QStringLiteral("searchMenu"));
            QTest::keyClicks(search->findChild<QLineEdit*>(QStringLiteral("menuSearch")), QLatin1String(typed));
            QTest::keyClick(search->windowHandle(), Qt::Key_Return);
            QTRY_VERIFY(!QApplication::activePopupWidget());
        };
        choose("col199");
        QTRY_COMPARE(f.column(201), (QStringList{"1", "2", "3"}));
        choose("col199");
        QTRY_COMPARE(f.column(201), (QStringList{"3", "2", "1"}));
        choose("nothing");
        QTRY_COMPARE(f.column(201), (QStringList{"3", "1", "2"}));
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), -1);
    }

    // What the job does that sorts: each row once, and those with equal numbers as they came.
    void aMillionRows() {
        ItemFilter filter;
        filter.sources[0] = std::make_shared<Many>();
        filter.order = {RowOrder::Number, 0, true};
        std::vector<qint64> items = matching(filter, {});
        QCOMPARE(items.size(), static_cast<size_t>(kMany));
        const Source& many = *filter.sources[0];
        QVERIFY(std::is_sorted(items.begin(), items.end(), [&](qint64 a, qint64 b) {
            return many.row(a)[0] != many.row(b)[0] ? many.row(a)[0] > many.row(b)[0] : a < b;
        }));
        std::sort(items.begin(), items.end());
        QVERIFY(std::unique(items.begin(), items.end()) == items.end());
    }
};

QTEST_MAIN(TestRowTable)

}  // namespace test_row_table

#include "test_row_table.moc"
