// See the header.
#include "ui/scalars/chart_memory.h"

#include <QSettings>
#include <QUrl>
#include <cmath>

#include "ui/models/project_key.h"

namespace tl {

// Slashes of a tag would be groups.
static QString groupOfTag(const QString& tag) {
    return QString::fromLatin1(QUrl::toPercentEncoding(tag)) + QLatin1Char('/');
}

QString ChartMemory::projectGroup() const { return groupOf(project_ ? project_() : QString()); }

QString ChartMemory::groupOf(const QString& project) {
    return project.isEmpty() ? QString() : QStringLiteral("charts.projects/%1/").arg(projectKey(project));
}

QVariant ChartMemory::value(const QString& own, const QString& key, const QVariant& fallback) const {
    const QVariant last = settings_.value(QStringLiteral("charts/") + key, fallback);
    return own.isEmpty() ? last : settings_.value(own + key, last);
}

bool ChartMemory::pinned(const QString& tag) const {
    return value(projectGroup(), groupOfTag(tag) + QLatin1String("pinned"), false).toBool();
}

ChartView ChartMemory::view(const QString& tag, ScalarAxis axis) const {
    const QString own = projectGroup(), group = groupOfTag(tag);
    const auto is = [&](const char* key, bool fallback) {
        return value(own, group + QLatin1String(key), fallback).toBool();
    };
    // Ranges belong to what they were set in.
    const auto limits = [&](const QString& key) {
        const QStringList ends = own.isEmpty() ? QStringList() : settings_.value(own + group + key).toStringList();
        const auto end = [&](qsizetype i) {
            bool good = false;
            const double number = ends.value(i).toDouble(&good);
            return good ? number : std::nan("");
        };
        return std::pair{end(0), end(1)};
    };
    const ChartView delivered;
    ChartView view{is("logX", delivered.logX),         is("logY", delivered.logY),
                   is("raw", delivered.raw),           is("hideOutliers", delivered.ignoreOutliers),
                   is("expanded", delivered.expanded), is("pinned", delivered.pinned)};
    std::tie(view.limits.xFrom, view.limits.xTo) = limits(QStringLiteral("x.") + QLatin1String(scalar_axis::id(axis)));
    std::tie(view.limits.yFrom, view.limits.yTo) = limits(QStringLiteral("y"));
    return view;
}

void ChartMemory::keep(const ChartCard& card) const {
    const ChartView view = card.view();
    const QString own = projectGroup(), group = groupOfTag(card.tag());
    const auto set = [&](const char* key, bool on) {
        settings_.setValue(QStringLiteral("charts/") + group + QLatin1String(key), on);
        if (!own.isEmpty()) settings_.setValue(own + group + QLatin1String(key), on);
    };
    set("logX", view.logX);
    set("logY", view.logY);
    set("raw", view.raw);
    set("hideOutliers", view.ignoreOutliers);
    set("expanded", view.expanded);
    set("pinned", view.pinned);
    if (own.isEmpty()) return;
    const auto limits = [&](const QString& key, double from, double to) {
        const auto text = [](double end) { return std::isnan(end) ? QString() : QString::number(end, 'g', 17); };
        if (std::isnan(from) && std::isnan(to))
            settings_.remove(own + group + key);
        else
            settings_.setValue(own + group + key, QStringList{text(from), text(to)});
    };
    limits(QStringLiteral("x.") + QLatin1String(scalar_axis::id(card.axis())), view.limits.xFrom, view.limits.xTo);
    limits(QStringLiteral("y"), view.limits.yFrom, view.limits.yTo);
}

QList<QStringList> ChartMemory::together() const {
    QList<QStringList> charts;
    const QString own = projectGroup();
    const auto rows = own.isEmpty() ? QVariantList() : settings_.value(own + QStringLiteral("together")).toList();
    for (const QVariant& row : rows)
        if (const QStringList tags = row.toStringList(); tags.size() > 1) charts << tags;
    return charts;
}

void ChartMemory::keepTogether(const QList<QStringList>& charts) const {
    const QString own = projectGroup();
    if (own.isEmpty()) return;
    QVariantList rows;
    for (const QStringList& tags : charts) rows << tags;
    settings_.setValue(own + QStringLiteral("together"), rows);
}

void ChartMemory::carryOver(const QString& before, const QString& now) const {
    const QString from = groupOf(before), to = groupOf(now);
    if (from.isEmpty() || to.isEmpty() || from == to) return;
    settings_.remove(to.chopped(1));  // of a file that was there before under this name
    settings_.beginGroup(from.chopped(1));
    const QStringList keys = settings_.allKeys();
    settings_.endGroup();
    for (const QString& key : keys) settings_.setValue(to + key, settings_.value(from + key));
    if (before.startsWith(QLatin1String("unsaved:"))) settings_.remove(from.chopped(1));
}

}  // namespace tl
