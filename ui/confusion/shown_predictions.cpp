// See the header. The run's folder has the newest list, of a run under way too: its title says of which step it is. The
// desk goes where the window is made anew, in another language; jobs that end then have nobody to tell.
#include "ui/confusion/shown_predictions.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine/data/spec_settings.h"
#include "engine/io/files.h"
#include "engine/run/run_evaluations.h"
#include "ui/jobs/run_evaluation.h"
#include "ui/models/evaluation_text.h"
#include "ui/models/picked_items.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/theme/theme.h"

namespace tl {
namespace {

struct ShownPredictions {
    Q_DECLARE_TR_FUNCTIONS(ShownPredictions)
};

const QString kPredictions = QStringLiteral("predictions");

struct Split {  // of the data set that is open
    QString name;
    std::shared_ptr<const Source> source;
};

struct Found {
    bool none = false;                   // the run has no list
    std::shared_ptr<PickedItems> items;  // null: of other samples than any of the splits'
    Split split = {};                    // whose they are
};

Found find(const std::string& folder, const PredictionWish& wish, const std::vector<Split>& splits) {
    const std::string file = folder + "/" + predictionsFile(wish.on);
    std::error_code gone;
    if (folder.empty() || !std::filesystem::exists(file, gone)) return {.none = true, .items = {}};
    auto items = std::make_shared<PickedItems>();
    items->predictions = predictionsFrom(readFile(file), file);
    for (const Split& split : splits) {
        if (items->predictions.samples != samplesHash(*split.source)) continue;
        items->split = split.name;
        items->items = items->predictions.numbers()
                           ? samplesOf(items->predictions, wish.grid, wish.label, wish.predicted)
                           : samplesTaken(items->predictions, *split.source, wish.label, wish.predicted);
        return {.none = false, .items = std::move(items), .split = split};
    }
    return {};
}

// Null: its own, whose validation or test split it is.
const EvaluationRecord* otherDataOf(const PredictionWish& wish, const Run& run) {
    const EvaluationRecord* asked = run.evaluatedOn(wish.on);
    return asked && isOfOtherData(*asked) ? asked : nullptr;
}

// Of other data nobody knows which split they are where they are open: there all of them may be one.
std::vector<Split> splitsFor(const PredictionWish& wish, const Run& run, const DataSetModel& data) {
    std::vector<Split> splits;
    if (data.state() != DataSetModel::State::Ready) return splits;
    const bool other = otherDataOf(wish, run);
    const QStringList names =
        other ? QStringList{QStringLiteral("train"), QStringLiteral("validation"), QStringLiteral("test")}
        : wish.on == "test" || run.info.validation == "test" ? QStringList{QStringLiteral("test")}
                                                             : QStringList{QStringLiteral("validation")};
    for (const QString& name : names) {
        const auto source = data.split(name);
        if (!source) continue;
        const bool alike =  // other classes may have the same numbers
            !other || run.classNames.isEmpty() ||
            std::ranges::equal(source->classNames(), run.classNames, {},
                               [](const std::string& each) { return q(each); });
        if (alike) splits.push_back({name, source});
    }
    return splits;
}

// "2.5 → 7": a true number and the one that was predicted.
QString placeName(const PickedItems& items, const PredictionWish& wish) {
    if (wish.label < 0 || items.items.empty()) return ShownPredictions::tr("furthest off");
    const auto first = static_cast<size_t>(items.items.front());
    return QStringLiteral("%1 → %2").arg(numberText(static_cast<double>(items.predictions.targets[first])),
                                         numberText(static_cast<double>(items.predictions.scores[first])));
}

QString titleFor(const PickedItems& items, const QString& run, const QString& other, const PredictionWish& wish,
                 const Source& source) {
    const QString step = grouped(items.predictions.step), count = grouped(static_cast<qint64>(items.items.size())),
                  label = classTitle(source, wish.label), predicted = classTitle(source, wish.predicted);
    const QString whose = !other.isEmpty() ? ShownPredictions::tr("“%1” on “%2”, step %3").arg(run, other, step)
                          : wish.on == "test" ? ShownPredictions::tr("“%1”, test split, step %2").arg(run, step)
                          : items.predictions.epoch < 0
                              ? ShownPredictions::tr("“%1”, validation, step %2").arg(run, step)
                              : ShownPredictions::tr("“%1”, validation after epoch %2, step %3")
                                    .arg(run, grouped(items.predictions.epoch + 1), step);
    if (items.predictions.numbers())
        return whose + QStringLiteral(" · ") +
               (wish.label < 0 ? ShownPredictions::tr("all with a number: %1, the furthest off first").arg(count)
                               : ShownPredictions::tr("about %1: %2, the furthest off first").arg(items.name, count));
    const QString what =
        wish.label < 0 ? ShownPredictions::tr("taken for another class than their own: %1, the surest first").arg(count)
        : wish.label == wish.predicted
            ? ShownPredictions::tr("“%1”, recognised: %2, the surest first").arg(label, count)
            : ShownPredictions::tr("“%1”, taken for “%2”: %3, the surest first").arg(label, predicted, count);
    return whose + QStringLiteral(" · ") + what;
}

// Of a run that kept none: what makes one.
void offerToMake(Desk& desk, const PredictionWish& wish) {
    const Run& run = *desk.bench.runs.find(wish.run);
    const QString name = desk.bench.runs.titleOf(run.id).text();
    if (run.live())
        return desk.notices.note(ShownPredictions::tr("The list is being written: try again in a moment."), {},
                                 kPredictions);
    std::vector<Notices::Offer> offers;
    const EvaluationRecord* other = otherDataOf(wish, run);
    // A part of it was the command line's wish, which an evaluation of the window would not make again.
    if (other && !other->data.empty() && other->part.empty() &&
        desk.bench.controller.evaluateObstacle(run.id, true).isEmpty())
        offers.push_back({ShownPredictions::tr("Evaluate on it again"), [&desk, id = run.id, spec = q(other->data)] {
                              desk.bench.controller.evaluateRunOn(id, spec);
                          }});
    if (wish.on == "test" && desk.bench.controller.evaluateObstacle(run.id).isEmpty())
        offers.push_back({ShownPredictions::tr("Evaluate on the test split"),
                          [&desk, id = run.id] { desk.bench.controller.evaluateRun(id); }});
    if (wish.on == "validation" && desk.bench.controller.weightsObstacle(run.id).isEmpty())
        offers.push_back(
            {ShownPredictions::tr("Validate it again"), [&desk, wish, name] {
                 const Run* run = desk.bench.runs.find(wish.run);
                 if (!run) return;
                 const auto& data = desk.bench.data;
                 const bool same =
                     data.dataSet() && run->training && data.validationSplit() == run->training->validationSplit();
                 desk.notices.note(ShownPredictions::tr("Validating “%1” again.").arg(name), {}, kPredictions);
                 // The list is the run's: it is made, too, where the desk goes meanwhile.
                 desk.bench.jobs.run(
                     &desk.bench.runs, kPredictions + QString::number(wish.run),
                     [folder = run->folder.toStdString(), open = same ? data.dataSet() : std::nullopt](
                         std::stop_token stop) { return validateAgain(folder, open ? &*open : nullptr, stop), true; },
                     [&desk, wish, there = QPointer(&desk.frame)](bool) {
                         if (there) showPredictions(desk, wish);
                     },
                     [&desk, name, there = QPointer(&desk.frame)](const Message& sentence) {
                         if (!there) return;
                         desk.notices.problem(
                             ShownPredictions::tr("“%1” was not validated again. %2").arg(name, q(sentence)), {},
                             kPredictions);
                     });
             }});
    desk.notices.note(
        ShownPredictions::tr("“%1” kept no list of what it took each sample for, as runs of older versions did not.")
            .arg(name),
        offers, kPredictions);
}

// The list means nothing among other samples.
void offerItsData(Desk& desk, const PredictionWish& wish) {
    const Run& run = *desk.bench.runs.find(wish.run);
    const EvaluationRecord* other = otherDataOf(wish, run);
    const QString spec = q(!other ? run.info.dataSpec : other->data), now = desk.bench.data.spec();
    std::vector<Notices::Offer> offers;
    if (!spec.isEmpty() && spec != now)
        offers.push_back({ShownPredictions::tr("Open it"), [&desk, spec] { desk.openData(spec); }});
    const QString sentence =
        other ? ShownPredictions::tr("“%1” was judged on other samples than those of the data set that is open (%2). "
                                     "To see them, open %3 and hold none out.")
              : ShownPredictions::tr("“%1” was judged on other samples than those of the data set that is open (%2). "
                                     "To see its own, open %3 and hold out what it held out.");
    const auto called = [](const QString& of) { return q(dataName(of.toStdString())); };
    desk.notices.note(sentence.arg(desk.bench.runs.titleOf(run.id).text(),
                                   now.isEmpty() ? ShownPredictions::tr("none") : called(now),
                                   other && spec.isEmpty() ? evaluationTitle(*other) : called(spec)),
                      offers, kPredictions);
}

}  // namespace

void showPredictions(Desk& desk, const PredictionWish& wish) {
    const Run* run = desk.bench.runs.find(wish.run);
    if (!run) return;
    const std::vector<Split> splits = splitsFor(wish, *run, desk.bench.data);
    if (splits.empty()) return offerItsData(desk, wish);
    desk.bench.jobs.run(
        &desk.frame, kPredictions,
        [folder = run->folder.toStdString(), wish, splits](std::stop_token) { return find(folder, wish, splits); },
        [&desk, wish](const Found& found) {
            const Run* run = desk.bench.runs.find(wish.run);
            if (!run) return;
            if (found.none) return offerToMake(desk, wish);
            const auto& source = found.split.source;
            if (!found.items || desk.bench.data.split(found.split.name) != source) return offerItsData(desk, wish);
            PickedItems& items = *found.items;
            items.name = items.predictions.numbers() ? placeName(items, wish)
                         : wish.label < 0            ? ShownPredictions::tr("wrong")
                                                     : QStringLiteral("%1 → %2").arg(classTitle(*source, wish.label),
                                                                                     classTitle(*source, wish.predicted));
            const EvaluationRecord* other = otherDataOf(wish, *run);
            items.title = titleFor(items, desk.bench.runs.titleOf(wish.run).text(),
                                   other ? evaluationTitle(*other) : QString(), wish, *source);
            desk.notices.settle(kPredictions);
            desk.bench.selection.show(found.items);
            desk.showWorkspace(QStringLiteral("data"));
        },
        [&desk](const Message& sentence) { desk.notices.problem(q(sentence), {}, kPredictions); });
}

}  // namespace tl
