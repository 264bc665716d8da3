// Some numbers of one value over the steps: its mean and deviation, or its norm, or its updates by its weights.
#pragma once

#include <QStringList>
#include <memory>

#include "ui/tensors/watched_values.h"
#include "widgets/controls/card.h"

namespace tl {

class LinePlot;
struct Workbench;

class NumberCard : public Card {
    Q_OBJECT
public:
    // `numbers` as watched_values.h calls them, and what each is called here.
    NumberCard(const Workbench& bench, const QString& title, const QStringList& numbers, const QStringList& names,
               QWidget* parent = nullptr);
    // Null: nothing is known of it yet.
    void show(int run, const QString& value, const std::shared_ptr<const ToldNumbers>& told);
    bool empty() const;
    const QStringList& numbers() const { return numbers_; }
    LinePlot& plot() const { return *plot_; }

private:
    const Workbench& bench_;
    const QStringList numbers_, names_;
    LinePlot* plot_;
    QString shown_;                            // run and value
    std::shared_ptr<const ToldNumbers> told_;  // that is drawn
    QList<int> series_;
};

}  // namespace tl
