// MNIST and sets in its format (Fashion-MNIST, KMNIST): four IDX files by their usual names, plain or gzip.
#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/idx.h"
#include "engine/data/memory_source.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

// torchvision puts the files two folders down.
const char* const kPlaces[] = {"", "raw", "MNIST/raw"};

std::string findFile(const std::string& directory, const std::string& stem, const std::string& kind) {
    for (const char* place : kPlaces)
        for (const char* separator : {"-", "."})
            for (const char* end : {"", ".gz"}) {
                std::string path =
                    joinPath(*place ? joinPath(directory, place) : directory, stem + separator + kind + "-ubyte" + end);
                if (fileExists(path)) return path;
            }
    return {};
}

struct Paths {
    std::string images, labels;
};

Paths findSplit(const std::string& directory, const std::string& stem) {
    return {findFile(directory, stem + "-images", "idx3"), findFile(directory, stem + "-labels", "idx1")};
}

std::vector<std::string> digitNames() { return {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}; }

std::shared_ptr<const Source> openSplit(const std::string& directory, const std::string& stem,
                                        const std::string& split) {
    const Paths paths = findSplit(directory, stem);
    if (paths.images.empty() && paths.labels.empty()) return nullptr;
    if (paths.images.empty() || paths.labels.empty()) {
        const bool noImages = paths.images.empty();
        throw Error(
            directory,
            Message("the file {file} or its .gz", stem + (noImages ? "-images-idx3-ubyte" : "-labels-idx1-ubyte")),
            Message("only the {what} of the {split} images", noImages ? "labels" : "images", split),
            "Put the missing file beside the other.");
    }
    IdxFile images = readIdx(paths.images, 3);
    IdxFile labels = readIdx(paths.labels, 1);
    if (images.sizes[0] != labels.sizes[0])
        throw Error(
            paths.labels,
            Message("one label for each of the {count} images in {path}", grouped(images.sizes[0]), paths.images),
            Message("{count} labels", grouped(labels.sizes[0])), "The two files do not belong together.");
    const auto wrong = std::find_if(labels.bytes.begin(), labels.bytes.end(), [](uint8_t label) { return label > 9; });
    if (wrong != labels.bytes.end())
        throw Error(paths.labels, "labels from 0 to 9",
                    Message("{label} at item {index}", *wrong, wrong - labels.bytes.begin()),
                    "The file is damaged or not of MNIST's kind.");
    const Shape shape{1, images.sizes[1], images.sizes[2]};
    return std::make_shared<MemorySource>("mnist", split, shape, digitNames(),
                                          std::make_shared<const std::vector<uint8_t>>(std::move(images.bytes)),
                                          std::move(labels.bytes));
}

DataSet open(const std::string& directory, const OpenOptions& options) {
    DataSet data;
    data.name = lastPart(directory);
    checkStopped(options);
    if (options.progress) options.progress(0, "Reading the training images");
    data.train = openSplit(directory, "train", "train");
    checkStopped(options);
    if (options.progress) options.progress(0.8, "Reading the test images");
    data.test = openSplit(directory, "t10k", "test");
    if (!data.test) data.test = openSplit(directory, "test", "test");
    if (!data.train && !data.test)
        throw Error(directory, "MNIST's files train-images-idx3-ubyte and train-labels-idx1-ubyte, or their .gz",
                    "none of them", "Choose the folder that holds the files themselves.");
    if (!data.train) {
        data.train =
            std::make_shared<MemorySource>("mnist", "train", data.test->sampleShape(), digitNames(),
                                           std::make_shared<const std::vector<uint8_t>>(), std::vector<uint8_t>{});
        data.notes.push_back(Message(
            "{directory} has test images only: it can be looked at and evaluated on, not trained on.", directory));
    } else if (data.test && !(data.test->sampleShape() == data.train->sampleShape())) {
        throw Error(directory, "training and test images of one size",
                    Message("{sample_shape} and {sample_shape_2}", data.train->sampleShape().toString(),
                            data.test->sampleShape().toString()),
                    "The files do not belong together.");
    }
    holdOut(data, options);
    if (options.progress) options.progress(1, "Done");
    return data;
}

}  // namespace

namespace sources {

SourceType mnist() {
    return {"mnist", "MNIST (IDX files)",
            "Four IDX files (train and t10k, images and labels), plain or gzip; Fashion-MNIST and KMNIST too.",
            [](const std::string& directory) {
                for (const char* stem : {"train", "t10k", "test"}) {
                    const Paths paths = findSplit(directory, stem);
                    if (!paths.images.empty() || !paths.labels.empty()) return true;
                }
                return false;
            },
            open};
}

}  // namespace sources
}  // namespace tl
