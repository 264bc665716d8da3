// Icons: the SVG text from the resources with its colour filled in, rendered at the size and device pixel ratio asked
// for and kept in a cache. Button icons render through an engine that reads the theme each time, so they follow a
// change.
#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

QString pathOf(const QString& name) { return QStringLiteral(":/icons/%1.svg").arg(name); }

// The SVG of an icon; empty when it is not in the resources. Said once a name: an icon is missing only by a mistake.
const QByteArray& svgOf(const QString& name) {
    static QHash<QString, QByteArray> texts;
    auto found = texts.find(name);
    if (found == texts.end()) {
        QFile file(pathOf(name));
        QByteArray text;
        if (file.open(QIODevice::ReadOnly))
            text = file.readAll();
        else if (!name.isEmpty())
            qWarning("Icon \"%s\" is not in the resources: name it in resources/icons.txt.", qPrintable(name));
        found = texts.insert(name, text);
    }
    return *found;
}

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QString name, Token token) : name_(std::move(name)), token_(token) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, render(rect.size(), mode, state, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return render(size, mode, state, 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
        return render(size / scale, mode, state, scale);
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(name_, token_); }
    QString key() const override { return QStringLiteral("tensorloom-themed"); }

private:
    QPixmap render(const QSize& size, QIcon::Mode mode, QIcon::State, double ratio) const {
        const auto& theme = Theme::instance();
        QColor color = theme.color(token_);
        if (mode == QIcon::Disabled)
            color = theme.color(Token::Faint);
        else if ((mode == QIcon::Active || mode == QIcon::Selected) && token_ == Token::Muted)
            color = theme.color(Token::Text);
        return theme.pixmap(name_, qMin(size.width(), size.height()), color, ratio);
    }
    QString name_;
    Token token_;
};

}  // namespace

bool Theme::hasIcon(const QString& name) { return !name.isEmpty() && QFile::exists(pathOf(name)); }

QPixmap Theme::pixmap(const QString& icon, int size, const QColor& color, double devicePixelRatio) const {
    const int pixels = qMax(1, qRound(size * devicePixelRatio));
    const QString key = QStringLiteral("tl/%1/%2/%3").arg(icon).arg(pixels).arg(color.rgba(), 8, 16);
    QPixmap result;
    if (!QPixmapCache::find(key, &result)) {
        result = QPixmap(pixels, pixels);
        result.fill(Qt::transparent);
        QByteArray text = svgOf(icon);
        if (!text.isEmpty()) {
            text.replace("currentColor", color.name().toLatin1());
            QSvgRenderer renderer(text);
            QPainter painter(&result);
            painter.setOpacity(color.alphaF());
            renderer.render(&painter, QRectF(0, 0, pixels, pixels));
        }
        QPixmapCache::insert(key, result);
    }
    result.setDevicePixelRatio(devicePixelRatio);
    return result;
}

QIcon Theme::icon(const QString& name, Token token) const { return QIcon(new ThemedIconEngine(name, token)); }

QIcon Theme::appIcon() { return QIcon(QStringLiteral(":/app/tensorloom.svg")); }

}  // namespace tl
