// On which samples what is shown was found out: the validation, the test split, or other data that the run was
// evaluated on. A switch where there are the first two alone, a list where there are others; not there where there is
// one.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "engine/train/events.h"

class QComboBox;

namespace tl {

class SegmentedBar;

class EvaluationChoice : public QWidget {
    Q_OBJECT
public:
    static constexpr const char *kValidation = "validation", *kTest = "test";
    explicit EvaluationChoice(const QString& name,
                              QWidget* parent = nullptr);  // the switch's; the list's: name + "List"
    void offer(bool validation, const std::vector<const EvaluationRecord*>& evaluations);
    // By evaluationKey(), or kValidation; it may be offered later. Whether it is another one, which is told.
    bool choose(const std::string& key);
    std::string current() const;  // the chosen one where it is offered, else the first; empty: none is

signals:
    void changed();

private:
    struct Offered {
        std::string key;
        QString title, toolTip;
        friend bool operator==(const Offered&, const Offered&) = default;
    };
    void refresh();

    std::vector<Offered> offered_;
    std::string chosen_ = kValidation;
    SegmentedBar* switch_;
    QComboBox* list_;
};

}  // namespace tl
