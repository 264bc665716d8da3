// Looks the engine's keys up where Qt Linguist's translations are installed.
#include "ui/models/text.h"

#include <QCoreApplication>

namespace tl {

QString q(const Message& message) {
    return q(message.in(
        [](const std::string& key) { return QCoreApplication::translate("Engine", key.c_str()).toStdString(); }));
}

}  // namespace tl
