// The layer library at the left: all layer types by category, with search. Drag one onto the canvas; Enter or a
// double-click asks for it to be added after the selected layer. A click on a category folds it away.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace tl {

class LayerPalettePanel : public QWidget {
    Q_OBJECT
public:
    explicit LayerPalettePanel(QWidget* parent = nullptr);
    void focusSearch();
    void setKey(const QString& key);  // opens the same search on the canvas
    void setAxes(int axes);  // of what the new layer would get: a search prefers layers that are made for so many
    // For tests and tools: where an entry is, in the list's viewport.
    QPoint entryCenter(const QString& type) const;
    QListWidget* list() const { return list_; }
    // The categories that are folded away, by names that are the same in every language ("conv"); a search shows their
    // layers all the same.
    QStringList folded() const { return folded_; }
    void setFolded(const QStringList& categories);

signals:
    void addRequested(const QString& type);
    void foldedChanged(const QStringList& categories);

private:
    void fill();
    void toggle(QListWidgetItem* item);
    bool eventFilter(QObject* watched, QEvent* event) override;
    QLineEdit* search_;
    QLabel* key_;
    QListWidget* list_;
    QStringList folded_;
    int axes_ = 0;
};

}  // namespace tl
