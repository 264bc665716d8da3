// Labels in a column over a card that is painted by hand; the labels leave the mouse to it.
#include "ui/devices/device_card.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <cmath>

#include "ui/models/device_list.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"

namespace tl {
namespace {

constexpr int kCircle = 14, kLeft = 12, kRight = 12, kTop = 9;
constexpr double kNearlyFull = 0.95;

QString gigabytes(uint64_t bytes) { return bytesText(static_cast<double>(bytes)); }

// "12.1 of 31.2 GB"
QString partText(uint64_t part, uint64_t all) {
    const QString whole = gigabytes(all), used = gigabytes(part);
    const qsizetype unit = whole.indexOf(QLatin1Char(' '));
    const bool same = unit > 0 && used.endsWith(whole.mid(unit));
    return DeviceCard::tr("%1 of %2").arg(same ? used.chopped(whole.size() - unit) : used, whole);
}

// By a style of its own: in a button with one a label takes the button's colour, whatever its palette says.
ToneLabel* fact(const QString& text) {
    auto* label = new ToneLabel(text, Token::Muted, ToneLabel::Caption);
    Theme::instance().style(label, QStringLiteral("color: @muted"));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

DeviceCard::DeviceCard(const DeviceInfo& device, QWidget* parent)
    : QRadioButton(parent), id_(device.id), bus_(device.bus), usable_(true) {
    const bool gpu = DeviceList::isGpu(device);
    QStringList facts{
        gpu ? tr("%1 · %2").arg(q(device.id), gigabytes(device.memoryBytes))
            : tr("%1 · %n core(s) · %2", nullptr, device.threads).arg(q(device.id), gigabytes(device.memoryBytes))};
    if (!device.driver.empty()) facts << tr("driver %1").arg(q(device.driver));
    if (!device.software.empty()) facts << q(device.software);
    make(q(device.name), facts);
    setObjectName(QStringLiteral("device_") + q(device.id));
}

DeviceCard::DeviceCard(const UnusableDevice& device, QWidget* parent)
    : QRadioButton(parent), bus_(device.bus), usable_(false) {
    QStringList facts;
    if (device.memoryBytes > 0) facts << gigabytes(device.memoryBytes);
    if (!device.driver.empty()) facts << tr("driver %1").arg(q(device.driver));
    make(q(device.name), facts);
    setObjectName(QStringLiteral("device_") + q(device.bus));
    setEnabled(false);
    ToneLabel* reason = fact(q(device.reason));
    reason->setObjectName(QStringLiteral("deviceReason"));
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(2, reason);
    setAccessibleDescription(q(device.reason));
}

void DeviceCard::make(const QString& name, const QStringList& facts) {
    setCursor(usable_ ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(name);
    setAccessibleDescription(facts.join(QStringLiteral(", ")));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kLeft, kTop, kRight, kTop);
    column->setSpacing(3);
    name_ = new ElidedLabel(Qt::ElideRight, usable_ ? Token::Text : Token::Muted);
    name_->setType(ToneLabel::Title);
    name_->setText(name);
    mark_ = new ToneLabel({}, Token::Accent, ToneLabel::Caption);
    Theme::instance().style(mark_, QStringLiteral("color: @accent"));
    mark_->setObjectName(QStringLiteral("deviceMark"));
    auto* title = new QHBoxLayout;
    title->setContentsMargins(kCircle + 8, 0, 0, 0);
    title->setSpacing(8);
    title->addWidget(name_, 1);
    title->addWidget(mark_);
    column->addLayout(title);
    ToneLabel* said = fact(facts.join(QStringLiteral(" · ")));
    said->setObjectName(QStringLiteral("deviceFacts"));
    column->addWidget(said);
    said->setVisible(!facts.isEmpty());  // now that it has its place: it would be a window
    use_ = new Meter(tr("use"));
    use_->setObjectName(QStringLiteral("deviceUse"));
    memory_ = new Meter(tr("memory"));
    memory_->setObjectName(QStringLiteral("deviceMemory"));
    heat_ = new ToneLabel({}, Token::Muted, ToneLabel::Mono);
    heat_->setObjectName(QStringLiteral("deviceHeat"));
    heat_->setAlignment(Qt::AlignRight);
    for (QWidget* live : std::initializer_list<QWidget*>{use_, memory_, heat_}) {
        column->addWidget(live);
        live->hide();  // until it tells something
    }
    for (QWidget* inside : findChildren<QWidget*>()) inside->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
}

void DeviceCard::setReading(const DeviceReading& reading) {
    use_->setVisible(reading.use.has_value());
    if (reading.use) use_->setValue(*reading.use, tr("%1 %").arg(std::lround(100 * *reading.use)));
    const bool memory = reading.memoryUsed && reading.memoryBytes && *reading.memoryBytes > 0;
    memory_->setVisible(memory);
    if (memory)
        memory_->setValue(static_cast<double>(*reading.memoryUsed) / static_cast<double>(*reading.memoryBytes),
                          partText(*reading.memoryUsed, *reading.memoryBytes), kNearlyFull);
    QStringList heat;
    if (reading.celsius) heat << tr("%1 °C").arg(std::lround(*reading.celsius));
    if (reading.watts)
        heat << (reading.wattsLimit
                     ? tr("%1 of %2 W").arg(std::lround(*reading.watts)).arg(std::lround(*reading.wattsLimit))
                     : tr("%1 W").arg(std::lround(*reading.watts)));
    heat_->setVisible(!heat.isEmpty());
    heat_->setText(heat.join(QStringLiteral(" · ")));
}

void DeviceCard::setChosen(bool chosen, bool locked) {
    setAutoExclusive(false);
    setChecked(chosen);
    setAutoExclusive(true);
    setEnabled(usable_ && (chosen || !locked));
    mark_->setText(chosen && locked ? tr("a run is here") : QString());
}

QSize DeviceCard::sizeHint() const { return layout()->sizeHint(); }
QSize DeviceCard::minimumSizeHint() const { return {120, layout()->minimumSize().height()}; }
int DeviceCard::heightForWidth(int width) const { return layout()->totalHeightForWidth(width); }

void DeviceCard::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hovered = underMouse() && isEnabled();
    painter.setBrush(theme.color(hovered ? Token::Bg3 : Token::Bg2));
    painter.setPen(QPen(theme.color(isChecked() ? Token::Accent : Token::Line), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
    const double middle = name_->geometry().center().y() + 0.5;
    const QRectF circle(kLeft, middle - kCircle / 2.0, kCircle, kCircle);
    if (!usable_) {
        painter.drawPixmap(circle.topLeft(), theme.pixmap(QStringLiteral("exclamation-triangle"), kCircle,
                                                          theme.color(Token::Warn), devicePixelRatioF()));
        return;
    }
    const Token ink = isChecked() ? Token::Accent : isEnabled() ? Token::Muted : Token::Faint;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(ink), 1.5));
    painter.drawEllipse(circle.adjusted(1, 1, -1, -1));
    if (!isChecked()) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(ink));
    painter.drawEllipse(circle.adjusted(4, 4, -4, -4));
}

}  // namespace tl
