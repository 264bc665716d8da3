// See the header.
#include "ui/training/device_choices.h"

#include <QVector>
#include <algorithm>

#include "ui/training/training_panel.h"

namespace tl {

QString threadsText(int threads, int cores) {
    return threads > 0 ? QString::number(threads) : TrainingPanel::tr("auto (%1)").arg(cores);
}

QStringList threadChoices(int cores, int set) {
    QStringList choices{threadsText(0, cores)};
    QVector<int> counts;
    for (int n = 1; n <= cores; n = n < 8 ? n + 1 : n + n / 4) counts << n;
    for (const int n : {cores, set})
        if (n > 0 && !counts.contains(n)) counts << n;
    std::sort(counts.begin(), counts.end());
    for (const int n : counts) choices << threadsText(n, cores);
    return choices;
}

QStringList precisionsFor(const DeviceInfo* device, const std::string& chosen) {
    QStringList all{QStringLiteral("float32"), QStringLiteral("bfloat16"), QStringLiteral("float16")};
    if (chosen == "tf32" || (device && device->tf32)) all.insert(1, QStringLiteral("tf32"));
    if (chosen == "fp8" || !device || device->float8 || device->capability.empty()) all << QStringLiteral("fp8");
    return all;
}

QString precisionHelp(const DeviceInfo* device) {
    QString help =
        TrainingPanel::tr("Of the values between layers: 16 bits take half the memory. Weights stay in float32. fp8 "
                          "is bfloat16 that multiplies matrices in 8 bits, where all their sizes are multiples of 16.");
    if (device && !device->float8 && device->capability.empty())
        help += QLatin1Char(' ') + TrainingPanel::tr("This processor emulates fp8, which shows what it does to a "
                                                     "training and takes longer.");
    if (device && !device->bfloat16)
        help += QLatin1Char(' ') +
                TrainingPanel::tr("This processor has no bfloat16 instructions, so it gets slower, not faster.");
    return help;
}

}  // namespace tl
