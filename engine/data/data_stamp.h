// Whether a data set is still what it was when it was opened: tables are read into memory once, folders are listed
// once.
#pragma once

#include <string>

namespace tl {

// Of the file that `spec` names, or the folder and the first thousands of what lies in it: names, sizes and times,
// never contents. Another where one of them came, went or was written; "" where nothing is there, or the set has no
// place on the disk ("sample"). Throws nothing; of a folder it may take a moment.
std::string dataStamp(const std::string& spec);

}  // namespace tl
