// ResNet-50: the same stages as ResNet-18 with more blocks, each a bottleneck.
#include "engine/model/templates/resnet.h"

namespace tl::templates {

NetworkTemplate resnet50() {
    return {"resnet50", "ResNet-50",
            "Sixteen residual bottlenecks of three convolutions, after He et al. 2016, laid out as torchvision's; made "
            "for photographs of 224×224 pixels.",
            [](const DataFacts& data) {
                return makeResnet(data, {3, 4, 6, 3}, true);
            },
            224};
}

}  // namespace tl::templates
