// Finds which kind of data set is meant and opens it.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <filesystem>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"
#include "engine/data/file_kind.h"
#include "engine/data/image_settings.h"
#include "engine/data/source.h"
#include "engine/data/sources/support.h"
#include "engine/data/spec_settings.h"

namespace tl {
namespace sources {
std::vector<SourceType> makeAll();  // generated
}
namespace {

Message adviceFor(FileKind kind) {
    switch (kind) {
    case FileKind::Project: return "Open it as a project; the data set it names comes with it.";
    case FileKind::Checkpoint: return "Open it as a checkpoint: it holds a network and its weights.";
    case FileKind::Image: return "Give the folder whose sub-folders hold the images of each class.";
    case FileKind::PartOfData: return "Give the folder that it lies in.";
    case FileKind::Text: return "If it holds rows of numbers, name the kind: csv:FILE.";
    case FileKind::Run:
    case FileKind::Other: break;
    }
    return "Give the folder that holds the data set, or name the kind: csv:FILE.";
}

// Throws unless the path is there and can be read: a folder, or a file where the kind (null: any) opens files.
void checkPath(const std::string& path, const SourceType* type) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    const bool files = !type || !type->extensions.empty();
    if (type && type->takesPatterns && path.find_first_of("*?[") != std::string::npos) return;
    if (status.type() == std::filesystem::file_type::not_found) {
        const bool named = type || std::filesystem::path(path).has_extension();  // what it is to be
        throw Error(path,
                    !files  ? "a folder"
                    : named ? "a file"
                            : "a folder or a file",
                    "nothing at that path", "Check the path for a typing error.");
    }
    if (!code && !std::filesystem::is_directory(status)) {
        if (files && std::filesystem::is_regular_file(status)) return;
        throw Error(path, files ? "a folder, or a regular file" : "a folder", describeFile(path).what,
                    "Give the folder that holds the data set.");
    }
    if (DIR* listing = ::opendir(path.c_str())) {
        ::closedir(listing);
        return;
    }
    const int reason = errno;
    if (reason == EACCES || reason == EPERM)
        throw Error(path, "a folder that may be read", "no permission to read it",
                    "Change its permissions (chmod u+rx) or choose another folder.");
    throw Error(path, "a folder that can be read", std::strerror(reason));
}

std::string kinds() {
    std::string text;
    for (const auto& type : allSources()) text += (text.empty() ? "" : ", ") + type.id;
    return text;
}

}  // namespace

const std::vector<SourceType>& allSources() {
    static const std::vector<SourceType> all = sources::makeAll();
    return all;
}

DataPlace placeOf(const std::string& spec) {
    auto [plain, settings] = splitSettings(specAsOnDisk(spec));
    const size_t colon = plain.find(':');
    const std::string word = plain.substr(0, colon);
    const auto kind = std::ranges::find(allSources(), word, &SourceType::id);
    const bool named = kind != allSources().end() && (colon != std::string::npos || kind->id == "sample");
    if (!named) return {nullptr, expandHome(plain), std::move(settings)};
    return {&*kind, colon == std::string::npos ? "" : expandHome(plain.substr(colon + 1)), std::move(settings)};
}

const SourceType* otherKindOf(const DataPlace& place) {
    std::error_code ignored;
    const bool file = std::filesystem::is_regular_file(place.path, ignored);
    const auto knows = [&](const SourceType& type) {
        return type.recognises && (!file || !type.extensions.empty()) && type.recognises(place.path);
    };
    try {
        if (!place.kind || place.path.empty() || knows(*place.kind)) return nullptr;
        const auto other = std::ranges::find_if(allSources(), knows);
        return other == allSources().end() ? nullptr : &*other;
    } catch (const std::exception&) {
        return nullptr;  // it cannot be read
    }
}

