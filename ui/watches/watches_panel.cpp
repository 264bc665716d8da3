// Rows are a table that paints its cost as a bar; the line for a new watch opens under it.
#include "ui/watches/watches_panel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QStringListModel>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/core/error.h"
#include "ui/models/text.h"
#include "ui/models/watch_list.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/put_back.h"
#include "ui/watches/watch_table.h"
#include "widgets/controls/cell_delegate.h"
#include "widgets/controls/controls.h"

namespace tl {
namespace {

constexpr int kBar = 44, kLeastPattern = 90;  // px; a pattern's at letters of 100 %

class WatchDelegate : public CellDelegate {
public:
    using CellDelegate::CellDelegate;

private:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const QRect cell = option.rect;
        const QColor ground = theme.color(Token::Bg1);
        if (option.state & QStyle::State_Selected)
            painter->fillRect(cell, Theme::mix(theme.color(Token::Accent), ground, 0.2));
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(cell, Theme::mix(theme.color(Token::Text), ground, 0.04));
        painter->save();
        const bool wrong = !index.data(WatchTable::ProblemRole).toString().isEmpty();
        const QString text = index.data().toString();
        switch (index.column()) {
        case WatchTable::Pattern: {
            int left = cell.left() + 12;
            if (wrong) {
                painter->drawPixmap(QPointF(left, cell.center().y() - 6),
                                    theme.pixmap(QStringLiteral("exclamation-triangle"), 13, theme.color(Token::Bad),
                                                 painter->device()->devicePixelRatioF()));
                left += 18;
            }
            painter->setFont(theme.mono());
            painter->setPen(theme.color(wrong ? Token::Bad : Token::Text));
            const QRect room(left, cell.top(), cell.right() - left - 4, cell.height());
            painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(text, Qt::ElideMiddle, room.width()));
            break;
        }
        case WatchTable::Kind:
            painter->setFont(theme.font(12));
            painter->setPen(theme.color(Token::Muted));
            painter->drawText(cell.adjusted(2, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, cell.width() - 4));
            break;
        case WatchTable::Every:
            painter->setFont(theme.mono());
            painter->setPen(theme.color(Token::Text));
            painter->drawText(cell.adjusted(2, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, text);
            break;
        default: {
            const double share = index.data(WatchTable::BarRole).toDouble();
            const QRectF bar(cell.left() + 2, cell.center().y() - 2, kBar, 5);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(Token::Bg3));
            painter->drawRoundedRect(bar, 2.5, 2.5);
            if (share > 0) {
                painter->setBrush(theme.color(share >= 1 ? Token::Warn : Token::Accent));
                painter->drawRoundedRect(
                    QRectF(bar.topLeft(), QSizeF(std::max(bar.width() * share, 3.0), bar.height())), 2.5, 2.5);
            }
        }
        }
        if (option.state & QStyle::State_HasFocus && index.column() == WatchTable::Pattern) {
            painter->setPen(theme.color(Token::Accent));
            painter->drawLine(cell.left() + 1, cell.top() + 3, cell.left() + 1, cell.bottom() - 3);
        }
        painter->restore();
    }
};

QToolButton* iconButton(const QString& icon, const QString& words, const char* name) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setIcon(Theme::instance().icon(icon));
    button->setIconSize(Theme::instance().square(11));
    button->setFixedSize(Theme::instance().square(24));
    button->setToolTip(words);
    button->setAccessibleName(words);
    return button;
}

}  // namespace

