// The training panel on its own, by keys and mouse: every edit one undo step, what a run fixes is locked while it goes
// on, and the rate's field then talks to the run. With real runs on the sample.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "engine/backend/device.h"
#include "engine/model/templates.h"
#include "engine/train/recipe.h"
#include "tests/support/settle.h"
#include "tests/ui/bench_fixture.h"
#include "ui/shell/panel.h"
#include "ui/training/rate_curve.h"
#include "ui/training/schedule_curve.h"
#include "ui/training/training_panel.h"
#include "widgets/controls/labels.h"
#include "widgets/properties/property_grid.h"
#include "widgets/theme/theme.h"

namespace tl::panels {
PanelRow training();
}

namespace test_training_panel {

using namespace tl;

namespace {

// A card that nothing trains on.
class Card : public Device {
public:
    Card(const char* id, const char* capability, bool float8) {
        info_.id = info_.name = id;
        info_.capability = capability;
        info_.float8 = float8;
        info_.bfloat16 = true;
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return deviceOf("cpu").kernels(); }

private:
    DeviceInfo info_;
};

struct Fixture : test::BenchFixture {
    Fixture()
        : editor(bench.training, bench.undo), panel(bench.training, editor, bench.controller, bench.runs, bench.network,
                                                    bench.data, bench.rates, bench.devices, bench.forecast) {
        panel.resize(360, 900);
        panel.show();
        panel.activateWindow();
        (void)QTest::qWaitForWindowActive(&panel);
    }
    QWidget* field(const char* key) { return panel.editorOf(QLatin1String(key)); }
    QString text(const char* key) {
        QWidget* editor = field(key);
        if (auto* line = qobject_cast<QLineEdit*>(editor)) return line->text();
        if (auto* combo = qobject_cast<QComboBox*>(editor)) return combo->currentText();
        return {};
    }
    // As a person does: click, choose all, type, Enter.
    void type(const char* key, const QString& words, bool enter = true) {
        auto* line = qobject_cast<QLineEdit*>(field(key));
        QVERIFY2(line, key);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, words);
        if (enter) QTest::keyClick(line, Qt::Key_Return);
    }
    void choose(const char* key, const QString& words) {
        auto* combo = qobject_cast<QComboBox*>(field(key));
        QVERIFY2(combo, key);
        const int row = combo->findText(words);
        QVERIFY2(row >= 0, qPrintable(words));
        // In the list, so that what lies between is passed and not chosen.
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Down, Qt::AltModifier);
        QVERIFY(QTest::qWaitFor([&] { return combo->view()->isVisible(); }, 120000));
        for (int i = combo->view()->currentIndex().row(); i != row; i += i < row ? 1 : -1)
            QTest::keyClick(combo->view(), i < row ? Qt::Key_Down : Qt::Key_Up);
        QTest::keyClick(combo->view(), Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return !combo->view()->isVisible(); }, 120000));
        QCOMPARE(qobject_cast<QComboBox*>(field(key))->currentText(), words);
    }
    const TrainingSpec& spec() { return bench.training.spec(); }
    bool start(int epochs) {
        return BenchFixture::start("mlp", epochs) &&
               until([this] { return bench.controller.state() == RunState::Running && run().lastStep.step > 5; });
    }

    TrainingEditor editor;
    TrainingPanel panel;
};

// On an entry of what "Add" opens.
void clickIn(QWidget& menu, const QString& text) {
    auto* list = menu.findChild<QListWidget*>(QStringLiteral("menuList"));
    const QListWidgetItem* item = list->findItems(text, Qt::MatchExactly).value(0);
    QVERIFY2(item, qPrintable(text));
    list->scrollToItem(item);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
}

}  // namespace

class TestTrainingPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // Another data set is the next run's, as is said once of each; how one looks at it anew says nothing more.
    void aRunKeepsItsData() {
        test::DeskFixture f;
        QStringList said;
        QObject::connect(&f.notices, &Notices::shown, &f.notices, [&](const Notice& one) { said << one.sentence; });
        f.show(panels::training().make(f.desk).widget, {380, 900});
        QVERIFY(f.start("mlp", 100000));
        const auto opens = [&](const char* spec) {
            f.data.open(QLatin1String(spec));
            return f.until([&] {
                return f.bench.data.state() == DataSetModel::State::Ready && f.bench.data.spec() == QLatin1String(spec);
            });
        };
        const char *own = "sample", *other = "sample?size=14x14&resize=fit";
        for (const int times : {1, 2}) {
            QVERIFY(opens(other));
            QCOMPARE(said.size(), times);
            QVERIFY2(said.back().contains(QStringLiteral("keeps the data")), qPrintable(said.back()));
            QVERIFY(opens(other));
            QVERIFY(opens(own));
            QCOMPARE(said.size(), times);
        }
        QVERIFY(f.bench.controller.active());
        f.bench.controller.stop();
        QVERIFY(f.until([&] { return !f.bench.controller.active(); }));
        QVERIFY(opens(other));
        QCOMPARE(said.size(), 2);
    }

    // Top to bottom as one works: how long, how weights follow, how the rate runs, on what, what is done to images.
    void orderAndWords() {
        Fixture f;
        const char* order[] = {
            "epochs",        "optimizer", "learning_rate", "batch",  "schedule", "validation_fraction",
            "test_fraction", "stratify",  "seed",          "device", "threads"};
        int last = -1;
        for (const char* key : order) {
            QVERIFY2(f.field(key), key);
            const int y = f.field(key)->mapTo(&f.panel, QPoint()).y();
            QVERIFY2(y > last, key);
            last = y;
        }
        // Of a rate that stays there is no curve.
        auto* curve = f.panel.findChild<ScheduleCurve*>();
        QVERIFY(curve && curve->isHidden());
        f.choose("schedule", QStringLiteral("Cosine"));
        QVERIFY(!curve->isHidden());
        QTRY_VERIFY(curve->mapTo(&f.panel, QPoint()).y() > f.field("schedule")->mapTo(&f.panel, QPoint()).y());
        QVERIFY(curve->mapTo(&f.panel, QPoint()).y() < f.field("seed")->mapTo(&f.panel, QPoint()).y());
        f.choose("schedule", QStringLiteral("Constant"));
        QVERIFY(curve->isHidden());
        QCOMPARE(f.text("optimizer"), QStringLiteral("Adam"));
        QCOMPARE(f.text("schedule"), QStringLiteral("Constant"));
        QCOMPARE(f.text("learning_rate"), QStringLiteral("0.001"));
        QVERIFY2(f.text("threads").startsWith(QStringLiteral("auto (")), qPrintable(f.text("threads")));
        // Names are Keras's, as everywhere; what they mean is in the tooltip.
        QStringList names;
        for (const auto* label : f.panel.findChildren<QLabel*>()) names << QString(label->text()).remove(QChar(0x200b));
        for (const char* name :
             {"learning_rate", "batch_size", "validation_split", "test_split", "beta_1", "memory_limit"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
        for (const char* key : order) QVERIFY2(f.field(key)->toolTip().size() > 20, key);
    }

    // A card without matrix units for them is not offered 8 bits; where they were chosen before, they stay to be seen.
    void eightBitsWhereTheDeviceTakesThem() {
        const Card older("cuda:older", "8.0", false), newer("cuda:newer", "9.0", true);
        const AddedDevice both[] = {AddedDevice(older), AddedDevice(newer)};
        Fixture f;
        QTRY_VERIFY(!f.bench.devices.searching());
        const auto offered = [&] {
            const auto* combo = qobject_cast<QComboBox*>(f.field("precision"));
            return combo && combo->findText(QStringLiteral("fp8")) >= 0;
        };
        f.choose("precision", QStringLiteral("fp8"));
        QCOMPARE(f.spec().precision, std::string("fp8"));
        QVERIFY2(f.field("precision")->toolTip().contains("This processor emulates fp8"),
                 qPrintable(f.field("precision")->toolTip()));
        f.choose("device", QStringLiteral("cuda:newer"));
        QVERIFY(f.field("precision")->toolTip().contains("in 8 bits, where all their sizes are multiples of 16"));
        QVERIFY(!f.field("precision")->toolTip().contains("emulates"));
        f.choose("device", QStringLiteral("cuda:older"));
        QCOMPARE(f.text("precision"), QStringLiteral("fp8"));
        f.choose("precision", QStringLiteral("bfloat16"));
        QVERIFY(!offered());
        f.choose("device", QStringLiteral("cpu"));
        QVERIFY(offered());
    }

    void everyEditIsAnUndoStep() {
        Fixture f;
        const TrainingSpec before = f.spec();
        struct Edit {
            const char* key;
            QString value;
            std::function<bool(const TrainingSpec&)> done;
            bool choice;
        };
        const Edit edits[] = {
            {"learning_rate", QStringLiteral("0.02"), [](const TrainingSpec& s) { return s.learningRate == 0.02; },
             false},
            {"batch", QStringLiteral("128"), [](const TrainingSpec& s) { return s.batch == 128; }, false},
            {"epochs", QStringLiteral("12"), [](const TrainingSpec& s) { return s.epochs == 12; }, false},
            {"seed", QStringLiteral("77"), [](const TrainingSpec& s) { return s.seed == 77; }, false},
            {"validation_fraction", QStringLiteral("0.25"),
             [](const TrainingSpec& s) { return s.validationFraction == 0.25; }, false},
            {"test_fraction", QStringLiteral("0.2"), [](const TrainingSpec& s) { return s.testFraction == 0.2; },
             false},
            {"threads", QStringLiteral("1"), [](const TrainingSpec& s) { return s.threads == 1; }, true},
            {"kernel_choice", QStringLiteral("timed"), [](const TrainingSpec& s) { return s.kernelChoice == "timed"; },
             true},
            {"test_time_augmentation", QStringLiteral("mirror"),
             [](const TrainingSpec& s) { return s.testTimeAugmentation == "mirror"; }, true},
            {"schedule", QStringLiteral("One cycle"),
             [](const TrainingSpec& s) { return s.schedule.type == "one_cycle"; }, true},
            {"schedule.pct_start", QStringLiteral("0.5"),
             [](const TrainingSpec& s) { return std::get<double>(s.schedule.properties.at("pct_start")) == 0.5; },
             false},
            {"optimizer", QStringLiteral("SGD"), [](const TrainingSpec& s) { return s.optimizer.type == "sgd"; }, true},
            {"optimizer.momentum", QStringLiteral("0.9"),
             [](const TrainingSpec& s) { return std::get<double>(s.optimizer.properties.at("momentum")) == 0.9; },
             false}};
        std::vector<TrainingSpec> after;
        int steps = 0;
        for (const auto& edit : edits) {
            edit.choice ? f.choose(edit.key, edit.value) : f.type(edit.key, edit.value);
            QVERIFY2(edit.done(f.spec()), edit.key);
            QVERIFY2(f.bench.undo.count() == ++steps, edit.key);  // four keystrokes are one step
            after.push_back(f.spec());
        }
        for (int i = static_cast<int>(after.size()) - 1; i >= 0; --i) {
            f.bench.undo.undo();
            QVERIFY(f.spec() == (i == 0 ? before : after[static_cast<size_t>(i) - 1]));
        }
        QCOMPARE(f.text("optimizer"), QStringLiteral("Adam"));  // the fields follow
        QCOMPARE(f.text("learning_rate"), QStringLiteral("0.001"));
        QVERIFY(!f.field("schedule.pct_start"));
        while (f.bench.undo.canRedo()) f.bench.undo.redo();
        QCOMPARE(f.text("batch"), QStringLiteral("128"));
        QCOMPARE(f.text("threads"), QStringLiteral("1"));
        auto* threads = qobject_cast<QComboBox*>(f.field("threads"));
        f.choose("threads", threads->itemText(0));
        QCOMPARE(f.spec().threads, 0);
    }

    void valuesThatDoNotFitAreRefusedWithASentence() {
        Fixture f;
        for (const char* words : {"0", "abc", "-3"}) {
            f.type("batch", QLatin1String(words));
            QCOMPARE(f.spec().batch, 32);
        }
        f.type("validation_fraction", QStringLiteral("1.5"));
        QCOMPARE(f.spec().validationFraction, 0.0);
        f.type("test_fraction", QStringLiteral("1.5"));
        QCOMPARE(f.spec().testFraction, 0.0);
        QCOMPARE(f.bench.undo.count(), 0);
    }

    // A share for test of data that has a test split: said below the field that it does nothing.
    void dataThatBringsATestSplit() {
        Fixture f;
        QVERIFY(f.ready("mlp"));  // with the sample, which has one
        const auto says = [&] {
            for (auto* label : f.panel.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(QStringLiteral("a test split of its own")))
                    return true;
            return false;
        };
        QVERIFY(!says());
        f.type("test_fraction", QStringLiteral("0.2"));
        QTRY_VERIFY(says());
        f.type("test_fraction", QStringLiteral("0"));
        QTRY_VERIFY(!says());
    }

    // Each fits by itself, not together: said where they stand, and gone once they fit again.
    void valuesThatDoNotFitTogether() {
        Fixture f;
        f.choose("schedule", QStringLiteral("Piecewise constant"));
        const auto says = [&] {
            for (auto* label : f.panel.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(QStringLiteral("one more than boundaries")))
                    return true;
            return false;
        };
        QVERIFY(!says());
        f.type("schedule.values", QStringLiteral("1 0.5"));
        QTRY_VERIFY(says());
        f.type("schedule.values", QStringLiteral("1 0.5 0.25"));
        QTRY_VERIFY(!says());
    }

    // The default rate goes along with the optimizer; one that somebody chose stays.
    void aChosenRateOutlivesTheOptimizer() {
        Fixture f;
        f.choose("optimizer", QStringLiteral("SGD"));
        QCOMPARE(f.spec().learningRate, 0.01);
        f.type("learning_rate", QStringLiteral("1e20"));  // as the command line takes it
        QCOMPARE(f.spec().learningRate, 1e20);
        f.type("learning_rate", QStringLiteral("0.03"));
        f.choose("optimizer", QStringLiteral("Adam"));
        QCOMPARE(f.spec().learningRate, 0.03);
    }

    // What a recipe made for its batch is made for another one, in the same step; it goes with the recipe's optimizer.
    void aRecipeFollows() {
        Fixture f;
        TrainingSpec recipe = f.spec();
        applyRecipe("airbench94_muon", recipe);
        f.bench.training.setSpec(recipe);
        f.type("batch", QStringLiteral("500"));
        changeBatch(recipe, 500);
        QVERIFY(f.spec() == recipe);
        QCOMPARE(f.bench.undo.count(), 1);
        f.choose("optimizer", QStringLiteral("Adam"));
        QVERIFY(f.spec().optimizerOptions.empty());
        QCOMPARE(f.spec().learningRate, 0.001);
        f.bench.undo.undo();
        QVERIFY(f.spec() == recipe);
    }

    void whileARunGoesOn() {
        Fixture f;
        QVERIFY(f.start(200));
        QCOMPARE(f.text("learning_rate"), QStringLiteral("0.001"));  // no digits that a float made up
        for (const char* key : {"optimizer", "batch", "optimizer.weight_decay", "schedule", "epochs", "seed", "threads",
                                "device", "validation_fraction", "test_fraction", "stratify"})
            QVERIFY2(!f.field(key)->isEnabled(), key);
        QVERIFY(f.field("learning_rate")->isEnabled());

        // What is half typed survives the steps that arrive meanwhile; nothing is sent before Enter.
        f.type("learning_rate", QStringLiteral("0.00"), false);
        const qint64 step = f.run().lastStep.step;
        QTRY_VERIFY(f.run().lastStep.step > step + 20);
        QCOMPARE(f.text("learning_rate"), QStringLiteral("0.00"));
        QVERIFY(f.run().marks.empty());
        QTest::keyClicks(f.field("learning_rate"), QStringLiteral("05"));
        QTest::keyClick(f.field("learning_rate"), Qt::Key_Return);
        QTRY_COMPARE(f.run().marks.size(), size_t{1});
        QCOMPARE(f.run().marks[0].label(), QStringLiteral("rate 0.001 → 0.0005"));
        QTRY_VERIFY(std::abs(static_cast<double>(f.run().lastStep.learningRate) - 0.0005) < 1e-9);
        QTRY_COMPARE(f.text("learning_rate"), QStringLiteral("0.0005"));
        QCOMPARE(f.spec().learningRate, 0.001);  // the project keeps its own
        QCOMPARE(f.bench.undo.count(), 0);
        QTest::keyClick(f.field("learning_rate"), Qt::Key_Tab);  // leaving the field changes nothing
        const qint64 left = f.run().lastStep.step;
        QTRY_VERIFY(f.run().lastStep.step > left + 20);  // a change would have taken effect between two of these
        QCOMPARE(f.run().marks.size(), size_t{1});

        // Taken back, and set again, as any edit is.
        QVERIFY(f.panel.live());
        QCOMPARE(f.panel.rates().undoText(), QStringLiteral("learning_rate"));
        f.panel.rates().undo();
        QTRY_COMPARE(f.run().marks.size(), size_t{2});
        QTRY_COMPARE(f.text("learning_rate"), QStringLiteral("0.001"));
        f.panel.rates().redo();
        QTRY_COMPARE(f.text("learning_rate"), QStringLiteral("0.0005"));

        f.bench.controller.stop();
        QTRY_VERIFY(!f.bench.controller.active());
        QTRY_COMPARE(f.text("learning_rate"), QStringLiteral("0.001"));
        QVERIFY(!f.panel.rates().canUndo());  // it was the run's
        QVERIFY(f.field("batch")->isEnabled() && f.field("epochs")->isEnabled());
    }

    // Fields come and go with the optimizer; the keyboard's way through them is that of the eye.
    void tabFollowsTheForm() {
        Fixture f;
        const auto order = [&](std::initializer_list<const char*> keys) {
            QWidget* at = nullptr;
            for (const char* key : keys) {
                if (!at)
                    f.field(key)->setFocus();
                else
                    QTest::keyClick(at, Qt::Key_Tab);
                at = f.field(key);
                if (QApplication::focusWidget() != at && !at->isAncestorOf(QApplication::focusWidget())) return key;
            }
            return "";
        };
        QCOMPARE(order({"epochs", "optimizer", "learning_rate", "batch"}), "");
        f.editor.edit(QStringLiteral("optimizer"), [](TrainingSpec& spec) { spec.optimizer.type = "sgd"; });
        QCOMPARE(order({"epochs", "optimizer", "learning_rate", "batch", "optimizer.momentum"}), "");
        QCOMPARE(order({"validation_fraction", "test_fraction", "stratify", "seed", "device"}), "");
    }

    // Added from the menu, edited, taken away with its button; each an undo step.
    void callbacksByMouse() {
        Fixture f;
        const auto add = [&](const QString& title) {
            auto* button = f.panel.findChild<QToolButton*>(QStringLiteral("callbackAdd"));
            f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(button);
            QTest::mouseClick(button, Qt::LeftButton);
            clickIn(*QApplication::activePopupWidget(), title);
        };
        add(QStringLiteral("EarlyStopping"));
        QTRY_COMPARE(f.spec().callbacks.size(), size_t{1});
        add(QStringLiteral("ModelCheckpoint"));
        QTRY_COMPARE(f.spec().callbacks.size(), size_t{2});
        QCOMPARE(f.spec().callbacks[1].type, std::string("model_checkpoint"));
        QCOMPARE(f.bench.undo.count(), 2);

        auto* grid = f.panel.findChild<PropertyGrid*>(QStringLiteral("callbackGrid_0"));
        QVERIFY(grid);
        auto* patience = qobject_cast<QLineEdit*>(grid->editor(QStringLiteral("patience")));
        QVERIFY(patience);
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(patience);
        QTest::mouseDClick(patience, Qt::LeftButton);
        QTest::keyClicks(patience, QStringLiteral("12"));
        QTest::keyClick(patience, Qt::Key_Return);
        QCOMPARE(std::get<int64_t>(f.spec().callbacks[0].properties.at("patience")), int64_t{12});
        QCOMPARE(f.bench.undo.count(), 3);
        QCOMPARE(f.panel.findChild<PropertyGrid*>(QStringLiteral("callbackGrid_0")), grid);  // the field stayed

        // A text that is no number is refused at the field, and nothing is set.
        auto* baseline = qobject_cast<QLineEdit*>(grid->editor(QStringLiteral("baseline")));
        baseline->setFocus();
        QTest::keyClicks(baseline, QStringLiteral("low"));
        QTest::keyClick(baseline, Qt::Key_Return);
        const auto says = [&](const QString& words) {
            for (auto* label : f.panel.findChildren<QLabel*>())
                if (label->text().contains(words) && !label->isHidden()) return true;
            return false;
        };
        QTRY_VERIFY(says(QStringLiteral("“low” is none")));
        QTest::keyClick(baseline, Qt::Key_Escape);
        QTRY_VERIFY(!says(QStringLiteral("“low” is none")));
        QCOMPARE(f.bench.undo.count(), 3);

        auto* remove = f.panel.findChild<QToolButton*>(QStringLiteral("callbackRemove_0"));
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(remove);
        QTest::mouseClick(remove, Qt::LeftButton);
        QCOMPARE(f.spec().callbacks.size(), size_t{1});
        QCOMPARE(f.spec().callbacks[0].type, std::string("model_checkpoint"));
        f.bench.undo.undo();
        QCOMPARE(f.spec().callbacks.size(), size_t{2});
        QCOMPARE(std::get<int64_t>(f.spec().callbacks[0].properties.at("patience")), int64_t{12});
        while (f.bench.undo.canUndo()) f.bench.undo.undo();
        QVERIFY(f.spec().callbacks.empty());
    }

    // The menu shows the steps by what they change; typing narrows it, Enter takes the first. Order is the person's.
    void augmentationsByKeyboard() {
        Fixture f;
        auto* scroll = f.panel.findChild<QScrollArea*>();
        const auto open = [&] {
            auto* button = f.panel.findChild<QToolButton*>(QStringLiteral("augmentAdd"));
            scroll->ensureWidgetVisible(button);
            QTest::mouseClick(button, Qt::LeftButton);
            return QApplication::activePopupWidget();
        };
        // What can be chosen, or else the captions.
        const auto shown = [](QWidget* menu, bool entries = true) {
            QStringList names;
            const auto* list = menu->findChild<QListWidget*>(QStringLiteral("menuList"));
            for (int i = 0; i < list->count(); ++i)
                if (bool(list->item(i)->flags() & Qt::ItemIsEnabled) == entries) names << list->item(i)->text();
            return names;
        };
        QWidget* menu = open();
        QVERIFY(menu);
        auto* search = menu->findChild<QLineEdit*>(QStringLiteral("menuSearch"));
        QCOMPARE(shown(menu).size(), static_cast<qsizetype>(allAugmentations().size()));
        QVERIFY(search && search->hasFocus());
        QCOMPARE(shown(menu, false).size(), 5);
        QCOMPARE(shown(menu, false).front().toLower(), QStringLiteral("geometry"));
        if (const QString folder = qEnvironmentVariable("TENSORLOOM_PICTURES"); !folder.isEmpty())
            QVERIFY(menu->grab().save(folder + QStringLiteral("/augmentation-menu.png")));
        QTest::keyClicks(search, QStringLiteral("colours"));  // not in a name: in what they say of themselves
        QVERIFY(shown(menu).contains(QStringLiteral("Random saturation")));
        QVERIFY(!shown(menu).contains(QStringLiteral("Random flip")));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("flip"));
        QCOMPARE(shown(menu), QStringList{QStringLiteral("Random flip")});
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_COMPARE(f.spec().augmentation.size(), size_t{1});
        QCOMPARE(f.spec().augmentation[0].type, std::string("RandomFlip"));
        menu = open();
        QVERIFY(menu);
        clickIn(*menu, QStringLiteral("Random crop"));
        QTRY_COMPARE(f.spec().augmentation.size(), size_t{2});
        QCOMPARE(f.spec().augmentation[1].type, std::string("RandomCrop"));
        QCOMPARE(f.bench.undo.count(), 2);

        QVERIFY(f.panel.findChild<QToolButton*>(QStringLiteral("augmentUp_0"))->isHidden());
        auto* up = f.panel.findChild<QToolButton*>(QStringLiteral("augmentUp_1"));
        scroll->ensureWidgetVisible(up);
        QTest::mouseClick(up, Qt::LeftButton);
        QCOMPARE(f.spec().augmentation[0].type, std::string("RandomCrop"));
        test::settle();  // the rows that were there before go by themselves
        auto* grid = f.panel.findChild<PropertyGrid*>(QStringLiteral("augmentGrid_0"));
        auto* padding = qobject_cast<QLineEdit*>(grid->editor(QStringLiteral("padding")));
        QVERIFY(padding);
        padding->setFocus();
        padding->selectAll();
        QTest::keyClicks(padding, QStringLiteral("2"));
        QTest::keyClick(padding, Qt::Key_Return);
        QCOMPARE(std::get<int64_t>(f.spec().augmentation[0].properties.at("padding")), int64_t{2});
        QTest::mouseClick(f.panel.findChild<QToolButton*>(QStringLiteral("augmentRemove_1")), Qt::LeftButton);
        QCOMPARE(f.spec().augmentation.size(), size_t{1});
        // The history tells them apart.
        QStringList verbs;
        for (int i = 0; i < f.bench.undo.count(); ++i) verbs << f.bench.undo.text(i).section(QLatin1Char(' '), 0, 0);
        QCOMPARE(verbs.join(QLatin1Char(' ')), QStringLiteral("Add Add Move Random Remove"));
        QCOMPARE(f.bench.undo.text(3), QStringLiteral("Random crop 1 padding: 4 → 2"));
        while (f.bench.undo.canUndo()) f.bench.undo.undo();
        QVERIFY(f.spec().augmentation.empty());
    }

    // In a low panel the step that is added is scrolled to, whole, and what comes above it does not push it away.
    void anAddedStepIsInSight() {
        Fixture f;
        auto* preview = new QWidget;
        preview->setFixedHeight(20);
        f.panel.setAugmentationPreview(preview);
        f.panel.resize(360, 400);
        test::settle();
        auto* scroll = f.panel.findChild<QScrollArea*>();
        auto* button = f.panel.findChild<QToolButton*>(QStringLiteral("augmentAdd"));
        scroll->ensureWidgetVisible(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QWidget* menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        clickIn(*menu, QStringLiteral("Random erasing (cutout)"));
        QTRY_COMPARE(f.spec().augmentation.size(), size_t{1});
        const auto* step = f.panel.findChild<QWidget*>(QStringLiteral("augment_0"));
        QVERIFY(step);
        const auto inSight = [&] {
            const QRect whole(step->mapTo(scroll->viewport(), QPoint()), QSize(1, step->height()));
            return whole.height() > 80 && scroll->viewport()->rect().contains(whole);
        };
        QTRY_VERIFY(inSight());
        test::settle();
        const auto* steps = f.panel.findChild<QWidget*>(QStringLiteral("augmentSteps"));
        const int place = steps->y();
        preview->setFixedHeight(320);  // its pictures are drawn by now
        QTRY_COMPARE(steps->y(), place + 300);
        QTRY_VERIFY(inSight());
    }

    void optionsOfEveryOptimizer() {
        Fixture f;
        auto* grid = f.panel.findChild<PropertyGrid*>(QStringLiteral("optimizerOptionsGrid"));
        auto* fold = grid->findChild<QToolButton*>(QStringLiteral("advanced"));
        QVERIFY(!f.field("clipnorm")->isVisible());  // folded away at first
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(fold);
        QTest::mouseClick(fold, Qt::LeftButton);
        QVERIFY(f.field("clipnorm")->isVisible());
        f.type("clipnorm", QStringLiteral("1.5"));
        QCOMPARE(std::get<double>(f.spec().optimizerOptions.at("clipnorm")), 1.5);
        f.type("clipvalue", QStringLiteral("0.5"));
        const auto says = [&](const char* words) {
            for (auto* label : f.panel.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(QLatin1String(words))) return true;
            return false;
        };
        QTRY_VERIFY(says("Only one of"));
        f.bench.undo.undo();
        QTRY_VERIFY(!says("Only one of"));
        f.type("exclude_from_weight_decay", QStringLiteral("gamma, (bias"));
        QTRY_VERIFY(says("regular expressions with commas between, such as bias$, found \"(bias\""));
        QTest::keyClick(f.field("exclude_from_weight_decay"), Qt::Key_Escape);
        QTRY_VERIFY(!says("regular expressions with commas"));
        QVERIFY(!f.field("ema_momentum"));
        auto* ema = qobject_cast<QAbstractButton*>(f.field("use_ema"));
        QVERIFY(ema);
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(ema);
        QTest::mouseClick(ema, Qt::LeftButton, {}, QPoint(10, ema->height() / 2));
        QTRY_VERIFY(f.field("ema_momentum"));
        QCOMPARE(f.bench.undo.count(), 2);  // the clip that was undone is gone
    }

    // The value that a callback watches is named as the run will name it, or the field says what there is.
    void aMonitorThatTheRunWillNotHaveIsToldAtItsField() {
        Fixture f;
        QVERIFY(f.ready("mlp"));
        const auto watch = [&f](const char* value) {
            f.set([&](TrainingSpec& spec) {
                spec.callbacks = {{"early_stopping", {{"monitor", std::string(value)}}}};
            });
            const auto* said = f.panel.findChild<QLabel*>(QStringLiteral("monitor.problem"));
            return said ? said->text() : QStringLiteral("no such field");
        };
        QVERIFY2(watch("acc").contains(QStringLiteral("loss, accuracy")), qPrintable(watch("acc")));
        QCOMPARE(watch("accuracy"), QString());
    }

    // A network none of whose products can be in 8 bits says so where fp8 is chosen; one with such products does not.
    void fp8ThatChangesNothingIsTold() {
        Fixture f;
        f.bench.data.open(QStringLiteral("sample"));
        QTRY_COMPARE(f.bench.data.state(), DataSetModel::State::Ready);
        f.bench.network.setSpec(findTemplate("mlp").make(f.bench.data.facts()));
        TrainingSpec spec = f.spec();
        spec.precision = "fp8";
        spec.batch = 30;
        f.bench.training.setSpec(spec);
        auto* said = f.panel.findChild<QLabel*>(QStringLiteral("precision.problem"));
        QVERIFY(said);
        QTRY_VERIFY(said->text().contains(QStringLiteral("multiples of 16")));
        QVERIFY(!f.field("precision")->property("invalid").toBool());  // nothing is wrong with it
        spec.batch = 32;
        f.bench.training.setSpec(spec);
        QVERIFY2(said->text().isEmpty(), qPrintable(said->text()));  // not known of this batch
        QTRY_VERIFY(f.bench.forecast.planBytes() > 0);
        QVERIFY2(said->text().isEmpty(), qPrintable(said->text()));
        spec.batch = 30;
        f.bench.training.setSpec(spec);
        QTRY_VERIFY(!said->text().isEmpty());
        spec.precision = "bfloat16";
        f.bench.training.setSpec(spec);
        QTRY_VERIFY(said->text().isEmpty() && f.bench.forecast.planBytes() > 0);
        QVERIFY2(said->text().isEmpty(), qPrintable(said->text()));
    }

    // Found by a job while the project stays as it is; the marker follows the mouse; one button takes the rate over.
    void findsARate() {
        Fixture f;
        auto* find = f.panel.findChild<QPushButton*>(QStringLiteral("findRate"));
        auto* use = f.panel.findChild<QPushButton*>(QStringLiteral("useRate"));
        auto* words = f.panel.findChild<QLabel*>(QStringLiteral("rateWords"));
        auto* curve = f.panel.findChild<RateCurve*>();
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(find);
        QTest::mouseClick(find, Qt::LeftButton);
        QTRY_VERIFY2(words->text().contains(QStringLiteral("no data set")), qPrintable(words->text()));
        QVERIFY(!curve->isVisible() && !use->isVisible());

        f.bench.data.open(QStringLiteral("sample"));
        QTRY_VERIFY(f.bench.data.state() == DataSetModel::State::Ready);
        f.bench.network.setSpec(findTemplate("mlp").make(f.bench.data.facts()));
        const TrainingSpec before = f.spec();
        QTest::mouseClick(find, Qt::LeftButton);
        QCOMPARE(find->text(), QStringLiteral("Cancel"));
        QTRY_VERIFY(!f.bench.rates.running());
        QVERIFY2(f.bench.rates.suggestion() > 0, f.bench.rates.problem().english().c_str());
        QTRY_VERIFY(curve->isVisible() && use->isVisible());
        QVERIFY(f.spec() == before && f.bench.undo.count() == 0 && f.bench.runs.runs().empty());
        QCOMPARE(curve->marker(), f.bench.rates.suggestion());
        QVERIFY2(words->text().contains(QStringLiteral("upper bound")), qPrintable(words->text()));
        // In a low panel, too, what was found is in sight.
        f.bench.rates.clear();
        f.panel.resize(360, 320);
        auto* scroll = f.panel.findChild<QScrollArea*>();
        scroll->ensureWidgetVisible(find);
        QTest::mouseClick(find, Qt::LeftButton);
        QTRY_VERIFY(use->isVisible());
        QTRY_COMPARE(use->visibleRegion().boundingRect(), use->rect());

        const RatePoint point = f.bench.rates.points()[f.bench.rates.points().size() / 3];
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(curve);
        QTest::mouseClick(curve, Qt::LeftButton, {}, QPoint(qRound(curve->toPixel(point).x()), 60));
        QVERIFY(std::abs(std::log10(curve->marker() / point.rate)) < 0.1);
        const double marked = curve->marker();
        QTest::keyClick(curve, Qt::Key_Right);
        QVERIFY(curve->marker() > marked);
        f.panel.findChild<QScrollArea*>()->ensureWidgetVisible(use);
        QTest::mouseClick(use, Qt::LeftButton);
        QVERIFY(std::abs(f.spec().learningRate / curve->marker() - 1) < 0.06);  // two digits of it
        QCOMPARE(f.bench.undo.count(), 1);
        f.bench.undo.undo();
        QVERIFY(f.spec() == before);

        QTest::mouseClick(find, Qt::LeftButton);
        QTest::mouseClick(find, Qt::LeftButton);  // Cancel
        QVERIFY(!f.bench.rates.running());
        auto* close = f.panel.findChild<QToolButton*>(QStringLiteral("closeRates"));
        f.bench.rates.clear();
        QVERIFY(!curve->isVisible() && !close->isVisible());
    }

    // A schedule's rate is followed with at most four digits, and following costs next to nothing.
    void followsASchedule() {
        Fixture f;
        f.choose("schedule", QStringLiteral("One cycle"));
        QVERIFY(f.start(1000));
        const QString first = f.text("learning_rate");
        QTRY_VERIFY(f.text("learning_rate") != first);
        for (int i = 0; i < 20; ++i) {
            const QString now = f.text("learning_rate");
            QString digits = now.section(QLatin1Char('e'), 0, 0);
            digits.remove(QLatin1Char('.')).remove(QRegularExpression(QStringLiteral("^0+")));
            QVERIFY2(digits.size() <= 4, qPrintable(now));
            QTRY_VERIFY(f.text("learning_rate") != now);
        }
    }
};

QTEST_MAIN(TestTrainingPanel)

}  // namespace test_training_panel

#include "test_training_panel.moc"
