// The choices of kernels on the disk, in a cache folder of the test's own, and what a run's journal tells of its own.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <string>

#include "engine/io/kernel_choices.h"
#include "engine/run/run_list.h"

namespace tl::test {

class KernelsOnDisk {
public:
    KernelsOnDisk() { qputenv("XDG_CACHE_HOME", place_.path().toUtf8()); }
    ~KernelsOnDisk() { before_.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before_); }
    KernelsOnDisk(const KernelsOnDisk&) = delete;
    KernelsOnDisk& operator=(const KernelsOnDisk&) = delete;

    // Instead of all that were there.
    void become(const KernelChoices& choices) {
        QFile::remove(place_.filePath(QStringLiteral("tensorloom/kernels.json")));
        kernelCacheFile()->add(choices);
        if (kernelCacheFile()->read() != choices) qFatal("the choices are not on the disk");
    }

private:
    QByteArray before_ = qgetenv("XDG_CACHE_HOME");
    QTemporaryDir place_;
};

// For every op the slowest of those that were tried and not taken.
inline KernelChoices otherKernels(KernelChoices choices) {
    for (auto& [key, choice] : choices) {
        const std::string taken = choice.implementation;
        for (const TimedKernel& each : choice.times)
            if (each.implementation != taken) choice.implementation = each.implementation;
    }
    return choices;
}

inline KernelChoices kernelsOfRun(const std::string& folder) {
    KernelChoices told;
    for (const Event& event : readRun(folder).events)
        if (const auto* kernels = std::get_if<KernelsRecord>(&event)) told = kernels->choices;
    return told;
}

}  // namespace tl::test
