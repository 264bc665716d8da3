// A folder of images with one sub-folder a class. Every file is looked into once at opening: its header and its end,
// and all of it where that is cheap, so that broken files are known before training starts.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/file_bytes.h"
#include "engine/data/folder_scan.h"
#include "engine/data/image_file.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

// Files up to this size are read whole at opening; of larger ones the two ends.
constexpr size_t kWhole = 256 << 10, kTail = 4 << 10;
// JPEGs are decoded at opening when they are this small, or when the whole data set has few files.
constexpr size_t kSmallFile = 4 << 10, kFewFiles = 1000;

struct Found {
    enum class Kind : uint8_t { Image, Broken, Ignored } kind = Kind::Ignored;
    int width = 0, height = 0, channels = 3;
    std::string reason;
};

class FolderSource : public Source {
public:
    FolderSource(std::string root, std::string name, std::vector<std::string> classes, std::vector<FolderFile> files,
                 std::vector<BrokenItem> broken, Shape shape)
        : root_(std::move(root)), name_(std::move(name)), classes_(std::move(classes)), files_(std::move(files)),
          broken_(std::move(broken)), shape_(std::move(shape)) {}

    std::string name() const override { return name_; }
    int64_t size() const override { return static_cast<int64_t>(files_.size()); }
    const std::vector<std::string>& classNames() const override { return classes_; }
    int label(int64_t index) const override { return files_[static_cast<size_t>(index)].classIndex; }
    std::string itemName(int64_t index) const override { return files_[static_cast<size_t>(index)].path; }
    void read(int64_t index, Image& image) const override {
        thread_local std::vector<uint8_t> bytes;
        readFile(joinPath(root_, files_[static_cast<size_t>(index)].path), bytes);
        decodeImage(bytes, static_cast<int>(shape_[0]), image);
        if (bytes.capacity() > size_t{32} << 20) std::vector<uint8_t>().swap(bytes);
    }
    Shape sampleShape() const override { return shape_; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

private:
    std::string root_, name_;
    std::vector<std::string> classes_;
    std::vector<FolderFile> files_;
    std::vector<BrokenItem> broken_;
    Shape shape_;
};

// Looks at one file. Never throws.
Found lookInto(const std::string& path, bool decodeAll, FileEnds& ends, Image& scratch) {
    Found found;
    const bool named = hasImageExtension(path);
    try {
        readFileEnds(path, kWhole, kTail, ends);
        ImageInfo info = inspectImage(ends.head, ends.tail(), ends.size);
        if (info.format == ImageFormat::None && !named && !hasForeignImageExtension(path)) return found;
        found.kind = Found::Kind::Broken;
        found.reason = info.problem;
        if (!info.problem.empty()) return found;
        const bool jpeg = info.format == ImageFormat::Jpeg;
        const bool doubtful = !info.complete || info.width == 0;
        if (doubtful || (decodeAll && (jpeg || info.format == ImageFormat::WebP)) ||
            (jpeg && ends.size <= kSmallFile)) {
            if (!ends.isWhole()) readFile(path, ends.head);
            decodeImage(ends.head, info.channels, scratch);
            info.width = scratch.width;
            info.height = scratch.height;
        }
        found.kind = Found::Kind::Image;
        found.width = info.width;
        found.height = info.height;
        found.channels = info.channels;
    } catch (const std::exception& e) {
        found.kind = Found::Kind::Broken;
        found.reason = e.what();
    }
    return found;
}

// Looks into all files on a few threads; progress is told from the calling one.
std::vector<Found> lookIntoAll(const std::string& root, const std::vector<const FolderFile*>& files,
                               const OpenOptions& options) {
    std::vector<Found> found(files.size());
    const bool decodeAll = files.size() <= kFewFiles;
    std::atomic<size_t> next{0};
    const auto work = [&](bool tells) {
        FileEnds ends;
        Image scratch;
        constexpr size_t piece = 32;
        for (size_t first; (first = next.fetch_add(piece)) < files.size() && !options.stop.stop_requested();) {
            for (size_t i = first; i < std::min(first + piece, files.size()); ++i)
                found[i] = lookInto(joinPath(root, files[i]->path), decodeAll, ends, scratch);
            if (tells && options.progress)
                options.progress(static_cast<double>(first) / static_cast<double>(files.size()),
                                 "Looking into " + grouped(static_cast<int64_t>(files.size())) + " files");
        }
    };
    {
        std::vector<std::jthread> helpers;
        const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
        for (unsigned i = 1; i < count && files.size() > 64; ++i) helpers.emplace_back(work, false);
        work(true);
    }
    checkStopped(options);
    return found;
}

// Without checking: names decide, and every n-th file tells size and channels.
std::vector<Found> guessAll(const std::string& root, const std::vector<const FolderFile*>& files,
                            const OpenOptions& options) {
    std::vector<Found> found(files.size());
    const size_t stride = std::max<size_t>(1, files.size() / 100);
    FileEnds ends;
    Image scratch;
    for (size_t i = 0; i < files.size(); ++i) {
        if (!hasImageExtension(files[i]->path)) continue;
        found[i].kind = Found::Kind::Image;
        if (i % stride == 0) {
            const Found seen = lookInto(joinPath(root, files[i]->path), false, ends, scratch);
            if (seen.kind == Found::Kind::Image) found[i] = seen;
        } else {
            found[i].channels = 0;  // not known
        }
        if (i % 1024 == 0) checkStopped(options);
    }
    return found;
}

struct Gathered {
    std::vector<FolderFile> files;
    std::vector<BrokenItem> broken;
};

struct Tally {
    std::map<std::pair<int, int>, int64_t> sizes;
    bool allGrey = true;
    int64_t ignored = 0;
};

Gathered gather(const FolderSplit& split, const std::vector<Found>& found, size_t& at, Tally& tally, bool countSizes) {
    Gathered gathered;
    std::map<int, int64_t> imagesOfClass, filesOfClass;
    for (const auto& file : split.files) {
        const Found& seen = found[at++];
        ++filesOfClass[file.classIndex];
        if (seen.kind == Found::Kind::Ignored) {
            ++tally.ignored;
            continue;
        }
        ++imagesOfClass[file.classIndex];
        if (seen.kind == Found::Kind::Broken) {
            gathered.broken.push_back({file.path, seen.reason});
            continue;
        }
        gathered.files.push_back(file);
        if (seen.channels == 3) tally.allGrey = false;
        if (countSizes && seen.width > 0) ++tally.sizes[{seen.height, seen.width}];
    }
    for (const auto& folder : split.emptyClasses) gathered.broken.push_back({folder, "The class folder is empty."});
    for (const auto& [index, count] : filesOfClass)
        if (imagesOfClass[index] == 0) {
            const auto file = std::find_if(split.files.begin(), split.files.end(),
                                           [i = index](const FolderFile& f) { return f.classIndex == i; });
            const size_t name = split.folder.empty() ? 0 : split.folder.size() + 1;
            gathered.broken.push_back({file->path.substr(0, file->path.find('/', name)),
                                       "The class folder holds no image, only other files."});
        }
    for (const auto& folder : split.strayClasses)
        gathered.broken.push_back({folder, "The training images have no class of this name; the folder is left out."});
    return gathered;
}

DataSet open(const std::string& directory, const OpenOptions& options) {
    if (options.progress) options.progress(0, "Listing the files");
    FolderListing listing = scanFolder(directory, options.stop);
    if (listing.classes.empty())
        throw Error(directory, "one sub-folder of images for each class", "no sub-folder",
                    "Put the images of each class into a sub-folder with the class's name.");
    std::vector<const FolderFile*> files;
    for (const auto* split : {&listing.train, &listing.validation, &listing.test})
        for (const auto& file : split->files) files.push_back(&file);
    const std::vector<Found> found =
        options.checkImages ? lookIntoAll(directory, files, options) : guessAll(directory, files, options);

    size_t at = 0;
    Tally tally;
    Gathered train = gather(listing.train, found, at, tally, listing.hasTrain);
    Gathered validation = gather(listing.validation, found, at, tally, !listing.hasTrain);
    Gathered test = gather(listing.test, found, at, tally, !listing.hasTrain);
    const size_t images = train.files.size() + validation.files.size() + test.files.size();
    if (images == 0 || (listing.hasTrain && train.files.empty())) {
        size_t broken = 0;
        for (const auto& seen : found) broken += seen.kind == Found::Kind::Broken;
        std::string what = images ? "no training image" : "no image that can be read";
        if (broken)
            what += " (" + grouped(static_cast<int64_t>(broken)) + " broken; the first: " +
                    (train.broken.empty() ? std::string("in another split")
                                          : train.broken[0].path + ": " + train.broken[0].reason) +
                    ")";
        throw Error(directory, "JPEG, PNG, BMP, WebP or TIFF images in one sub-folder for each class", what,
                    "Check the folder, or choose another.");
    }
    const auto most = std::max_element(tally.sizes.begin(), tally.sizes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == tally.sizes.end())
        throw Error(directory, "images whose size can be told", "none", "Open it with all images checked.");
    const Shape shape{tally.allGrey ? 1 : 3, most->first.first, most->first.second};

    DataSet data;
    data.name = lastPart(directory);
    const auto make = [&](Gathered& part) {
        return std::make_shared<FolderSource>(directory, data.name, listing.classes, std::move(part.files),
                                              std::move(part.broken), shape);
    };
    data.train = make(train);
    if (listing.hasValidation) data.validation = make(validation);
    if (listing.hasTest) data.test = make(test);
    if (!listing.hasTrain)
        data.notes.push_back(directory +
                             " has no training images: it can be looked at and evaluated on, not trained on.");
    const int64_t aside = tally.ignored + listing.outside;
    if (aside > 0)
        data.notes.push_back(
            grouped(aside) + (aside == 1 ? " file is" : " files are") +
            " no image of a class (another kind of file, or outside the class folders) and left aside.");
    splitOffValidation(data, options);
    if (options.progress) options.progress(1, "Done");
    return data;
}

}  // namespace

namespace sources {

SourceType folder() {
    return {"folder", "Image folder (one sub-folder a class)",
            "JPEG, PNG, BMP, WebP or TIFF, one sub-folder for each class; train, val and test folders are understood.",
            looksLikeImageFolder, open};
}

}  // namespace sources
}  // namespace tl
