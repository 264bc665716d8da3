// A rounded panel: title (600), muted subtitle, small icon actions at the right, one widget as its body.
#pragma once

#include <QFrame>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace tl {

class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(const QString& title = {}, const QString& subtitle = {}, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle);
    QString title() const;
    // `icon` is a bootstrap-icons name; the text is the tool tip and the accessible name.
    QToolButton* addAction(const QString& icon, const QString& text);
    void addHeaderWidget(QWidget* widget);  // before the actions
    void setBody(QWidget* body);            // takes it as a child; replaces (and deletes) the one before
    QWidget* body() const { return body_; }
    void setHighlighted(bool on);  // accent border: the chosen card

private:
    void paintEvent(QPaintEvent*) override;
    QLabel* title_;
    QLabel* subtitle_;
    QHBoxLayout* header_;
    QVBoxLayout* layout_;
    QWidget* body_ = nullptr;
    bool highlighted_ = false;
};

}  // namespace tl
