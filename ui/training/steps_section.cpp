// Entries are kept while their types stay in place, so that a field under the fingers keeps its focus and its text.
#include "ui/training/steps_section.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QMoveEvent>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/commands/training_editor.h"
#include "ui/models/property_rows.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "widgets/controls/controls.h"
#include "widgets/properties/property_grid.h"
#include "widgets/properties/stop_listening.h"

namespace tl {

StepsSection::StepsSection(TrainingEditor& editor, std::vector<TypedProperties> TrainingSpec::*list,
                           std::vector<StepType> types, const QString& name, const QString& add, QWidget* parent)
    : QWidget(parent), editor_(editor), list_(list), types_(std::move(types)), name_(name) {
    setObjectName(name + QStringLiteral("Steps"));
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(2);
    none_ = new ToneLabel({}, Token::Muted);
    none_->setWordWrap(true);
    none_->setContentsMargins(10, 0, 12, 4);
    column_->addWidget(none_);
    add_ = new QToolButton;
    add_->setObjectName(name + QStringLiteral("Add"));
    add_->setText(QLatin1Char(' ') + add);
    add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add_->setIcon(Theme::instance().icon(QStringLiteral("plus-lg")));
    add_->setIconSize(Theme::instance().square(12));
    Theme::instance().fixHeight(add_, Theme::kControl);
    connect(add_, &QToolButton::clicked, this, &StepsSection::showMenu);
    auto* last = new QHBoxLayout;
    last->setContentsMargins(4, 2, 12, 0);
    last->addWidget(add_);
    last->addStretch(1);
    column_->addLayout(last);
}

const StepType* StepsSection::typeOf(const std::string& id) const {
    for (const StepType& type : types_)
        if (type.id == id) return &type;
    return nullptr;
}

void StepsSection::showMenu() {
    auto* menu = new SearchMenu(tr("Search"), this);
    for (const StepType& type : types_) menu->addEntry(type.group, q(type.title), type.help);
    connect(menu, &SearchMenu::chosen, this, [this](int entry) {
        const StepType& type = types_[static_cast<size_t>(entry)];
        editor_.edit(
            q(type.title),
            [&](TrainingSpec& spec) {
                (spec.*list_).push_back({type.id, {}});
            },
            true, [title = type.title] { return tr("Add %1").arg(q(title)); });
        QTimer::singleShot(0, this, [this] {  // once it is laid out
            showLast();
            follow(true);
        });
    });
    menu->open(*add_);
}

QScrollArea* StepsSection::scrollArea() const {
    for (QWidget* above = parentWidget(); above; above = above->parentWidget())
        if (auto* scroll = qobject_cast<QScrollArea*>(above)) return scroll;
    return nullptr;
}

// What was added may lie below the edge of a low panel.
void StepsSection::showLast() {
    if (QScrollArea* scroll = scrollArea(); scroll && !entries_.isEmpty())
        scroll->ensureWidgetVisible(entries_.back().box, 0, 8);
}

// What comes above a step that was added, as pictures of what it does, would push it out of sight again.
void StepsSection::moveEvent(QMoveEvent* event) {
    const QScrollArea* scroll = follows_ && !entries_.isEmpty() ? scrollArea() : nullptr;
    if (!scroll) return;
    const QWidget& box = *entries_.back().box;
    const QRect before(box.mapTo(scroll->viewport(), event->oldPos() - event->pos()), box.size());
    if (scroll->viewport()->rect().intersects(before)) QTimer::singleShot(0, this, &StepsSection::showLast);
}

void StepsSection::follow(bool on) {
    if (std::exchange(follows_, on) == on) return;
    if (on)
        qApp->installEventFilter(this);
    else
        qApp->removeEventFilter(this);
}

bool StepsSection::eventFilter(QObject* target, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress ||
        event->type() == QEvent::Wheel)
        follow(false);
    return QWidget::eventFilter(target, event);
}

int StepsSection::indexOf(const PropertyGrid* grid) const {
    for (int i = 0; i < entries_.size(); ++i)
        if (entries_[i].grid == grid) return i;
    return -1;
}

StepsSection::~StepsSection() { stopListening(*this); }

QToolButton* StepsSection::makeButton(const QIcon& icon, const QString& words) {
    auto* button = new QToolButton;
    button->setAccessibleName(words);
    button->setToolTip(words);
    button->setIcon(icon);
    button->setIconSize(Theme::instance().square(11));
    button->setFixedSize(Theme::instance().square(24));
    return button;
}

