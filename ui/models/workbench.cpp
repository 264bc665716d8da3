// Ties the models together where one needs to know of another: validation learns the data's shape and the batch.
#include "ui/models/workbench.h"

namespace tl {

Workbench::Workbench() : network(jobs), data(jobs), controller(network, training, data, runs) {
    network.setBatch(training.spec().batch);
    QObject::connect(&data, &DataSetModel::stateChanged, &network, [this] {
        const QString name = data.dataSet() ? QString::fromStdString(data.dataSet()->name) : QString();
        network.setFacts(data.facts(), name);
    });
    QObject::connect(&training, &TrainingModel::changed, &network, [this] { network.setBatch(training.spec().batch); });
}

}  // namespace tl
