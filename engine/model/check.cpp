// Structure, properties and shapes of a network, with everything wrong in plain words. What does not lead to
// the Output is parked: it is not trained, so its faults are warnings and never keep a network from running.
#include "engine/model/check.h"

#include <algorithm>
#include <set>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"
#include "engine/model/activations.h"
#include "engine/model/padding_check.h"

namespace tl {
namespace {

std::string quoted(const std::string& id) { return "“" + id + "”"; }

class Checker {
public:
    Checker(const NetworkSpec& network, const Links& links, const DataFacts& data, const std::stop_token& stop)
        : network_(network), links_(links), data_(data), stop_(stop), producers_(network.nodes.size()) {
        for (const NodeSpec& node : network.nodes) types_.push_back(findLayer(node.type));
    }

    Check run() {
        findOutput();
        for (size_t i = 0; i < network_.nodes.size() && !stop_.stop_requested(); ++i) {
            check_.report.nodes[network_.nodes[i].id];
            checkNode(i);
        }
        checkLinks();
        checkCycles();
        for (int node : links_.order)
            if (!stop_.stop_requested()) inferShape(static_cast<size_t>(node));
        if (!stop_.stop_requested()) joinLooseEnds();
        if (!stop_.stop_requested()) offerPadding(network_, links_, data_, check_, stop_);
        checkActivations(network_, links_, data_, check_);
        for (int node : links_.order) check_.report.order.push_back(network_.nodes[static_cast<size_t>(node)].id);
        sortDiagnostics();
        return std::move(check_);
    }

private:
    using Severity = Diagnostic::Severity;

    const NodeSpec& node(size_t index) const { return network_.nodes[index]; }
    bool isOutput(size_t index) const { return types_[index] && !types_[index]->hasOutput; }
    bool isInput(size_t index) const { return types_[index] && types_[index]->maxInputs == 0; }

    Diagnostic& report(size_t index, Message message, Message detail = {}) {
        Diagnostic diagnostic;
        diagnostic.node = node(index).id;
        diagnostic.severity = check_.leadsToOutput[index] ? Severity::Error : Severity::Warning;
        diagnostic.message = std::move(message);
        diagnostic.detail = std::move(detail);
        check_.report.diagnostics.push_back(std::move(diagnostic));
        return check_.report.diagnostics.back();
    }

    // As report(), and the shape rule is not asked any more.
    Diagnostic& fault(size_t index, Message message, Message detail = {}) {
        broken_.insert(index);
        return report(index, std::move(message), std::move(detail));
    }

    void reportNetwork(Message message, Message detail) {
        Diagnostic diagnostic;
        diagnostic.message = std::move(message);
        diagnostic.detail = std::move(detail);
        check_.report.diagnostics.push_back(std::move(diagnostic));
    }

    void findOutput() {
        bool input = false;
        for (size_t i = 0; i < network_.nodes.size(); ++i) {
            if (isOutput(i) && check_.output < 0) check_.output = static_cast<int>(i);
            input = input || isInput(i);
        }
        check_.leadsToOutput =
            check_.output < 0 ? std::vector<bool>(network_.nodes.size(), true) : links_.leadingTo(check_.output);
        if (network_.nodes.empty()) {
            reportNetwork("The network is empty", "Drag layers from the palette, or start from a template.");
            return;
        }
        if (!input) reportNetwork("The network has no Input", "Add one from the palette; the data enter there.");
        if (check_.output < 0)
            reportNetwork("The network has no Output", "Add one from the palette; it holds the loss to train with.");
    }

