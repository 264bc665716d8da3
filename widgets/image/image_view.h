// One image, large and true: every pixel is a sharp square at any enlargement, with the value under the pointer in
// words below. The wheel zooms at the pointer, dragging pans, a double-click fits; with the focus, arrows move from
// pixel to pixel, plus and minus zoom there, Home fits.
#pragma once

#include <QFontMetrics>
#include <QImage>
#include <QPointF>
#include <QWidget>
#include <utility>

namespace tl {

class ImageView : public QWidget {
    Q_OBJECT
public:
    explicit ImageView(QWidget* parent = nullptr);
    // Format_Grayscale8 counts as one channel, Format_RGB888 as three; anything else is converted to RGB888.
    void setImage(const QImage& image);
    void setMessage(const QString& message);  // instead of an image: why there is none
    const QImage& image() const { return image_; }
    QString readout() const;                            // "32×32 · 3 · uint8  pixel 12,8: 142 118 96"
    QPointF toPixel(const QPointF& widgetPoint) const;  // image coordinates
    // What of the readout stands at the left and at the right of so wide a line; the pixel's value is never cut.
    std::pair<QString, QString> fittingReadout(const QFontMetrics& metrics, int width) const;
    void fit();
    double zoom() const;  // screen pixels a pixel

    QSize sizeHint() const override { return {276, 300}; }
    QSize minimumSizeHint() const override { return {120, 140}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

private:
    QString facts() const;      // "32×32 · 3 · uint8"
    QString pixelText() const;  // "12,8: 142 118 96"
    QRectF frame() const;       // where the image may be
    QRectF imageRect() const;
    void point(const QPoint& pixel);
    void tellPixel();  // to a screen reader
    void zoomAt(const QPointF& at, double notches);
    void centerOn(const QPointF& pixel);
    QPointF middleOf(const QPoint& pixel) const;  // in the widget
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

    QImage image_;
    QString message_;
    double factor_ = 1;         // over what fits
    QPointF center_{0.5, 0.5};  // of the view, as shares of the image
    QPoint pixel_{-1, -1};
    QPoint dragged_;
    bool dragging_ = false;
};

}  // namespace tl
