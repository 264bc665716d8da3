// A card over the foot of the page that says what went well or wrong, or what is offered. It waits for nobody and
// covers no control, and no card of a canvas beside which it has room: the window stays usable. A question, which may
// stand for long, has a room of its own below the page where the window is high enough; the others move nothing. A note
// that comes while a problem stands is a line below it: neither waits for the other. Escape that nothing else wants
// closes it. How long each kind stays, Notice says (ui/shell/desk.h).
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "ui/shell/desk.h"

class QGridLayout;
class QLabel;

namespace tl {

class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* over);
    void show(const Notice& notice);
    void dismiss();                     // what is shown; one that still stands shows again
    void settle(const QString& topic);  // its problem is none any more
    void settleAll();                   // likewise all but questions: they are of another project
    QString sentence() const;           // empty = nothing is shown
    bool asks() const { return standing_[Notice::Question].has_value(); }

signals:
    void placed(const QRect& there);  // in the page; empty when nothing is shown

private:
    std::vector<Notice::Kind> shown() const;
    void refresh();
    void place();  // does nothing where all around, and what it wants itself, is as it was
    void putButtons(bool below);
    int heightAt(int width) const;
    QRect freePlace(const QVector<QRect>& taken, QSize size) const;  // empty: there is none
    void takeRoom(int height);                                       // off the page's foot; 0: none
    void retint();
    void linger();  // a note goes, unless somebody is at it
    void listen(bool on);
    bool leftOver(QObject* watched) const;  // Escape, by what could have used it
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;

    struct Around {
        QSize page, least, wanted;
        int height;  // wanted, too, at the width that it has
        QVector<QRect> taken;
        friend bool operator==(const Around&, const Around&) = default;
    };

    QLabel *icon_, *text_;
    QGridLayout* grid_;
    QWidget* buttons_ = nullptr;
    std::array<std::optional<Notice>, 3> standing_;  // one of each kind
    int times_ = 1;                                  // that the problem was told since it stands
    QTimer timer_;
    Around around_ = {};  // when it was placed
};

}  // namespace tl
