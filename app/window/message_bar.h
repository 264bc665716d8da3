// Cards over the foot of the page that say what went well or wrong, or what is offered. They wait for nobody and cover
// no control, and no card of a canvas beside which they have room: the window stays usable. A question, which may stand
// for long, has a room of its own below the page where the window is high enough; the others move nothing. What stands
// at once stands below each other, each with its own offers: neither waits for the other. Escape that nothing else
// wants closes them, a question when it is alone. How long each kind stays, Notice says (ui/shell/desk.h).
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "ui/shell/desk.h"

class QVBoxLayout;

namespace tl {

class NoticeRow;

class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* over);
    void show(const Notice& notice);
    void dismiss();                     // all but a question, or that one where it is alone
    void settle(const QString& topic);  // its problem is none any more, and what was noted of it is past
    void settleAll();                   // likewise all but questions: they are of another project
    QString sentence() const;           // empty = nothing is shown
    bool asks() const { return standing_[Notice::Question].has_value(); }

signals:
    void placed(const QRect& there);  // in the page; empty when nothing is shown

private:
    std::vector<Notice::Kind> shown() const;
    void refresh();
    void place();  // does nothing where all around, and what it wants itself, is as it was
    void putOffers(bool below, int room, int width);
    void close(Notice::Kind kind);
    void dropRow(Notice::Kind kind);
    int heightAt(int width) const;
    QRect freePlace(const QVector<QRect>& taken, QSize size) const;  // empty: there is none
    void takeRoom(int height);                                       // off the page's foot; 0: none
    void linger();                                                   // a note goes, unless somebody is at it
    void listen(bool on);
    bool leftOver(QObject* watched) const;  // Escape, by what could have used it
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent*) override;

    struct Around {
        QSize page, least, wanted;
        int height;  // wanted, too, at the width that it has
        QVector<QRect> taken;
        friend bool operator==(const Around&, const Around&) = default;
    };

    QVBoxLayout* column_;
    std::array<std::optional<Notice>, Notice::kKinds> standing_;  // one of each kind
    std::array<NoticeRow*, Notice::kKinds> rows_ = {};            // of those that stand
    std::array<int, Notice::kKinds> times_ = {};                  // that it was told since it stands
    QTimer timer_;
    Around around_ = {};  // when it was placed
};

}  // namespace tl
