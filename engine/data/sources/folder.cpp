// A folder of images with one sub-folder a class.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "engine/core/error.h"
#include "engine/data/folder_scan.h"
#include "engine/data/image_list.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

struct Gathered {
    std::vector<FolderFile> files;
    std::vector<BrokenItem> broken;
};

struct Tally {
    std::map<std::pair<int, int>, int64_t> sizes;
    ImageSizes all;
    bool allGrey = true;
    int64_t ignored = 0;
};

Gathered gather(const FolderSplit& split, const std::vector<FoundImage>& found, size_t& at, Tally& tally,
                bool countSizes) {
    Gathered gathered;
    std::map<int, int64_t> imagesOfClass, filesOfClass;
    for (const auto& file : split.files) {
        const FoundImage& seen = found[at++];
        ++filesOfClass[file.classIndex];
        if (seen.kind == FoundImage::Kind::Ignored) {
            ++tally.ignored;
            continue;
        }
        ++imagesOfClass[file.classIndex];
        if (seen.kind == FoundImage::Kind::Broken) {
            gathered.broken.push_back({file.path, seen.reason});
            continue;
        }
        gathered.files.push_back(file);
        if (seen.channels == 3) tally.allGrey = false;
        if (seen.width == 0) continue;
        tally.all.add(seen.width, seen.height);
        if (countSizes) ++tally.sizes[{seen.height, seen.width}];
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

// Each class has sub-folders, several, and its images lie in them alone: what was opened may be a folder of data sets.
bool onlyDeeper(const FolderSplit& split) {
    std::map<int, std::set<std::string_view>> inside;  // the sub-folders of each class
    const size_t from = split.folder.empty() ? 0 : split.folder.size() + 1;
    for (const FolderFile& file : split.files) {
        const size_t sub = file.path.find('/', from) + 1, end = file.path.find('/', sub);
        if (end == std::string::npos) return false;
        inside[file.classIndex].insert(std::string_view(file.path).substr(sub, end - sub));
    }
    return inside.size() > 1 && std::ranges::all_of(inside, [](const auto& one) { return one.second.size() > 1; });
}

DataSet fromListing(const std::string& directory, const FolderListing& listing, const OpenOptions& options) {
    if (listing.classes.empty())
        throw Error(directory, "one sub-folder of images for each class", "no sub-folder",
                    "Put the images of each class into a sub-folder with the class's name.");
    std::vector<const FolderFile*> files;
    for (const auto* split : {&listing.train, &listing.validation, &listing.test})
        for (const auto& file : split->files) files.push_back(&file);
    const std::vector<FoundImage> found =
        options.checkImages ? lookIntoAll(directory, files, options) : guessAll(directory, files, options);

    size_t at = 0;
    Tally tally;
    Gathered train = gather(listing.train, found, at, tally, listing.hasTrain);
    Gathered validation = gather(listing.validation, found, at, tally, !listing.hasTrain);
    Gathered test = gather(listing.test, found, at, tally, !listing.hasTrain);
    const size_t images = train.files.size() + validation.files.size() + test.files.size();
    if (images == 0 || (listing.hasTrain && train.files.empty())) {
        size_t broken = 0;
        for (const auto& seen : found) broken += seen.kind == FoundImage::Kind::Broken;
        Message what = images ? "no training image" : "no image that can be read";
        if (broken)
            what = Message("{what} ({count} broken; the first: {first})", what, grouped(static_cast<int64_t>(broken)),
                           train.broken.empty()
                               ? Message("in another split")
                               : Message("{thing}: {sentence}", train.broken[0].path, train.broken[0].reason));
        throw Error(directory, "JPEG, PNG, BMP, GIF, WebP or TIFF images in one sub-folder for each class", what,
                    "Check the folder, or choose another.");
    }
    if (tally.sizes.empty())
        throw Error(directory, "images whose size can be told", "none", "Open it with all images checked.");
    const auto [height, width] = usualSize(tally.sizes);
    const Shape shape{tally.allGrey ? 1 : 3, height, width};

    DataSet data;
    data.name = lastPart(directory);
    data.sizes = tally.all;
    data.sizes.height = height;
    data.sizes.width = width;
    const auto make = [&](Gathered& part) {
        return makeImageList(directory, data.name, listing.classes, std::move(part.files), std::move(part.broken),
                             shape);
    };
    data.train = make(train);
    if (listing.hasValidation) data.validation = make(validation);
    if (listing.hasTest) data.test = make(test);
    if (!listing.hasTrain)
        data.notes.push_back(Message(
            "{directory} has no training images: it can be looked at and evaluated on, not trained on.", directory));
    if (onlyDeeper(listing.train))
        data.notes.push_back(Message(
            "No class folder of {directory} holds images itself, only the folders in it do: if {names} are data sets "
            "of their own, open one of them.",
            data.name, shortList(listing.classes)));
    const int64_t aside = tally.ignored + listing.outside;
    if (aside > 0)
        data.notes.push_back(
            aside == 1
                ? Message(
                      "1 file is no image of a class (another kind of file, or outside the class folders) and left aside.")
                : Message(
                      "{count} files are no image of a class (another kind of file, or outside the class folders) and left aside.",
                      grouped(aside)));
    holdOut(data, options);
    if (options.progress) options.progress(1, "Done");
    return data;
}

// A large folder is shown by its names as soon as there are some, and again when all are known; then each file is
// looked into.
DataSet open(const std::string& directory, const OpenOptions& options) {
    const auto preview = [&](const FolderListing& listing) {
        OpenOptions quick = options;
        quick.checkImages = false;
        quick.progress = {};
        try {
            options.preview(fromListing(directory, listing, quick));
        } catch (const Error&) {
            // Nothing to show yet; opening goes on and says what is wrong.
        }
    };
    ScanWatch watch;
    if (options.progress) {
        options.progress(-1, "Listing the files");
        watch.counted = [&](int64_t files) {
            options.progress(-1, Message("Listing the files: {count}", grouped(files)));
        };
    }
    const bool shows = options.preview && options.checkImages;
    if (shows) watch.early = preview;
    const FolderListing listing = scanFolder(directory, options.stop, watch);
    if (shows &&
        listing.train.files.size() + listing.validation.files.size() + listing.test.files.size() > ScanWatch::kEarly)
        preview(listing);
    return fromListing(directory, listing, options);
}

}  // namespace

namespace sources {

SourceType folder() {
    return {
        "folder", "Image folder (one sub-folder a class)",
        "JPEG, PNG, BMP, GIF, WebP or TIFF, one sub-folder for each class; train, val and test folders are understood.",
        looksLikeImageFolder, open};
}

}  // namespace sources
}  // namespace tl
