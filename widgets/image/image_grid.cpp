// Thumbnails are kept at the size they are painted in, so that a paint only copies; after a change of size the old ones
// are stretched until the new ones arrive. What was used longest ago goes first when the cache is full.
#include "widgets/image/image_grid.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QScrollBar>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <list>
#include <unordered_map>

#include "widgets/controls/labels.h"
#include "widgets/controls/wheel_steps.h"
#include "widgets/image/image_grid_access.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kGridMargin = 14, kGridGap = 8, kGridBelow = 5;
static int gridLabel() { return Theme::instance().scaled(18); }

struct ImageGrid::Impl {
    struct Thumbnail {
        QPixmap pixmap;
        int pixels = 0;  // asked for
        QString problem;
        QSize size;  // of the whole image
        size_t bytes = 0;
        std::list<qint64>::iterator use;
    };

    explicit Impl(ImageGrid& grid) : self(grid) {}

    int cellWidth() const { return size + kGridGap; }
    int cellHeight() const { return size + gridLabel() + kGridBelow; }
    int columns() const { return std::max(1, (self.viewport()->width() - 2 * kGridMargin + kGridGap) / cellWidth()); }
    qint64 rows() const { return (static_cast<qint64>(items.size()) + columns() - 1) / columns(); }
    int devicePixels() const { return qRound(size * self.devicePixelRatioF()); }

    void layout();
    void ask();
    void store(qint64 item, const QImage& image, int pixels, const QString& problem, const QSize& size);
    void reveal(qint64 row);
    void moveTo(qint64 row);
    void tellFocus();
    QPixmap corner(const QColor& ground);

    ImageGrid& self;
    QPointer<ThumbnailProvider> provider;
    std::vector<qint64> items;
    std::function<QString(qint64)> caption, toolTip;
    Shortened shortened;
    QString emptyText;
    int size = 66;
    WheelSteps wheel;
    qint64 current = -1, currentRow = -1;
    std::pair<qint64, qint64> shown{-1, -1};
    std::unordered_map<qint64, Thumbnail> cache;
    std::list<qint64> uses;  // most recent first
    size_t bytes = 0, limit = size_t{96} << 20;
    QPixmap corners;
    QRgb cornersOf = 0;
    QTimer askTimer;
};

