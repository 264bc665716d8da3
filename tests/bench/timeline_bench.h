// Timelines at sizes where slow work shows: ten million slices drawn, moved and searched; a file of a gigabyte read.
#pragma once

#include <string>

namespace tl::bench {

void benchTimeline(int slices);
void benchOpening(int slices);  // a file of so many
// Writes a Chrome trace of so many megabytes, reads it, and prints seconds, MB/s and memory; with keep, the file stays
// there, for another program to read.
void benchTraceFile(int megabytes, const std::string& keep);

}  // namespace tl::bench
