// A CSV's rows in the data browser, by mouse and keys: how wide their columns are, and their order.
#include <QHeaderView>
#include <QScopeGuard>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/dataset/data_browser_panel.h"
#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"
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
    QTableView* table(const char* name) { return browser.findChild<QTableView*>(QLatin1String(name)); }

    QTemporaryDir folder;
    JobTracker jobs;
    Selection selection;
    DataSetModel model;
    DataBrowserPanel browser;
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
};

QTEST_MAIN(TestRowTable)

}  // namespace test_row_table

#include "test_row_table.moc"
