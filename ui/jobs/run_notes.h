// What the log says of a run's events.
#pragma once

#include <QStringList>

#include "engine/train/events.h"

namespace tl {

QString shortNumber(double value);        // four digits
QStringList notesOf(const Event& event);  // sentences; most events are none
QString burstOf(const Event& event);      // of what may come by hundreds a second, which: "epoch"; else empty

}  // namespace tl
