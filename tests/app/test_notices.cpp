// What the window says: notes go by themselves, problems when they are none any more, questions when they are answered,
// a project given as data asks as File > Open does; weights given as data; the
// desktop's look; a recovered copy that stays until its own is on disk.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProxyStyle>
#include <QSlider>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/window/log_file.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "tests/app/window_fixture.h"
#include "ui/commands/network_edits.h"
#include "ui/shell/action_table.h"
#include "ui/training/training_panel.h"
#include "widgets/controls/question.h"
#include "widgets/controls/sheet.h"

namespace test_notices {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

QTimer& timer(WindowFixture& f) { return *f.window->messages().findChild<QTimer*>(QStringLiteral("messageTimer")); }

// The colour that the sign of what is shown has most likely: letters have no other place in it.
Token tintOf(WindowFixture& f) {
    const QImage sign = f.find<QLabel>("messageSign")->pixmap().toImage();
    const Theme& theme = Theme::instance();
    std::map<Token, int> seen;
    for (int y = 0; y < sign.height(); ++y)
        for (int x = 0; x < sign.width(); ++x) {
            const QColor ink = sign.pixelColor(x, y);
            if (ink.alpha() < 100) continue;
            const auto far = [&](Token token) { return std::abs(theme.color(token).hslHue() - ink.hslHue()); };
            ++seen[std::ranges::min({Token::Bad, Token::Warn, Token::Accent}, {}, far)];
        }
    return std::ranges::max_element(seen, {}, &std::pair<const Token, int>::second)->first;
}

// What its time does when it is over.
void letItPass(WindowFixture& f) {
    timer(f).setInterval(0);
    QTRY_VERIFY(!timer(f).isActive());
}

void drop(QWidget* on, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint at = on->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &event);
}

QString writeProject(WindowFixture& f, const QString& name) {
    Project project;
    project.name = name.toStdString();
    project.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
    project.dataSpec = "sample";
    const QString file = f.folder.filePath(name + QStringLiteral(".tlm"));
    saveProject(project, file.toStdString());
    return file;
}

// Unsaved work is asked about; answered by this button.
bool answer(WindowFixture& f, const char* button) {
    if (!QTest::qWaitFor([&] { return f.find<Question>("unsavedBox") && f.find<QPushButton>(button); }, kPatienceMs))
        return false;
    QTest::mouseClick(f.find<QPushButton>(button), Qt::LeftButton);
    return QTest::qWaitFor([&] { return !f.find<Question>("unsavedBox"); }, kPatienceMs);
}

}  // namespace

