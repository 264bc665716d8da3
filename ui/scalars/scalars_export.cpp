// The panel's charts and points as files. Points go to a pool thread: millions of lines take seconds to write.
#include <QCoreApplication>
#include <QPointer>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>

#include "ui/scalars/chart_grid.h"
#include "ui/scalars/scalars_panel.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/plot/csv_field.h"

namespace tl {

namespace {

bool writePoints(const std::vector<Run>& runs, QIODevice& out) {
    bool good = true;
    QByteArray text("run,tag,step,epoch,wall_time,value\n");
    for (const auto& run : runs)
        for (const auto& [tag, points] : run.scalars) {
            const QByteArray head = csvField(run.name) + ',' + csvField(tag) + ',';
            for (const auto& point : points) {
                text += head + QByteArray::number(point.step, 'g', 17) + ',' + QByteArray::number(point.epoch, 'g', 9) +
                        ',' + QByteArray::number(point.wallTime, 'f', 3) + ',' +
                        QByteArray::number(point.value, 'g', 9) + '\n';
                if (text.size() < (1 << 20)) continue;
                good = good && out.write(text) == text.size();
                text.clear();
            }
        }
    return good && out.write(text) == text.size();
}

}  // namespace

void ScalarsPanel::savePng(const QString& path) {
    QSaveFile file(path);
    const bool good = file.open(QIODevice::WriteOnly) && grid_->picture(2).save(&file, "PNG") && file.commit();
    emit exportFinished(
        path,
        good ? QString()
             : tr("The picture could not be written to %1: %2. Choose another folder.").arg(path, file.errorString()));
}

void ScalarsPanel::saveSvg(const QString& path) {
    QSaveFile file(path);
    bool good = file.open(QIODevice::WriteOnly);
    if (good) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setTitle(tr("Scalars"));
        grid_->draw(svg);
        good = file.commit();
    }
    emit exportFinished(
        path,
        good ? QString()
             : tr("The picture could not be written to %1: %2. Choose another folder.").arg(path, file.errorString()));
}

void ScalarsPanel::saveCsv(const QString& path) {
    std::vector<Run> shown;
    for (const auto& run : runs_.runs())
        if (run.shown()) shown.push_back(run);
    QThreadPool::globalInstance()->start([runs = std::move(shown), path, self = QPointer<ScalarsPanel>(this)] {
        QSaveFile file(path);
        const bool good = file.open(QIODevice::WriteOnly) && writePoints(runs, file) && file.commit();
        const QString error =
            good
                ? QString()
                : tr("The points could not be written to %1: %2. Choose another folder.").arg(path, file.errorString());
        if (auto* app = QCoreApplication::instance())
            QMetaObject::invokeMethod(app, [self, path, error] {
                if (self) emit self->exportFinished(path, error);
            });
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