    void checkNode(size_t index) {
        const NodeSpec& spec = node(index);
        const auto first = links_.index.find(spec.id);
        if (spec.id.empty() || static_cast<size_t>(first->second) != index)
            fault(index,
                  spec.id.empty() ? Message("A node has no name")
                                  : Message("Two nodes are called {name}", quoted(spec.id)),
                  "Every node needs a name of its own, since its weights are kept under it.");
        const LayerType* type = types_[index];
        if (!type) {
            fault(index, Message("{type} needs a newer Tensorloom or a missing plug-in", quoted(spec.type)),
                  "It is kept as it is.");
            return;
        }
        if (spec.version > type->version)
            fault(index,
                  Message("{title} was made by a newer Tensorloom (version {version}, and this one knows {known})",
                          type->title, spec.version, type->version),
                  "It is kept as it is.");
        checkProperties(index, *type);
        if (isOutput(index) && check_.output != static_cast<int>(index)) {
            Diagnostic& extra = fault(index, "There is an Output already",
                                      Message("{name} is the one that is trained; a network has one loss.",
                                              quoted(node(static_cast<size_t>(check_.output)).id)));
            extra.severity = Severity::Error;
            extra.repairs = {{Repair::Kind::Remove, Message("Remove {layer}", spec.id), {}, 0, {}, {}, {}}};
        }
        checkInputCount(index, *type);
        if (type->hasOutput && links_.out[index].empty() && check_.output >= 0) {
            Diagnostic& loose = report(index, "Nothing uses its result", "It is left out of training.");
            loose.repairs = {{Repair::Kind::Remove, Message("Remove {layer}", spec.id), {}, 0, {}, {}, {}}};
        }
    }

    void checkProperties(size_t index, const LayerType& type) {
        for (const auto& [key, value] : node(index).properties) {
            const auto found = std::find_if(type.properties.begin(), type.properties.end(),
                                            [&, &name = key](const Property& p) { return p.key == name; });
            if (found == type.properties.end()) {
                // Harmless: the layer does not read it. It may come from another version.
                Diagnostic& unknown = report(index, Message("{title} has no property {key}", type.title, quoted(key)),
                                             "It is kept and not used.");
                unknown.severity = Severity::Warning;
                continue;
            }
            const Message problem = checkProperty(*found, value);
            if (problem.empty()) continue;
            Diagnostic& wrong = fault(index, problem);
            const std::string fallback = toString(found->defaultValue);
            wrong.repairs = {{Repair::Kind::SetProperty,
                              fallback.empty() ? Message("Reset {property}", key)
                                               : Message("Set {property} back to {value}", key, fallback),
                              {},
                              0,
                              key,
                              found->defaultValue,
                              {}}};
        }
    }

    void checkInputCount(size_t index, const LayerType& type) {
        const auto& wires = links_.in[index];
        std::set<int> ports;
        for (const Links::Wire& wire : wires) {
            const bool tooMany = wire.port < 0 || (type.maxInputs >= 0 && wire.port >= type.maxInputs);
            const bool twice = !tooMany && !ports.insert(wire.port).second;
            if (!tooMany && !twice) continue;
            Message message;
            if (type.maxInputs == 0)
                message = Message("{layer} takes no input", type.title);
            else if (twice)
                message = Message("Two wires end at input {port}", wire.port + 1);
            else
                message = Message("{layer} has {count} {count|input|inputs}, and {connected} are connected", type.title,
                                  type.maxInputs, wires.size());
            Diagnostic& extra = fault(index, message);
            extra.inputPort = wire.port;
            extra.repairs = {{Repair::Kind::Disconnect,
                              Message("Disconnect {layer}", node(static_cast<size_t>(wire.node)).id),
                              {},
                              wire.port,
                              {},
                              {},
                              {},
                              {},
                              node(static_cast<size_t>(wire.node)).id}};
        }
        if (static_cast<int>(ports.size()) >= type.minInputs) return;
        if (type.minInputs == 1) {
            Diagnostic& open =
                fault(index, "Nothing is connected to its input", "Drag a wire from the layer above to its top.");
            open.inputPort = 0;
            open_.emplace_back(index, check_.report.diagnostics.size() - 1);
            const bool anyInput = [&] {
                for (size_t i = 0; i < network_.nodes.size(); ++i)
                    if (isInput(i)) return true;
                return false;
            }();
            if (!anyInput) open.repairs = {{Repair::Kind::InsertBefore, "Insert Input", "Input", 0, {}, {}, {}}};
        } else {
            const Message wanted = type.minInputs == 2 ? Message("two") : Message("{count}", type.minInputs);
            const Message has = ports.empty()       ? Message("none")
                                : ports.size() == 1 ? Message("one")
                                                    : Message("{count}", ports.size());
            Diagnostic& open = fault(
                index, type.maxInputs == type.minInputs
                           ? Message("{layer} wants {wanted} inputs, and has {has}", type.title, wanted, has)
                           : Message("{layer} wants {wanted} inputs or more, and has {has}", type.title, wanted, has));
            int port = 0;
            while (ports.count(port)) ++port;
            open.inputPort = port;
            if (ports.size() != 1) return;
            halfFed_.emplace_back(index, check_.report.diagnostics.size() - 1);
            open.detail = "Drag another wire to its top, or do without it.";
            open.repairs = {
                {Repair::Kind::Remove, Message("Remove {layer}", node(index).id), {}, 0, {}, {}, node(index).id}};
        }
    }

