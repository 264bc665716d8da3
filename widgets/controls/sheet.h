// A sheet over the dimmed window: a card of 640 px at the top, with a search field first where there is something to
// search. Escape closes it, and so does a click beside it, unless it asks something or something was typed in it: then
// its border lights up. Tab stays inside, and the keyboard goes back to where it was. One at a time; it deletes itself.
#pragma once

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace tl {

class Sheet : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 640;

    // Over the whole of window, whatever sheet was there before. placeholder: of the search field; empty: there is
    // none.
    Sheet(QWidget& window, const QString& title, const QString& placeholder = {});
    static Sheet* shownIn(const QWidget& window);  // null: nothing is asked
    QLineEdit& search() const { return *search_; }
    QVBoxLayout& body() { return *body_; }  // below the search field
    void setTall(bool tall);                // as high as the window allows; else its content decides
    void setWidth(int pixels) { width_ = pixels; }
    void open();
    void close();  // at once
    // A heading above all else, with a button that closes.
    void showTitle();

signals:
    void closed();

protected:
    virtual QWidget* firstFocus() const;
    // Whether something would be lost, or left unanswered, by a click that was meant for the window.
    virtual bool holds() const;
    bool focusNextPrevChild(bool next) override;
    bool isCovered() const;  // by what the window has put over it
    void watchSibling(QObject* sibling);
    void comeForward();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void place();
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    class SheetCard* card_;
    QVBoxLayout *column_, *body_;
    QLineEdit* search_;
    QPointer<QWidget> before_;
    bool tall_ = true;
    int width_ = kWidth;
};

}  // namespace tl
