// One of what the message bar says, a card of its own: its sign and sentence, what is offered with it, and a cross that
// closes it and nothing else.
#pragma once

#include <QWidget>

#include "ui/shell/desk.h"

class QGridLayout;
class QLabel;

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

private:
    void retint();
    void paintEvent(QPaintEvent*) override;

    Notice::Kind kind_;
    QLabel *icon_, *text_;
    QGridLayout* grid_;
    QWidget* offers_ = nullptr;
};

}  // namespace tl
