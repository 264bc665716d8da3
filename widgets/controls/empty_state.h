// What a panel shows while it has nothing: icon, title, a sentence that says what is missing, and one or two buttons
// that help. The same widget serves loading (busy) and failed (bad).
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace tl {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    enum Mood { Empty, Busy, Failed };
    explicit EmptyState(const QString& icon, const QString& title, const QString& sentence = {},
                        QWidget* parent = nullptr);
    void setIcon(const QString& icon);
    void setTitle(const QString& title);
    void setSentence(const QString& sentence);
    void setMood(Mood mood);  // Failed tints the icon in the bad colour
    QPushButton* addButton(const QString& text, bool primary = false);
    void clearButtons();

private:
    void retint();
    QLabel* icon_;
    QLabel* title_;
    QLabel* sentence_;
    QHBoxLayout* buttons_;
    QString name_;
    Mood mood_ = Empty;
};

}  // namespace tl
