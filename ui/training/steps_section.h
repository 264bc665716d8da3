// A list in the training settings, in the order its entries run: callbacks, augmentations. Each entry has its
// properties, and buttons that take it away or move it up; a menu adds one. Each change is an undo step.
#pragma once

#include <QVector>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/core/message.h"
#include "engine/train/training_spec.h"

class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace tl {

class PropertyGrid;
class ToneLabel;
class TrainingEditor;

struct StepFault {
    QString sentence;  // empty: none
    QString key = {};  // of the property at fault; empty: of what several do together
};

// One of a registry's types, as the list needs it.
struct StepType {
    std::string id;
    Message title;
    QString help, group;
    const std::vector<Property>* properties;
    std::function<StepFault(const Properties&)> problem = {};
};

class StepsSection : public QWidget {
    Q_OBJECT
public:
    // `name` ("callback") names the widgets for tests; `add` stands on the button.
    StepsSection(TrainingEditor& editor, std::vector<TypedProperties> TrainingSpec::*list, std::vector<StepType> types,
                 const QString& name, const QString& add, QWidget* parent = nullptr);
    ~StepsSection() override;
    // `none` is said where the list is empty.
    void refresh(const TrainingSpec& shown, bool readOnly, const QString& none);

private:
    struct Entry {
        std::string type;
        QWidget* box;
        QToolButton *up, *remove;
        PropertyGrid* grid;
    };
    Entry makeEntry(const std::string& type);
    QToolButton* makeButton(const QIcon& icon, const QString& words);
    const StepType* typeOf(const std::string& id) const;
    int indexOf(const PropertyGrid* grid) const;
    void showMenu();
    QScrollArea* scrollArea() const;
    void showLast();
    void follow(bool on);
    void moveEvent(QMoveEvent* event) override;
    bool eventFilter(QObject* target, QEvent* event) override;

    TrainingEditor& editor_;
    std::vector<TypedProperties> TrainingSpec::*list_;
    std::vector<StepType> types_;
    QString name_;
    QVBoxLayout* column_;
    ToneLabel* none_;
    QToolButton* add_;
    QVector<Entry> entries_;
    bool follows_ = false;  // the last one was added by hand, and stays in sight until hand or key do something else
};

}  // namespace tl
