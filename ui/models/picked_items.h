// A list of samples that somebody wants to look at, and what they were taken for: shown by the Data page in its order.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <memory>
#include <vector>

#include "engine/data/source.h"
#include "engine/train/predictions.h"

namespace tl {

struct PickedItems {
    QString split;  // "validation": which of the open data set
    QString name;   // "2 → 7", "wrong"
    QString title;  // of which run, step and split, and how many they are
    std::vector<int64_t> items;
    Predictions predictions;  // of the whole split
    // Of a sample of any split, in words; empty where nothing is known: of another one. Where labels are numbers: the
    // predicted one, and by how much it is above the true one.
    QString taken(const Source& source, const QString& of, int64_t item) const;
    QString score(const QString& of, int64_t item) const;
    bool knows(const QString& of, int64_t item) const;
};

QString classTitle(const Source& source, int label);  // empty: none
// "cat → frog" in so much room: each name loses its end where both have none, the longer one first. Empty: taken for
// nothing.
QString bothNames(const QString& label, const QString& taken, const QFontMetrics& letters, int room);

}  // namespace tl
