// Ties the models together where one needs to know of another: validation learns the data's shape.
#include "ui/models/workbench.h"

#include "engine/train/data_facts.h"

namespace tl {

Workbench::Workbench()
    : devices(jobs), network(jobs), data(jobs), problems(network, training, data, devices), library(runs, jobs),
      reader(runs, events), controller(network, training, data, runs, library), live(network, runs, controller),
      rates(jobs, network, training, data), forecast(jobs, network, training, data, devices, controller.watches()),
      graph(jobs, network, training, data, runs, controller), timeline(jobs), recordings(jobs, runs) {
    network.setTraining(training.spec());
    const auto tellFacts = [this] {
        const QString name = data.dataSet() ? QString::fromStdString(data.dataSet()->name) : QString();
        network.setFacts(data.dataSet() ? factsOf(*data.dataSet(), training.spec(), data.classCounts()) : DataFacts(),
                         name, data.dataType());
    };
    QObject::connect(&timeline, &ProfileSource::recorded, &recordings,
                     [this] { recordings.keep(timeline.trace(), timeline.recordedRun(), timeline.recordedFolder()); });
    QObject::connect(&library, &RunLibrary::opened, &timeline, &ProfileSource::forget);
    QObject::connect(&recordings, &Recordings::kept, &timeline, &ProfileSource::setKept);
    QObject::connect(&forecast, &StepForecast::changed, &problems, [this] {
        problems.setStepFault(forecast.fault());
        problems.setMemoryNeed(forecast.memory().total());
    });
    QObject::connect(&data, &DataSetModel::stateChanged, &network, tellFacts);
    QObject::connect(&training, &TrainingModel::changed, &network, [this, tellFacts] {
        network.setTraining(training.spec());
        if (mixesLabels(training.spec()) != network.facts().labels.mixed) tellFacts();
    });
}

}  // namespace tl
