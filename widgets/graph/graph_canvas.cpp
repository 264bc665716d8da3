// See the header. What the mouse and the keys do is in graph_canvas_events.cpp, the small map in graph_minimap.cpp.
#include "widgets/graph/graph_canvas.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPicture>
#include <QPointer>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/controls/picture_file.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kCanvasMargin = 40, kTopMargin = 60;  // what lies over the view has its place above
constexpr double kLeastReadable = 0.6;

QString boxName(const GraphContent& content, int box) {
    QString name;
    for (; box >= 0; box = content.boxes[box].parent) name.prepend(content.boxes[box].title + QLatin1Char('/'));
    return name;
}

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QWidget(parent) {
    describeParts(*this, {.role = QAccessible::Tree,
                          .count = [this] { return int(layout_.items.size()); },
                          .part =
                              [this](int at) {
                                  const GraphItem item = layout_.items[size_t(at)];
                                  return AccessiblePart{.role = QAccessible::TreeItem,
                                                        .name = sentence(item),
                                                        .rect = itemRect(item),
                                                        .focused = item == pick_,
                                                        .selected = item == pick_};
                              },
                          .at =
                              [this](const QPoint& point) {
                                  const GraphItem item = itemAt(point);
                                  const auto found = std::find(layout_.items.begin(), layout_.items.end(), item);
                                  return found == layout_.items.end() ? -1 : int(found - layout_.items.begin());
                              },
                          .focus =
                              [this] {
                                  const auto found = std::find(layout_.items.begin(), layout_.items.end(), pick_);
                                  return found == layout_.items.end() ? -1 : int(found - layout_.items.begin());
                              }});
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Graph"));
    pool_.setMaxThreadCount(1);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        texts_.assign(texts_.size(), {});
        map_ = {};
        update();
        if (layout_.letters != Theme::instance().scaled(100) / 100.0) layOutSoon(pick_);
    });
}

GraphCanvas::~GraphCanvas() {
    stop_.request_stop();
    pool_.clear();
    pool_.waitForDone();
}

void GraphCanvas::setContent(GraphContentPtr content, bool like) {
    QHash<QString, bool> known;
    QString picked;
    if (like) {
        for (int box = 0; box < content_->boxes.size(); ++box) known[boxName(*content_, box)] = isOpen(box);
        if (pick_ != kNoItem && !isBox(pick_)) picked = content_->cards[pick_].title;
    }
    content_ = std::move(content);
    open_.assign(size_t(content_->boxes.size()), false);
    for (int box = 0; box < content_->boxes.size(); ++box)
        open_[size_t(box)] = known.value(boxName(*content_, box), content_->boxes[box].open);
    layout_ = {};
    itemIndex_.clear();
    pieceIndex_.clear();
    labels_.clear();
    texts_.assign(size_t(content_->cards.size() + content_->boxes.size()), {});
    cardTints_.clear();
    boxTints_.clear();
    marked_.clear();
    matches_.clear();
    stopsOn_.clear();
    stopsOff_.clear();
    standing_ = -1;
    wanted_ = kNoItem;
    placeStops();
    bright_.clear();
    map_ = {};
    const GraphItem before = std::exchange(pick_, kNoItem);
    if (!like) fitted_ = true;
    for (int card = 0; card < content_->cards.size() && !picked.isEmpty(); ++card)
        if (content_->cards[card].title == picked) {
            pick_ = card;
            break;
        }
    mostBytes_ = 1;
    for (const GraphWire& wire : content_->wires) mostBytes_ = std::max(mostBytes_, wire.bytes);
    layOutSoon(kNoItem);
    if (before != pick_) emit pickChanged(pick_);
}

void GraphCanvas::setTints(QVector<GraphTint> cards, QVector<GraphTint> boxes) {
    cardTints_ = std::move(cards);
    boxTints_ = std::move(boxes);
    texts_.assign(texts_.size(), {});
    map_ = {};
    update();
}

