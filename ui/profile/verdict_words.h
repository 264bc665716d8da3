// A verdict in words: what was found with its number, what would help, and what the button beside it is called.
#pragma once

#include <QString>

#include "engine/profile/verdict.h"

namespace tl {

struct VerdictWords {
    QString finding, advice, action;  // an empty action: there is nothing to press
};

VerdictWords wordsOf(const Verdict& verdict, const Trace* trace, const MachineLimits& limits);

}  // namespace tl
