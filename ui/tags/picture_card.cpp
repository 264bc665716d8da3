// See the header.
#include "ui/tags/picture_card.h"

#include <QSaveFile>

#include "engine/core/error.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/image/picture_strip.h"
#include "widgets/theme/theme.h"

namespace tl {

PictureCard::PictureCard(Workbench& bench, int run, const QString& tag) : ItemCard(bench, run, tag) {
    strip_ = new PictureStrip(this);
    strip_->setObjectName(QStringLiteral("pictures.") + tag);
    strip_->setAccessibleName(tag);
    strip_->setMessage(tr("Reading…"));
    setBody(strip_);
    connect(strip_, &PictureStrip::saveRequested, this, &PictureCard::save);
}

void PictureCard::refresh() {
    loadItem(
        QStringLiteral("pictures"),
        [](const EventRun& run, const EventItem& where) {
            QVector<QImage> pictures;
            for (const EventImage& each : run.images(where))
                if (QImage picture = QImage::fromData(reinterpret_cast<const uchar*>(each.png.data()),
                                                      static_cast<int>(each.png.size()));
                    !picture.isNull())
                    pictures << picture;
            return pictures;
        },
        [this](const QVector<QImage>& pictures, int64_t step) {
            strip_->setMessage(
                tr("The pictures of step %1 are damaged, or of a kind that is not known here.").arg(grouped(step)));
            strip_->setPictures(pictures);
            QStringList notes;
            if (!pictures.isEmpty())
                notes << QStringLiteral("%1×%2").arg(pictures.front().width()).arg(pictures.front().height());
            if (pictures.size() > 1) notes << tr("%n picture(s)", nullptr, static_cast<int>(pictures.size()));
            notes << tr("step %1").arg(grouped(step));
            setNote(notes.join(QStringLiteral(" · ")));
        },
        [this](const QString& why) {
            strip_->setMessage(why);
            strip_->setPictures({});
        });
}

void PictureCard::save(const QImage& picture) {
    const auto write = [this, picture](const QString& path) {
        bench().jobs.run(
            this, JobTracker::kKeep + QStringLiteral("picture"),
            [picture, path, problem = tr("The picture could not be written to %1. Choose another folder.").arg(path)](
                std::stop_token) {
                QSaveFile file(path);
                if (!file.open(QIODevice::WriteOnly) || !picture.save(&file, "PNG") || !file.commit())
                    throw Error(Message(problem.toStdString()));
                return path;
            },
            [this](const QString& path) { emit saved(path, {}); },
            [this](const Message& sentence) { emit saved({}, q(sentence)); });
    };
    askToSave(*this, tr("Save the picture"), tag() + QStringLiteral(".png"), {tr("PNG picture (*.png)")}, write);
}

}  // namespace tl
