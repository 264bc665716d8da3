// Ties the models together where one needs to know of another: validation learns the data's shape and the optimizer.
#include "ui/models/workbench.h"

namespace tl {

Workbench::Workbench()
    : network(jobs), data(jobs), controller(network, training, data, runs), rates(jobs, network, training, data),
      forecast(jobs, network, training) {
    network.setTraining(training.spec());
    QObject::connect(&data, &DataSetModel::stateChanged, &network, [this] {
        const QString name = data.dataSet() ? QString::fromStdString(data.dataSet()->name) : QString();
        network.setFacts(data.facts(), name);
    });
    QObject::connect(&training, &TrainingModel::changed, &network, [this] { network.setTraining(training.spec()); });
}

}  // namespace tl
