// See the header.
#include "app/cli/words.h"

namespace tl::cli {

std::string say(const Message& message) { return message.english(); }

}  // namespace tl::cli
