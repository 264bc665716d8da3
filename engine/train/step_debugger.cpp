// Points are decided as soon as all that their condition needs is known: in the training's own pass, or behind an op of
// the replay, whichever comes first.
#include "engine/train/step_debugger.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/ops/op.h"
#include "engine/profile/recording.h"
#include "engine/train/rate_text.h"
#include "engine/train/step_plan.h"

namespace tl {
namespace {

constexpr size_t kNumbersShown = 4096;

Message opWords(const Node& node) {
    const Message phase(phaseWord(node.phase));
    return Message("{name} ({op}, {phase})", node.name, node.op, phase);
}

// The op that a breakpoint names, in the order they run; nothing where there is none.
std::optional<size_t> opNamed(const Breakpoint& point, const std::vector<const Node*>& ops) {
    const auto fits = [&](const Node& node, Phase phase) {
        if (point.op) return node.name == point.place;
        if (node.phase != phase) return false;
        return point.place.empty() || node.layer == point.place;
    };
    for (const Phase phase : kPhases) {
        if (point.phase && *point.phase != phase) continue;
        std::optional<size_t> found;
        for (size_t i = 0; i < ops.size(); ++i)
            if (fits(*ops[i], phase) && (point.side == Breakpoint::Side::After || !found)) found = i;
        if (found) return found;  // of a layer the forward pass, unless another one is named
    }
    return std::nullopt;
}

// Names of the states that a step has written when its backward pass is done: float16's scale and its count.
std::vector<std::string> writtenBackward(const Graph& graph) {
    std::vector<std::string> names;
    for (const Node& node : graph.nodes) {
        if (node.phase > Phase::Backward || findOp(node.op).updates.empty()) continue;
        for (const ValueId output : node.outputs)
            if (const ValueId root = graph.rootOf(output); root != kNoValue) names.push_back(graph.value(root).name);
    }
    return names;
}

}  // namespace

StepDebugger::StepDebugger(Host host, int threads)
    : host_(std::move(host)), threads_(threads),
      values_([this](const Message& sentence) { host_.say(NoteRecord{sentence}); }) {}

void StepDebugger::set(std::vector<Breakpoint> breakpoints) {
    std::vector<Point> old = std::move(points_);
    points_.clear();
    for (Breakpoint& breakpoint : breakpoints) {
        if (!breakpoint.enabled) continue;
        const auto known = std::ranges::find(old, breakpoint, &Point::breakpoint);
        points_.push_back(known != old.end() ? std::move(*known) : Point{std::move(breakpoint)});
        if (known != old.end()) old.erase(known);
    }
    unbound_ = true;
    if (points_.empty() && !standing_) replay_.reset();  // the memory that nobody needs any more
}

// What the words of a condition and a place stand for in this network.
void StepDebugger::bind(const StepUnderWay& step) {
    values_.learn(step);
    if (!std::exchange(unbound_, false)) return;
    std::set<std::string> wanted;
    for (Point& point : points_) {
        if (!point.bound) try {
                point.bound = true;
                if (point.breakpoint.side != Breakpoint::Side::Anywhere) {
                    point.place = opNamed(point.breakpoint, opsInOrder(step.plan.graph()));
                    if (!point.place)
                        throw Error(Message("No op of a training step belongs to it: the Graph workspace shows those "
                                            "that there are."));
                }
                if (!point.breakpoint.condition.empty()) {
                    point.condition.emplace(point.breakpoint.condition);
                    point.numbers = point.condition->numbers();
                    for (const std::string& name : point.numbers)
                        if (!values_.isNumber(name))
                            throw Error(Message("The number \"{name}\"", name), Message(values_.numberNames()), "none");
                    for (const std::string& pattern : point.condition->patterns()) {
                        const auto& names = point.named[pattern] = values_.named(pattern);
                        point.names.insert(point.names.end(), names.begin(), names.end());
                    }
                }
            } catch (const Error& error) {
                point.useless = true;
                point.names.clear();
                host_.say(NoteRecord{Message("The breakpoint “{text}” stops nothing. {reason}",
                                             toText(point.breakpoint), error.message())});
            }
        wanted.insert(point.names.begin(), point.names.end());
    }
    values_.want(std::move(wanted));
}

void StepDebugger::begin(const StepUnderWay& step) {
    step_ = step.step;
    for (Point& point : points_) {
        point.decided = point.hit = false;
        point.known = 0;
    }
    bind(step);
    if (written_.empty()) written_ = writtenBackward(step.plan.graph());
    earlier_.clear();
    for (const std::string& name : written_) earlier_[name] = step.state.at(name).clone();
    values_.before(step);
}

void StepDebugger::before(const StepUnderWay& step) {
    const ThreadScope scope(threads_);
    begin(step);
    decide(step);
    if (mode_ != Advance::GoOn || anyHit()) lookInto(step);
}

void StepDebugger::after(Phase phase, const StepUnderWay& step) {
    if (phase == Phase::Update || step_ != step.step) return;
    const ThreadScope scope(threads_);
    values_.after(phase, step);
    decide(step);
    if (anyHit()) lookInto(step);
}

bool StepDebugger::knowsAll(Point& point) const {
    while (point.known < point.names.size() && values_.knows(point.names[point.known])) ++point.known;
    return point.known == point.names.size() &&
           std::ranges::all_of(point.numbers, [&](const std::string& name) { return values_.knowsNumber(name); });
}

void StepDebugger::decide(const StepUnderWay& step) {
    for (Point& point : points_) {
        if (point.decided || point.useless || !point.bound) continue;
        const bool here = point.breakpoint.step == 0 || point.breakpoint.step == step.step;
        if (here && point.condition && !knowsAll(point)) continue;
        point.decided = true;
        if (!here) continue;
        if (!point.condition)
            hit(point, step, {});
        else if (const auto held = point.condition->holds(
                     {[&](const std::string& name) { return values_.number(name); },
                      [&](const std::string& pattern) { return point.named.at(pattern); },
                      [&](const std::string& name) -> const Measured& { return values_.value(name); }}))
            hit(point, step, *held);
    }
}

// It stands at its place, or else behind the op that made the last of what the condition holds for.
void StepDebugger::hit(Point& point, const StepUnderWay& step, const BreakCondition::Held& held) {
    point.hit = true;
    point.after = point.breakpoint.side == Breakpoint::Side::After;
    point.target = point.place.value_or(0);
    if (!point.place && point.condition) {
        std::vector<ValueId> made;
        for (const std::string& name : held.values) made.push_back(values_.idOf(name));
        for (const std::string& number : held.numbers) {
            const std::vector<ValueId> sources = values_.sourcesOf(step, number);
            made.insert(made.end(), sources.begin(), sources.end());
        }
        const std::vector<const Node*> ops = opsInOrder(step.plan.graph());
        for (size_t i = 0; i < ops.size(); ++i)
            for (const ValueId output : ops[i]->outputs)
                if (std::ranges::count(made, output)) point.target = i, point.after = true;
    }
    const std::string text = toText(point.breakpoint);
    std::vector<Message> said(held.said.begin(), held.said.end());
    point.why = said.empty() ? Message(text) : Message("{breakpoint}: {values}", text, std::move(said));
}

bool StepDebugger::anyHit() const { return std::ranges::any_of(points_, &Point::hit); }

// One that was found late, because its condition was decided behind its place, stands at once.
const StepDebugger::Point* StepDebugger::takeHit(size_t op, bool after) {
    const Point* found = nullptr;
    for (Point& point : points_) {
        if (!point.hit || (after ? point.target > op : point.target != op || point.after)) continue;
        point.hit = false;
        if (!found) found = &point;
    }
    return found;
}

void StepDebugger::lookInto(const StepUnderWay& step) {
    const Span span(opByOpSpan(), static_cast<uint32_t>(step.step));
    if (prepare(step)) walk(step);
}

bool StepDebugger::prepare(const StepUnderWay& step) {
    try {
        if (step.plan.replicas())
            throw Error(Message("It is shared by several devices: train on one to look into it."));
        if (!replay_ || batch_ != step.plan.batch()) {
            replay_.reset();  // before the next one takes its memory
            replay_ = std::make_unique<StepReplay>(step);
            batch_ = step.plan.batch();
        }
        replay_->begin(step, earlier_);
        return true;
    } catch (const Error& error) {
        giveUp(error.message());
    } catch (const std::bad_alloc&) {
        giveUp("There is no memory for a copy of the weights and all values of a step.");
    }
    return false;
}

void StepDebugger::giveUp(const Message& reason) {
    replay_.reset();
    if (!std::exchange(warned_, true))
        host_.say(NoteRecord{Message("The run cannot stand inside a step. {reason}", reason)});
    if (std::exchange(mode_, Advance::GoOn) != Advance::GoOn) host_.leave();
    for (Point& point : points_) point.hit = false;
}

bool StepDebugger::stepEndsAt(size_t op) const {
    const std::vector<const Node*>& ops = replay_->ops();
    const bool over = replay_->over();
    switch (mode_) {
    case Advance::Op: return true;
    case Advance::Layer: return over || ops[op]->layer != ops[op + 1]->layer || ops[op]->phase != ops[op + 1]->phase;
    case Advance::Phase: return over || ops[op]->phase != ops[op + 1]->phase;
    default: return false;
    }
}

void StepDebugger::walk(const StepUnderWay& step) {
    if (mode_ == Advance::Step && replay_->done() == 0) stand(step, 0, false, {});
    for (;;) {
        if (mode_ == Advance::Again) {
            rewind(step);
            continue;
        }
        if (replay_->over()) return;
        const size_t op = replay_->done();
        if (const Point* point = takeHit(op, false)) stand(step, op, false, point->why);
        if (mode_ == Advance::Again) continue;
        if (mode_ == Advance::GoOn && !anyHit()) return;
        replay_->runNext();
        if (values_.after(*replay_, op, step)) decide(step);
        if (const Point* point = takeHit(op, true))
            stand(step, op, true, point->why);
        else if (stepEndsAt(op))
            stand(step, op, true, {});
    }
}

// What conditions need of the step is known by now, so all of it is hit anew. The training's own plan was not touched.
void StepDebugger::rewind(const StepUnderWay& step) {
    replay_->begin(step, earlier_);
    for (Point& point : points_) {
        point.decided = point.hit = false;
        point.known = 0;
    }
    decide(step);
    stand(step, 0, false, {});
}

void StepDebugger::stand(const StepUnderWay& step, size_t op, bool after, const Message& why, bool last) {
    StopRecord record = describe(step, op, after);
    record.number = ++stops_;
    record.why = why;
    record.last = last;
    mode_ = Advance::GoOn;
    standing_ = true;
    host_.stand(std::move(record));
    for (;;) {
        const StopWish wish = host_.wait();
        if (wish.look.empty()) {
            mode_ = wish.advance;
            break;
        }
        look(wish.look);
    }
    standing_ = false;
    if (mode_ == Advance::GoOn) host_.leave();
    bind(step);  // breakpoints may have come, some of them for places that lie behind
    decide(step);
    for (Point& point : points_) {
        const bool behind = point.target < op || (point.target == op && (after || !point.after));
        if (!point.condition && behind) point.hit = false;
    }
}

StopRecord StepDebugger::describe(const StepUnderWay& step, size_t op, bool after) const {
    const Node& node = *replay_->ops()[op];
    StopRecord record;
    record.step = step.step;
    record.op = node.op;
    record.name = node.name;
    record.layer = node.layer;
    record.phase = node.phase;
    record.after = after;
    record.index = static_cast<int64_t>(op);
    record.count = static_cast<int64_t>(replay_->ops().size());
    record.place = after ? Message("after {op}, step {step}", opWords(node), step.step)
                         : Message("before {op}, step {step}", opWords(node), step.step);
    const Graph& graph = replay_->graph();
    const auto nameOf = [&](ValueId id) {
        std::string name = values_.nameOf(id);
        return name.empty() ? graph.value(id).name : name;
    };
    const auto add = [&](StopValue::Role role, ValueId id) {
        const Value& value = graph.value(id);
        if (!replay_->readable(id) || value.kind == ValueKind::Constant) return;
        StopValue shown{role, nameOf(id), value.shape, replay_->made(id), {}, false};
        if (std::ranges::any_of(record.values, [&](const StopValue& other) { return other.name == shown.name; }))
            return;
        if (shown.made) {
            const Tensor floats = toFloat32(replay_->read(id));
            const auto numbers = floats.as<float>();
            shown.statistics = statisticsOf(numbers);
            shown.hasNan = shown.statistics.nonFinite > 0 &&
                           std::ranges::any_of(numbers, [](float each) { return std::isnan(each); });
        }
        record.values.push_back(std::move(shown));
    };
    for (const ValueId id : node.inputs) add(StopValue::Role::Input, id);
    for (const ValueId id : node.outputs)
        if (graph.rootOf(id) == kNoValue) add(StopValue::Role::Output, id);  // else it goes by what it has updated
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const ValueId id : *ids)
            for (const std::string& name : {nameOf(id), graph.value(id).name})
                if (ValueId gradient = values_.idOf(name + "/gradient"); gradient != kNoValue)
                    add(StopValue::Role::Gradient, gradient);
    return record;
}

