// See the header.
#include "widgets/accessible/parts.h"

#include <QAccessibleWidget>
#include <QHash>

namespace tl {

namespace {

QHash<const QObject*, AccessibleParts>& described() {
    static QHash<const QObject*, AccessibleParts> all;
    return all;
}

class Part : public QAccessibleInterface {
public:
    Part(QWidget& widget, int index) : widget_(&widget), index_(index) {}
    bool isValid() const override { return widget_ && index_ < described()[widget_].count(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return widget_ ? widget_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(widget_.data()); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const AccessiblePart part = this->part();
        switch (kind) {
        case QAccessible::Name: return part.name;
        case QAccessible::Value: return part.value;
        case QAccessible::Description: return part.description;
        default: return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect r = part().rect;
        return {widget_->mapToGlobal(r.topLeft()), r.size()};
    }
    QAccessible::Role role() const override { return isValid() ? part().role : QAccessible::NoRole; }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const AccessiblePart part = this->part();
        state.focusable = true;
        state.focused = part.focused && widget_->hasFocus();
        state.selectable = true;
        state.selected = part.selected;
        state.invisible = !widget_->isVisible();
        return state;
    }

private:
    AccessiblePart part() const { return described()[widget_].part(index_); }
    QPointer<QWidget> widget_;
    int index_;
};

class Whole : public QAccessibleWidget {
public:
    explicit Whole(QWidget* widget) : QAccessibleWidget(widget, described()[widget].role) {}
    ~Whole() override {
        for (const QAccessible::Id id : made_) QAccessible::deleteAccessibleInterface(id);
    }
    int childCount() const override { return described().contains(object()) ? described()[object()].count() : 0; }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        auto found = made_.constFind(index);
        if (found == made_.constEnd()) {
            auto* part = new Part(*widget(), index);
            indices_.insert(part, index);
            found = made_.insert(index, QAccessible::registerAccessibleInterface(part));
        }
        return QAccessible::accessibleInterface(*found);
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const int part = described()[object()].at(widget()->mapFromGlobal(QPoint(x, y)));
        return part < 0 ? nullptr : child(part);
    }
    QAccessibleInterface* focusChild() const override {
        if (!widget()->hasFocus()) return nullptr;
        const AccessibleParts& parts = described()[object()];
        QAccessibleInterface* part = parts.focus ? child(parts.focus()) : nullptr;
        return part ? part : const_cast<Whole*>(this);
    }
    int indexOfChild(const QAccessibleInterface* one) const override { return indices_.value(one, -1); }

private:
    mutable QHash<int, QAccessible::Id> made_;
    mutable QHash<const QAccessibleInterface*, int> indices_;
};

QAccessibleInterface* makePart(const QString&, QObject* object) {
    return described().contains(object) ? new Whole(static_cast<QWidget*>(object)) : nullptr;
}

}  // namespace

void describeParts(QWidget& widget, const AccessibleParts& parts) {
    static const bool installed = [] {
        QAccessible::installFactory(makePart);
        return true;
    }();
    Q_UNUSED(installed);
    // Who asked before, as Qt does where a widget is given its name, keeps one without parts.
    if (QAccessibleInterface* before = QAccessible::queryAccessibleInterface(&widget))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(before));
    described().insert(&widget, parts);
    QObject::connect(&widget, &QObject::destroyed, [](QObject* gone) { described().remove(gone); });
}

void announcePart(QWidget& widget, int part) {
    if (!QAccessible::isActive()) return;
    QAccessibleEvent event(&widget, QAccessible::Focus);
    event.setChild(part);
    QAccessible::updateAccessibility(&event);
}

}  // namespace tl
