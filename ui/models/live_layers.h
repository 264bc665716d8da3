// What the layers of the network do while it trains, for the canvas: pictures of their outputs, their weights'
// distribution, the norm of their gradients, the share of dead units, their time. Switched on, it adds the watches that
// it needs to those of the run, where they count towards the share that watching may take. GUI thread only.
#pragma once

#include <QHash>
#include <QObject>
#include <QTimer>
#include <map>
#include <memory>

#include "engine/profile/spans.h"
#include "engine/train/events.h"
#include "widgets/canvas/live_strip.h"

namespace tl {

class NetworkModel;
class RunController;
class RunModel;

class LiveLayers : public QObject {
    Q_OBJECT
public:
    LiveLayers(NetworkModel& network, RunModel& runs, RunController& controller, QObject* parent = nullptr);
    bool on() const { return on_; }
    void setOn(bool on);

    // Beyond these a layer's gradient is said to explode or vanish: its norm; and its root mean square, alone and as a
    // part of the largest layer's.
    static constexpr double kExplodes = 1e3, kVanishes = 1e-9, kVanishesBeside = 1e-6;

signals:
    void toggled(bool on);

private:
    struct Layer {
        LiveStrip strip;
        std::map<std::string, Statistics> gradients;  // by weight
        double seconds = -1;                          // of one step
    };
    void take(const WatchedRecord& record);
    void takeTimes();
    void clear();
    void show();

    NetworkModel& network_;
    RunController& controller_;
    bool on_ = false, fresh_ = false;
    std::map<std::string, Layer> layers_;
    std::unique_ptr<SpanCollector> spans_;
    QTimer timer_;
};

}  // namespace tl
