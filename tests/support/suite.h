// Every test_*.cpp ends with one of Qt's QTEST_..._MAIN, and several of them share a program: the macro makes a suite
// here, and support/main.cpp runs the one that is named: `test.engine.io engine.io.checkpoint [ARGUMENTS]`.
// CMake includes this header before all else, so that test files look like any of Qt's.
#pragma once

#include <QtTest>
#include <string>

namespace tl::test {

using SuiteMain = int (*)(int argc, char** argv);
// `file` names the suite: tests/engine/io/test_checkpoint.cpp is engine.io.checkpoint. Called before main().
bool addSuite(std::string file, SuiteMain run);

}  // namespace tl::test

// Qt gives up after five seconds, which a busy machine takes for anything.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, 120000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, 120000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, 120000)

#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(TestObject, ...)                                                                            \
    static int runSuite(int argc, char** argv) {                                                                       \
        QTest::Internal::callInitMain<TestObject>();                                                                   \
        __VA_ARGS__                                                                                                    \
        TestObject tc;                                                                                                 \
        QTEST_SET_MAIN_SOURCE_PATH                                                                                     \
        return QTest::qExec(&tc, argc, argv);                                                                          \
    }                                                                                                                  \
    static const bool suiteIsAdded = tl::test::addSuite(__FILE__, runSuite);