void ImageGrid::Impl::layout() {
    auto* bar = self.verticalScrollBar();
    const qint64 height = 2 * kGridMargin - kGridBelow + rows() * cellHeight();
    bar->setPageStep(self.viewport()->height());
    bar->setSingleStep(std::max(8, cellHeight() / 3));  // a notch of the wheel is one row
    bar->setRange(0, static_cast<int>(std::clamp<qint64>(height - self.viewport()->height(), 0, 2'000'000'000)));
    self.viewport()->update();
    askTimer.start();
}

// What is in sight first, then a page below and one above.
void ImageGrid::Impl::ask() {
    const auto range = self.visibleRows();
    if (range != shown) {
        shown = range;
        emit self.visibleRowsChanged(range.first, range.second);
    }
    if (!provider) return;
    const int pixels = devicePixels();
    QVector<qint64> wanted;
    const auto want = [&](qint64 first, qint64 last) {
        for (qint64 row = std::max<qint64>(0, first); row < std::min<qint64>(last, static_cast<qint64>(items.size()));
             ++row) {
            const auto it = cache.find(items[static_cast<size_t>(row)]);
            if (it == cache.end() || (it->second.pixels != pixels && it->second.problem.isEmpty()))
                wanted.append(items[static_cast<size_t>(row)]);
        }
    };
    const qint64 page = range.second - range.first;
    want(range.first, range.second);
    const qint64 room = static_cast<qint64>(limit / std::max<size_t>(1, static_cast<size_t>(pixels) * pixels * 4));
    if (page * 3 < room) {  // never so far ahead that it pushes out what is in sight
        want(range.second, range.second + page);
        want(range.first - page, range.first);
    }
    provider->request(wanted, pixels);
}

void ImageGrid::Impl::store(qint64 item, const QImage& image, int pixels, const QString& problem, const QSize& size) {
    if (const auto it = cache.find(item); it != cache.end()) {
        bytes -= it->second.bytes;
        uses.erase(it->second.use);
        cache.erase(it);
    }
    Thumbnail thumbnail;
    thumbnail.pixmap = QPixmap::fromImage(image);
    thumbnail.pixels = pixels;
    thumbnail.problem = problem;
    thumbnail.size = size;
    thumbnail.bytes = static_cast<size_t>(image.sizeInBytes()) + 256;
    uses.push_front(item);
    thumbnail.use = uses.begin();
    bytes += thumbnail.bytes;
    cache.emplace(item, std::move(thumbnail));
    while (bytes > limit && uses.size() > 1) {
        const auto last = cache.find(uses.back());
        bytes -= last->second.bytes;
        cache.erase(last);
        uses.pop_back();
    }
}

void ImageGrid::Impl::reveal(qint64 row) {
    if (row < 0) return;
    const QRect cell = self.itemRect(row);
    auto* bar = self.verticalScrollBar();
    const int top = cell.top() - kGridMargin, bottom = cell.bottom() + gridLabel() + kGridMargin;
    if (top < 0)
        bar->setValue(bar->value() + top);
    else if (bottom > self.viewport()->height())
        bar->setValue(bar->value() + bottom - self.viewport()->height());
}

void ImageGrid::Impl::moveTo(qint64 row) {
    if (items.empty()) return;
    row = std::clamp<qint64>(row, 0, static_cast<qint64>(items.size()) - 1);
    reveal(row);
    if (row == currentRow) return;
    currentRow = row;
    current = items[static_cast<size_t>(row)];
    self.viewport()->update();
    tellFocus();
    emit self.currentChanged(current);
}

// For who hears the grid instead of seeing it.
void ImageGrid::Impl::tellFocus() {
    if (currentRow < 0 || !self.hasFocus()) return;
    QAccessibleEvent event(&self, QAccessible::Focus);
    event.setChild(static_cast<int>(currentRow));
    QAccessible::updateAccessibility(&event);
}

// The ground's colour around a quarter circle: painted over a thumbnail's corner, far cheaper than a clip.
QPixmap ImageGrid::Impl::corner(const QColor& ground) {
    if (!corners.isNull() && cornersOf == ground.rgb() && corners.devicePixelRatio() == self.devicePixelRatioF())
        return corners;
    const double ratio = self.devicePixelRatioF();
    corners = QPixmap(qRound(3 * ratio), qRound(3 * ratio));
    corners.setDevicePixelRatio(ratio);
    corners.fill(Qt::transparent);
    QPainter painter(&corners);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    path.addRect(0, 0, 3, 3);
    path.addEllipse(QPointF(3, 3), 3, 3);
    painter.fillPath(path, ground);
    cornersOf = ground.rgb();
    return corners;
}

ImageGrid::ImageGrid(QWidget* parent) : QAbstractScrollArea(parent), impl_(std::make_unique<Impl>(*this)) {
    installImageGridAccess();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Images"));
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    impl_->emptyText = tr("No images");
    impl_->askTimer.setSingleShot(true);
    impl_->askTimer.setInterval(0);
    connect(&impl_->askTimer, &QTimer::timeout, this, [this] { impl_->ask(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { impl_->layout(); });
}

ImageGrid::~ImageGrid() = default;

void ImageGrid::setProvider(ThumbnailProvider* provider) {
    if (impl_->provider) impl_->provider->disconnect(this);
    impl_->provider = provider;
    impl_->cache.clear();
    impl_->uses.clear();
    impl_->bytes = 0;
    if (provider)
        connect(provider, &ThumbnailProvider::ready, this,
                [this](qint64 item, const QImage& image, int pixels, const QString& problem, const QSize& size) {
                    impl_->store(item, image, pixels, problem, size);
                    viewport()->update();  // Qt gathers these into one paint
                });
    impl_->layout();
}

void ImageGrid::setItems(std::vector<qint64> items) {
    impl_->items = std::move(items);
    impl_->shown = {-1, -1};
    const auto found = std::find(impl_->items.begin(), impl_->items.end(), impl_->current);
    impl_->currentRow = found == impl_->items.end() ? -1 : found - impl_->items.begin();
    if (impl_->currentRow < 0) impl_->current = -1;
    impl_->layout();
    emit itemsReplaced();
    if (impl_->currentRow >= 0)
        impl_->reveal(impl_->currentRow);
    else
        verticalScrollBar()->setValue(0);
}

void ImageGrid::setCaptions(std::function<QString(qint64)> caption, std::function<QString(qint64)> toolTip) {
    impl_->caption = std::move(caption);
    impl_->toolTip = std::move(toolTip);
    viewport()->update();
}

void ImageGrid::setShortCaptions(Shortened shortened) {
    impl_->shortened = std::move(shortened);
    viewport()->update();
}

void ImageGrid::setThumbnailSize(int pixels) {
    pixels = std::clamp(pixels, kLeastSize, kGreatestSize);
    if (pixels == impl_->size) return;
    // What stands at the top left (or the current item, if in sight) stays in sight.
    const auto range = visibleRows();
    const qint64 anchor =
        impl_->currentRow >= range.first && impl_->currentRow < range.second ? impl_->currentRow : range.first;
    impl_->size = pixels;
    impl_->layout();
    if (anchor > 0) {
        verticalScrollBar()->setValue(static_cast<int>(anchor / impl_->columns() * impl_->cellHeight()));
        impl_->reveal(anchor);
    }
    emit thumbnailSizeChanged(pixels);
}

int ImageGrid::thumbnailSize() const { return impl_->size; }
void ImageGrid::setCacheLimit(size_t bytes) { impl_->limit = bytes; }
void ImageGrid::setEmptyText(const QString& text) {
    impl_->emptyText = text;
    viewport()->update();
}
qint64 ImageGrid::count() const { return static_cast<qint64>(impl_->items.size()); }
qint64 ImageGrid::itemAt(qint64 row) const {
    return row >= 0 && row < count() ? impl_->items[static_cast<size_t>(row)] : -1;
}
qint64 ImageGrid::currentItem() const { return impl_->current; }
qint64 ImageGrid::currentRow() const { return impl_->currentRow; }
void ImageGrid::choose(qint64 row) { impl_->moveTo(row); }

ImageGrid::Words ImageGrid::words(qint64 row) const {
    const qint64 item = itemAt(row);
    if (item < 0) return {};
    Words words{impl_->toolTip ? impl_->toolTip(item) : QString(), impl_->caption ? impl_->caption(item) : QString()};
    if (const auto found = impl_->cache.find(item); found != impl_->cache.end()) {
        const QSize size = found->second.size;
        if (size.isValid())
            words.details =
                tr("%1, %2×%3").arg(words.details, QString::number(size.width()), QString::number(size.height()));
        if (!found->second.problem.isEmpty()) words.details = tr("%1. %2").arg(words.details, found->second.problem);
    }
    if (words.name.isEmpty()) std::swap(words.name, words.details);
    return words;
}

int ImageGrid::columns() const { return impl_->columns(); }
size_t ImageGrid::cachedBytes() const { return impl_->bytes; }

void ImageGrid::setCurrentItem(qint64 item) {
    if (item == impl_->current) return;
    const auto found = std::find(impl_->items.begin(), impl_->items.end(), item);
    impl_->currentRow = found == impl_->items.end() ? -1 : found - impl_->items.begin();
    impl_->current = impl_->currentRow < 0 ? -1 : item;
    impl_->reveal(impl_->currentRow);
    viewport()->update();
}

QRect ImageGrid::itemRect(qint64 row) const {
    const int columns = impl_->columns();
    const qint64 y = kGridMargin + row / columns * impl_->cellHeight() - verticalScrollBar()->value();
    return {kGridMargin + static_cast<int>(row % columns) * impl_->cellWidth(),
            static_cast<int>(std::clamp<qint64>(y, -1'000'000'000, 1'000'000'000)), impl_->size, impl_->size};
}

qint64 ImageGrid::rowAt(const QPoint& point) const {
    const int x = point.x() - kGridMargin;
    const qint64 y = static_cast<qint64>(point.y()) + verticalScrollBar()->value() - kGridMargin;
    if (x < 0 || y < 0 || x / impl_->cellWidth() >= impl_->columns() || x % impl_->cellWidth() >= impl_->size)
        return -1;
    const qint64 row = y / impl_->cellHeight() * impl_->columns() + x / impl_->cellWidth();
    return row < count() ? row : -1;
}

std::pair<qint64, qint64> ImageGrid::visibleRows() const {
    const qint64 top = std::max(0, verticalScrollBar()->value() - kGridMargin);
    const qint64 bottom = verticalScrollBar()->value() - kGridMargin + viewport()->height();
    const qint64 first = top / impl_->cellHeight() * impl_->columns();
    const qint64 last = (std::max<qint64>(0, bottom - 1) / impl_->cellHeight() + 1) * impl_->columns();
    return {std::min(first, count()), std::min(last, count())};
}

int ImageGrid::missing() const {
    const auto range = visibleRows();
    int missing = 0;
    for (qint64 row = range.first; row < range.second; ++row) {
        const auto it = impl_->cache.find(itemAt(row));
        missing +=
            it == impl_->cache.end() || (it->second.pixels != impl_->devicePixels() && it->second.problem.isEmpty());
    }
    return missing;
}

void ImageGrid::paintEvent(QPaintEvent* event) {
    const auto& theme = Theme::instance();
    QPainter painter(viewport());
    const QColor ground = theme.color(Token::Bg0);
    painter.fillRect(event->rect(), ground);
    if (impl_->items.empty()) {
        painter.setFont(theme.font(13));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         impl_->emptyText);
        return;
    }
    const QPixmap corner = impl_->corner(ground);
    const QFont font = theme.font(11);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const QColor faint = theme.color(Token::Muted), empty = theme.color(Token::Bg2);
    const auto range = visibleRows();
    for (qint64 row = range.first; row < range.second; ++row) {
        const QRect cell = itemRect(row);
        if (!event->rect().intersects(cell.adjusted(-4, -4, 4, gridLabel() + 4))) continue;
        const qint64 item = itemAt(row);
        const auto found = impl_->cache.find(item);
        if (found == impl_->cache.end()) {
            painter.fillRect(cell, empty);
        } else if (!found->second.problem.isEmpty() || found->second.pixmap.isNull()) {
            painter.fillRect(cell, empty);
            const int side = std::min(20, cell.width() / 2);
            const QPixmap icon = theme.pixmap(QStringLiteral("exclamation-triangle"), side, theme.color(Token::Bad),
                                              devicePixelRatioF());
            painter.drawPixmap(QRect(cell.center() - QPoint(side / 2, side / 2), QSize(side, side)), icon);
        } else {
            auto& thumbnail = found->second;
            impl_->uses.splice(impl_->uses.begin(), impl_->uses, thumbnail.use);
            QSize shown = thumbnail.pixmap.size();
            const bool exact = thumbnail.pixels == impl_->devicePixels();
            if (exact)
                shown /= devicePixelRatioF();
            else
                shown.scale(cell.size(), Qt::KeepAspectRatio);
            const QRect target(cell.topLeft() +
                                   QPoint((cell.width() - shown.width()) / 2, (cell.height() - shown.height()) / 2),
                               shown);
            if (target.size() != cell.size()) painter.fillRect(cell, theme.color(Token::Bg1));
            painter.setRenderHint(QPainter::SmoothPixmapTransform, !exact);
            painter.drawPixmap(target, thumbnail.pixmap);
        }
        painter.drawPixmap(cell.topLeft(), corner);
        for (int turn = 1; turn < 4; ++turn) {
            painter.save();
            painter.translate(turn == 3   ? QPoint(cell.left(), cell.bottom() + 1)
                              : turn == 2 ? QPoint(cell.right() + 1, cell.bottom() + 1)
                                          : QPoint(cell.right() + 1, cell.top()));
            painter.rotate(turn * 90);
            painter.drawPixmap(0, 0, corner);
            painter.restore();
        }
        const bool chosen = row == impl_->currentRow;
        if (chosen) {
            painter.setRenderHint(QPainter::Antialiasing);
            QColor ring = theme.color(Token::Accent);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(ring, 2));
            painter.drawRoundedRect(QRectF(cell).adjusted(-2, -2, 2, 2), 4, 4);
            if (hasFocus()) {
                ring.setAlphaF(0.25f);
                painter.setPen(QPen(ring, 2));
                painter.drawRoundedRect(QRectF(cell).adjusted(-4, -4, 4, 4), 6, 6);
            }
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (impl_->caption) {
            painter.setPen(chosen ? theme.color(Token::Text) : faint);
            QString text = impl_->caption(item);
            if (metrics.horizontalAdvance(text) > cell.width()) {
                const QString brief = impl_->shortened ? impl_->shortened(item, metrics, cell.width()) : QString();
                text = metrics.elidedText(brief.isEmpty() ? text : brief, Qt::ElideRight, cell.width());
            }
            painter.drawText(QRect(cell.left(), cell.bottom() + 2, cell.width(), gridLabel() - 2),
                             Qt::AlignLeft | Qt::AlignVCenter, text);
        }
    }
}

void ImageGrid::resizeEvent(QResizeEvent*) { impl_->layout(); }

void ImageGrid::scrollContentsBy(int, int) {
    viewport()->update();
    impl_->askTimer.start();
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    if (const qint64 row = rowAt(event->position().toPoint()); row >= 0) impl_->moveTo(row);
}

void ImageGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const qint64 row = rowAt(event->position().toPoint()); row >= 0 && event->button() == Qt::LeftButton)
        emit activated(itemAt(row));
}

void ImageGrid::keyPressEvent(QKeyEvent* event) {
    const int columns = impl_->columns();
    const qint64 at = impl_->currentRow;
    const qint64 page = std::max(1, viewport()->height() / impl_->cellHeight()) * static_cast<qint64>(columns);
    const auto step = [&](qint64 by) {
        const qint64 to = at + by;
        if (at < 0)
            impl_->moveTo(visibleRows().first);
        else if (std::abs(by) == columns && (to < 0 || to >= count()))
            impl_->reveal(at);  // no row there
        else
            impl_->moveTo(to);
    };
    switch (event->key()) {
    case Qt::Key_Left: step(-1); break;
    case Qt::Key_Right: step(1); break;
    case Qt::Key_Up: step(-columns); break;
    case Qt::Key_Down: step(columns); break;
    case Qt::Key_PageUp: step(-page); break;
    case Qt::Key_PageDown: step(page); break;
    case Qt::Key_Home: impl_->moveTo(0); break;
    case Qt::Key_End: impl_->moveTo(count() - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (at >= 0) emit activated(impl_->current);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: setThumbnailSize(impl_->size + 8); break;
    case Qt::Key_Minus: setThumbnailSize(impl_->size - 8); break;
    default: event->ignore();
    }
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    setThumbnailSize(impl_->size + 8 * impl_->wheel.of(event->angleDelta().y()));
    event->accept();
}

bool ImageGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const qint64 row = rowAt(help->pos());
        if (row < 0) return QToolTip::hideText(), true;
        const auto found = impl_->cache.find(itemAt(row));
        QString text = impl_->toolTip ? impl_->toolTip(itemAt(row)) : QString();
        if (found != impl_->cache.end() && !found->second.problem.isEmpty())
            text += QLatin1Char('\n') + found->second.problem;
        QToolTip::showText(help->globalPos(), plainTip(text), viewport(), itemRect(row));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// Who comes by the keyboard sees where the arrows will go from.
void ImageGrid::focusInEvent(QFocusEvent* event) {
    const bool byKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    if (byKey && impl_->currentRow < 0 && count() > 0) impl_->moveTo(visibleRows().first);
    impl_->tellFocus();
    viewport()->update();
}
void ImageGrid::focusOutEvent(QFocusEvent*) { viewport()->update(); }

}  // namespace tl
