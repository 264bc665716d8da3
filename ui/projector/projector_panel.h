// What a layer makes of many images, as points in space: near each other where the network finds them alike. Turned,
// searched and picked; a picked point's image is the window's selected one, and its neighbours stand beside it.
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <optional>

#include "ui/projector/projection.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace tl {

class ElidedLabel;
class EmptyState;
class PickedPoint;
class PointCloud;
class ProgressStrip;
class SegmentedBar;
struct Desk;
struct Run;
struct Workbench;

class ProjectorPanel : public QWidget {
    Q_OBJECT
public:
    explicit ProjectorPanel(Desk& desk);
    QWidget* header() const { return header_; }
    PointCloud& cloud() const { return *cloud_; }

private:
    void makeHeader();
    QWidget* makePage();
    QString runOf(const LayerRows& rows) const;
    bool ofData(const LayerRows& rows) const;  // that is open
    const Run* run() const;                    // whose checkpoint: the chosen one, or the last that has one; null
    void fillChoices();
    void fillLayers();
    void refresh();  // what can be done, and what is missing
    void start();
    void stop();
    void showProgress(double share, const QString& what);  // what: a half begins
    void display(ProjectedRows projected);
    void pick(int point);
    void forget();
    void search(const QString& text);
    void showPictures(bool on);
    std::shared_ptr<const LayerRows> dots() const { return moving_.rows ? moving_.rows : shown_.rows; }
    void showNames(const LayerRows& rows);
    void showFacts();
    void showAgain();
    void showEvent(QShowEvent*) override;
    void paintEvent(QPaintEvent*) override;

    Workbench& bench_;
    Desk& desk_;
    QWidget* header_;
    QComboBox *layers_, *splits_;
    QSpinBox* count_;
    SegmentedBar* methods_;
    QPushButton* go_;
    QLineEdit* search_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    PointCloud* cloud_;
    PickedPoint* picked_;
    QLabel* facts_;
    ElidedLabel* stale_;
    QToolButton *pictures_, *names_;
    ProgressStrip* progress_;
    QString half_;  // what is under way
    double halfBegan_ = 0;
    QElapsedTimer since_;
    ProjectedRows shown_, moving_;   // the second: t-SNE's so far, without its points, which the cloud has
    std::optional<quint64> filled_;  // the network's revision whose layers can be chosen
    QString problem_;                // why the last one failed
    bool busy_ = false;
    int round_ = 0;  // reports of an earlier one are dropped
};

}  // namespace tl
