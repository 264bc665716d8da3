// Lists a folder of class sub-folders: which splits there are, which classes, and which files might be images. Names
// only; no file is opened.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace tl {

struct FolderFile {
    int classIndex = 0;
    std::string path;  // relative to the data set's folder: "train/cat/0007.jpg"
};

struct FolderSplit {
    std::string folder;                     // "train", "val", or empty where the classes lie in the top folder
    std::vector<FolderFile> files;          // by class, then in natural order
    std::vector<std::string> emptyClasses;  // relative paths of class folders without any file
    std::vector<std::string> strayClasses;  // class folders that the training images do not have
};

struct FolderListing {
    std::vector<std::string> classes;  // in natural order
    FolderSplit train, validation, test;
    bool hasTrain = false, hasValidation = false, hasTest = false;
    int64_t outside = 0;  // files that lie beside the class folders
};

// What is told while a folder is listed, from the calling thread.
struct ScanWatch {
    static constexpr size_t kEarly = 20000;
    std::function<void(int64_t files)> counted = {};            // now and then
    std::function<void(const FolderListing& part)> early = {};  // once, at the first kEarly files where there are more
};

// Throws Error for a folder that cannot be read, and when stopped. A folder's splits are told by their names (train or
// training; val, valid or validation; test or testing); without a "train" all sub-folders are classes, unless only val
// and test folders with classes inside are there.
FolderListing scanFolder(const std::string& root, std::stop_token stop, const ScanWatch& watch = {});

// Quick look for bare paths: is there a sub-folder that holds a file named like an image, at most two folders down?
bool looksLikeImageFolder(const std::string& root);

}  // namespace tl
