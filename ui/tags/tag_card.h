// A card that shows one tag of one run at the step that is looked at. What it needs of the files it asks the reader for
// and keeps as long as it is in sight.
#pragma once

#include "ui/models/event_model.h"
#include "widgets/controls/card.h"

class QToolButton;

namespace tl {

struct Workbench;

class TagCard : public Card {
    Q_OBJECT
public:
    TagCard(Workbench& bench, int run, const QString& tag);
    int run() const { return run_; }
    const QString& tag() const { return tag_; }
    QString key() const { return keyOf(run_, tag_); }
    static QString keyOf(int run, const QString& tag) { return QStringLiteral("%1\n%2").arg(run).arg(tag); }

    // The step or the series changed, or it has come into sight, with the size that it has there.
    virtual void refresh() = 0;
    void setShowsRun(bool on);  // several runs stand side by side: whose it is
    // Runs whose values of the tag are laid over its own, where a kind of card can do that.
    virtual void setCompanions(const std::vector<int>&) {}
    void setPinned(bool on);
    void setExpandedState(bool on);
    void setAlone();  // on a page of its own: nothing to pin or to expand

signals:
    void pinToggled(bool on);
    void expandToggled(bool on);

protected:
    const EventSeries* series() const;  // null: it went
    QColor color() const;
    void setNote(const QString& note);          // beside the title
    static QString unread(const QString& why);  // what stands in its place; it is asked for again at the next change
    Workbench& bench() const { return bench_; }

private:
    void showEvent(QShowEvent*) override;
    void title();
    Workbench& bench_;
    int run_;
    QString tag_, note_;
    QWidget* swatch_;
    bool showsRun_ = false;
    QToolButton *pin_, *expand_;
    bool pinned_ = false, expanded_ = false;
};

}  // namespace tl
