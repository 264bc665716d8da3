// See the header. A field's text is uncommitted from the first letter typed until Enter, or until the keyboard leaves
// it: so long Undo belongs to the field.
#include "ui/shell/standard_edits.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTextEdit>
#include <QTreeView>
#include <algorithm>

namespace tl {

namespace {

constexpr const char* kCopyText = "copyText";
constexpr const char* kTyped = "typedIn";
constexpr const char* kSearch = "searchField";

class SearchEscape : public QObject {
public:
    SearchEscape(QLineEdit& line, QWidget* searched) : QObject(&line), line_(line), searched_(searched) {}

private:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
        if (line_.text().isEmpty() && !searched_) return false;
        line_.text().isEmpty() ? searched_->setFocus(Qt::OtherFocusReason) : line_.clear();
        return true;
    }
    QLineEdit& line_;
    QPointer<QWidget> searched_;
};

QLineEdit* lineOf(QWidget* widget) {
    if (auto* line = qobject_cast<QLineEdit*>(widget)) return line;
    if (auto* spin = qobject_cast<QAbstractSpinBox*>(widget)) return spin->findChild<QLineEdit*>();
    return nullptr;
}

// Follows the field that has the keyboard, to know what was typed since it came in or since Enter.
class Typing : public QObject {
public:
    explicit Typing(QObject* parent) : QObject(parent) {
        setObjectName(QLatin1String(kTyped));
        connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
    }

private:
    void follow(QWidget* now) {
        QLineEdit* line = now ? lineOf(now) : nullptr;
        if (line_ == line) return;
        if (line_) line_->disconnect(this);
        line_ = line;
        if (!line) return;
        line->setProperty(kTyped, false);
        connect(line, &QLineEdit::textEdited, this, [line] { line->setProperty(kTyped, true); });
        connect(line, &QLineEdit::returnPressed, this, [line] { line->setProperty(kTyped, false); });
    }
    QPointer<QLineEdit> line_;
};

bool typed(QLineEdit* line) { return line->property(kTyped).toBool(); }

ActionOffer undoIn(QWidget* widget, bool redo) {
    if (QLineEdit* line = lineOf(widget)) {
        const bool own = typed(line) && (redo ? line->isRedoAvailable() : line->isUndoAvailable());
        if (own) return {widget, [line, redo] { redo ? line->redo() : line->undo(); }};
    }
    const auto inText = [&](auto* text) -> ActionOffer {
        const bool own = redo ? text->document()->isRedoAvailable() : text->document()->isUndoAvailable();
        if (!own || text->isReadOnly()) return {};
        return {widget, [text, redo] { redo ? text->redo() : text->undo(); }};
    };
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) return inText(text);
    if (auto* text = qobject_cast<QTextEdit*>(widget)) return inText(text);
    return {};
}

QString rowsOf(const QAbstractItemView& view) {
    QModelIndexList indexes = view.selectionModel()->selectedIndexes();
    if (indexes.isEmpty() && view.currentIndex().isValid()) indexes << view.currentIndex();
    std::vector<std::pair<QModelIndex, int>> rows;  // parent and row
    for (const QModelIndex& index : indexes) {
        const std::pair<QModelIndex, int> row(index.parent(), index.row());
        if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    const auto* list = qobject_cast<const QListView*>(&view);
    const auto* table = qobject_cast<const QTableView*>(&view);
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    QStringList lines;
    for (const auto& [parent, row] : rows) {
        QStringList cells;
        const int columns = list ? 1 : view.model()->columnCount(parent);
        for (int column = 0; column < columns; ++column) {
            if ((table && table->isColumnHidden(column)) || (tree && tree->isColumnHidden(column))) continue;
            cells << view.model()->index(row, list ? list->modelColumn() : column, parent).data().toString();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

ActionOffer copyIn(QWidget* widget) {
    if (QLineEdit* line = lineOf(widget))
        return {widget, [line] { line->copy(); }, [line] { return line->hasSelectedText(); }};
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) return {widget, [text] { text->copy(); }};
    if (auto* text = qobject_cast<QTextEdit*>(widget)) return {widget, [text] { text->copy(); }};
    const auto take = [widget](const QString& text) {
        return ActionOffer{widget, [text] { QApplication::clipboard()->setText(text); }};
    };
    if (auto* label = qobject_cast<QLabel*>(widget); label && label->hasSelectedText())
        return take(label->selectedText());
    if (auto* view = qobject_cast<QAbstractItemView*>(widget); view && view->model() && view->selectionModel())
        return {widget, [view] { QApplication::clipboard()->setText(rowsOf(*view)); },
                [view] { return view->currentIndex().isValid() || view->selectionModel()->hasSelection(); }};
    if (const QVariant text = widget->property(kCopyText); text.isValid()) return take(text.toString());
    return {};
}

ActionOffer cutIn(QWidget* widget) {
    if (QLineEdit* line = lineOf(widget))
        return {widget, [line] { line->cut(); }, [line] { return line->hasSelectedText() && !line->isReadOnly(); }};
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) return {widget, [text] { text->cut(); }};
    if (auto* text = qobject_cast<QTextEdit*>(widget)) return {widget, [text] { text->cut(); }};
    return {};
}

ActionOffer pasteIn(QWidget* widget) {
    if (QLineEdit* line = lineOf(widget))
        return {widget, [line] { line->paste(); }, [line] { return !line->isReadOnly(); }};
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) return {widget, [text] { text->paste(); }};
    if (auto* text = qobject_cast<QTextEdit*>(widget)) return {widget, [text] { text->paste(); }};
    return {};
}

ActionOffer selectAllIn(QWidget* widget) {
    if (QLineEdit* line = lineOf(widget)) return {widget, [line] { line->selectAll(); }};
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) return {widget, [text] { text->selectAll(); }};
    if (auto* text = qobject_cast<QTextEdit*>(widget)) return {widget, [text] { text->selectAll(); }};
    if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        return {widget, [view] { view->selectAll(); },
                [view] {
                    return view->selectionMode() == QAbstractItemView::ExtendedSelection ||
                           view->selectionMode() == QAbstractItemView::MultiSelection;
                }};
    return {};
}

}  // namespace

