// NumPy arrays: a .npz, or a folder of .npy files. Which array is what goes by the names that people use (x_train,
// train_images, X, labels, ...), or by the settings x and y.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/columns.h"
#include "engine/data/memory_source.h"
#include "engine/data/npy.h"
#include "engine/data/sources/support.h"
#include "engine/data/table_source.h"

namespace tl {
namespace {

namespace fs = std::filesystem;
using Arrays = std::map<std::string, NpyArray>;

const std::vector<std::string> kInputs{"x", "images", "image", "data", "features", "inputs"};
const std::vector<std::string> kLabels{"y", "labels", "label", "targets", "target", "classes"};
const std::vector<std::string> kSplits[] = {{"train", "training"}, {"val", "valid", "validation"}, {"test", "testing"}};

const NpyArray* findArray(const Arrays& arrays, const std::string& name) {
    for (const auto& [key, array] : arrays)
        if (lowerCase(key) == name) return &array;
    return nullptr;
}

// split -1: names without one.
const NpyArray* findArray(const Arrays& arrays, const std::vector<std::string>& stems, int split) {
    for (const auto& stem : stems) {
        if (split < 0) {
            if (const auto* found = findArray(arrays, stem)) return found;
            continue;
        }
        for (const auto& word : kSplits[split])
            for (const auto& name : {stem + "_" + word, word + "_" + stem, word + stem, stem + word})
                if (const auto* found = findArray(arrays, name)) return found;
    }
    return nullptr;
}

// What an array is by the names that people use.
struct ArrayRole {
    bool labels = false;
    int split = -1;  // of kSplits
    friend bool operator==(const ArrayRole&, const ArrayRole&) = default;
};

std::optional<ArrayRole> roleOfArray(const std::string& name) {
    const Arrays one{{name, {}}};
    for (const bool labels : {false, true})
        for (const int split : {-1, 0, 1, 2})
            if (findArray(one, labels ? kLabels : kInputs, split)) return ArrayRole{labels, split};
    return {};
}

std::string listOf(const Arrays& arrays) {
    std::string text;
    for (const auto& [name, array] : arrays) text += (text.empty() ? "" : ", ") + name + " " + array.description();
    return text;
}

struct Pair {
    const NpyArray *inputs = nullptr, *labels = nullptr;
};

// What goes with the one array that is said: what its name asks for, or else the only other one, if it can be that.
const NpyArray* partnerOf(const Arrays& arrays, const std::string& said, bool labels) {
    const std::vector<std::string>& stems = labels ? kLabels : kInputs;
    const std::optional<ArrayRole> role = roleOfArray(said);
    if (role && role->labels != labels) return findArray(arrays, stems, role->split);
    for (const int split : {-1, 0})
        if (const auto* found = findArray(arrays, stems, split)) return found;
    if (arrays.size() != 2) return nullptr;
    const NpyArray& own = arrays.at(said);
    const NpyArray& other = arrays.begin()->first == said ? arrays.rbegin()->second : arrays.begin()->second;
    const bool fits = (labels ? other : own).shape.size() == 1 && (labels ? own : other).shape.size() > 1;
    return fits && own.shape[0] == other.shape[0] ? &other : nullptr;
}

// The arrays of each split; without any split's names, or where an array is said, there is one pair.
std::vector<Pair> findPairs(const std::string& path, const Arrays& arrays, const OpenOptions& options) {
    std::vector<Pair> pairs(3);
    const auto setting = [&](const char* key) -> const NpyArray* {
        const auto said = options.settings.find(key);
        if (said == options.settings.end()) return nullptr;
        const auto found = arrays.find(said->second);
        if (found == arrays.end())
            throw Error(Message("The array {said} of {path}", said->second, path),
                        Message("one of {known}", listOf(arrays)), "no array of that name");
        return &found->second;
    };
    pairs[0] = {setting("x"), setting("y")};
    if (pairs[0].inputs && pairs[0].labels) return pairs;
    bool any = false;
    if (pairs[0].inputs) {
        pairs[0].labels = partnerOf(arrays, options.settings.at("x"), true);
    } else if (pairs[0].labels) {
        pairs[0].inputs = partnerOf(arrays, options.settings.at("y"), false);
    } else {
        for (int s = 0; s < 3; ++s) {
            const auto at = static_cast<size_t>(s);
            pairs[at] = {findArray(arrays, kInputs, s), findArray(arrays, kLabels, s)};
            any = any || pairs[at].inputs;
        }
        if (!any) pairs[0] = {findArray(arrays, kInputs, -1), findArray(arrays, kLabels, -1)};
        // Two arrays of one length whose names say nothing: the one with more to a row is what goes in.
        if (!any && !pairs[0].inputs && arrays.size() == 2) {
            const NpyArray *a = &arrays.begin()->second, *b = &arrays.rbegin()->second;
            if (a->shape.size() < b->shape.size()) std::swap(a, b);
            if (a->shape.size() > 1 && b->shape.size() == 1 && a->shape[0] == b->shape[0]) pairs[0] = {a, b};
        }
    }
    for (const Pair& pair : pairs)
        if ((pair.inputs ? !pair.labels && !options.unlabelled : pair.labels != nullptr) ||
            (&pair == &pairs[0] && !any && !pair.inputs))
            throw Error(path,
                        "inputs and labels by the names x_train and y_train, x and y, or train_images and train_labels",
                        listOf(arrays), "Name them: npz:FILE?x=NAME&y=NAME.");
    return pairs;
}

// Labels as numbers or words; one-hot rows become classes.
struct Labels {
    std::vector<double> numbers;
    std::vector<std::string> words;
};

Labels labelsOf(const std::string& path, const NpyArray& array) {
    Labels labels;
    const bool column = array.shape.size() == 2 && array.shape[1] == 1;
    if (array.shape.size() == 1 || column) {
        if (array.isText())
            labels.words = array.texts();
        else
            labels.numbers = array.doubles();
        return labels;
    }
    if (array.shape.size() == 2 && !array.isText()) {
        const auto values = array.doubles();
        const auto width = static_cast<size_t>(array.shape[1]);
        for (size_t row = 0; row < values.size(); row += width) {
            const auto begin = values.begin() + static_cast<ptrdiff_t>(row),
                       end = begin + static_cast<ptrdiff_t>(width);
            if (std::count(begin, end, 1.0) != 1 || std::count(begin, end, 0.0) != static_cast<ptrdiff_t>(width) - 1)
                throw Error(path, "one label a row, or one-hot rows of 0 and a single 1", array.description());
            labels.numbers.push_back(static_cast<double>(std::find(begin, end, 1.0) - begin));
        }
        return labels;
    }
    throw Error(path, "labels of one extent", array.description());
}

// [C, H, W] of one item, and whether channels come last in the array.
struct Layout {
    Shape shape;
    bool channelsLast = false, image = false;
};

Layout layoutOf(const std::string& path, const NpyArray& array) {
    const auto& s = array.shape;
    if (array.isText() || s.size() < 2 || s.size() > 4)
        throw Error(path,
                    "inputs of shape (items, features), (items, height, width) or (items, height, width, channels)",
                    array.description());
    for (size_t d = 1; d < s.size(); ++d)
        if (s[d] < 1 || s[d] > (int64_t{1} << 31))
            throw Error(path, "extents of 1 and more behind the first", array.description());
    Layout layout;
    if (s.size() == 2) {
        layout.shape = Shape{s[1]};
    } else if (s.size() == 3) {
        layout.shape = Shape{1, s[1], s[2]};
    } else {
        layout.channelsLast = s[3] <= 4 || s[1] > 4;
        layout.shape = layout.channelsLast ? Shape{s[3], s[1], s[2]} : Shape{s[1], s[2], s[3]};
    }
    const bool bytes = array.kind == 'u' && array.itemSize == 1;
    layout.image = bytes && layout.shape.rank() == 3 && (layout.shape[0] == 1 || layout.shape[0] == 3);
    return layout;
}

template <typename T>
std::vector<T> channelsFirst(std::vector<T> values, const Layout& layout) {
    if (!layout.channelsLast || layout.shape[0] == 1) return values;
    const auto channels = static_cast<size_t>(layout.shape[0]);
    const auto area = static_cast<size_t>(layout.shape[1] * layout.shape[2]);
    std::vector<T> planar(values.size());
    for (size_t item = 0; item < values.size(); item += channels * area)
        for (size_t i = 0; i < area; ++i)
            for (size_t c = 0; c < channels; ++c) planar[item + c * area + i] = values[item + i * channels + c];
    return planar;
}

Arrays readArrays(const std::string& path) {
    if (lowerCase(fs::path(path).extension().string()) == ".npz") return readNpz(path);
    const fs::path folder = fs::is_directory(path) ? fs::path(path) : fs::path(path).parent_path();
    Arrays arrays;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder))
        if (lowerCase(entry.path().extension().string()) == ".npy" && entry.is_regular_file(ignored) &&
            arrays.size() < 64)
            arrays[entry.path().stem().string()] = readNpyFile(entry.path().string());
    if (arrays.empty()) throw Error(path, "a .npz file, or a folder of .npy files", "none");
    return arrays;
}