class TestNotices : public QObject {
    Q_OBJECT
private slots:
    // While a notice stands and nothing happens, the page is not laid out again and again: it once went in circles with
    // the page around it.
    void theWindowRestsBelowANotice() {
        struct Counter : QObject {
            using QObject::QObject;
            int laidOut = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                laidOut += event->type() == QEvent::LayoutRequest;
                return false;
            }
        };
        WindowFixture f;
        QVERIFY(f.ready());
        const std::function<void()> nothing = [] {};
        for (const Notice::Kind kind : {Notice::Note, Notice::Warning, Notice::Problem, Notice::Question})
            for (int offers = 0; offers < 4; ++offers)
                for (int space = 0; space < 5; ++space) {
                    Notice notice;
                    notice.kind = kind;
                    notice.sentence = QStringLiteral("A sentence of some length that says what there is to say.");
                    for (int i = 0; i < offers; ++i)
                        notice.offers.emplace_back(QStringLiteral("Offer %1").arg(i), nothing);
                    f.window->messages().show(notice);
                    f.window->showWorkspace(space);
                    test::settle();
                    Counter counter;
                    f.window->messages().parentWidget()->installEventFilter(&counter);
                    test::settle();
                    QVERIFY2(counter.laidOut < 10,  // panels have reasons of their own; circles came to a hundred
                             qPrintable(QStringLiteral("kind %1, %2 offers, workspace %3: %4")
                                            .arg(kind)
                                            .arg(offers)
                                            .arg(space)
                                            .arg(counter.laidOut)));
                    f.window->messages().dismiss();
                }
    }

    void cleanup() {
        Theme::instance().setDark(true);
        Theme::instance().setTextScale(1);
    }

    void aNoteGoesByItself() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        bar.show({Notice::Note, QStringLiteral("Written to x.png.")});
        QVERIFY(bar.isVisible());
        QVERIFY(timer(f).isActive());
        QVERIFY2(timer(f).interval() >= 4000 && timer(f).interval() <= 15000,
                 qPrintable(QString::number(timer(f).interval())));
        // Not while somebody reads or uses it.
        QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
        bar.setAttribute(Qt::WA_UnderMouse);
        QApplication::sendEvent(&bar, &enter);
        QVERIFY(!timer(f).isActive());
        bar.setAttribute(Qt::WA_UnderMouse, false);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&bar, &leave);
        QVERIFY(timer(f).isActive());
        f.find<QToolButton>("messageClose")->setFocus();
        QVERIFY(!timer(f).isActive());
        f.canvas().setFocus();
        QVERIFY(timer(f).isActive());
        letItPass(f);
        QVERIFY(!bar.isVisible());
    }

    void aProblemStaysUntilItIsNone() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        f.window->document().save(QStringLiteral("/proc/nowhere/x.tlm"));
        QTRY_VERIFY(bar.sentence().contains(QStringLiteral("not saved")));
        QVERIFY(!timer(f).isActive());
        // A note stands below it, for its time only, and takes nothing of it along.
        const QString problem = bar.sentence();
        bool shown = false;
        bar.show(
            {Notice::Note, QStringLiteral("Written to x.png."), {{QStringLiteral("Show it"), [&] { shown = true; }}}});
        QCOMPARE(bar.sentence(), problem + QStringLiteral("\nWritten to x.png."));
        letItPass(f);
        QCOMPARE(bar.sentence(), problem);
        QVERIFY(!timer(f).isActive());
        bar.show(
            {Notice::Note, QStringLiteral("Written to x.png."), {{QStringLiteral("Show it"), [&] { shown = true; }}}});
        f.pressOffer(QStringLiteral("Show it"));
        QVERIFY(shown);
        QCOMPARE(bar.sentence(), problem);
        bar.settle(QStringLiteral("another"));
        QVERIFY(bar.isVisible());
        f.window->document().save(f.folder.filePath(QStringLiteral("good.tlm")));
        QTRY_VERIFY(!bar.isVisible());

        // Of a file to look at: until one looks elsewhere.
        bar.show({Notice::Problem, QStringLiteral("x.onnx: expected a graph."), {}, Notices::kFile});
        QVERIFY(bar.isVisible());
        f.window->showWorkspace(MainWindow::DataSpace);
        QTRY_VERIFY(!bar.isVisible());

        // By hand: the button, or Escape.
        bar.show({Notice::Problem, QStringLiteral("It failed.")});
        QTest::mouseClick(f.find<QToolButton>("messageClose"), Qt::LeftButton);
        QVERIFY(!bar.isVisible());
        bar.show({Notice::Problem, QStringLiteral("It failed.")});
        QTest::keyClick(f.find<QToolButton>("messageClose"), Qt::Key_Escape);
        QVERIFY(!bar.isVisible());

        // Another project has nothing to do with it; a question keeps.
        bar.show({Notice::Question, QStringLiteral("Which?"), {{QStringLiteral("This"), [] {}}}});
        bar.show({Notice::Problem, QStringLiteral("It failed.")});
        QCOMPARE(bar.sentence(), QStringLiteral("It failed.\nWhich?"));
        f.trigger("newAction");
        QCOMPARE(bar.sentence(), QStringLiteral("Which?"));
        QVERIFY(!timer(f).isActive());
        f.pressOffer(QStringLiteral("This"));
        QVERIFY(!bar.isVisible());
    }

    // Who tells it says how bad it is; what nothing failed for is not red.
    void onlyWhatFailedIsRed() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString script = f.folder.filePath(QStringLiteral("train.py"));
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("import torch\n") > 0);
        file.close();
        f.drop(script);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("is no data set")));
        QCOMPARE(tintOf(f), Token::Warn);
        QVERIFY(!timer(f).isActive());  // it stays, as a problem does
        f.window->messages().dismiss();
        f.trigger("closeDataAction");
        f.trigger("trainAction");
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("no data set to train on")));
        QCOMPARE(tintOf(f), Token::Warn);
        f.window->messages().dismiss();
        f.window->document().save(QStringLiteral("/proc/nowhere/x.tlm"));
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("not saved")));
        QCOMPARE(tintOf(f), Token::Bad);
        f.window->messages().dismiss();
        f.window->messages().show({Notice::Note, QStringLiteral("Written to x.png.")});
        QCOMPARE(tintOf(f), Token::Accent);
    }

    // Of one thing only the last is said, however bad that is.
    void aWarningGoesWithItsTopic() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        const QString topic = QStringLiteral("data"), changed = QStringLiteral("It has changed."),
                      failed = QStringLiteral("It cannot be read.");
        bar.show({Notice::Warning, changed, {}, topic});
        bar.show({Notice::Problem, failed, {}, topic});
        QCOMPARE(bar.sentence(), failed);
        bar.show({Notice::Warning, changed, {}, topic});
        QCOMPARE(bar.sentence(), changed);
        bar.show({Notice::Problem, failed});  // of something else
        QCOMPARE(bar.sentence(), failed + QLatin1Char('\n') + changed);
        bar.settle(topic);
        QCOMPARE(bar.sentence(), failed);
    }

    // What stands at once is told apart, each with its own offers and its own cross; a question is asked beside a
    // problem, and is not closed with it.
    void eachNoticeStandsByItself() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        QStringList taken;
        const auto offer = [&taken](const QString& words) {
            return std::vector<Notice::Offer>{{words, [&taken, words] { taken << words; }}};
        };
        const QString damaged = QStringLiteral("A file of evbad is damaged."),
                      listed = QStringLiteral("Two runs of ev."), asked = QStringLiteral("There is unsaved work.");
        bar.show({Notice::Question, asked, offer(QStringLiteral("Recover"))});
        bar.show({Notice::Problem, damaged});
        bar.show({Notice::Note, listed, offer(QStringLiteral("Close them"))});
        QCOMPARE(bar.sentence(), QStringList({damaged, listed, asked}).join(QLatin1Char('\n')));
        const auto card = [&bar](const QString& sentence) -> QWidget* {
            for (auto* words : bar.findChildren<QLabel*>(QStringLiteral("messageText")))
                if (words->isVisible() && words->text() == sentence) return words->parentWidget();
            return nullptr;
        };
        QVERIFY(card(damaged) && card(listed) && card(asked));
        QVERIFY(!card(damaged)->findChild<QPushButton*>());
        QCOMPARE(card(listed)->findChild<QPushButton*>()->text(), QStringLiteral("Close them"));
        QTest::mouseClick(card(damaged)->findChild<QToolButton*>(QStringLiteral("messageClose")), Qt::LeftButton);
        QVERIFY(!card(damaged) && card(listed) && card(asked));
        f.pressOffer(QStringLiteral("Close them"));
        QCOMPARE(taken, QStringList{QStringLiteral("Close them")});
        QCOMPARE(bar.sentence(), asked);
        bar.show({Notice::Problem, damaged});
        bar.dismiss();
        QCOMPARE(bar.sentence(), asked);
        bar.dismiss();
        QVERIFY(!bar.isVisible());
    }

    // An empty network shows nothing of the data that stays open: it is said, and an undo step closes it.
    void aNewProjectSaysThatItsDataStays() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto data = [&] { return f.bench().data.state(); };
        f.trigger("newAction");
        QVERIFY2(f.window->messages().sentence().isEmpty(), qPrintable(f.window->messages().sentence()));  // the sample
        f.window->document().openData(QStringLiteral("sample?size=14x14&resize=fit"));
        QTRY_VERIFY(data() == DataSetModel::State::Ready && f.bench().data.dataSet()->spec != "sample");
        f.trigger("newAction");
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("stays open")),
                 qPrintable(f.window->messages().sentence()));
        QCOMPARE(data(), DataSetModel::State::Ready);
        f.pressOffer(QStringLiteral("Close it"));
        QCOMPARE(data(), DataSetModel::State::None);
        f.trigger("undoAction");
        QTRY_COMPARE(data(), DataSetModel::State::Ready);
        // Where other data takes its place, or it is closed elsewhere, there is nothing to say of it.
        const auto stays = [&] { return f.window->messages().sentence().contains(QStringLiteral("stays open")); };
        f.trigger("newAction");
        QVERIFY(stays());
        f.window->document().openData(QStringLiteral("sample?size=16x16&resize=fit"));
        QTRY_VERIFY(data() == DataSetModel::State::Ready && f.bench().data.spec().contains(QStringLiteral("16x16")));
        QVERIFY2(!stays(), qPrintable(f.window->messages().sentence()));
        f.trigger("newAction");
        QVERIFY(stays());
        f.trigger("closeDataAction");
        QVERIFY2(!stays(), qPrintable(f.window->messages().sentence()));
    }

    // Whichever Train is clicked, a text that its field refuses stays there, and nothing starts without it.
    void noTrainTakesARefusedText() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* rate = qobject_cast<QLineEdit*>(f.training().editorOf(QStringLiteral("learning_rate")));
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("-1"));
        for (auto* button :
             {f.find<QPushButton>("trainButton"), f.find<QWidget>("scalarsEmpty")->findChild<QPushButton*>()}) {
            f.window->messages().dismiss();
            QVERIFY(button->isVisible() && button->text().contains(QStringLiteral("Train")));
            QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("is refused")),
                     qPrintable(f.window->messages().sentence()));
            QVERIFY(!f.bench().controller.active());
            QCOMPARE(rate->text(), QStringLiteral("-1"));
        }
    }

    // Problems do not pile up: another one takes the place, the same one once more is counted.
    // What training is refused for is shown where it is set, and has its repair in the list of problems.
    void aBatchThatIsTooLargeIsRepaired() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1600, 1000);  // the repair has room beside its sentence
        const int64_t images = f.bench().data.dataSet()->train->size();
        TrainingSpec spec = f.bench().training.spec();
        spec.batch = static_cast<int>(images) + 1;
        f.bench().training.setSpec(spec);
        f.trigger("trainAction");
        // The row that is wrong, which says why; its repair is in the list.
        f.pressOffer(QStringLiteral("Show the problem"));
        QWidget* batch = f.training().editorOf(QStringLiteral("batch"));
        QTRY_VERIFY(batch->isVisible() && QApplication::focusWidget() == batch);
        f.trigger("showProblemsAction");
        const auto repair = [&f] { return f.find<QPushButton>("repair_0_0"); };
        QTRY_VERIFY(repair() && repair()->isVisible());
        QCOMPARE(repair()->text(), QStringLiteral("Set batch_size to %1").arg(images));
        repair()->click();
        QCOMPARE(f.bench().training.spec().batch, static_cast<int>(images));
        QVERIFY(f.bench().controller.obstacle().isEmpty());
        // The key does it too, from the canvas and from the list.
        for (const bool list : {false, true}) {
            f.bench().training.setSpec(spec);
            QTRY_VERIFY(repair() && repair()->isVisible());
            QWidget* place = list ? f.find<QWidget>("problem_0") : &f.canvas();
            place->setFocus();
            QTest::keyClick(place, Qt::Key_Period, Qt::ControlModifier);
            QTRY_COMPARE(f.bench().training.spec().batch, static_cast<int>(images));
        }
    }

    // The one repair of a problem is read, as far as there is room, and no menu hides it.
    void aLoneRepairSaysWhatItIs() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int64_t images = f.bench().data.dataSet()->train->size();
        TrainingSpec spec = f.bench().training.spec();
        spec.batch = static_cast<int>(images) + 1;
        f.bench().training.setSpec(spec);
        QTRY_VERIFY(f.find<QPushButton>("repair_0_0"));
        const QString words = QStringLiteral("Set batch_size to %1").arg(images);
        for (const int width : {1400, 1000}) {
            f.window->resize(width, 720);
            test::settle();
            const auto* row = f.find<QWidget>("problem_0");
            const auto* repair = f.find<QPushButton>("repair_0_0");
            QVERIFY(repair->isVisible() && row->rect().contains(repair->geometry()));
            QVERIFY(!row->findChild<QPushButton*>(QStringLiteral("repairs"))->isVisible());
            QVERIFY2(repair->text() == words || (width == 1000 && repair->toolTip() == words),
                     qPrintable(repair->text()));
        }
    }

    // In as many rows as it takes.
    void allThatIsOfferedCanBeRead() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1280, 720);
        std::vector<Notice::Offer> offers;
        for (const char* words : {"Begin the next run with its weights", "Show the run that it came from",
                                  "Open its network in this project", "Look into it without opening", "Not now"})
            offers.push_back({QLatin1String(words), [] {}});
        const auto& bar = f.window->messages();
        f.window->messages().show({Notice::Problem, QStringLiteral("It is a checkpoint."), offers, {}});
        const auto cut = [&bar] {
            QStringList cut;
            for (const auto* button : bar.findChildren<QPushButton*>())
                if (button->isVisible() && (button->width() < button->sizeHint().width() ||
                                            !bar.rect().contains(QRect(button->mapTo(&bar, QPoint()), button->size()))))
                    cut << button->text();
            return cut;
        };
        QVERIFY(f.offer(QStringLiteral("Not now")));
        QTRY_COMPARE(cut(), QStringList());
    }

    // A long sentence leaves the page to what one does there, and is read whole by whoever wants to.
    void aLongSentenceIsFolded() {
        WindowFixture f;
        QVERIFY(f.ready());
        Theme::instance().setTextScale(1.5);
        test::settle();
        f.window->resize(1280, 720);
        test::settle();
        MessageBar& bar = f.window->messages();
        const QString sentence =
            QStringLiteral("A sentence that has much to say about what went wrong, and what to do. ").repeated(9);
        const auto shown = [&](const QString& words) {
            bar.show({Notice::Problem, words, {{QStringLiteral("One thing"), [] {}}}});
            test::settle();
            return f.find<QLabel>("messageText");
        };
        QVERIFY(shown(QStringLiteral("It failed.")) && !f.find<QToolButton>("messageMore")->isVisible());
        const QLabel* words = shown(sentence.trimmed());
        const int line = words->fontMetrics().lineSpacing();
        QVERIFY(words->heightForWidth(words->width()) > 4 * line);
        QVERIFY2(words->height() <= 3 * line, qPrintable(QString::number(words->height())));
        QVERIFY(words->toolTip().contains(sentence.trimmed()));
        const int folded = bar.height();
        QTest::mouseClick(f.find<QToolButton>("messageMore"), Qt::LeftButton);
        test::settle();
        QVERIFY(!f.find<QToolButton>("messageMore")->isVisible());
        QVERIFY(bar.height() > folded && words->height() >= words->heightForWidth(words->width()));
        QCOMPARE(bar.sentence(), sentence.trimmed());
        // The next one is another.
        shown(sentence.trimmed() + QLatin1Char('!'));
        QVERIFY(f.find<QToolButton>("messageMore")->isVisible());
    }

    void theSameProblemIsCounted() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        for (int i = 0; i < 3; ++i) bar.show({Notice::Problem, QStringLiteral("It failed.")});
        QCOMPARE(bar.sentence(), QStringLiteral("It failed. (3 times)"));
        bar.show({Notice::Problem, QStringLiteral("Another failed.")});
        QCOMPARE(bar.sentence(), QStringLiteral("Another failed."));
        auto* close = f.find<QToolButton>("messageClose");
        QVERIFY(close->toolTip().contains(QStringLiteral("Esc")));  // the key for it
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(!bar.isVisible());  // one card, and nothing beneath it
        bar.show({Notice::Problem, QStringLiteral("It failed.")});
        QCOMPARE(bar.sentence(), QStringLiteral("It failed."));
    }

    // Escape closes what is shown, wherever the keyboard is, unless something else has a use for it.
    void escapeClosesWhatNobodyElseWants() {
        WindowFixture f;
        QVERIFY(f.ready());
        MessageBar& bar = f.window->messages();
        const auto escape = [&] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); };
        const auto complain = [&] { bar.show({Notice::Problem, QStringLiteral("It failed.")}); };
        f.canvas().setFocus();
        f.canvas().select({QStringLiteral("conv_1")});
        complain();
        QVERIFY(f.find<QToolButton>("messageClose")->isVisible());
        escape();  // the canvas's
        QVERIFY(bar.isVisible());
        QVERIFY(f.bench().selection.nodes().isEmpty());
        escape();
        QVERIFY(!bar.isVisible());
        // A field that was written in takes its text back first.
        auto* rate = f.training().editorOf(QStringLiteral("learning_rate"));
        f.window->showWorkspace(MainWindow::TrainSpace);
        rate->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), rate);
        complain();
        QTest::keyClicks(rate, QStringLiteral("5"));
        escape();
        QVERIFY(bar.isVisible());
        escape();
        QVERIFY(!bar.isVisible());
        // Lists swallow every key.
        auto* table = f.find<QAbstractItemView>("runTable");
        table->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), table);
        complain();
        escape();
        QVERIFY(!bar.isVisible());
        // A sheet is nearer, also to a list in it.
        complain();
        f.trigger("settingsAction");
        QTRY_VERIFY(f.find<Sheet>("settingsSheet") && f.find<Sheet>("settingsSheet")->isVisible());
        QTest::keyClick(f.find<Sheet>("settingsSheet"), Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("settingsSheet") || !f.find<Sheet>("settingsSheet")->isVisible());
        QVERIFY(bar.isVisible());
        escape();
        QTRY_VERIFY(!bar.isVisible());
    }

    // Train says why it cannot; what it says goes when it can.
    void anObstacleGoesWithItsCause() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("closeDataAction");
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::None);
        f.press("trainButton");
        QVERIFY(f.window->messages().isVisible());
        f.bench().undo.undo();
        QVERIFY(f.ready());
        QTRY_VERIFY(!f.window->messages().isVisible());
    }

    // What it said of the network goes when that is not so any more, whatever else is still wrong.
    void anObstacleThatIsAnotherNowGoes() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto units = [&](int64_t count) {
            NetworkSpec spec = f.bench().network.spec();
            edits::setProperty(spec, "dense_3", "units", count);
            f.bench().network.setSpec(spec);
            QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
        };
        units(7);
        f.press("trainButton");
        QVERIFY(f.window->messages().isVisible());
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("7 scores")),
                 qPrintable(f.window->messages().sentence()));
        units(8);
        QTRY_VERIFY(!f.window->messages().isVisible());
    }

    // As File > Open does: unsaved work is asked about, and one sentence says what happened.
    void aProjectGivenAsDataAsks() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = writeProject(f, QStringLiteral("other"));
        const NetworkSpec before = f.bench().network.spec();
        drop(f.window.get(), file);  // nothing to lose: opened, and said
        QTRY_COMPARE(f.window->document().path(), file);
        const QString said = f.window->messages().sentence();
        QVERIFY2(said.contains(QStringLiteral("other.tlm")) && said.contains(QStringLiteral("digits-lenet.tlm")),
                 qPrintable(said));

        f.trigger("sampleAction");
        QVERIFY(f.ready());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        const NetworkSpec mine = f.bench().network.spec();
        QVERIFY(f.window->document().dirty() && !(mine == before));
        drop(f.window.get(), file);
        QTRY_VERIFY(f.find<Question>("unsavedBox"));
        QString asked;  // whose changes, and why that is asked of somebody who gave data
        for (auto* label : f.find<Question>("unsavedBox")->findChildren<QLabel*>()) asked += label->text();
        QVERIFY2(asked.contains(QStringLiteral("“other.tlm” is a project:")), qPrintable(asked));
        QVERIFY(answer(f, "cancelButton"));
        QVERIFY(f.bench().network.spec() == mine);
        QCOMPARE(f.window->document().path(), QString());
        drop(f.window.get(), file);
        QVERIFY(answer(f, "discardButton"));
        QTRY_COMPARE(f.window->document().path(), file);
    }

    // Why a run failed stands until somebody edits what it failed of.
    void aFailedRunIsToldUntilTheNextEdit() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int run = f.bench().runs.addRun(QStringLiteral("broken"), 1, {});
        f.bench().runs.append(run, {StateRecord{RunState::Failed, Message("The loss is nan."), -1}});
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("The loss is nan.")),
                 qPrintable(f.window->messages().sentence()));
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QCOMPARE(f.window->messages().sentence(), QString());
        QCOMPARE(f.bench().runs.find(run)->message.english(), std::string("The loss is nan."));
    }

    // A project that does not open is no reason to give up what is open.
    void whatDoesNotOpenAsksNothing() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QVERIFY(f.window->document().dirty());
        const QString file = f.folder.filePath(QStringLiteral("broken.tlm"));
        QFile broken(file);
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"format\": ") > 0);
        broken.close();
        drop(f.window.get(), file);
        QTRY_VERIFY2(f.window->messages().sentence().contains(QStringLiteral("broken.tlm")),
                     qPrintable(f.window->messages().sentence()));
        test::settle();
        QVERIFY(!f.find<Question>("unsavedBox"));
        QVERIFY(f.window->document().dirty());
    }

    // The checkpoint of a run: its weights for this network, the run itself, its network.
    void weightsGivenAsData() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.bench().training.setSpec([&] {
            TrainingSpec spec = f.bench().training.spec();
            spec.epochs = 2;
            return spec;
        }());
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const double first = f.run().scalars.at(QStringLiteral("loss")).front().value;
        const QString folder = f.run().folder, file = folder + QStringLiteral("/checkpoint.safetensors");
        QVERIFY(QFile::exists(file));
        f.trigger("newAction");
        if (f.window->document().dirty()) QVERIFY(answer(f, "discardButton"));
        QTRY_VERIFY(f.bench().network.spec().nodes.empty());
        f.trigger("template_lenet");
        QVERIFY(f.ready());

        drop(f.window.get(), file);
        QVERIFY(f.offer(QStringLiteral("Begin the next run with its weights")));
        QVERIFY(f.offer(QStringLiteral("Open its network")));
        f.pressOffer(QStringLiteral("Show its run"));
        QTRY_COMPARE(f.bench().runs.runs().size(), size_t{1});
        QCOMPARE(f.bench().runs.runs().front().folder, folder);

        drop(f.window.get(), file);
        f.pressOffer(QStringLiteral("Begin the next run with its weights"));
        QVERIFY(!f.bench().controller.drawsAnew());
        QVERIFY(f.window->messages().sentence().contains(file));
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 0; }, kPatienceMs));
        QVERIFY2(f.run().scalars.at(QStringLiteral("loss")).front().value < 0.5 * first,
                 qPrintable(QString::number(f.run().scalars.at(QStringLiteral("loss")).front().value)));
        QCOMPARE(QString::fromStdString(f.run().info.parent.checkpoint), file);
        f.trigger("stopAction");
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
    }

    // "As the desktop" means: as it is now.
    void theDesktopIsFollowed() {
        struct Desktop : QProxyStyle {
            bool dark = false;
            Desktop() : QProxyStyle(QStringLiteral("Fusion")) {}
            using QProxyStyle::polish;
            void polish(QPalette& colours) override {
                colours = QPalette(dark ? QColor(20, 20, 20) : QColor(240, 240, 240));
            }
        };
        auto* desktop = new Desktop;  // has the last word on the colours that the application does not set
        QApplication::setStyle(desktop);
        WindowFixture f;
        QVERIFY(f.ready());
        const auto desktopBecomes = [&](bool dark) {
            desktop->dark = dark;
            QEvent change(QEvent::ThemeChange);
            QApplication::sendEvent(f.window->windowHandle(), &change);
        };
        desktopBecomes(false);
        QCoreApplication::processEvents();
        auto& own = Theme::instance();
        f.trigger("settingsAction");
        auto* theme = f.find<QComboBox>("setting.theme");
        QVERIFY(theme);
        theme->setFocus();  // dark, light, as the desktop
        QTest::keyClick(theme, Qt::Key_Down);
        QTest::keyClick(theme, Qt::Key_Down);
        QCOMPARE(f.settings->value(QStringLiteral("theme")).toString(), QStringLiteral("system"));
        QTRY_VERIFY(!own.dark());
        desktopBecomes(true);
        QTRY_VERIFY(own.dark());
        desktopBecomes(false);
        QTRY_VERIFY(!own.dark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), own.color(Token::Bg1));
        QTest::keyClick(theme, Qt::Key_Up);
        desktopBecomes(true);
        test::settle();
        QVERIFY(!own.dark());  // it was chosen
    }

    // What Qt warns of and what the window told is kept for a report, in files that stay small.
    void theLogKeepsWhatWasTold() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("log/tensorloom.log"));
        const auto text = [](const QString& path) {
            QFile read(path);
            return read.open(QIODevice::ReadOnly) ? QString::fromUtf8(read.readAll()) : QString();
        };
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->actionTable().refresh();
        QVERIFY(!f.find<QAction>("openLogFolderAction")->isEnabled());
        {
            const LogFile log(QFileInfo(file).absolutePath());
            f.window->actionTable().refresh();
            QVERIFY(f.find<QAction>("openLogFolderAction")->isEnabled());
            QTest::ignoreMessage(QtWarningMsg, "something is odd");
            qWarning("something is odd");
            f.window->document().open(f.folder.filePath(QStringLiteral("nowhere.tlm")));
            QTRY_VERIFY(text(file).contains(QStringLiteral("problem: The project was not opened")));
            const QString line = text(file).section(QLatin1Char('\n'), 0, 0);
            QVERIFY2(line.startsWith(QDate::currentDate().toString(Qt::ISODate)) || line.contains(QLatin1Char('T')),
                     qPrintable(line));
            const QString long_(100000, QLatin1Char('x'));
            for (int i = 0; i < 50; ++i) LogFile::current()->write(QStringLiteral("note"), long_);
            QDir logs(QFileInfo(file).absolutePath());
            QCOMPARE(logs.entryList(QDir::Files).size(), 3);
            for (const QFileInfo& one : logs.entryInfoList(QDir::Files))
                QVERIFY(one.size() <= LogFile::kMostBytes + 200000);
        }
        QVERIFY(!LogFile::current());
    }

    // Small networks end hundreds of epochs a second: of these the log has one, and room for the rest.
    void aBurstDoesNotDrownTheLog() {
        QTemporaryDir folder;
        qint64 now = 0;
        LogFile log(folder.path(), [&now] { return now; });
        const auto epoch = [&](int number) {
            log.write(QStringLiteral("run"), QStringLiteral("epoch %1").arg(number), QStringLiteral("epoch"));
        };
        const auto lines = [&] {
            QFile file(folder.filePath(QStringLiteral("tensorloom.log")));
            QStringList all;
            if (file.open(QIODevice::ReadOnly))
                for (const QByteArray& line : file.readAll().split('\n'))
                    if (!line.isEmpty()) all << QString::fromUtf8(line).section(QLatin1Char(' '), 1);
            return all;
        };
        for (int i = 1; i <= 300; ++i) epoch(i);
        log.write(QStringLiteral("run"), QStringLiteral("left out a.png"), QStringLiteral("broken"));
        QStringList expected{QStringLiteral("run: epoch 1"), QStringLiteral("run: left out a.png")};
        QCOMPARE(lines(), expected);
        now = LogFile::kBurstMs;
        epoch(301);
        expected << QStringLiteral("run: epoch 301 (+299)");
        QCOMPARE(lines(), expected);
        // What is said besides is said at once, behind the newest.
        for (int i = 302; i <= 304; ++i) epoch(i);
        log.write(QStringLiteral("warning"), QStringLiteral("odd"));
        expected << QStringLiteral("run: epoch 304 (+2)") << QStringLiteral("warning: odd");
        QCOMPARE(lines(), expected);
    }

    // The copy that work came from goes only when the new one is on disk.
    void aRecoveredCopyStaysUntilItsOwnIsWritten() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QDir recovery(f.folder.filePath(QStringLiteral("recovery")));
        const auto locks = recovery.entryList({QStringLiteral("*.lock")}, QDir::Files);
        QCOMPARE(locks.size(), 1);
        const QString own = recovery.filePath(locks.front().chopped(5));
        // Where the copy goes something lies that cannot be replaced.
        QVERIFY(QDir().mkpath(own + QStringLiteral("/taken")));
        const QString left = recovery.filePath(QStringLiteral("left-behind.tlm"));
        QVERIFY(QFile::rename(writeProject(f, QStringLiteral("lost")), left));

        QStringList log;
        connect(&f.window->document(), &Document::noted, this, [&](const QString& line) { log << line; });
        std::vector<Document::Recovered> found;
        f.window->document().findRecoverable([&](const auto& copies) { found = copies; });
        QTRY_COMPARE(found.size(), size_t{1});
        f.window->document().recover(found.front());
        QTRY_VERIFY(!log.filter(QStringLiteral("recovery copy could not be written")).isEmpty());
        QCOMPARE(f.window->document().name(), QStringLiteral("lost"));
        QVERIFY(QFile::exists(left));

        QVERIFY(QDir(own).removeRecursively());
        f.window->document().autosaveNow();
        QTRY_VERIFY(!QFile::exists(left));
        QVERIFY(QFileInfo(own).isFile());
    }

    // One that was being written for the project before does not count.
    void aRecoveredCopyOutlivesTheWriteOfAnother() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString left = QDir(f.folder.filePath(QStringLiteral("recovery"))).filePath(QStringLiteral("left.tlm"));
        QVERIFY(QFile::rename(writeProject(f, QStringLiteral("lost")), left));
        std::vector<Document::Recovered> found;
        f.window->document().findRecoverable([&](const auto& copies) { found = copies; });
        QTRY_COMPARE(found.size(), size_t{1});
        const auto names = [&] {
            QStringList all;
            const QDir recovery(f.folder.filePath(QStringLiteral("recovery")));
            for (const QFileInfo& info : recovery.entryInfoList({QStringLiteral("*.tlm")}, QDir::Files)) try {
                    all << QString::fromStdString(loadProject(info.absoluteFilePath().toStdString()).name);
                } catch (const std::exception&) {
                }
            return all;
        };
        // At each moment that another program could find, one copy of the lost work is there.
        bool always = true;
        connect(&f.window->document(), &Document::changed, this,
                [&] { always = always && names().contains(QStringLiteral("lost")); });
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        f.window->document().autosaveNow();
        f.window->document().recover(found.front());
        QTRY_VERIFY(([&] {
            always = always && names().contains(QStringLiteral("lost"));
            return !QFile::exists(left);
        })());
        QVERIFY(always);
        QCOMPARE(names(), QStringList{QStringLiteral("lost")});
    }
};

QTEST_MAIN(TestNotices)

}  // namespace test_notices

#include "test_notices.moc"