void GraphCanvas::layOutSoon(GraphItem anchor) {
    stop_.request_stop();
    stop_ = {};
    pending_ = true;
    const quint64 number = ++number_;
    const auto before = std::make_shared<GraphLayout>(layout_);
    QPointer<GraphCanvas> self(this);
    const double letters = Theme::instance().scaled(100) / 100.0;
    pool_.start([self, number, anchor, before, content = content_, open = open_, stop = stop_.get_token(), letters] {
        if (stop.stop_requested()) return;
        auto made = std::make_shared<GraphLayout>(layOutGraph(*content, open, before.get(), stop, letters));
        if (stop.stop_requested()) return;
        // The canvas waits for its threads before it goes, so that it is there still.
        QMetaObject::invokeMethod(
            self,
            [self, number, anchor, made] {
                if (self) self->take(std::move(*made), anchor, number);
            },
            Qt::QueuedConnection);
    });
}

void GraphCanvas::take(GraphLayout layout, GraphItem anchor, quint64 number) {
    if (number != number_) return;
    pending_ = false;
    const QRectF before = layout_.rect(anchor);
    if (layout.letters != layout_.letters) texts_.assign(texts_.size(), {});
    layout_ = std::move(layout);
    index();
    placeStops();
    const QRectF after = layout_.rect(anchor);
    view_.lowest = lowestZoom();
    if (wanted_ != kNoItem && layout_.seen(wanted_)) {
        const GraphItem item = std::exchange(wanted_, kNoItem);
        setPick(item);
        fitted_ = false;
        view_.zoom = std::clamp(view_.zoom, 0.8, 1.5);
        view_.centerOn(layout_.rect(item).center(), QRectF(rect()).center());
    } else if (!before.isEmpty() && !after.isEmpty()) {
        view_.offset += (before.topLeft() - after.topLeft()) * view_.zoom;
        if (!fitted_) bringIntoView(anchor);
    }
    if (fitted_) fitReadably();
    setPick(pick_ != kNoItem ? layout_.shown(*content_, pick_) : kNoItem);
    if (pick_ != kNoItem && fitted_) bringIntoView(pick_);
    update();
    emit layoutChanged();
}

void GraphCanvas::index() {
    itemIndex_.clear();
    pieceIndex_.clear();
    map_ = {};
    for (size_t i = 0; i < layout_.items.size(); ++i) itemIndex_.insert(int(i), layout_.rect(layout_.items[i]));
    labels_.assign(layout_.pieces.size(), -1);
    QHash<GraphItem, int> labelled;  // the piece by what it comes from
    for (size_t i = 0; i < layout_.pieces.size(); ++i) {
        const WirePiece& piece = layout_.pieces[i];
        pieceIndex_.insert(int(i), piece.bounds);
        if (!piece.first) continue;
        const SeenWire& wire = layout_.wires[size_t(piece.wires[0])];
        if (wire.label < 0 || content_->wires[wire.label].label.isEmpty()) continue;
        const bool straight = piece.path.size() > 1 && std::abs(piece.path[0].x() - piece.path[1].x()) < 0.5;
        const auto found = labelled.constFind(wire.from);
        if (found != labelled.constEnd() && !straight) continue;
        if (found != labelled.constEnd()) labels_[size_t(*found)] = -1;
        labelled[wire.from] = int(i);
        labels_[i] = wire.label;
    }
}

const GraphCanvas::Texts& GraphCanvas::textsOf(GraphItem item) const {
    Texts& texts = texts_[isBox(item) ? size_t(content_->cards.size()) + size_t(boxOf(item)) : size_t(item)];
    if (texts.ready) return texts;
    const auto& theme = Theme::instance();
    const bool box = isBox(item), open = box && layout_.open[size_t(boxOf(item))];
    const QFont titleFont = theme.font(12, QFont::DemiBold), detailFont = theme.font(11), noteFont = theme.mono(11);
    const auto set = [](QStaticText& text, const QString& words, const QFont& font) {
        text.setTextFormat(Qt::PlainText);
        text.setText(words);
        text.prepare({}, font);
    };
    const QString note = box ? boxTints_.value(boxOf(item)).note : cardTints_.value(item).note;
    const QString title = open  ? content_->boxes[boxOf(item)].path
                          : box ? content_->boxes[boxOf(item)].title
                                : content_->cards[item].title;
    const QString detail = box ? content_->boxes[boxOf(item)].detail : content_->cards[item].detail;
    const QString right = !open ? note : note.isEmpty() ? detail : detail + QStringLiteral(" · ") + note;
    texts.noteWidth = QFontMetricsF(noteFont).horizontalAdvance(right);
    const bool diamond = !box && content_->cards[item].diamond;
    const double room = open      ? layout_.rect(item).width() - 24
                        : diamond ? 84 * layout_.letters
                                  : GraphCard::kWidth * layout_.letters - 22;
    set(texts.title,
        QFontMetricsF(diamond ? detailFont : titleFont)
            .elidedText(title, Qt::ElideRight, room - (open || right.isEmpty() || diamond ? 0 : texts.noteWidth + 8)),
        diamond ? detailFont : titleFont);
    set(texts.detail, QFontMetricsF(detailFont).elidedText(detail, Qt::ElideRight, room), detailFont);
    set(texts.note, right, noteFont);
    texts.ready = true;
    return texts;
}

