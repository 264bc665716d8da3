// The threads that run kernels: a team for each thread that calls. Between two regions its workers spin for some tens
// of microseconds, since the next one comes soon, and then sleep. A part that no worker has begun when the caller is
// through with its own is taken over by the caller, so that a machine busy with other programs slows training down and
// does not stop it. docs/decisions/0011 has the measurements.
#pragma once

namespace tl::cpu {

using PartBody = void (*)(const void* argument, int part);

// Calls body(argument, part) for every part in [0, parts) and returns when all are done. Which thread runs a part is
// open, so parts must not wait for one another. Inside a part everything runs on one thread. What a body throws is
// thrown here when all parts have ended, the first of them where several throw.
void runParts(int parts, PartBody body, const void* argument);

// The same with each part on a thread of its own, all at the same time: parts may meet in teamBarrier(), which throws
// where one of them never will.
void runTogether(int parts, PartBody body, const void* argument);
void teamBarrier();

int partNumber();    // of the calling thread; 0 outside
int partsRunning();  // of its region; 1 outside
int partsSeen();     // the most that a region of the calling thread had since this was asked last
bool insideRegion();
int threadLimit();  // what ThreadScope has set for the calling thread; 1 inside a region

}  // namespace tl::cpu
