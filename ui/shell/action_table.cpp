// See the header. States are brought up to date when the focus moves, when a menu opens, and before any key is looked
// up, so that a row's predicates may ask whatever they like without a signal for each.
#include "ui/shell/action_table.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHash>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <algorithm>

#include "ui/shell/standard_edits.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr const char* kPanel = "panel";

QString translated(const char* context, const char* text) { return QCoreApplication::translate(context, text); }

// A translation without its Alt letter, "保存(&S)" or "&Save", and without dots.
QString plainText(QString text) {
    static const QRegularExpression letter(QStringLiteral("\\(&\\w\\)"));
    return text.remove(letter).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

// "Network/1/Add layer/2" without its last section: the menu that the row stands in.
QString menuPath(const QString& place) { return place.section(QLatin1Char('/'), 0, -2); }

const QWidget* panelOf(const QWidget* widget) {
    while (widget && !widget->property(kPanel).isValid()) widget = widget->parentWidget();
    return widget;
}

bool onSheet(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (widget->property("passing").toBool()) return true;
    return false;
}

bool passing(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (qobject_cast<const QMenu*>(widget) || qobject_cast<const QMenuBar*>(widget) ||
            widget->property("passing").toBool())
            return true;
    return false;
}

}  // namespace

void markAsPanel(QWidget* widget, const QString& id) { widget->setProperty(kPanel, id); }

struct ActionTable::Entry {
    ActionRow row;
    QAction* action = nullptr;
    std::vector<ActionOffer> offers;
    ActionOffer chosen;  // a standard offer, made for the widget that asked
};

ActionTable::ActionTable(QWidget& window, QSettings& settings)
    : QObject(&window), window_(window), settings_(settings) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (!now || passing(now)) return;
        focus_ = now;
        refresh();
    });
    qApp->installEventFilter(this);
}

ActionTable::~ActionTable() = default;

void ActionTable::add(ActionRow row) {
    auto entry = std::make_unique<Entry>();
    entry->row = std::move(row);
    ActionRow& r = entry->row;
    if (r.run) entry->offers.push_back({r.scope, r.run, r.applies});
    for (const auto& [id, offer] : early_)
        if (id == r.id) entry->offers.push_back(offer);
    if (!r.list) {
        auto* action = new QAction(this);
        action->setObjectName(r.id);
        if (*r.icon) action->setIcon(Theme::instance().icon(QLatin1String(r.icon)));
        action->setCheckable(static_cast<bool>(r.checked));
        action->setAutoRepeat(r.repeats);
        entry->action = action;
        Entry* one = entry.get();
        connect(action, &QAction::triggered, this, [this, one] {
            if (const ActionOffer* offer = offerOf(*one, outwards())) {
                const auto run = offer->run;  // it may take the offer away
                run();
            } else if (one->row.refuse) {
                one->row.refuse();
            }
            refresh();
        });
        window_.addAction(action);
    }
    entries_.push_back(std::move(entry));
    Entry& added = *entries_.back();
    if (added.action) {
        added.action->setShortcuts(keys(added.row.id));
        refresh(added, outwards());
    }
}

void ActionTable::add(std::vector<ActionRow> rows) {
    for (ActionRow& row : rows) add(std::move(row));
}

void ActionTable::offer(const QString& id, QWidget* where, std::function<void()> run, std::function<bool()> applies) {
    offer(id, {where, std::move(run), std::move(applies)});
}

void ActionTable::offer(const QString& id, ActionOffer offer) {
    if (Entry* entry = find(id)) {
        entry->offers.push_back(std::move(offer));
        refresh(*entry, outwards());
    } else {
        early_.emplace_back(id, std::move(offer));
    }
}

void ActionTable::setHome(QWidget* home) {
    home_ = home;
    refresh();
}

ActionTable::Entry* ActionTable::find(const QString& id) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e->row.id == id; });
    return found == entries_.end() ? nullptr : found->get();
}

QWidget* ActionTable::place() const {
    for (QWidget* w = focus_; w; w = w->parentWidget())
        if (w->property(kPanel).isValid() || isTextField(w)) return focus_;
    return home_;
}

std::vector<QWidget*> ActionTable::outwards() const {
    std::vector<QWidget*> all;
    for (QWidget* w = place(); w; w = w->parentWidget()) all.push_back(w);
    return all;
}

