// The panel's charts and points as files. Other threads paint and write them: a picture takes a tenth of a second, one
// of hundreds of curves and millions of points seconds.
#include <QPointer>
#include <utility>

#include "ui/scalars/chart_grid.h"
#include "ui/scalars/export_progress.h"
#include "ui/scalars/points_writer.h"
#include "ui/scalars/scalars_panel.h"
#include "widgets/controls/ask_to_save.h"

namespace tl {

bool ScalarsPanel::mayWrite(const QString& path) {
    if (!writing_->running()) return true;
    emit exportFinished(path, tr("A file is being written already. Wait for it, or cancel it."));
    return false;
}

void ScalarsPanel::savePicture(const QString& path, PlotPicture::Kind kind) {
    if (!mayWrite(path)) return;
    makeAwaited(true);
    const auto stop = std::make_shared<std::atomic<bool>>(false);
    writing_->begin(path, [stop] { *stop = true; });
    grid_->take(kind, stop, [this, path, stop](PlotPicture picture) {
        picture.title = tr("Scalars");
        writePicture(
            *this, path, std::move(picture), stop, [this, path](double share) { writing_->set(path, share); },
            [this, path](const std::optional<QString>& error) {
                writing_->end(path);
                if (error) emit exportFinished(path, *error);
            });
    });
}

void ScalarsPanel::savePng(const QString& path) { savePicture(path, PlotPicture::Kind::Pixels); }
void ScalarsPanel::saveSvg(const QString& path) { savePicture(path, PlotPicture::Kind::Lines); }

void ScalarsPanel::saveCsv(const QString& path) {
    if (!mayWrite(path)) return;
    auto* writer = new PointsWriter(runs_, path, &runs_);
    connect(writer, &PointsWriter::finished, writer, &QObject::deleteLater);
    follow(*writer);
}

// Also one that a panel before this one began, in another language or with other letters.
void ScalarsPanel::follow(PointsWriter& writer) {
    const QString path = writer.path();
    writing_->begin(path, [writer = QPointer(&writer)] {
        if (writer) writer->cancel();
    });
    connect(&writer, &PointsWriter::progressed, writing_, [this, path](double share) { writing_->set(path, share); });
    connect(&writer, &PointsWriter::finished, this, [this, path](const QString& written, const QString& error) {
        writing_->end(path);
        if (!written.isEmpty()) emit exportFinished(written, error);
    });
}

void ScalarsPanel::ask(const QString& title, const QString& name, const QString& kind,
                       void (ScalarsPanel::*save)(const QString&)) {
    askToSave(*this, title, name, {kind}, [this, save](const QString& path) { (this->*save)(path); });
}

void ScalarsPanel::exportPng() {
    ask(tr("Save the charts"), QStringLiteral("scalars.png"), tr("PNG picture (*.png)"), &ScalarsPanel::savePng);
}
void ScalarsPanel::exportSvg() {
    ask(tr("Save the charts"), QStringLiteral("scalars.svg"), tr("SVG picture (*.svg)"), &ScalarsPanel::saveSvg);
}
void ScalarsPanel::exportCsv() {
    ask(tr("Save all points"), QStringLiteral("scalars.csv"), tr("Comma-separated values (*.csv)"),
        &ScalarsPanel::saveCsv);
}

}  // namespace tl