void GraphCanvas::setPick(GraphItem item) {
    const bool changed = item != pick_;
    pick_ = item;
    bright_.clear();
    const auto around = [this](GraphItem one) {
        for (int box = isBox(one) ? boxOf(one) : content_->cards[one].box; box >= 0; box = content_->boxes[box].parent)
            bright_[layout_.slot(boxItem(box))] = true;
    };
    if (layout_.seen(item)) {
        bright_.assign(layout_.cards.size() + layout_.boxes.size(), false);
        const auto light = [&](GraphItem one) {
            bright_[layout_.slot(one)] = true;
            around(one);
        };
        light(item);
        for (int wire : layout_.out[layout_.slot(item)]) light(layout_.wires[size_t(wire)].to);
        for (int wire : layout_.in[layout_.slot(item)]) light(layout_.wires[size_t(wire)].from);
        for (int card : marked_) light(card);
        if (isBox(item) && isOpen(boxOf(item))) {  // what is in an open box is picked with it
            const auto inside = [&](GraphItem one) {
                int box = isBox(one) ? content_->boxes[boxOf(one)].parent : content_->cards[one].box;
                while (box >= 0 && box != boxOf(item)) box = content_->boxes[box].parent;
                return box >= 0;
            };
            for (GraphItem one : layout_.items)
                if (inside(one)) bright_[layout_.slot(one)] = true;
            for (const SeenWire& wire : layout_.wires)
                if (inside(wire.from) != inside(wire.to)) light(inside(wire.from) ? wire.to : wire.from);
        }
    } else if (!matches_.isEmpty() && !layout_.items.empty()) {  // a layout that is still made asks again
        bright_.assign(layout_.cards.size() + layout_.boxes.size(), false);
        for (int card : matches_)
            if (card >= 0) around(card);  // -1: nothing was found
    }
    update();
    if (!changed) return;
    if (hasFocus()) {
        const auto found = std::find(layout_.items.begin(), layout_.items.end(), item);
        if (found != layout_.items.end()) announcePart(*this, int(found - layout_.items.begin()));
    }
    emit pickChanged(item);
}

void GraphCanvas::setMarked(const QSet<int>& cards) {
    marked_ = cards;
    setPick(pick_);
}

void GraphCanvas::setMatches(const QSet<int>& cards) {
    matches_ = cards;
    setPick(pick_);
}

void GraphCanvas::setStops(const QSet<int>& on, const QSet<int>& off, int standing) {
    stopsOn_ = on;
    stopsOff_ = off;
    standing_ = standing;
    placeStops();
    update();
}

void GraphCanvas::placeStops() {
    stops_.clear();
    standingItem_ = kNoItem;
    if (layout_.items.empty()) return;
    for (const int card : stopsOff_) stops_[layout_.shown(*content_, card)] = Stop::Off;
    for (const int card : stopsOn_) stops_[layout_.shown(*content_, card)] = Stop::On;
    if (standing_ >= 0) standingItem_ = layout_.shown(*content_, standing_);
}

void GraphCanvas::reveal(GraphItem item) {
    bool folded = false;
    for (int box = isBox(item) ? content_->boxes[boxOf(item)].parent : content_->cards[item].box; box >= 0;
         box = content_->boxes[box].parent)
        if (!open_[size_t(box)]) folded = open_[size_t(box)] = true;
    wanted_ = item;
    if (folded || pending_) return layOutSoon(kNoItem);
    wanted_ = kNoItem;
    setPick(item);
    bringIntoView(item);
}

