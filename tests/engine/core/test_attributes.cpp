// Typed reads of attributes and what they say when the type or key is wrong.
#include <QtTest>

#include "engine/core/attributes.h"
#include "engine/core/error.h"

namespace test_attributes {

using namespace tl;

class TestAttributes : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void refuses();
};

void TestAttributes::reads() {
    Attributes attributes{
        {"axis", int64_t{-1}}, {"rate", 0.25}, {"kind", std::string("relu")}, {"pads", std::vector<int64_t>{1, 2}}};
    QCOMPARE(attributes.integer("axis"), int64_t{-1});
    QCOMPARE(attributes.number("rate"), 0.25);
    QCOMPARE(attributes.number("axis"), -1.0);  // a whole number is a number
    QCOMPARE(attributes.text("kind", ""), std::string("relu"));
    QCOMPARE(attributes.list("pads"), (std::vector<int64_t>{1, 2}));
    QCOMPARE(attributes.integer("group", 1), int64_t{1});
    QCOMPARE(attributes.number("alpha", 0.5), 0.5);
    QCOMPARE(attributes.text("activation", "linear"), std::string("linear"));
    QVERIFY(attributes.has("axis") && !attributes.has("group"));
    Attributes copy = attributes;
    QVERIFY(copy == attributes);
    copy.set("axis", int64_t{2});
    QVERIFY(!(copy == attributes));
    // A string literal is a text, not a truth value.
    QCOMPARE(Attributes({{"kind", "tanh"}}).text("kind", ""), std::string("tanh"));
}

void TestAttributes::refuses() {
    const Attributes attributes{{"axis", 1.5}, {"kind", int64_t{3}}};
    try {
        attributes.integer("axis");
        QFAIL("no error");
    } catch (const Error& error) {
        QCOMPARE(QString::fromStdString(error.message().english()),
                 QString("attribute axis: expected an integer, found a number."));
    }
    QVERIFY_EXCEPTION_THROWN(attributes.integer("group"), Error);
    QVERIFY_EXCEPTION_THROWN(attributes.list("axis"), Error);
    QVERIFY_EXCEPTION_THROWN(attributes.text("kind", "linear"), Error);
    QVERIFY_EXCEPTION_THROWN(attributes.number("missing"), Error);
}

QTEST_GUILESS_MAIN(TestAttributes)

}  // namespace test_attributes

#include "test_attributes.moc"
