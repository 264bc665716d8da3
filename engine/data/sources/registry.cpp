// Finds which kind of data set is meant and opens it.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/data/source.h"

namespace tl {
namespace sources {
std::vector<SourceType> makeAll();  // generated
}
namespace {

std::string expandHome(const std::string& path) {
    if (path != "~" && path.rfind("~/", 0) != 0) return path;
    const char* home = std::getenv("HOME");
    return home ? home + path.substr(1) : path;
}

// Throws unless the directory can be listed.
void checkDirectory(const std::string& path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found)
        throw Error(path, "a folder with images", "nothing at that path", "Check the path for a typing error.");
    if (!code && !std::filesystem::is_directory(status))
        throw Error(path, "a folder", "a file", "Give the folder that holds the data set.");
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

DataSet openDataSet(const std::string& spec, const OpenOptions& options) {
    if (!(options.validationFraction >= 0 && options.validationFraction < 1))
        throw Error("The validation fraction", "a number from 0 to below 1",
                    std::to_string(options.validationFraction));
    if (spec.empty())
        throw Error("The data set", "\"sample\", a folder, or kind:FOLDER with a kind of " + kinds(), "nothing");
    const auto open = [&](const SourceType& type, const std::string& directory) {
        DataSet data = type.open(directory, options);
        data.spec = directory.empty() ? type.id : type.id + ":" + directory;
        return data;
    };
    if (spec == "sample" || spec == "sample:") {
        for (const auto& type : allSources())
            if (type.id == "sample") return open(type, "");
    }
    const size_t colon = spec.find(':');
    if (colon != std::string::npos) {
        const std::string kind = spec.substr(0, colon), directory = expandHome(spec.substr(colon + 1));
        for (const auto& type : allSources()) {
            if (type.id != kind) continue;
            if (kind == "sample")
                throw Error("The data set " + spec, "\"sample\" alone, it needs no folder", "a folder behind it");
            if (directory.empty()) throw Error("The data set " + spec, kind + ":FOLDER", "no folder behind the colon");
            checkDirectory(directory);
            return open(type, directory);
        }
        // A path may hold a colon of its own.
        if (kind.find('/') == std::string::npos && !std::filesystem::exists(expandHome(spec)))
            throw Error("The data set " + spec, "one of the kinds " + kinds(), "\"" + kind + "\"",
                        "Write \"sample\", kind:FOLDER or just a folder.");
    }
    const std::string directory = expandHome(spec);
    checkDirectory(directory);
    for (const auto& type : allSources())
        if (type.recognises && type.recognises(directory)) return open(type, directory);
    throw Error(directory, "MNIST's IDX files, CIFAR-10's binary files, or one sub-folder of images for each class",
                "none of these", "Put the images of each class into a sub-folder with the class's name.");
}

}  // namespace tl