DataSet open(const std::string& path, const OpenOptions& options) {
    checkSettings(options.settings, "npz", {"x", "y", "scale", "bucket", "pca"});
    if (options.progress) options.progress(0, "Reading the arrays");
    const Arrays arrays = readArrays(path);
    checkStopped(options);
    const auto pairs = findPairs(path, arrays, options);
    std::vector<std::vector<double>> numbers(3);
    std::vector<std::vector<std::string>> words(3);
    bool labelled = true;
    for (size_t s = 0; s < 3; ++s) {
        if (!pairs[s].inputs) continue;
        const int64_t rows = pairs[s].inputs->shape.empty() ? 0 : pairs[s].inputs->shape[0];
        if (!pairs[s].labels) {
            labelled = false;
            continue;
        }
        Labels labels = labelsOf(path, *pairs[s].labels);
        const auto found = static_cast<int64_t>(std::max(labels.numbers.size(), labels.words.size()));
        if (rows != found)
            throw Error(path, Message("one label for each of the {rows} inputs", grouped(rows)),
                        Message("{found} labels", grouped(found)));
        numbers[s] = std::move(labels.numbers);
        words[s] = std::move(labels.words);
    }
    for (size_t s = 0; s < 3 && !labelled; ++s) {  // one class for all, which stands for nothing
        words[s].clear();
        numbers[s].assign(
            pairs[s].inputs && !pairs[s].inputs->shape.empty() ? static_cast<size_t>(pairs[s].inputs->shape[0]) : 0, 0);
    }
    const bool worded = std::any_of(words.begin(), words.end(), [](const auto& split) { return !split.empty(); });
    auto found = worded ? settleLabels(words) : settleLabels(numbers);
    const Pair& first = *std::find_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.inputs; });
    const Layout layout = layoutOf(path, *first.inputs);
    DataSet data;
    data.name = lastPart(path);
    data.labelled = labelled;
    if (!labelled)
        data.notes.push_back(std::any_of(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.labels; })
                                 ? "Some rows have no label: what is predicted is not compared with any."
                                 : "The rows have no labels: what is predicted is not compared with any.");
    static const char* const kNames[] = {"train", "validation", "test"};
    for (size_t s = 0; s < 3; ++s) {
        if (!pairs[s].inputs && s > 0) continue;
        std::shared_ptr<const Source> source;
        const Layout own = pairs[s].inputs ? layoutOf(path, *pairs[s].inputs) : layout;
        if (own.shape != layout.shape)
            throw Error(path, "inputs of one shape in all splits", pairs[s].inputs->description());
        if (layout.image && !own.image)
            throw Error(path, "images of bytes in all splits, as in the first", pairs[s].inputs->description(),
                        "Save them as uint8, or all of them as float32.");
        if (layout.image && !found[s].targets.empty())
            throw Error(path, "classes as the images' labels", "numbers that are no classes");
        if (layout.image) {
            std::vector<uint8_t> pixels;
            if (pairs[s].inputs) pixels = channelsFirst(pairs[s].inputs->bytes, own);
            source = std::make_shared<MemorySource>(data.name, kNames[s], layout.shape, found[s].classes,
                                                    std::make_shared<const std::vector<uint8_t>>(std::move(pixels)),
                                                    std::move(found[s].labels));
        } else {
            Table table;
            table.name = data.name;
            table.split = kNames[s];
            table.shape = layout.shape;
            if (pairs[s].inputs) pairs[s].inputs->appendFloats(table.values);
            table.values = channelsFirst(std::move(table.values), own);
            table.classes = found[s].classes;
            table.labels = std::move(found[s].labels);
            table.targets = std::move(found[s].targets);
            source = std::make_shared<TableSource>(std::move(table));
        }
        (s == 0 ? data.train : s == 1 ? data.validation : data.test) = source;
    }
    if (labelled) holdOut(data, options);
    if (!layout.image && layout.shape.rank() == 1) prepareColumns(data, options.settings, options.model.get());
    if (options.progress) options.progress(1, "Done");
    return data;
}

}  // namespace

std::optional<bool> hasPartner(const std::string& path) {
    const fs::path file(path);
    const std::optional<ArrayRole> own = roleOfArray(file.stem().string());
    if (!own) return {};
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(file.has_parent_path() ? file.parent_path() : ".", ignored))
        if (lowerCase(entry.path().extension().string()) == ".npy" &&
            roleOfArray(entry.path().stem().string()) == ArrayRole{!own->labels, own->split})
            return true;
    return false;
}

namespace sources {

SourceType npz() {
    SourceType type{"npz", "NumPy arrays (.npz, .npy)",
                    "Inputs and labels as numpy.savez writes them: x_train and y_train, or x and y.",
                    [](const std::string& path) {
                        const auto extension = lowerCase(fs::path(path).extension().string());
                        if (!fs::is_directory(path)) return extension == ".npz" || extension == ".npy";
                        std::error_code ignored;
                        for (const auto& entry : fs::directory_iterator(path, ignored))
                            if (lowerCase(entry.path().extension().string()) == ".npy") return true;
                        return false;
                    },
                    open};
    type.extensions = {"npz", "npy"};
    type.icon = "grid-3x3";
    return type;
}

}  // namespace sources
}  // namespace tl
