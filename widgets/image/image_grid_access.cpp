// See the header. Qt owns the items' interfaces by their ids; those of earlier items go when the grid is filled anew.
#include "widgets/image/image_grid_access.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <algorithm>
#include <climits>

#include "widgets/image/image_grid.h"

namespace tl {

namespace {

class ItemAccess : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccess(ImageGrid* grid, qint64 row) : grid_(grid), row_(row) {}
    bool isValid() const override { return grid_ && row_ < grid_->count(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(grid_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const ImageGrid::Words words = grid_->words(row_);
        if (kind == QAccessible::Name) return words.name;
        return kind == QAccessible::Description ? words.details : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect cell = grid_->itemRect(row_);
        return {grid_->viewport()->mapToGlobal(cell.topLeft()), cell.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const bool current = grid_->itemAt(row_) == grid_->currentItem();
        state.focusable = state.selectable = true;
        state.selected = current;
        state.focused = current && grid_->hasFocus();
        const auto [first, last] = grid_->visibleRows();
        state.offscreen = row_ < first || row_ >= last;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {setFocusAction(), pressAction()}; }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        grid_->choose(row_);
        if (name == pressAction()) emit grid_->activated(grid_->itemAt(row_));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<ImageGrid> grid_;
    qint64 row_;
};

class GridAccess : public QAccessibleWidget {
public:
    explicit GridAccess(ImageGrid* grid) : QAccessibleWidget(grid, QAccessible::List), grid_(grid) {
        QObject::connect(grid, &ImageGrid::itemsReplaced, grid, [this] { forget(); });
    }
    ~GridAccess() override { forget(); }
    int childCount() const override { return static_cast<int>(std::min<qint64>(grid_->count(), INT_MAX)); }
    QAccessibleInterface* child(int row) const override {
        if (row < 0 || row >= childCount()) return nullptr;
        if (const auto known = items_.constFind(row); known != items_.constEnd())
            return QAccessible::accessibleInterface(*known);
        if (items_.size() >= kMost) forget();
        auto* made = new ItemAccess(grid_, row);
        items_.insert(row, QAccessible::registerAccessibleInterface(made));
        rows_.insert(made, row);
        return made;
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return rows_.value(child, -1); }
    QAccessibleInterface* childAt(int x, int y) const override {
        return child(static_cast<int>(grid_->rowAt(grid_->viewport()->mapFromGlobal(QPoint(x, y)))));
    }
    QAccessibleInterface* focusChild() const override { return child(static_cast<int>(grid_->currentRow())); }

private:
    static constexpr int kMost = 4096;
    void forget() const {
        const auto ids = items_.values();
        items_.clear();
        rows_.clear();
        for (const QAccessible::Id id : ids) QAccessible::deleteAccessibleInterface(id);
    }
    ImageGrid* grid_;
    mutable QHash<int, QAccessible::Id> items_;
    mutable QHash<const QAccessibleInterface*, int> rows_;
};

QAccessibleInterface* makeGrid(const QString&, QObject* object) {
    auto* grid = qobject_cast<ImageGrid*>(object);
    return grid ? new GridAccess(grid) : nullptr;
}

}  // namespace

void installImageGridAccess() {
    static const bool once = [] {
        QAccessible::installFactory(makeGrid);
        return true;
    }();
    Q_UNUSED(once);
}

}  // namespace tl
