// CIFAR-10's binary version: records of one label byte and 3072 bytes, three planes of 32x32.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/core/error.h"
#include "engine/data/file_bytes.h"
#include "engine/data/memory_source.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

constexpr size_t kPixels = 3072, kRecord = kPixels + 1, kUsualRecords = 10000;

const std::vector<std::string> kNames{"airplane", "automobile", "bird",  "cat",  "deer",
                                      "dog",      "frog",       "horse", "ship", "truck"};

std::string place(const std::string& directory) {
    for (const std::string& folder : {directory, joinPath(directory, "cifar-10-batches-bin")})
        for (const char* file : {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                                 "data_batch_5.bin", "test_batch.bin"})
            if (fileExists(joinPath(folder, file))) return folder;
    return {};
}

std::vector<std::string> readNames(const std::string& folder) {
    std::ifstream file;
    if (fileExists(joinPath(folder, "batches.meta.txt"))) file.open(joinPath(folder, "batches.meta.txt"));
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (!line.empty()) names.push_back(line);
    }
    if (names.empty()) return kNames;
    if (names.size() != 10)
        throw Error(joinPath(folder, "batches.meta.txt"), "10 class names, one a line", std::to_string(names.size()),
                    "Copy the file again, or delete it to use the usual names.");
    return names;
}

struct Records {
    std::vector<uint8_t> pixels, labels;
};

void append(const std::string& path, Records& records) {
    std::vector<uint8_t> bytes;
    try {
        readFile(path, bytes);
    } catch (const Error& e) {
        throw Error(Message("{thing}: {sentence}", path, e.message()));
    }
    if (bytes.empty() || bytes.size() % kRecord != 0)
        throw Error(path, "whole records of 3,073 bytes (30,730,000 bytes in the original)",
                    Message("{count} bytes", grouped(static_cast<int64_t>(bytes.size()))),
                    "The file is cut short or not CIFAR-10's binary version; copy or download it again.");
    const size_t count = bytes.size() / kRecord, first = records.labels.size();
    records.pixels.resize((first + count) * kPixels);
    records.labels.resize(first + count);
    for (size_t i = 0; i < count; ++i) {
        const uint8_t* record = bytes.data() + i * kRecord;
        if (*record > 9)
            throw Error(path, "labels from 0 to 9", Message("{record} in record {index}", *record, i),
                        "The file is damaged or not CIFAR-10's binary version.");
        records.labels[first + i] = *record;
        std::memcpy(records.pixels.data() + (first + i) * kPixels, record + 1, kPixels);
    }
}

std::shared_ptr<const Source> makeSource(const char* split, const std::vector<std::string>& names, Records records,
                                         std::vector<BrokenItem> broken) {
    return std::make_shared<MemorySource>("cifar10", split, Shape{3, 32, 32}, names,
                                          std::make_shared<const std::vector<uint8_t>>(std::move(records.pixels)),
                                          std::move(records.labels), std::move(broken));
}

DataSet open(const std::string& directory, const OpenOptions& options) {
    const std::string folder = place(directory);
    if (folder.empty()) {
        const bool python = fileExists(joinPath(directory, "data_batch_1")) ||
                            fileExists(joinPath(directory, "cifar-10-batches-py/data_batch_1"));
        throw Error(directory, "CIFAR-10's files data_batch_1.bin to data_batch_5.bin and test_batch.bin",
                    python ? "the version for Python" : "none of them",
                    python ? "Download the binary version (cifar-10-binary.tar.gz)."
                           : "Choose the folder that holds the files themselves.");
    }
    DataSet data;
    data.name = lastPart(directory);
    const auto names = readNames(folder);
    Records train, test;
    const auto nameOf = [](int i) { return "data_batch_" + std::to_string(i) + ".bin"; };
    uintmax_t bytes = 0;
    std::error_code none;
    for (int i = 1; i <= 5; ++i)
        if (const auto size = std::filesystem::file_size(joinPath(folder, nameOf(i)), none); !none) bytes += size;
    train.pixels.reserve(std::min<uintmax_t>(bytes / kRecord, 5 * kUsualRecords) * kPixels);
    std::vector<BrokenItem> missing;
    for (int i = 1; i <= 5; ++i) {
        checkStopped(options);
        const std::string file = nameOf(i);
        if (options.progress) options.progress((i - 1) / 6.0, Message("Reading {file}", file));
        if (fileExists(joinPath(folder, file)))
            append(joinPath(folder, file), train);
        else
            missing.push_back({file, "The file is missing; its images are not part of the training images."});
    }
    if (train.labels.empty()) {
        missing.clear();
        data.notes.push_back(Message(
            "{directory} has test images only: it can be looked at and evaluated on, not trained on.", directory));
    }
    if (options.progress) options.progress(5 / 6.0, "Reading test_batch.bin");
    if (fileExists(joinPath(folder, "test_batch.bin"))) {
        append(joinPath(folder, "test_batch.bin"), test);
        data.test = makeSource("test", names, std::move(test), {});
    }
    data.train = makeSource("train", names, std::move(train), std::move(missing));
    holdOut(data, options);
    if (options.progress) options.progress(1, "Done");
    return data;
}

}  // namespace

namespace sources {

SourceType cifar10() {
    return {"cifar10", "CIFAR-10 (binary files)",
            "The binary version: data_batch_1.bin to data_batch_5.bin and test_batch.bin.",
            [](const std::string& directory) { return !place(directory).empty(); }, open};
}

}  // namespace sources
}  // namespace tl
