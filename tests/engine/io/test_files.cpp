// Writing a file whole or not at all: permission, a limit on file size as a full disk, and a real full disk where the
// test may mount one.
#include <QtTest>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stop_token>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"

namespace test_files {

using namespace tl;

namespace {

QString messageOf(const std::function<void()>& function) {
    try {
        function();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

}  // namespace

class TestFiles : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    // Nothing but the named file is left behind.
    bool alone(const QString& directory, const QString& name) const {
        return QDir(directory).entryList(QDir::Files | QDir::Hidden) == QStringList{name};
    }

private slots:
    void aSlashAtTheEndOfAFolder() {
        const std::string here = std::filesystem::current_path().string();
        QCOMPARE(absolutePath(""), std::string());
        QCOMPARE(absolutePath("/"), std::string("/"));
        for (const char* same : {"runs/x", "runs/x/", "runs/./x//", "runs/y/../x/"})
            QCOMPARE(absolutePath(same), here + "/runs/x");
    }

    void writesAndReplaces() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("über file.txt").toStdString();
        writeFileAtomically(file, "one");
        QCOMPARE(readFile(file), std::string("one"));
        writeFileAtomically(file, std::string(1 << 20, 'x'));
        QCOMPARE(readFile(file).size(), size_t{1} << 20);
        QVERIFY(alone(folder.path(), "über file.txt"));
    }

    void appends() {
        const std::string file = path("rows");
        QVERIFY(messageOf([&] { appendToFile(file, "x"); }).contains("no such file"));
        QVERIFY(!std::filesystem::exists(file));
        writeFileAtomically(file, "one");
        appendToFile(file, " two");
        appendToFile(file, "");
        QCOMPARE(readFile(file), std::string("one two"));
    }

    void keepsPermissionsAndFollowsLinks() {
        const std::string file = path("target"), link = path("link");
        writeFileAtomically(file, "one");
        QVERIFY(::chmod(file.c_str(), 0640) == 0);
        QVERIFY(::symlink(file.c_str(), link.c_str()) == 0);
        writeFileAtomically(link, "two");
        QCOMPARE(readFile(file), std::string("two"));
        struct stat info {};
        QVERIFY(::lstat(link.c_str(), &info) == 0 && S_ISLNK(info.st_mode));
        QVERIFY(::stat(file.c_str(), &info) == 0);
        QCOMPARE(info.st_mode & 0777, mode_t{0640});
    }

    void aLinkToNothing() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("later").toStdString(), link = folder.filePath("link").toStdString();
        QVERIFY(::symlink("later", link.c_str()) == 0);
        writeFileAtomically(link, "new");
        QVERIFY(std::filesystem::is_symlink(link));
        QCOMPARE(readFile(file), std::string("new"));
        const std::string lost = folder.filePath("lost").toStdString(), round = folder.filePath("round").toStdString();
        QVERIFY(::symlink("no/such/folder", lost.c_str()) == 0 && ::symlink("round", round.c_str()) == 0);
        for (const std::string& each : {lost, round}) {
            QVERIFY(messageOf([&] { writeFileAtomically(each, "x"); }).contains("cannot be written"));
            QVERIFY(std::filesystem::is_symlink(each));
        }
    }

    // In a container each program may have the same number: what one that was killed left has the next one's name.
    void aLeftOverOfTheSameName() {
        QTemporaryDir folder;
        for (int i = 0; i < 3000; ++i) {
            QFile part(folder.filePath(QStringLiteral(".kept.%1-%2.part").arg(::getpid()).arg(i)));
            QVERIFY(part.open(QIODevice::WriteOnly));
        }
        writeFileAtomically(folder.filePath("kept").toStdString(), "whole");
        QCOMPARE(readFile(folder.filePath("kept").toStdString()), std::string("whole"));
        removeUnfinished(folder.path().toStdString());
        QVERIFY(alone(folder.path(), "kept"));
    }

