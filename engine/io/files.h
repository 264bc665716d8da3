// Reading and writing whole files with errors that name the file and the reason.
#pragma once

#include <string>

namespace tl {

// Throws Error with the system's reason, and for what is no regular file.
std::string readFile(const std::string& path);
// writeFileAtomically() is in engine/io/checkpoint.h.
// Removes what programs that were killed while writeFileAtomically() wrote left in this folder, and nothing that is
// being written.
void removeUnfinished(const std::string& directory);
// At the end of a file that is there, flushed. Throws Error; then it is as it was.
void appendToFile(const std::string& path, const std::string& bytes);

// Absolute, without dots in it and a slash at its end: "runs/x/", as a shell completes it, is the folder x in runs.
// "" stays "".
std::string absolutePath(const std::string& path);

// When it was written last, seconds since 1970; 0: there is none.
double fileTime(const std::string& path);

// Makes the directory and its parents. Throws Error.
void makeDirectory(const std::string& path);

}  // namespace tl
