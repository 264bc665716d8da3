// What runs are called where there is little room: of names that were made ("lenet · adam · learning_rate 0.01", see
// ui/jobs/run_name.h) that alone in which the runs of the list differ, whatever its filter leaves out, as "adam · lr
// 0.01". What they differ in changes with the list, the run's number in front never does: "#3 adam · lr 0.01". A name
// that a person gave, or another program, stays as it is, and takes nothing from the others.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/models/run_settings.h"

namespace tl {

struct RunName {
    QString name;
    RunSettings settings = {};  // what a name leaves out, being as in the run that it was told from
    int number = 0;             // RunInfo's
    friend bool operator==(const RunName&, const RunName&) = default;
};

QString numbered(int number, const QString& name);  // "#3 adam"; 0: the name alone

struct RunTitle {
    QStringList parts;                                                   // as they are read; a whole name is one
    std::vector<int> telling;                                            // places in `parts`: what tells most first
    bool made = false;                                                   // else it is the name
    int number = 0;                                                      // stands in front; 0: none does
    size_t enough = 1;                                                   // so many of `telling` tell all runs apart
    QString words() const { return parts.join(QStringLiteral(" · ")); }  // without the number
    QString text() const { return numbered(number, words()); }
    QString text(size_t most) const;  // the `most` that tell most; "…" stands for the rest
    QString brief() const { return text(enough); }
    // As many parts as there is room for, those that tell most before all others; "…" stands for the rest.
    QString fitted(int room, const std::function<int(const QString&)>& widthOf,
                   const std::function<QString(const QString&, int)>& elided) const;

private:
    QString only(std::vector<int> places) const;
};

std::vector<RunTitle> runTitles(const std::vector<RunName>& runs);

bool hasMadeName(const RunName& run);

// "lr" of "learning_rate", "beta_1" of "adam.beta_1"; empty where a value says by itself what it is of.
QString briefSetting(const QString& setting);

}  // namespace tl