    void whatIsLeftGoes() {
        QTemporaryDir folder;
        const QStringList left{".a.txt.1-2.part", ".b.12345678-90.part", ".c.d.3-4.part"},
            others{".mine.part", "a.1-2.part", ".a.1-.part", ".a.-2.part", ".a.x-2.part", ".1-2.part", ".a.1-2.part~"};
        for (const QString& name : left + others) {
            QFile part(folder.filePath(name));
            QVERIFY(part.open(QIODevice::WriteOnly));
        }
        // One that somebody writes has a lock on it.
        const int writes = ::open(folder.filePath(left[0]).toStdString().c_str(), O_WRONLY);
        struct flock lock {};
        lock.l_type = F_WRLCK;
        QCOMPARE(::fcntl(writes, F_OFD_SETLK, &lock), 0);
        removeUnfinished(folder.path().toStdString());
        for (const QString& name : left) QCOMPARE(QFile::exists(folder.filePath(name)), name == left[0]);
        for (const QString& name : others) QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
        ::close(writes);
        removeUnfinished(folder.path().toStdString());
        QVERIFY(!QFile::exists(folder.filePath(left[0])));
        removeUnfinished(folder.filePath("none").toStdString());
    }

    void whatIsBeingWrittenStays() {
        QTemporaryDir folder;
        std::jthread removes([directory = folder.path().toStdString()](const std::stop_token& stop) {
            while (!stop.stop_requested()) removeUnfinished(directory);
        });
        for (int i = 0; i < 200; ++i)
            QCOMPARE(messageOf([&] { writeFileAtomically(folder.filePath("kept").toStdString(), std::to_string(i)); }),
                     QString());
        QCOMPARE(readFile(folder.filePath("kept").toStdString()), std::string("199"));
    }

    // By a policy of the system, or a disk that says of every file that somebody holds it.
    void whereThereAreNoLocks_data() {
        QTest::addColumn<int>("says");
        QTest::newRow("forbidden") << EACCES;
        QTest::newRow("held") << EAGAIN;
    }
    void whereThereAreNoLocks() {
        QFETCH(int, says);
        QTemporaryDir folder;
        QString message;
        bool forbidden = false;
        std::thread writes([&] {  // the policy ends with its thread
            sock_filter program[] = {
                BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 3),
                BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_OFD_SETLK, 0, 1),
                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(says)),
                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
            };
            const sock_fprog policy{std::size(program), program};
            forbidden = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &policy) == 0;
            if (forbidden)
                message = messageOf([&] { writeFileAtomically(folder.filePath("kept").toStdString(), "whole"); });
        });
        writes.join();
        if (!forbidden) QSKIP("may not forbid locks here");
        QCOMPARE(message, QString());
        QCOMPARE(readFile(folder.filePath("kept").toStdString()), std::string("whole"));
        QVERIFY(alone(folder.path(), "kept"));
    }

    void namesWhatIsWrong() {
        QVERIFY(messageOf([&] { readFile(path("missing")); }).contains("no such file"));
        QVERIFY(messageOf([&] { readFile(folder_.path().toStdString()); }).contains("it is a folder"));
        QVERIFY(
            messageOf([&] { writeFileAtomically(path("no/such/folder"), "x"); }).contains("no such file or folder"));
        writeFileAtomically(path("plain"), "x");
        QVERIFY(messageOf([&] { makeDirectory(path("plain")); }).contains("cannot be made"));
    }

    void fileSizeLimitLeavesTheOldFile() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("kept").toStdString();
        writeFileAtomically(file, "precious");
        const auto old = std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = 4096;
        ::setrlimit(RLIMIT_FSIZE, &small);
        const QString message = messageOf([&] { writeFileAtomically(file, std::string(100'000, 'x')); });
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, old);
        QVERIFY2(message.contains("unchanged"), qPrintable(message));
        QCOMPARE(readFile(file), std::string("precious"));
        QVERIFY(alone(folder.path(), "kept"));
    }

    void fullDiskLeavesTheOldFile() {
        QTemporaryDir folder;
        const std::string mount = folder.path().toStdString();
        if (::mount("tmpfs", mount.c_str(), "tmpfs", 0, "size=64k") != 0) QSKIP("may not mount a small disk here");
        const std::string file = mount + "/kept";
        QString message;
        std::string after;
        bool clean = false;
        try {
            writeFileAtomically(file, "precious");
            message = messageOf([&] { writeFileAtomically(file, std::string(1 << 20, 'x')); });
            after = readFile(file);
            clean = alone(folder.path(), "kept");
        } catch (const Error& error) {
            message = QString::fromStdString(error.message().english());
        }
        ::umount(mount.c_str());
        QVERIFY2(message.contains("the disk is full"), qPrintable(message));
        QCOMPARE(after, std::string("precious"));
        QVERIFY(clean);
    }
};

QTEST_GUILESS_MAIN(TestFiles)

}  // namespace test_files

#include "test_files.moc"
