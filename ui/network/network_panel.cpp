// See the header. Overlays are children of the panel, above the canvas, so the canvas paints without knowing of them.
#include "ui/network/network_panel.h"

#include <QCompleter>
#include <QDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "engine/layers/layer_type.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/network_edits.h"
#include "ui/models/network_model.h"
#include "ui/models/selection.h"
#include "ui/models/text.h"
#include "ui/network/layer_entries.h"
#include "ui/network/start_row.h"
#include "ui/shell/action_table.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kLeastName = 40;
static constexpr int kOverInset = 12;  // of what lies over the canvas
static constexpr int kBelowWords = 16;

NetworkPanel::NetworkPanel(NetworkModel& model, NetworkEditor& editor, Selection& selection, QWidget* parent)
    : QWidget(parent), model_(model), editor_(editor), selection_(selection), canvas_(new NodeCanvas(this)) {
    setObjectName(QStringLiteral("networkPanel"));
    canvas_->setObjectName(QStringLiteral("canvas"));
    canvas_->setAccessibleName(tr("Network"));
    canvas_->setLayers(layerEntries());
    canvas_->setNameCheck([this](const QString& id, const QString& name) { return editor_.refusesName(id, name); });
    canvas_->setEmptyText(tr("No layers yet"), hint({}));
    canvas_->setModel(&model_);
    known_ = model_.nodeIds();

    breadcrumb_ = new QLabel(this);
    breadcrumb_->setObjectName(QStringLiteral("breadcrumb"));
    breadcrumb_->setAttribute(Qt::WA_TransparentForMouseEvents);

    buttons_ = new QWidget(this);
    auto* row = new QHBoxLayout(buttons_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* layout = floatingButton(QStringLiteral("diagram-3"), tr("Auto-layout"), "autoLayoutButton");
    fit_ = floatingButton(QStringLiteral("fullscreen"), tr("Show all"), "fitButton");
    auto* map = floatingButton(QStringLiteral("map"), tr("Minimap"), "minimapButton");
    map->setCheckable(true);
    map->setChecked(canvas_->minimapVisible());
    zoom_ = floatingButton({}, tr("Zoom; click for 100 %"), "zoomButton");
    for (QToolButton* button : {layout, fit_, map, zoom_}) row->addWidget(button);
    connect(&model_, &NetworkModel::structureChanged, this, &NetworkPanel::showStart);
    connect(&model_, &NetworkModel::projectChanged, this, &NetworkPanel::showTitle);
    showTitle();
    connect(layout, &QToolButton::clicked, this, &NetworkPanel::autoLayout);
    connect(fit_, &QToolButton::clicked, this, &NetworkPanel::fit);
    connect(map, &QToolButton::toggled, canvas_, &NodeCanvas::setMinimapVisible);
    connect(zoom_, &QToolButton::clicked, this, [this] { canvas_->setZoom(1); });
    connect(canvas_, &NodeCanvas::zoomChanged, this, &NetworkPanel::showZoom);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        showTitle();
        showZoom();
    });

    connect(canvas_, &NodeCanvas::selectionChanged, this, [this] { selection_.setNodes(canvas_->selectedNodes()); });
    connect(&selection_, &Selection::nodeChanged, this, [this] {
        if (canvas_->selectedNodes() != selection_.nodes()) canvas_->select(selection_.nodes());
    });
    // A layer that undo took away is no longer selected; one that it renamed still is.
    connect(&model_, &NetworkModel::structureChanged, this, [this] {
        const QStringList before = std::exchange(known_, model_.nodeIds());
        qsizetype named = -1, others = before.size() == known_.size() ? 0 : 2;
        for (qsizetype i = 0; i < before.size() && others < 2; ++i)
            if (before[i] != known_[i]) named = i, ++others;
        QStringList left;
        for (const QString& id : selection_.nodes())
            if (model_.contains(id))
                left << id;
            else if (others == 1 && id == before[named])
                left << known_[named];
        selection_.setNodes(left);
    });
    connect(&editor_, &NetworkEditor::refused, this, &NetworkPanel::refused);
    connect(&editor_, &NetworkEditor::laidOut, this, &NetworkPanel::fit);
    wireCanvas();
    showZoom();
}