void GraphCanvas::setOpen(int box, bool open) {
    if (open_[size_t(box)] == open) return;
    open_[size_t(box)] = open;
    texts_[size_t(content_->cards.size()) + size_t(box)] = {};
    fitted_ = false;  // what a person looks at stays where it is
    layOutSoon(boxItem(box));
}

void GraphCanvas::openAll(bool open) {
    for (int box = 0; box < content_->boxes.size(); ++box) open_[size_t(box)] = open;
    texts_.assign(texts_.size(), {});
    fitted_ = true;
    layOutSoon(kNoItem);
}

// --- view

double GraphCanvas::lowestZoom() const {
    const QRectF all = layout_.bounds.adjusted(-kCanvasMargin, -kTopMargin, kCanvasMargin, kCanvasMargin);
    return std::min(
        {ViewTransform::kMin, width() / std::max(all.width(), 1.0), height() / std::max(all.height(), 1.0)});
}

void GraphCanvas::fit() {
    fitted_ = false;
    const QRectF all = layout_.bounds.adjusted(-kCanvasMargin, -kTopMargin, kCanvasMargin, kCanvasMargin);
    view_.lowest = lowestZoom();
    view_.zoom = std::min({width() / std::max(all.width(), 1.0), height() / std::max(all.height(), 1.0), 1.0});
    view_.centerOn(all.center(), QRectF(rect()).center());
    if (view_.toWidget(layout_.bounds).top() < covered_) {
        const QRectF below = layout_.bounds.adjusted(-kCanvasMargin, 0, kCanvasMargin, kCanvasMargin);
        const QRectF room = QRectF(rect()).adjusted(0, covered_, 0, 0);
        view_.zoom =
            std::clamp(room.height() / std::max(below.height(), 1.0), view_.lowest, std::max(view_.zoom, view_.lowest));
        view_.centerOn(below.center(), room.center());
    }
    update();
    emit zoomChanged(view_.zoom);
}

void GraphCanvas::holdView(bool on) { held_ = on && isVisible(); }

void GraphCanvas::fitReadably() {
    fit();
    fitted_ = true;
    if (view_.zoom >= kLeastReadable) return;
    const QRectF all = layout_.bounds.adjusted(-kCanvasMargin, -kTopMargin, kCanvasMargin, kCanvasMargin);
    view_.zoom = std::clamp(width() / std::max(all.width(), 1.0), kLeastReadable, 1.0);
    QRectF first;  // where things begin
    for (GraphItem item : layout_.items)
        if (const QRectF one = layout_.rect(item);
            !(isBox(item) && isOpen(boxOf(item))) && (first.isNull() || one.top() < first.top()))
            first = one;
    const double x = all.width() * view_.zoom <= width() ? all.center().x() : first.center().x();
    const double top = std::max(kTopMargin * view_.zoom, double(covered_));
    view_.centerOn({x, layout_.bounds.top() + (height() / 2.0 - top) / view_.zoom}, QRectF(rect()).center());
    update();
    emit zoomChanged(view_.zoom);
}

void GraphCanvas::setZoom(double zoom) {
    fitted_ = false;
    view_.zoomAt(QRectF(rect()).center(), zoom);
    update();
    emit zoomChanged(view_.zoom);
}

void GraphCanvas::setMinimapVisible(bool visible) {
    minimap_ = visible;
    update();
}

void GraphCanvas::bringIntoView(GraphItem item) {
    const QRectF room = QRectF(rect()).adjusted(kCanvasMargin, kCanvasMargin, -kCanvasMargin, -kCanvasMargin);
    const QRectF now = view_.toWidget(layout_.rect(item));
    if (room.contains(now) || now.isEmpty()) return;
    QPointF by;
    if (now.width() < room.width())
        by.rx() = std::max(room.left() - now.left(), 0.0) + std::min(room.right() - now.right(), 0.0);
    if (now.height() < room.height())
        by.ry() = std::max(room.top() - now.top(), 0.0) + std::min(room.bottom() - now.bottom(), 0.0);
    else if (now.top() > room.bottom() || now.bottom() < room.top())
        by.ry() = room.top() - now.top();
    fitted_ = fitted_ && by.isNull();
    view_.offset += by;
    update();
}

