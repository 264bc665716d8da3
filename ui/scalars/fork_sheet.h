// Asks from which checkpoint of a run a new one goes on, to how many epochs in all, and with which learning rate.
#pragma once

#include <functional>
#include <vector>

#include "engine/run/run_checkpoints.h"
#include "widgets/controls/sheet.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace tl {

struct Run;

class ForkSheet : public Sheet {
    Q_OBJECT
public:
    using Fork = std::function<void(const RunCheckpoint& from, int epochs, double learningRate)>;  // rate 0: its own
    // title: of the run, as the list calls it; checkpoints: its own; not empty.
    ForkSheet(QWidget& window, const Run& run, const QString& title, std::vector<RunCheckpoint> checkpoints, Fork fork);

private:
    void refresh();
    void showRate();
    QString rateOf(int checkpoint) const;  // the one in force there, as the field shows it
    QWidget* firstFocus() const override;
    bool holds() const override { return true; }
    std::vector<RunCheckpoint> checkpoints_;
    double rate_;    // of the settings
    QString shown_;  // what the field says as long as nobody writes into it
    QComboBox* from_;
    QSpinBox* epochs_;
    QLineEdit* learningRate_;
    QPushButton* begin_;
};

}  // namespace tl
