// The look in one place: colours, fonts, metrics and icons, read by all painting code and by the generated style
// sheet. Colours come from one token table (tokens.cpp); nobody else writes a hex value. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QSize>
#include <QString>
#include <functional>

class QWidget;

namespace tl {

enum class Token { Bg0, Bg1, Bg2, Bg3, Line, Text, Muted, Faint, Accent, Good, Warn, Bad };

class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& instance();

    bool dark() const { return dark_; }
    void setDark(bool dark);  // applies palette and style sheet to qApp, emits changed()
    void apply();             // once at start: fonts, palette, style sheet
    // Of all letters, on top of the desktop's scaling: 0.9 to 1.5. Sizes given in pixels are those at 1.
    void setTextScale(double scale);
    double textScale() const { return textScale_; }
    int scaled(int pixels) const;  // room for letters: as given at 1 and below, larger above
    QSize square(int pixels) const { return {scaled(pixels), scaled(pixels)}; }  // of an icon, or a button around it
    // Fixed sizes that hold letters: scaled(), and again whenever letters change their size.
    void fixHeight(QWidget* widget, int pixels);
    void fixWidth(QWidget* widget, int pixels);
    // A widget's own style sheet, in the words of style_sheet.cpp: "color: @faint; font-size: 11px".
    void style(QWidget* widget, const QString& rules);

    QColor color(Token token) const;
    QColor onAccent() const;                     // text on an accent-filled button
    QColor category(const QString& name) const;  // "conv"; engine's Category names
    QColor series(int index) const;              // wraps after six
    // Runs that share a colour are told apart by dashes: solid, long, dash-dot, dots; then they come round again.
    static int seriesRound(int index);            // 0 to 3
    static QList<qreal> seriesDashes(int index);  // in pen widths; empty: solid
    // `over` laid on `under` with an alpha from 0 to 1, opaque.
    static QColor mix(const QColor& over, const QColor& under, double alpha);

    QFont font(int pixelSize = 13, QFont::Weight weight = QFont::Normal) const;  // Inter
    // JetBrains Mono: shapes, values, and every number that changes or stands in a column, since Qt 6.4 cannot ask
    // Inter for its tabular figures.
    QFont mono(double pixelSize = 11.5) const;

    // The same where a drawing's zoom already grows with the letters: without their scale.
    QFont drawnFont(int pixelSize = 13, QFont::Weight weight = QFont::Normal) const;
    QFont drawnMono(double pixelSize = 11.5) const;

    // A bootstrap-icons name ("grid-3x3"), tinted; for painting and for buttons (which retint on changed()).
    QPixmap pixmap(const QString& icon, int size, const QColor& color, double devicePixelRatio) const;
    QIcon icon(const QString& name, Token token = Token::Muted) const;
    static bool hasIcon(const QString& name);  // whether the name is in the resources
    static QIcon appIcon();
    QString styleSheet() const;  // the generated one, for tests

    static constexpr int kGrid = 4, kControl = 28, kRadius = 6, kCardRadius = 8;
    static constexpr int kMenuBar = 28, kToolBar = 44, kStatusBar = 26, kTableRow = 27;

signals:
    void changed();

private:
    Theme();
    void follow(QWidget* widget, const std::function<void(QWidget*)>& size);
    bool dark_ = true;
    double textScale_ = 1;
};

// "1,234,567" and "45.2 k", "4.2 MB", "2.36 MFLOP", "0:21": numbers as the window shows them.
QString grouped(qint64 number);
QString compact(double number);
QString bytesText(double bytes);
QString flopsText(double flops);
QString shortTimeText(double seconds);  // "42 µs", "1.35 ms", "2 s"
QString durationText(double seconds);
// The same where a sentence says how long something takes: "under a second", "3.2 s", "21 s", "4:05".
QString spanText(double seconds);

}  // namespace tl
