// Every file is looked into once at opening: its header and its end, and all of it where that is cheap, so that broken
// files are known before training starts.
#include "engine/data/image_list.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

#include "engine/core/error.h"
#include "engine/core/processors.h"
#include "engine/data/file_bytes.h"
#include "engine/data/image_file.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

// Files up to this size are read whole at opening; of larger ones the two ends.
constexpr size_t kWhole = 256 << 10, kTail = 4 << 10;
// JPEGs are decoded at opening when they are this small, or when the whole data set has few files.
constexpr size_t kSmallFile = 4 << 10, kFewFiles = 1000;

class ImageListSource : public Source {
public:
    ImageListSource(std::string root, std::string name, std::vector<std::string> classes, std::vector<FolderFile> files,
                    std::vector<BrokenItem> broken, Shape shape)
        : root_(std::move(root)), name_(std::move(name)), classes_(std::move(classes)), files_(std::move(files)),
          broken_(std::move(broken)), shape_(std::move(shape)) {}

    std::string name() const override { return name_; }
    int64_t size() const override { return static_cast<int64_t>(files_.size()); }
    const std::vector<std::string>& classNames() const override { return classes_; }
    int label(int64_t index) const override { return std::max(0, files_[static_cast<size_t>(index)].classIndex); }
    bool hasLabel(int64_t index) const override { return files_[static_cast<size_t>(index)].classIndex >= 0; }
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
FoundImage lookInto(const std::string& path, bool decodeAll, FileEnds& ends, Image& scratch) {
    FoundImage found;
    const bool named = hasImageExtension(path);
    try {
        readFileEnds(path, kWhole, kTail, ends);
        ImageInfo info = inspectImage(ends.head, ends.tail(), ends.size);
        if (info.format == ImageFormat::None && !named && !hasForeignImageExtension(path)) return found;
        found.kind = FoundImage::Kind::Broken;
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
        found.kind = FoundImage::Kind::Image;
        found.width = info.width;
        found.height = info.height;
        found.channels = info.channels;
    } catch (const std::exception& e) {
        found.kind = FoundImage::Kind::Broken;
        found.reason = messageOf(e);
    }
    return found;
}

}  // namespace

// Looks into all files on a few threads; progress is told from the calling one.
std::vector<FoundImage> lookIntoAll(const std::string& root, const std::vector<const FolderFile*>& files,
                                    const OpenOptions& options) {
    std::vector<FoundImage> found(files.size());
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
                                 Message("Looking into {count} files", grouped(static_cast<int64_t>(files.size()))));
        }
    };
    {
        std::vector<std::jthread> helpers;
        const int count = std::min(usableThreads(), 8);
        for (int i = 1; i < count && files.size() > 64; ++i) helpers.emplace_back(work, false);
        work(true);
    }
    checkStopped(options);
    return found;
}

// Without checking: names decide, and every n-th file tells size and channels.
std::vector<FoundImage> guessAll(const std::string& root, const std::vector<const FolderFile*>& files,
                                 const OpenOptions& options) {
    std::vector<FoundImage> found(files.size());
    const size_t stride = std::max<size_t>(1, files.size() / 100);
    FileEnds ends;
    Image scratch;
    for (size_t i = 0; i < files.size(); ++i) {
        if (!hasImageExtension(files[i]->path)) continue;
        found[i].kind = FoundImage::Kind::Image;
        if (i % stride == 0) {
            const FoundImage seen = lookInto(joinPath(root, files[i]->path), false, ends, scratch);
            if (seen.kind == FoundImage::Kind::Image) found[i] = seen;
        } else {
            found[i].channels = 0;  // not known
        }
        if (i % 1024 == 0) checkStopped(options);
    }
    return found;
}

std::shared_ptr<const Source> makeImageList(std::string root, std::string name, std::vector<std::string> classes,
                                            std::vector<FolderFile> files, std::vector<BrokenItem> broken,
                                            Shape shape) {
    return std::make_shared<ImageListSource>(std::move(root), std::move(name), std::move(classes), std::move(files),
                                             std::move(broken), std::move(shape));
}

void openImageLists(DataSet& data, const std::vector<std::vector<FolderFile>>& lists,
                    const std::vector<std::string>& classes, const OpenOptions& options) {
    std::vector<const FolderFile*> files;
    for (const auto& list : lists)
        for (const auto& file : list) files.push_back(&file);
    const std::vector<FoundImage> found = lookIntoAll("", files, options);
    std::map<std::pair<int, int>, int64_t> sizes;
    bool grey = true;
    for (const FoundImage& seen : found) {
        if (seen.kind != FoundImage::Kind::Image) continue;
        grey = grey && seen.channels == 1;
        if (seen.width == 0) continue;
        ++sizes[{seen.height, seen.width}];
        data.sizes.add(seen.width, seen.height);
    }
    if (sizes.empty())
        throw Error(data.name, "images that can be read", "none",
                    files.empty() || found[0].reason.empty()
                        ? Message("Check the paths.")
                        : Message("The first: {path}: {reason}", files[0]->path, found[0].reason));
    std::tie(data.sizes.height, data.sizes.width) = usualSize(sizes);
    const Shape shape{grey ? 1 : 3, data.sizes.height, data.sizes.width};
    std::shared_ptr<const Source>* const splits[] = {&data.train, &data.validation, &data.test};
    size_t at = 0;
    for (size_t l = 0; l < lists.size(); ++l) {
        std::vector<FolderFile> good;
        std::vector<BrokenItem> broken;
        for (const auto& file : lists[l]) {
            const FoundImage& seen = found[at++];
            if (seen.kind == FoundImage::Kind::Image)
                good.push_back(file);
            else
                broken.push_back({file.path, seen.reason.empty() ? Message("It is no image.") : seen.reason});
        }
        if (l == 0 || !lists[l].empty())
            *splits[l] = makeImageList("", data.name, classes, std::move(good), std::move(broken), shape);
    }
}

}  // namespace tl
