// Asks where to write a run's weights: alone, as other programs want them, or with what a run needs to go on.
#pragma once

#include <QString>
#include <functional>

class QFileDialog;
class QWidget;

namespace tl {

// As askToSave(); whole: with what the optimizer keeps.
QFileDialog* askForWeights(QWidget& owner, const QString& title, const QString& name,
                           std::function<void(const QString& path, bool whole)> save);

}  // namespace tl
