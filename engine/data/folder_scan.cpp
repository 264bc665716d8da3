// Walks class folders to any depth, following links but no link twice. Hidden names (a leading dot) are passed over.
#include "engine/data/folder_scan.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/image_file.h"
#include "engine/data/natural_order.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

struct Names {
    std::vector<std::string> folders, files;
};

// A link counts as what it points at; other entries tell their kind by themselves.
bool isFolder(const std::string& path, const dirent& entry) {
    if (entry.d_type == DT_DIR || entry.d_type == DT_REG) return entry.d_type == DT_DIR;
    std::error_code ignored;
    return fs::is_directory(joinPath(path, entry.d_name), ignored);
}

// `now`: called every few thousand names with what there is so far, unsorted.
Names list(const std::string& path, const std::function<void(const Names&)>& now = {}) {
    constexpr size_t kPiece = 4096;
    Names names;
    errno = 0;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    if (!folder && errno == EACCES)
        throw Error(path, "a folder that may be read", "no permission to read it",
                    "Change its permissions (chmod u+rx) or move it out of the data set.");
    if (!folder) throw Error(path, "a folder that can be read", std::strerror(errno));
    while (const dirent* entry = (errno = 0, ::readdir(folder.get()))) {
        if (entry->d_name[0] == '.') continue;
        (isFolder(path, *entry) ? names.folders : names.files).emplace_back(entry->d_name);
        if (now && names.files.size() % kPiece == kPiece - 1) now(names);
    }
    if (errno != 0) throw Error(path, "a folder that can be read", std::strerror(errno));
    std::sort(names.folders.begin(), names.folders.end(), naturalLess);
    std::sort(names.files.begin(), names.files.end(), naturalLess);
    return names;
}

enum class Role { None, Train, Validation, Test };

Role roleOf(const std::string& name) {
    const std::string n = lowerCase(name);
    if (n == "train" || n == "training") return Role::Train;
    if (n == "val" || n == "valid" || n == "validation") return Role::Validation;
    if (n == "test" || n == "testing") return Role::Test;
    return Role::None;
}

class Scan {
public:
    Scan(const std::string& root, std::stop_token stop, const ScanWatch& watch)
        : root_(root), stop_(std::move(stop)), watch_(watch) {}

    FolderListing run() {
        const Names top = list(root_);
        if (!findSplits(top)) {
            listing_.hasTrain = true;
            listing_.classes = top.folders;
            listing_.outside += static_cast<int64_t>(top.files.size());
            readSplit(listing_.train, top);
            return std::move(listing_);
        }
        nameClasses();
        for (const auto& [has, split] :
             {std::pair{listing_.hasTrain, &listing_.train}, std::pair{listing_.hasValidation, &listing_.validation},
              std::pair{listing_.hasTest, &listing_.test}}) {
            if (!has) continue;
            const Names names = list(joinPath(root_, split->folder));
            listing_.outside += static_cast<int64_t>(names.files.size());
            readSplit(*split, names);
        }
        return std::move(listing_);
    }

private:
    // A class may be called "train" too: split folders hold folders, class folders mostly do not.
    bool findSplits(const Names& top) {
        bool onlySplits = !top.folders.empty();
        for (const auto& name : top.folders) {
            const Role role = roleOf(name);
            onlySplits = onlySplits && role != Role::None;
            if (role == Role::None || list(joinPath(root_, name)).folders.empty()) continue;
            auto& [has, split] = role == Role::Train ? train_ : role == Role::Test ? test_ : validation_;
            if (!has) split = name;
            has = true;
        }
        if (onlySplits && !train_.first && !test_.first && !validation_.first &&
            std::any_of(top.folders.begin(), top.folders.end(), [](const auto& n) { return roleOf(n) == Role::Train; }))
            throw Error(joinPath(root_, top.folders[0]), "one sub-folder for each class", "no sub-folder",
                        "Put the images of each class into a sub-folder with the class's name.");
        if (!train_.first && !(onlySplits && (test_.first || validation_.first))) return false;
        listing_.hasTrain = train_.first;
        listing_.hasValidation = validation_.first;
        listing_.hasTest = test_.first;
        listing_.train.folder = train_.second;
        listing_.validation.folder = validation_.second;
        listing_.test.folder = test_.second;
        return true;
    }

