// Where real data sets lie: beside the checkout in ../shared/data, or where TENSORLOOM_TEST_DATA says.
#pragma once

#include <QString>

namespace tl::test {

inline QString realMnist() {
    return qEnvironmentVariable("TENSORLOOM_TEST_DATA", QStringLiteral(TENSORLOOM_SOURCE_DIR "/../shared/data")) +
           QStringLiteral("/mnist");
}

}  // namespace tl::test
