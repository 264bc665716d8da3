// The person's language on a terminal: LC_ALL, LC_MESSAGES or LANG choose it, and what is for programs (--json, ids,
// names of properties) stays English.
#pragma once

#include <string>

#include "engine/core/message.h"

namespace tl::cli {

std::string say(const Message& message);

}  // namespace tl::cli
