// Asks for a file to write to. The window goes on meanwhile: nobody waits for the answer on the stack.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QFileDialog;
class QSettings;
class QWidget;

namespace tl {

// Where the folder of the last file is kept, from one start of the program to the next.
void keepSaveFolder(QSettings& settings);

// Over `owner`, whose end is the dialog's. name: "loss.png", offered, in the folder of the last time, else among the
// person's pictures or documents; kinds: "PNG picture (*.png)", the ending of the chosen one is added where none is
// typed. save(path) follows, if a file is chosen. The dialog goes by itself.
QFileDialog* askToSave(QWidget& owner, const QString& title, const QString& name, const QStringList& kinds,
                       std::function<void(const QString& path)> save);

}  // namespace tl
