// What a file is, told by its first bytes and its name, and what is in a folder: for what was given as a data set and
// is none.
#pragma once

#include <string>

#include "engine/core/message.h"

namespace tl {

enum class FileKind {
    Project,     // Tensorloom's
    Checkpoint,  // safetensors
    Run,         // a folder that training writes
    Image,       // of a kind that is read here
    PartOfData,  // one file of a data set that lies in a folder: IDX, CIFAR-10's batches
    Text,        // without a kind of its own: it may hold rows of numbers
    Other,
};

struct FileDescription {
    FileKind kind = FileKind::Other;
    Message what;  // "a Python script", "an image (JPEG)", "a named pipe"
};

// Never throws and never waits: what cannot be read is described as such.
FileDescription describeFile(const std::string& path);

// The first of the folders in a folder that is a data set of some kind; empty where none is. Throws nothing.
std::string dataSetWithin(const std::string& folder);

}  // namespace tl
