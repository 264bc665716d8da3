// A device as a card: its name, memory, driver and libraries, what it is doing, and whether training runs there, which
// a click or Space makes so. Of one that cannot be used it says why, and it cannot be chosen.
#pragma once

#include <QRadioButton>

#include "engine/backend/device.h"
#include "engine/backend/device_watch.h"
#include "engine/backend/gpus.h"

namespace tl {

class ElidedLabel;
class Meter;
class ToneLabel;

class DeviceCard : public QRadioButton {
    Q_OBJECT
public:
    explicit DeviceCard(const DeviceInfo& device, QWidget* parent = nullptr);
    explicit DeviceCard(const UnusableDevice& device, QWidget* parent = nullptr);
    const std::string& id() const { return id_; }  // empty: it cannot be used
    const std::string& bus() const { return bus_; }
    void setReading(const DeviceReading& reading);
    // Chosen for training; `locked` while a run is under way.
    void setChosen(bool chosen, bool locked);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

private:
    void make(const QString& name, const QStringList& facts);
    void paintEvent(QPaintEvent*) override;
    bool hitButton(const QPoint& position) const override { return rect().contains(position); }

    std::string id_, bus_;
    ElidedLabel* name_ = nullptr;
    ToneLabel* mark_ = nullptr;  // "a run is here"
    Meter *use_ = nullptr, *memory_ = nullptr;
    ToneLabel* heat_ = nullptr;  // temperature and power
    bool usable_;
};

}  // namespace tl
