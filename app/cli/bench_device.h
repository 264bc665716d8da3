// `tensorloom bench --device cuda`: all that there is to say of a device in one table and one file: whether it computes
// what it should, what it is, and how fast networks train on it, beside PyTorch where its numbers are given. Without a
// GPU the driver that checks runs it to the end with small shapes, and the speeds mean nothing.
#pragma once

#include <string>

namespace tl::cli {

struct DeviceBenchOptions {
    std::string device = "cuda";
    std::string only;    // a case whose name contains this, without the checks; empty: all of both
    std::string report;  // a file; empty: none
    std::string peers;   // a file of tests/peers/device_peers.py; empty: none
    double seconds = 3;  // for each case
    int orders = 20;     // of the checks, without a GPU
    bool json = false;
};

// Returns an exit code. Throws Error where there is no such device, case or file.
int runDeviceBench(const DeviceBenchOptions& options);

}  // namespace tl::cli