void StepDebugger::look(const std::string& name) const {
    LookRecord record;
    record.stop = stops_;
    record.name = name;
    const ValueId known = values_.idOf(name), id = known != kNoValue ? known : replay_->graph().find(name);
    if (id == kNoValue || !replay_->readable(id)) {
        record.problem = Message("No value is called \"{name}\".", name);
    } else if (!replay_->made(id)) {
        record.shape = replay_->graph().value(id).shape;
        record.problem = Message("\"{name}\" is not made yet: it comes later in the step.", name);
    } else {
        const Tensor values = replay_->read(id);
        const Tensor floats = toFloat32(values);
        const auto numbers = floats.as<float>();
        record.shape = floats.shape();
        record.statistics = statisticsOf(numbers);
        record.histogram = std::make_shared<const Histogram>(histogramOf(numbers, record.statistics));
        const bool weight =
            replay_->graph().value(id).kind == ValueKind::Parameter || name.ends_with("kernel/gradient");
        record.pictures = picturesOf(values, weight ? PictureOf::Kernel : PictureOf::Batch);
        record.numbers.assign(numbers.begin(),
                              numbers.begin() + static_cast<ptrdiff_t>(std::min(numbers.size(), kNumbersShown)));
    }
    host_.say(std::make_shared<const LookRecord>(std::move(record)));
}