void NetworkPanel::wireCanvas() {
    connect(canvas_, &NodeCanvas::createRequested, this,
            [this](const QString& type, QPointF at, const QString& from, const QString& to, int port) {
                select({editor_.add(type, model_.fromCanvas(at), from, to, port)});
            });
    connect(canvas_, &NodeCanvas::appendRequested, this, &NetworkPanel::append);
    connect(canvas_, &NodeCanvas::insertRequested, this, [this](const QString& type, const CanvasLink& wire) {
        const QString id = editor_.insertOnWire(type, wire);
        if (!id.isEmpty()) select({id});
    });
    connect(canvas_, &NodeCanvas::spliceRequested, this,
            [this](const QString& node, QPointF by, const CanvasLink& into) {
                editor_.splice(node, model_.fromCanvas(by), into);
            });
    connect(canvas_, &NodeCanvas::connectRequested, &editor_, &NetworkEditor::connectNodes);
    connect(canvas_, &NodeCanvas::connectAllRequested, &editor_, &NetworkEditor::connectAll);
    connect(canvas_, &NodeCanvas::disconnectRequested, &editor_, &NetworkEditor::disconnectLinks);
    connect(canvas_, &NodeCanvas::reconnectRequested, &editor_, &NetworkEditor::reconnect);
    connect(canvas_, &NodeCanvas::moveRequested, this, [this](const QStringList& ids, QPointF by, bool goesOn) {
        editor_.move(ids, model_.fromCanvas(by), goesOn);
    });
    connect(canvas_, &NodeCanvas::renameRequested, this, [this](const QString& id, const QString& name) {
        editor_.rename(id, name);
        select({name});
    });
    connect(canvas_, &NodeCanvas::repairRequested, this, [this](const QString& node, int repair) {
        const Diagnostic* shown = model_.worst(node.toStdString());
        if (shown && repair >= 0 && repair < static_cast<int>(shown->repairs.size()))
            editor_.repair(node, Repair(shown->repairs[static_cast<size_t>(repair)]));
    });
    connect(canvas_, &NodeCanvas::openRequested, this, [this](const QString& node) {
        select({node});
        selection_.open(node);
    });
    connect(canvas_, &NodeCanvas::filesDropped, this, &NetworkPanel::dataDropped);
    connect(canvas_, &NodeCanvas::contextMenuRequested, this, &NetworkPanel::showMenu);
    connect(canvas_, &NodeCanvas::searchShown, this, [this](bool shown) {
        searching_ = shown;
        showStart();
    });
}

void NetworkPanel::showMenu(const QPoint& at, const QString& node) {
    QMenu menu(this);
    if (fillMenu_) fillMenu_(menu, !node.isEmpty());
    if (!node.isEmpty()) {
        QMenu* types = menu.addMenu(tr("Change type to"));
        QMenu* category = nullptr;
        for (const LayerType& type : allLayers()) {
            const QString id = q(type.id), title = q(titleOf(type.category));
            if (!category || category->title() != title) category = types->addMenu(title);
            category->addAction(q(type.title), this, [this, node, id] { select({editor_.changeType(node, id)}); });
        }
    }
    menuAt_ = canvas_->toScene(canvas_->mapFromGlobal(at));
    menu.exec(at);
    menuAt_.reset();
}