    void checkLinks() {
        for (const LinkSpec& link : network_.links) {
            const auto from = links_.index.find(link.from), to = links_.index.find(link.to);
            if (to != links_.index.end() && from == links_.index.end()) {
                Diagnostic& lost = fault(static_cast<size_t>(to->second),
                                         Message("A wire comes from {from}, which is not there", quoted(link.from)));
                lost.inputPort = link.port;
                lost.repairs = {
                    {Repair::Kind::Disconnect, "Remove the wire", {}, link.port, {}, {}, {}, {}, link.from}};
            } else if (to == links_.index.end()) {
                reportNetwork(
                    Message("A wire goes from {from} to {to}, which is not there", quoted(link.from), quoted(link.to)),
                    "");
            } else if (isOutput(static_cast<size_t>(from->second))) {
                Diagnostic& wrong =
                    fault(static_cast<size_t>(to->second),
                          Message("It cannot be fed by {from}, which has no result", quoted(link.from)));
                wrong.inputPort = link.port;
                wrong.repairs = {
                    {Repair::Kind::Disconnect, "Remove the wire", {}, link.port, {}, {}, {}, {}, link.from}};
            }
        }
    }

    void checkCycles() {
        for (const std::vector<int>& cycle : links_.cycles) {
            std::string way;
            for (int member : cycle) way += node(static_cast<size_t>(member)).id + " → ";
            const auto last = static_cast<size_t>(cycle.back()), first = static_cast<size_t>(cycle.front());
            int port = 0;
            for (const Links::Wire& wire : links_.out[last])
                if (static_cast<size_t>(wire.node) == first) port = wire.port;
            Diagnostic& circle = fault(first, Message("The wires go in a circle: {way}", way + node(first).id),
                                       "A result cannot depend on itself; take one of these wires away.");
            circle.inputPort = port;
            circle.repairs = {{Repair::Kind::Disconnect,
                               Message("Disconnect {layer}", node(last).id),
                               {},
                               port,
                               {},
                               {},
                               {},
                               {},
                               node(last).id}};
            for (int member : cycle) broken_.insert(static_cast<size_t>(member));
        }
    }

