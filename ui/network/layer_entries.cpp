// See the header.
#include "ui/network/layer_entries.h"

#include <QHash>

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"

namespace tl {
namespace {

// "leaky_relu" as papers write it: "Leaky ReLU".
QString written(const std::string& name) {
    static const QHash<QString, QString> shortened{{"relu", "ReLU"}, {"relu6", "ReLU6"}, {"elu", "ELU"},
                                                   {"gelu", "GELU"}, {"selu", "SELU"},   {"celu", "CELU"},
                                                   {"silu", "SiLU"}, {"glu", "GLU"}};
    QStringList words = q(name).split(QLatin1Char('_'));
    for (QString& word : words) word = shortened.value(word, word);
    words[0][0] = words[0][0].toUpper();
    return words.join(QLatin1Char(' '));
}

// A function that one looks for by its name is a layer with that function chosen.
void addFunctions(QVector<LayerEntry>& entries, const LayerType& type, const LayerEntry& layer) {
    if (type.category != Category::Act) return;
    for (const Property& property : type.properties)
        for (const std::string& choice : property.choices) {
            if (property.advanced) continue;
            LayerEntry entry = layer;
            entry.type = QStringLiteral("%1?%2=%3").arg(layer.type, q(property.key), q(choice));
            entry.title = written(choice);
            entry.help = QStringLiteral("%1: %2 = %3").arg(layer.title, q(property.key), q(choice));
            entry.words.clear();
            entry.of = layer.title;
            entries.push_back(entry);
        }
}

}  // namespace

QVector<LayerEntry> layerEntries() {
    QVector<LayerEntry> result;
    for (const LayerType& type : allLayers()) {
        LayerEntry entry{q(type.id),          q(type.title), q(nameOf(type.category)), q(type.icon), q(type.help),
                         type.maxInputs != 0, type.hasOutput};
        for (const int axes : {1, 2, 3})
            if (entry.title.contains(QStringLiteral("%1D").arg(axes))) entry.axes = axes;
        for (const Property& property : type.properties)
            for (const std::string& choice : property.choices)
                if (!property.advanced) entry.words << q(choice);
        result.push_back(entry);
        addFunctions(result, type, entry);
    }
    return result;
}

}  // namespace tl
