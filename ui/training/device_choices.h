// What the fields offer that depend on the device: threads and the precision of values.
#pragma once

#include <QString>
#include <QStringList>
#include <string>

#include "engine/backend/device.h"

namespace tl {

QString threadsText(int threads, int cores);  // "4"; of 0 "auto (8)"
// auto, then every number up to eight, then ever wider steps; what is set is among them.
QStringList threadChoices(int cores, int set);
// TF32 and 8 bits where the device takes them, or where they were chosen for another one. `device`: null where it is
// not known, here as below.
QStringList precisionsFor(const DeviceInfo* device, const std::string& chosen);
QString precisionHelp(const DeviceInfo* device);

}  // namespace tl