    void nameClasses() {
        if (listing_.hasTrain) {
            listing_.classes = list(joinPath(root_, listing_.train.folder)).folders;
            return;
        }
        std::set<std::string> all;
        for (const auto& [has, split] : {validation_, test_})
            if (has)
                for (auto& name : list(joinPath(root_, split)).folders) all.insert(name);
        listing_.classes.assign(all.begin(), all.end());
        std::sort(listing_.classes.begin(), listing_.classes.end(), naturalLess);
    }

    void readSplit(FolderSplit& split, const Names& names) {
        std::unordered_map<std::string_view, int> numbers;
        for (const auto& name : listing_.classes) numbers.emplace(name, static_cast<int>(numbers.size()));
        for (const auto& name : names.folders) {
            const auto at = numbers.find(name);
            const std::string folder = split.folder.empty() ? name : split.folder + "/" + name;
            if (at == numbers.end()) {
                split.strayClasses.push_back(folder);
                continue;
            }
            const size_t before = split.files.size();
            walked_.clear();
            walk(folder, at->second, split);
            if (split.files.size() == before) split.emptyClasses.push_back(folder);
        }
    }

    void walk(const std::string& folder, int classIndex, FolderSplit& split) {
        checkStopped();
        const std::string whole = joinPath(root_, folder);
        std::error_code ignored;
        const fs::path real = fs::canonical(whole, ignored);
        if (!ignored && !walked_.insert(real.string()).second) return;
        const Names names = list(whole, [&](const Names& soFar) { tell(folder, classIndex, split, soFar.files); });
        for (const auto& name : names.files) split.files.push_back({classIndex, folder + "/" + name});
        counted_ += static_cast<int64_t>(names.files.size());
        for (const auto& name : names.folders) walk(folder + "/" + name, classIndex, split);
    }

    void checkStopped() const {
        if (stop_.stop_requested()) throw Error("Opening the data set was cancelled.");
    }

    // In the middle of a folder of many files.
    void tell(const std::string& folder, int classIndex, const FolderSplit& split,
              const std::vector<std::string>& soFar) {
        checkStopped();
        if (watch_.counted) watch_.counted(counted_ + static_cast<int64_t>(soFar.size()));
        if (!watch_.early || toldEarly_ || split.files.size() + soFar.size() < ScanWatch::kEarly) return;
        toldEarly_ = true;
        FolderListing part = listing_;
        FolderSplit& shown = &split == &listing_.train        ? part.train
                             : &split == &listing_.validation ? part.validation
                                                              : part.test;
        std::vector<std::string> files = soFar;
        std::sort(files.begin(), files.end(), naturalLess);
        for (const auto& name : files) shown.files.push_back({classIndex, folder + "/" + name});
        watch_.early(part);
    }

    std::string root_;
    std::stop_token stop_;
    const ScanWatch& watch_;
    FolderListing listing_;
    int64_t counted_ = 0;
    bool toldEarly_ = false;
    std::pair<bool, std::string> train_{}, validation_{}, test_{};
    std::set<std::string> walked_;
};

}  // namespace

FolderListing scanFolder(const std::string& root, std::stop_token stop, const ScanWatch& watch) {
    return Scan(root, std::move(stop), watch).run();
}

bool looksLikeImageFolder(const std::string& root) {
    const auto holdsImage = [](const std::string& folder) {
        std::error_code code;
        for (fs::directory_iterator at(folder, code); !code && at != fs::directory_iterator(); at.increment(code))
            if (hasImageExtension(at->path().string())) return true;
        return false;
    };
    const auto folders = [](const std::string& folder) {
        std::vector<std::string> found;
        std::error_code code, ignored;
        for (fs::directory_iterator at(folder, code); !code && at != fs::directory_iterator(); at.increment(code))
            if (at->is_directory(ignored)) found.push_back(at->path().string());
        return found;
    };
    for (const auto& folder : folders(root)) {
        if (holdsImage(folder)) return true;
        for (const auto& inner : folders(folder))
            if (holdsImage(inner)) return true;
    }
    return false;
}

}  // namespace tl