WatchesPanel::WatchesPanel(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), bench_(desk.bench), putBack_(new PutBack(desk, *this, QStringLiteral("watch"))),
      table_(new WatchTable(bench_, this)), view_(new QTableView), names_(new QStringListModel(this)) {
    setObjectName(QStringLiteral("watchesPanel"));
    view_->setObjectName(QStringLiteral("watchTable"));
    view_->setAccessibleName(tr("Watches"));
    connect(table_, &WatchTable::rowsAboutToBeRemoved, this, &WatchesPanel::keepKeyboard);  // before the view
    view_->setModel(table_);
    auto* delegate = new WatchDelegate(view_);
    view_->setItemDelegate(delegate);
    // Whatever the window takes for its last field: one that was ended by a key leaves the keyboard with the list.
    connect(delegate, &QAbstractItemDelegate::closeEditor, view_,
            [view = view_](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
                if (hint != QAbstractItemDelegate::NoHint)
                    QTimer::singleShot(0, view, [view] { view->setFocus(Qt::OtherFocusReason); });
            });
    view_->setShowGrid(false);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    view_->setTabKeyNavigation(false);
    view_->setMouseTracking(true);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    view_->verticalHeader()->setMinimumSectionSize(Theme::instance().scaled(Theme::kTableRow));
    QHeaderView* header = view_->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(WatchTable::Pattern, QHeaderView::Stretch);
    Theme::instance().style(header, QStringLiteral("QHeaderView::section { padding: 0 8px 0 2px; }"
                                                   "QHeaderView::section:first { padding-left: 12px; }"));
    fitColumns();
    view_->viewport()->installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, &WatchesPanel::fitColumns);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QWidget::customContextMenuRequested, this, &WatchesPanel::menuAt);
    connect(table_, &WatchTable::sharesChanged, this, &WatchesPanel::refresh);
    connect(&bench_.network, &NetworkModel::reportChanged, this, [this] {
        if (entry_->isVisible()) findNames();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(view_, 1);
    column->addWidget(makeEntry());
    column->addWidget(makeFooter());
    refresh();
}

// As wide as the widest word that may stand there; the rest is for what is watched, and where that is too little, the
// bar of its cost and then its kind give way, which its tooltip and the next wider panel have.
void WatchesPanel::fitColumns() {
    const QFontMetrics words(Theme::instance().font(12)), numbers(Theme::instance().mono());
    QHeaderView* header = view_->horizontalHeader();
    // However low the dock, a row is in sight: the titles give way before it does.
    const int row = view_->verticalHeader()->defaultSectionSize() + 2 * view_->frameWidth();
    view_->setMinimumHeight(row);
    header->setVisible(view_->height() >= row + header->sizeHint().height());
    const auto fix = [&](WatchTable::Column column, int widest) {
        const QString title = table_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->setSectionHidden(column, false);
        header->resizeSection(column, std::max(widest, words.horizontalAdvance(title)) + 12);
    };
    int kind = 0;
    for (const WatchKind each : allWatchKinds()) kind = std::max(kind, words.horizontalAdvance(kindWord(each)));
    fix(WatchTable::Kind, kind);
    fix(WatchTable::Every, std::max(numbers.horizontalAdvance(tr("auto")), numbers.horizontalAdvance(grouped(10'000))));
    fix(WatchTable::Cost, kBar);
    int room = view_->viewport()->width() - header->sectionSize(WatchTable::Every);
    for (const WatchTable::Column column : {WatchTable::Kind, WatchTable::Cost}) room -= header->sectionSize(column);
    for (const WatchTable::Column column : {WatchTable::Cost, WatchTable::Kind}) {
        const int wide = header->sectionSize(column);
        const bool gives = room < Theme::instance().scaled(kLeastPattern);
        header->setSectionHidden(column, gives);
        if (gives) room += wide;
    }
}

QWidget* WatchesPanel::makeEntry() {
    entry_ = new QWidget;
    entry_->setObjectName(QStringLiteral("watchEntry"));
    pattern_ = new QLineEdit;
    pattern_->setObjectName(QStringLiteral("watchPattern"));
    pattern_->setPlaceholderText(tr("conv_*/kernel, gradients, input"));
    pattern_->setAccessibleName(tr("Values to watch"));
    auto* completer = new QCompleter(names_, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    pattern_->setCompleter(completer);
    kind_ = new QComboBox;
    kind_->setObjectName(QStringLiteral("watchKind"));
    kind_->setAccessibleName(tr("What of them"));
    for (const WatchKind kind : allWatchKinds()) kind_->addItem(kindWord(kind), static_cast<int>(kind));
    kind_->setCurrentIndex(kind_->findData(static_cast<int>(WatchKind::Histogram)));
    every_ = new QLineEdit;
    every_->setObjectName(QStringLiteral("watchEvery"));
    every_->setPlaceholderText(tr("auto"));
    every_->setAccessibleName(tr("Every how many steps"));
    every_->setToolTip(tr("Steps between two looks; empty: chosen by what a look costs"));
    Theme::instance().fixWidth(every_, 56);
    auto* take = iconButton(QStringLiteral("check-lg"), tr("Watch these values"), "watchTake");
    auto* leave = iconButton(QStringLiteral("x-lg"), tr("Close without watching"), "watchLeave");
    connect(take, &QToolButton::clicked, this, &WatchesPanel::addEntered);
    connect(leave, &QToolButton::clicked, this, &WatchesPanel::closeEntry);
    for (QWidget* field :
         {static_cast<QWidget*>(pattern_), static_cast<QWidget*>(kind_), static_cast<QWidget*>(every_)})
        field->installEventFilter(this);
    problem_ = new ToneLabel({}, Token::Bad, ToneLabel::Caption);
    problem_->setObjectName(QStringLiteral("watchProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    auto* column = new QVBoxLayout(entry_);
    column->setContentsMargins(12, 8, 12, 0);
    column->setSpacing(6);
    column->addWidget(pattern_);
    auto* rest = new QWidget;
    auto* line = new QHBoxLayout(rest);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(new ToneLabel(tr("every"), Token::Muted));
    line->addWidget(every_);
    line->addWidget(take);
    line->addWidget(leave);
    column->addWidget(new FoldingRow(kind_, rest, 6, FoldingRow::Grows::First));
    column->addWidget(problem_);
    entry_->hide();
    return entry_;
}

QWidget* WatchesPanel::makeFooter() {
    auto* footer = new QWidget;
    share_ = new ElidedLabel(Qt::ElideRight, Token::Muted);  // a line: no dock asks how high a text is in its width
    share_->setObjectName(QStringLiteral("watchShare"));
    share_->setMinimumWidth(share_->fontMetrics().horizontalAdvance(tr("costs at most")) + 1);
    limit_ = new QDoubleSpinBox;
    limit_->setObjectName(QStringLiteral("watchLimit"));
    limit_->setRange(0, 100);
    limit_->setDecimals(1);
    limit_->setSingleStep(0.5);
    limit_->setSuffix(QStringLiteral(" %"));
    limit_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    Theme::instance().fixWidth(limit_, 58);
    limit_->setKeyboardTracking(false);
    limit_->setAccessibleName(tr("Share of the time that watching may take"));
    limit_->setToolTip(tr("Watching takes at most this share of the training's time, where intervals are left to it"));
    connect(limit_, &QDoubleSpinBox::valueChanged, this,
            [this](double percent) { bench_.controller.watches().setLimit(percent / 100); });
    add_ = new QToolButton;
    add_->setObjectName(QStringLiteral("watchAdd"));
    add_->setText(QLatin1Char(' ') + tr("Watch"));
    add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add_->setIcon(Theme::instance().icon(QStringLiteral("plus-lg")));
    add_->setIconSize(Theme::instance().square(12));
    Theme::instance().fixHeight(add_, Theme::kControl);
    add_->setToolTip(tr("Watch more values"));
    connect(add_, &QToolButton::clicked, this, &WatchesPanel::openEntry);
    auto* most = new QWidget;
    auto* line = new QHBoxLayout(most);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(share_, 1);
    line->addWidget(limit_);
    auto* whole = new QVBoxLayout(footer);
    whole->setContentsMargins(12, 8, 12, 10);
    whole->addWidget(new FoldingRow(most, add_, 6, FoldingRow::Grows::First));
    return footer;
}

void WatchesPanel::refresh() {
    if (!share_) return;
    share_->setText(table_->measuring() ? tr("its cost is being measured; limit")
                    : table_->share() < 0
                        ? tr("costs at most")
                        : tr("costs %1 of at most").arg(QStringLiteral("%1 %").arg(100 * table_->share(), 0, 'f', 1)));
    const QSignalBlocker quiet(limit_);
    if (!limit_->hasFocus()) limit_->setValue(100 * bench_.controller.watches().limit());
}

// The network as it is edited: what its layers hold is worked out beside the window.
void WatchesPanel::findNames() {
    bench_.jobs.run(
        this, QStringLiteral("watchable names"),
        [network = bench_.network.spec(), facts = bench_.network.facts()](std::stop_token) {
            try {
                return watchableNames(network, facts);
            } catch (const Error&) {
                return std::vector<std::string>{"weights", "gradients", "outputs", "input"};  // it is not whole yet
            }
        },
        [this](const std::vector<std::string>& names) {
            QStringList list;
            for (const std::string& name : names) list << QString::fromStdString(name);
            names_->setStringList(list);
        });
}

void WatchesPanel::openEntry() {
    entry_->show();
    add_->hide();  // a low dock has no room for both
    findNames();
    pattern_->setFocus();
    pattern_->selectAll();
}

void WatchesPanel::closeEntry() {
    pattern_->clear();
    every_->clear();
    problem_->hide();
    entry_->hide();
    add_->show();
    view_->setFocus();
}

void WatchesPanel::addEntered() {
    const QString every = every_->text().trimmed();
    const auto kind = static_cast<WatchKind>(kind_->currentData().toInt());
    try {
        const Watch watch = watchFrom((pattern_->text().trimmed() + QLatin1Char(':') + QLatin1String(nameOf(kind)) +
                                       QLatin1Char(':') + (every.isEmpty() ? QStringLiteral("auto") : every))
                                          .toStdString());
        bench_.controller.watches().add(watch);
        closeEntry();
        view_->selectRow(table_->rowCount() - 1);
    } catch (const Error& error) {
        problem_->setText(q(error.message()));
        problem_->show();
    }
}

// A field in a cell would take the keyboard along when its row goes.
void WatchesPanel::keepKeyboard(const QModelIndex&, int first, int last) {
    const int row = view_->currentIndex().row();
    if (row >= first && row <= last && view_->isAncestorOf(QApplication::focusWidget()))
        QTimer::singleShot(0, view_, [view = view_] { view->setFocus(Qt::OtherFocusReason); });
}

void WatchesPanel::choose(const Watch& watch) {
    for (int row = 0; row < table_->rowCount(); ++row)
        if (table_->at(row)->watch.sameValues(watch)) view_->setCurrentIndex(table_->index(row, WatchTable::Pattern));
}

// A run under way lets it go a little later: what is chosen next is chosen before.
void WatchesPanel::removeCurrent() {
    const int row = view_->currentIndex().row();
    if (!table_->at(row)) return;
    const Watch gone = table_->at(row)->watch;
    if (table_->rowCount() > 1) view_->selectRow(row + 1 < table_->rowCount() ? row + 1 : row - 1);
    WatchList& list = bench_.controller.watches();
    list.remove(gone);
    const QString name = QStringLiteral("%1 · %2").arg(QString::fromStdString(gone.pattern), kindWord(gone.kind));
    putBack_->tell({name, tr("“%1” is watched no more.").arg(name), tr("“%1” is watched again.").arg(name),
                    [&list, gone] { return !list.holds(gone); }, [&list, gone] { list.add(gone); },
                    [this, gone] { choose(gone); }});
}

void WatchesPanel::menuAt(const QPoint& position) {
    view_->setFocus(Qt::OtherFocusReason);
    view_->setCurrentIndex(view_->indexAt(position));
    QMenu menu(this);
    desk_.actions.fill(menu, QStringLiteral("watch"));
    menu.exec(view_->viewport()->mapToGlobal(position));
}

std::vector<ActionRow> WatchesPanel::rows() {
    const auto chosen = [this] { return view_->currentIndex().isValid(); };
    return {{.id = "editWatchAction",
             .text = QT_TRANSLATE_NOOP("Action", "Change the watch's interval"),
             .keys = {Qt::Key_Return, Qt::Key_Enter},
             .menus = {"watch/2"},
             .run = [this] { view_->edit(view_->currentIndex().siblingAtColumn(WatchTable::Every)); },
             .applies = chosen,
             .scope = view_},
            {.id = "removeWatchAction",
             .text = QT_TRANSLATE_NOOP("Action", "Watch it no more"),
             .keys = {Qt::Key_Delete, Qt::Key_Backspace},
             .menus = {"watch/2"},
             .run = [this] { removeCurrent(); },
             .applies = chosen,
             .scope = view_}};
}

bool WatchesPanel::eventFilter(QObject* object, QEvent* event) {
    if (object == view_->viewport() && event->type() == QEvent::Resize)  // a scroll bar makes it narrower, too
        QMetaObject::invokeMethod(this, &WatchesPanel::fitColumns, Qt::QueuedConnection);
    // The Return that ends what is written in a cell comes to the table, too, and is none of the line's.
    if (object == view_->viewport() || event->type() != QEvent::KeyPress) return QWidget::eventFilter(object, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) return addEntered(), true;
    if (key == Qt::Key_Escape) return closeEntry(), true;
    return QWidget::eventFilter(object, event);
}

void WatchesPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
