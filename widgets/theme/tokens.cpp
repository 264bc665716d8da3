// Dark and light values side by side, in the order of Token. The light hues are darker, so that text and thin lines
// keep their contrast on white.
#include "widgets/theme/tokens.h"

namespace tl {

const Tokens& tokens(bool dark) {
    static const Tokens darkTokens{{0xFF14161A, 0xFF1B1E24, 0xFF22262E, 0xFF2B303A, 0xFF2E343F, 0xFFE7EAF0, 0xFF9BA4B4,
                                    0xFF828D9F, 0xFF5B9DFF, 0xFF46C08A, 0xFFE8B84E, 0xFFF0616D},
                                   0xFF0B1526,
                                   {{{"io", 0xFF8C97AD},
                                     {"core", 0xFF5B9DFF},
                                     {"conv", 0xFFA081FF},
                                     {"pool", 0xFF3EC6C0},
                                     {"norm", 0xFFE8B84E},
                                     {"act", 0xFFF2915A},
                                     {"reg", 0xFFD27BDD},
                                     {"merge", 0xFF86C96B},
                                     {"sequence", 0xFFEE6F98}}},
                                   {0xFF5B9DFF, 0xFFF2915A, 0xFF3EC6C0, 0xFFEE6F98, 0xFFE8B84E, 0xFFA081FF}};
    static const Tokens lightTokens{{0xFFEEF0F4, 0xFFFFFFFF, 0xFFF5F6F9, 0xFFE8EBF1, 0xFFD8DDE6, 0xFF1A1F29, 0xFF58627A,
                                     0xFF646D82, 0xFF2468D8, 0xFF18794F, 0xFF8A6000, 0xFFC2323F},
                                    0xFFFFFFFF,
                                    {{{"io", 0xFF6B768C},
                                      {"core", 0xFF2468D8},
                                      {"conv", 0xFF7047E0},
                                      {"pool", 0xFF0F8F8A},
                                      {"norm", 0xFFA87400},
                                      {"act", 0xFFCC5A1B},
                                      {"reg", 0xFFA63DB5},
                                      {"merge", 0xFF4A8F2C},
                                      {"sequence", 0xFFC93A6A}}},
                                    {0xFF2468D8, 0xFFCC5A1B, 0xFF0F8F8A, 0xFFC93A6A, 0xFFA87400, 0xFF7047E0}};
    return dark ? darkTokens : lightTokens;
}

}  // namespace tl
