// What was found when an open data set was looked over: left-out files, uneven classes, mixed sizes, repeated items,
// each as a sentence, and with what can be done about it.
#pragma once

#include <QString>
#include <QVector>

#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"

namespace tl {

struct DataOffer {
    enum Kind { Set, Measure, Show } kind = Set;
    QString text;
    QString settings = {};                // Set, of the data set: "size=224x224&resize=fill"
    DataSubset subset = DataSubset::All;  // Show
};

struct DataCheck {
    bool good = true, bad = false;
    QString text, help;
    bool note = false;  // said once by the source, neither good nor bad
    QVector<DataOffer> offers = {};
};

QVector<DataCheck> dataChecks(const DataSetModel& data);

}  // namespace tl
