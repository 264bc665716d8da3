// Asks from which checkpoint of a run a new one goes on, to how many epochs in all, and with which learning rate.
#pragma once

#include <functional>
#include <vector>

#include "engine/run/run_checkpoints.h"
#include "widgets/controls/sheet.h"

class QComboBox;
class QDoubleSpinBox;
class QPushButton;
class QSpinBox;

namespace tl {

struct Run;

class ForkSheet : public Sheet {
    Q_OBJECT
public:
    using Fork = std::function<void(const RunCheckpoint& from, int epochs, double learningRate)>;  // rate 0: its own
    // checkpoints: of the run; not empty.
    ForkSheet(QWidget& window, const Run& run, std::vector<RunCheckpoint> checkpoints, Fork fork);

private:
    void refresh();
    QWidget* firstFocus() const override;
    std::vector<RunCheckpoint> checkpoints_;
    double rate_;
    QComboBox* from_;
    QSpinBox* epochs_;
    class QLineEdit* learningRate_;
    QPushButton* begin_;
};

}  // namespace tl