const ActionOffer* ActionTable::offerOf(Entry& entry, const std::vector<QWidget*>& outwards) {
    const auto usable = [](const ActionOffer& offer) { return !offer.applies || offer.applies() ? &offer : nullptr; };
    bool typed = false;  // which is hardly ever meant for the panel around the field
    for (QWidget* w : outwards) {
        if (entry.row.standard && !typed) {
            entry.chosen = entry.row.standard(w);
            if (entry.chosen.run) return usable(entry.chosen);
        }
        for (const ActionOffer& offer : entry.offers)
            if (offer.where == w && (!typed || offer.fromFields))
                if (const ActionOffer* found = usable(offer); found || !offer.lets) return found;
        typed = typed || isTextField(w);
    }
    for (const ActionOffer& offer : entry.offers)
        if (offer.where.isNull() && !entry.row.scope) return usable(offer);
    return nullptr;
}

std::vector<const QWidget*> ActionTable::placesOf(const Entry& entry) {
    if (entry.row.standard || (entry.row.run && !entry.row.scope) || entry.offers.empty()) return {nullptr};
    std::vector<const QWidget*> places;
    for (const ActionOffer& offer : entry.offers) places.push_back(offer.where);
    return places;
}

QString ActionTable::textOf(const Entry& entry, const ActionOffer* offer) {
    if (offer && offer->label) return offer->label();
    return entry.row.label ? entry.row.label() : translated("Action", entry.row.text);
}

QString ActionTable::helpOf(const ActionRow& row) {
    if (row.tip) return row.tip();
    return *row.help ? translated("Action", row.help) : QString();
}

void ActionTable::refresh(Entry& entry, const std::vector<QWidget*>& outwards) {
    if (!entry.action) return;
    const ActionRow& row = entry.row;
    const ActionOffer* offer = offerOf(entry, outwards);
    const QString text = textOf(entry, offer);
    if (entry.action->text() != text) entry.action->setText(text);
    entry.action->setEnabled(offer != nullptr);
    if (row.checked) entry.action->setChecked(row.checked());
    // Without words of its own Qt's tooltip is the text again.
    if (const QString help = helpOf(row); !help.isEmpty()) entry.action->setToolTip(plainTip(help));
}

void ActionTable::refresh() {
    const std::vector<QWidget*> around = outwards();
    for (const auto& entry : entries_) refresh(*entry, around);
}

void ActionTable::retranslate() {
    refresh();
    for (const auto& [menu, text] : filled_)
        if (menu) menu->setTitle(translated("Menu", text.toUtf8().constData()));
}

QAction* ActionTable::action(const QString& id) const {
    const Entry* entry = find(id);
    return entry ? entry->action : nullptr;
}

QStringList ActionTable::ids() const {
    QStringList all;
    for (const auto& entry : entries_)
        if (entry->action) all << entry->row.id;
    return all;
}

QString ActionTable::title(const QString& id) const {
    Entry* entry = find(id);
    if (!entry) return {};
    if (entry->row.name) return entry->row.name();
    return plainText(textOf(*entry, offerOf(*entry, outwards())));
}

QString ActionTable::name(const QString& id) const {
    const Entry* entry = find(id);
    return entry && !entry->row.name && *entry->row.text ? plainText(translated("Action", entry->row.text)) : title(id);
}

// "&File" of "File": what translators know it by.
QByteArray ActionTable::titleInBar(const QString& menu) const {
    for (const QString& title : bar_)
        if (QString(title).remove(QLatin1Char('&')) == menu) return title.toUtf8();
    return menu.toUtf8();
}

QString ActionTable::menuOf(const QString& id) const {
    const Entry* entry = find(id);
    if (!entry) return {};
    for (const QString& place : entry->row.menus) {
        if (!place.front().isUpper()) continue;  // a context menu
        QStringList words;
        const QStringList parts = menuPath(place).split(QLatin1Char('/'));
        for (qsizetype i = 0; i < parts.size(); i += 2)
            words << plainText(translated("Menu", i == 0 ? titleInBar(parts[0]) : parts[i].toUtf8()));
        return words.join(QStringLiteral(" › "));
    }
    return {};
}

