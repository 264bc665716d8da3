// The generated Qt style sheet: every standard widget in the colours and metrics of the theme.
#pragma once

#include <QString>

namespace tl {

class Theme;
QString makeStyleSheet(const Theme& theme);

}  // namespace tl