    void inferShape(size_t index) {
        NodeReport& found = check_.report.nodes[node(index).id];
        std::vector<Shape> inputs;
        std::vector<const Producer*> producers;
        bool known = true;
        for (const Links::Wire& wire : links_.in[index]) {
            const auto from = static_cast<size_t>(wire.node);
            const NodeReport& source = check_.report.nodes[node(from).id];
            known = known && source.outputKnown;
            inputs.push_back(source.output);
            producers.push_back(&producers_[from]);
            const size_t port = static_cast<size_t>(std::max(wire.port, 0));
            if (port < 1024) {  // a file may hold any number
                if (found.inputs.size() <= port) found.inputs.resize(port + 1);
                found.inputs[port] = source.output;
            }
        }
        producers_[index] = {node(index).id, node(index).type, producers.empty() ? nullptr : producers[0]};
        const LayerType* type = types_[index];
        if (!type || !known || broken_.count(index)) return;

        const PropertyReader properties(type->properties, node(index).properties, node(index).id);
        try {
            ShapeResult result = type->shape(
                {node(index).id, inputs, properties, data_.shape, data_.classes, producers, data_.labels.numbers});
            for (Diagnostic& diagnostic : result.diagnostics) {
                diagnostic.node = node(index).id;
                // The rule counts its inputs; the wire has the port it ends at.
                const auto& wires = links_.in[index];
                const auto toPort = [&wires](int& input) {
                    if (input >= 0 && static_cast<size_t>(input) < wires.size())
                        input = wires[static_cast<size_t>(input)].port;
                };
                toPort(diagnostic.inputPort);
                for (Repair& repair : diagnostic.repairs)
                    if (repair.kind == Repair::Kind::InsertBefore) toPort(repair.port);
                if (!check_.leadsToOutput[index]) diagnostic.severity = Severity::Warning;
                check_.report.diagnostics.push_back(std::move(diagnostic));
            }
            if (!result.diagnostics.empty()) return;
            if (result.output.isAbsurd()) {
                report(index,
                       Message("Its output would be {shape}, more than any memory holds", result.output.toString()),
                       "Nothing is built for it; make the layer's numbers smaller.");
                return;
            }
            producers_[index].shape = result.output;
            found.output = std::move(result.output);
            found.outputKnown = true;
            if (isInput(index)) warnOfMixedSizes(index);
            if (isInput(index) && check_.dataShape.rank() == 0) check_.dataShape = found.output;
        } catch (const std::exception& error) {
            report(index, messageOf(error));
        }
    }

    // A layer that nothing is connected to, and one layer alone whose result nothing uses: they are meant for each
    // other, with what its shape asks for between them, such as the Flatten that somebody has just deleted. So are a
    // merge with one wire and one such layer whose result has the shape of what comes by that wire.
    void joinLooseEnds() {
        if (open_.empty() && halfFed_.empty()) return;
        std::vector<bool> fed(types_.size());  // from an input on
        for (const int index : links_.order) {
            const auto i = static_cast<size_t>(index);
            fed[i] = isInput(i) || std::ranges::any_of(links_.in[i], [&](const Links::Wire& wire) {
                         return fed[static_cast<size_t>(wire.node)];
                     });
        }
        const auto looseFor = [&](size_t index, const Shape* shape) {
            const std::vector<bool> behind = links_.reachedFrom(static_cast<int>(index));
            std::vector<size_t> loose;
            for (size_t i = 0; i < types_.size() && loose.size() < 2; ++i)
                if (types_[i] && types_[i]->hasOutput && links_.out[i].empty() && fed[i] && !behind[i] &&
                    (!shape || producers_[i].shape == *shape))
                    loose.push_back(i);
            return loose;
        };
        const auto connection = [](const std::string& from, int port) {
            return Repair{Repair::Kind::Connect, Message("Connect {layer}", from), {}, port, {}, {}, {}, {}, from};
        };
        for (const auto& [index, place] : halfFed_) {
            const Shape& shape = producers_[static_cast<size_t>(links_.in[index].front().node)].shape;
            if (shape.rank() == 0) continue;
            const std::vector<size_t> loose = looseFor(index, &shape);
            Diagnostic& half = check_.report.diagnostics[place];
            if (loose.size() == 1)
                half.repairs.insert(half.repairs.begin(), connection(node(loose[0]).id, half.inputPort));
        }
        for (const auto& [index, place] : open_) {
            const std::vector<size_t> loose = looseFor(index, nullptr);
            if (loose.size() != 1) continue;
            const std::string& from = node(loose[0]).id;
            const NodeReport& source = check_.report.nodes[from];
            std::vector<Repair>& repairs = check_.report.diagnostics[place].repairs;
            if (source.outputKnown)
                for (Repair& repair : repairsOfWire(index, source.output, producers_[loose[0]])) {
                    if (repair.kind != Repair::Kind::InsertBefore) continue;
                    repair.from = from;
                    repairs.push_back(std::move(repair));
                }
            if (repairs.empty()) repairs = {connection(from, 0)};
        }
    }

