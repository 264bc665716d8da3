// Which tags a filter's words and patterns take.
#include <QtTest>

#include "ui/tags/tag_filter.h"

namespace test_tag_filter {

using namespace tl;

class TestTagFilter : public QObject {
    Q_OBJECT
private slots:
    void accepts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<bool>("wanted");
        QTest::newRow("nothing") << ""
                                 << "conv_9/kernel" << true;
        QTest::newRow("blanks") << " , "
                                << "conv_9/kernel" << true;
        QTest::newRow("word") << "conv_9"
                              << "conv_9/kernel" << true;
        QTest::newRow("within") << "9/ker"
                                << "conv_9/kernel" << true;
        QTest::newRow("case") << "CONV"
                              << "conv_9/kernel" << true;
        QTest::newRow("other") << "conv_8"
                               << "conv_9/kernel" << false;
        QTest::newRow("any") << "dense, conv_9"
                             << "conv_9/kernel" << true;
        QTest::newRow("pattern is whole") << "*/kernel"
                                          << "conv_9/kernel/gradient" << false;
        QTest::newRow("pattern over folders") << "*/gradient"
                                              << "conv_9/kernel/gradient" << true;
        QTest::newRow("one letter") << "conv_?/bias"
                                    << "conv_9/bias" << true;
        QTest::newRow("one letter only") << "conv_?/bias"
                                         << "conv_10/bias" << false;
        QTest::newRow("no regular expression") << "conv.9"
                                               << "conv_9/bias" << false;
        QTest::newRow("brackets") << "a(b"
                                  << "xa(b" << true;
    }
    void accepts() {
        QFETCH(QString, text);
        QFETCH(QString, tag);
        QFETCH(bool, wanted);
        QCOMPARE(TagFilter(text).accepts(tag), wanted);
    }
};

QTEST_GUILESS_MAIN(TestTagFilter)

}  // namespace test_tag_filter

#include "test_tag_filter.moc"
