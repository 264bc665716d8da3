// The one table of colours. Everything painted reads it through Theme; no other file writes a hex value.
#pragma once

#include <QColor>
#include <QString>
#include <array>

#include "widgets/theme/theme.h"

namespace tl {

constexpr int kTokens = int(Token::Bad) + 1;
constexpr int kSeries = 6;

struct CategoryColor {
    const char* name;
    QRgb color;
};

struct Tokens {
    std::array<QRgb, kTokens> colors;  // in Token's order
    QRgb onAccent;
    std::array<CategoryColor, 9> categories;
    std::array<QRgb, kSeries> series;
};

const Tokens& tokens(bool dark);

}  // namespace tl
