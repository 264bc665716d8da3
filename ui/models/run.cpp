// What is told of one run: last values, what it is judged by and its best, of our own runs and of others'.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "engine/run/run_diff.h"
#include "engine/run/run_evaluations.h"
#include "ui/models/run_model.h"

namespace tl {

double Run::last(const QString& tag) const {
    const auto it = scalars.find(tag);
    if (!whole && it == scalars.end()) {  // its curves are on disk, its last step is here
        if (tag == QLatin1String("loss")) return lastStep.loss;
        if (tag == QLatin1String("learning_rate")) return lastStep.learningRate;
        const auto metric = lastStep.metrics.find(tag.toStdString());
        if (metric != lastStep.metrics.end()) return metric->second;
    }
    return it == scalars.end() || it->second.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                     : it->second.back().value;
}

namespace {

template <typename Counts>
std::vector<const EvaluationRecord*> newestOf(const std::vector<EvaluationRecord>& all, const Counts& counts) {
    std::vector<const EvaluationRecord*> newest;
    for (const EvaluationRecord& each : all) {
        if (!counts(each)) continue;
        const auto before = std::ranges::find_if(
            newest, [&](const EvaluationRecord* one) { return evaluationKey(*one) == evaluationKey(each); });
        if (before == newest.end())
            newest.push_back(&each);
        else
            *before = &each;
    }
    std::ranges::stable_sort(newest, {}, [](const EvaluationRecord* one) { return isOfOtherData(*one); });
    return newest;
}

}  // namespace

std::vector<const EvaluationRecord*> Run::evaluated() const {
    return newestOf(evaluations, [](const EvaluationRecord&) { return true; });
}

std::vector<const EvaluationRecord*> Run::matrices() const {
    const auto classes = static_cast<size_t>(classNames.size());
    return newestOf(evaluations, [classes](const EvaluationRecord& one) {
        return (one.split == "test" || isOfOtherData(one)) && !one.confusion.empty() &&
               one.confusion.size() == classes * classes;
    });
}

const EvaluationRecord* Run::evaluatedOn(const std::string& key) const {
    const auto found = std::find_if(evaluations.rbegin(), evaluations.rend(),
                                    [&](const EvaluationRecord& one) { return evaluationKey(one) == key; });
    return found == evaluations.rend() ? nullptr : &*found;
}

namespace {

// "val_epoch_...": Keras's own, of its validation.
constexpr const char* kAccuracies[] = {"val_accuracy", "val_epoch_accuracy", "epoch_accuracy"};
constexpr const char* kLosses[] = {"val_loss", "val_epoch_loss", "epoch_loss"};

template <typename Tags>
QString firstOf(const Run& run, const Tags& tags) {
    for (const char* tag : tags)
        if (run.scalars.count(QLatin1String(tag))) return QLatin1String(tag);
    return {};
}

bool lowerIsBetter(const QString& tag) { return tl::lowerIsBetter(tag.toStdString()); }

// Others name theirs as they like: "val_sparse_categorical_accuracy", "Accuracy/test", "eval/loss", "acc".
enum class Kind { Any, Accuracy, Loss };
QString freelyNamed(const Run& run, Kind kind) {
    QString chosen;
    int rank = 0;
    for (const auto& [tag, points] : run.scalars) {
        const bool held = tag.contains(QLatin1String("val"), Qt::CaseInsensitive) ||
                          tag.contains(QLatin1String("test"), Qt::CaseInsensitive);
        const bool lower = lowerIsBetter(tag);
        const bool accuracy = !lower && tag.contains(QLatin1String("acc"), Qt::CaseInsensitive);
        const bool counts = kind == Kind::Any ? accuracy || lower : kind == Kind::Accuracy ? accuracy : lower;
        const int now = !counts ? 0 : 1 + (held ? 2 : 0) + (accuracy ? 1 : 0);
        if (now > rank) rank = now, chosen = tag;
    }
    return chosen;
}

}  // namespace

QString Run::judgedBy() const {
    const QString usual =
        firstOf(*this, std::initializer_list<const char*>{"val_accuracy", "val_epoch_accuracy", "val_loss",
                                                          "val_epoch_loss", "epoch_accuracy", "epoch_loss"});
    return usual.isEmpty() && foreign ? freelyNamed(*this, Kind::Any) : usual;
}

bool Run::hasAccuracy() const { return !judgedBy(true).isEmpty(); }

QString Run::judgedBy(bool accuracy) const {
    const QString usual = accuracy ? firstOf(*this, kAccuracies) : firstOf(*this, kLosses);
    return usual.isEmpty() && foreign ? freelyNamed(*this, accuracy ? Kind::Accuracy : Kind::Loss) : usual;
}

std::optional<ScalarPoint> Run::best(const QString& tag) const {
    const auto values = scalars.find(tag);
    if (values == scalars.end()) return {};
    const bool lower = lowerIsBetter(tag);
    // Chosen as best.safetensors is: where accuracies are equal, losses tell, and beside one that is no number is none.
    const auto losses = tag == QLatin1String("val_accuracy") ? scalars.find(QStringLiteral("val_loss")) : scalars.end();
    const auto lossAt = [&](double step) {
        if (losses == scalars.end()) return 0.0;
        const ScalarCurve& all = losses->second;
        const size_t at = all.lowerIndex(step);
        return at < all.size() && all[at].step == step ? all[at].value : std::numeric_limits<double>::infinity();
    };
    std::optional<ScalarPoint> best;
    std::pair<double, double> most;
    for (const ScalarPoint& point : values->second) {
        if (info.dataSince > 0 && point.epoch <= static_cast<double>(info.dataSince)) continue;  // of other data
        const double worth = lower ? -point.value : point.value;
        if (std::isnan(worth) || (best && worth < most.first)) continue;
        const std::pair merit(worth, -lossAt(point.step));
        if (std::isnan(merit.second) || (best && merit <= most)) continue;
        best = point;
        most = merit;
    }
    return best;
}

std::optional<Run::Tested> Run::tested() const {
    for (auto one = evaluations.rbegin(); one != evaluations.rend(); ++one) {
        if (one->split != "test") continue;
        for (const bool loss : {false, true})
            if (const auto value = one->values.find(loss ? "loss" : "accuracy"); value != one->values.end())
                return Tested{static_cast<double>(value->second), one->views, loss};
    }
    return std::nullopt;
}

}  // namespace tl
