// Where files of a kind are, and asks for one to write to. The window goes on meanwhile: nobody waits for the answer on
// the stack.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QFileDialog;
class QSettings;
class QWidget;

namespace tl {

// From one start of the program to the next; project: the folder of the open one, empty where it has none.
void keepFileFolders(QSettings& settings, std::function<QString()> project = {});

// Where a dialog for files of the kind ("pictures", or the ending of its first sort) begins: where the last one went or
// came from, else beside the project, else among the person's own.
QString fileFolder(const QString& kind);
void keepFileFolder(const QString& kind, const QString& file);

// A name to begin with: "loss.png", or "loss-2.png" where there is one; the dialog knows its ending. Qt's dialog takes
// a name that is a file's for a file that was chosen, and a line that is written without the keyboard's focus does not
// undo the choice.
void suggestName(QFileDialog& ask, const QString& name);

// Over `owner`, whose end is the dialog's. name: "loss.png", offered, in the folder of its kind; kinds: "PNG picture
// (*.png)", the ending of the chosen one is added where none of theirs is typed. save(path) follows, if a file is
// chosen. The dialog goes by itself.
QFileDialog* askToSave(QWidget& owner, const QString& title, const QString& name, const QStringList& kinds,
                       std::function<void(const QString& path)> save);

}  // namespace tl
