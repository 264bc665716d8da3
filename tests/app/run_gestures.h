// What tests of runs do in the real window: settings of a training, a training to its end, waiting for the list.
#pragma once

#include <functional>

#include "tests/app/window_fixture.h"

namespace tl {

inline constexpr int kPatienceMs = 120000;

inline void setTraining(WindowFixture& f, const std::function<void(TrainingSpec&)>& change) {
    TrainingSpec spec = f.bench().training.spec();
    change(spec);
    f.bench().training.setSpec(spec);
}

// Trains to the end; returns the run's id.
inline int train(WindowFixture& f, int epochs) {
    setTraining(f, [&](TrainingSpec& spec) { spec.epochs = epochs; });
    f.trigger("trainAction");
    return f.reaches(RunState::Finished, kPatienceMs) ? f.bench().controller.currentRun() : -1;
}

inline bool listed(WindowFixture& f, size_t count) {
    return QTest::qWaitFor([&] { return f.bench().runs.runs().size() == count; }, kPatienceMs);
}

template <typename T>
T* shown(WindowFixture& f, const char* name) {
    (void)QTest::qWaitFor([&] { return f.find<T>(name) && f.find<T>(name)->isVisible(); }, kPatienceMs);
    return f.find<T>(name);
}

}  // namespace tl