QToolButton* NetworkPanel::floatingButton(const QString& icon, const QString& tip, const char* name) {
    auto* button = new QToolButton(buttons_);
    button->setObjectName(QLatin1String(name));
    button->setProperty("framed", true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    Theme::instance().fixHeight(button, Theme::kControl);
    if (!icon.isEmpty()) {
        button->setIcon(Theme::instance().icon(icon, Token::Text));
        Theme::instance().fixWidth(button, Theme::kControl);
        button->setStyleSheet(QStringLiteral("padding:0"));
    }
    return button;
}

void NetworkPanel::showTitle() {
    breadcrumb_->setStyleSheet(QStringLiteral("background:transparent"));
    place();
}

void NetworkPanel::setStart(StartRow* start) {
    start_ = start;
    start_->setParent(this);
    connect(start_, &StartRow::changed, this, &NetworkPanel::place);
    showStart();
}

void NetworkPanel::showStart() {
    if (start_) start_->setVisible(model_.spec().nodes.empty() && !searching_);
    place();
}

QString NetworkPanel::hint(const QString& searchKey) {
    return searchKey.isEmpty()
               ? tr("Drag a layer here, or start from one of these:")
               : tr("Drag a layer here, press %1 to search, or start from one of these:").arg(searchKey);
}

void NetworkPanel::showKeys(const ActionTable& actions) {
    canvas_->setEmptyText(tr("No layers yet"), hint(actions.keyText(QStringLiteral("addAfterAction"))));
    fit_->setToolTip(actions.withKey(tr("Show all"), QStringLiteral("fitAction")));
    place();
}

void NetworkPanel::showZoom() {
    zoom_->setText(QStringLiteral("%1 %").arg(qRound(canvas_->zoom() * 100)));
    zoom_->setFont(Theme::instance().mono());
    place();
}

void NetworkPanel::select(const QStringList& ids) {
    QStringList known;
    for (const QString& id : ids)
        if (model_.contains(id)) known << id;
    if (known.isEmpty()) return;
    canvas_->select(known);
    selection_.setNodes(known);
}

void NetworkPanel::addLayer(const QString& type) {
    QStringList after = selection_.nodes();
    if (after.isEmpty()) {
        // Nothing chosen: go on where the network ends, if it ends in one place.
        QStringList open;
        const Links& wiring = model_.wiring();
        for (size_t i = 0; i < wiring.out.size(); ++i) {
            const NodeSpec& node = model_.spec().nodes[i];
            const LayerType* layer = findLayer(node.type);
            if (wiring.out[i].empty() && (!layer || layer->hasOutput)) open << q(node.id);
        }
        if (open.size() == 1) after = open;
        // All of it leads into the Output: the layer comes before that one.
        std::vector<CanvasLink> ends;
        for (const LinkSpec& link : model_.spec().links)
            if (const LayerType* layer = findLayer(model_.spec().find(link.to)->type); layer && !layer->hasOutput)
                ends.push_back({q(link.from), q(link.to), link.port, {}});
        const LayerType* layer = findLayer(edits::typeOf(type.toStdString()));
        if (open.isEmpty() && ends.size() == 1 && layer && layer->maxInputs != 0 && layer->hasOutput) {
            const QString id = editor_.insertOnWire(type, ends.front());
            select({id});
            return canvas_->revealNode(id);
        }
    }
    append(type, after);
}

void NetworkPanel::append(const QString& type, const QStringList& after) {
    const QString id = editor_.addAfter(type, after);
    select({id});
    canvas_->revealNode(id);
}

void NetworkPanel::cut() { editor_.cut(canvas_->selectedNodes()); }
void NetworkPanel::copy() { editor_.copy(canvas_->selectedNodes()); }
void NetworkPanel::paste() { pasteAt(false); }
void NetworkPanel::pasteWithWires() { pasteAt(true); }
void NetworkPanel::pasteAt(bool withWires) {
    auto at = menuAt_ ? menuAt_ : canvas_->mouseInScene();
    if (at) at = model_.fromCanvas(*at);
    const QStringList made = editor_.paste(at ? &*at : nullptr, withWires);
    select(made);
    if (!made.isEmpty()) canvas_->revealNode(made.front());
}
void NetworkPanel::duplicate() { select(editor_.duplicate(canvas_->selectedNodes())); }
void NetworkPanel::remove() { editor_.remove(canvas_->selectedNodes(), canvas_->selectedLinks(), false); }
void NetworkPanel::removeAndReconnect() { editor_.remove(canvas_->selectedNodes(), canvas_->selectedLinks(), true); }
void NetworkPanel::toggleBypass() { editor_.toggleBypass(canvas_->selectedNodes()); }
void NetworkPanel::rename() {
    if (!canvas_->currentNode().isEmpty()) canvas_->renameInPlace(canvas_->currentNode());
}
void NetworkPanel::toggleTrainable() { editor_.toggleTrainable(canvas_->selectedNodes()); }
void NetworkPanel::selectAll() { select(model_.nodeIds()); }
void NetworkPanel::autoLayout() { editor_.autoLayout(); }
void NetworkPanel::fit() { canvas_->frame({}); }

void NetworkPanel::reveal(const QString& node) {
    select({node});
    canvas_->revealNode(node);
}

// A line at the top of the canvas, with completion over all layers; Enter jumps, Esc closes.
void NetworkPanel::findNode() {
    if (auto* open = findChild<QLineEdit*>(QStringLiteral("findNode"))) {
        open->setFocus();
        return;
    }
    auto* line = new QLineEdit(this);
    line->setObjectName(QStringLiteral("findNode"));
    line->setPlaceholderText(tr("Find a layer by name or type"));
    QStringList names;
    for (const QString& id : model_.nodeIds()) names << QStringLiteral("%1  %2").arg(id, model_.node(id).typeName);
    auto* completer = new QCompleter(names, line);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    line->setCompleter(completer);
    const QSize size(Theme::instance().scaled(300), Theme::instance().scaled(Theme::kControl));
    line->setGeometry((width() - size.width()) / 2, 12, size.width(), size.height());
    line->show();
    line->setFocus();
    const auto go = [this, line, names] {
        // A whole name, or a line of the list, before all that it is a part of.
        const QString wanted = line->text().trimmed();
        const QStringList hits = names.filter(wanted, Qt::CaseInsensitive);
        const auto whole = std::ranges::find_if(hits, [&wanted](const QString& hit) {
            return hit == wanted || hit.section(QStringLiteral("  "), 0, 0).compare(wanted, Qt::CaseInsensitive) == 0;
        });
        const QString hit = whole != hits.end() ? *whole : hits.value(0);
        if (!wanted.isEmpty() && !hit.isEmpty()) reveal(hit.section(QStringLiteral("  "), 0, 0));
        line->deleteLater();
        canvas_->setFocus();
    };
    connect(line, &QLineEdit::returnPressed, this, go);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, [line, go](const QString& text) {
        line->setText(text);
        go();
    });
    auto* escape = new QAction(line);
    escape->setShortcut(Qt::Key_Escape);
    escape->setShortcutContext(Qt::WidgetShortcut);
    line->addAction(escape);
    connect(escape, &QAction::triggered, line, [this, line] {
        canvas_->setFocus();  // first: what goes with the keyboard leaves it nowhere
        line->deleteLater();
    });
    connect(line, &QLineEdit::editingFinished, line, &QObject::deleteLater);
}

