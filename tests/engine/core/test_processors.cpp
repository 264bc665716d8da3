// How many processors a program has in a container, from the files in which Linux tells it.
#include <QtTest>

#include <sched.h>

#include <algorithm>
#include <limits>

#include "engine/core/processors.h"
#include "tests/support/system_files.h"

namespace test_processors {

using namespace tl;

class TestProcessors : public QObject, test::SystemFiles {
    Q_OBJECT
    static constexpr int kNoLimit = std::numeric_limits<int>::max();

private slots:
    void init() { beginFiles(); }

    void noLimit() {
        QCOMPARE(threadsByQuota(root_), kNoLimit);  // no control groups at all
        write("proc/self/cgroup", "0::/user.slice\n");
        QCOMPARE(threadsByQuota(root_), kNoLimit);  // without the controller
        write("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
        QCOMPARE(threadsByQuota(root_), kNoLimit);
        write("sys/fs/cgroup/user.slice/cpu.max", "100000 0\n");
        QCOMPARE(threadsByQuota(root_), kNoLimit);
    }

    // Version 2: the tightest of the group and those above it, rounded up.
    void groups() {
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/cpu.max", "350000 100000\n");
        QCOMPARE(threadsByQuota(root_), 4);
        write("sys/fs/cgroup/a/cpu.max", "200000 100000\n");
        QCOMPARE(threadsByQuota(root_), 2);
        write("sys/fs/cgroup/cpu.max", "5000 100000\n");  // a container sees its own group as the root
        QCOMPARE(threadsByQuota(root_), 1);
    }

    // Version 1 has a tree for processors, and -1 where there is no limit.
    void olderGroups() {
        write("proc/self/cgroup", "9:cpuset:/set\n5:cpu,cpuacct:/box\n4:memory:/other\n");
        write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        QCOMPARE(threadsByQuota(root_), kNoLimit);
        write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "125000\n");
        write("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "50000\n");
        QCOMPARE(threadsByQuota(root_), 3);
    }

    void thisMachine() {
        cpu_set_t set;
        CPU_ZERO(&set);
        QCOMPARE(sched_getaffinity(0, sizeof set, &set), 0);
        QCOMPARE(usableThreads(), std::max(1, std::min(CPU_COUNT(&set), threadsByQuota())));
    }
};

QTEST_GUILESS_MAIN(TestProcessors)

}  // namespace test_processors

#include "test_processors.moc"