QRect GraphCanvas::itemRect(GraphItem item) const {
    const QRectF rect = layout_.rect(item);
    return rect.isEmpty() ? QRect() : view_.toWidget(rect).toAlignedRect();
}

GraphItem GraphCanvas::itemAt(const QPointF& widget) const {
    const QPointF scene = view_.toScene(widget);
    GraphItem found = kNoItem;
    for (int at : itemIndex_.near(QRectF(scene, QSizeF(1, 1)).adjusted(-4, -4, 4, 4))) {
        const GraphItem item = layout_.items[size_t(at)];
        const bool open = isBox(item) && layout_.open[size_t(boxOf(item))];
        QRectF rect = layout_.rect(item);
        if (!isBox(item) && content_->cards[item].diamond) rect.adjust(-4, -4, 4, 4);
        if (rect.contains(scene) && (found == kNoItem || !open)) found = item;
        if (rect.contains(scene) && open && (found == kNoItem || isBox(found))) found = item;  // the innermost
    }
    return found;
}

QString GraphCanvas::sentence(GraphItem item) const {
    if (item == kNoItem) return {};
    QStringList words;
    const auto add = [&words](const QString& text) {
        if (!text.isEmpty()) words << text;
    };
    if (isBox(item)) {
        const GraphBox& box = content_->boxes[boxOf(item)];
        add(box.path.isEmpty() ? box.title : box.path);
        add(box.detail);
        add(boxTints_.value(boxOf(item)).note);
        add(isOpen(boxOf(item)) ? tr("unfolded") : tr("folded"));
    } else {
        const GraphCard& card = content_->cards[item];
        add(card.title);
        add(card.detail);
        add(cardTints_.value(item).note);
        if (card.box >= 0) add(tr("in %1").arg(content_->boxes[card.box].path));
    }
    const Stop stop = stops_.value(item, Stop::None);
    if (stop != Stop::None) add(stop == Stop::On ? tr("a breakpoint") : tr("a breakpoint that is switched off"));
    if (item == standingItem_) add(tr("the run stands here"));
    return words.join(QStringLiteral(", "));
}

// --- painting

void GraphCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Token::Bg0));
    painter.save();
    painter.translate(view_.offset);
    painter.scale(view_.zoom, view_.zoom);
    GraphPainter(*this, view_.zoom).paint(painter, view_.toScene(QRectF(rect())));
    painter.restore();
    paintMinimap(painter);
}

// Recorded at once, since it is this canvas that is painted; what that becomes, pixels or a text, is made beside it.
void GraphCanvas::saveAs(const QString& path) {
    const QRectF all = layout_.bounds.adjusted(-kCanvasMargin, -kTopMargin, kCanvasMargin, kCanvasMargin);
    QPicture picture;
    {
        QPainter painter(&picture);
        painter.translate(-all.topLeft());
        painter.fillRect(all, Theme::instance().color(Token::Bg0));
        GraphPainter(*this, 1, true).paint(painter, all);
    }
    const auto tell = [this, path](const std::optional<QString>& error) { emit saved(path, *error); };
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return writeSvg(
            *this, path,
            [picture, size = all.size(), title = accessibleName()](QSvgGenerator& svg) {
                svg.setSize(size.toSize());
                svg.setViewBox(QRectF(QPointF(), size));
                svg.setTitle(title);
                QPainter(&svg).drawPicture(0, 0, picture);
                return true;
            },
            tell);
    writePng(
        *this, path,
        [picture, size = all.size()]() -> std::optional<QImage> {
            // A picture of very many ops would not fit a file of pixels: then it is as large as it may be.
            constexpr double kMost = 16000;
            const double scale = std::min({2.0, kMost / size.width(), kMost / size.height()});
            QImage image((size * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
            if (image.isNull()) return image;  // no memory: it cannot be written
            QPainter painter(&image);
            painter.scale(scale, scale);
            painter.drawPicture(0, 0, picture);
            return image;
        },
        tell);
}

}  // namespace tl
