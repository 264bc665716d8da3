// See the header.
#include "ui/graph/graph_pictures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

struct GraphWords {
    Q_DECLARE_TR_FUNCTIONS(GraphPictures)
};

QString boxDetail(const GraphView& view, const std::vector<GraphView::Totals>& totals, const std::vector<int>& children,
                  size_t group) {
    const int ops = totals[group].nodes;
    QString count =
        view.kind == GraphKind::Designed ? GraphWords::tr("%n layer(s)", "", ops) : GraphWords::tr("%n op(s)", "", ops);
    if (children[group] < 2 || !view.groups[group].layer.empty()) return count;
    // "3 blocks": where all in it are of one kind.
    QString stem;
    for (const GraphGroup& one : view.groups)
        if (one.parent == static_cast<int>(group)) {
            const QString own = q(one.title).section(QLatin1Char(' '), 0, 0);
            if (!stem.isEmpty() && own != stem) return count;
            stem = own;
        }
    return stem == QLatin1String("block")
               ? GraphWords::tr("%n block(s)", "", children[group]) + QStringLiteral(" · ") + count
               : count;
}

}  // namespace

QString kernelText(const std::string& implementation) {
    const QStringList parts = q(implementation).split(QLatin1Char(':'));
    QString who = parts[0];
    if (who == QLatin1String("onednn")) who = QStringLiteral("oneDNN");
    if (who == QLatin1String("eigen")) who = QStringLiteral("Eigen");
    return parts.size() > 1 ? who + QStringLiteral(": ") + parts[1] : who;
}

QString shortType(const std::string& type) {
    QString text = q(type);
    return text.replace(QLatin1String("bfloat"), QLatin1String("bf"))
        .replace(QLatin1String("float"), QLatin1String("f"));
}

QString shortDevice(const std::string& device) {
    const QString text = q(device);
    const qsizetype name = text.indexOf(QLatin1String("device:"), 0, Qt::CaseInsensitive);
    return name < 0 ? text : text.mid(name + 7);
}

QString groupPath(const GraphView& view, int group) {
    QStringList path;
    for (int one : view.pathOf(group))
        if (!view.groups[at(one)].closed) path << q(view.groups[at(one)].title);
    return path.isEmpty() && group >= 0 ? q(view.groups[at(group)].title) : path.join(QStringLiteral(" · "));
}

QString categoryTitle(const std::string& category) {
    for (const LayerType& type : allLayers())
        if (nameOf(type.category) == category) return q(titleOf(type.category));
    return q(category);
}

QString nodeTitle(const GraphView& view, const GraphNode& node) {
    const QString title = q(node.title), layer = q(node.layer) + QLatin1Char('/');
    const bool said = node.group >= 0 && view.groups[at(node.group)].layer == node.layer && !node.layer.empty();
    return said && title.startsWith(layer) ? title.mid(layer.size()) : title;
}

GraphContentPtr contentOf(const GraphView& view) {
    auto content = std::make_shared<GraphContent>();
    const auto totals = view.totals();
    std::vector<int> children(view.groups.size(), 0);
    for (const GraphGroup& group : view.groups)
        if (group.parent >= 0) ++children[at(group.parent)];
    for (const GraphNode& node : view.nodes) {
        GraphCard card;
        card.title = nodeTitle(view, node);
        card.detail = !node.kernel.empty()  ? kernelText(node.kernel)
                      : node.detail.empty() ? q(node.op)
                                            : q(node.detail);
        if (view.kind == GraphKind::Compiled && node.op != "Input") card.detail += QStringLiteral(" · ") + q(node.op);
        card.category = q(node.category);
        card.box = node.group;
        card.diamond = node.reorder;
        content->cards.push_back(std::move(card));
    }
    for (size_t i = 0; i < view.groups.size(); ++i) {
        const GraphGroup& group = view.groups[i];
        GraphBox box;
        box.title = q(group.title);
        box.path = groupPath(view, static_cast<int>(i));
        box.detail = boxDetail(view, totals, children, i);
        box.category = q(totals[i].category());
        box.parent = group.parent;
        box.open = group.open;
        box.closed = group.closed;
        content->boxes.push_back(std::move(box));
    }
    for (const GraphEdge& edge : view.edges) {
        const GraphTensor& tensor = view.tensors[at(edge.tensor)];
        GraphWire wire{edge.from, edge.to, tensor.bytes, {}};
        if (tensor.bytes > 0)
            wire.label = bytesText(tensor.bytes);
        else if (!tensor.shape.empty())
            wire.label = q(tensor.shape);
        content->wires.push_back(std::move(wire));
    }
    return content;
}

