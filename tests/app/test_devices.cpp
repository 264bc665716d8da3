// The devices of the machine in the real window, by mouse and keys: found by a job, listed with what they do now, why
// one cannot be used, chosen for a run that then goes there. CTest runs the suite once more where libraries stand in
// for NVIDIA's (app.devices.stand_in): two cards, of which a program with kernels and cuDNN can use both.
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

#include "tests/app/added_card.h"
#include "tests/app/window_fixture.h"
#include "ui/devices/device_card.h"
#include "ui/devices/devices_panel.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/meter.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/host/device.h"
#endif

namespace test_devices {

using namespace tl;
using tl::test::Card;

namespace {

constexpr int kPatienceMs = 120000;

struct Devices : WindowFixture {
    Devices() {
        window->resize(1600, 1000);
        trigger("workspace_train");
        found = QTest::qWaitFor([this] { return !bench().devices.searching(); }, kPatienceMs);
        test::settle();
    }
    bool found = false;
    DeviceCard* card(const char* id) { return find<DeviceCard>((QByteArray("device_") + id).constData()); }
    template <typename T>
    static T* part(DeviceCard* card, const char* name) {
        return card->findChild<T*>(QLatin1String(name));
    }
    QString text(const char* label) { return find<QLabel>(label)->text(); }
    const std::string& device() { return bench().training.spec().device; }
};

int testCards() { return qEnvironmentVariableIntValue("TENSORLOOM_TEST_CARDS"); }

}  // namespace

class TestDevices : public QObject {
    Q_OBJECT
private slots:
    void foundByAJob() {
        Workbench bench;
        QVERIFY(bench.devices.searching());
        QCOMPARE(bench.devices.devices().size(), size_t{1});
        QCOMPARE(bench.devices.devices().front().id, std::string("cpu"));
        QTRY_VERIFY(!bench.devices.searching());
        QCOMPARE(bench.devices.devices(), listDevices());
    }

    void theProcessorAtWork() {
        Devices f;
        QVERIFY(f.found);
        DeviceCard* cpu = f.card("cpu");
        QVERIFY(cpu && cpu->isVisible() && cpu->isChecked());
        QCOMPARE(cpu->accessibleName(), QString::fromStdString(findDevice("cpu").name));
        auto* use = f.part<Meter>(cpu, "deviceUse");
        auto* memory = f.part<Meter>(cpu, "deviceMemory");
        QTRY_VERIFY(use->isVisible() && memory->isVisible());
        QVERIFY2(QRegularExpression("^\\d+ %$").match(use->words()).hasMatch(), qPrintable(use->words()));
        QVERIFY2(QRegularExpression("^[\\d.]+( [kMG]B)? of [\\d.]+ [MGT]B$").match(memory->words()).hasMatch(),
                 qPrintable(memory->words()));
        QVERIFY(memory->share() > 0 && memory->share() < 1);
        QVERIFY(!f.part<QLabel>(cpu, "deviceHeat")->isVisible());
    }

    void whyThereIsNoGpu() {
        if (testCards() > 0) QSKIP("here libraries stand in for NVIDIA's");
        Devices f;
        if (f.bench().devices.devices().size() > 1) QSKIP("this machine has a GPU");
        const auto others = f.bench().devices.unusable();
        auto* note = f.find<QLabel>("devicesNote");
        const auto cards = f.window->findChildren<DeviceCard*>().size();
        if (others.empty()) {  // a program without the CUDA backend
            QVERIFY(!note->isVisible());
            QCOMPARE(cards, 1);
        } else if (!others.front().isCard()) {
            QVERIFY(note->isVisible());
            QVERIFY2(note->text().startsWith("No GPU can be used here. NVIDIA's driver:"), qPrintable(note->text()));
            QCOMPARE(cards, 1);
        } else {  // a card that has no driver
            QCOMPARE(cards, 1 + static_cast<qsizetype>(others.size()));
        }
    }

