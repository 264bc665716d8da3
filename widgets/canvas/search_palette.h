// The search box at the cursor: type a few letters, choose a layer with Enter or a click. Recent choices stand first.
// A child of the canvas rather than a window of its own, so that no window manager decides about its focus.
#pragma once

#include <QFrame>
#include <QVector>
#include <functional>

#include "widgets/canvas/layer_search.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace tl {

class SearchPalette : public QFrame {
    Q_OBJECT
public:
    explicit SearchPalette(QWidget* parent);
    void setLayers(const QVector<LayerEntry>& layers) { layers_ = layers; }
    // Opens with its top left at `at` (parent coordinates), moved to fit. `accepts` filters, `purpose` says for what,
    // and layers for so many `axes` are preferred.
    void open(const QPoint& at, const QString& purpose, int axes, std::function<bool(const LayerEntry&)> accepts);
    void noteUsed(const QString& type);  // to the front of the recent ones
    const QStringList& recent() const { return recent_; }
    void dismiss();

signals:
    void chosen(const QString& type);
    void dismissed();
    void shown(bool);  // and false once it is gone

private:
    void refill();
    void chooseCurrent();
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override { emit shown(true); }
    void hideEvent(QHideEvent*) override { emit shown(false); }
    QVector<LayerEntry> layers_;
    QStringList recent_;
    int axes_ = 0;
    std::function<bool(const LayerEntry&)> accepts_;
    QLabel* purpose_;
    QLineEdit* edit_;
    QListWidget* list_;
    QLabel* nothing_;
};

}  // namespace tl
