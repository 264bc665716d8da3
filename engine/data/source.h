// Where data comes from: an indexed set of labelled images, or of rows of numbers, read from any thread at once. Broken
// items are found when a source is opened or read, are listed with their reason, and never disappear without a word.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/image_sizes.h"
#include "engine/core/message.h"
#include "engine/core/property.h"
#include "engine/core/shape.h"

namespace tl {

// 8-bit pixels, channels last as decoders give them: [height, width, channels], RGB order, rows packed.
struct Image {
    int width = 0, height = 0, channels = 0;
    std::vector<uint8_t> pixels;
};

struct BrokenItem {
    std::string path;
    Message reason;  // a sentence
};

class Source {
public:
    virtual ~Source() = default;
    virtual std::string name() const = 0;  // "mnist", the folder's name
    virtual int64_t size() const = 0;
    virtual const std::vector<std::string>& classNames() const = 0;
    virtual int label(int64_t index) const = 0;  // class index; no I/O
    // Where some have none (OpenOptions::unlabelled): its label and target are 0, and stand for nothing.
    virtual bool hasLabel(int64_t index) const {
        (void)index;
        return true;
    }
    virtual std::string itemName(int64_t index) const = 0;  // "train/cat/0007.jpg", "train 59999"
    // Reuses image's memory. Throws Error (its advice-free sentence is the item's reason), also where the items are no
    // images. Any thread.
    virtual void read(int64_t index, Image& image) const = 0;
    // The usual size of its images (core/image_sizes.h), [C, H, W]; pipelines resize to it. Of numbers: the shape of a
    // row.
    virtual Shape sampleShape() const = 0;
    // UInt8: images. Float32: numbers in sampleShape(), which planar() points at.
    virtual DType dataType() const { return DType::UInt8; }
    // The image's pixels, channels-first in sampleShape(), where the source holds them in memory; else null. Of
    // numbers the row's bytes, never null. Valid as long as the source. Any thread.
    virtual const uint8_t* planar(int64_t index) const {
        (void)index;
        return nullptr;
    }
    const float* row(int64_t index) const { return reinterpret_cast<const float*>(planar(index)); }
    // The same numbers as they were before they were scaled; null where they were not. Valid as long as the source.
    virtual const float* unscaledRow(int64_t index) const {
        (void)index;
        return nullptr;
    }
    // Names of a row's numbers; empty for images and where there are none.
    virtual const std::vector<std::string>& columnNames() const;
    // Labels that are numbers instead of classes: then classNames() is empty, label() is 0 and target() the number.
    virtual bool hasTargets() const { return false; }
    virtual float target(int64_t index) const { return static_cast<float>(label(index)); }
    // Items already known to be broken: skipped and not counted in size(). Grows only while opening.
    virtual const std::vector<BrokenItem>& broken() const = 0;
};

struct DataSchema;  // engine/data/columns.h

// One split of a data set ("train", "validation", "test") is a source of its own.
struct DataSet {
    std::string spec;  // what opened it: "mnist:/data/mnist"
    std::string name;
    std::shared_ptr<const Source> train;       // never null; holds no image where the data has a test split only
    std::shared_ptr<const Source> validation;  // made by splitting where the data has none; may be null
    std::shared_ptr<const Source> test;        // likewise
    bool testDrawn = false;                    // ... test was made so
    Shape shape() const { return train->sampleShape(); }
    bool numeric() const { return train->dataType() != DType::UInt8; }
    int classes() const { return static_cast<int>(train->classNames().size()); }
    ImageSizes sizes = {};                // of the image files, whatever they are brought to
    std::vector<Property> settings = {};  // what can be set behind the spec's "?", with what holds where nothing is
    std::vector<Message> notes = {};      // sentences worth showing once: "12 files are no images ..."
    std::shared_ptr<const DataSchema> schema = {};  // how a table's columns were made ready; null: of images
    bool labelled = true;                           // false: the labels stand for nothing
    std::vector<BrokenItem> broken() const;         // of all splits
};

// How items of train are held out where the data has no validation or test split. The same from the same data, whenever
// it is opened.
struct ValidationSplit {
    double fraction = 0;  // of what trains without it, which is train less what is held out for test; 0 = none
    uint64_t seed = 1;
    bool stratified = true;   // every class gives its share, as scikit-learn's `stratify`; false: whatever is drawn
    double testFraction = 0;  // of train, held out first; 0 = none
    friend bool operator==(const ValidationSplit&, const ValidationSplit&) = default;
};

struct OpenOptions {
    ValidationSplit split = {};
    std::stop_token stop = {};
    std::function<void(double fraction, const Message& what)> progress = {};  // fraction -1 = not known
    // Called, perhaps more than once, with a set that can be looked at while opening goes on: broken items are still
    // in it, and shapes and counts are not final.
    std::function<void(DataSet)> preview = {};
    std::map<std::string, std::string> settings = {};  // a kind's own, from behind the "?"
    bool checkImages = true;  // folder: look into every file now (header and size), so broken ones are listed
    std::shared_ptr<const DataSchema> model = {};  // a table's columns are taken and made ready as this says
    bool unlabelled = false;                       // and may lack its labels, or some of them
};

// spec: "sample", "mnist:DIR", "cifar10:DIR", "folder:DIR", "csv:FILE", "npz:FILE", "tfrecord:PATTERN", or a bare path
// (its content or its name's end tells which). Behind a "?" come settings: a kind's own, "csv:wine.csv?label=quality",
// and of images the size that all are brought to, "photos?size=224x224&resize=fill" (engine/data/image_settings.h).
// Throws Error with a sentence to act on. May take long: call it from a job.
DataSet openDataSet(const std::string& spec, const OpenOptions& options = {});

// Kinds that openDataSet knows, for help and dialogs: {"mnist", "MNIST (IDX files)", ...}. Generated from
// the files in engine/data/sources.
struct SourceType {
    std::string id;
    Message title, help;
    // Does the directory (or file, where the kind has extensions) look like this kind? Used for bare paths.
    std::function<bool(const std::string& path)> recognises;
    std::function<DataSet(const std::string& path, const OpenOptions&)> open;
    std::vector<std::string> extensions = {};  // of files that it opens, "csv"; empty where it opens folders only
    std::string icon = "folder2-open";
    bool takesPatterns = false;  // path may hold * and ?
};
const std::vector<SourceType>& allSources();

// What a spec says before it is opened. Asks the disk whether what looks like settings belongs to a file's name.
struct DataPlace {
    const SourceType* kind = nullptr;  // null: the content or the name's end has to tell
    std::string path;                  // "~" is the user's home; empty of "sample"
    std::map<std::string, std::string> settings;
};
DataPlace placeOf(const std::string& spec);
// The kind that knows what lies there, where the one that is named does not; else null. Asks the disk.
const SourceType* otherKindOf(const DataPlace& place);

// What is held out is second. Of each class as many as its share of the whole, rounded by largest remainders; labels
// that are numbers have no classes. Draws of another name are independent of each other.
std::pair<std::shared_ptr<const Source>, std::shared_ptr<const Source>>
splitSource(std::shared_ptr<const Source> source, const ValidationSplit& split, std::string_view draw = "split");

}  // namespace tl
