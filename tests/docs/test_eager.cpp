// docs/eager.md: its examples are compiled here as they stand, run, and are the text of the page.
#include <QtTest>

#include <fstream>
#include <regex>
#include <sstream>

#include "docs/examples/solve.cpp"
#include "docs/examples/training_loop.cpp"

namespace test_eager {

namespace {

std::string textOf(const std::string& path) {
    std::ifstream file(TENSORLOOM_SOURCE_DIR "/" + path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

class TestEager : public QObject {
    Q_OBJECT
private slots:
    void pageQuotesTheFiles() {
        const std::string page = textOf("docs/eager.md");
        const std::string open = "<!-- docs/examples/";
        int quotes = 0;
        for (size_t at = page.find(open); at != std::string::npos; at = page.find(open, at + 1)) {
            const size_t end = page.find(" -->", at);
            const std::string file = page.substr(at + 5, end - at - 5), fence = " -->\n```cpp\n";
            QVERIFY2(page.compare(end, fence.size(), fence) == 0, file.c_str());
            const size_t code = end + fence.size(), close = page.find("```\n", code);
            const std::string expected = textOf(file);
            QVERIFY2(!expected.empty(), file.c_str());
            QVERIFY2(page.substr(code, close - code) == expected, file.c_str());
            ++quotes;
        }
        QCOMPARE(quotes, 2);
    }

    void solvesBothWays() {
        const Array a = Array::matrix({{3, 1}, {1, 2}}), b = Array::matrix({{9}, {8}});
        for (const Array& x : {solveDirectly(a, b), solveByDescent(a, b, 0.03f, 400)}) {
            QCOMPARE(x.shape(), (tl::Shape{2, 1}));
            QVERIFY2(std::abs(x.values()[0] - 2) < 1e-4f && std::abs(x.values()[1] - 3) < 1e-4f,
                     qPrintable(QString("%1 %2").arg(x.values()[0]).arg(x.values()[1])));
        }
    }

    void trains() {
        const double share = trainByHand(10);
        QVERIFY2(share > 0.9, qPrintable(QString::number(share)));
    }
};

QTEST_GUILESS_MAIN(TestEager)

}  // namespace test_eager

#include "test_eager.moc"
