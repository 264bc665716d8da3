// What property values accept, refuse, print and read back.
#include <QtTest>
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/core/property.h"

namespace test_property {

using namespace tl;
using List = std::vector<int64_t>;

namespace {

Property make(PropertyKind kind, double minimum = -1e300, double maximum = 1e300) {
    Property property;
    property.label = property.key = "size";
    property.kind = kind;
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

Property pair() {
    Property property = make(PropertyKind::IntList, 1, 9);
    property.listLength = 2;
    return property;
}

Property choice() {
    Property property = make(PropertyKind::Choice);
    property.choices = {"valid", "same"};
    return property;
}

}  // namespace

class TestProperty : public QObject {
    Q_OBJECT
private slots:
    void refuses_data() {
        QTest::addColumn<Property>("property");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("said");
        const Property range = make(PropertyKind::Int, 1, 8);
        QTest::newRow("range") << range << "9"
                               << "size must be between 1 and 8, not 9.";
        QTest::newRow("word") << range << "many"
                              << "size must be a whole number, not \"many\".";
        QTest::newRow("decimal") << range << "2.5"
                                 << "size must be a whole number, not \"2.5\".";
        QTest::newRow("trailing") << range << "2 px"
                                  << "size must be a whole number, not \"2 px\".";
        QTest::newRow("huge") << range << "99999999999999999999"
                              << "size must be a whole number, not "
                                 "\"99999999999999999999\".";
        QTest::newRow("low") << make(PropertyKind::Float, 0) << "-1"
                             << "size must be at least 0, not -1.";
        QTest::newRow("nan") << make(PropertyKind::Float) << "nan"
                             << "size must be a finite number, not nan.";
        QTest::newRow("choice") << choice() << "Same"
                                << "size must be one of valid, same, not \"Same\".";
        QTest::newRow("length") << pair() << "3x3x3"
                                << "size must be 2 numbers, not 3.";
        QTest::newRow("element") << pair() << "3x10"
                                 << "Each number of size must be between 1 and 9, not 10.";
        QTest::newRow("bool") << make(PropertyKind::Bool) << "maybe"
                              << "size must be true or false, not \"maybe\".";
    }
    void refuses() {
        QFETCH(Property, property);
        QFETCH(QString, given);
        QFETCH(QString, said);
        try {
            parseProperty(property, given.toStdString());
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.message().english()), said);
        }
    }

    void parses() {
        QVERIFY(parseProperty(pair(), "3x3") == PropertyValue(List{3, 3}));
        QVERIFY(parseProperty(pair(), "3 × 5") == PropertyValue(List{3, 5}));
        QVERIFY(parseProperty(pair(), "[3, 5]") == PropertyValue(List{3, 5}));
        QVERIFY(parseProperty(pair(), "4") == PropertyValue(List{4, 4}));
        QVERIFY(parseProperty(make(PropertyKind::IntList), "") == PropertyValue(List{}));
        QVERIFY(parseProperty(make(PropertyKind::Float), "1/255") == PropertyValue(1.0 / 255));
        QVERIFY(parseProperty(make(PropertyKind::Float), " 1e-3 ") == PropertyValue(1e-3));
        QVERIFY(parseProperty(make(PropertyKind::Bool), "off") == PropertyValue(false));
        QVERIFY(parseProperty(choice(), "same") == PropertyValue(std::string("same")));
    }

    void printsAndReadsBack() {
        QCOMPARE(QString::fromStdString(toString(PropertyValue(List{3, 3}))), QString("3 × 3"));
        QCOMPARE(QString::fromStdString(toString(PropertyValue(true))), QString("true"));
        for (const double value : {0.1, 1e-3, 1.0 / 255, -2.5, 1e20, std::nextafter(1.0, 2.0)})
            QVERIFY(parseProperty(make(PropertyKind::Float), toString(PropertyValue(value))) == PropertyValue(value));
    }

    void severalChoices() {
        Property metrics = choice();
        metrics.kind = PropertyKind::Choices;
        metrics.choices = {"accuracy", "auc", "recall"};
        const auto problem = [&](const std::string& text) {
            return checkProperty(metrics, PropertyValue(text)).english();
        };
        for (const char* fine : {"", "none", "auc", "auc, accuracy", "auc,recall", " recall ,  auc "})
            QVERIFY2(problem(fine).empty(), fine);
        QVERIFY(problem("accuracy, speed").find("\"speed\"") != std::string::npos);
        using Parts = std::vector<std::string>;
        QCOMPARE(chosen("auc, accuracy"), Parts({"auc", "accuracy"}));
        QCOMPARE(chosen("sepal length,  width"), Parts({"sepal length", "width"}));
        QCOMPARE(chosen(" none "), Parts());
        QVERIFY(parseProperty(metrics, "auc,recall") == PropertyValue(std::string("auc,recall")));
        QVERIFY_EXCEPTION_THROWN(parseProperty(metrics, "speed"), Error);
    }

    void visibility() {
        Property loss = choice(), delta = make(PropertyKind::Float), metrics = choice(), deeper = delta;
        loss.key = "loss", loss.choices = {"huber", "mse", "mae"}, loss.defaultValue = std::string("mse");
        delta.key = "delta", delta.visibleWhenKey = "loss", delta.visibleWhenValue = "huber|mae";
        metrics.key = "metrics", metrics.kind = PropertyKind::Choices, metrics.defaultValue = std::string("auc, top");
        Property k = delta;
        k.key = "k", k.visibleWhenKey = "metrics", k.visibleWhenValue = "top";
        deeper.key = "deeper", deeper.visibleWhenKey = "delta", deeper.visibleWhenValue = "0";
        const std::vector<Property> table{loss, delta, metrics, k, deeper};
        QVERIFY(isVisible(loss, table, {}));
        QVERIFY(!isVisible(delta, table, {}));
        QVERIFY(isVisible(delta, table, {{"loss", std::string("mae")}}));
        QVERIFY(!isVisible(delta, table, {{"loss", std::string("m")}}));
        QVERIFY(isVisible(k, table, {}));  // one of several
        QVERIFY(!isVisible(k, table, {{"metrics", std::string("auc")}}));
        QVERIFY(!isVisible(deeper, table, {}));  // behind a row that is not shown
    }

    void reads() {
        Property rate = make(PropertyKind::Float);
        rate.key = "rate";
        rate.defaultValue = 0.5;
        const std::vector<Property> table = {rate, pair()};
        const Properties values = {{"rate", int64_t{1}}, {"size", true}};
        const PropertyReader reader(table, values, "dropout_1");
        QCOMPARE(reader.number("rate"), 1.0);  // a whole number is a number
        QVERIFY_EXCEPTION_THROWN(reader.list("size"), Error);
        QVERIFY_EXCEPTION_THROWN(reader.text("rate"), Error);
        try {
            reader.number("speed");
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY(error.message().english().find("dropout_1 has no property \"speed\". It has: rate, size.") == 0);
        }
        const Properties none;
        QCOMPARE(PropertyReader(table, none, "dropout_1").number("rate"), 0.5);
    }
};

QTEST_GUILESS_MAIN(TestProperty)

}  // namespace test_property

#include "test_property.moc"
