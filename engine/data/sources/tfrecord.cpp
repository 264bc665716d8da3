// TFRecord files of tf.train.Example: encoded or raw images, or lists of numbers. All records are looked through once
// at opening for sums, labels and sizes; images stay in the files and are read as they are asked for.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <glob.h>
#include <map>

#include <google/protobuf/stubs/logging.h>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/columns.h"
#include "engine/data/image_file.h"
#include "engine/data/record_files.h"
#include "engine/data/sources/support.h"
#include "engine/data/table_source.h"
#include "engine/data/tfrecord.h"
#include "example.pb.h"

namespace tl {
namespace {

using FeatureMap = google::protobuf::Map<std::string, wire::Feature>;

const char* const kImages[] = {"image/encoded", "image", "image_raw", "img", "jpeg", "png", "data"};
const char* const kLabels[] = {"label", "image/class/label", "class", "label/id", "target", "y"};
const char* const kLabelNames[] = {"label/name", "image/class/text", "label/text", "class/name"};

template <typename Names>
const wire::Feature* findFeature(const FeatureMap& features, const Names& names) {
    for (const char* name : names)
        if (const auto found = features.find(name); found != features.end()) return &found->second;
    return nullptr;
}

int64_t integerOf(const FeatureMap& features, const std::string& name, int64_t fallback) {
    for (const auto& key : {"image/" + name, name})
        if (const auto found = features.find(key);
            found != features.end() && found->second.int64_list().value_size() == 1)
            return found->second.int64_list().value(0);
    return fallback;
}

// Where an image's record lies.
struct Record {
    uint32_t file = 0, length = 0;
    uint64_t offset = 0;
    std::string name;
};

void decodeRecord(const wire::Example& example, int channels, Image& image) {
    const FeatureMap& features = example.features().feature();
    const wire::Feature* feature = findFeature(features, kImages);
    if (!feature || feature->bytes_list().value_size() != 1) throw Error("The record holds no image.");
    const std::string& text = feature->bytes_list().value(0);
    const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    const ImageInfo info = inspectImage(bytes, bytes, bytes.size());
    if (info.format != ImageFormat::None) {
        decodeImage(bytes, channels, image);
        return;
    }
    // Raw pixels say their size beside them.
    const int64_t height = integerOf(features, "height", 0), width = integerOf(features, "width", 0);
    int64_t depth = integerOf(features, "channels", integerOf(features, "depth", 0));
    const auto size = static_cast<int64_t>(bytes.size());
    const bool sane = height > 0 && width > 0 && height <= 65536 && width <= 65536;
    if (depth == 0 && sane) depth = size == height * width ? 1 : 3;
    if (!sane || (depth != 1 && depth != 3) || height * width * depth != size)
        throw Error("The record's image is neither JPEG, PNG, BMP, WebP or TIFF nor raw pixels with their height and "
                    "width beside them.");
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    image.channels = static_cast<int>(depth);
    image.pixels.assign(bytes.begin(), bytes.end());
}

class RecordSource : public Source {
public:
    RecordSource(std::shared_ptr<const RecordFiles> files, std::string name, std::vector<std::string> classes,
                 std::vector<Record> records, std::vector<int32_t> labels, Shape shape, std::vector<BrokenItem> broken)
        : files_(std::move(files)), name_(std::move(name)), classes_(std::move(classes)), records_(std::move(records)),
          labels_(std::move(labels)), shape_(std::move(shape)), broken_(std::move(broken)) {}
    std::string name() const override { return name_; }
    int64_t size() const override { return static_cast<int64_t>(records_.size()); }
    const std::vector<std::string>& classNames() const override { return classes_; }
    int label(int64_t index) const override { return labels_[static_cast<size_t>(index)]; }
    std::string itemName(int64_t index) const override { return records_[static_cast<size_t>(index)].name; }
    void read(int64_t index, Image& image) const override {
        thread_local std::vector<uint8_t> bytes;
        thread_local wire::Example example;
        const Record& record = records_[static_cast<size_t>(index)];
        files_->read(record.file, record.offset, record.length, bytes);
        if (!example.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
            throw Error("The record is no tf.train.Example.");
        decodeRecord(example, static_cast<int>(shape_[0]), image);
    }
    Shape sampleShape() const override { return shape_; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

private:
    std::shared_ptr<const RecordFiles> files_;
    std::string name_;
    std::vector<std::string> classes_;
    std::vector<Record> records_;
    std::vector<int32_t> labels_;
    Shape shape_;
    std::vector<BrokenItem> broken_;
};

// What one split's records hold, gathered while they are looked through.
struct Gathered {
    std::vector<Record> records;
    std::vector<std::string> words;
    std::vector<double> numbers;
    std::vector<float> values;
    std::vector<BrokenItem> broken;
};

class RecordReader {
public:
    RecordReader(std::vector<std::string> paths, const OpenOptions& options)
        : paths_(std::move(paths)), options_(options) {}

    DataSet read(const std::string& pattern) {
        DataSet data;
        data.name = lastPart(pattern);
        for (size_t f = 0; f < paths_.size(); ++f) look(f);
        const bool any = std::any_of(splits_, splits_ + 3, [&](const Gathered& s) {
            return images_ ? !s.records.empty() : !s.words.empty() || !s.numbers.empty();
        });
        if (!any) {
            for (const Gathered& split : splits_)
                if (!split.broken.empty())
                    throw Error(Message("{thing}: {sentence}", split.broken[0].path, split.broken[0].reason));
            throw Error(pattern, "records", "none", "The files are empty.");
        }
        settleLabels();
        for (size_t s = 0; s < 3; ++s) {
            Gathered& split = splits_[s];
            if (s > 0 && split.records.empty() && found_[s].labels.empty() && found_[s].targets.empty()) continue;
            (s == 0 ? data.train : s == 1 ? data.validation : data.test) = makeSource(data.name, s);
        }
        for (const auto& [size, count] : sizes_) data.sizes.add(size.second, size.first);
        if (images_) {
            data.sizes.width = static_cast<int>(data.shape()[2]);
            data.sizes.height = static_cast<int>(data.shape()[1]);
        }
        holdOut(data, options_);
        DataSchema found;
        for (const std::string& name : columns_) found.columns.push_back({name, {}});
        if (!images_) prepareColumns(data, options_.settings, options_.model.get(), std::move(found));
        if (options_.progress) options_.progress(1, "Done");
        return data;
    }

private:
    static size_t splitOf(const std::string& path) {
        const std::string name = lowerCase(std::filesystem::path(path).filename().string());
        if (name.find("train") != std::string::npos) return 0;
        if (name.find("val") != std::string::npos) return 1;
        return name.find("test") != std::string::npos ? 2 : 0;
    }

    void look(size_t file) {
        if (options_.progress)
            options_.progress(static_cast<double>(file) / static_cast<double>(paths_.size()),
                              Message("Looking through {file}", lastPart(paths_[file])));
        TfRecordReader reader(paths_[file]);
        Gathered& split = splits_[splitOf(paths_[file])];
        std::vector<uint8_t> bytes;
        wire::Example example;
        Record record;
        record.file = static_cast<uint32_t>(file);
        for (int64_t number = 0; reader.next(bytes, record.offset); ++number) {
            if (number % 256 == 0) checkStopped(options_);
            record.length = static_cast<uint32_t>(bytes.size());
            record.name = lastPart(paths_[file]) + " " + std::to_string(number);
            const bool whole = example.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
            try {
                if (!whole) throw Error("The record is no tf.train.Example.");
                take(example.features().feature(), split, record);
            } catch (const Error& e) {
                split.broken.push_back({record.name, e.message()});
            }
        }
    }

    void take(const FeatureMap& features, Gathered& split, const Record& record) {
        if (features.empty()) throw Error("The record is no tf.train.Example: it holds no features.");
        const wire::Feature* image = findFeature(features, kImages);
        const bool isImage = image && image->bytes_list().value_size() == 1;
        if (!known_) images_ = isImage;
        known_ = true;
        if (isImage != images_)
            throw Error(images_ ? "The record holds no image." : "The record holds an image, unlike the first.");
        // The label first, so that nothing of a faulty record stays.
        const wire::Feature* name = findFeature(features, kLabelNames);
        const wire::Feature* label = findFeature(features, kLabels);
        std::string word;
        double number = NAN;
        if (name && name->bytes_list().value_size() == 1)
            word = name->bytes_list().value(0);
        else if (label && label->bytes_list().value_size() == 1)
            word = label->bytes_list().value(0);
        if (label && label->int64_list().value_size() == 1) number = static_cast<double>(label->int64_list().value(0));
        if (label && label->float_list().value_size() == 1) number = static_cast<double>(label->float_list().value(0));
        if (word.empty() && std::isnan(number)) throw Error("The record holds no label (a feature called label).");
        if (images_) {
            takeImage(*image, features);
            split.records.push_back(record);
        } else {
            takeNumbers(features, split);
        }
        split.words.push_back(word);
        split.numbers.push_back(number);
    }

    void takeImage(const wire::Feature& image, const FeatureMap& features) {
        const std::string& text = image.bytes_list().value(0);
        const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        ImageInfo info = inspectImage(bytes, bytes, bytes.size());
        if (info.format == ImageFormat::None || info.width == 0) {
            wire::Example whole;
            *whole.mutable_features()->mutable_feature() = features;
            Image decoded;
            decodeRecord(whole, 3, decoded);
            info.width = decoded.width;
            info.height = decoded.height;
            info.channels = decoded.channels;
        } else if (!info.problem.empty()) {
            throw Error(info.problem);
        }
        ++sizes_[{info.height, info.width}];
        grey_ = grey_ && info.channels == 1;
    }

    void takeNumbers(const FeatureMap& features, Gathered& split) {
        // In the order of the names, whatever the order in the record.
        std::map<std::string, const wire::Feature*> ordered;
        for (const auto& [name, feature] : features) ordered[name] = &feature;
        std::vector<float> row;
        std::vector<std::string> names;
        for (const auto& [name, feature] : ordered) {
            const auto is = [&name = name](const char* each) { return name == each; };
            if (std::any_of(std::begin(kLabels), std::end(kLabels), is) ||
                std::any_of(std::begin(kLabelNames), std::end(kLabelNames), is))
                continue;
            const int floats = feature->float_list().value_size(), integers = feature->int64_list().value_size();
            for (int i = 0; i < floats; ++i) row.push_back(feature->float_list().value(i));
            for (int i = 0; i < integers; ++i) row.push_back(static_cast<float>(feature->int64_list().value(i)));
            // Names that stand beside them, as writeTfRecords() has them.
            const auto named = ordered.find(name + "/names");
            const auto* given = named == ordered.end() ? nullptr : &named->second->bytes_list();
            for (int i = 0; i < floats + integers; ++i)
                names.push_back(given && given->value_size() == floats + integers ? given->value(i)
                                : floats + integers == 1                          ? name
                                                                                  : name + " " + std::to_string(i));
        }
        if (row.empty()) throw Error("The record holds neither an image nor numbers.");
        for (const float value : row)
            if (!std::isfinite(value)) throw Error("The record holds a number that is not finite.");
        if (columns_.empty()) columns_ = names;
        if (names != columns_)
            throw Error(Message("The record holds {count} numbers of other features than the first's {expected}.",
                                names.size(), columns_.size()));
        split.values.insert(split.values.end(), row.begin(), row.end());
    }

    // Names where every record has one, else numbers.
    void settleLabels() {
        bool named = true, numbered = true;
        std::vector<std::vector<double>> numbers;
        std::vector<std::vector<std::string>> words;
        for (const Gathered& split : splits_) {
            for (const auto& word : split.words) named = named && !word.empty();
            for (const double number : split.numbers) numbered = numbered && !std::isnan(number);
            numbers.push_back(split.numbers);
            words.push_back(split.words);
        }
        if (!named && !numbered)
            throw Error(paths_[0], "labels of one kind in all records", "names in some, numbers in others");
        found_ = named ? tl::settleLabels(words) : tl::settleLabels(numbers);
        if (images_ && found_[0].classes.empty())
            throw Error(paths_[0], "classes as the images' labels", "numbers that are no classes");
        if (!named || !numbered) return;
        // With both, a class stands at its number where the two agree: class 3 is the fourth, whatever its name.
        std::map<int, std::string> byNumber;
        for (const Gathered& split : splits_)
            for (size_t i = 0; i < split.numbers.size(); ++i) {
                const double number = split.numbers[i];
                if (number < 0 || number >= kMostClasses || number != std::floor(number)) return;
                const auto [at, isNew] = byNumber.emplace(static_cast<int>(number), split.words[i]);
                if (!isNew && at->second != split.words[i]) return;
            }
        const int count = byNumber.rbegin()->first + 1;
        std::vector<std::string> classes;
        classes.reserve(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i) classes.push_back(byNumber.count(i) ? byNumber[i] : std::to_string(i));
        for (size_t s = 0; s < 3; ++s) {
            found_[s].classes = classes;
            found_[s].labels.assign(splits_[s].numbers.begin(), splits_[s].numbers.end());
        }
    }

    std::shared_ptr<const Source> makeSource(const std::string& name, size_t s) {
        static const char* const kSplits[] = {"train", "validation", "test"};
        if (images_) {
            const auto [height, width] = usualSize(sizes_);
            if (!files_) files_ = std::make_shared<RecordFiles>(paths_);
            return std::make_shared<RecordSource>(files_, name, found_[s].classes, std::move(splits_[s].records),
                                                  std::move(found_[s].labels), Shape{grey_ ? 1 : 3, height, width},
                                                  std::move(splits_[s].broken));
        }
        Table table;
        table.name = name;
        table.split = kSplits[s];
        table.shape = Shape{static_cast<int64_t>(columns_.size())};
        table.columns = columns_;
        table.values = std::move(splits_[s].values);
        table.classes = found_[s].classes;
        table.labels = std::move(found_[s].labels);
        table.targets = std::move(found_[s].targets);
        table.broken = std::move(splits_[s].broken);
        return std::make_shared<TableSource>(std::move(table));
    }

    std::vector<std::string> paths_;
    const OpenOptions& options_;
    Gathered splits_[3];
    std::vector<FoundLabels> found_;
    std::vector<std::string> columns_;
    std::map<std::pair<int, int>, int64_t> sizes_;
    std::shared_ptr<const RecordFiles> files_;
    bool known_ = false, images_ = false, grey_ = true;
};

std::vector<std::string> filesOf(const std::string& pattern) {
    std::string wanted = pattern;
    if (std::filesystem::is_directory(pattern)) wanted = joinPath(pattern, "*.tfrecord*");
    glob_t found{};
    std::vector<std::string> paths;
    if (::glob(wanted.c_str(), GLOB_BRACE, nullptr, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; ++i)
            if (fileExists(found.gl_pathv[i])) paths.emplace_back(found.gl_pathv[i]);
    ::globfree(&found);
    // A file whose name holds a bracket is no pattern.
    if (paths.empty() && fileExists(pattern)) paths.push_back(pattern);
    return paths;
}

DataSet open(const std::string& pattern, const OpenOptions& options) {
    checkSettings(options.settings, "tfrecord", {"scale", "bucket", "pca"});
    google::protobuf::SetLogHandler(nullptr);  // faulty records are told by us, with their number
    auto paths = filesOf(pattern);
    if (paths.empty())
        throw Error(pattern, "TFRecord files", "none of that name",
                    "Give a file, a pattern such as 'data-*.tfrecord', or a folder of .tfrecord files.");
    return RecordReader(std::move(paths), options).read(pattern);
}

}  // namespace

namespace sources {

SourceType tfrecord() {
    SourceType type{"tfrecord", "TFRecord (tf.train.Example)",
                    "Images or numbers with labels; a pattern may name many files. Names with val or test in them are "
                    "those splits.",
                    [](const std::string& path) {
                        if (std::filesystem::is_directory(path)) return !filesOf(path).empty();
                        return path.find(".tfrecord") != std::string::npos;
                    },
                    open};
    type.extensions = {"tfrecord", "tfrecords"};
    type.icon = "collection";
    type.takesPatterns = true;
    return type;
}

}  // namespace sources
}  // namespace tl
