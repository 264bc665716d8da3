// A card whose item could not be read says so, and reads it again at the next change.
#include <QTemporaryDir>
#include <QtTest>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/events/event_writer.h"
#include "ui/tags/item_card.h"
#include "widgets/theme/theme.h"

namespace test_item_card {

using namespace tl;

namespace {

struct LameCard : ItemCard {
    using ItemCard::ItemCard;
    void refresh() override {
        loadItem(
            QStringLiteral("lame"),
            [fails = fails](const EventRun&, const EventItem& item) {
                if (fails) throw Error("The disk is away.");
                return item.step;
            },
            [this](int64_t, int64_t step) { said = QString::number(step); },
            [this](const QString& why) { said = why; });
    }
    QString said;
    bool fails = true;
};

}  // namespace

class TestItemCard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void whatFailedIsReadAgain() {
        QTemporaryDir folder;
        const std::vector<float> values{1, 2, 3};
        EventWriter(folder.filePath(QStringLiteral("run")).toStdString()).histogram("w", 7, 10, histogramOf(values));
        Workbench bench;
        bench.reader.open(folder.path());
        QTRY_VERIFY(!bench.runs.runs().empty() && bench.events.find(bench.runs.runs().front().id, "w"));
        LameCard card(bench, bench.runs.runs().front().id, QStringLiteral("w"));
        QSignalSpy noticed(&bench.reader, &RunReader::failed);
        card.refresh();
        QTRY_VERIFY(card.said.endsWith(QStringLiteral("The disk is away.")));
        QCOMPARE(noticed.count(), 0);
        card.fails = false;
        card.refresh();
        QTRY_COMPARE(card.said, QStringLiteral("7"));
    }
};

QTEST_MAIN(TestItemCard)

}  // namespace test_item_card

#include "test_item_card.moc"
