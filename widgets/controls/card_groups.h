// Cards in groups that scroll: what CardFlow and the charts of scalars have in common. The caption of a group folds it.
// Where captions and cards stand is for those who inherit to say.
#pragma once

#include <QHash>
#include <QScrollArea>
#include <QSet>
#include <QStringList>

class QToolButton;

namespace tl {

class CardGroups : public QScrollArea {
    Q_OBJECT
public:
    bool folded(const QString& title) const { return folded_.contains(title); }
    QStringList folded() const;  // by name
    void setFolded(const QString& title, bool on);
    void setFolded(const QStringList& titles);

signals:
    void foldedChanged();  // by the person, or to show what is in one

protected:
    explicit CardGroups(QWidget* parent);
    QWidget& page() const { return *page_; }
    static int captionHeight();
    // Of a group; made when it is asked for first.
    QToolButton& caption(const QString& title, qsizetype cards);
    const QHash<QString, QToolButton*>& captions() const { return captions_; }  // that were asked for once
    virtual void arrange() = 0;                                                 // what stands where, folds included

private:
    void mark(const QString& title);
    QWidget* page_;
    QHash<QString, QToolButton*> captions_;
    QSet<QString> folded_;
};

}  // namespace tl
