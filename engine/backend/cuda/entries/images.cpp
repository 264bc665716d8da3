// Batches of images out of a data set on the device; no op of graphs.
#include "engine/backend/cuda/kernels/images.h"

#include <algorithm>

#include "engine/backend/cuda/entries/support.h"

namespace tl::cuda {
namespace {

// images, labels, the epoch's order and the batch's place in it (train/data_on_device.h): the batch's images and
// labels. Attributes: of each move six numbers, as in ImageMove, and its probability.
Kernel imageBatch(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Shape& shape = request.outputs[0].shape;
    const std::vector<int64_t>& moves = request.attributes.list("moves");
    const std::vector<double>& probabilities = request.attributes.numbers("probabilities");
    ImageBatch numbers{};
    const uint32_t pixels = countOf(request, shape.elements() / shape[0]);
    numbers.channels = static_cast<int>(shape[1]);
    numbers.rows = static_cast<int>(shape[2]);
    numbers.columns = static_cast<int>(shape[3]);
    if (probabilities.size() > ImageBatch::kMoves || moves.size() != 6 * probabilities.size())
        throw Error("Images of a batch on a GPU",
                    Message("at most {count} crops and flips", std::to_string(ImageBatch::kMoves)),
                    std::to_string(probabilities.size()));
    for (size_t i = 0; i < probabilities.size(); ++i) {
        const int64_t* each = &moves[6 * i];
        numbers.move[numbers.moves++] = {static_cast<uint64_t>(each[0]),
                                         static_cast<int>(each[1]),
                                         static_cast<Outside>(each[2]),
                                         static_cast<int>(each[3]),
                                         static_cast<int>(each[4]),
                                         static_cast<int>(each[5]),
                                         probabilities[i]};
    }
    const Dim3 grid{(pixels + kImageChunk - 1) / kImageChunk, downGrid(request, shape[0])};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        ImageBatch arguments = numbers;
        arguments.images = in<uint8_t>(b, 0), arguments.labels = in<int>(b, 1), arguments.order = in<int>(b, 2);
        arguments.place = in<BatchPlace>(b, 3);
        arguments.y = out<uint8_t>(b, 0), arguments.yLabels = out<int>(b, 1);
        all.add("imageBatch", grid, kBlock, arguments).reads(b, {0, 1, 2, 3}).writes(b, {0, 1});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void images(KernelTable& table, const Lane& lane) { table.add("ImageBatch", with(lane, imageBatch)); }

}  // namespace tl::cuda
