// Messages: English from key and arguments, other languages by key, and what an Error makes of its parts.
#include <QTest>
#include <tuple>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/core/nearest_name.h"

namespace test_message {

using namespace tl;

namespace {

QString english(const Message& message) { return QString::fromStdString(message.english()); }

// A language of three texts.
QString chinese(const Message& message) {
    return QString::fromStdString(message.in([](const std::string& key) -> std::string {
        if (key == "{path} holds {count} {count|image|images}") return "{path}中有 {count} 张图像";
        if (key == "{thing}: expected {expected}, found {found}.") return "{thing}：应为{expected}，实为{found}。";
        if (key == "a number") return "一个数";
        if (key == "{first}, {next}") return "{first}、{next}";
        return key;
    }));
}

}  // namespace

class TestMessage : public QObject {
    Q_OBJECT
private slots:
    void slipsBetweenWords() {
        const std::tuple<const char*, const char*, size_t> cases[] = {
            {"", "", 0},           {"", "abc", 3},       {"abc", "", 3},           {"train", "train", 0},
            {"train", "trian", 1}, {"train", "tran", 1}, {"train", "train2", 1},   {"train", "brain", 1},
            {"ab", "ba", 1},       {"abcd", "badc", 2},  {"kitten", "sitting", 3}, {"ca", "abc", 3}};
        for (const auto& [a, b, count] : cases) QCOMPARE(slips(a, b), count);
        QCOMPARE(nearestName("Tarin", {"test", "train", "trade"}), std::string("train"));
        QCOMPARE(nearestName("elephant", {"test", "train"}), std::string());
    }

    void places() {
        const Message many("{path} holds {count} {count|image|images}", std::string("cats"), 12);
        QCOMPARE(english(many), QStringLiteral("cats holds 12 images"));
        QCOMPARE(chinese(many), QStringLiteral("cats中有 12 张图像"));
        QCOMPARE(english(Message("{path} holds {count} {count|image|images}", std::string("cats"), 1)),
                 QStringLiteral("cats holds 1 image"));
    }

    void kindsOfArguments() {
        const std::vector<std::string> names{"a", "b"};
        QCOMPARE(english(Message("{x}|{y}|{z}", 0.1, size_t{3}, names)), QStringLiteral("0.1|3|a, b"));
        QCOMPARE(chinese(Message("{x}", names)), QStringLiteral("a、b"));
        QCOMPARE(chinese(Message("{x}", "a number")), QStringLiteral("一个数"));
        QCOMPARE(chinese(Message("{x}", std::string("a number"))), QStringLiteral("a number"));
    }

    // Braces of a name, or of JSON, are no places.
    void bracesInNames() {
        const Message brace("{path} is no {\"JSON\": 1}", std::string("{path}{count}"));
        QCOMPARE(english(brace), QStringLiteral("{path}{count} is no {\"JSON\": 1}"));
    }

    void asItIs() {
        const Message name(std::string("some {path}"));
        QCOMPARE(english(name), QStringLiteral("some {path}"));
        QVERIFY(!name.translatable());
        QVERIFY(Message("text").translatable());
        QVERIFY(Message().empty() && Message("").empty() && Message(std::string()).empty());
        QVERIFY(name == Message(std::string("some {path}")) && !(name == Message("some {path}")));
    }

    // A text that forgot its translation does not compile.
    void isNoText() {
        QVERIFY((!std::is_convertible_v<Message, std::string>));
        QVERIFY((!std::is_constructible_v<std::string, Message>));
    }

    void restored() {
        const Message told("{path} holds {count} {count|image|images}", std::string("cats"), 12);
        QVERIFY(Message::restored(told.key(), told.arguments()) == told);
        QVERIFY(Message::restored("{a} and {b}", {Message::Argument(1)}).empty());
        QVERIFY(Message::restored("none", {Message::Argument(1)}).empty());
    }

    void errors_data() {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("advice");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("all") << "a number"
                             << "x"
                             << "Write one."
                             << "cell: expected a number, found x. Write one.";
        QTest::newRow("no advice") << "a number"
                                   << "x"
                                   << ""
                                   << "cell: expected a number, found x.";
        QTest::newRow("expected") << "a number"
                                  << ""
                                  << ""
                                  << "cell: expected a number.";
        QTest::newRow("found") << ""
                               << "x"
                               << ""
                               << "cell: found x.";
        QTest::newRow("thing") << ""
                               << ""
                               << ""
                               << "cell.";
    }
    void errors() {
        QFETCH(QString, expected);
        QFETCH(QString, found);
        QFETCH(QString, advice);
        const Error error("cell", expected.toStdString(), found.toStdString(), advice.toStdString());
        QTEST(english(error.message()), "sentence");
        QCOMPARE(QString(error.what()), english(error.message()));
    }

    void errorsInWords() {
        const Error error("cell", "a number", std::string("x"));
        QCOMPARE(chinese(error.message()), QStringLiteral("cell：应为一个数，实为x。"));
        const std::exception& any = error;
        QVERIFY(messageOf(any) == error.message());
        QCOMPARE(english(messageOf(std::runtime_error("went wrong"))), QStringLiteral("went wrong"));
    }
};

QTEST_GUILESS_MAIN(TestMessage)

}  // namespace test_message

#include "test_message.moc"