    // What the layer would offer if it got that.
    std::vector<Repair> repairsOfWire(size_t index, const Shape& input, const Producer& producer) const {
        const LayerType& type = *types_[index];
        try {
            const PropertyReader properties(type.properties, node(index).properties, node(index).id);
            const Producer* const producers[] = {&producer};
            ShapeResult result = type.shape(
                {node(index).id, {&input, 1}, properties, data_.shape, data_.classes, producers, data_.labels.numbers});
            return result.diagnostics.empty() ? std::vector<Repair>() : std::move(result.diagnostics[0].repairs);
        } catch (const std::exception&) {
            return {};  // its own properties are at fault, which is said already
        }
    }

    // Only a person can say what is to become of photos of many sizes.
    void warnOfMixedSizes(size_t index) {
        const ImageSizes& sizes = data_.sizes;
        if (!sizes.mixed() || sizes.chosen) return;
        const auto text = [](int width, int height) { return std::to_string(width) + "×" + std::to_string(height); };
        Diagnostic& mixed =
            report(index,
                   Message("The images are from {least} to {most} pixels", text(sizes.minWidth, sizes.minHeight),
                           text(sizes.maxWidth, sizes.maxHeight)),
                   Message("All are stretched to {size}, their usual size; choose what fits your network.",
                           text(sizes.width, sizes.height)));
        mixed.severity = Severity::Warning;
        const auto [width, height] = suggestedSize(sizes);
        const std::string size = "size=" + std::to_string(width) + "x" + std::to_string(height) + "&resize=";
        const std::string to = text(width, height);
        for (const auto& [label, mode] : {std::pair(Message("Crop to {size}", to), "fill"),
                                          {Message("Fit into {size}", to), "fit"},
                                          {Message("Stretch to {size}", to), "stretch"}})
            mixed.repairs.push_back({Repair::Kind::SetData, label, {}, 0, {}, size + mode, {}});
    }

    // Errors first; within each, from the input down. Unordered nodes (on a cycle) come last.
    void sortDiagnostics() {
        std::unordered_map<std::string, size_t> place;
        for (size_t i = 0; i < check_.report.order.size(); ++i) place[check_.report.order[i]] = i + 1;
        const auto rank = [&](const Diagnostic& d) {
            const auto found = place.find(d.node);
            const size_t at = d.node.empty() ? 0 : found == place.end() ? place.size() + 1 : found->second;
            return std::pair(d.severity == Severity::Error ? 0 : 1, at);
        };
        auto& all = check_.report.diagnostics;
        std::stable_sort(all.begin(), all.end(),
                         [&](const Diagnostic& a, const Diagnostic& b) { return rank(a) < rank(b); });
    }

    const NetworkSpec& network_;
    const Links& links_;
    const DataFacts& data_;
    const std::stop_token& stop_;
    std::vector<const LayerType*> types_;
    std::vector<Producer> producers_;
    std::set<size_t> broken_;  // nodes whose shape rule would only repeat what is said already
    // Layers without their input, merges with one of two, and the diagnostic that says so.
    std::vector<std::pair<size_t, size_t>> open_, halfFed_;
    Check check_;
};

}  // namespace

Check checkNetwork(const NetworkSpec& network, const Links& links, const DataFacts& data, const std::stop_token& stop) {
    return Checker(network, links, data, stop).run();
}

}  // namespace tl
