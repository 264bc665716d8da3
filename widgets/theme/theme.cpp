// Colours and fonts of the theme in force, and how it reaches the application: palette, style sheet and a signal.
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QMenuBar>
#include <QPalette>
#include <QProxyStyle>
#include <QScreen>
#include <QStyle>
#include <algorithm>
#include <cmath>

#include "widgets/theme/focus_ring.h"
#include "widgets/theme/style_sheet.h"
#include "widgets/theme/tokens.h"

namespace tl {

namespace {

QPalette paletteOf(const Theme& theme) {
    const auto c = [&](Token token) { return theme.color(token); };
    QPalette p;
    p.setColor(QPalette::Window, c(Token::Bg1));
    p.setColor(QPalette::WindowText, c(Token::Text));
    p.setColor(QPalette::Base, c(Token::Bg1));
    p.setColor(QPalette::AlternateBase, c(Token::Bg2));
    p.setColor(QPalette::Text, c(Token::Text));
    p.setColor(QPalette::PlaceholderText, c(Token::Faint));
    p.setColor(QPalette::Button, c(Token::Bg2));
    p.setColor(QPalette::ButtonText, c(Token::Text));
    p.setColor(QPalette::BrightText, c(Token::Bad));
    p.setColor(QPalette::ToolTipBase, c(Token::Bg2));
    p.setColor(QPalette::ToolTipText, c(Token::Text));
    p.setColor(QPalette::Highlight, Theme::mix(c(Token::Accent), c(Token::Bg1), 0.35));
    p.setColor(QPalette::HighlightedText, c(Token::Text));
    p.setColor(QPalette::Link, c(Token::Accent));
    p.setColor(QPalette::LinkVisited, c(Token::Accent));
    p.setColor(QPalette::Light, c(Token::Bg3));
    p.setColor(QPalette::Midlight, c(Token::Bg3));
    p.setColor(QPalette::Mid, c(Token::Line));
    p.setColor(QPalette::Dark, c(Token::Line));
    p.setColor(QPalette::Shadow, c(Token::Bg0));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c(Token::Faint));
    return p;
}

// Fusion, but the letters of Alt keys are underlined only while somebody is about to use them, and icons are as large
// as the letters beside them.
class QuietStyle : public QProxyStyle {
public:
    QuietStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        if (hint == SH_UnderlineShortcut) {
            const auto* bar = qobject_cast<const QMenuBar*>(widget);
            return (bar && bar->activeAction()) || QGuiApplication::keyboardModifiers().testFlag(Qt::AltModifier);
        }
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
        // Those of fields, tabs and lists are as large as the small one.
        const bool icon = metric == PM_SmallIconSize || metric == PM_ButtonIconSize;
        return icon ? Theme::instance().scaled(pixels) : pixels;
    }
};

}  // namespace

Theme& Theme::instance() {
    static Theme theme;
    return theme;
}

Theme::Theme() = default;

void Theme::setDark(bool dark) {
    if (dark == dark_) return;
    dark_ = dark;
    apply();
}

void Theme::setTextScale(double scale) {
    scale = std::clamp(scale, 0.9, 1.5);
    if (scale == textScale_) return;
    textScale_ = scale;
    apply();
}

int Theme::scaled(int pixels) const { return qRound(pixels * std::max(1.0, textScale_)); }

void Theme::apply() {
    if (!qobject_cast<QApplication*>(qApp)) return;
    // Fusion draws what the sheet leaves alone, the same on every desktop.
    if (!property("styled").toBool()) {
        setProperty("styled", true);
        QApplication::setStyle(new QuietStyle);
        new FocusRing(qApp);
    }
    QApplication::setFont(font());
    QApplication::setPalette(paletteOf(*this));
    qApp->setStyleSheet(styleSheet());
    emit changed();
}

QString Theme::styleSheet() const { return makeStyleSheet(*this); }

QColor Theme::color(Token token) const { return tokens(dark_).colors[size_t(token)]; }

QColor Theme::onAccent() const { return tokens(dark_).onAccent; }

QColor Theme::category(const QString& name) const {
    for (const auto& entry : tokens(dark_).categories)
        if (name.compare(QLatin1String(entry.name), Qt::CaseInsensitive) == 0) return entry.color;
    return color(Token::Faint);
}

QColor Theme::series(int index) const { return tokens(dark_).series[size_t(((index % kSeries) + kSeries) % kSeries)]; }

int Theme::seriesRound(int index) { return (std::max(index, 0) / kSeries) % 4; }

QList<qreal> Theme::seriesDashes(int index) {
    static const QList<qreal> dashes[] = {{}, {9, 3}, {9, 3, 1.5, 3}, {1.5, 2.5}};
    return dashes[seriesRound(index)];
}

QColor Theme::mix(const QColor& over, const QColor& under, double alpha) {
    const auto blend = [alpha](int a, int b) { return int(std::lround(a * alpha + b * (1 - alpha))); };
    return {blend(over.red(), under.red()), blend(over.green(), under.green()), blend(over.blue(), under.blue())};
}

void Theme::fixHeight(QWidget* widget, int pixels) {
    follow(widget, [this, pixels](QWidget* w) { w->setFixedHeight(scaled(pixels)); });
}

void Theme::fixWidth(QWidget* widget, int pixels) {
    follow(widget, [this, pixels](QWidget* w) { w->setFixedWidth(scaled(pixels)); });
}

void Theme::style(QWidget* widget, const QString& rules) {
    follow(widget, [this, rules](QWidget* w) { w->setStyleSheet(filledStyleSheet(*this, rules)); });
}

void Theme::follow(QWidget* widget, const std::function<void(QWidget*)>& size) {
    size(widget);
    connect(this, &Theme::changed, widget, [widget, size] { size(widget); });
}

QFont Theme::font(int pixelSize, QFont::Weight weight) const {
    QFont font = drawnFont(pixelSize, weight);
    font.setPixelSize(qRound(pixelSize * textScale_));
    return font;
}

QFont Theme::mono(double pixelSize) const { return drawnMono(pixelSize * textScale_); }

QFont Theme::drawnFont(int pixelSize, QFont::Weight weight) const {
    QFont font;
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans"),
                      QStringLiteral("sans-serif")});
    font.setPixelSize(pixelSize);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont Theme::drawnMono(double pixelSize) const {
    QFont font;
    font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace")});
    // Qt's pixel sizes are whole numbers; points carry the half pixel.
    const QScreen* screen = QGuiApplication::primaryScreen();
    const double dpi = screen ? screen->logicalDotsPerInchY() : 96.0;
    if (pixelSize == std::floor(pixelSize))
        font.setPixelSize(int(pixelSize));
    else
        font.setPointSizeF(pixelSize * 72.0 / dpi);
    font.setStyleHint(QFont::Monospace);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

}  // namespace tl