// A long name loses its middle, and goes where little of it would be left: the buttons lie beside it.
void NetworkPanel::fitTitle(int room) {
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(12);
    const QFontMetrics letters(font);
    const int rest = letters.horizontalAdvance(QStringLiteral("\u00a0\u00a0›\u00a0 main"));
    const int left = room - rest - 2;
    const QString name = letters.elidedText(model_.project(), Qt::ElideMiddle, std::max(left, 0));
    const QString before =
        QStringLiteral("<span style='color:%1'>%2</span> <span style='color:%3'>&nbsp;›&nbsp;</span> ")
            .arg(theme.color(Token::Muted).name(), name.toHtmlEscaped(), theme.color(Token::Faint).name());
    breadcrumb_->setFont(font);
    breadcrumb_->setText((left < theme.scaled(kLeastName) && name != model_.project() ? QString() : before) +
                         QStringLiteral("<span style='color:%1'>main</span>").arg(theme.color(Token::Text).name()));
    breadcrumb_->adjustSize();
    if (breadcrumb_->width() > room) breadcrumb_->resize(0, 0);
}

void NetworkPanel::place() {
    canvas_->setGeometry(rect());
    buttons_->adjustSize();
    buttons_->move(width() - buttons_->width() - kOverInset, 10);
    fitTitle(buttons_->x() - 2 * kOverInset);
    breadcrumb_->move(kOverInset, 10);
    if (start_) {
        start_->fit(width() - 24);
        start_->move((width() - start_->width()) / 2, canvas_->belowEmptyText() + kBelowWords);
        start_->raise();
    }
    breadcrumb_->raise();
    buttons_->raise();
    canvas_->setTaken({breadcrumb_->geometry(), buttons_->geometry(), covered_});
}

void NetworkPanel::setCovered(const QRect& covered) {
    covered_ = covered;
    place();
}

void NetworkPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

}  // namespace tl
