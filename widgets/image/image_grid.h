// A grid of thumbnails with a line of text under each, for a handful or for millions: only what is in sight exists. One
// item is current; arrows, Page Up and Down, Home and End move it, Enter and double-click activate it.
#pragma once

#include <QAbstractScrollArea>
#include <QFontMetrics>
#include <functional>
#include <memory>

#include "widgets/image/thumbnail_provider.h"

namespace tl {

class ImageGrid : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int kLeastSize = 32, kGreatestSize = 256;

    explicit ImageGrid(QWidget* parent = nullptr);
    ~ImageGrid() override;

    void setProvider(ThumbnailProvider* provider);  // not owned; null = none
    // What is shown, in order; scrolls to the top unless the current item is still there.
    void setItems(std::vector<qint64> items);
    void setCaptions(std::function<QString(qint64 item)> caption, std::function<QString(qint64 item)> toolTip);
    // What stands for a caption that has no room; where it is none, or too long as well, it loses its end.
    using Shortened = std::function<QString(qint64 item, const QFontMetrics& letters, int room)>;
    void setShortCaptions(Shortened shortened);
    void setThumbnailSize(int pixels);  // of the edge, in logical pixels
    int thumbnailSize() const;
    void setCacheLimit(size_t bytes);        // default 96 MiB
    void setEmptyText(const QString& text);  // shown when there are no items

    qint64 count() const;
    qint64 itemAt(qint64 row) const;
    qint64 currentItem() const;        // -1 = none
    qint64 currentRow() const;         // likewise
    void choose(qint64 row);           // as a click on it
    void setCurrentItem(qint64 item);  // scrolls to it; no signal
    int columns() const;
    // An image in words: "train/cat/0007.jpg", and "cat, 32×32" with why it cannot be shown.
    struct Words {
        QString name, details;
    };
    Words words(qint64 row) const;

    // For tests and tools.
    QRect itemRect(qint64 row) const;                 // in viewport coordinates
    qint64 rowAt(const QPoint& viewportPoint) const;  // -1 = none
    std::pair<qint64, qint64> visibleRows() const;    // [first, last)
    size_t cachedBytes() const;
    int missing() const;  // thumbnails in sight that are not there yet

signals:
    void currentChanged(qint64 item);  // by the person
    void activated(qint64 item);
    void itemsReplaced();
    void visibleRowsChanged(qint64 first, qint64 last);
    void thumbnailSizeChanged(int pixels);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    bool viewportEvent(QEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
};

}  // namespace tl
