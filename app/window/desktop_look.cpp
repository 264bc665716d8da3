// See the header.
#include "app/window/desktop_look.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

bool isDark() {
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setPalette(ours);
    return dark;
}

}  // namespace

DesktopLook& DesktopLook::instance() {
    static auto* one = new DesktopLook;
    return *one;
}

DesktopLook::DesktopLook() : QObject(qApp), dark_(isDark()) { qApp->installEventFilter(this); }

bool DesktopLook::eventFilter(QObject* watched, QEvent* event) {
    const bool theme = event->type() == QEvent::ThemeChange && watched->isWindowType();
    // Not the palette that the theme sets itself.
    const bool palette = event->type() == QEvent::ApplicationPaletteChange && watched == qApp &&
                         QApplication::palette().color(QPalette::Window) != Theme::instance().color(Token::Bg1);
    if ((theme || palette) && !asking_) {
        asking_ = true;
        QMetaObject::invokeMethod(this, &DesktopLook::ask, Qt::QueuedConnection);
    }
    return false;
}

void DesktopLook::ask() {
    const bool dark = isDark();
    asking_ = false;
    if (dark == dark_) return;
    dark_ = dark;
    emit changed();
}

}  // namespace tl