bool isTextField(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
}

void setCopyText(QWidget* widget, const QString& text) { widget->setProperty(kCopyText, text); }

void offerSearch(ActionTable& table, QWidget& panel, const char* field, QWidget* searched) {
    auto* line = panel.findChild<QLineEdit*>(QLatin1String(field));
    line->setProperty(kSearch, true);
    line->installEventFilter(new SearchEscape(*line, searched));
    const auto go = [line] {
        line->setFocus(Qt::ShortcutFocusReason);
        line->selectAll();
    };
    for (QWidget* from : {&panel, static_cast<QWidget*>(line)})
        table.offer(QStringLiteral("findAction"), from, go, [line] { return line->isVisible(); });
}

QHash<QString, QString> searches(const QWidget& window) {
    QHash<QString, QString> all;
    for (const QLineEdit* line : window.findChildren<QLineEdit*>())
        if (line->property(kSearch).toBool() && !line->text().isEmpty()) all[line->objectName()] = line->text();
    return all;
}

void searchAgain(const QWidget& window, const QHash<QString, QString>& searches) {
    for (QLineEdit* line : window.findChildren<QLineEdit*>())
        if (const auto text = searches.constFind(line->objectName());
            text != searches.constEnd() && line->property(kSearch).toBool())
            line->setText(*text);
}

std::vector<ActionRow> standardEdits(QUndoStack& undo, std::function<void(const QString& sentence, StepOf of)> told) {
    if (!undo.findChild<QObject*>(kTyped)) new Typing(&undo);  // the rows are made again with each language
    const auto step = [&undo](bool redo) {
        const NamedCommand* next = nextStep(undo, redo);
        if (!next) return redo ? QObject::tr("&Redo") : QObject::tr("&Undo");
        return (redo ? QObject::tr("&Redo: %1") : QObject::tr("&Undo: %1")).arg(fullName(*next));
    };
    const auto go = [&undo, told = std::move(told)](bool redo) {
        const NamedCommand* next = nextStep(undo, redo);
        const QString what = next ? fullName(*next) : QString();
        const StepOf of = next ? next->of() : StepOf::Network;
        redo ? undo.redo() : undo.undo();  // which may delete it
        if (told && !what.isEmpty())
            told((redo ? QObject::tr("Redone: %1.") : QObject::tr("Undone: %1.")).arg(what), of);
    };
    return {
        {.id = "undoAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Undo"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_Z)},
         .menus = {"Edit/1"},
         .run = [go] { go(false); },
         .applies = [&undo] { return undo.canUndo(); },
         .label = [step] { return step(false); },
         .standard = [](QWidget* widget) { return undoIn(widget, false); }},
        {.id = "redoAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Redo"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_Y), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)},
         .menus = {"Edit/1"},
         .run = [go] { go(true); },
         .applies = [&undo] { return undo.canRedo(); },
         .label = [step] { return step(true); },
         .standard = [](QWidget* widget) { return undoIn(widget, true); }},
        {.id = "cutAction",
         .text = QT_TRANSLATE_NOOP("Action", "Cu&t"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_X)},
         .menus = {"Edit/2", "node/2"},
         .standard = cutIn},
        {.id = "copyAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Copy"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_C)},
         .menus = {"Edit/2", "node/2"},
         .standard = copyIn},
        {.id = "pasteAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Paste"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_V)},
         .menus = {"Edit/2", "canvas/1"},
         .standard = pasteIn},
        {.id = "selectAllAction",
         .text = QT_TRANSLATE_NOOP("Action", "Select &all"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_A)},
         .menus = {"Edit/4", "canvas/1"},
         .standard = selectAllIn},
    };
}

}  // namespace tl
