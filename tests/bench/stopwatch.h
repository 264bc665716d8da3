// What a person waits for: the time from an event to the frame that shows its effect, and the longest that the GUI
// thread was away from its events. Both on the clock; of the longest stall also what this thread computed in it, since
// a busy machine only adds to the former.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QPointer>
#include <functional>
#include <string>
#include <vector>

namespace tl::bench {

inline constexpr double kFrameMs = 1000.0 / 60;  // that one frame may take

// Times each event that the event loop hands out, nested ones with it.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

    struct Stall {
        double ms = 0, computedMs = 0;
        std::string where;  // receiver and kind of event
    };
    Stall takeLongest();  // since the last call

private:
    int depth_ = 0;
    Stall longest_;
};

TimedApplication& application();
double threadMs();  // that the calling thread has computed for

// Handles events until the condition holds; false after a minute and more without.
bool waitUntil(const std::function<bool()>& condition, int timeoutMs = 300000);

constexpr double kStallMs = 50;  // the longest that the window may do one thing, unless a bench says otherwise

// One line of the report: the same thing done several times.
class Measure {
public:
    // goals in ms; 0 = none
    Measure(std::string what, double goalMs, double stallGoalMs);
    ~Measure();  // prints the line
    // Does it, as an event of the loop, and waits until `watched` has been painted after it, or after `done` where
    // the effect comes later; how long that took.
    double frame(QWidget* watched, const std::function<void()>& act, const std::function<bool()>& done = {});
    void time(const std::function<void()>& act);  // alone, without waiting for a frame
    void add(double ms) { times_.push_back(ms); }
    void require(bool goalMet) { required_ = required_ && goalMet; }
    void note(const std::string& text) { note_ = text; }
    double stallMs();  // the longest so far

    static bool allMet();  // whether every goal of every line was met

private:
    std::string what_, note_;
    double goalMs_, stallGoalMs_;
    bool required_ = true;
    std::vector<double> times_;
    std::vector<double> computed_;  // by this thread, for each frame
    TimedApplication::Stall stall_;
};

void printHeader(const std::string& title);

}  // namespace tl::bench
