// See the header. The search runs on a thread of its own, behind the window's in priority as a run's threads are; a
// pool's thread would stay behind for ever.
#include "ui/jobs/rate_finder.h"

#include <chrono>
#include <future>
#include <mutex>

#include "engine/core/thread_priority.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

namespace tl {

namespace {

const QString kJob = QStringLiteral("learning rate");

}  // namespace

RateFinder::RateFinder(JobTracker& jobs, NetworkModel& network, TrainingModel& training, DataSetModel& data)
    : jobs_(jobs), network_(network), training_(training), data_(data) {}

void RateFinder::start() {
    clear();
    if (!data_.dataSet()) {
        problem_ = Message("There is no data set to search with. Open one, or use the sample.");
        emit changed();
        return;
    }
    RateSearch search;
    search.network = network_.spec();
    search.training = training_.spec();
    search.data = *data_.dataSet();
    steps_ = static_cast<int>(search.steps);
    running_ = true;
    emit changed();
    jobs_.run(
        this, kJob,
        [this, post = jobs_.poster(this), search = std::move(search), id = search_](std::stop_token stop) {
            std::vector<RatePoint> fresh;
            auto shown = std::chrono::steady_clock::now();
            const auto show = [&](const RatePoint& point) {
                fresh.push_back(point);
                if (std::chrono::steady_clock::now() - shown < std::chrono::milliseconds(33)) return;
                shown = std::chrono::steady_clock::now();
                post([this, id, points = std::exchange(fresh, {})] {
                    if (id != search_) return;
                    points_.insert(points_.end(), points.begin(), points.end());
                    emit changed();
                });
            };
            return std::async(std::launch::async,
                              [&] {
                                  lowerThreadPriority(5);
                                  return findLearningRate(search, stop, show);
                              })
                .get();
        },
        [this](RateSearchResult result) {
            ++search_;
            running_ = false;
            points_ = std::move(result.points);
            suggestion_ = result.suggestion;
            if (suggestion_ == 0) problem_ = Message("The loss did not fall at any rate that was tried.");
            emit changed();
        },
        [this](const Message& sentence) {
            ++search_;
            running_ = false;
            problem_ = sentence;
            emit changed();
        });
}

void RateFinder::cancel() {
    if (!running_) return;
    jobs_.cancel(kJob);
    ++search_;
    running_ = false;
    suggestion_ = suggestedRate(points_);
    emit changed();
}

void RateFinder::clear() {
    jobs_.cancel(kJob);
    ++search_;
    running_ = false;
    points_.clear();
    suggestion_ = 0;
    problem_ = {};
    emit changed();
}

}  // namespace tl
