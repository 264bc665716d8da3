// The engine's texts as Qt's: names as they are, messages in the program's language.
#pragma once

#include <QString>
#include <string_view>

#include "engine/core/message.h"

namespace tl {

inline QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
inline QString q(const std::string& text) { return q(std::string_view(text)); }
inline QString q(const char* text) { return q(std::string_view(text)); }

// Translated in the context "Engine".
QString q(const Message& message);
// A number that was worked out, as people read it in a table: six significant digits.
QString numberText(double value);
// One that was read, as it may have been written: the shortest that is this float and no other, 5.1 or 1234567.
QString writtenText(float value);
// A loss or an accuracy: digits behind the point, and of what has run away the size, 1.344e+11.
QString figureText(double value, int decimals);
// As a person types it behind a command: in quotes where a shell would take it apart.
QString shellWord(const QString& word);

// For tooltips, which are as wide as their longest line: broken where words end, and words as long as a line anywhere.
QString inLines(const QString& text, int most = 90);

}  // namespace tl
