// See the header. The grid keeps its editors while the rows' keys stay, so typing is never interrupted by a report.
#include "ui/inspector/inspector_panel.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "engine/layers/layer_type.h"
#include "ui/commands/network_editor.h"
#include "ui/jobs/step_forecast.h"
#include "ui/models/layer_table_model.h"
#include "ui/models/network_model.h"
#include "ui/models/property_rows.h"
#include "ui/models/selection.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"
#include "widgets/properties/property_grid.h"
#include "widgets/properties/stop_listening.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kLabelWidth = 104, kCellPadding = 9;

// Names of layers: where the longest has no room, all are set narrower before any of them is cut.
class NarrowNames : public QStyledItemDelegate {
public:
    NarrowNames(const LayerTableModel& layers, QWidget& table)
        : QStyledItemDelegate(&table), layers_(layers), table_(table) {
        connect(&layers_, &QAbstractItemModel::modelReset, this, [this] { widest_ = -1; });
    }

private:
    // Once for all of them, not for each that is painted.
    int widest(const QFont& font) const {
        if (widest_ >= 0 && font == font_) return widest_;
        const QFontMetrics metrics(font_ = font);
        widest_ = 0;
        for (int row = 0; row < layers_.rowCount(); ++row)
            widest_ = std::max(widest_, metrics.horizontalAdvance(layers_.layer(layers_.index(row, 0))));
        return widest_;
    }
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        constexpr int kNarrowest = 68, kSlack = 2;  // percent
        QStyledItemDelegate::initStyleOption(option, index);
        const int beside = kCellPadding + table_.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1,
                  room = option->rect.width() - 2 * beside, wanted = widest(option->font);
        if (wanted <= room) return;
        option->font.setStretch(std::max(kNarrowest, 100 * room / wanted - kSlack));
        option->fontMetrics = QFontMetrics(option->font);
    }
    const LayerTableModel& layers_;
    QWidget& table_;
    mutable QFont font_;
    mutable int widest_ = -1;  // in that font
};
constexpr int kLayerPage = 0, kSummaryPage = 1;

// "share of forward": a thin bar in the layer's colour.
class ShareBar : public QWidget {
public:
    ShareBar() { setFixedHeight(14); }
    void set(double fraction, const QString& category) {
        fraction_ = fraction;
        category_ = category;
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const QRectF bar(0, height() / 2.0 - 2.5, width(), 5);
        painter.setBrush(theme.color(Token::Bg3));
        painter.drawRoundedRect(bar, 2.5, 2.5);
        if (fraction_ <= 0) return;
        painter.setBrush(theme.category(category_));
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), std::max(5.0, bar.width() * fraction_), 5), 2.5, 2.5);
    }
    double fraction_ = 0;
    QString category_;
};

}  // namespace

InspectorPanel::InspectorPanel(NetworkModel& model, NetworkEditor& editor, Selection& selection,
                               const StepForecast& forecast, QWidget* parent)
    : QWidget(parent), model_(model), editor_(editor), selection_(selection), forecast_(forecast) {
    setObjectName(QStringLiteral("inspectorPanel"));
    header_ = makeHeader();
    pages_ = new QStackedWidget;
    pages_->addWidget(makeLayerPage());
    pages_->addWidget(makeSummaryPage());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    connect(&selection_, &Selection::nodeChanged, this, &InspectorPanel::refresh);
    connect(&model_, &NetworkModel::specChanged, this, &InspectorPanel::refresh);
    connect(&model_, &NetworkModel::reportChanged, this, &InspectorPanel::refresh);
    connect(&forecast_, &StepForecast::changed, this, &InspectorPanel::showPeak);
    connect(&Theme::instance(), &Theme::changed, this, &InspectorPanel::refresh);
    refresh();
}

InspectorPanel::~InspectorPanel() { stopListening(*this); }

