// One of what the message bar says, a card of its own: its sign and sentence, what is offered with it, and a cross that
// closes it and nothing else. Of a long sentence some lines are shown, and all of it on demand.
#pragma once

#include <QWidget>

#include "ui/shell/desk.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace tl {

class NoticeRow : public QWidget {
    Q_OBJECT
public:
    NoticeRow(const Notice& notice, QWidget* parent);
    void say(const QString& sentence);
    QLabel* words() const { return text_; }
    int roomyWidth() const;  // with each sentence on one line; a label that may wrap asks for less
    // Beside the sentence, or below it, as many in a row as have their words' room in a card of that width.
    void putOffers(bool below, int width);
    bool crowded(int room) const;  // beside what is offered there is little for the sentence

signals:
    void closed();
    void taken(int offer);
    void unfolded();

private:
    void fold(int width);
    void retint();
    void paintEvent(QPaintEvent*) override;

    Notice::Kind kind_;
    QLabel *icon_, *text_;
    QToolButton *more_, *close_;
    QGridLayout* grid_;
    QWidget* offers_ = nullptr;
    bool whole_ = false;  // somebody wants to read all of it
};

}  // namespace tl
