// The devices of this machine: a card each, with what it is doing while somebody looks, and the choice of the one that
// training runs on, an undo step. Below them, in a sentence, why there is no GPU.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace tl {

class DeviceCard;
class DeviceWatch;
class ToneLabel;
struct Desk;

class DevicesPanel : public QWidget {
    Q_OBJECT
public:
    explicit DevicesPanel(Desk& desk, QWidget* parent = nullptr);
    ~DevicesPanel() override;

private:
    void list();          // anew
    void refresh();       // which is chosen
    void showReadings();  // what they are doing
    void choose(const std::string& device);
    void look(bool visible);
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Desk& desk_;
    QScrollArea* scroll_ = nullptr;
    QVBoxLayout* cardsColumn_;
    std::vector<DeviceCard*> cards_;
    ToneLabel *lost_, *note_;
    QTimer poll_;
    std::shared_ptr<const DeviceWatch> watch_;  // while the panel is in sight
};

}  // namespace tl
