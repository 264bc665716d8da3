// A few pictures side by side, as large as fits, every pixel a sharp square. One is current: clicked or walked to with
// the arrows; copied and saved from the context menu or by key.
#pragma once

#include <QImage>
#include <QVector>
#include <QWidget>

namespace tl {

class PictureStrip : public QWidget {
    Q_OBJECT
public:
    explicit PictureStrip(QWidget* parent = nullptr);
    void setPictures(const QVector<QImage>& pictures);
    void setMessage(const QString& message);  // instead of pictures
    const QVector<QImage>& pictures() const { return pictures_; }
    const QString& message() const { return message_; }
    int current() const { return current_; }
    QRect pictureRect(int index) const;
    int pictureAt(const QPoint& point) const;  // -1 = none
    QString words(int index) const;            // "32×32 · 3 of 8"

    QSize sizeHint() const override { return {280, 240}; }
    QSize minimumSizeHint() const override { return {80, 80}; }

public slots:
    void copy();  // the current one to the clipboard
    void save();

signals:
    void saveRequested(const QImage& picture);

private:
    void choose(int index);
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    QVector<QImage> pictures_;
    QString message_;
    int current_ = 0;
};

}  // namespace tl
