// See the header.
#include "ui/training/rate_section.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/jobs/rate_finder.h"
#include "ui/models/text.h"
#include "ui/training/rate_curve.h"
#include "widgets/controls/controls.h"

namespace tl {

namespace {

// Two digits say as much as the search knows.
double twoDigits(double rate) { return QString::number(rate, 'g', 2).toDouble(); }

}  // namespace

RateSection::RateSection(RateFinder& finder, QWidget* parent) : QWidget(parent), finder_(finder) {
    setObjectName(QStringLiteral("rateSection"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 2, 12, 4);
    column->setSpacing(6);
    find_ = new QPushButton;
    find_->setObjectName(QStringLiteral("findRate"));
    find_->setToolTip(
        tr("Trains a copy for %n step(s), with a rate that grows, and shows where the loss falls fastest.", nullptr,
           static_cast<int>(RateSearch{}.steps)));
    words_ = new ToneLabel({}, Token::Muted);
    words_->setObjectName(QStringLiteral("rateWords"));
    words_->setWordWrap(true);
    close_ = new QToolButton;
    close_->setObjectName(QStringLiteral("closeRates"));
    close_->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    close_->setIconSize(Theme::instance().square(11));
    close_->setFixedSize(Theme::instance().square(24));
    close_->setToolTip(tr("Put the search away"));
    close_->setAccessibleName(close_->toolTip());
    auto* first = new QHBoxLayout;
    first->addWidget(find_);
    first->addWidget(words_, 1);
    first->addWidget(close_);
    column->addLayout(first);
    curve_ = new RateCurve;
    column->addWidget(curve_);
    use_ = new QPushButton;
    use_->setObjectName(QStringLiteral("useRate"));
    use_->setProperty("primary", true);
    auto* last = new QHBoxLayout;
    last->addStretch(1);
    last->addWidget(use_);
    column->addLayout(last);

    connect(find_, &QPushButton::clicked, this, [this] { finder_.running() ? finder_.cancel() : finder_.start(); });
    connect(close_, &QToolButton::clicked, &finder_, &RateFinder::clear);
    connect(use_, &QPushButton::clicked, this, [this] { emit chosen(twoDigits(curve_->marker())); });
    connect(curve_, &RateCurve::markerMoved, this, &RateSection::refresh);
    connect(&finder_, &RateFinder::changed, this, [this] {
        curve_->setPoints(finder_.points());
        curve_->setMarker(finder_.suggestion());
        refresh();
    });
    refresh();
}

void RateSection::refresh() {
    const bool running = finder_.running(), points = finder_.points().size() > 1;
    find_->setText(running ? tr("Cancel") : points ? tr("Search again") : tr("Find a rate"));
    QString words = q(finder_.problem());
    if (running)
        words = tr("step %1 of %2").arg(finder_.points().size()).arg(finder_.steps());
    else if (words.isEmpty() && points && curve_->marker() == finder_.suggestion())
        words = tr("The loss falls fastest at the marker. Take it for an upper bound: a long run often wants less than "
                   "these few steps.");
    words_->setText(words);
    words_->setToken(!running && !finder_.problem().empty() ? Token::Warn : Token::Muted);
    curve_->setVisible(points);
    close_->setVisible(!running && (points || !finder_.problem().empty()));
    use_->setText(tr("Use %1").arg(twoDigits(curve_->marker())));
    const bool rate = !running && points && curve_->marker() > 0, before = !use_->isHidden();
    use_->setVisible(rate);
    if (rate && !before) emit found();
}

}  // namespace tl
