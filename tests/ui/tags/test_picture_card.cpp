// A card's picture on its way into a file.
#include <QFile>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QtTest>
#include <future>

#include "ui/models/workbench.h"
#include "ui/tags/picture_card.h"
#include "widgets/image/picture_strip.h"

namespace test_picture_card {

using namespace tl;

class TestPictureCard : public QObject {
    Q_OBJECT
private slots:
    // Cards go when another value is looked at: the file that was asked for comes all the same.
    void aPictureIsSavedThoughItsCardGoes() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("one.png"));
        Workbench bench;
        std::promise<void> held;
        const auto may = held.get_future().share();
        for (int i = 0; i < 64; ++i)  // no thread is left for it
            bench.jobs.run(
                this, JobTracker::kEdit + QString::number(i), [may](std::stop_token) { return may.wait(), true; },
                [](bool) {});
        QWidget window;
        auto* card = new PictureCard(bench, 0, QStringLiteral("batch"));
        card->setParent(&window);
        window.show();
        QImage picture(4, 3, QImage::Format_RGB32);
        picture.fill(Qt::red);
        emit card->strip().saveRequested(picture);
        auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("saveFileDialog"));
        QVERIFY(dialog);
        emit dialog->fileSelected(path);
        dialog->close();
        delete card;
        QVERIFY(bench.jobs.keeping());
        held.set_value();
        QTRY_VERIFY(!bench.jobs.keeping());
        QCOMPARE(QImage(path).size(), picture.size());
    }
};

QTEST_MAIN(TestPictureCard)

}  // namespace test_picture_card

#include "test_picture_card.moc"