QWidget* InspectorPanel::makeHeader() {
    auto* header = new QWidget;
    Theme::instance().fixHeight(header, 40);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 2, 0, 0);
    row->setSpacing(8);
    icon_ = new QLabel;
    name_ = new QLineEdit;
    name_->setObjectName(QStringLiteral("layerName"));
    name_->setAccessibleName(tr("Name of the layer"));
    name_->setFrame(false);
    Theme::instance().style(name_, QStringLiteral("QLineEdit { background: transparent; border: none; padding: 0; "
                                                  "font-size: 14px; font-weight: 600; }"));
    type_ = new ElidedLabel(Qt::ElideMiddle, Token::Muted);
    more_ = new QToolButton;
    more_->setObjectName(QStringLiteral("layerMenu"));
    more_->setAccessibleName(tr("More about this layer"));
    more_->setIcon(Theme::instance().icon(QStringLiteral("three-dots")));
    row->addWidget(icon_);
    row->addWidget(name_);
    row->addWidget(type_, 1);
    connect(name_, &QLineEdit::editingFinished, this, &InspectorPanel::rename);
    connect(name_, &QLineEdit::textEdited, this, [this] { nameProblem_->hide(); });
    name_->installEventFilter(this);
    connect(name_, &QLineEdit::textChanged, this, [this] {
        name_->setFixedWidth(
            std::clamp(name_->fontMetrics().horizontalAdvance(name_->text()) + 6, 24, Theme::instance().scaled(170)));
    });
    connect(more_, &QToolButton::clicked, this, [this] {
        if (selection_.nodes().isEmpty() || !fillMore_) return;
        setFocus(Qt::OtherFocusReason);  // what is meant is the layer, wherever the keyboard was
        QMenu menu(this);
        fillMore_(menu);
        menu.exec(more_->mapToGlobal(QPoint(0, more_->height())));
    });
    return header;
}

QWidget* InspectorPanel::menuButton() const { return more_; }

InspectorPanel::CostRow InspectorPanel::addCost(QVBoxLayout* layout, const QString& label) {
    CostRow row;
    row.value = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    row.note = new ToneLabel({}, Token::Faint, ToneLabel::Mono);
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    auto* name = new ToneLabel(label, Token::Text);
    Theme::instance().fixWidth(name, kLabelWidth);
    line->addWidget(name);
    line->addWidget(row.value);
    line->addWidget(row.note);
    line->addStretch(1);
    layout->addLayout(line);
    return row;
}

QWidget* InspectorPanel::makeLayerPage() {
    const auto [scroll, layout] = makeScrollColumn();

    nameProblem_ = new ToneLabel({}, Token::Bad, ToneLabel::Caption);
    nameProblem_->setObjectName(QStringLiteral("nameProblem"));
    nameProblem_->setWordWrap(true);
    nameProblem_->setContentsMargins(12, 4, 12, 0);
    nameProblem_->hide();
    layout->addWidget(nameProblem_);
    grid_ = new PropertyGrid;
    grid_->setObjectName(QStringLiteral("propertyGrid"));
    auto* around = new QVBoxLayout;
    around->setContentsMargins(0, 4, 0, 12);
    around->addWidget(grid_);
    placeholder_ = new ToneLabel({}, Token::Muted);
    placeholder_->setWordWrap(true);
    placeholder_->setContentsMargins(12, 0, 12, 0);
    around->addWidget(placeholder_);
    layout->addLayout(around);
    connect(grid_, &PropertyGrid::edited, this, &InspectorPanel::editProperty);
    connect(grid_, &PropertyGrid::takenBack, this,
            [this](const QString& key) { editor_.takeBackProperty(selection_.nodes(), key); });
    connect(grid_, &PropertyGrid::reset, this,
            [this](const QString& key) { editor_.resetProperty(selection_.nodes(), key); });

    aboutOne_ = new QWidget;
    auto* about = new QVBoxLayout(aboutOne_);
    about->setContentsMargins(0, 0, 0, 0);
    about->setSpacing(0);
    layout->addWidget(aboutOne_);
    QVBoxLayout* cost = addSection(about, tr("Cost")).column;
    output_ = addCost(cost, tr("output"));
    parameters_ = addCost(cost, tr("parameters"));
    forward_ = addCost(cost, tr("forward"));
    activation_ = addCost(cost, tr("activation"));
    auto* line = new QHBoxLayout;
    auto* name = new ToneLabel(tr("share of forward"), Token::Text);
    Theme::instance().fixWidth(name, kLabelWidth);
    share_ = new ShareBar;
    shareText_ = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    line->setSpacing(6);
    line->addWidget(name);
    line->addWidget(share_, 1);
    line->addWidget(shareText_);
    cost->addLayout(line);

    QVBoxLayout* help = addSection(about, tr("Help")).column;
    help_ = new ToneLabel({}, Token::Muted);
    help_->setWordWrap(true);
    help->addWidget(help_);
    layout->addStretch(1);
    return scroll;
}

