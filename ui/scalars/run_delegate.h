// How a row of the list of runs looks: swatch, name and state share a cell, which no stock cell can show; groups stand
// above theirs; name, tags and note can be written over where they stand.
#pragma once

#include <QStyledItemDelegate>

#include "ui/models/run_model.h"

namespace tl {

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kSwatchWidth = 30, kLeft = 2, kRight = 8;  // around a number
    RunDelegate(RunModel& runs, QObject* parent) : QStyledItemDelegate(parent), runs_(runs) {}
    static QColor ground(const QStyleOptionViewItem& option);
    // So much of a run's name as tells it from all others', in `room` pixels.
    QString shortName(const Run& run, const QFontMetrics& metrics, int room) const;

private:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paintName(QPainter& painter, const QStyleOptionViewItem& option, const Run& run) const;
    void paintGroup(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    RunModel& runs_;
};

}  // namespace tl