StepsSection::Entry StepsSection::makeEntry(const std::string& id) {
    const StepType* type = typeOf(id);
    const Message of = type ? type->title : Message(id);
    const QString name = q(of);
    Entry entry{id, new QWidget(this),
                makeButton(Theme::instance().icon(QStringLiteral("arrow-up")), tr("Move %1 up").arg(name)),
                makeButton(Theme::instance().icon(QStringLiteral("x-lg")), tr("Remove %1").arg(name)),
                new PropertyGrid};
    auto* column = new QVBoxLayout(entry.box);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 0, 8, 0);
    head->setSpacing(0);
    auto* title = new ToneLabel(name, type ? Token::Text : Token::Bad, ToneLabel::Title);
    title->setToolTip(type ? type->help : tr("This program does not know it."));
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(entry.up);
    head->addWidget(entry.remove);
    column->addLayout(head);
    column->addWidget(entry.grid);
    connect(entry.remove, &QToolButton::clicked, this, [this, of, grid = entry.grid] {
        const int index = indexOf(grid);
        editor_.edit(
            q(of), [&](TrainingSpec& spec) { (spec.*list_).erase((spec.*list_).begin() + index); }, true,
            [of] { return tr("Remove %1").arg(q(of)); });
    });
    connect(entry.up, &QToolButton::clicked, this, [this, of, grid = entry.grid] {
        const auto index = static_cast<size_t>(indexOf(grid));
        editor_.edit(
            q(of), [&](TrainingSpec& spec) { std::swap((spec.*list_)[index], (spec.*list_)[index - 1]); }, true,
            [of] { return tr("Move %1").arg(q(of)); });
    });
    connect(entry.grid, &PropertyGrid::edited, this,
            [this, of, type, grid = entry.grid](const QString& key, const QVariant& value, bool final) {
                const int index = indexOf(grid);
                const auto field = [of, index, key] {
                    return QStringLiteral("%1 %2 %3").arg(q(of), QString::number(index + 1), key);
                };
                const auto at = static_cast<size_t>(index);
                const auto told = [&](const TrainingSpec& spec) {
                    const Property* property = findProperty(*type->properties, key);
                    if (!property || at >= (spec.*list_).size()) return QString();
                    const Properties& values = (spec.*list_)[at].properties;
                    const auto set = values.find(property->key);
                    return q(toString(set == values.end() ? property->defaultValue : set->second));
                };
                editor_.set(
                    field(), field, told,
                    [&](TrainingSpec& spec) { assign(*type->properties, (spec.*list_)[at].properties, key, value); },
                    final);
            });
    return entry;
}

void StepsSection::refresh(const TrainingSpec& shown, bool readOnly, const QString& none) {
    const auto& steps = shown.*list_;
    // The first entry that is of another type than its place now asks for, and all after it, are made anew.
    qsizetype same = 0;
    while (same < entries_.size() && same < static_cast<qsizetype>(steps.size()) &&
           entries_[same].type == steps[static_cast<size_t>(same)].type)
        ++same;
    if (entries_.size() > same || static_cast<qsizetype>(steps.size()) > same) follow(false);
    while (entries_.size() > same) {
        entries_.back().box->hide();
        entries_.back().box->deleteLater();  // may hold the sender of the edit that led here
        entries_.pop_back();
    }
    for (auto i = static_cast<size_t>(same); i < steps.size(); ++i) {
        entries_.push_back(makeEntry(steps[i].type));
        column_->insertWidget(column_->count() - 1, entries_.back().box);
    }
    for (int i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        const auto named = [&](QWidget* widget, const char* part) {
            widget->setObjectName(QStringLiteral("%1%2_%3").arg(name_, QLatin1String(part)).arg(i));
        };
        named(entry.box, "");
        named(entry.grid, "Grid");
        named(entry.up, "Up");
        named(entry.remove, "Remove");
        entry.up->setVisible(i > 0);
        entry.up->setEnabled(!readOnly);
        entry.remove->setEnabled(!readOnly);
        entry.grid->setReadOnly(readOnly);
        const StepType* type = typeOf(entry.type);
        if (!type) continue;
        const Properties& properties = steps[static_cast<size_t>(i)].properties;
        QVector<PropertyRow> rows = propertyRows(*type->properties, properties);
        if (type->problem) {
            const StepFault fault = type->problem(properties);
            const auto row = std::ranges::find(rows, fault.key, &PropertyRow::key);
            if (row == rows.end())
                sayTogether(rows, fault.sentence);
            else
                row->problem = fault.sentence;
        }
        entry.grid->setVisible(!rows.isEmpty());
        entry.grid->setRows(rows);
    }
    none_->setText(none);
    none_->setVisible(entries_.isEmpty());
    add_->setEnabled(!readOnly);
}

}  // namespace tl