int ActionTable::menuRank(const QString& id) const {
    const Entry* entry = find(id);
    for (const QString& place : entry ? entry->row.menus : QStringList{})
        for (qsizetype at = 0; at < bar_.size(); ++at)
            if (QString(bar_[at]).remove(QLatin1Char('&')) == place.section(QLatin1Char('/'), 0, 0))
                return static_cast<int>(at);
    return static_cast<int>(bar_.size());
}

QString ActionTable::help(const QString& id) const {
    const Entry* entry = find(id);
    return entry ? helpOf(entry->row) : QString();
}

QString ActionTable::words(const QString& id) const {
    const Entry* entry = find(id);
    return entry && *entry->row.words ? translated("Action", entry->row.words) : QString();
}

void ActionTable::trigger(const QString& id) {
    Entry* entry = find(id);
    if (!entry) qWarning("There is no action \"%s\".", qPrintable(id));
    if (entry && entry->action) {
        refresh(*entry, outwards());
        entry->action->trigger();
    }
}

void ActionTable::fill(QMenuBar& bar, const QStringList& menus) {
    for (const QString& name : menus) {
        const QString plain = QString(name).remove(QLatin1Char('&'));
        bar_ << name;
        QMenu* menu = bar.addMenu(translated("Menu", name.toUtf8().constData()));
        menu->setObjectName(plain.toLower() + QStringLiteral("Menu"));
        filled_.emplace_back(menu, name);
        fillFrom(*menu, plain);
        connect(menu, &QMenu::aboutToShow, this, qOverload<>(&ActionTable::refresh));
    }
}

void ActionTable::fill(QMenu& menu, const QString& name) {
    refresh();
    fillFrom(menu, name);
}

void ActionTable::fillFrom(QMenu& menu, const QString& path) {
    menu.setToolTipsVisible(true);
    struct Item {
        int section;
        const Entry* entry;
        QString below;  // path of a submenu
    };
    std::vector<Item> items;
    for (const auto& entry : entries_)
        for (const QString& place : entry->row.menus) {
            if (!place.startsWith(path + QLatin1Char('/'))) continue;
            const QStringList rest = place.mid(path.size() + 1).split(QLatin1Char('/'));
            const int section = rest[0].toInt();
            if (rest.size() == 1) {
                items.push_back({section, entry.get(), {}});
                continue;
            }
            const QString below = path + QLatin1Char('/') + rest[0] + QLatin1Char('/') + rest[1];
            if (std::none_of(items.begin(), items.end(), [&](const Item& i) { return i.below == below; }))
                items.push_back({section, nullptr, below});
        }
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.section < b.section; });
    int section = items.empty() ? 0 : items.front().section;
    for (const Item& item : items) {
        if (item.section != section) menu.addSeparator();
        section = item.section;
        if (item.entry && item.entry->action) {
            menu.addAction(item.entry->action);
            continue;
        }
        const QString name =
            item.entry ? QString::fromUtf8(item.entry->row.text) : item.below.section(QLatin1Char('/'), -1);
        QMenu* sub = menu.addMenu(translated(item.entry ? "Action" : "Menu", name.toUtf8().constData()));
        if (item.entry) {
            sub->setObjectName(item.entry->row.id);
            connect(sub, &QMenu::aboutToShow, this, [sub, list = item.entry->row.list] {
                sub->clear();
                list(*sub);
            });
        } else {
            filled_.emplace_back(sub, name);
            fillFrom(*sub, item.below);
        }
    }
}

QList<QKeySequence> ActionTable::defaultKeys(const QString& id) const {
    const Entry* entry = find(id);
    return entry ? entry->row.keys : QList<QKeySequence>{};
}

QList<QKeySequence> ActionTable::keys(const QString& id) const {
    const QVariant stored = settings_.value(QStringLiteral("keys/") + id);
    if (!stored.isValid()) return defaultKeys(id);
    QList<QKeySequence> keys;
    for (const QString& one : stored.toStringList())
        if (!one.isEmpty()) keys << QKeySequence::fromString(one, QKeySequence::PortableText);
    return keys;
}

QString ActionTable::keyText(const QString& id) const {
    QStringList texts;
    for (const QKeySequence& key : keys(id)) texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

QString ActionTable::withKey(const QString& text, const QString& id) const {
    const QString key = keyText(id);
    return key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key);
}

