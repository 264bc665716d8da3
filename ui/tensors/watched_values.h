// The values that a run was watched for, put together from the tags of its events: of "conv_1/kernel" the histograms,
// the pictures and the curves of its numbers. GUI thread only.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <vector>

#include "widgets/plot/series_pyramid.h"

namespace tl {

class EventRun;
struct Workbench;

using ValueNumbers = std::map<QString, std::vector<PlotPoint>>;  // "mean", "norm", ...: by step

// Those with histograms, pictures or, of other programs, curves of such names; sorted.
QStringList watchedValues(const Workbench& bench, int run);
QString histogramTag(const Workbench& bench, int run, const QString& value);  // empty: none
QString picturesTag(const Workbench& bench, int run, const QString& value);
// Of a run that another program wrote, whose curves are in the list of runs.
ValueNumbers numbersOf(const Workbench& bench, int run, const QString& value);

// What a run's event files tell: all values with numbers, and those of one of them. Any thread.
struct ToldNumbers {
    QStringList values;
    ValueNumbers numbers;
};
ToldNumbers numbersIn(const EventRun& run, const QString& value);

}  // namespace tl
