// The rules are plain style sheet text with @names for the tokens, so that they read as one sheet. The few pictures a
// style sheet needs (check mark, chevrons) are tinted copies of our icons in the program's memory. @px(10) grows with
// the letters, and @round(10) makes a circle of what is @px(10) wide within a border of 1 px.
#include "widgets/theme/style_sheet.h"

#include <QFile>
#include <QRegularExpression>

#include "widgets/theme/memory_file.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const char kSheet[] = R"(
QToolTip { background: @bg2; color: @text; border: 1px solid @line; padding: 4px 6px; }
QMainWindow, QDialog { background: @bg1; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: @accent; }

QMenuBar { background: @bg1; color: @muted; border: none; padding: 0; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: 6px; margin: 1px 0; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @bg3; color: @text; }
QMenu { background: @bg2; color: @text; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px @px(28); border-radius: 4px; min-height: 18px; }
QMenu::item:selected { background: @bg3; }
QMenu::item:disabled { color: @faint; }
QMenu::icon { left: 8px; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::indicator { width: @px(14); height: @px(14); left: 8px; }
QMenu::indicator:checked { image: url(@icon(check2,accent)); }
QMenu::right-arrow { image: url(@icon(chevron-right,muted)); width: @px(10); height: @px(10); right: 6px; }

QToolBar { background: @bg1; border: none; border-bottom: 1px solid @line; spacing: 8px; padding: 0; }
QToolBar::separator { background: @line; width: 1px; margin: 10px 4px; }
QStatusBar { background: @bg1; color: @muted; border-top: 1px solid @line; min-height: 25px; font-size: 12px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; font-size: 12px; }

QDockWidget { color: @text; font-weight: 600; titlebar-close-icon: url(@icon(x,muted)); titlebar-normal-icon: url(@icon(window-stack,muted)); }
QDockWidget::title { background: @bg1; text-align: left; padding: 8px 12px 4px 12px; }
QDockWidget::close-button, QDockWidget::float-button { border: none; border-radius: 4px; padding: 2px; background: transparent; icon-size: 12px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: @bg3; }

QPushButton { background: @bg2; color: @text; border: 1px solid @line; border-radius: 6px; padding: 0 12px; min-height: 26px; outline: none; }
QPushButton:hover { background: @bg3; }
QPushButton:pressed { background: @line; }
QPushButton:checked { background: @rowSelected; border-color: @rowSelected; }
QPushButton:focus { border-color: @accent; }
QPushButton:default { border-color: @line; }
QPushButton:default:focus { border-color: @accent; }
QPushButton:disabled { color: @faint; background: @bg1; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:pressed { background: @accentDown; border-color: @accentDown; }
QPushButton[primary="true"]:focus { border-color: @text; }
QPushButton[primary="true"]:disabled { background: @bg3; color: @faint; border-color: @bg3; }
QPushButton[danger="true"] { color: @bad; }
QPushButton[flat="true"] { background: transparent; border: 1px solid transparent; }
QPushButton[flat="true"]:hover { background: @bg3; }
QPushButton::menu-indicator { image: url(@icon(chevron-down,muted)); width: @px(10); height: @px(10); subcontrol-position: right center; right: 8px; }

QToolButton { background: transparent; color: @text; border: 1px solid transparent; border-radius: 6px; padding: 3px; }
QToolButton:hover { background: @bg3; }
QToolButton:pressed { background: @line; }
QToolButton:checked { background: @bg3; color: @text; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @faint; }
QToolButton[framed="true"] { background: @bg2; border: 1px solid @line; padding: 0 10px; min-height: 26px; }
QToolButton[framed="true"]:hover { background: @bg3; }
QToolButton[framed="true"]:checked { background: @rowSelected; border-color: @rowSelected; }
QToolButton[framed="true"]:focus { border-color: @accent; }
QToolButton[segment="true"] { color: @muted; padding: 0 14px; min-height: 24px; border-radius: 5px; }
QToolButton[segment="true"][compact="true"] { padding: 0 5px; font-size: 12px; }
QToolButton[segment="true"][tight="true"] { padding: 0 2px; font-size: 11px; }
QToolButton[segment="true"]:hover { color: @text; background: transparent; }
QToolButton[segment="true"]:checked { color: @text; background: @bg3; font-weight: 600; }
QToolButton[segment="true"]:disabled { color: @faint; }
QToolButton[popupMode="1"] { padding-right: 16px; }
QToolButton::menu-indicator { image: url(@icon(chevron-down,muted)); width: @px(10); height: @px(10); subcontrol-position: right center; right: 6px; }
QToolButton::menu-button { border: none; width: 16px; }
QToolButton::menu-arrow { image: url(@icon(chevron-down,muted)); width: @px(10); height: @px(10); }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateTimeEdit { background: @bg2; color: @text; border: 1px solid @line; border-radius: 6px;
    padding: 0 8px; min-height: 24px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: @lineHover; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QComboBox:on { border-color: @accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @faint; background: @bg1; }
QLineEdit:read-only { background: @bg1; }
QLineEdit[invalid="true"], QComboBox[invalid="true"], QSpinBox[invalid="true"], QDoubleSpinBox[invalid="true"] { border-color: @bad; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @bg1; color: @text; selection-background-color: @selection; selection-color: @text; }
QPlainTextEdit[readOnly="false"], QTextEdit[readOnly="false"] { background: @bg2; border: 1px solid @line; border-radius: 6px; padding: 4px 6px; }
QPlainTextEdit[readOnly="false"]:hover, QTextEdit[readOnly="false"]:hover { border-color: @lineHover; }
QPlainTextEdit[readOnly="false"]:focus, QTextEdit[readOnly="false"]:focus { border-color: @accent; }
QComboBox { padding-right: @px(22); }
QComboBox::drop-down { border: none; width: @px(22); subcontrol-origin: border; subcontrol-position: center right; }
QComboBox::down-arrow { image: url(@icon(chevron-down,muted)); width: @px(10); height: @px(10); }
QComboBox::down-arrow:disabled { image: url(@icon(chevron-down,faint)); }
QComboBox QAbstractItemView { background: @bg2; border: 1px solid @line; padding: 4px; outline: none; selection-background-color: @bg3; }
QComboBox QAbstractItemView::item { min-height: 25px; padding: 0 6px; border-radius: 4px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { border: none; width: @px(18); subcontrol-origin: border; subcontrol-position: top right; background: transparent; }
QSpinBox::down-button, QDoubleSpinBox::down-button { border: none; width: @px(18); subcontrol-origin: border; subcontrol-position: bottom right; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(@icon(chevron-up,muted)); width: @px(8); height: @px(8); }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(@icon(chevron-down,muted)); width: @px(8); height: @px(8); }
QSpinBox::up-arrow:off, QDoubleSpinBox::up-arrow:off { image: url(@icon(chevron-up,faint)); }
QSpinBox::down-arrow:off, QDoubleSpinBox::down-arrow:off { image: url(@icon(chevron-down,faint)); }

QCheckBox, QRadioButton { color: @text; spacing: 8px; min-height: 20px; }
QCheckBox:disabled, QRadioButton:disabled { color: @faint; }
QCheckBox::indicator, QTreeView::indicator, QListView::indicator, QTableView::indicator, QGroupBox::indicator {
    width: @px(12); height: @px(12); border: 1px solid @muted; border-radius: 3px; background: transparent; }
QCheckBox::indicator:hover { border-color: @accent; }
QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked, QTreeView::indicator:checked, QListView::indicator:checked, QTableView::indicator:checked, QGroupBox::indicator:checked {
    background: @accent; border-color: @accent; image: url(@icon(check,onAccent)); }
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate { background: @accent; border-color: @accent; image: url(@icon(dash,onAccent)); }
QCheckBox::indicator:disabled { border-color: @line; background: @bg2; }
QCheckBox::indicator:checked:disabled { background: @line; border-color: @line; }
QRadioButton::indicator { width: @px(12); height: @px(12); border: 1px solid @muted; border-radius: @round(12); background: transparent; }
QRadioButton::indicator:hover, QRadioButton::indicator:focus { border-color: @accent; }
QRadioButton::indicator:checked { border-color: @accent; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 @onAccent, stop: 0.42 @onAccent, stop: 0.5 @accent, stop: 1 @accent); }
QRadioButton::indicator:disabled { border-color: @line; background: @bg2; }

QSlider { min-height: 20px; background: transparent; }
QSlider::groove:horizontal { height: 3px; border-radius: 1px; background: @bg3; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 1px; }
QSlider::sub-page:horizontal:disabled { background: @faint; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 6px; background: @knob; border: 1px solid @knobLine; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: @accent; }
QSlider::handle:horizontal:disabled { background: @faint; }
QSlider::groove:vertical { width: 3px; border-radius: 1px; background: @bg3; }
QSlider::add-page:vertical { background: @accent; border-radius: 1px; }
QSlider::handle:vertical { width: 12px; height: 12px; margin: 0 -5px; border-radius: 6px; background: @knob; border: 1px solid @knobLine; }

QProgressBar { background: @bg3; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; color: transparent; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }

QTabWidget::pane { border: none; border-top: 1px solid @line; background: @bg1; }
QTabWidget::tab-bar { left: 8px; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 6px 10px 5px 10px; margin: 0 2px; border: none; border-bottom: 2px solid transparent; min-height: 18px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @accent; }
QTabBar::tab:disabled { color: @faint; }
QTabBar::close-button { image: url(@icon(x,muted)); }
QTabBar::close-button:hover { background: @bg3; border-radius: 4px; }
QTabBar::scroller { width: @px(22); }
QTabBar QToolButton { background: @bg1; border: none; }
QTabBar QToolButton:hover { background: @bg3; }
QTabBar QToolButton::left-arrow { image: url(@icon(chevron-left,muted)); width: @px(12); height: @px(12); }
QTabBar QToolButton::left-arrow:disabled { image: url(@icon(chevron-left,faint)); }
QTabBar QToolButton::right-arrow { image: url(@icon(chevron-right,muted)); width: @px(12); height: @px(12); }
QTabBar QToolButton::right-arrow:disabled { image: url(@icon(chevron-right,faint)); }

QAbstractScrollArea { border: none; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget#qt_scrollarea_viewport { background: transparent; }
QTableView, QTreeView, QListView { background: @bg1; alternate-background-color: @bg1; color: @text; border: none; outline: none; gridline-color: @line;
    selection-background-color: @rowSelected; selection-color: @text; font-size: 12px; }
QTableView::item { border: none; border-bottom: 1px solid @line; padding: 0 8px; }
QTreeView::item, QListView::item { border: none; padding: 0 4px; min-height: 27px; }
QTableView::item:hover, QTreeView::item:hover, QListView::item:hover { background: @rowHover; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: @rowSelected; color: @text; }
QTreeView::branch { background: transparent; }
QTreeView::branch:has-children:closed { image: url(@icon(chevron-right,muted)); padding: 8px 4px; }
QTreeView::branch:has-children:open { image: url(@icon(chevron-down,muted)); padding: 8px 4px; }
QHeaderView { background: @bg1; border: none; qproperty-highlightSections: 0; }
QHeaderView::section { background: @bg1; color: @faintText; border: none; border-bottom: 1px solid @line; padding: 0 11px; min-height: 26px; font-size: 12px; font-weight: 400; }
QHeaderView::section:hover { color: @text; }
QHeaderView[showSortIndicator="true"]::down-arrow { image: url(@icon(chevron-down,muted)); width: 9px; height: 9px; subcontrol-position: center right; right: 2px; }
QHeaderView[showSortIndicator="true"]::up-arrow { image: url(@icon(chevron-up,muted)); width: 9px; height: 9px; subcontrol-position: center right; right: 2px; }
QTreeView QHeaderView::section { padding: 0 7px; }
QTableCornerButton::section { background: @bg1; border: none; border-bottom: 1px solid @line; }

QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; margin: 0; }
QScrollBar:horizontal { height: 10px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 3px; border: 2px solid transparent; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px; border-radius: 3px; border: none; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 2px; border-radius: 3px; border: none; }
QScrollBar::handle:hover { background: @scrollHover; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QGroupBox { border: 1px solid @line; border-radius: 8px; margin-top: 9px; padding: 12px 10px 8px 10px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; left: 10px; padding: 0 4px; color: @muted; }
QLabel { background: transparent; }
QLabel:disabled { color: @faint; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFrame[frameShape="4"], QFrame[frameShape="5"] { color: @line; }
QCalendarWidget QWidget { background: @bg1; }
)";

// A tinted copy of an icon, for url().
QString tinted(const QString& name, const QColor& color) {
    const QString copy = QStringLiteral("tinted/%1-%2.svg").arg(name, color.name().mid(1));
    if (QString path = QStringLiteral(":/") + copy; QFile::exists(path)) return path;
    QFile source(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!source.open(QIODevice::ReadOnly)) return {};
    return memoryFile(copy, source.readAll().replace("currentColor", color.name().toLatin1()));
}

}  // namespace

QString makeStyleSheet(const Theme& theme) { return filledStyleSheet(theme, QString::fromLatin1(kSheet)); }

QString filledStyleSheet(const Theme& theme, QString sheet) {
    const auto c = [&](Token token) { return theme.color(token); };
    const QColor bg1 = c(Token::Bg1), accent = c(Token::Accent), text = c(Token::Text);
    const QHash<QString, QColor> colors{{"bg0", c(Token::Bg0)},
                                        {"bg1", bg1},
                                        {"bg2", c(Token::Bg2)},
                                        {"bg3", c(Token::Bg3)},
                                        {"line", c(Token::Line)},
                                        {"text", text},
                                        {"muted", c(Token::Muted)},
                                        {"faint", c(Token::Faint)},
                                        {"accent", accent},
                                        {"good", c(Token::Good)},
                                        {"warn", c(Token::Warn)},
                                        {"bad", c(Token::Bad)},
                                        {"onAccent", theme.onAccent()},
                                        {"accentHover", Theme::mix(text, accent, 0.12)},
                                        {"accentDown", Theme::mix(c(Token::Bg0), accent, 0.15)},
                                        {"lineHover", Theme::mix(c(Token::Faint), c(Token::Line), 0.5)},
                                        {"selection", Theme::mix(accent, c(Token::Bg2), 0.4)},
                                        {"rowSelected", Theme::mix(accent, bg1, 0.2)},
                                        {"rowHover", Theme::mix(text, bg1, 0.04)},
                                        {"scroll", Theme::mix(c(Token::Faint), bg1, 0.35)},
                                        {"scrollHover", Theme::mix(c(Token::Faint), bg1, 0.7)},
                                        {"knob", theme.dark() ? text : bg1},
                                        {"knobLine", theme.dark() ? text : c(Token::Faint)},
                                        {"faintText", Theme::mix(c(Token::Muted), c(Token::Faint), 0.5)}};

    static const QRegularExpression iconPattern(QStringLiteral(R"(@icon\(([a-z0-9-]+),(\w+)\))"));
    static const QRegularExpression colorPattern(QStringLiteral(R"(@(\w+))"));
    const auto replaceAll = [&sheet](const QRegularExpression& pattern, auto replacement) {
        QString result;
        qsizetype done = 0;
        for (auto matches = pattern.globalMatch(sheet); matches.hasNext();) {
            const auto match = matches.next();
            result += sheet.mid(done, match.capturedStart() - done) + replacement(match);
            done = match.capturedEnd();
        }
        sheet = result + sheet.mid(done);
    };
    replaceAll(iconPattern,
               [&](const QRegularExpressionMatch& m) { return tinted(m.captured(1), colors[m.captured(2)]); });
    static const QRegularExpression pixels(QStringLiteral(R"(@px\((\d+)\))"));
    replaceAll(pixels, [&](const QRegularExpressionMatch& m) {
        return QStringLiteral("%1px").arg(theme.scaled(m.captured(1).toInt()));
    });
    // More than half of what is rounded, and Qt rounds nothing.
    static const QRegularExpression round(QStringLiteral(R"(@round\((\d+)\))"));
    replaceAll(round, [&](const QRegularExpressionMatch& m) {
        return QStringLiteral("%1px").arg(theme.scaled(m.captured(1).toInt()) / 2 + 1);
    });
    static const QRegularExpression letters(QStringLiteral(R"(font-size: *(\d+)px)"));
    replaceAll(letters, [&](const QRegularExpressionMatch& m) {
        return QStringLiteral("font-size: %1px").arg(qRound(m.captured(1).toInt() * theme.textScale()));
    });
    static const QRegularExpression room(QStringLiteral(R"(min-height: *([1-9]\d)px)"));
    replaceAll(room, [&](const QRegularExpressionMatch& m) {
        return QStringLiteral("min-height: %1px").arg(theme.scaled(m.captured(1).toInt()));
    });
    replaceAll(colorPattern, [&](const QRegularExpressionMatch& m) { return colors[m.captured(1)].name(); });
    return sheet;
}

}  // namespace tl
