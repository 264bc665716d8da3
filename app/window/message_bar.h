// A card over the top of the middle that says what went wrong or what is offered, with at most two buttons. It waits
// for nobody and moves nothing: the window stays usable, and the sentence stays until it is dismissed or replaced.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace tl {

class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum Kind { Problem, Note };
    using Offer = std::pair<QString, std::function<void()>>;

    explicit MessageBar(QWidget* over);
    void show(Kind kind, const QString& sentence, const std::vector<Offer>& offers = {});
    void dismiss();
    QString sentence() const;  // empty = nothing is shown

private:
    void place();
    void retint();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;
    QLabel *icon_, *text_;
    QHBoxLayout* buttons_;
    Kind kind_ = Note;
};

}  // namespace tl
