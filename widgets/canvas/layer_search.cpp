// See the header.
#include "widgets/canvas/layer_search.h"

#include <algorithm>

#include "widgets/canvas/fuzzy_match.h"

namespace tl {

namespace {

constexpr int kExact = 1'000'000, kBegins = 100'000, kNamed = 1'000;

// "Leaky ReLU" is what "leaky_relu" and "LeakyReLU" ask for.
QString plain(QString name) {
    name.removeIf([](QChar c) { return !c.isLetterOrNumber(); });
    return name.toCaseFolded();
}

// Behind the layers whose names fit as well.
int scoreOfPreset(const LayerEntry& layer, const QString& query) {
    const QString wanted = plain(query), title = plain(layer.title);
    const int name = fuzzyScore(wanted, layer.title);
    if (wanted.isEmpty() || name == 0) return 0;
    return title == wanted ? kExact / 2 : title.startsWith(wanted) ? kBegins / 2 + name : kNamed / 2 + name;
}

int scoreOf(const LayerEntry& layer, const QString& query) {
    if (!layer.of.isEmpty()) return scoreOfPreset(layer, query);
    if (layer.title.compare(query, Qt::CaseInsensitive) == 0) return kExact;
    const int name = std::max(fuzzyScore(query, layer.title), fuzzyScore(query, layer.type));
    if (layer.title.startsWith(query, Qt::CaseInsensitive)) return kBegins + name;
    if (name > 0) return kNamed + name;
    if (const int category = fuzzyScore(query, layer.category); category > 0) return category;
    const bool spoken = layer.help.contains(query, Qt::CaseInsensitive) ||
                        std::any_of(layer.words.begin(), layer.words.end(),
                                    [&](const QString& word) { return word.contains(query, Qt::CaseInsensitive); });
    return spoken ? 1 : 0;
}

}  // namespace

QVector<int> searchLayers(const QVector<LayerEntry>& layers, const QString& query, int axes) {
    const QString wanted = query.trimmed();
    const auto fit = [axes](const LayerEntry& layer) {
        return layer.axes == 0 || layer.axes == axes ? 2 : layer.axes == 2 ? 1 : 0;
    };
    QVector<std::pair<std::pair<int, int>, int>> hits;
    for (int i = 0; i < layers.size(); ++i)
        if (wanted.isEmpty())
            hits.push_back({{1, 0}, i});
        else if (const int score = scoreOf(layers[i], wanted); score > 0)
            hits.push_back({{score, fit(layers[i])}, i});
    std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    QVector<int> found;
    for (const auto& hit : hits) found.push_back(hit.second);
    return found;
}

}  // namespace tl
