// See the header.
#include "ui/profile/recording_list.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/jobs/recordings.h"
#include "ui/profile/recording_table.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/cell_delegate.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/question.h"
#include "widgets/controls/quiet_table.h"

namespace tl {

RecordingList::RecordingList(RecordingTable& table, QWidget* parent)
    : QWidget(parent), table_(table), view_(new QTableView), sorted_(new QSortFilterProxyModel(this)),
      pages_(new QStackedWidget) {
    sorted_->setSortRole(RecordingTable::SortRole);
    sorted_->setSourceModel(&table);
    view_->setObjectName(QStringLiteral("recordingTable"));
    view_->setAccessibleName(tr("Recordings"));
    view_->setModel(sorted_);
    view_->setFrameShape(QFrame::NoFrame);
    makeQuiet(*view_);
    view_->setItemDelegateForColumn(RecordingTable::Name, new CellDelegate(view_));
    view_->setSortingEnabled(true);
    view_->sortByColumn(-1, Qt::DescendingOrder);  // as the rows come
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    QHeaderView* header = view_->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(RecordingTable::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(RecordingTable::OfRun, QHeaderView::Stretch);
    view_->installEventFilter(this);
    connect(view_, &QTableView::doubleClicked, this, [this] { emit opened(current()); });
    connect(view_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        if (const QModelIndex row = view_->indexAt(at); row.isValid())
            view_->selectRow(row.row());
        else if (table_.store().lastRemoved().isEmpty())
            return;
        emit menuRequested(view_->viewport()->mapToGlobal(at));
    });
    auto* nothing = new ToneLabel(tr("“Record steps” keeps every kernel of the next steps, in the run's folder. Each "
                                     "recording gets a row here."),
                                  Token::Muted);
    nothing->setObjectName(QStringLiteral("noRecordings"));
    nothing->setWordWrap(true);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(nothing, &QWidget::customContextMenuRequested, this, [this, nothing](const QPoint& at) {
        if (!table_.store().lastRemoved().isEmpty()) emit menuRequested(nothing->mapToGlobal(at));
    });
    pages_->addWidget(nothing);
    pages_->addWidget(view_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(pages_);
    connect(sorted_, &QAbstractItemModel::modelAboutToBeReset, this, [this] { before_ = current(); });
    connect(sorted_, &QAbstractItemModel::modelReset, this, &RecordingList::refresh);
    connect(sorted_, &QAbstractItemModel::rowsInserted, this, &RecordingList::refresh);
    connect(sorted_, &QAbstractItemModel::rowsRemoved, this, &RecordingList::refresh);
    connect(sorted_, &QAbstractItemModel::dataChanged, this, &RecordingList::follow);
    refresh();
}

void RecordingList::refresh() {
    if (sorted_->rowCount() == 0 && view_->hasFocus()) emit emptied();
    pages_->setCurrentIndex(sorted_->rowCount() > 0 ? 1 : 0);
    if (sorted_->rowCount() == 0) return;
    if (!view_->currentIndex().isValid()) {
        const QModelIndexList same =
            sorted_->match(sorted_->index(0, 0), RecordingTable::FileRole, before_, 1, Qt::MatchExactly);
        view_->selectRow(same.isEmpty() ? 0 : same.front().row());
    }
    follow();
}

// Once: who chooses another row then keeps it.
void RecordingList::follow() {
    if (table_.shown() == followed_ || view_->findChild<QLineEdit*>()) return;  // who types a name is not led away
    const QModelIndexList row =
        sorted_->match(sorted_->index(0, 0), RecordingTable::FileRole, table_.shown(), 1, Qt::MatchExactly);
    if (row.isEmpty() && !table_.shown().isEmpty()) return;  // not listed yet
    followed_ = table_.shown();
    if (!row.isEmpty()) view_->selectRow(row.front().row());
}

QString RecordingList::current() const { return view_->currentIndex().data(RecordingTable::FileRole).toString(); }

void RecordingList::rename() {
    if (!current().isEmpty()) view_->edit(view_->currentIndex().siblingAtColumn(RecordingTable::Name));
}

void RecordingList::askToRemove() {
    const QString file = current();
    if (file.isEmpty()) return;
    auto* ask = new Question(*window(), tr("Delete the recording"), tr("Delete “%1”?").arg(table_.nameOf(file)),
                             tr("Its file goes into the trash:\n%1").arg(file));
    ask->setObjectName(QStringLiteral("deleteRecordingBox"));
    ask->setSafe(ask->addCancel());
    ask->addAnswer(
        QStringLiteral("deleteRecordingButton"), tr("Delete"), [&table = table_, file] { table.remove(file); },
        Question::Danger);
    ask->open();
}

void RecordingList::askToSave() {
    const QString file = current();
    if (file.isEmpty()) return;
    static const QRegularExpression kEnding(QStringLiteral("\\.(json|json\\.gz|xplane\\.pb)$"));  // of what is no name
    askForTimeline(*this, table_.nameOf(file).remove(kEnding),
                   [&store = table_.store(), file](const QString& path) { store.saveAs(file, path); });
}

void RecordingList::askForTimeline(QWidget& owner, const QString& name, std::function<void(const QString& path)> save) {
    tl::askToSave(owner, tr("Save the timeline"), name + QStringLiteral(".json.gz"),
                  {tr("Chrome trace, packed (*.json.gz)"), tr("Chrome trace (*.json)"),
                   tr("TensorBoard's profile plugin (*.xplane.pb)")},
                  std::move(save));
}

bool RecordingList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_ && event->type() == QEvent::KeyPress && !current().isEmpty()) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) return emit opened(current()), true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace tl