void ActionTable::setKeys(const QString& id, const QList<QKeySequence>& keys) {
    Entry* entry = find(id);
    if (!entry) return;
    QStringList stored;
    for (const QKeySequence& key : keys) stored << key.toString(QKeySequence::PortableText);
    if (keys == entry->row.keys)
        settings_.remove(QStringLiteral("keys/") + id);
    else
        settings_.setValue(QStringLiteral("keys/") + id, stored.isEmpty() ? QStringList{QString()} : stored);
    if (entry->action) entry->action->setShortcuts(keys);
    emit keysChanged(id);
}

ActionTable::Keys ActionTable::changedKeys() const {
    Keys changed;
    for (const auto& entry : entries_)
        if (const auto own = keys(entry->row.id); own != entry->row.keys) changed.insert(entry->row.id, own);
    return changed;
}

void ActionTable::setAllKeys(const Keys& wanted) {
    for (const auto& entry : entries_) {
        const QString& id = entry->row.id;
        const auto next = wanted.value(id, entry->row.keys);
        if (next != keys(id)) setKeys(id, next);
    }
}

QString ActionTable::conflict(const QString& id, const QKeySequence& key) const {
    const Entry* mine = find(id);
    if (!mine || key.isEmpty()) return {};
    const auto near = [](const QWidget* a, const QWidget* b) {
        return !a || !b || a == b || a->isAncestorOf(b) || b->isAncestorOf(a);
    };
    const std::vector<const QWidget*> own = placesOf(*mine);
    const auto meet = [&](const std::vector<const QWidget*>& places) {
        return std::any_of(places.begin(), places.end(), [&](const QWidget* a) {
            return std::any_of(own.begin(), own.end(), [&](const QWidget* b) { return near(a, b); });
        });
    };
    for (const auto& entry : entries_)
        if (entry.get() != mine && entry->action && keys(entry->row.id).contains(key) && meet(placesOf(*entry)))
            return entry->row.id;
    return {};
}

// A chart says that it is one of several by a property. From a field or a list the pointer takes nothing: there it
// rests anywhere while somebody writes.
void ActionTable::pointAt(QWidget& view) {
    const QWidget* now = QApplication::focusWidget();
    const QWidget* panel = panelOf(&view);
    if (!now || now == &view || !panel || panelOf(now) != panel) return;
    if (now == panel || now->property("followsPointer").toBool() || qobject_cast<const QAbstractButton*>(now))
        view.setFocus(Qt::OtherFocusReason);
}

// On keyboards without a menu key; Qt knows that one alone.
static bool openContextMenu(QWidget& widget) {
    const QPoint at = widget.inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, at, widget.mapToGlobal(at));
    return QApplication::sendEvent(&widget, &menu) && menu.isAccepted();
}

bool ActionTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter && watched->property("followsPointer").toBool())
        pointAt(*static_cast<QWidget*>(watched));
    if (event->type() == QEvent::LanguageChange && watched == &window_) retranslate();
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
        const QKeyCombination key = static_cast<QKeyEvent*>(event)->keyCombination();
        if (key == (Qt::SHIFT | Qt::Key_F10)) return openContextMenu(*static_cast<QWidget*>(watched));
        passed_ = nullptr;
    }
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (onSheet(widget)) {
        event->accept();  // while a sheet lies over the window, its keys rest
        // An open list of choices takes Return from this very event.
        return widget->window()->windowType() != Qt::Popup;
    }
    // Qt hands it on from parent to parent: what applies is the same for all of them.
    const QKeySequence key(static_cast<QKeyEvent*>(event)->keyCombination());
    if (!passed_ || passed_->parentWidget() != widget) {
        refresh();
        for (const auto& entry : entries_)  // menus show it grey, its key is answered
            if (entry->row.refuse && keys(entry->row.id).contains(key)) entry->action->setEnabled(true);
    }
    passed_ = widget;
    // A field claims undo for itself even when it has nothing to take back; then the document's step is meant.
    if (isTextField(widget) && !passing(widget)) {
        for (const char* id : {"undoAction", "redoAction"})
            if (Entry* entry = find(QLatin1String(id)); entry && keys(entry->row.id).contains(key)) {
                const bool own = entry->row.standard && entry->row.standard(widget).run;
                if (!own) {
                    event->ignore();
                    return true;
                }
            }
    }
    return false;
}

}  // namespace tl
