// What a run was started with, by name: "learning_rate", "adam.beta_1", "data_set". Numbers are doubles, all else is
// text.
#pragma once

#include <QString>
#include <QVariant>
#include <map>
#include <string>

#include "engine/train/training_spec.h"

namespace tl {

struct EventHParams;

using RunSettings = std::map<QString, QVariant>;

RunSettings settingsOf(const TrainingSpec& training, const std::string& dataSpec);
RunSettings settingsOf(const EventHParams& told);

// "5" rather than "5.000"; empty where there is none.
QString settingText(const QVariant& value);

}  // namespace tl
