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
// All values with numbers, and those of one of them with the steps that they are of.
struct ToldNumbers {
    QStringList values;
    ValueNumbers numbers;
    std::vector<double> steps;
};
// Of a run that another program wrote, whose curves are in the list of runs; and how many points that are.
ToldNumbers numbersOf(const Workbench& bench, int run, const QString& value);
size_t countOf(const Workbench& bench, int run, const QString& value);
// What a run's event files tell. Any thread.
ToldNumbers numbersIn(const EventRun& run, const QString& value);

}  // namespace tl
