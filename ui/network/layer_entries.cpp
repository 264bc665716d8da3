// See the header.
#include "ui/network/layer_entries.h"

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"

namespace tl {

QVector<LayerEntry> layerEntries() {
    QVector<LayerEntry> result;
    for (const LayerType& type : allLayers()) {
        LayerEntry entry{q(type.id),          q(type.title), q(nameOf(type.category)), q(type.icon), q(type.help),
                         type.maxInputs != 0, type.hasOutput};
        for (const Property& property : type.properties)
            for (const std::string& choice : property.choices)
                if (!property.advanced) entry.words << q(choice);
        result.push_back(entry);
    }
    return result;
}

}  // namespace tl
