// The generated Qt style sheet: every standard widget in the colours and metrics of the theme.
#pragma once

#include <QString>

namespace tl {

class Theme;
QString makeStyleSheet(const Theme& theme);
// Rules of the same kind: @names become colours, sizes of letters and of what holds them follow the text size.
QString filledStyleSheet(const Theme& theme, QString rules);

}  // namespace tl
