// The layer library at the left: all layer types by category, with search. Drag one onto the canvas; Enter or a
// double-click asks for it to be added after the selected layer.
#pragma once

#include <QWidget>

class QLineEdit;
class QListWidget;

namespace tl {

class LayerPalettePanel : public QWidget {
    Q_OBJECT
public:
    explicit LayerPalettePanel(QWidget* parent = nullptr);
    void focusSearch();
    // For tests and tools: where an entry is, in the list's viewport.
    QPoint entryCenter(const QString& type) const;
    QListWidget* list() const { return list_; }

signals:
    void addRequested(const QString& type);

private:
    void fill();
    bool eventFilter(QObject* watched, QEvent* event) override;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace tl
