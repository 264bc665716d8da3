// One watched value on one page: its histograms, its pictures and the curves of its numbers side by side, at the one
// step that all panels look at; on the left the values that the chosen run was watched for. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/tags/tag_filter.h"
#include "ui/tensors/watched_values.h"

class QGridLayout;
class QLineEdit;
class QListWidget;
class QScrollArea;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace tl {

class EmptyState;
class NumberCard;
class StepBar;
class TagCard;
struct Desk;
struct Workbench;

class TensorsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TensorsPanel(Desk& desk);
    ~TensorsPanel() override;
    QString value() const { return value_; }

private:
    QWidget* makeList();
    QWidget* makePage();
    int run() const;  // the chosen one, or the last that has values; -1: none
    void arrange();
    void listValues(const QStringList& values);
    void takeForeign();
    void readNumbers();  // what our own run's event files tell of it
    void choose(const QString& value);
    void makeCards(int run, const QString& histogram, const QString& pictures);
    void place();
    int fitAbreast() const;  // cards
    void showSteps(int run);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    Workbench& bench_;
    QSettings& settings_;
    QLineEdit* search_ = nullptr;
    QListWidget* list_ = nullptr;
    QStackedWidget* pages_;
    EmptyState* empty_;
    QSplitter* split_ = nullptr;
    QScrollArea* page_ = nullptr;  // scrolls the cards
    QWidget* cards_ = nullptr;
    int abreast_ = 0;  // cards in a row at most; 0 before there are any
    QGridLayout* grid_ = nullptr;
    StepBar* steps_ = nullptr;
    TagCard *histogram_ = nullptr, *pictures_ = nullptr;
    QList<NumberCard*> numbers_;
    QString value_, made_;  // what the cards are of
    int run_ = -1;          // that is shown
    struct Told {
        int run = -1;
        QString value;
        size_t count = 0;  // of points, of another program's run
        std::shared_ptr<const ToldNumbers> numbers;
    } told_;
    TagFilter filter_;
    QTimer soon_, reread_;
};

}  // namespace tl
