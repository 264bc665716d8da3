// Runs one of the suites that were linked into this program (suite.h).
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "suite.h"

namespace tl::test {

namespace {
std::map<std::string, SuiteMain>& suites() {
    static std::map<std::string, SuiteMain> all;
    return all;
}
}  // namespace

bool addSuite(std::string file, SuiteMain run) {
    std::string name = file.substr(file.rfind("/tests/") + 7);
    name.erase(name.rfind("test_"), 5);
    name.resize(name.rfind('.'));
    std::replace(name.begin(), name.end(), '/', '.');
    return suites().emplace(name, run).second;
}

}  // namespace tl::test

int main(int argc, char** argv) {
    const auto& all = tl::test::suites();
    if (const auto found = argc > 1 ? all.find(argv[1]) : all.end(); found != all.end()) {
        argv[1] = argv[0];  // Qt Test sees the arguments behind the name
        return found->second(argc - 1, argv + 1);
    }
    std::fprintf(stderr, "Usage: %s SUITE [ARGUMENTS OF QT TEST]; the suites are:\n", argv[0]);
    for (const auto& [name, run] : all) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