    void cardsThatStandIn() {
        if (testCards() == 0) QSKIP("app.devices.stand_in does this, where libraries stand in for NVIDIA's");
        Devices f;
        QVERIFY(f.found);
        const bool usable = f.bench().devices.unusable().empty();
        DeviceCard* first = f.card(usable ? "cuda:0" : "0000:0A:00.0");
        DeviceCard* second = f.card(usable ? "cuda:1" : "0000:0B:00.0");
        QVERIFY(first && second && !f.find<QLabel>("devicesNote")->isVisible());
        QCOMPARE(first->accessibleName(), QString("Stand-in 10"));
        QVERIFY2(f.part<QLabel>(first, "deviceFacts")->text().contains("driver 580.65.06, CUDA 13.0"),
                 qPrintable(f.part<QLabel>(first, "deviceFacts")->text()));
        QCOMPARE(first->isEnabled(), usable);
        if (!usable) {
            const QString reason = f.part<QLabel>(first, "deviceReason")->text();
            QVERIFY2(reason.startsWith("The GPU Stand-in 10: expected a program with kernels for it") ||
                         reason.startsWith("cuDNN: expected"),
                     qPrintable(reason));
            QTest::mouseClick(first, Qt::LeftButton);
            QCOMPARE(f.device(), std::string("cpu"));
        }
        auto* use = f.part<Meter>(first, "deviceUse");
        QTRY_VERIFY(use->isVisible());
        QCOMPARE(use->words(), QString("37 %"));
        QCOMPARE(f.part<Meter>(first, "deviceMemory")->words(), QString("3.22 of 10.7 GB"));
        QCOMPARE(f.part<QLabel>(first, "deviceHeat")->text(), QString("61 °C · 312 of 700 W"));
        QCOMPARE(f.part<QLabel>(second, "deviceHeat")->text(), QString("35 °C"));  // it does not tell its power
        const QString pictures = qEnvironmentVariable("TENSORLOOM_TEST_PICTURES");
        if (!pictures.isEmpty()) QVERIFY(f.window->grab().save(pictures + "/devices-cards.png"));
    }

    void chosenByMouseAndKeys() {
        const Card card("cuda:test");
        const AddedDevice added(card);
        Devices f;
        DeviceCard* gpu = f.card("cuda:test");
        QVERIFY(gpu && gpu->isVisible() && !gpu->isChecked());
        QVERIFY(f.part<QLabel>(gpu, "deviceFacts")->text().contains("85.9 GB"));
        QTest::mouseClick(gpu, Qt::LeftButton, {}, {gpu->width() - 20, gpu->height() - 6});
        QCOMPARE(f.device(), std::string("cuda:test"));
        QVERIFY(gpu->isChecked() && !f.card("cpu")->isChecked());
        QCOMPARE(f.part<QLabel>(gpu, "deviceMark")->text(), QString());  // nothing does yet
        QVERIFY(f.find<QToolButton>("deviceChip")->text().contains("CUDA:TEST"));
        f.trigger("undoAction");
        QCOMPARE(f.device(), std::string("cpu"));
        QVERIFY(f.card("cpu")->isChecked() && !gpu->isChecked());
        f.card("cpu")->setFocus(Qt::TabFocusReason);
        for (int i = 0; i < 4 && !gpu->hasFocus(); ++i) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(gpu->hasFocus());
        QTest::keyClick(gpu, Qt::Key_Space);
        QCOMPARE(f.device(), std::string("cuda:test"));
    }

    void chosenInTheToolBar() {
        const Card card("cuda:test");
        const AddedDevice added(card);
        Devices f;
        auto* chip = f.find<QToolButton>("deviceChip");
        QStringList offered;
        const auto menu = [&f] { return f.find<QMenu>("deviceMenu"); };
        test::whileNested(chip, [&] { return menu() && menu()->isVisible(); }, {[&] {
                              for (const QAction* action : menu()->actions()) offered << action->text();
                              for (QAction* action : menu()->actions())
                                  if (action->text().startsWith("cuda:test")) menu()->setActiveAction(action);
                              QTest::keyClick(menu(), Qt::Key_Return);
                          }});
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY2(offered.contains("Card of a test") && offered.contains("cuda:test, 85.9 GB"),
                 qPrintable(offered.join(" | ")));
        QCOMPARE(f.device(), std::string("cuda:test"));
        QCOMPARE(chip->text(), QString(" CUDA:TEST · 85.9 GB"));

        // From a workspace that does not show them.
        f.trigger("workspace_network");
        QVERIFY(!f.find<DevicesPanel>("devicesPanel")->isVisible());
        test::whileNested(chip, [&] { return menu() && menu()->isVisible(); }, {[&] {
                              menu()->setActiveAction(menu()->actions().last());
                              QTest::keyClick(menu(), Qt::Key_Return);
                          }});
        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(f.find<DevicesPanel>("devicesPanel")->isVisible());
    }

