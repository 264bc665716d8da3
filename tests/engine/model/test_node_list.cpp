// Networks as values that share: a copy and an edit of it touch what differs and no more, and a node is found by its id
// whatever was done to the list.
#include <QtTest>

#include "engine/model/network_spec.h"

namespace test_node_list {

using namespace tl;

namespace {

NetworkSpec chainOf(int layers) {
    NetworkSpec network;
    for (int i = 0; i < layers; ++i) {
        NodeSpec node;
        node.id = "act_" + std::to_string(i + 1);
        node.type = "Activation";
        if (i > 0) network.links.push_back({network.nodes.back().id, node.id, 0});
        network.nodes.push_back(std::move(node));
    }
    return network;
}

int shared(const NodeList& a, const NodeList& b) {
    int count = 0;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a.shared()[i].sharesWith(b.shared()[i]);
    return count;
}

}  // namespace

class TestNodeList : public QObject {
    Q_OBJECT
private slots:
    void anEditCopiesOneNode() {
        const NetworkSpec before = chainOf(100);
        NetworkSpec after = before;
        QCOMPARE(shared(before.nodes, after.nodes), 100);
        after.find("act_7")->x = 5;
        QCOMPARE(shared(before.nodes, after.nodes), 99);
        QCOMPARE(before.find("act_7")->x, 0.0);
        QCOMPARE(after.find("act_7")->x, 5.0);
        QVERIFY(!(before == after));
        after.find("act_7")->x = 0;
        QVERIFY(before == after);  // by value, shared or not
    }

    void findsByIdWhateverHappened() {
        NetworkSpec network = chainOf(10);
        const auto each = [&] {
            for (size_t i = 0; i < network.nodes.size(); ++i)
                QCOMPARE(network.nodes.indexOf(network.nodes[i].id), static_cast<int>(i));
            QCOMPARE(network.nodes.indexOf("nobody"), -1);
        };
        each();
        network.find("act_3")->id = "third";
        QCOMPARE(network.nodes.indexOf("act_3"), -1);
        each();
        network.nodes.push_back({"act_3", "Activation", 1, {}, 0, 0, {}});
        each();
        network.remove({"act_1", "act_5"}, true);
        each();
        QCOMPARE(network.nodes.indexOf("act_1"), -1);
        network.nodes.replace(4, 2, {});
        each();
        network.nodes.push_back({"act_4", "Twin", 1, {}, 0, 0, {}});  // of two of one name the first is meant
        QVERIFY(network.find("act_4")->type == "Activation");
    }

    void freshNamesGoOn() {
        NetworkSpec network = chainOf(3);
        QCOMPARE(network.freshId("act"), std::string("act_4"));
        int last = 7;
        QCOMPARE(network.freshId("act", &last), std::string("act_8"));
        QCOMPARE(last, 8);
        QCOMPARE(network.freshId("output"), std::string("output"));
    }

    void removingReconnectsThroughSeveral() {
        NetworkSpec network = chainOf(5);
        network.remove({"act_3", "act_2", "act_4"}, true);
        QCOMPARE(network.links.size(), size_t{1});
        QVERIFY(network.links[0] == (LinkSpec{"act_1", "act_5", 0}));
        NetworkSpec cut = chainOf(5);
        cut.remove({"act_1", "act_2"}, true);  // nothing feeds the first
        QCOMPARE(cut.links.size(), size_t{2});
        NetworkSpec loop = chainOf(3);
        loop.links.push_back({"act_2", "act_1", 0});
        loop.remove({"act_1", "act_2"}, true);
        QVERIFY(loop.links.empty());
        QCOMPARE(loop.nodes.size(), size_t{1});
    }

    void reaches() {
        const NetworkSpec network = chainOf(2000);
        QVERIFY(network.reaches("act_1", "act_2000") && !network.reaches("act_2000", "act_1"));
        QVERIFY(network.reaches("act_5", "act_5") && !network.reaches("act_5", "nobody"));
    }
};

QTEST_APPLESS_MAIN(TestNodeList)

}  // namespace test_node_list

#include "test_node_list.moc"
