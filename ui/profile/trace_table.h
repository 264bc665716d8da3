// A table of what a stretch of a timeline is made of: names with a colour, numbers at the right, and shares as bars.
// Rows sort by any column. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QTableView>
#include <vector>

namespace tl {

struct TableCell {
    QString text;
    double value = 0;    // to sort by
    double bar = -1;     // 0 to 1; below 0: none
    QColor swatch = {};  // before the text
    bool warns = false;  // of a bar
    QString help = {};   // in a tooltip
};

class TraceTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { ValueRole = Qt::UserRole, BarRole, SwatchRole, WarnsRole, KeyRole };
    using QAbstractTableModel::QAbstractTableModel;
    void setColumns(const QStringList& titles, const QStringList& helps);  // the first are names
    struct Row {
        std::vector<TableCell> cells;
        qint64 key = 0;
    };
    void setRows(std::vector<Row> rows);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList titles_, helps_;
    std::vector<Row> rows_;
};

// Sorted, with a delegate that paints bars. Names are at least `names` px wide and take, up to twice that, what the
// bars of the last column can spare, until a person gives them a width.
class TraceTableView : public QTableView {
    Q_OBJECT
public:
    TraceTableView(TraceTableModel& model, const char* name, const QString& title, int names,
                   QWidget* parent = nullptr);
    // The current row stays so, by its key, and the view where it is.
    void setRows(std::vector<TraceTableModel::Row> rows);
    qint64 currentKey() const;       // -1: none
    void setCurrentKey(qint64 key);  // no signal

signals:
    void keyChosen(qint64 key);  // by the person

private:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
    void shareRoom();
    TraceTableModel& rows_;
    int names_;
    bool quiet_ = false, sharing_ = false, chosen_ = false;
};

}  // namespace tl
