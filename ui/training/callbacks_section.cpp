// Entries are kept while their types stay in place, so that a field under the fingers keeps its focus and its text.
#include "ui/training/callbacks_section.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "engine/train/callback.h"
#include "ui/commands/training_editor.h"
#include "ui/models/property_rows.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "widgets/controls/controls.h"
#include "widgets/properties/property_grid.h"

namespace tl {

namespace {

const CallbackType* callbackTypeOf(const std::string& id) {
    for (const CallbackType& type : allCallbacks())
        if (type.id == id) return &type;
    return nullptr;
}

}  // namespace

CallbacksSection::CallbacksSection(TrainingModel& model, TrainingEditor& editor, QWidget* parent)
    : QWidget(parent), model_(model), editor_(editor) {
    setObjectName(QStringLiteral("callbacksSection"));
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(2);
    none_ = new ToneLabel(tr("Nothing watches the run."), Token::Muted);
    none_->setContentsMargins(10, 0, 12, 4);
    column_->addWidget(none_);
    add_ = new QToolButton;
    add_->setObjectName(QStringLiteral("addCallback"));
    add_->setText(tr(" Add callback"));
    add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add_->setIcon(Theme::instance().icon(QStringLiteral("plus-lg")));
    add_->setIconSize({12, 12});
    add_->setFixedHeight(Theme::kControl);
    connect(add_, &QToolButton::clicked, this, &CallbacksSection::showMenu);
    auto* last = new QHBoxLayout;
    last->setContentsMargins(4, 2, 12, 0);
    last->addWidget(add_);
    last->addStretch(1);
    column_->addLayout(last);
}

void CallbacksSection::showMenu() {
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    for (const CallbackType& type : allCallbacks()) {
        QAction* action = menu.addAction(q(type.title));
        action->setToolTip(q(type.help));
        connect(action, &QAction::triggered, this, [this, &type] {
            editor_.edit(q(type.title), [&](TrainingSpec& spec) { spec.callbacks.push_back({type.id, {}}); });
        });
    }
    menu.exec(add_->mapToGlobal(QPoint(0, add_->height() + 2)));
}

int CallbacksSection::indexOf(const PropertyGrid* grid) const {
    for (int i = 0; i < entries_.size(); ++i)
        if (entries_[i].grid == grid) return i;
    return -1;
}

CallbacksSection::Entry CallbacksSection::makeEntry(const std::string& id) {
    const CallbackType* type = callbackTypeOf(id);
    Entry entry{id, new QWidget(this), new QToolButton, new PropertyGrid};
    auto* column = new QVBoxLayout(entry.box);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 0, 8, 0);
    auto* title = new ToneLabel(type ? q(type->title) : q(id), type ? Token::Text : Token::Bad, ToneLabel::Title);
    title->setToolTip(type ? q(type->help) : tr("There is no callback of this name here."));
    entry.remove->setAccessibleName(tr("Remove %1").arg(title->text()));
    entry.remove->setToolTip(entry.remove->accessibleName());
    entry.remove->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    entry.remove->setIconSize({11, 11});
    entry.remove->setFixedSize(24, 24);
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(entry.remove);
    column->addLayout(head);
    column->addWidget(entry.grid);
    connect(entry.remove, &QToolButton::clicked, this, [this, grid = entry.grid, name = title->text()] {
        const int index = indexOf(grid);
        editor_.edit(name, [&](TrainingSpec& spec) { spec.callbacks.erase(spec.callbacks.begin() + index); });
    });
    connect(
        entry.grid, &PropertyGrid::edited, this,
        [this, grid = entry.grid, type, name = title->text()](const QString& key, const QVariant& value, bool final) {
            const int index = indexOf(grid);
            editor_.edit(
                QStringLiteral("%1 %2 %3").arg(name).arg(index + 1).arg(key),
                [&](TrainingSpec& spec) {
                    assign(type->properties, spec.callbacks[static_cast<size_t>(index)].properties, key, value);
                },
                final);
        });
    return entry;
}

void CallbacksSection::refresh(bool readOnly) {
    const auto& callbacks = model_.spec().callbacks;
    // The first entry that is of another type than its place now asks for, and all after it, are made anew.
    qsizetype same = 0;
    while (same < entries_.size() && same < static_cast<qsizetype>(callbacks.size()) &&
           entries_[same].type == callbacks[static_cast<size_t>(same)].type)
        ++same;
    while (entries_.size() > same) {
        entries_.back().box->hide();
        entries_.back().box->deleteLater();  // may hold the sender of the edit that led here
        entries_.pop_back();
    }
    for (auto i = static_cast<size_t>(same); i < callbacks.size(); ++i) {
        entries_.push_back(makeEntry(callbacks[i].type));
        column_->insertWidget(column_->count() - 1, entries_.back().box);
    }
    for (int i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        entry.box->setObjectName(QStringLiteral("callback_%1").arg(i));
        entry.grid->setObjectName(QStringLiteral("callbackGrid_%1").arg(i));
        entry.remove->setObjectName(QStringLiteral("removeCallback_%1").arg(i));
        entry.remove->setEnabled(!readOnly);
        entry.grid->setReadOnly(readOnly);
        const CallbackType* type = callbackTypeOf(entry.type);
        if (!type) continue;
        const Properties& properties = callbacks[static_cast<size_t>(i)].properties;
        QVector<PropertyRow> rows = readableRows(type->properties, properties);
        try {
            type->make(PropertyReader(type->properties, properties, type->title));
        } catch (const std::exception& error) {
            sayTogether(rows, QString::fromUtf8(error.what()));
        }
        entry.grid->setRows(rows);
    }
    none_->setVisible(entries_.isEmpty());
    add_->setEnabled(!readOnly);
}

}  // namespace tl
