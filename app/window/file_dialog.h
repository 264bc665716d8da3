// A dialog for a file or folder that does not stop the program: a run under way keeps drawing. Each kind ("projects",
// "data") begins where the last of it was chosen.
#pragma once

#include <QFileDialog>
#include <functional>

namespace tl {

QFileDialog* fileDialog(QWidget* parent, const char* kind, const QString& title, QFileDialog::FileMode mode,
                        std::function<void(QString)> chosen);

}  // namespace tl