QWidget* InspectorPanel::makeSummaryPage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layers_ = new LayerTableModel(model_, this);
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("summaryTable"));
    table_->setAccessibleName(tr("Layers of the network"));
    table_->setModel(layers_);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->horizontalHeader()->setSectionResizeMode(LayerTableModel::Layer, QHeaderView::Stretch);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    const auto rowHeight = [this] {
        table_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    };
    rowHeight();
    connect(&Theme::instance(), &Theme::changed, table_, rowHeight);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setItemDelegateForColumn(LayerTableModel::Layer, new NarrowNames(*layers_, *table_));
    table_->setTextElideMode(Qt::ElideMiddle);  // names begin alike, and their ends tell them apart
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    const auto choose = [this](const QModelIndex& index) { selection_.reveal(layers_->layer(index)); };
    connect(table_, &QTableView::clicked, this, choose);
    connect(table_, &QTableView::activated, this, choose);
    layout->addWidget(table_, 1);
    QVBoxLayout* total = addSection(layout, tr("Total")).column;
    totalParameters_ = addCost(total, tr("parameters"));
    totalTrainable_ = addCost(total, tr("trainable"));
    totalForward_ = addCost(total, tr("forward"));
    totalActivation_ = addCost(total, tr("activations"));
    totalPeak_ = addCost(total, tr("peak memory"));
    return page;
}

void InspectorPanel::refresh() {
    QStringList nodes;
    for (const QString& id : selection_.nodes())
        if (model_.contains(id)) nodes << id;
    more_->setVisible(!nodes.isEmpty());
    icon_->setVisible(nodes.size() == 1);
    name_->setReadOnly(nodes.size() != 1);
    const QString shown = nodes.join(QLatin1Char('\n'));
    if (shown != shown_) {
        name_->setModified(false);
        nameProblem_->hide();
    }
    shown_ = shown;
    showPage(nodes.isEmpty() ? kSummaryPage : kLayerPage);
    if (nodes.isEmpty())
        showSummary();
    else if (nodes.size() == 1)
        showLayer(nodes.front());
    else
        showLayers(nodes);
}

// A stack of pages would hand the keyboard to the field that had it last, and the next keys would change the layer.
void InspectorPanel::showPage(int page) {
    if (page == pages_->currentIndex()) return;
    const bool held = hasFocus() || pages_->isAncestorOf(QApplication::focusWidget());
    pages_->setCurrentIndex(page);
    if (held) page == kSummaryPage ? table_->setFocus() : setFocus();
}