// Why an op that has run has something in its outputs that is not finite; empty where it has not.
Message StepDebugger::culprit(size_t op) const {
    const Node& node = *replay_->ops()[op];
    const Graph& graph = replay_->graph();
    const auto first = [&](ValueId id) -> std::optional<float> {
        if (!replay_->readable(id) || graph.value(id).dtype != DType::Float32) return std::nullopt;
        const Tensor values = replay_->read(id);
        for (const float value : values.as<float>())
            if (!std::isfinite(value)) return value;
        return std::nullopt;
    };
    std::optional<float> made;
    for (const ValueId id : node.outputs)
        if (!made) made = first(id);
    if (!made) return {};
    std::vector<Message> ranges;
    for (const ValueId id : node.inputs) {
        const Value& value = graph.value(id);
        if (value.kind == ValueKind::Constant || !replay_->readable(id)) continue;
        const std::string known = values_.nameOf(id), name = known.empty() ? value.name : known;
        if (const auto bad = first(id))
            return Message("{node} ({op}) read {value}, which was already {kind}", node.name, node.op, name,
                           std::isnan(*bad) ? "nan" : "infinity");
        const Statistics statistics = statisticsOf(toFloat32(replay_->read(id)).as<float>());
        ranges.push_back(
            Message("{name} from {low} to {high}", name, rateText(statistics.min), rateText(statistics.max)));
    }
    return Message("{node} ({op}) made {kind} from finite inputs: {inputs}", node.name, node.op,
                   std::isnan(*made) ? "nan" : "infinity", std::move(ranges));
}

Message StepDebugger::findNonFinite(Phase phase, const StepUnderWay& step, bool stand_) {
    const ThreadScope scope(threads_);
    if (step_ != step.step) begin(step);
    for (Point& point : points_) point.hit = false;
    mode_ = Advance::GoOn;
    const Span span(opByOpSpan(), static_cast<uint32_t>(step.step));
    if (!prepare(step)) return {};
    while (!replay_->over()) {
        const size_t op = replay_->done();
        const Phase own = replay_->ops()[op]->phase;
        if (own > phase) break;
        replay_->runNext();
        if (own != phase) continue;
        Message found = culprit(op);
        if (found.empty()) continue;
        if (stand_) {
            stand(step, op, true, found, true);
            walk(step);
        }
        return found;
    }
    return {};
}

}  // namespace tl
