// Histograms, pictures, texts, curves and hyperparameters of runs that PyTorch and tf.summary logged, in the real
// window with real mouse and keys; what TensorBoard's own reader finds in the files is in expected.json.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include "engine/io/events/event_writer.h"
#include "engine/run/run_list.h"
#include "tests/app/window_fixture.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/watch_list.h"
#include "ui/profile/profile_panel.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/card.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/controls/step_bar.h"
#include "widgets/image/image_view.h"
#include "widgets/image/picture_strip.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/plot/line_plot.h"
#include "widgets/plot/parallel_axes.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/plot/point_cloud.h"
#include "widgets/plot/scatter_matrix.h"
#include "widgets/plot/unit_curve.h"

namespace test_tensor_panels {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

QString logs() { return QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/tensors"); }

QJsonObject expected(const char* run, const char* what) {
    QFile file(logs() + "/expected.json");
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll())
        .object()
        .value(QLatin1String(run))
        .toObject()
        .value(QLatin1String(what))
        .toObject();
}

struct Panels : WindowFixture {
    explicit Panels(const QString& folder = logs()) {
        ready();
        window->showWorkspace(MainWindow::TrainSpace);
        if (folder.isEmpty()) return;
        bench().reader.open(folder);
        (void)QTest::qWaitFor([this] { return !bench().reader.folders().isEmpty() && !bench().events.busy(); },
                              kPatienceMs);
    }
    using WindowFixture::run;
    const Run* run(const char* name) {
        for (const Run& each : bench().runs.runs())
            if (each.name == QLatin1String(name)) return &each;
        return nullptr;
    }
    void choose(const char* name) { bench().selection.setRun(run(name)->id); }
    void tab(const char* id) {
        auto* bar = find<QTabBar>("trainTabs");
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabData(i).toString() == QLatin1String(id))
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
    }
    template <typename T>
    T* shown(const QString& name) {
        T* found = nullptr;
        (void)QTest::qWaitFor(
            [&] {
                for (T* each : window->findChildren<T*>(name))
                    if (each->isVisible()) return (found = each, true);
                return false;
            },
            kPatienceMs);
        return found;
    }
    PlotTooltip* tooltip() {
        for (PlotTooltip* each : window->findChildren<PlotTooltip*>())
            if (each->isVisible()) return each;
        return nullptr;
    }
    void move(QWidget* widget, const QPointF& to) {
        QTest::mouseMove(widget, to.toPoint() + QPoint(1, 0));
        QTest::mouseMove(widget, to.toPoint());
    }
    QStringList tags(const char* flow) {
        QStringList all;
        for (const QString& key : find<CardFlow>(flow)->keys()) all << key.section('\n', 1);
        return all;
    }
};

}  // namespace

class TestTensorPanels : public QObject {
    Q_OBJECT
private slots:
    void emptyPanelsSayWhatIsMissing() {
        Panels f{QString()};
        for (const char* id : {"tensors", "histograms", "pictures", "text", "curves", "hyperparameters", "projector"}) {
            f.tab(id);
            auto* empty = f.shown<EmptyState>(QLatin1String(id) + "Empty");
            QVERIFY2(empty, id);
            const auto labels = empty->findChildren<QLabel*>();
            QVERIFY(std::any_of(labels.begin(), labels.end(), [](QLabel* label) { return label->text().size() > 30; }));
        }
    }

