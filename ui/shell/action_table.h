// The one table of actions. A row says what an action is called, which keys it has, where it stands and when it
// applies; the menu bar, context menus, the command palette, the list of keys and their rebinding all read it. An edit
// key acts on what has the keyboard: panels offer what such an action does among their widgets, and the innermost offer
// around the focus answers. Of views side by side in a panel, the one that is pointed at takes the keyboard from its
// neighbour. GUI thread only.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QStringList>
#include <functional>
#include <memory>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace tl {

// What an action does while the keyboard is in `where` (null: wherever it is).
struct ActionOffer {
    QPointer<QWidget> where;
    std::function<void()> run;
    std::function<bool()> applies = {};   // empty: always
    std::function<QString()> label = {};  // instead of the row's, while this is what the action does
    bool lets = false;                    // where it does not apply, an offer further out may
    bool fromFields = false;              // also from a text field in there, for what cannot be meant for its text
};

struct ActionRow {
    QString id = {};        // "saveAction": its QAction's object name, and its name in the settings
    const char* text = "";  // English with its Alt letter; translated in the context "Action"
    QList<QKeySequence> keys = {};
    bool repeats = true;     // while its key is held down
    QStringList menus = {};  // "File/2": menu and section; "Network/1/Add layer/1": a submenu; "node/1": a context menu
    std::function<void()> run = {};
    std::function<bool()> applies = {};
    std::function<void()> refuse = {};  // what its key does where it does not apply: it says why not
    QWidget* scope = nullptr;           // only while the keyboard is in there
    const char* icon = "";
    const char* help = "";
    const char* words = "";  // what others call it, with commas between: it is found by them too
    std::function<bool()> checked = {};
    std::function<QString()> label = {};    // instead of text, where it changes
    std::function<QString()> name = {};     // instead of both, in lists where no menu says what is meant
    std::function<QString()> tip = {};      // likewise of help
    std::function<void(QMenu&)> list = {};  // a submenu, filled each time it opens; the row does nothing else
    // What widgets of any panel do with it, such as text fields and tables with Copy; run empty: nothing.
    std::function<ActionOffer(QWidget*)> standard = {};
};

class ActionTable : public QObject {
    Q_OBJECT
public:
    // Keys work in `window` and in the docks that float beside it.
    ActionTable(QWidget& window, QSettings& settings);
    ~ActionTable() override;

    QWidget& window() const { return window_; }
    void add(ActionRow row);
    void add(std::vector<ActionRow> rows);
    // One more meaning of a row that is or will be there, in a widget and its children.
    void offer(const QString& id, QWidget* where, std::function<void()> run, std::function<bool()> applies = {});
    void offer(const QString& id, ActionOffer offer);
    // Where the keyboard counts as being while it is in no panel (tool bar, menus, nowhere).
    void setHome(QWidget* home);

    QAction* action(const QString& id) const;  // null: none of that name
    QStringList ids() const;                   // in the order of the menus' rows
    QString title(const QString& id) const;    // without the Alt letter and dots: "Save as", "Undo: epochs: 5 → 10"
    QString name(const QString& id) const;     // what it is always called: "Undo"
    QString menuOf(const QString& id) const;   // "Network › Add layer"; empty: in none
    int menuRank(const QString& id) const;     // by the order of the bar's menus
    QString help(const QString& id) const;
    QString words(const QString& id) const;  // what others call it
    void trigger(const QString& id);         // as by its key: nothing happens where it does not apply

    // Menus of the bar, in this order, each with the rows that name it.
    void fill(QMenuBar& bar, const QStringList& menus);
    void fill(QMenu& menu, const QString& name);

    QList<QKeySequence> keys(const QString& id) const;
    QList<QKeySequence> defaultKeys(const QString& id) const;
    QString keyText(const QString& id) const;                       // "Ctrl+Y, Ctrl+Shift+Z"
    QString withKey(const QString& text, const QString& id) const;  // "Show all (Home)"; the text alone without a key
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    using Keys = QMap<QString, QList<QKeySequence>>;  // by action
    Keys changedKeys() const;                         // those that are not as delivered
    void setAllKeys(const Keys& keys);                // all others go back to how they were delivered
    // Another action that the key would start in the same place; empty: none. A row that only has offers acts where
    // they are, one with a scope there and where it is offered, all others everywhere.
    QString conflict(const QString& id, const QKeySequence& key) const;

    // The panel's widget that has the keyboard, or the home.
    QWidget* place() const;

public slots:
    void refresh();  // whether and as what each applies; cheap, called before a key is looked up
    void retranslate();

signals:
    void keysChanged(const QString& id);

private:
    struct Entry;
    Entry* find(const QString& id) const;
    std::vector<QWidget*> outwards() const;  // from the place to the window
    static const ActionOffer* offerOf(Entry& entry, const std::vector<QWidget*>& outwards);
    static std::vector<const QWidget*> placesOf(const Entry& entry);  // null: everywhere
    static QString textOf(const Entry& entry, const ActionOffer* offer);
    static QString helpOf(const ActionRow& row);
    void refresh(Entry& entry, const std::vector<QWidget*>& outwards);
    void fillFrom(QMenu& menu, const QString& path);
    static void pointAt(QWidget& view);
    QByteArray titleInBar(const QString& menu) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QWidget& window_;
    QSettings& settings_;
    std::vector<std::unique_ptr<Entry>> entries_;
    std::vector<std::pair<QString, ActionOffer>> early_;  // offers of rows that are not there yet
    QPointer<QWidget> focus_, home_;
    QPointer<QWidget> passed_;                                 // that had the key that is looked up last
    QStringList bar_;                                          // its menus' titles: "&File"
    std::vector<std::pair<QPointer<QMenu>, QString>> filled_;  // with their English titles
};

// Marks a widget as a panel: what is in none of them leaves the keyboard to the home.
void markAsPanel(QWidget* widget, const QString& id);

}  // namespace tl
