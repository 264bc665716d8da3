// What a panel shows while it has nothing: icon, title, a sentence that says what is missing, and one or two buttons
// that help. The same widget serves loading (busy) and failed (bad).
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace tl {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    enum Mood { Empty, Busy, Failed };
    struct Button {
        QString text;
        std::function<void()> pressed;
        bool primary = false;
        QString name = {};  // of the widget
    };
    explicit EmptyState(const QString& icon, const QString& title, const QString& sentence = {},
                        QWidget* parent = nullptr);
    void setIcon(const QString& icon);
    void setTitle(const QString& title);
    void setSentence(const QString& sentence);
    void setMood(Mood mood);  // Failed tints the icon in the bad colour
    // All there are. Where the same are offered again, they stay: one may be being pressed, or have the keyboard.
    void setButtons(std::vector<Button> buttons);

private:
    void retint();
    QLabel* icon_;
    QLabel* title_;
    QLabel* sentence_;
    QHBoxLayout* row_;
    std::vector<Button> buttons_;
    QString name_;
    Mood mood_ = Empty;
};

}  // namespace tl
