// Sources over lists of image files: a folder's classes, a CSV's column of paths.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/data/folder_scan.h"
#include "engine/data/source.h"

namespace tl {

struct FoundImage {
    enum class Kind : uint8_t { Image, Broken, Ignored } kind = Kind::Ignored;
    int width = 0, height = 0, channels = 3;
    Message reason;
};

// Looks into each file on a few threads; of a file that is no image by name or content, Ignored. Throws Error when
// stopped.
std::vector<FoundImage> lookIntoAll(const std::string& root, const std::vector<const FolderFile*>& files,
                                    const OpenOptions& options);
// Names decide, and every n-th file tells size and channels (0 = not known).
std::vector<FoundImage> guessAll(const std::string& root, const std::vector<const FolderFile*>& files,
                                 const OpenOptions& options);

// Read as they are asked for, and decoded to shape's channels. Paths are relative to root.
std::shared_ptr<const Source> makeImageList(std::string root, std::string name, std::vector<std::string> classes,
                                            std::vector<FolderFile> files, std::vector<BrokenItem> broken, Shape shape);

// Looked into, with one shape for all: train, validation and test of `data`, and its sizes. Of three lists the second
// and third may be empty, and give no split.
void openImageLists(DataSet& data, const std::vector<std::vector<FolderFile>>& lists,
                    const std::vector<std::string>& classes, const OpenOptions& options);

}  // namespace tl
