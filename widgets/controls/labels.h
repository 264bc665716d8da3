// Little pieces of text and colour: a section caption in small capitals, a status dot with its word, a horizontal line.
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/theme/theme.h"

namespace tl {

// Words of a tooltip that stay what they are: names of files, layers and runs may look like markup.
QString plainTip(const QString& words);

// "COST", "CLASSES": faint capitals of 11 px, which end in "…" where they have no room. The text is given in ordinary
// letters.
class SectionLabel : public QLabel {
    Q_OBJECT
public:
    explicit SectionLabel(const QString& text, QWidget* parent = nullptr);
    void setText(const QString& text);
    QSize minimumSizeHint() const override { return {24, QLabel::minimumSizeHint().height()}; }

private:
    void paintEvent(QPaintEvent*) override;
};

// A label in one of the theme's colours and fonts, which follows a change of theme. Its text is no markup.
class ToneLabel : public QLabel {
    Q_OBJECT
public:
    enum Type { Body, Title, Headline, Caption, Mono };
    explicit ToneLabel(const QString& text = {}, Token token = Token::Text, Type type = Body,
                       QWidget* parent = nullptr);
    void setToken(Token token);
    void setType(Type type);

private:
    void retint();
    void setLetters();
    Token token_;
    Type type_;
};

// A line that gives way: what does not fit is left out at the end, or in the middle, and is told by the tooltip.
class ElidedLabel : public ToneLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(Qt::TextElideMode mode, Token token = Token::Text, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override { return {24, ToneLabel::minimumSizeHint().height()}; }

private:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent* event) override;
    Qt::TextElideMode mode_;
};

// A dot of 8 px in a token's colour, followed by its word: colour alone never carries the meaning.
class StatusDot : public QWidget {
    Q_OBJECT
public:
    explicit StatusDot(const QString& text = {}, Token token = Token::Good, QWidget* parent = nullptr);
    void setState(const QString& text, Token token);
    QString text() const { return text_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paintEvent(QPaintEvent*) override;
    QString text_;
    Token token_;
};

// A line of 1 px in Token::Line.
class Separator : public QWidget {
    Q_OBJECT
public:
    explicit Separator(Qt::Orientation orientation = Qt::Horizontal, QWidget* parent = nullptr);

private:
    void paintEvent(QPaintEvent*) override;
};

}  // namespace tl
