// See the header.
#include "ui/tags/tag_card.h"

#include <QPainter>
#include <QToolButton>

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// The colour that the run has in the list and on the curves.
class RunSwatch : public QWidget {
public:
    RunSwatch(const RunModel& runs, int run) : runs_(runs), run_(run) {
        setFixedSize(10, 10);
        setObjectName(QStringLiteral("runSwatch"));
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const Run* run = runs_.find(run_);
        painter.setBrush(Theme::instance().series(run ? run->color : 0));
        painter.drawRoundedRect(rect(), 2.5, 2.5);
    }
    const RunModel& runs_;
    int run_;
};

}  // namespace

TagCard::TagCard(Workbench& bench, int run, const QString& tag) : Card(tag), bench_(bench), run_(run), tag_(tag) {
    setObjectName(QStringLiteral("tag.") + tag);
    swatch_ = new RunSwatch(bench.runs, run);
    addHeaderWidget(swatch_);
    pin_ = addAction(QStringLiteral("pin-angle"), {});
    pin_->setObjectName(QStringLiteral("pin.") + tag);
    pin_->setCheckable(true);
    connect(pin_, &QToolButton::clicked, this, [this](bool on) {
        setPinned(on);
        emit pinToggled(on);
    });
    expand_ = addAction(QStringLiteral("arrows-angle-expand"), {});
    expand_->setObjectName(QStringLiteral("expand.") + tag);
    expand_->setCheckable(true);
    connect(expand_, &QToolButton::clicked, this, [this](bool on) {
        setExpandedState(on);
        emit expandToggled(on);
    });
    setPinned(false);
    setExpandedState(false);
}

const EventSeries* TagCard::series() const { return bench_.events.find(run_, tag_); }

void TagCard::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    refresh();
}

void TagCard::setPinned(bool on) {
    pinned_ = on;
    pin_->setChecked(on);
    pin_->setIcon(Theme::instance().icon(on ? QStringLiteral("pin-angle-fill") : QStringLiteral("pin-angle"),
                                         on ? Token::Accent : Token::Muted));
    pin_->setToolTip(on ? tr("Back to its group") : tr("Pin to the top"));
    pin_->setAccessibleName(pin_->toolTip());
}

void TagCard::setExpandedState(bool on) {
    expanded_ = on;
    expand_->setChecked(on);
    expand_->setIcon(
        Theme::instance().icon(on ? QStringLiteral("arrows-angle-contract") : QStringLiteral("arrows-angle-expand")));
    expand_->setToolTip(on ? tr("Back in its place") : tr("Full width"));
    expand_->setAccessibleName(expand_->toolTip());
}

void TagCard::setAlone() {
    pin_->hide();
    expand_->hide();
}

void TagCard::setShowsRun(bool on) {
    showsRun_ = on;
    title();
}

void TagCard::setNote(const QString& note) {
    note_ = note;
    title();
}

QString TagCard::unread(const QString& why) { return tr("This could not be read. %1").arg(why); }

void TagCard::title() {
    const Run* run = bench_.runs.find(run_);
    QStringList parts;
    // Whose it is, wherever there is more than one.
    const bool named = run && (showsRun_ || bench_.runs.runs().size() > 1);
    swatch_->setVisible(named);
    if (!note_.isEmpty()) parts << note_;
    if (named) {
        parts << bench_.runs.titleOf(run_).text();
        swatch_->setToolTip(plainTip(run->name));
    }
    setSubtitle(parts.join(QStringLiteral(" · ")));
    const EventSeries* shown = series();
    setToolTip(shown ? plainTip(shown->description) : QString());
}

// A layer of the network has its category's colour, as everywhere; gradients one of their own; else the run's.
QColor TagCard::color() const {
    const Theme& theme = Theme::instance();
    const Run* run = bench_.runs.find(run_);
    const QColor own = theme.series(run ? run->color : 0);
    if (showsRun_) return own;
    if (tag_.endsWith(QLatin1String("/gradient"))) return theme.series(1);
    const std::string layer = tag_.section(QLatin1Char('/'), 0, 0).toStdString();
    for (const NodeSpec& node : bench_.network.spec().nodes)
        if (node.id == layer)
            if (const LayerType* type = findLayer(node.type)) return theme.category(q(nameOf(type->category)));
    return own;
}

}  // namespace tl
