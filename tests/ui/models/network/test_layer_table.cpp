// The table of layers: the rows that the report tells, one signal for a report however many layers there are, and a
// view that asks for no more cells than it shows.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include "engine/model/templates.h"
#include "ui/models/layer_table_model.h"
#include "ui/models/network_model.h"

namespace test_layer_table {

using namespace tl;

namespace {

NetworkSpec chainOf(int layers) {
    NetworkSpec network;
    for (int i = 0; i < layers; ++i) {
        NodeSpec node;
        node.id = i == 0 ? "input" : "act_" + std::to_string(i);
        node.type = i == 0 ? "Input" : "Activation";
        if (i > 0) network.links.push_back({network.nodes.back().id, node.id, 0});
        network.nodes.push_back(node);
    }
    return network;
}

class CountingModel : public LayerTableModel {
public:
    using LayerTableModel::LayerTableModel;
    QVariant data(const QModelIndex& index, int role) const override {
        ++asked;
        return LayerTableModel::data(index, role);
    }
    mutable int asked = 0;
};

}  // namespace

class TestLayerTable : public QObject {
    Q_OBJECT
private slots:
    void tellsLayersInTheOrderOfValues() {
        JobTracker jobs;
        NetworkModel network(jobs);
        network.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        LayerTableModel table(network);
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table.rowCount(), 0);
        network.setSpec(findTemplate("lenet").make(network.facts()));
        QTRY_VERIFY(network.reportIsCurrent());
        table.refresh();
        QCOMPARE(table.rowCount(), static_cast<int>(network.spec().nodes.size()));
        QCOMPARE(table.index(0, LayerTableModel::Layer).data().toString(), QStringLiteral("input"));
        QCOMPARE(table.index(0, LayerTableModel::Output).data().toString(), QStringLiteral("1×28×28"));
        QString widest;
        for (int row = 0; row < table.rowCount(); ++row)
            if (const QString text = table.index(row, LayerTableModel::Parameters).data().toString();
                text.size() > widest.size())
                widest = text;
        QVERIFY(widest.size() > 3);
        QCOMPARE(table.longest(LayerTableModel::Parameters).size(), qMax<qsizetype>(widest.size(), 6));  // "params"
    }

    void aReportIsOneSignal() {
        JobTracker jobs;
        NetworkModel network(jobs);
        network.setSpec(chainOf(2000));
        LayerTableModel table(network);
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY(network.reportIsCurrent());
        table.refresh();
        QCOMPARE(table.index(1999, LayerTableModel::Output).data().toString(), QStringLiteral("–"));
        QSignalSpy changes(&table, &QAbstractItemModel::dataChanged), resets(&table, &QAbstractItemModel::modelReset);
        network.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        QTRY_VERIFY(network.reportIsCurrent());
        table.refresh();
        QCOMPARE(changes.count(), 1);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(changes[0][1].toModelIndex().row(), 1999);
        QCOMPARE(table.index(1999, LayerTableModel::Output).data().toString(), QStringLiteral("1×28×28"));
        table.refresh();
        QCOMPARE(changes.count(), 1);
    }

    void aViewAsksForWhatItShows() {
        JobTracker jobs;
        NetworkModel network(jobs);
        network.setSpec(chainOf(2000));
        CountingModel table(network);
        QTableView view;
        view.setModel(&table);
        view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        view.resize(400, 600);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        network.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        QTRY_VERIFY(network.reportIsCurrent());
        table.asked = 0;
        table.refresh();
        view.viewport()->repaint();
        QVERIFY(table.asked > 0);
        const int shown = view.viewport()->height() / view.rowHeight(0) + 2;
        QVERIFY2(table.asked < shown * 3 * 40, qPrintable(QString::number(table.asked)));
    }
};

QTEST_MAIN(TestLayerTable)

}  // namespace test_layer_table

#include "test_layer_table.moc"
