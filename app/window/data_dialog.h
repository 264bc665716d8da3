// Asks for a folder or a file of data, wherever data are opened.
#pragma once

#include <QFileDialog>
#include <functional>

namespace tl {

// Not open yet. Begins where the last data were chosen.
QFileDialog* dataDialog(QWidget* parent, bool folder, const QString& title, std::function<void(QString)> chosen);

}  // namespace tl
