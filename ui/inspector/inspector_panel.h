// The right side of the Network workspace: the selected layer's properties, cost and help, all from its LayerType and
// the latest report. Of several selected layers it shows and edits what they have in common; with nothing selected, the
// network as Keras's summary tells it. header() is the dock's title.
#pragma once

#include <QPointer>
#include <QWidget>
#include <functional>

class QLabel;
class QMenu;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace tl {

class LayerTableModel;
class NetworkEditor;
class NetworkModel;
class PropertyGrid;
class Selection;
class StepForecast;
class ToneLabel;

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    InspectorPanel(NetworkModel& model, NetworkEditor& editor, Selection& selection, const StepForecast& forecast,
                   QWidget* parent = nullptr);
    ~InspectorPanel() override;
    QWidget* header() const { return header_; }
    QWidget* menuButton() const;  // stands at the right end of the dock's title
    // What can be done with the selected layers, in its menu.
    void setMore(std::function<void(QMenu&)> more) { fillMore_ = std::move(more); }
    PropertyGrid* grid() const { return grid_; }
    void takeKeyboard();  // to the first property; Escape gives it back
    void editName();      // the keyboard goes to the name

private:
    struct CostRow {
        ToneLabel *value = nullptr, *note = nullptr;
    };
    QWidget* makeHeader();
    QWidget* makeLayerPage();
    QWidget* makeSummaryPage();
    CostRow addCost(QVBoxLayout* layout, const QString& label);
    void refresh();
    void showPage(int page);
    void showLayer(const QString& id);
    void showLayers(const QStringList& ids);
    void rename();
    void editProperty(const QString& key, const QVariant& value, bool final);
    void showSummary();
    void showPeak();
    void refreshCost();
    bool eventFilter(QObject*, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    std::function<void(QMenu&)> fillMore_;
    NetworkModel& model_;
    NetworkEditor& editor_;
    Selection& selection_;
    const StepForecast& forecast_;
    QPointer<QWidget> cameFrom_;  // who had the keyboard when the properties were asked for
    QWidget* header_;
    QLabel* icon_ = nullptr;
    QLineEdit* name_ = nullptr;
    ToneLabel* type_ = nullptr;
    QToolButton* more_ = nullptr;
    QStackedWidget* pages_;
    PropertyGrid* grid_ = nullptr;
    ToneLabel* nameProblem_ = nullptr;  // why the name in the field is not taken
    ToneLabel* placeholder_ = nullptr;
    QWidget* aboutOne_ = nullptr;  // cost and help, of a single layer
    QString shown_;                // whose name the field holds
    CostRow output_, parameters_, forward_, activation_;
    QWidget* share_ = nullptr;
    ToneLabel* shareText_ = nullptr;
    QLabel* help_ = nullptr;
    LayerTableModel* layers_ = nullptr;
    QTableView* table_ = nullptr;
    CostRow totalParameters_, totalTrainable_, totalForward_, totalActivation_, totalPeak_;
};

}  // namespace tl
