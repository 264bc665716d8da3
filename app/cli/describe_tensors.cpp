// `tensorloom describe FILE` of tensors that are no checkpoint of ours: another program's .safetensors, or a .npy.
// Names, types, shapes and sizes come from the file's head; the numbers are read in passing, for their range.
#include "engine/io/json.h"
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/tensor_listing.h"

namespace tl::cli {

bool holdsOtherTensors(const std::string& path) {
    if (path.ends_with(".npy")) return true;
    if (!path.ends_with(".safetensors")) return false;
    try {
        const auto listing = TensorListing::open(path);
        const auto format = listing->metadata().find("format");
        return format == listing->metadata().end() || format->second != kCheckpointFormat;
    } catch (const Error&) {
        return false;  // whoever reads checkpoints says what is wrong with it
    }
}

int describeTensors(const std::string& path, bool json) {
    const auto listing = TensorListing::open(path);
    std::vector<std::vector<std::string>> rows{{say(Message("Tensor")), say(Message("type")), say(Message("shape")),
                                                say(Message("least")), say(Message("greatest")), say(Message("mean")),
                                                say(Message("not finite"))}};
    int64_t elements = 0;
    for (size_t i = 0; i < listing->tensors().size() && !interrupted(); ++i) {
        const ListedTensor& tensor = listing->tensors()[i];
        const Statistics numbers = listing->statistics(i);
        elements += tensor.elements();
        if (json)
            printJson({{"event", "tensor"},
                       {"name", tensor.name},
                       {"type", tensor.type},
                       {"shape", tensor.shape},
                       {"bytes", tensor.bytes},
                       {"min", numbers.min},
                       {"max", numbers.max},
                       {"mean", numbers.mean()},
                       {"deviation", numbers.deviation()},
                       {"zeros", numbers.zeros},
                       {"non_finite", numbers.nonFinite}});
        else
            rows.push_back({tensor.name, tensor.type, tensor.shapeText(), shortNumber(numbers.min),
                            shortNumber(numbers.max), shortNumber(numbers.mean()), thousands(numbers.nonFinite)});
    }
    if (json) return kDone;
    std::cout << table(rows)
              << say(Message("{count} {count|tensor|tensors}, {numbers} numbers", listing->tensors().size(),
                             thousands(elements)))
              << "\n";
    return kDone;
}

}  // namespace tl::cli
