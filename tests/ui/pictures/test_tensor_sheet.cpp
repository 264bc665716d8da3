// The look into a file of tensors, over a window: its rows, what each one's numbers are like, the chosen one's
// histogram and pictures, the filter; and a file that becomes shorter while the sheet is open.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPointer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "engine/io/safetensors.h"
#include "ui/jobs/job_tracker.h"
#include "ui/pictures/tensor_sheet.h"
#include "widgets/image/picture_strip.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/theme/theme.h"

namespace test_tensor_sheet {

using namespace tl;

namespace {

enum Column { Name, Shape_, Type, Mean, Deviation, Least, Greatest, Zeros, NonFinite };

struct Fixture {
    // cut: nothing is left of the file when its numbers are asked for.
    explicit Fixture(const TensorFile& file, bool cut = false) {
        window.resize(1200, 800);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
        const std::string bytes = toSafetensors(file);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) out.write(bytes.data(), static_cast<qint64>(bytes.size()));
        out.close();
        const auto listing = TensorListing::open(path.toStdString());
        if (cut) QFile::resize(path, 0);
        sheet = new TensorSheet(window, jobs, path, listing);
        sheet->open();
    }
    template <typename T>
    T* find(const char* name) {
        return sheet->findChild<T*>(QLatin1String(name));
    }
    QTreeWidget* rows() { return find<QTreeWidget>("tensorRows"); }
    QTreeWidgetItem* row(const char* name) { return rows()->findItems(QLatin1String(name), Qt::MatchExactly).value(0); }
    void click(const char* name) {
        QTest::mouseClick(rows()->viewport(), Qt::LeftButton, {}, rows()->visualItemRect(row(name)).center());
    }
    qsizetype pictures() { return find<PictureStrip>("tensorPictures")->pictures().size(); }

    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("weights.safetensors"));
    JobTracker jobs;  // outlives the sheet
    QMainWindow window;
    QPointer<TensorSheet> sheet;
};

TensorFile aFile() {
    TensorFile file;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    file.tensors["conv/kernel"] = Tensor(Shape({6, 1, 5, 5}), DType::Float32);
    const auto kernel = file.tensors["conv/kernel"].as<float>();
    for (int i = 0; i < 150; ++i) kernel[static_cast<size_t>(i)] = static_cast<float>(i);
    file.tensors["conv/bias"] = Tensor::fromFloats({4}, std::vector<float>{0, -2, nan, 5});
    file.tensors["steps"] = Tensor::scalar(7);
    return file;
}

}  // namespace

class TestTensorSheet : public QObject {
    Q_OBJECT
private slots:
    void rowsNumbersAndPictures() {
        Fixture f(aFile());
        QCOMPARE(f.rows()->topLevelItemCount(), 3);
        QVERIFY(f.find<QLabel>("tensorFile")->text().contains("155 elements"));
        QCOMPARE(f.row("conv/kernel")->text(Shape_), QString("6 × 1 × 5 × 5"));
        QCOMPARE(f.row("conv/kernel")->text(Type), QString("F32"));
        for (const char* name : {"conv/kernel", "conv/bias", "steps"})
            QTRY_VERIFY(!f.row(name)->text(NonFinite).isEmpty());
        QCOMPARE(f.row("conv/kernel")->text(Mean).toDouble(), 74.5);
        QCOMPARE(f.row("conv/kernel")->text(Least).toDouble(), 0.0);
        QCOMPARE(f.row("conv/kernel")->text(Greatest).toDouble(), 149.0);
        QCOMPARE(f.row("conv/bias")->text(Mean).toDouble(), 1.0);  // of those that are finite
        QCOMPARE(f.row("conv/bias")->text(Zeros), QString("25 %"));
        QCOMPARE(f.row("conv/bias")->text(NonFinite), QString("25 %"));
        f.click("conv/kernel");
        QTRY_COMPARE(f.pictures(), 6);
        const auto& slices = f.find<HistogramPlot>("tensorHistogram")->slices();
        QCOMPARE(slices.size(), size_t{1});
        QCOMPARE(std::accumulate(slices[0].counts.begin(), slices[0].counts.end(), 0.0), 150.0);
        f.click("conv/bias");
        QTRY_COMPARE(f.pictures(), 0);
        QTRY_COMPARE(f.find<HistogramPlot>("tensorHistogram")->slices().size(), size_t{1});
        QTest::keyClick(f.rows(), Qt::Key_Home);
        QCOMPARE(f.rows()->currentItem(), f.rows()->topLevelItem(0));
        f.sheet->search().setFocus();
        QTest::keyClicks(&f.sheet->search(), "kern");
        QVERIFY(!f.row("conv/kernel")->isHidden());
        QVERIFY(f.row("conv/bias")->isHidden() && f.row("steps")->isHidden());
        f.sheet->close();
        QTRY_VERIFY(!f.sheet);
    }

    // What is told in a colour is in that of the theme in force.
    void coloursFollowTheTheme() {
        const auto back = qScopeGuard([dark = Theme::instance().dark()] { Theme::instance().setDark(dark); });
        Theme::instance().setDark(true);
        Fixture f(aFile());
        QTRY_VERIFY(!f.row("conv/bias")->text(NonFinite).isEmpty());
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            QCOMPARE(f.row("conv/bias")->foreground(NonFinite).color(), Theme::instance().color(Token::Bad));
        }
        QCOMPARE(f.row("conv/kernel")->foreground(NonFinite).style(), Qt::NoBrush);
    }

    // It is written anew in place, shorter: the row and the looks say so, and the window stands.
    void shorterWhileItIsOpen() {
        Fixture f(aFile());
        QTRY_VERIFY(!f.row("steps")->text(NonFinite).isEmpty());
        QTRY_COMPARE(f.jobs.running(), 0);
        QVERIFY(QFile::resize(f.path, 0));
        f.click(f.rows()->currentItem() == f.row("conv/kernel") ? "conv/bias" : "conv/kernel");
        auto* histogram = f.find<HistogramPlot>("tensorHistogram");
        QTRY_VERIFY2(histogram->message().contains("weights.safetensors"), qPrintable(histogram->message()));
        QVERIFY(histogram->slices().empty());
        Fixture gone(aFile(), true);
        for (const char* name : {"conv/kernel", "conv/bias", "steps"}) {
            QTRY_COMPARE(gone.row(name)->text(Mean), QString("unreadable"));
            QVERIFY(gone.row(name)->toolTip(Mean).contains("weights.safetensors"));
        }
    }
};

QTEST_MAIN(TestTensorSheet)

}  // namespace test_tensor_sheet

#include "test_tensor_sheet.moc"
