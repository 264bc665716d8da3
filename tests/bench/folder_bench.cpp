// See the header. A file has at most some 65,000 names on ext4, so a picture is written anew for every 50,000 links.
#include "tests/bench/folder_bench.h"

#include <QDir>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <stdexcept>
#include <unistd.h>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "tests/bench/stopwatch.h"
#include "ui/models/workbench.h"
#include "widgets/image/image_grid.h"

namespace tl::bench {

QString makeClassFolder(const QString& folder, int files) {
    constexpr int kLinks = 50000;
    const QString root = folder + QStringLiteral("/photos"), many = root + QStringLiteral("/many");
    if (!QDir().mkpath(many) || !QDir().mkpath(root + QStringLiteral("/few")))
        throw std::runtime_error("The folder of pictures could not be made.");
    QString original;
    for (int i = 0; i < files; ++i) {
        const QString path = many + QStringLiteral("/%1.png").arg(i);
        if (i % kLinks == 0) {
            QImage picture(24, 24, QImage::Format_RGB32);
            picture.fill(QColor::fromHsv(i / kLinks * 37 % 360, 180, 200));
            if (!picture.save(original = path)) throw std::runtime_error("A picture could not be written.");
            picture.save(root + QStringLiteral("/few/%1.png").arg(i));
        } else if (::link(original.toUtf8().constData(), path.toUtf8().constData()) != 0) {
            throw std::runtime_error("A hard link could not be made.");
        }
    }
    return root;
}

void benchFolder(MainWindow& window, const QString& path, int files) {
    constexpr double kUsableMs = 2000, kStallMs = 150;
    constexpr int kSteps = 30;
    printHeader("a class folder of " + std::to_string(files) + " files");
    DataSetModel& data = window.workbench().data;
    window.showWorkspace(MainWindow::DataSpace);
    auto* grid = window.findChild<ImageGrid*>();
    if (!grid) throw std::runtime_error("The bench found no grid.");
    const auto usable = [&] { return grid->isVisible() && grid->count() > 0 && grid->missing() == 0; };
    for (const char* name : {"cancelOpening", "cancelCounting"}) {
        Measure measure(name[6] == 'O' ? "cancel while listing" : "cancel while counting", 0, kStallMs);
        window.document().openData(path);
        auto* cancel = window.findChild<QPushButton*>(QLatin1String(name));
        waitUntil([&] { return cancel->isVisible() || data.state() == DataSetModel::State::Ready; });
        measure.frame(
            &window,
            [&] { cancel->isVisible() ? QTest::mouseClick(cancel, Qt::LeftButton) : window.document().openData({}); },
            [&] {
                return data.state() != DataSetModel::State::Opening && !data.spec().contains(path) &&
                       window.workbench().jobs.running() == 0;
            });
    }
    QElapsedTimer clock;
    clock.start();
    {
        Measure measure("first pictures", kUsableMs, kStallMs);
        measure.frame(
            grid->viewport(), [&] { window.document().openData(path); }, usable);
    }
    {
        Measure measure("scroll while counting", 0, kStallMs);
        grid->setFocus();
        for (int i = 0; i < kSteps; ++i) {
            QScrollBar* bar = grid->verticalScrollBar();
            measure.frame(grid->viewport(), [&] { bar->setValue((bar->value() + bar->pageStep()) % bar->maximum()); });
        }
        measure.note(data.state() == DataSetModel::State::Ready ? "it was counted already" : "still counting");
    }
    {
        Measure measure("counted", 0, kStallMs);
        measure.frame(
            grid->viewport(), [] {}, [&] { return data.state() == DataSetModel::State::Ready && usable(); });
        measure.note(std::to_string(grid->count()) + " pictures after " + std::to_string(clock.elapsed()) + " ms");
    }
    if (grid->count() < files) throw std::runtime_error("The grid does not show all pictures.");
    {
        Measure measure("filter by name", 0, kStallMs);
        auto* search = window.findChild<QLineEdit*>(QStringLiteral("imageSearch"));
        if (!search) throw std::runtime_error("The bench found no search.");
        measure.frame(
            grid->viewport(), [&] { QTest::keyClicks(search, QStringLiteral("9999")); },
            [&] { return grid->count() < files; });
    }
    {
        Measure measure("clear the filter", 0, kStallMs);
        measure.frame(
            grid->viewport(), [&] { window.findChild<QLineEdit*>(QStringLiteral("imageSearch"))->clear(); },
            [&] { return grid->count() >= files; });
    }
    // Nearly all are the same few pictures.
    constexpr int kMeasureMs = 600'000;
    {
        Measure measure("measured", 0, kStallMs);
        waitUntil([&] { return !data.measuring(); }, kMeasureMs);
    }
    if (!data.measuring()) {
        Measure measure("list of duplicates", 0, kStallMs);
        const int all = grid->count();
        measure.frame(
            grid->viewport(), [&] { emit window.workbench().selection.subsetRequested(DataSubset::Repeated); },
            [&] { return window.workbench().jobs.running() == 0; });
        measure.note(std::to_string(grid->count()) + " of " + std::to_string(all));
    }
    {
        Measure measure("close", 0, kStallMs);
        measure.frame(
            &window, [&] { window.document().openData({}); }, [&] { return window.workbench().jobs.running() == 0; });
    }
}

}  // namespace tl::bench
