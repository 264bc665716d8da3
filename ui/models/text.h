// The engine's texts (UTF-8) as Qt's.
#pragma once

#include <QString>
#include <string_view>

namespace tl {

inline QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace tl
