// Opens a folder as the kind of data set that a person says it is, unless another kind knows what lies there.
#pragma once

#include <QString>
#include <functional>

class QObject;

namespace tl {

struct Desk;

// Else it says so, and offers that. `open` gets the spec; nothing comes once `owner` is gone.
void openAsKind(QObject& owner, Desk& desk, const QString& kind, const QString& path, const QString& topic,
                std::function<void(const QString& spec)> open);

}  // namespace tl
