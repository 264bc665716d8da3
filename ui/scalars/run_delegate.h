// How a row of the list of runs looks: swatch, name, state and the loss in small share a cell, which no stock cell can
// show; groups stand above theirs; name, tags and note can be written over where they stand.
#pragma once

#include <QHash>
#include <utility>
#include <vector>

#include "ui/models/run_model.h"
#include "widgets/controls/cell_delegate.h"

namespace tl {

class RunDelegate : public CellDelegate {
    Q_OBJECT
public:
    static constexpr int kSwatchWidth = 30, kLeft = 2, kRight = 8;                            // around a number
    static constexpr int kCurveWidth = 80, kCurveHeight = 18, kCurveRoom = kCurveWidth + 12;  // before text scales them
    RunDelegate(RunModel& runs, QObject* parent);
    static QColor ground(const QStyleOptionViewItem& option);
    void showCurves(bool on) { curves_ = on; }  // at the right of the names
    // So much of a run's name as tells it from all others', in `room` pixels.
    QString shortName(const Run& run, const QFontMetrics& metrics, int room) const;
    int cuts() const { return cuts_; }  // names that were laid out for that so far, for tests

private:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paintName(QPainter& painter, const QStyleOptionViewItem& option, const Run& run) const;
    void paintGroup(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    RunModel& runs_;
    // Which runs names were told from, and what was found: kept while these and the letters stay as they are.
    struct Listed {
        int id;
        QString name;
        bool operator==(const Listed&) const = default;
    };
    std::vector<Listed> listed() const;
    const QString& cut(int run, const QString& name, const QFontMetrics& metrics, int room) const;
    bool curves_ = false;
    mutable bool checked_ = false;  // nothing was told of since listed_ was compared
    mutable std::vector<Listed> listed_;
    mutable QHash<std::pair<int, int>, QString> cut_, short_;  // by run and room
    mutable int cuts_ = 0;
};

}  // namespace tl
