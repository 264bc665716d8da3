// What the panels over event files have in common (histograms, pictures, texts, curves): a card for each tag of the
// chosen run or of all that are shown, in groups by the first part of their names, a filter, pinned cards first, and
// the step that all of them look at below. While such a panel is in sight, our runs' event files are read.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QUndoStack>
#include <QWidget>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ui/models/event_model.h"
#include "ui/tags/tag_filter.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSettings;
class QStackedWidget;
class QToolButton;

namespace tl {

class ActionTable;
class CardFlow;
class EmptyState;
class StepBar;
class TagCard;
struct Desk;
struct Workbench;

class TagPanel : public QWidget {
    Q_OBJECT
public:
    struct Words {
        const char* name;  // of widgets and settings: "histograms"
        const char* icon;
        QString title, sentence, filter;  // of the empty panel; what the filter may hold
    };
    TagPanel(Desk& desk, EventKind kind, const Words& words);
    ~TagPanel() override;
    QWidget* header() const { return header_; }  // its controls, which may stand elsewhere
    CardFlow& flow() const { return *flow_; }
    TagCard* card(int run, const QString& tag) const;  // null: not in sight

protected:
    virtual TagCard* make(int run, const QString& tag) = 0;
    virtual bool overlays() const { return false; }  // several runs share a card
    void addControl(QWidget* widget);                // before the filter
    void setCardSize(int leastWidth, int height);
    Workbench& bench() const { return bench_; }
    QSettings& settings() const { return settings_; }

private:
    QWidget* makeCard(const QString& key);
    std::vector<int> chosenRuns() const;
    void arrange();
    void pin(const QString& tag, bool on);
    void showSteps(const std::vector<int>& runs);
    void showStep();
    std::vector<int> runsWith(const QString& tag) const;  // of the chosen ones
    QString settingsKey(const char* what) const;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void paintEvent(QPaintEvent*) override;

    Workbench& bench_;
    ActionTable& actions_;
    QSettings& settings_;
    const EventKind kind_;
    const Words words_;
    QWidget* header_;
    QHBoxLayout* controls_;
    QToolButton* several_;
    QLineEdit* search_;
    QLabel *whose_, *problem_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    CardFlow* flow_;
    StepBar* steps_;
    QTimer soon_, step_;  // another step is looked at: nothing moves for it
    TagFilter filter_;
    QStringList pinned_;  // tags
    struct Sum {          // of a series' steps, in one number
        int source = -1, part = -1, generation = -1;
        size_t items = 0;
        uint64_t hash = 0;
    };
    std::map<std::pair<int, QString>, Sum> sums_;  // by run and tag
    QUndoStack done_;                              // this panel's own (decisions/0038)
};

}  // namespace tl
