// The panel's charts and points as files. Other threads write them: a picture takes a tenth of a second, millions of
// points take seconds.
#include <QPointer>
#include <QSvgGenerator>

#include "ui/scalars/chart_grid.h"
#include "ui/scalars/export_progress.h"
#include "ui/scalars/points_writer.h"
#include "ui/scalars/scalars_panel.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/picture_file.h"

namespace tl {

void ScalarsPanel::savePng(const QString& path) {
    writePng(*this, path, grid_->picture(2).toImage(),
             [this, path](const QString& error) { emit exportFinished(path, error); });
}

void ScalarsPanel::saveSvg(const QString& path) {
    writeSvg(
        *this, path,
        [this](QSvgGenerator& svg) {
            svg.setTitle(tr("Scalars"));
            grid_->draw(svg);
        },
        [this, path](const QString& error) { emit exportFinished(path, error); });
}

void ScalarsPanel::saveCsv(const QString& path) {
    if (writing_->running())
        return emit exportFinished(path, tr("A file is being written already. Wait for it, or cancel it."));
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
