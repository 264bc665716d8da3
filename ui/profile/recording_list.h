// The list of recordings below the timeline: Enter or a double click opens one, F2 renames it where it stands, Delete
// asks; its menu has all of that, and saving and the graph. GUI thread only.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>

class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace tl {

class RecordingTable;

class RecordingList : public QWidget {
    Q_OBJECT
public:
    explicit RecordingList(RecordingTable& table, QWidget* parent = nullptr);
    QTableView& view() const { return *view_; }
    RecordingTable& table() const { return table_; }
    QString current() const;  // its file; empty: none
    void rename();
    void askToRemove();
    void askToSave();
    // Where a timeline of this name goes, as which of the kinds of files.
    static void askForTimeline(QWidget& owner, const QString& name, std::function<void(const QString& path)> save);

signals:
    void opened(const QString& file);
    void emptied();  // while the keyboard was in it
    void menuRequested(const QPoint& global);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void refresh();
    void follow();

    RecordingTable& table_;
    QTableView* view_;
    QSortFilterProxyModel* sorted_;
    QStackedWidget* pages_;
    QString before_;    // the current one, while rows are read anew
    QString followed_;  // the one in the timeline, which is current once it is there
};

}  // namespace tl