// From a property back to where it was asked for. With the keyboard on the layer as a whole: the next one of the table,
// or back to it.
void InspectorPanel::keyPressEvent(QKeyEvent* event) {
    const int key = event->key(), step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    const QModelIndex now = table_->currentIndex(), next = now.siblingAtRow(now.row() + step);
    if (key == Qt::Key_Escape && cameFrom_ && cameFrom_->isVisible() && QApplication::focusWidget() != this) {
        cameFrom_->setFocus(Qt::TabFocusReason);
        cameFrom_ = nullptr;
    } else if (key == Qt::Key_Escape) {
        selection_.setNodes({});
    } else if (step != 0 && next.isValid() && layers_->layer(now) == selection_.node()) {
        table_->setCurrentIndex(next);
        selection_.reveal(layers_->layer(next));
    } else {
        QWidget::keyPressEvent(event);
    }
}

// A name that cannot be taken stays in the field, with the reason below it.
void InspectorPanel::rename() {
    const QString id = selection_.node(), wanted = name_->text().trimmed();
    if (id.isEmpty() || wanted == id) {
        nameProblem_->hide();
        return;
    }
    const QString reason = editor_.refusesName(id, wanted);
    nameProblem_->setText(reason);
    nameProblem_->setVisible(!reason.isEmpty());
    if (!reason.isEmpty()) return;
    name_->setModified(false);
    editor_.rename(id, wanted);
    selection_.setNode(wanted);
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == name_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && name_->isModified()) {
        name_->setText(selection_.node());
        nameProblem_->hide();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void InspectorPanel::editProperty(const QString& key, const QVariant& value, bool final) {
    const NodeSpec* node = model_.find(selection_.nodes().value(0));
    const LayerType* type = node ? findLayer(node->type) : nullptr;
    const Property* property = type ? findProperty(type->properties, key) : nullptr;
    if (property) editor_.setProperty(selection_.nodes(), key, fromVariant(property->kind, value), final);
}

void InspectorPanel::editName() {
    name_->setFocus();
    name_->selectAll();
}

void InspectorPanel::takeKeyboard() {
    if (QWidget* from = QApplication::focusWidget(); from && !isAncestorOf(from)) cameFrom_ = from;
    QWidget* first = grid_->isVisible() ? grid_->nextInFocusChain() : nullptr;
    while (first && first != grid_ &&
           !(grid_->isAncestorOf(first) && first->focusPolicy() & Qt::TabFocus && first->isVisible() &&
             first->isEnabled()))
        first = first->nextInFocusChain();
    if (first && first != grid_)
        first->setFocus(Qt::TabFocusReason);
    else
        name_->setFocus(Qt::TabFocusReason);
}

// What all of them have: one edit changes all of them.
void InspectorPanel::showLayers(const QStringList& ids) {
    name_->setText(tr("%n layers", nullptr, static_cast<int>(ids.size())));
    QVector<QVector<PropertyRow>> tables;
    std::set<std::pair<std::string, Properties>> alike;
    QStringList types;
    qint64 parameters = 0;
    for (const QString& id : ids) {
        const NodeSpec* node = model_.find(id);
        const LayerType* type = findLayer(node->type);
        // Of many layers most are alike.
        if (alike.emplace(node->type, node->properties).second) {
            tables << (type ? propertyRows(type->properties, node->properties) : QVector<PropertyRow>());
            if (!types.contains(q(node->type))) types << q(node->type);
        }
        if (const NodeReport* report = model_.report(id)) parameters += report->parameters;
    }
    type_->setText(types.join(QStringLiteral(", ")));
    const QVector<PropertyRow> rows = commonRows(tables);
    grid_->setVisible(!rows.isEmpty());
    grid_->setRows(rows);
    placeholder_->setText(
        rows.isEmpty()
            ? tr("These layers have no property in common.\n%1 parameters together.").arg(grouped(parameters))
            : tr("An edit changes all of them, in one step.\n%1 parameters together.").arg(grouped(parameters)));
    placeholder_->setVisible(true);
    aboutOne_->setVisible(false);
}

void InspectorPanel::showLayer(const QString& id) {
    const NodeSpec* node = model_.find(id);
    const LayerType* type = findLayer(node->type);
    const Theme& theme = Theme::instance();
    if (!name_->isModified()) name_->setText(id);
    aboutOne_->setVisible(true);
    type_->setText(type ? q(type->title) : q(node->type));
    const QString icon = type ? q(type->icon) : QStringLiteral("question-square");
    icon_->setPixmap(theme.pixmap(icon, theme.scaled(16),
                                  type ? theme.category(q(nameOf(type->category))) : theme.color(Token::Faint),
                                  devicePixelRatioF()));
    grid_->setVisible(type != nullptr);
    placeholder_->setVisible(!type || type->properties.empty());
    if (!type) {
        placeholder_->setText(tr("This program does not know the layer type %1. It is kept as it is and saved again "
                                 "word for word; the network cannot train with it.")
                                  .arg(q(node->type)));
        help_->setText(tr("The project was made by another version, or with a layer that is not built in."));
    } else {
        if (type->properties.empty()) placeholder_->setText(tr("Nothing to set."));
        grid_->setRows(propertyRows(type->properties, node->properties));
        help_->setText(q(type->help));
    }
    refreshCost();
}

void InspectorPanel::refreshCost() {
    const QString id = selection_.node();
    const NodeReport* report = model_.report(id);
    const bool known = report && report->outputKnown;
    const QString none = QStringLiteral("–");
    output_.value->setText(known ? q(report->output.toString()) : none);
    parameters_.value->setText(known ? grouped(report->parameters) : none);
    const qint64 fixed = known ? report->parameters - report->trainableParameters : 0;
    parameters_.note->setText(fixed > 0 ? tr("%1 not trained").arg(grouped(fixed)) : QString());
    forward_.value->setText(known ? flopsText(report->forwardFlops) : none);
    activation_.value->setText(known ? bytesText(model_.activationBytes(*report)) : none);
    activation_.note->setText(known ? tr("at batch %1").arg(model_.batch()) : QString());
    double total = 0;
    for (const auto& [name, one] : model_.report().nodes) total += one.forwardFlops;
    const double share = known && total > 0 ? report->forwardFlops / total : 0;
    static_cast<ShareBar*>(share_)->set(share, model_.node(id).category);
    shareText_->setText(QStringLiteral("%1 %").arg(qRound(share * 100)));
}

void InspectorPanel::showSummary() {
    name_->setText(tr("Network"));
    const int count = static_cast<int>(model_.spec().nodes.size());
    type_->setText(tr("%1 layer(s)", nullptr, count).arg(grouped(count)));
    const NetworkReport& report = model_.report();
    layers_->refresh();
    const QFontMetrics mono(Theme::instance().mono());
    for (const auto column : {LayerTableModel::Output, LayerTableModel::Parameters})
        table_->setColumnWidth(column, std::max(mono.horizontalAdvance(layers_->longest(column)) + 2 * kCellPadding + 6,
                                                table_->horizontalHeader()->sectionSizeHint(column)));
    double flops = 0, bytes = 0;
    for (const auto& [id, node] : report.nodes) {
        flops += node.forwardFlops;
        bytes += model_.activationBytes(node);
    }
    table_->clearSelection();
    totalParameters_.value->setText(grouped(report.parameters));
    totalTrainable_.value->setText(grouped(report.trainableParameters));
    totalForward_.value->setText(flopsText(flops));
    totalForward_.note->setText(tr("a sample"));
    totalActivation_.value->setText(bytesText(bytes));
    totalActivation_.note->setText(tr("at batch %1").arg(model_.batch()));
    showPeak();
}

void InspectorPanel::showPeak() {
    const auto peak = static_cast<double>(forecast_.planBytes());
    totalPeak_.value->setText(peak > 0 ? bytesText(peak) : QStringLiteral("–"));
    totalPeak_.note->setText(peak > 0 ? tr("of the plan") : QString());
}

}  // namespace tl