GraphTints tintsOf(const GraphView& view, OpGraphModel::Colour colour) {
    using Colour = OpGraphModel::Colour;
    GraphTints out;
    out.cards.resize(static_cast<qsizetype>(view.nodes.size()));
    out.boxes.resize(static_cast<qsizetype>(view.groups.size()));
    const auto totals = view.totals();
    if (colour == Colour::Time || colour == Colour::Memory) {
        const bool time = colour == Colour::Time;
        if (time && view.stepSeconds < 0) return out;
        const auto text = [&](double value) {
            return value <= 0 ? QString() : time ? shortTimeText(value) : bytesText(value);
        };
        double most = 0, mostGroup = 0;
        for (const GraphNode& node : view.nodes) most = std::max(most, time ? node.seconds : node.memory);
        for (size_t i = 0; i < totals.size(); ++i)
            if (!view.groups[i].closed) mostGroup = std::max(mostGroup, time ? totals[i].seconds : totals[i].memory);
        for (size_t i = 0; i < view.nodes.size(); ++i) {
            const double value = time ? view.nodes[i].seconds : view.nodes[i].memory;
            GraphTint& tint = out.cards[static_cast<qsizetype>(i)];
            tint.heat = value < 0 || most <= 0 ? -1 : value / most;
            tint.note = text(value);
        }
        // A group has more than an op: it is seen beside its like.
        for (size_t i = 0; i < totals.size(); ++i) {
            const double value = time ? totals[i].seconds : totals[i].memory;
            GraphTint& tint = out.boxes[static_cast<qsizetype>(i)];
            tint.heat = mostGroup <= 0 ? -1 : std::min(value / mostGroup, 1.0);
            tint.note = text(value);
        }
        out.most = time ? shortTimeText(most) : bytesText(most);
        return out;
    }
    std::map<QString, GraphTint> meanings;
    if (colour == Colour::Type) {
        const auto tint = [&](const std::string& category) {
            GraphTint made;
            made.category = q(category);
            meanings[categoryTitle(category)] = made;
            return made;
        };
        for (size_t i = 0; i < view.nodes.size(); ++i)
            out.cards[static_cast<qsizetype>(i)] = tint(view.nodes[i].category);
        for (size_t i = 0; i < totals.size(); ++i)
            if (totals[i].nodes > 0) out.boxes[static_cast<qsizetype>(i)] = tint(totals[i].category());
    } else {
        const auto wordOf = [colour](const GraphNode& node) -> const std::string& {
            return colour == Colour::Device ? node.device : node.precision;
        };
        std::map<std::string, int> series;
        std::vector<std::map<std::string, int>> within(view.groups.size());
        for (const GraphNode& node : view.nodes) {
            if (wordOf(node).empty()) continue;
            series.try_emplace(wordOf(node), 0);
            for (const int group : view.pathOf(node.group)) ++within[at(group)][wordOf(node)];
        }
        int next = 0;
        for (auto& [word, index] : series) index = next++;
        const auto tint = [&](const std::string& word) {
            GraphTint made;
            if (word.empty()) return made;
            made.series = series.at(word);
            made.note = colour == Colour::Device ? shortDevice(word) : shortType(word);
            meanings[colour == Colour::Device ? shortDevice(word) : q(word)] = made;
            return made;
        };
        for (size_t i = 0; i < view.nodes.size(); ++i)
            out.cards[static_cast<qsizetype>(i)] = tint(wordOf(view.nodes[i]));
        for (size_t i = 0; i < within.size(); ++i) {
            const auto most = std::max_element(within[i].begin(), within[i].end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
            if (most != within[i].end()) out.boxes[static_cast<qsizetype>(i)] = tint(most->first);
        }
    }
    for (const auto& [words, tint] : meanings) out.legend.emplace_back(tint, words);
    return out;
}

}  // namespace tl
