// One line of the property grid: label, editor, and below it the sentence when something does not fit. Where the line
// is too narrow for the editor's words the editor stands below the label. Private to the grid.
#pragma once

#include <QWidget>

#include "widgets/properties/property_grid.h"

class QGridLayout;
class QLabel;

namespace tl {

class ToneLabel;

class PropertyLine : public QWidget {
    Q_OBJECT
public:
    static constexpr int kLabelWidth = 118;
    explicit PropertyLine(const PropertyRow& row, QWidget* parent = nullptr);
    void setRow(const PropertyRow& row);
    void setReadOnly(bool readOnly);
    const PropertyRow& row() const { return row_; }
    QWidget* editor() const { return editor_; }
    bool modified() const;                     // the value is not the default
    bool stacked() const { return stacked_; }  // the editor below the label
    QSize minimumSizeHint() const override;

signals:
    void edited(const QString& key, const QVariant& value, bool final);
    void takenBack(const QString& key);
    void reset(const QString& key);

private:
    void makeEditor();
    void arrange();
    int editorWidth() const;
    void showProblem();
    void retint();
    void contextMenuEvent(QContextMenuEvent*) override;
    bool eventFilter(QObject*, QEvent*) override;
    void menuAt(const QPoint& global);
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    PropertyRow row_;
    QString typedProblem_;
    QLabel* label_;
    ToneLabel* problem_;
    QWidget* editor_ = nullptr;
    QGridLayout* grid_;
    bool stacked_ = false;
    bool filling_ = false;  // values set by the program are no edits
};

}  // namespace tl
