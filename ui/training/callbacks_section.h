// The callbacks of the training settings, in the order they run: each with its properties and a button that takes it
// away, and a menu that adds one. Each change is an undo step.
#pragma once

#include <QVector>
#include <QWidget>
#include <string>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace tl {

class PropertyGrid;
class ToneLabel;
class TrainingEditor;
class TrainingModel;

class CallbacksSection : public QWidget {
    Q_OBJECT
public:
    CallbacksSection(TrainingModel& model, TrainingEditor& editor, QWidget* parent = nullptr);
    void refresh(bool readOnly);
    PropertyGrid* grid(int index) const { return entries_.at(index).grid; }
    QToolButton* addButton() const { return add_; }

private:
    struct Entry {
        std::string type;
        QWidget* box;
        QToolButton* remove;
        PropertyGrid* grid;
    };
    Entry makeEntry(const std::string& type);
    int indexOf(const PropertyGrid* grid) const;
    void showMenu();

    TrainingModel& model_;
    TrainingEditor& editor_;
    QVBoxLayout* column_;
    ToneLabel* none_;
    QToolButton* add_;
    QVector<Entry> entries_;
};

}  // namespace tl