    void histogramsAreThoseOfTheFiles() {
        Panels f;
        f.choose("torch-slow");
        f.tab("histograms");
        auto* plot = f.shown<HistogramPlot>("histogram.conv_1/kernel");
        QVERIFY(plot);
        const QJsonArray wanted = expected("torch-slow", "histograms").value("conv_1/kernel").toArray();
        QTRY_COMPARE(static_cast<qsizetype>(plot->slices().size()), wanted.size());
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            const Distribution& slice = plot->slices()[static_cast<size_t>(i)];
            QCOMPARE(slice.step, wanted[i].toArray()[0].toDouble());
            QCOMPARE(slice.total(), wanted[i].toArray()[2].toDouble());
        }
        QCOMPARE(f.tags("histogramsFlow"), (QStringList{"conv_1/kernel", "conv_1/kernel/gradient", "dense_1/bias"}));
        // Where the chosen run has none, whose they are is said.
        auto* whose = f.find<QLabel>("histogramsWhose");
        QVERIFY(!whose->isVisible());
        f.bench().selection.setRun(f.bench().runs.addRun(QStringLiteral("a bare one"), 1));
        QTRY_VERIFY(whose->isVisible());
        QVERIFY2(whose->text().contains(QStringLiteral("“a bare one” has none")), qPrintable(whose->text()));
        f.choose("torch-slow");
        QTRY_VERIFY(!whose->isVisible());
    }

    void thePointerTellsStepMeanAndPercentiles() {
        Panels f;
        f.choose("torch-slow");
        f.tab("histograms");
        auto* plot = f.shown<HistogramPlot>("histogram.conv_1/kernel");
        QTRY_VERIFY(!plot->slices().empty());
        const int newest = static_cast<int>(plot->slices().size()) - 1;
        f.move(plot, QPointF(plot->plotRect().center().x(), plot->baseline(newest) - 4));
        QCOMPARE(plot->current(), newest);
        QVERIFY(f.tooltip());
        QCOMPARE(f.tooltip()->rows().size(), 1);
        QCOMPARE(f.tooltip()->rows().front().name, QString::number(plot->slices().back().step));
        const double median = f.tooltip()->rows().front().values[3].toDouble();
        QVERIFY(std::abs(median - plot->slices().back().percentile(0.5)) < 0.01);
        // The keys walk from there.
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Up);
        QCOMPARE(plot->current(), newest - 1);
        QTest::keyClick(plot, Qt::Key_Home);
        QCOMPARE(plot->current(), 0);
        QVERIFY(f.tooltip()->rows().front().name == "0");
        // Enter takes all panels to that step.
        QTest::keyClick(plot, Qt::Key_Down);
        QTest::keyClick(plot, Qt::Key_Return);
        QVERIFY(!f.bench().step.follows());
        QCOMPARE(f.bench().step.step(), 3.0);
        QTRY_COMPARE(plot->slices().size(), size_t{2});
    }

    void everyWayOfDrawingShowsSomething() {
        Panels f;
        f.choose("torch-slow");
        f.tab("histograms");
        auto* plot = f.shown<HistogramPlot>("histogram.conv_1/kernel");
        QTRY_VERIFY(!plot->slices().empty());
        auto* modes = f.find<SegmentedBar>("histogramModes");
        QSet<QByteArray> pictures;
        for (int mode = 0; mode < 4; ++mode) {
            QTest::mouseClick(modes->segment(mode), Qt::LeftButton);
            QCOMPARE(static_cast<int>(plot->mode()), mode);
            QTRY_VERIFY(!plot->slices().empty());
            const QImage image = plot->grab().toImage();
            QSet<QRgb> colours;
            for (int y = 0; y < image.height(); y += 2)
                for (int x = 0; x < image.width(); x += 2) colours.insert(image.pixel(x, y));
            QVERIFY2(colours.size() > 12, qPrintable(QString::number(colours.size())));
            pictures.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()),
                                       static_cast<qsizetype>(image.sizeInBytes())));
            f.move(plot, plot->plotRect().center());
        }
        QCOMPARE(pictures.size(), 4);
        QTest::mouseClick(modes->segment(0), Qt::LeftButton);
        auto* log = f.shown<QToolButton>("log.conv_1/kernel");
        const QImage before = plot->grab().toImage();
        QTest::mouseClick(log, Qt::LeftButton);
        QVERIFY(plot->logCounts());
        QVERIFY(plot->grab().toImage() != before);
    }

    void theFilterTakesWordsAndPatterns() {
        Panels f;
        f.choose("torch-slow");
        f.tab("histograms");
        QVERIFY(f.shown<HistogramPlot>("histogram.conv_1/kernel"));
        QTest::keyClick(f.window.get(), Qt::Key_F, Qt::ControlModifier);
        auto* field = f.find<QLineEdit>("histogramsFilter");
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, "*/gradient");
        QTRY_COMPARE(f.tags("histogramsFlow"), QStringList{"conv_1/kernel/gradient"});
        field->clear();
        QTest::keyClicks(field, "DENSE, */kernel");
        QTRY_COMPARE(f.tags("histogramsFlow"), (QStringList{"conv_1/kernel", "dense_1/bias"}));
        field->clear();
        QTest::keyClicks(field, "nothing of it");
        QVERIFY(f.shown<EmptyState>("histogramsEmpty"));
        field->clear();
        QTRY_COMPARE(f.tags("histogramsFlow").size(), 3);
    }

    void cardsArePinnedAndExpanded() {
        Panels f;
        f.choose("torch-slow");
        f.tab("histograms");
        auto* pin = f.shown<QToolButton>("pin.dense_1/bias");
        QTest::mouseClick(pin, Qt::LeftButton);
        QTRY_COMPARE(f.tags("histogramsFlow").front(), QString("dense_1/bias"));
        auto* card = f.shown<Card>("tag.dense_1/bias");
        const int before = card->width();
        QTest::mouseClick(f.shown<QToolButton>("expand.dense_1/bias"), Qt::LeftButton);
        QTRY_VERIFY(card->width() > before || card->height() > 400);
        // What is pinned is so the next time, too.
        f.bench().reader.close(logs());
        f.bench().reader.open(logs());
        QTRY_VERIFY(f.run("torch-slow"));
        f.choose("torch-slow");
        QTRY_VERIFY(f.tags("histogramsFlow").size() == 3 && f.tags("histogramsFlow").front() == "dense_1/bias");
    }

    void runsStandSideBySide() {
        Panels f;
        f.choose("torch-fast");
        f.tab("histograms");
        QVERIFY(f.shown<HistogramPlot>("histogram.conv_1/kernel"));
        QTest::mouseClick(f.find<QToolButton>("histogramsSeveral"), Qt::LeftButton);
        QTRY_COMPARE(f.tags("histogramsFlow").count("conv_1/kernel"), 2);
        QTRY_COMPARE(f.tags("histogramsFlow").count("dense/kernel"), 1);  // tf's own
        f.bench().runs.setVisible(f.run("torch-slow")->id, false);
        QTRY_COMPARE(f.tags("histogramsFlow").count("conv_1/kernel"), 1);
    }

    // One slider for all panels; it follows the newest step until somebody moves it.
    void theSliderLeadsAllPanels() {
        Panels f;
        f.choose("torch-slow");
        f.tab("pictures");
        auto* strip = f.shown<PictureStrip>("pictures.conv_1/output");
        QVERIFY(strip);
        QTRY_COMPARE(strip->pictures().size(), 1);
        QCOMPARE(strip->pictures().front().pixelColor(4, 4).red(), 50);  // of step 5
        auto* slider = f.shown<StepBar>("picturesSteps")->findChild<QSlider*>("stepSlider");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QTRY_COMPARE(strip->pictures().front().pixelColor(4, 4).red(), 0);
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(slider, Qt::Key_Right);
        QTRY_COMPARE(strip->pictures().front().pixelColor(4, 4).red(), 20);
        f.tab("text");
        auto* text = f.shown<QTextBrowser>("markdown");
        QTRY_VERIFY2(text->toPlainText().startsWith("step 2 of"), qPrintable(text->toPlainText()));
        f.tab("pictures");
        QTest::mouseClick(f.shown<StepBar>("picturesSteps")->findChild<QToolButton*>("followRun"), Qt::LeftButton);
        QTRY_COMPARE(strip->pictures().front().pixelColor(4, 4).red(), 50);
    }

    void picturesAreThoseOfTheFiles() {
        Panels f;
        f.choose("tf");
        f.tab("pictures");
        const QJsonObject wanted = expected("tf", "images");
        QCOMPARE(wanted.size(), 2);
        for (auto tag = wanted.begin(); tag != wanted.end(); ++tag) {
            auto* strip = f.shown<PictureStrip>("pictures." + tag.key());
            QVERIFY(strip);
            const QJsonArray last = tag.value().toArray().last().toArray()[1].toArray();
            QTRY_COMPARE(strip->pictures().size(), last.size());
            for (qsizetype i = 0; i < last.size(); ++i) {
                const QImage& image = strip->pictures()[i];
                const QJsonArray one = last[i].toArray();
                QCOMPARE(image.width(), one[0].toInt());
                QCOMPARE(image.height(), one[1].toInt());
                const QColor middle = image.pixelColor(image.width() / 2, image.height() / 2);
                // A JPEG's decoders may differ by a bit.
                QVERIFY(std::abs(middle.red() - one[2].toInt()) <= 2 && std::abs(middle.green() - one[3].toInt()) <= 2);
            }
        }
    }

    void aPictureIsCopiedAndSaved() {
        Panels f;
        f.choose("tf");
        f.tab("pictures");
        auto* strip = f.shown<PictureStrip>("pictures.batch");
        QTRY_COMPARE(strip->pictures().size(), 4);
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->pictureRect(2).center());
        QCOMPARE(strip->current(), 2);
        const QPoint at = strip->pictureRect(2).center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, strip->mapToGlobal(at));
        QApplication::sendEvent(strip, &asked);
        auto* menu = strip->findChild<QMenu*>("pictureMenu");
        QVERIFY(menu);
        menu->findChild<QAction*>("copyPicture")->trigger();
        QCOMPARE(QApplication::clipboard()->image().convertToFormat(QImage::Format_RGB32),
                 strip->pictures()[2].convertToFormat(QImage::Format_RGB32));
        menu->findChild<QAction*>("savePicture")->trigger();
        menu->close();
        auto* dialog = f.shown<QFileDialog>("saveFileDialog");
        QVERIFY(dialog);
        QTemporaryDir folder;
        const QString path = folder.filePath("one.png");
        emit dialog->fileSelected(path);
        dialog->close();
        QTRY_VERIFY(QFile::exists(path));
        QTRY_COMPARE(QImage(path).size(), strip->pictures()[2].size());
        QTRY_VERIFY(f.window->messages().sentence().contains(path));
    }

    // Every pixel is a sharp square: the white one in the corner ends where the next begins.
    void pixelsAreSquares() {
        Panels f;
        f.choose("tf");
        f.tab("pictures");
        auto* strip = f.shown<PictureStrip>("pictures.batch");
        QTRY_COMPARE(strip->pictures().size(), 4);
        const QRect place = strip->pictureRect(0);
        const int side = place.width() / strip->pictures()[0].width();
        QVERIFY(side >= 4);
        const QImage drawn = strip->grab().toImage();
        const QColor inner = drawn.pixelColor(place.left() + side - 1, place.top() + side - 1),
                     outer = drawn.pixelColor(place.left() + side, place.top() + side);
        QCOMPARE(inner, QColor(255, 255, 255));
        QCOMPARE(outer, strip->pictures()[0].pixelColor(1, 1));
    }

    void whatIsDamagedIsSaid() {
        QTemporaryDir folder;
        {
            EventWriter writer(folder.filePath("run").toStdString());
            writer.image("broken", 4, 1, {8, 8, 3, "this is no picture"});
        }
        Panels f(folder.path());
        f.tab("pictures");
        auto* strip = f.shown<PictureStrip>("pictures.broken");
        QVERIFY(strip);
        QTRY_VERIFY2(strip->message().contains("4"), qPrintable(strip->message()));
        QVERIFY(strip->pictures().isEmpty());
    }

    // Markdown as a table, bold where it says so; what looks like HTML stays text.
    void textsAreMarkdownAndNothingElse() {
        Panels f;
        f.choose("torch-slow");
        f.tab("text");
        auto* view = f.shown<QTextBrowser>("markdown");
        QTRY_VERIFY(view->toPlainText().contains("step 5"));
        QVERIFY2(view->toPlainText().contains("<b>six</b>"), qPrintable(view->toPlainText()));
        QTextTable* table = nullptr;
        for (QTextFrame* frame : view->document()->rootFrame()->childFrames())
            if (auto* found = qobject_cast<QTextTable*>(frame)) table = found;
        QVERIFY(table);
        QCOMPARE(table->columns(), 2);
        f.choose("tf");
        view = nullptr;
        QTRY_VERIFY((view = f.shown<QTextBrowser>("markdown")) && view->toPlainText().contains("step 3"));
        table = nullptr;
        for (QTextFrame* frame : view->document()->rootFrame()->childFrames())
            if (auto* found = qobject_cast<QTextTable*>(frame)) table = found;
        QVERIFY(table && table->rows() == 2 && table->columns() == 2);
        QVERIFY(table->cellAt(0, 0).firstCursorPosition().block().text() == "a");
    }

    void curvesAreThoseOfTheFiles() {
        Panels f;
        f.choose("torch-slow");
        f.tab("curves");
        auto* plot = f.shown<UnitCurve>("curve.class_3");
        QVERIFY(plot);
        const QJsonArray last =
            expected("torch-slow", "curves").value("class_3").toArray().last().toArray()[1].toArray();
        // All but those at the end where nothing is taken for a yes, which has no precision.
        qsizetype defined = last[0].toArray().size();
        while (defined > 0 &&
               last[0].toArray()[defined - 1].toDouble() + last[1].toArray()[defined - 1].toDouble() == 0)
            --defined;
        QVERIFY(defined > 11);
        QTRY_COMPARE(plot->points().size(), defined + 1);  // and the end at recall 0, above every score
        QCOMPARE(plot->points().last().x, 0.0);
        QCOMPARE(plot->points().last().y, 1.0);
        for (qsizetype i = 0; i < defined; ++i) {
            QCOMPARE(static_cast<float>(plot->points()[i].y), static_cast<float>(last[4].toArray()[i].toDouble()));
            QCOMPARE(static_cast<float>(plot->points()[i].x), static_cast<float>(last[5].toArray()[i].toDouble()));
        }
        f.move(plot, plot->toPixel(plot->points()[10]));
        QCOMPARE(plot->current(), 10);
        QVERIFY(f.tooltip());
        QCOMPARE(f.tooltip()->rows().front().name.toDouble(), 0.5);  // threshold
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Home);
        QCOMPARE(plot->current(), 0);
        QTest::keyClick(plot, Qt::Key_Right);
        QCOMPARE(plot->current(), 1);
        // ROC: hits over false alarms, from the same counts.
        QTest::mouseClick(f.find<SegmentedBar>("curveKinds")->segment(1), Qt::LeftButton);
        const auto at = [&](int row, qsizetype i) { return last[row].toArray()[i].toDouble(); };
        QCOMPARE(plot->points().size(), last[0].toArray().size());
        for (qsizetype i = 0; i < plot->points().size(); ++i) {
            QVERIFY(std::abs(plot->points()[i].x - at(1, i) / (at(1, i) + at(2, i))) < 1e-6);
            QVERIFY(std::abs(plot->points()[i].y - at(0, i) / (at(0, i) + at(3, i))) < 1e-6);
        }
    }

    // A name that somebody wrote a novel into leaves the other columns in sight; its tooltip has all of it.
    void aLongNameTakesNotTheWholeTable() {
        Panels f;
        const QString novel(250, QLatin1Char('n'));
        f.bench().runs.change(f.run("tf")->id, [&](Run& run) { run.name = novel; });
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QTRY_VERIFY(table->columnWidth(0) != table->horizontalHeader()->defaultSectionSize());
        QVERIFY2(table->columnWidth(0) <= 300, qPrintable(QString::number(table->columnWidth(0))));
        QStringList tips;
        for (int row = 0; row < 3; ++row) tips << table->model()->index(row, 0).data(Qt::ToolTipRole).toString();
        QVERIFY(tips.contains(novel));
    }

    // Nor is the window wider for it: a sentence that names two runs has as many lines as it needs.
    void longNamesDoNotWidenTheWindow() {
        WindowFixture f;
        QVERIFY(f.ready());
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 1;
        f.bench().training.setSpec(spec);
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const int first = f.bench().controller.currentRun();
        const QString name = QStringLiteral("digits · adam · augmentation RandomRotation, RandomErasing ").repeated(3);
        f.bench().runs.change(first, [&](Run& run) { run.name = name; });
        const int empty = f.bench().runs.addRun(name + QStringLiteral("once more"), 1);
        f.bench().selection.setRun(empty);
        for (const char* panel : {"text", "curves", "histograms"}) {
            f.trigger(qPrintable(QStringLiteral("tab_") + QLatin1String(panel)));
            auto* whose = f.find<QLabel>(qPrintable(QLatin1String(panel) + QStringLiteral("Whose")));
            QTRY_VERIFY2(whose->isVisible(), panel);
            QVERIFY(whose->text().contains(name));
            test::settle();
            QVERIFY2(f.window->minimumSizeHint().width() <= 1024, qPrintable(f.wide()));
            QVERIFY2(whose->heightForWidth(whose->width()) <= whose->height(), panel);
        }
    }

    // The row of the run that is looked at is chosen, whoever chose it and whatever comes or is left out.
    void theChosenRunStaysChosenInTheTable() {
        Panels f;
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QVERIFY(table);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto chosen = [&] {
            const QModelIndexList rows = table->selectionModel()->selectedRows();
            return rows.size() == 1 ? rows.front().data().toString() : QString();
        };
        f.choose("tf");
        QCOMPARE(chosen(), QStringLiteral("tf"));
        f.choose("torch-slow");
        QCOMPARE(chosen(), QStringLiteral("torch-slow"));
        QSignalSpy reset(table->model(), &QAbstractItemModel::modelReset);
        const int tf = f.run("tf")->id, slow = f.run("torch-slow")->id;
        f.bench().runs.setVisible(tf, false);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(reset.count() > 0);
        QCOMPARE(chosen(), QStringLiteral("torch-slow"));
        // Hidden, it is chosen still, and so no other is.
        f.bench().runs.setVisible(slow, false);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(chosen(), QString());
        QCOMPARE(f.bench().selection.run(), slow);
        table->setFocus(Qt::OtherFocusReason);
        QTRY_VERIFY(table->currentIndex().isValid());  // the first row
        QCOMPARE(f.bench().selection.run(), slow);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->currentIndex()).center());
        QCOMPARE(f.bench().selection.run(), f.run("torch-fast")->id);
        f.choose("torch-slow");
        f.bench().runs.setVisible(slow, true);
        QTRY_COMPARE(chosen(), QStringLiteral("torch-slow"));
    }

    // Scrolled sideways, the table still says whose values these are; there too a click chooses and sorts.
    void namesOfRunsStayInSight() {
        Panels f;
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QVERIFY(table);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        auto* names = table->findChild<QTableView*>(QStringLiteral("frozenColumn"));
        QVERIFY(names && !names->isVisible());
        table->setColumnWidth(1, 2 * table->width());
        QScrollBar* sideways = table->horizontalScrollBar();
        QTRY_VERIFY(sideways->maximum() > 0);
        sideways->setValue(sideways->maximum());
        QTRY_VERIFY(names->isVisible());
        QCOMPARE(names->columnWidth(0), table->columnWidth(0));
        const QModelIndex second = table->model()->index(1, 0);
        const QRect cell = names->visualRect(second);
        QCOMPARE(names->viewport()->mapTo(table, cell.topLeft()).x(), table->viewport()->x());
        QCOMPARE(cell.y(), table->visualRect(second.siblingAtColumn(1)).y());
        QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(table->currentIndex().row(), 1);
        QVERIFY(names->isVisible());
        QTest::mouseClick(names->horizontalHeader()->viewport(), Qt::LeftButton, {}, QPoint(12, 8));
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), 0);
        QCOMPARE(table->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        sideways->setValue(0);
        QVERIFY(!names->isVisible());
    }

    // The keyboard comes to the table when the window is made again, too: that chooses no other run.
    void theTableChoosesNoRunByItself() {
        Panels f;
        f.choose("torch-slow");
        const int chosen = f.bench().selection.run();
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QVERIFY(table);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto current = [table] { return table->currentIndex().siblingAtColumn(0).data().toString(); };
        QTRY_COMPARE(current(), QStringLiteral("torch-slow"));
        table->setFocus(Qt::OtherFocusReason);
        QCOMPARE(f.bench().selection.run(), chosen);
        // It follows what is chosen elsewhere, and a key in it chooses.
        f.choose("tf");
        QCOMPARE(current(), QStringLiteral("tf"));
        QTest::keyClick(table, Qt::Key_Down);
        QVERIFY(current() != QStringLiteral("tf"));
        QCOMPARE(f.bench().runs.find(f.bench().selection.run())->name, current());
    }

    void hyperparametersStandInATableAndFilter() {
        Panels f;
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QVERIFY(table);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QStringList columns;
        for (int i = 0; i < table->model()->columnCount(); ++i)
            columns << table->model()->headerData(i, Qt::Horizontal).toString();
        for (const char* name : {"run", "rate", "optimizer", "augment", "hparam/accuracy"})
            QVERIFY2(columns.contains(QLatin1String(name)), qPrintable(columns.join(", ")));
        const auto cell = [&](int row, const char* name) {
            return table->model()->index(row, static_cast<int>(columns.indexOf(QLatin1String(name)))).data().toString();
        };
        QCOMPARE(cell(0, "run"), QString("tf"));
        QCOMPARE(cell(0, "optimizer"), QString("sgd"));
        // By rate, falling.
        const int rate = static_cast<int>(columns.indexOf("rate"));
        table->sortByColumn(rate, Qt::DescendingOrder);
        QCOMPARE(cell(0, "run"), QString("tf"));
        QCOMPARE(cell(2, "run"), QString("torch-slow"));
        // A stretch dragged along the axis of the rate leaves two runs.
        auto* axes = f.shown<ParallelAxes>("parallelAxes");
        // The columns that differ, in the table's order: augment, optimizer, rate, result.
        const int column = 2;
        const QPoint from(qRound(axes->axisX(column)), qRound(axes->pixelOf(column, 0.15))),
            to(qRound(axes->axisX(column)), qRound(axes->pixelOf(column, 0.3)) - 4);
        QTest::mousePress(axes, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 5; ++i) QTest::mouseMove(axes, from + (to - from) * i / 5);
        QMouseEvent drag(QEvent::MouseMove, to, axes->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(axes, &drag);
        QTest::mouseRelease(axes, Qt::LeftButton, {}, to);
        QVERIFY(axes->brush(column));
        QCOMPARE(table->model()->rowCount(), 2);
        QVERIFY(!axes->passes(f.run("torch-slow")->id));
        QVERIFY(f.find<QLabel>("brushedRuns")->text().contains("2"));
        // By keys: its lower end goes up until one is left.
        axes->setFocus();
        for (int i = 0; i < 10; ++i) QTest::keyClick(axes, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(f.find<QToolButton>("clearBrushes"), Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 3);
        // The rate on a logarithmic axis, by the key and, in the matrix, linear again by the menu; both remember it.
        const auto head = [&] {
            for (const ParallelAxes::Label& label : axes->labels())
                if (label.head && label.column == column) return label.text;
            return QString();
        };
        const bool log = head().contains(QStringLiteral("(log)"));
        const double linear = axes->pixelOf(column, 0.15);
        QTest::keyClick(axes, Qt::Key_L);
        QCOMPARE(head().contains(QStringLiteral("(log)")), !log);
        QVERIFY(axes->pixelOf(column, 0.15) != linear);
        QCOMPARE(f.settings->value(QStringLiteral("tags/hyperparameters/log/rate")).toBool(), !log);
        const QPoint there(qRound(axes->axisX(column)), axes->height() / 2);
        QContextMenuEvent asked(QContextMenuEvent::Mouse, there, axes->mapToGlobal(there));
        QApplication::sendEvent(axes, &asked);
        auto* menu = f.find<QMenu>("logMenu");
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions().size(), 2);
        QCOMPARE(menu->actions().front()->isChecked(), !log);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().front()).center());
        QCOMPARE(head().contains(QStringLiteral("(log)")), log);
        // And back to what its values ask for.
        QTest::keyClick(axes, Qt::Key_L);
        QTRY_VERIFY(!f.find<QMenu>("logMenu"));
        QApplication::sendEvent(axes, &asked);
        menu = f.find<QMenu>("logMenu");
        QVERIFY(menu && menu->isVisible());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().back()).center());
        QCOMPARE(head().contains(QStringLiteral("(log)")), log);
        QVERIFY(!f.settings->contains(QStringLiteral("tags/hyperparameters/log/rate")));
        // In a small window axes keep their room, and the keys bring them into sight.
        f.window->resize(1024, 700);
        auto* scroll = f.find<QScrollArea>("parallelScroll");
        QTRY_VERIFY(scroll->horizontalScrollBar()->maximum() > 0);
        scroll->horizontalScrollBar()->setValue(0);
        axes->setFocus();
        QTest::keyClick(axes, Qt::Key_Right);
        const auto x = [&] { return axes->mapTo(scroll->viewport(), QPointF(axes->axisX(column + 1), 0)).x(); };
        QVERIFY2(0 < x() && x() < scroll->viewport()->width(), qPrintable(QString::number(x())));
        f.window->resize(1400, 900);
        // Rows, lines and dots are one selection.
        table->selectRow(2);
        QCOMPARE(f.bench().selection.run(), f.run("torch-slow")->id);
        QTest::mouseClick(f.find<SegmentedBar>("hyperparameterViews")->segment(1), Qt::LeftButton);
        auto* matrix = f.shown<ScatterMatrix>("scatterMatrix");
        QVERIFY(matrix);
        QVERIFY(matrix->columns() >= 4);
        f.window->resize(1024, 700);
        test::settle();
        const QSize room = matrix->easySize();
        QVERIFY(matrix->width() >= room.width() && matrix->height() >= room.height());
        f.window->resize(1400, 900);
        for (int line = 0; line < 3; ++line)
            if (const QPointF dot = matrix->dotAt(line, 0, 2); !std::isnan(dot.x())) {
                QTest::mouseClick(matrix, Qt::LeftButton, {}, dot.toPoint());
                break;
            }
        QVERIFY(f.bench().selection.run() != -1);
    }

    // Hundreds of tags: only the cards in sight exist, and scrolling makes the others.
    void hundredsOfTagsMakeAFewCards() {
        QTemporaryDir folder;
        {
            EventWriter writer(folder.filePath("big").toStdString());
            std::vector<float> values(64);
            for (int layer = 0; layer < 100; ++layer)
                for (const char* what : {"kernel", "bias", "output"})
                    for (int step = 0; step < 4; ++step) {
                        for (size_t i = 0; i < values.size(); ++i)
                            values[i] = static_cast<float>(std::sin(static_cast<double>(i) + layer + step));
                        writer.histogram("layer_" + std::to_string(layer) + "/" + what, step, step,
                                         histogramOf(values));
                    }
        }
        Panels f(folder.path());
        f.tab("histograms");
        auto* flow = f.shown<CardFlow>("histogramsFlow");
        QVERIFY(flow);
        QTRY_COMPARE(flow->keys().size(), 300);
        QVERIFY2(flow->cards().size() < 40, qPrintable(QString::number(flow->cards().size())));
        const QString last = flow->keys().back();
        QVERIFY(!flow->card(last));
        flow->reveal(last);
        QTRY_VERIFY(flow->card(last));
        QVERIFY(flow->cards().size() < 40);
        auto* plot = flow->card(last)->findChild<HistogramPlot*>();
        QTRY_COMPARE(plot->slices().size(), size_t{4});
        // Groups fold by mouse.
        auto* caption = f.find<QToolButton>("group.layer_0");
        flow->reveal(flow->keys().front());
        QTest::mouseClick(caption, Qt::LeftButton);
        QVERIFY(flow->folded("layer_0"));
        // A pin is taken back by the key, with the keyboard where it was set.
        const QString first = flow->keys().front();
        auto* pin = f.find<QToolButton>(qPrintable(QStringLiteral("pin.") + first.section(QLatin1Char('\n'), 1)));
        QVERIFY(pin);
        QTest::mouseClick(pin, Qt::LeftButton);
        QTRY_VERIFY(f.find<QToolButton>("group.Pinned") && f.find<QToolButton>("group.Pinned")->isVisible());
        QTest::keyClick(f.window->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!f.find<QToolButton>("group.Pinned")->isVisible());
        QCOMPARE(f.find<QAction>("redoAction")->text(),
                 QStringLiteral("&Redo: pin of “%1”").arg(first.section(QLatin1Char('\n'), 1)));
    }

    // Thousands of steps are thinned to what can be seen, and the card says so.
    void thousandsOfStepsAreThinned() {
        QTemporaryDir folder;
        EventWriter writer(folder.filePath("long").toStdString());
        std::vector<float> values(64);
        for (int step = 0; step < 3000; ++step) {
            for (size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(i) * 0.01f + static_cast<float>(step);
            writer.histogram("w", step, step, histogramOf(values));
        }
        writer.flush();
        Panels f(folder.path());
        f.tab("histograms");
        auto* plot = f.shown<HistogramPlot>("histogram.w");
        QTRY_VERIFY(!plot->slices().empty() && plot->slices().back().step == 2999);
        QCOMPARE(plot->slices().front().step, 0.0);
        QVERIFY(plot->slices().size() < 40);
        const auto labels = f.shown<Card>("tag.w")->findChildren<QLabel*>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [](QLabel* label) { return label->text().contains("3,000"); }));
        // It grows while it is written, and the newest stands in front.
        writer.histogram("w", 3000, 1, histogramOf(values));
        writer.flush();
        QTRY_COMPARE(plot->slices().back().step, 3000.0);
    }

    // A trained layer over the test images: points are turned, picked, searched and told with their neighbours.
    void aLayerIsProjectedAndPicked() {
        Panels f{QString()};
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 1;
        f.bench().training.setSpec(spec);
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QTRY_VERIFY(f.run().hasCheckpoint);
        f.tab("projector");
        auto* count = f.find<QSpinBox>("projectorCount");
        count->setValue(200);
        auto* layer = f.find<QComboBox>("projectorLayer");
        QVERIFY(layer->count() > 3);
        QVERIFY(!layer->currentText().isEmpty());
        QTest::mouseClick(f.shown<QPushButton>("projectorEmptyAction"), Qt::LeftButton);
        auto* cloud = f.shown<PointCloud>("pointCloud");
        QVERIFY(cloud);
        QTRY_COMPARE(cloud->points().size(), 200);
        auto* facts = f.find<QLabel>("projectorFacts");
        QTRY_VERIFY(facts->text().contains("200"));
        const QString first = f.run().name;
        QVERIFY2(facts->text().startsWith(first + QLatin1Char(':')), qPrintable(facts->text()));
        // A click picks the point under it: the window's image, and its nearest beside it.
        QTest::mouseClick(cloud, Qt::LeftButton, {}, cloud->toPixel(17).toPoint());
        const int picked = cloud->picked();
        QVERIFY(picked >= 0);
        QCOMPARE(f.bench().selection.split(), f.find<QComboBox>("projectorSplit")->currentData().toString());
        const auto source = f.bench().data.split(f.bench().selection.split());
        QCOMPARE(f.bench().selection.image(), picked * source->size() / 200);
        auto* neighbours = f.find<QListWidget>("projectorNeighbours");
        QTRY_VERIFY(neighbours->count() > 10);
        QTRY_VERIFY(!f.find<ImageView>("projectorImage")->image().isNull());
        // A trained layer finds images of one class alike.
        const int label = source->label(f.bench().selection.image());
        int same = 0;
        for (int i = 0; i < 5; ++i) {
            const int point = neighbours->item(i)->data(Qt::UserRole).toInt();
            same += source->label(point * source->size() / 200) == label;
        }
        QVERIFY2(same >= 3, qPrintable(QString::number(same)));
        // Dragging and the arrows turn; the wheel comes nearer; Home goes back.
        const QPointF before = cloud->toPixel(17);
        cloud->setFocus();
        QTest::keyClick(cloud, Qt::Key_Right);
        QVERIFY(cloud->toPixel(17) != before);
        QTest::keyClick(cloud, Qt::Key_Home);
        QCOMPARE(cloud->toPixel(17), before);
        const QPoint middle = cloud->rect().center();
        QTest::mousePress(cloud, Qt::LeftButton, {}, middle);
        QMouseEvent drag(QEvent::MouseMove, middle + QPoint(40, 10), cloud->mapToGlobal(middle + QPoint(40, 10)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(cloud, &drag);
        QTest::mouseRelease(cloud, Qt::LeftButton, {}, middle + QPoint(40, 10));
        QVERIFY(cloud->toPixel(17) != before);
        QCOMPARE(cloud->picked(), picked);  // turning picks nothing
        QTest::keyClick(cloud, Qt::Key_Home);
        // By keys from point to point of what a search found.
        const QString name = QString::fromStdString(source->classNames()[static_cast<size_t>(label)]);
        QTest::keyClick(f.window.get(), Qt::Key_F, Qt::ControlModifier);
        auto* search = f.find<QLineEdit>("projectorSearch");
        QTRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, name);
        cloud->setFocus();
        QTest::keyClick(cloud, Qt::Key_N);
        QVERIFY(cloud->picked() != picked);
        QCOMPARE(source->label(f.bench().selection.image()), label);
        search->clear();
        // t-SNE of the same rows: other places, the same points; what is under way can be cancelled.
        const QVector<QVector3D> pca = cloud->points();
        auto* methods = f.find<SegmentedBar>("projectorMethod");
        auto* button = f.find<QPushButton>("projectButton");
        const QString idle = button->text();
        QTest::mouseClick(methods->segment(1), Qt::LeftButton);
        QCOMPARE(button->text(), idle);  // a choice starts nothing: the next click does
        QTest::mouseClick(button, Qt::LeftButton);
        const QString cancel = button->text();
        QVERIFY(cancel != idle);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(button->text() != cancel);
        QCOMPARE(cloud->points(), pca);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(button->text() != cancel && facts->text().contains("30"));
        QCOMPARE(cloud->points().size(), 200);
        QVERIFY(cloud->points() != pca);
        f.find<QToolButton>("projectorPictures")->click();
        QVERIFY(!cloud->grab().isNull());
        // Another run is chosen: what is seen is still of the one before, and says so.
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QTRY_VERIFY(f.run().hasCheckpoint);
        QVERIFY(f.run().name != first);
        f.bench().selection.setRun(f.run().id);
        auto* stale = f.find<QLabel>("projectorStale");
        QTRY_VERIFY(stale->isVisible() && stale->text().contains(first));
        // The run's settings, in their table: whole numbers are whole, and the data is among them.
        f.tab("hyperparameters");
        auto* table = f.shown<QTableView>("hyperparameterTable");
        QVERIFY(table);
        const auto setting = [&](const char* wanted) {
            for (int i = 0; i < table->model()->columnCount(); ++i)
                if (table->model()->headerData(i, Qt::Horizontal).toString() == QLatin1String(wanted))
                    return table->model()->index(0, i).data().toString();
            return QString();
        };
        QTRY_COMPARE(setting("epochs"), QString::number(spec.epochs));
        QCOMPARE(setting("batch_size"), QString::number(spec.batch));
        QCOMPARE(setting("seed"), QString::number(spec.seed));
        QVERIFY(!setting("data_set").isEmpty());
        QCOMPARE(setting("epochs done"), QString::number(spec.epochs));
    }

    // A value's histograms, pictures and numbers on one page, with one step for all.
    void oneValueStandsOnOnePage() {
        Panels f;
        f.choose("torch-slow");
        f.tab("tensors");
        auto* values = f.shown<QListWidget>("tensorsValues");
        QVERIFY(values);
        QTRY_VERIFY(values->count() >= 3);
        QVERIFY(values->currentItem());
        QCOMPARE(values->currentItem()->text(), QStringLiteral("conv_1/kernel"));
        QVERIFY(f.shown<HistogramPlot>("histogram.conv_1/kernel"));
        QTest::keyClick(values, Qt::Key_Down);
        QCOMPARE(values->currentItem()->text(), QStringLiteral("conv_1/kernel/gradient"));
        QVERIFY(f.shown<HistogramPlot>("histogram.conv_1/kernel/gradient"));
        // No curves of its numbers were logged, so no card stands empty.
        for (auto* plot : f.find<QWidget>("tensorsPanel")->findChildren<LinePlot*>()) QVERIFY(!plot->isVisible());
    }
    void ofOurOwnRunItHasTheCurvesToo() {
        Panels f{QString()};
        f.bench().controller.watches().add({"dense_1/kernel", WatchKind::All, 2});
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 1;
        f.bench().training.setSpec(spec);
        f.tab("tensors");
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        auto* values = f.shown<QListWidget>("tensorsValues");
        QVERIFY(values);
        const auto find = [&] { return values->findItems(QStringLiteral("dense_1/kernel"), Qt::MatchExactly); };
        QTRY_VERIFY(!find().isEmpty());
        values->setCurrentItem(find().front());
        auto* ratio = f.shown<LinePlot>("plot.update_ratio");
        QVERIFY(ratio);
        QVERIFY(ratio->logY());
        const auto steps = static_cast<size_t>(f.bench().runs.find(f.bench().controller.currentRun())->lastStep.step);
        // Of the value that is shown; those of values before it are gone. The ratio is that
        // of the default watch, too, which looks at the first step.
        const auto points = [](const LinePlot& plot) {
            size_t most = 0;
            for (int series = 0; series < 20; ++series) most = std::max(most, plot.pointCount(series));
            return most;
        };
        QTRY_COMPARE(points(*ratio), steps / 2 + 1);
        QTRY_COMPARE(points(*f.shown<LinePlot>("plot.mean")), steps / 2);
        QVERIFY(f.shown<LinePlot>("plot.norm"));
        QVERIFY(f.shown<HistogramPlot>("histogram.dense_1/kernel"));
        // One slider for all of them.
        auto* slider = f.find<StepBar>("tensorsSteps")->findChild<QSlider*>();
        QTest::keyClick(slider, Qt::Key_Home);
        QTRY_VERIFY(!f.bench().step.follows());
        QTRY_COMPARE(f.shown<HistogramPlot>("histogram.dense_1/kernel")->slices().size(), size_t{1});
    }

    // Keras's epochs are curves of their own, training and validation in one chart.
    void curvesOfOthersStandInScalars() {
        Panels f(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events"));
        f.tab("scalars");
        QVERIFY(f.run("keras"));
        auto* plot = f.shown<LinePlot>("plot.epoch_loss");
        QVERIFY(plot);
        QTRY_COMPARE(plot->pointCount(0), size_t{3});
        QTRY_COMPARE(plot->pointCount(1), size_t{3});
        QVERIFY(f.shown<LinePlot>("plot.train/loss"));  // PyTorch's
    }

    // Nothing is written, moved or deleted where another program writes; its runs leave the list, and come again whole.
    void foldersOfOthersAreLeftAlone() {
        QTemporaryDir folder;
        const QString from = QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events");
        const auto content = [](const QString& root) {
            QStringList all;
            QDirIterator files(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                (void)file.open(QIODevice::ReadOnly);
                all << QDir(root).relativeFilePath(file.fileName()) + ' ' +
                           QCryptographicHash::hash(file.readAll(), QCryptographicHash::Md5).toHex();
            }
            all.sort();
            return all;
        };
        QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next(), to = folder.filePath(QDir(from).relativeFilePath(file));
            QDir().mkpath(QFileInfo(to).absolutePath());
            QVERIFY(QFile::copy(file, to));
        }
        const QStringList before = content(folder.path());
        QVERIFY(before.size() > 3);
        Panels f(folder.path());
        QTRY_VERIFY(f.run("keras"));
        const int run = f.run("keras")->id;
        const size_t all = f.bench().runs.runs().size();
        f.find<RunsPanel>("runsPanel")->setCurrentRun(run);
        f.window->actionTable().refresh();
        for (const char* name : {"renameRun", "noteRun", "tagRun", "restoreSettings", "continueRun"})
            QVERIFY2(!f.find<QAction>(name)->isEnabled(), name);
        QSignalSpy failed(&f.bench().library, &RunLibrary::failed);
        f.bench().library.rename(run, QStringLiteral("NEWNAME"));
        f.bench().library.annotate(run, QStringLiteral("mine"));
        f.bench().library.remove({run});
        QCOMPARE(failed.count(), 3);
        QVERIFY(QTest::qWaitFor([&] { return f.bench().jobs.running() == 0; }, kPatienceMs));
        QCOMPARE(content(folder.path()), before);
        QVERIFY(f.run("keras"));

        // A key says why it does nothing.
        auto* table = f.find<QTreeView>("runTable");
        table->setFocus();
        QTest::keyClick(table, Qt::Key_F2);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("Another program writes its folder")));

        // Delete takes that one from the list, and no other; with the folder opened again it is there again.
        QTest::keyClick(table, Qt::Key_Delete);
        QTest::mouseClick(f.shown<QPushButton>("closeRunsButton"), Qt::LeftButton);
        QTRY_COMPARE(f.bench().runs.runs().size(), all - 1);
        QVERIFY(!f.run("keras"));
        QVERIFY(!f.bench().events.runs().count(run));
        f.bench().reader.open(folder.path());
        QTRY_COMPARE(f.bench().runs.runs().size(), all);
        QTRY_VERIFY(f.run("keras") && !f.run("keras")->scalars.empty());

        // All of the folder at once, if one likes.
        f.find<RunsPanel>("runsPanel")->setCurrentRun(f.run("keras")->id);
        f.find<QAction>("deleteRun")->trigger();
        QTest::mouseClick(f.shown<QPushButton>("closeFoldersButton"), Qt::LeftButton);
        QTRY_VERIFY(f.bench().runs.runs().empty());
        QVERIFY(f.bench().reader.folders().isEmpty());
        QCOMPARE(content(folder.path()), before);
    }

    // From a session's row to its graph, coloured by what it measured, and to its timeline; a run without says why not.
    void fromARunToItsGraphAndTimeline() {
        Panels f(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events"));
        QTRY_VERIFY(f.run("run_metadata") && f.run("torch"));
        auto* runs = f.find<RunsPanel>("runsPanel");
        runs->setCurrentRun(f.run("torch")->id);
        f.window->actionTable().refresh();
        QVERIFY(!f.find<QAction>("showRunTimeline")->isEnabled());
        QVERIFY(f.find<QAction>("showRunTimeline")->text().contains(QStringLiteral("no times of ops")));
        runs->setCurrentRun(f.run("run_metadata")->id);
        f.window->actionTable().refresh();
        f.trigger("showRunGraph");
        QTRY_COMPARE(f.bench().graph.state(), OpGraphModel::State::Ready);
        QCOMPARE(f.bench().graph.kind(), GraphKind::Foreign);
        QCOMPARE(f.bench().graph.view()->stats.tags.size(), size_t{2});
        QVERIFY(f.find<QWidget>("graphPanel")->isVisible());
        f.trigger("showRunTimeline");
        QTRY_VERIFY(f.find<QWidget>("timeline")->isVisible());
        auto& source = f.find<ProfilePanel>("profilePanel")->source();
        QTRY_COMPARE(source.mode(), ProfileSource::Mode::Held);
        QTest::keyClicks(f.find<QLineEdit>("timelineSearch"), QStringLiteral("dense/product"));
        QTRY_COMPARE(f.find<QLabel>("timelineFound")->text(), QStringLiteral("6 found"));
    }

    // Ours and others' side by side are both listed; a stray run.json beside event files makes no run of ours of them.
    void aFolderOfBothListsBoth() {
        Panels f{QString()};
        const QString from = QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events/tf2"),
                      root = f.folder.filePath(QStringLiteral("mix"));
        QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
        QString events;
        while (files.hasNext()) {
            const QString file = files.next(), to = root + "/theirs/" + QDir(from).relativeFilePath(file);
            QDir().mkpath(events = QFileInfo(to).absolutePath());
            QVERIFY(QFile::copy(file, to));
        }
        QVERIFY(!events.isEmpty());
        QDir().mkpath(root + "/ours");
        RunInfo info;
        info.id = freshRunId();
        info.name = "ours";
        writeRunInfo(info, (root + "/ours").toStdString());
        writeRunInfo(info, events.toStdString());
        QVERIFY(isRunFolder((root + "/ours").toStdString()) && !isRunFolder(events.toStdString()));
        f.drop(root);
        QTRY_VERIFY(f.run("ours") && f.bench().runs.runs().size() > 1);
        const auto& runs = f.bench().runs.runs();
        QVERIFY(
            std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.foreign && !run.scalars.empty(); }));
    }

    // A log folder dropped on the window opens as runs.
    void aDroppedLogFolderOpens() {
        Panels f{QString()};
        f.drop(logs());
        QTRY_VERIFY(f.run("torch-slow") && f.run("torch-fast") && f.run("tf"));
        QVERIFY(!f.run("tf")->scalars.empty());
    }
};

QTEST_MAIN(TestTensorPanels)

}  // namespace test_tensor_panels

#include "test_tensor_panels.moc"
