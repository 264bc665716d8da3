// As the XDG base directory specification has it.
#include "engine/core/cache_folder.h"

#include <cstdlib>

namespace tl {

std::string cacheFolder() {
    const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    if (cache && *cache) return std::string(cache) + "/tensorloom";
    return home && *home ? std::string(home) + "/.cache/tensorloom" : std::string();
}

}  // namespace tl
