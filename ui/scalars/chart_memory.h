// What was set at each chart, kept in the settings by tag: the next window has it again. A project's own comes first, a
// tag that is new to it is set as it was the last time anywhere.
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>
#include <functional>

#include "ui/scalars/chart_card.h"

class QSettings;

namespace tl {

class ChartMemory {
public:
    ChartMemory(QSettings& settings, std::function<QString()> project)
        : settings_(settings), project_(std::move(project)) {}
    ChartView view(const QString& tag, ScalarAxis axis) const;
    bool pinned(const QString& tag) const;
    void keep(const ChartCard& card) const;
    // Tags that stand in one chart of the project, the first is the chart's.
    QList<QStringList> together() const;
    void keepTogether(const QList<QStringList>& charts) const;
    // The project has another name now: what was set for it goes along, and stays where something has that name.
    void carryOver(const QString& before, const QString& now) const;
    // Where what is the project's own lies in the settings; empty without one.
    static QString groupOf(const QString& project);

private:
    QString projectGroup() const;
    // What the project has, else what was set last anywhere.
    QVariant value(const QString& own, const QString& key, const QVariant& fallback) const;
    QSettings& settings_;
    std::function<QString()> project_;
};

}  // namespace tl