DataSet openDataSet(const std::string& spec, const OpenOptions& given) {
    OpenOptions options = given;
    if (!(options.split.fraction >= 0 && options.split.fraction < 1))
        throw Error("The validation fraction", "a number from 0 to below 1", shortest(options.split.fraction));
    if (!(options.split.testFraction >= 0 && options.split.testFraction < 1))
        throw Error("The test fraction", "a number from 0 to below 1", shortest(options.split.testFraction));
    if (spec.empty())
        throw Error("The data set", Message("\"sample\", a folder, or kind:PATH with a kind of {kinds}", kinds()),
                    "nothing");
    const auto open = [&](const SourceType& type, const std::string& path) {
        SpecSettings own = options.settings;
        const ImageSettings images = takeImageSettings(own);
        if (type.extensions.empty()) checkSettings(own, type.id, {});
        std::swap(options.settings, own);
        if (given.preview)
            options.preview = [&](DataSet early) {
                applyImageSettings(early, images);
                given.preview(std::move(early));
            };
        DataSet data = type.open(path, options);
        applyImageSettings(data, images);
        if (data.schema) own.insert(data.schema->settings.begin(), data.schema->settings.end());  // a model's
        data.spec = joinSettings(path.empty() ? type.id : type.id + ":" + path, own);
        return data;
    };
    const auto [type, path, settings] = placeOf(spec);
    for (const auto& [key, value] : settings)
        if (key.empty() || value.empty())
            throw Error("The data set's settings", "KEY=VALUE pairs with & between them, behind the ?", key + value);
    options.settings.insert(settings.begin(), settings.end());
    if (type) {
        const bool sample = type->id == "sample";
        if (sample && !path.empty())
            throw Error(Message("The data set {spec}", spec), "\"sample\" alone, it needs no folder",
                        "a folder behind it");
        const std::string what = type->extensions.empty() ? "folder" : "file";
        if (path.empty() && !sample)
            throw Error(Message("The data set {spec}", spec), type->id + (what == "file" ? ":FILE" : ":FOLDER"),
                        Message("no {what} behind the colon", what));
        if (!sample) checkPath(path, type);
        try {
            return open(*type, path);
        } catch (const Error& error) {
            const SourceType* other = error.thing().empty() ? nullptr : otherKindOf({type, path, {}});
            if (!other) throw;
            throw Error(error.thing(), error.expected(), error.found(),
                        Message("Open it as \"{title}\": {spec}.", other->title, other->id + ":" + path));
        }
    }
    // A path may hold a colon of its own.
    if (const std::string kind = path.substr(0, path.find(':'));
        kind != path && kind.find('/') == std::string::npos && !std::filesystem::exists(path))
        throw Error(Message("The data set {spec}", spec), Message("one of the kinds {kinds}", kinds()),
                    Message("\"{value}\"", kind), "Write \"sample\", kind:PATH or just a path.");
    const bool isFile = std::filesystem::is_regular_file(path);
    if (!isFile) checkPath(path, nullptr);
    for (const auto& each : allSources())
        if (each.recognises && (!isFile || !each.extensions.empty()) && each.recognises(path)) return open(each, path);
    if (isFile) {
        std::string endings;
        for (const auto& source : allSources())
            for (const auto& each : source.extensions) endings += (endings.empty() ? "." : ", .") + each;
        const FileDescription file = describeFile(path);
        throw Error(path, Message("a data set, which is a folder or a file whose name ends in {endings}", endings),
                    file.what, adviceFor(file.kind));
    }
    const std::string within = dataSetWithin(path);
    throw Error(path,
                "MNIST's IDX files, CIFAR-10's binary files, NumPy arrays (x_train.npy and y_train.npy), CSV files "
                "(train.csv), TFRecord files, or one sub-folder of images for each class",
                "none of these",
                within.empty()
                    ? Message("Put the images of each class into a sub-folder with the class's name.")
                    : Message("A data set lies in its sub-folder {name}: open {path}.", lastPart(within), within));
}

std::string dataSetWithin(const std::string& folder) {
    constexpr size_t kMostFolders = 100;
    std::vector<std::string> inside;
    std::error_code failed;
    for (auto each = std::filesystem::directory_iterator(folder, failed);
         !failed && each != std::filesystem::directory_iterator() && inside.size() < kMostFolders;
         each.increment(failed))
        if (std::error_code ignored; each->is_directory(ignored)) inside.push_back(each->path().string());
    std::sort(inside.begin(), inside.end());
    const auto opens = [](const std::string& path) {
        try {
            return std::any_of(allSources().begin(), allSources().end(),
                               [&](const SourceType& type) { return type.recognises && type.recognises(path); });
        } catch (const std::exception&) {
            return false;  // it cannot be read
        }
    };
    const auto found = std::find_if(inside.begin(), inside.end(), opens);
    return found == inside.end() ? std::string() : *found;
}

}  // namespace tl
