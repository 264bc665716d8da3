// A question over the dimmed window: an icon, a sentence, what it means, perhaps a field, and the answers. The keyboard
// begins at the answer that loses nothing; arrows go from answer to answer, Return gives the one that has the focus
// (from a field, the main one), Escape gives none.
#pragma once

#include <functional>

#include "widgets/controls/sheet.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace tl {

class Question : public Sheet {
    Q_OBJECT
public:
    enum Kind { Plain, Main, Danger };

    Question(QWidget& window, const QString& title, const QString& sentence, const QString& detail = {});
    void setIcon(const QIcon& icon);
    // In the order from left to right. The sheet is gone when `act` is called; empty: the answer does nothing.
    QPushButton* addAnswer(const QString& name, const QString& text, std::function<void()> act = {}, Kind kind = Plain);
    QPushButton* addCancel();
    void setSafe(QPushButton* answer);  // where the keyboard begins; else the field, else the last answer
    // What is asked for, with its label; at most one of them.
    QLineEdit* addLine(const QString& label, const QString& text);
    QPlainTextEdit* addText(const QString& label, const QString& text);
    QSpinBox* addNumber(const QString& label, int least, int most, int value);

protected:
    QWidget* firstFocus() const override;
    bool holds() const override { return answers().size() > 1 || Sheet::holds(); }  // one alone only tells

private:
    void addField(const QString& label, QWidget* field);
    QList<QPushButton*> answers() const;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    QLabel* icon_;
    QVBoxLayout* words_;
    QHBoxLayout* buttons_;
    QPushButton *main_ = nullptr, *safe_ = nullptr;
    QWidget* field_ = nullptr;
};

}  // namespace tl
