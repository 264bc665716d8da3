// What a machine and its control groups leave a program, from the files in which Linux tells it.
#include <QtTest>

#include "engine/backend/memory.h"
#include "tests/support/system_files.h"

namespace test_memory {

using namespace tl;

class TestMemory : public QObject, test::SystemFiles {
    Q_OBJECT
    static constexpr size_t kMiB = size_t{1} << 20;

private slots:
    void init() {
        beginFiles();
        write("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable: 4096000 kB\nSwapFree: 1024000 kB\n");
    }

    void theMachineAlone() {
        QCOMPARE(availableMemory(root_), size_t{5000} << 20);
        write("proc/self/cgroup", "0::/user.slice\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");
        QCOMPARE(availableMemory(root_), size_t{5000} << 20);
    }

    // Version 2: the tightest of the group and those above it, with cached files counted as free.
    void groups() {
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/memory.max", std::to_string(1000 * kMiB));
        write("sys/fs/cgroup/a/b/memory.current", std::to_string(300 * kMiB));
        write("sys/fs/cgroup/a/b/memory.stat", "anon 5\ninactive_file " + std::to_string(100 * kMiB) + "\n");
        QCOMPARE(availableMemory(root_), 800 * kMiB);
        write("sys/fs/cgroup/a/memory.max", std::to_string(500 * kMiB));
        write("sys/fs/cgroup/a/memory.current", std::to_string(450 * kMiB));
        QCOMPARE(availableMemory(root_), 50 * kMiB);
        write("sys/fs/cgroup/a/memory.current", std::to_string(600 * kMiB));  // over its limit
        QCOMPARE(availableMemory(root_), size_t{0});
    }

    // Version 1 has a tree for memory, and a huge number where there is no limit.
    void olderGroups() {
        write("proc/self/cgroup", "5:cpu,cpuacct:/other\n9:memory:/box\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", std::to_string(700 * kMiB));
        write("sys/fs/cgroup/memory/box/memory.usage_in_bytes", std::to_string(200 * kMiB));
        write("sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file " + std::to_string(50 * kMiB) + "\n");
        QCOMPARE(availableMemory(root_), 550 * kMiB);
    }

    void thisMachine() {
        QVERIFY(availableMemory() > 0);
        requireMemory("This", 1);
        QVERIFY_THROWS_EXCEPTION(NotEnoughMemory, requireMemory("This", availableMemory() * 4));
    }

    void units() {
        QCOMPARE(memoryText(17), std::string("17 B"));
        QCOMPARE(memoryText(1'536'000'000), std::string("1.5 GB"));
    }
};

QTEST_GUILESS_MAIN(TestMemory)

}  // namespace test_memory

#include "test_memory.moc"
