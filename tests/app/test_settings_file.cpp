// What the window keeps is written beside its thread: however long the disk takes, it goes on.
#include <QLockFile>
#include <QSignalSpy>
#include <QtTest>

#include "app/window/settings_file.h"

namespace test_settings_file {

using namespace tl;

class TestSettingsFile : public QObject {
    Q_OBJECT
private slots:
    // Another program holds the file's lock, for which QSettings waits where it is used.
    void theWindowNeverWaitsForTheDisk() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        QLockFile held(file + QStringLiteral(".lock"));
        QVERIFY(held.lock());
        SettingsFile kept(file);
        for (int i = 0; i < 5; ++i) {
            kept.values().setValue(QStringLiteral("a/number"), i);
            QTest::qWait(100);  // it begins to write meanwhile
        }
        QCOMPARE(kept.values().value(QStringLiteral("a/number")).toInt(), 4);
        QVERIFY(!QFile::exists(file));
        held.unlock();
        const auto onDisk = [&] { return QSettings(file, QSettings::IniFormat).value(QStringLiteral("a/number")); };
        QTRY_COMPARE(onDisk().toInt(), 4);
    }

    // Where the folder cannot be written it is told once, and tried again with what is set next.
    void whatWasNotWrittenIsTriedAgain() {
        QTemporaryDir folder;
        QFile place(folder.filePath(QStringLiteral("place")));  // where the folder belongs
        QVERIFY(place.open(QIODevice::WriteOnly));
        place.close();
        const QString file = place.fileName() + QStringLiteral("/settings.ini");
        SettingsFile kept(file);
        QSignalSpy unwritten(&kept, &SettingsFile::unwritten);
        kept.values().setValue(QStringLiteral("first"), 1);
        QTRY_COMPARE(unwritten.count(), 1);
        QVERIFY(place.remove());
        kept.values().setValue(QStringLiteral("second"), 2);
        const auto written = [&] {
            QFile disk(file);
            return disk.open(QIODevice::ReadOnly) ? disk.readAll() : QByteArray();
        };
        QTRY_VERIFY(written().contains("second=2"));
        QVERIFY(written().contains("first=1"));
        QCOMPARE(unwritten.count(), 1);
    }

    // Read at the next start, all of it written at the end; what is gone is gone, and what another program wrote stays.
    void isWrittenAtTheEnd() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        {
            SettingsFile kept(file);
            kept.values().setValue(QStringLiteral("list"), QStringList{QStringLiteral("a, b"), QStringLiteral("c")});
            kept.values().setValue(QStringLiteral("bytes"), QByteArray("\0\1x", 3));
            kept.values().setValue(QStringLiteral("gone"), true);
        }
        {
            SettingsFile kept(file);
            QCOMPARE(kept.values().value(QStringLiteral("list")).toStringList().front(), QStringLiteral("a, b"));
            QCOMPARE(kept.values().value(QStringLiteral("bytes")).toByteArray(), QByteArray("\0\1x", 3));
            QSettings other(file, QSettings::IniFormat);
            other.setValue(QStringLiteral("theirs"), 7);
            other.sync();
            kept.values().remove(QStringLiteral("gone"));
            kept.values().setValue(QStringLiteral("mine"), 1);
        }
        const QSettings after(file, QSettings::IniFormat);
        QCOMPARE(after.allKeys().size(), 4);
        QVERIFY(!after.contains(QStringLiteral("gone")));
        QCOMPARE(after.value(QStringLiteral("theirs")).toInt(), 7);
    }
};

QTEST_GUILESS_MAIN(TestSettingsFile)

}  // namespace test_settings_file

#include "test_settings_file.moc"
