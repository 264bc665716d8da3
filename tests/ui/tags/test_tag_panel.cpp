// A panel of cards for tags: when its cards are looked at, and what another step does to it.
#include <QtTest>

#include "tests/support/settle.h"
#include "tests/ui/bench_fixture.h"
#include "ui/models/event_model.h"
#include "ui/tags/tag_card.h"
#include "ui/tags/tag_panel.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/step_bar.h"
#include "widgets/theme/theme.h"

namespace test_tag_panel {

using namespace tl;

namespace {

struct CountedCard : TagCard {
    using TagCard::TagCard;
    void refresh() override { looks << size(); }
    QList<QSize> looks;
};

struct CountedPanel : TagPanel {
    explicit CountedPanel(Desk& desk)
        : TagPanel(desk, EventKind::Histogram, {"counted", "bar-chart-steps", "Nothing", "Nothing yet.", "conv_9"}) {}
    TagCard* make(int run, const QString& tag) override { return new CountedCard(bench(), run, tag); }
};

struct Fixture : test::DeskFixture {
    explicit Fixture(int tags) : run(bench.runs.addRun(QStringLiteral("lenet"), 1)) {
        for (int i = 0; i < tags; ++i) log(QStringLiteral("layer_%1/kernel").arg(i), {1, 3, 5});
        panel = new CountedPanel(desk);
        DeskFixture::show(panel, {1000, 700});
        test::settle();
    }
    // Nobody is told of it.
    void log(const QString& tag, const std::vector<int64_t>& steps) {
        EventSeries& series = bench.events.series(run, tag);
        series.run = run;
        series.tag = tag;
        series.kind = EventKind::Histogram;
        for (const int64_t step : steps) series.items.push_back({.step = step});
    }
    CountedCard* card(const QString& tag) { return static_cast<CountedCard*>(panel->card(run, tag)); }
    int run;
    CountedPanel* panel;
};

}  // namespace

class TestTagPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // What it asks for depends on its size: it looks once, when it is scrolled to and has its place.
    void aCardLooksWithItsSize() {
        Fixture f(100);
        const QString last = f.panel->flow().keys().back(), tag = last.section('\n', 1);
        QVERIFY(!f.card(tag));
        f.panel->flow().reveal(last);
        test::settle();
        QCOMPARE(f.card(tag)->looks, QList<QSize>{f.card(tag)->size()});
    }

    // All steps that some tag has can be looked at, also of tags that begin and end as others do.
    void theStepsOfAllTags() {
        Fixture f(4);
        f.log("other", {1, 4, 5});
        f.bench.events.tell(f.run);
        auto* steps = f.find<StepBar>("countedSteps");
        f.bench.step.set(4);
        QTRY_COMPARE(steps->step(), 4.0);
        f.bench.step.set(3);
        QTRY_COMPARE(steps->step(), 3.0);
        // And those that one gets later, alone.
        f.log("other", {8});
        f.bench.events.tell(f.run);
        f.bench.step.set(8);
        QTRY_COMPARE(steps->step(), 8.0);
    }

    // Another step is shown by the cards that are there; tags, groups and places are not gone through for it.
    void aStepMovesNothing() {
        Fixture f(3);
        QCOMPARE(f.panel->flow().cards().size(), 3);
        const auto looks = f.card("layer_1/kernel")->looks.size();
        f.log("late", {1});
        f.bench.step.set(3);
        QTRY_COMPARE(f.find<StepBar>("countedSteps")->step(), 3.0);
        test::settle();
        QCOMPARE(f.card("layer_1/kernel")->looks.size(), looks + 1);
        QCOMPARE(f.panel->flow().keys().size(), 3);
        f.bench.events.tell(f.run);
        QTRY_COMPARE(f.panel->flow().keys().size(), 4);
    }
};

QTEST_MAIN(TestTagPanel)

}  // namespace test_tag_panel

#include "test_tag_panel.moc"
