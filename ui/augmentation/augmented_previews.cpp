// See the header. The job's result is a value; the newest one wins.
#include "ui/augmentation/augmented_previews.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/core/error.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

class AugmentedPreviews::Pictures : public QWidget {
public:
    Pictures(int columns, QWidget* parent) : QWidget(parent), columns_(columns) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    // The first is the image as it is, framed; the others as training sees it.
    void setImages(const QVector<QImage>& images) {
        images_ = images;
        setAccessibleName(
            AugmentedPreviews::tr("The image and %1 augmented ones").arg(std::max<qsizetype>(images.size() - 1, 0)));
        fit();
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
        const auto& theme = Theme::instance();
        const double side = this->side();
        for (int i = 0; i < images_.size(); ++i) {
            const int column = i % columns_, row = i / columns_;
            const QRectF cell(column * (side + kGap), row * (side + kGap), side, side);
            QSizeF size = images_[i].size();
            size.scale(cell.size(), Qt::KeepAspectRatio);
            const QRectF target(cell.center() - QPointF(size.width(), size.height()) / 2, size);
            QPainterPath clip;
            clip.addRoundedRect(target, 3, 3);
            // A few pixels are shown as such.
            painter.setRenderHint(QPainter::SmoothPixmapTransform, images_[i].width() >= 48);
            painter.setClipPath(clip);
            painter.drawImage(target, images_[i]);
            painter.setClipping(false);
            if (i > 0) continue;
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(target.adjusted(1, 1, -1, -1), 3, 3);
        }
    }
    void resizeEvent(QResizeEvent*) override { fit(); }
    void fit() {
        const auto rows = (images_.size() + columns_ - 1) / columns_;
        setFixedHeight(std::max(1, static_cast<int>(static_cast<double>(rows) * (side() + kGap))));
    }
    double side() const { return std::max(8.0, (width() - kGap * (columns_ - 1)) / double(columns_)); }

    static constexpr int kGap = 6;
    int columns_;
    QVector<QImage> images_;
};

struct AugmentedPreviews::Drawn {
    QVector<QImage> images;
    QString problem;
};

AugmentedPreviews::AugmentedPreviews(DataSetModel& data, Selection& selection, JobTracker& jobs, const QString& job,
                                     const QString& title, int columns, QWidget* parent)
    : QWidget(parent), data_(data), selection_(selection), jobs_(jobs), job_(job) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    if (!title.isEmpty()) head->addWidget(new SectionLabel(title));
    seeds_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    seeds_->setToolTip(tr("The image as it is, framed, and as training sees it in these epochs"));
    head->addWidget(seeds_, 1);
    again_ = new QToolButton;
    again_->setObjectName(QStringLiteral("rerollAugmentation"));
    again_->setIcon(Theme::instance().icon(QStringLiteral("arrow-clockwise")));
    again_->setToolTip(tr("Show the next epochs' draws"));
    again_->setAccessibleName(tr("Draw the augmentation again"));
    again_->setFixedSize(Theme::instance().square(24));
    connect(again_, &QToolButton::clicked, this, [this] {
        epoch_ += kDraws;
        load();
    });
    head->addWidget(again_);
    column->addLayout(head);
    note_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    note_->setObjectName(QStringLiteral("augmentedNote"));
    note_->setWordWrap(true);
    column->addWidget(note_);
    pictures_ = new Pictures(columns, this);
    pictures_->setObjectName(QStringLiteral("augmentedPreviews"));
    column->addWidget(pictures_);
    present({});
    connect(&selection_, &Selection::imageChanged, this, &AugmentedPreviews::load);
    connect(&data_, &DataSetModel::stateChanged, this, &AugmentedPreviews::load);
}

void AugmentedPreviews::setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed) {
    if (steps == steps_ && seed == seed_) return;
    steps_ = steps;
    seed_ = seed;
    epoch_ = 0;
    load();
}

void AugmentedPreviews::showEvent(QShowEvent*) {
    if (stale_) load();
}

void AugmentedPreviews::load() {
    stale_ = !isVisible();
    if (stale_) return;
    auto source = data_.split(selection_.split());
    qint64 index = selection_.image();
    if (!source || index < 0 || index >= source->size()) {
        source = data_.split(QStringLiteral("train"));
        index = 0;
    }
    if (steps_.empty() || !source || source->size() == 0 || source->dataType() != DType::UInt8) {
        jobs_.cancel(job_);
        return present({});
    }
    jobs_.run(
        this, job_,
        [source, index, steps = steps_, seed = seed_, epoch = epoch_](std::stop_token stop) {
            Drawn drawn;
            try {
                const Shape shape = source->sampleShape();
                Image image;
                for (int i = -1; i < kDraws && !stop.stop_requested(); ++i) {
                    const bool plain = i < 0;
                    readAugmented(*source, index, shape, plain ? std::vector<AugmentSpec>{} : steps, seed,
                                  plain ? 0 : epoch + i, image);
                    drawn.images.append(toQImage(image));
                }
            } catch (const std::exception& error) {
                drawn.problem = q(messageOf(error));
            }
            return drawn;
        },
        [this](const Drawn& drawn) { present(drawn); });
}

void AugmentedPreviews::present(const Drawn& drawn) {
    const bool any = !drawn.images.isEmpty();
    seeds_->setText(any ? tr("seed %1 · epochs %2 to %3").arg(seed_).arg(epoch_ + 1).arg(epoch_ + kDraws) : QString());
    again_->setVisible(any);
    pictures_->setImages(drawn.images);
    pictures_->setVisible(any);
    note_->setText(!drawn.problem.isEmpty() ? drawn.problem
                   : steps_.empty()         ? tr("None: every epoch sees the same image.")
                                            : QString());
    note_->setVisible(!note_->text().isEmpty());
    emit shown();
}

}  // namespace tl