    void aDeviceOfAnotherMachine() {
        Devices f;
        TrainingSpec spec = f.bench().training.spec();
        spec.device = "cuda:7";
        f.bench().training.setSpec(spec);
        auto* lost = f.find<QLabel>("deviceLost");
        QVERIFY(lost->isVisible());
        QVERIFY2(lost->text().contains("cuda:7"), qPrintable(lost->text()));
        QCOMPARE(f.find<QToolButton>("deviceChip")->text(), QString(" CUDA:7 · not here"));
        for (DeviceCard* card : f.window->findChildren<DeviceCard*>()) QVERIFY(!card->isChecked());
        QTest::mouseClick(f.card("cpu"), Qt::LeftButton);
        QCOMPARE(f.device(), std::string("cpu"));
        QVERIFY(!lost->isVisible());
    }

    // As the command line trains on them; a project keeps it.
    void severalOfAProject() {
        const Card first("cuda:7"), second("cuda:8");
        const AddedDevice one(first), two(second);
        Devices f;
        const auto train = [&](const char* device) {
            TrainingSpec spec = f.bench().training.spec();
            spec.device = device;
            f.bench().training.setSpec(spec);
        };
        const auto chosen = [&](const char* id) { return f.card(id)->isChecked(); };
        auto* lost = f.find<QLabel>("deviceLost");
        for (const char* both : {"cuda:7,cuda:8", "cuda:all"}) {
            train(both);
            QVERIFY2(!lost->isVisible(), qPrintable(lost->text()));
            QVERIFY(chosen("cuda:7") && chosen("cuda:8") && !chosen("cpu"));
            QVERIFY2(f.find<QToolButton>("deviceChip")->text().endsWith("85.9 GB"),
                     qPrintable(f.find<QToolButton>("deviceChip")->text()));
        }
        train("cuda:7,cuda:9");
        QVERIFY(lost->isVisible() && lost->text().contains("cuda:7,cuda:9"));
        QVERIFY(f.find<QToolButton>("deviceChip")->text().endsWith("not here"));
        QTest::mouseClick(f.card("cuda:8"), Qt::LeftButton);
        QCOMPARE(f.device(), std::string("cuda:8"));
        QVERIFY(chosen("cuda:8") && !chosen("cuda:7") && !lost->isVisible());
    }

#ifdef TENSORLOOM_CUDA
    // On the driver that checks: the steps of the run are that device's.
    void aRunGoesThere() {
        cuda::CheckingDevice device({.checkMarks = false});
        Devices f;
        QVERIFY(f.ready());
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 1000;
        spec.batch = 4;
        f.bench().training.setSpec(spec);
        DeviceCard* card = f.card(cuda::CheckingDevice::kId);
        QTest::mouseClick(card, Qt::LeftButton);
        QCOMPARE(f.device(), std::string(cuda::CheckingDevice::kId));
        QTest::keyClick(f.window.get(), Qt::Key_F5);
        QTRY_VERIFY(f.bench().controller.currentRun() >= 0 && f.run().lastStep.step >= 2);
        QCOMPARE(f.run().training->device, std::string(cuda::CheckingDevice::kId));
        QCOMPARE(f.part<QLabel>(card, "deviceMark")->text(), QString("a run is here"));
        QVERIFY(!f.card("cpu")->isEnabled());
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        QVERIFY(f.card("cpu")->isEnabled());
    }
#endif
};

QTEST_MAIN(TestDevices)

}  // namespace test_devices

#include "test_devices.moc"
