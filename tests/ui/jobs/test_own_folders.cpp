// Whether a folder is a run of ours is asked once while nothing comes or goes in it, and again when something does.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/jobs/own_folders.h"

namespace test_own_folders {

using namespace tl;

class TestOwnFolders : public QObject {
    Q_OBJECT
private slots:
    void anAnswerIsKeptWhileTheFolderIsTheSame() {
        const QTemporaryDir root;
        const std::string folder = root.filePath(QStringLiteral("run")).toStdString();
        QVERIFY(QDir(root.path()).mkdir(QStringLiteral("run")));
        int asked = 0;
        bool answer = false;
        OwnFolders folders([&](const std::string& of) {
            if (of == folder) ++asked;
            return answer;
        });
        const auto age = [&](std::chrono::seconds seconds) {
            std::filesystem::last_write_time(folder, std::filesystem::file_time_type::clock::now() - seconds);
        };
        // Made just now: a file in it may not be whole yet.
        QVERIFY(!folders.holds(folder));
        answer = true;
        QVERIFY(folders.holds(folder));
        QCOMPARE(asked, 2);
        age(2 * OwnFolders::kSettled);
        for (int i = 0; i < 5; ++i) QVERIFY(folders.holds(folder));
        QCOMPARE(asked, 3);
        // Something came: it has another time, and is young.
        answer = false;
        QFile file(QString::fromStdString(folder + "/run.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QVERIFY(!folders.holds(folder));
        QVERIFY(!folders.holds(folder));
        QCOMPARE(asked, 5);
        age(3 * OwnFolders::kSettled);
        QVERIFY(!folders.holds(folder));
        QVERIFY(!folders.holds(folder));
        QCOMPARE(asked, 6);
        // It went, and one of the same name is another one.
        QVERIFY(QDir(QString::fromStdString(folder)).removeRecursively());
        QVERIFY(!folders.holds(folder));
        QCOMPARE(asked, 6);
        answer = true;
        QVERIFY(QDir(root.path()).mkdir(QStringLiteral("run")));
        QVERIFY(folders.holds(folder));
        QCOMPARE(asked, 7);
    }
};

QTEST_MAIN(TestOwnFolders)

}  // namespace test_own_folders

#include "test_own_folders.moc"
