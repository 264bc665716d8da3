// See the header.
#include "ui/breakpoints/stop_strip.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/controls/folding_row.h"
#include "widgets/controls/labels.h"

namespace tl {
namespace {

constexpr int kEdge = 3, kWords = 160;  // px; its words' at letters of 100 %
constexpr QLatin1String kOp("stepOpAction"), kLayer("stepLayerAction"), kGoOn("pauseAction");

}  // namespace

StopStrip::StopStrip(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), words_(new ElidedLabel(Qt::ElideRight)) {
    setObjectName(QStringLiteral("stopStrip"));
    setAccessibleName(tr("A run stands"));
    words_->setObjectName(QStringLiteral("stopStripWords"));
    words_->setMinimumWidth(Theme::instance().scaled(kWords));  // beside the buttons, or above them
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kEdge + 12, 6, 12, 6);
    QWidget *steps = new QWidget, *rest = new QWidget;
    for (QWidget* part : {steps, rest}) {
        auto* row = new QHBoxLayout(part);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(6);
    }
    addButton(*steps, "stepOpAction", tr("Step op"), "stripOp");
    addButton(*steps, "stepLayerAction", tr("Step layer"), "stripLayer");
    addButton(*rest, "pauseAction", tr("Continue"), "stripContinue");
    addButton(*rest, "tab_debugger", tr("Values"), "stripValues");
    column->addWidget(new FoldingRow(words_, new FoldingRow(steps, rest, 6), 6, FoldingRow::Grows::First));
    connect(&desk.bench.controller.breakpoints(), &Breakpoints::stopChanged, this, &StopStrip::refresh);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* old, QWidget* now) {
        if (now && isAncestorOf(now) && old && !isAncestorOf(old)) before_ = old;
    });
    refresh();
}

void StopStrip::addButton(QWidget& row, const char* action, const QString& text, const char* name) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setProperty("framed", true);
    Theme::instance().fixHeight(button, Theme::kControl);
    connect(button, &QToolButton::clicked, this, [this, action] { desk_.actions.trigger(QLatin1String(action)); });
    row.layout()->addWidget(button);
    buttons_.emplace_back(QLatin1String(action), button);
}

void StopStrip::setWanted(bool on) {
    wanted_ = on;
    refresh();
}

void StopStrip::refresh() {
    const Breakpoints::Stop& stop = desk_.bench.controller.breakpoints().stop();
    const bool shown = wanted_ && stop;
    // The keyboard goes back to where it was: hidden, Qt would hand it to whatever comes next in the window.
    if (!shown && isAncestorOf(QApplication::focusWidget()))
        before_ && before_->isVisible() ? before_->setFocus(Qt::OtherFocusReason) : emit left();
    if (shown == isHidden()) emit turns(shown);
    setVisible(shown);
    if (!stop) return;
    const QString place = q(stop->place), why = q(stop->why);
    const QString at = place.left(1).toUpper() + place.mid(1);
    words_->setText(why.isEmpty() ? at : QStringLiteral("%1 · %2").arg(at, why));
    for (const auto& [action, button] : buttons_) {
        button->setToolTip(desk_.actions.withKey(desk_.actions.name(action), action));
        if (action == kGoOn) button->setText(stop->last ? tr("End run") : tr("Continue"));
        button->setAccessibleName(button->text());
        button->setEnabled(!stop->last || (action != kOp && action != kLayer));  // nothing follows
    }
}

void StopStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const QColor amber = theme.color(Token::Warn);
    QPainter painter(this);
    painter.fillRect(rect(), Theme::mix(amber, theme.color(Token::Bg1), 0.1));
    painter.fillRect(0, 0, kEdge, height(), amber);
    painter.fillRect(0, 0, width(), 1, theme.color(Token::Line));
}

}  // namespace tl
