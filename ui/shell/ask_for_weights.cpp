// See the header.
#include "ui/shell/ask_for_weights.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QPointer>
#include <memory>
#include <utility>

#include "widgets/controls/ask_to_save.h"

namespace tl {

QFileDialog* askForWeights(QWidget& owner, const QString& title, const QString& name,
                           std::function<void(const QString& path, bool whole)> save) {
    const QString alone = QCoreApplication::translate("AskForWeights", "Weights (*.safetensors)");
    const QString whole =
        QCoreApplication::translate("AskForWeights", "Checkpoint to go on from, with the optimizer (*.safetensors)");
    const auto ask = std::make_shared<QPointer<QFileDialog>>();  // it answers while it is there
    *ask = askToSave(owner, title, name + QStringLiteral(".safetensors"), {alone, whole},
                     [ask, whole, save = std::move(save)](const QString& path) {
                         save(path, (*ask)->selectedNameFilter() == whole);
                     });
    return *ask;
}

}  // namespace tl
