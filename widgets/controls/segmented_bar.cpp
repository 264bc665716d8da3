// A row of tool buttons in an exclusive group, in one rounded frame. The arrow keys move the choice, as in a tab bar.
#include "widgets/controls/segmented_bar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kWide = 32, kCompact = 12, kTight = 8;  // around a segment's words

SegmentedBar::SegmentedBar(QWidget* parent)
    : QWidget(parent), group_(new QButtonGroup(this)), layout_(new QHBoxLayout(this)) {
    layout_->setContentsMargins(3, 2, 3, 2);
    layout_->setSpacing(2);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(group_, &QButtonGroup::idClicked, this, &SegmentedBar::setCurrentIndex);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

int SegmentedBar::addSegment(const QString& text, const QString& toolTip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setCheckable(true);
    button->setProperty("segment", true);
    button->setFocusPolicy(count() == 0 ? Qt::TabFocus : Qt::NoFocus);  // Tab comes to the chosen one
    button->installEventFilter(this);
    // Wide enough for the bold text of the chosen one, so that nothing moves when the choice does.
    const QFontMetrics bold(Theme::instance().font(13, QFont::DemiBold)),
        small(Theme::instance().font(11, QFont::DemiBold));
    button->setMinimumWidth(small.horizontalAdvance(text) + kTight);
    wanted_ += bold.horizontalAdvance(text) + kWide + layout_->spacing();
    const int index = count();
    group_->addButton(button, index);
    layout_->addWidget(button);
    if (index == 0) {
        button->setChecked(true);
        current_ = 0;
    }
    return index;
}

void SegmentedBar::setCompact() {
    const QFontMetrics bold(Theme::instance().font(12, QFont::DemiBold));
    wanted_ = 0;
    for (QAbstractButton* button : group_->buttons()) {
        button->setProperty("compact", true);
        wanted_ += bold.horizontalAdvance(button->text()) + kCompact + layout_->spacing();
    }
}

QSize SegmentedBar::sizeHint() const { return QWidget::sizeHint().expandedTo({wanted_, 0}); }

// Where there is no room, the words are smaller and closer to each other.
void SegmentedBar::resizeEvent(QResizeEvent*) {
    const bool tight = width() < wanted_;
    if (tight == tight_) return;
    tight_ = tight;
    for (QAbstractButton* button : group_->buttons()) {
        button->setProperty("tight", tight);
        button->setStyle(button->style());  // lets the style sheet look at the property again
    }
}

int SegmentedBar::count() const { return int(group_->buttons().size()); }

int SegmentedBar::currentIndex() const { return current_; }

QAbstractButton* SegmentedBar::segment(int index) const { return group_->button(index); }

namespace {

class Dot : public QWidget {
public:
    static constexpr int kSize = 7;
    explicit Dot(QWidget* on) : QWidget(on) {
        setObjectName(QStringLiteral("segmentDot"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        on->installEventFilter(this);
        place();
        connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
        show();
    }

private:
    void place() { setGeometry(parentWidget()->width() - kSize - 5, 4, kSize, kSize); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Resize) place();  // a bar that is new gets its width later
        return false;
    }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::instance().color(Token::Accent));
        painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
};

}  // namespace

void SegmentedBar::setDot(int index, const QString& words) {
    auto* button = segment(index);
    if (!button) return;
    auto* dot = button->findChild<QWidget*>(QStringLiteral("segmentDot"));
    if (!words.isEmpty() && !dot) new Dot(button);
    if (words.isEmpty()) delete dot;
    button->setAccessibleDescription(words);
}

void SegmentedBar::setCurrentIndex(int index) {
    auto* button = segment(index);
    if (!button || index == current_) return;
    current_ = index;
    button->setChecked(true);
    // Arrows go on from there.
    for (QAbstractButton* each : group_->buttons()) each->setFocusPolicy(each == button ? Qt::TabFocus : Qt::NoFocus);
    emit currentChanged(index);
}

void SegmentedBar::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0) return QWidget::keyPressEvent(event);
    for (int i = current_ + step; i >= 0 && i < count(); i += step)
        if (segment(i)->isEnabled()) {
            segment(i)->setFocus(Qt::TabFocusReason);
            setCurrentIndex(i);
            return;
        }
}

bool SegmentedBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Right || key->key() == Qt::Key_Left) {
            keyPressEvent(key);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SegmentedBar::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Bg2));
    painter.drawRoundedRect(rect(), Theme::kRadius + 1, Theme::kRadius + 1);
}

}  // namespace tl
