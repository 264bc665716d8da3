// The real main window with settings and recovery copies of its own, and the few gestures that the window's tests
// share.
#pragma once

#include <QApplication>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>
#include <memory>

#include "app/document/document.h"
#include "app/window/english_plurals.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "tests/support/settle.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/models/workbench.h"
#include "ui/network/layer_palette_panel.h"
#include "ui/network/network_panel.h"
#include "ui/training/training_panel.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

struct WindowFixture {
    QTemporaryDir folder;
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> window;

    explicit WindowFixture(const QString& project = {}, bool started = true) {
        static const bool once = [] {
            QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
            qApp->installTranslator(new EnglishPlurals(qApp));
            Theme::instance().apply();
            return true;
        }();
        Q_UNUSED(once);
        open(project, started);
    }

    // As when the program starts, with the same settings as before.
    void open(const QString& project = {}, bool started = true) {
        window.reset();
        settings = std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        window = std::make_unique<MainWindow>(*settings, folder.filePath(QStringLiteral("recovery")));
        window->resize(1400, 900);
        window->show();
        if (started) window->start(project);
        Q_UNUSED(QTest::qWaitForWindowExposed(window.get()));
        window->activateWindow();
        Q_UNUSED(QTest::qWaitForWindowActive(window.get()));
        test::settle();
    }

    Workbench& bench() { return window->workbench(); }
    NetworkPanel& networkPanel() { return *window->findChild<NetworkPanel*>(); }
    LayerPalettePanel& palette() { return *window->findChild<LayerPalettePanel*>(); }
    InspectorPanel& inspector() { return *window->findChild<InspectorPanel*>(); }
    TrainingPanel& training() { return *window->findChild<TrainingPanel*>(); }
    NodeCanvas& canvas() { return *networkPanel().canvas(); }
    template <typename T>
    T* find(const char* name) {
        return window->findChild<T*>(QLatin1String(name));
    }
    void press(const char* button) { QTest::mouseClick(find<QWidget>(button), Qt::LeftButton); }
    void trigger(const char* action) { find<QAction>(action)->trigger(); }

    // As a person does: an undo step.
    void typeEpochs(int epochs) {
        auto* field = qobject_cast<QLineEdit*>(training().editorOf(QStringLiteral("epochs")));
        QVERIFY(field);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(epochs));
        QTest::keyClick(field, Qt::Key_Return);
    }

    void drop(const QString& path, const QStringList& others = {}) {
        QMimeData data;
        QList<QUrl> urls{QUrl::fromLocalFile(path)};
        for (const QString& other : others) urls << QUrl::fromLocalFile(other);
        data.setUrls(urls);
        const QPoint at(300, 300);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &event);
    }

    bool ready(int timeoutMs = 120000) {
        return QTest::qWaitFor(
            [this] { return bench().data.state() == DataSetModel::State::Ready && bench().network.reportIsCurrent(); },
            timeoutMs);
    }
    bool reaches(RunState state, int timeoutMs = 120000) {
        return QTest::qWaitFor([this, state] { return bench().controller.state() == state; }, timeoutMs);
    }
    const Run& run() { return *bench().runs.find(bench().controller.currentRun()); }
    size_t points(const char* tag) {
        const Run* run = bench().runs.find(bench().controller.currentRun());
        const auto found = run ? run->scalars.find(QLatin1String(tag)) : decltype(run->scalars.end()){};
        return run && found != run->scalars.end() ? found->second.size() : 0;
    }
    // What a notice offers, once it does; null where it does not come to it.
    QPushButton* offer(const QString& words, int timeoutMs = 120000) {
        QPushButton* found = nullptr;
        (void)QTest::qWaitFor(
            [&] {
                for (auto* button : window->messages().findChildren<QPushButton*>())
                    if (button->isVisible() && button->text() == words) found = button;
                return found != nullptr;
            },
            timeoutMs);
        return found;
    }
    void pressOffer(const QString& words) {
        QPushButton* button = offer(words);
        QVERIFY2(button,
                 qPrintable(QStringLiteral("“%1” is not offered by: %2").arg(words, window->messages().sentence())));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    // Who wants so much room, where the window does not fit: "x/tl::Y:500".
    QString wide(int pixels = 420) const {
        QString found;
        for (auto* each : window->findChildren<QWidget*>())
            if (each->isVisible() && each->minimumSizeHint().width() > pixels)
                found += QStringLiteral(" %1/%2:%3")
                             .arg(each->objectName(), QLatin1String(each->metaObject()->className()))
                             .arg(each->minimumSizeHint().width());
        return found;
    }
    // Centres of widget's point in the window, for mouse events that cross widgets.
    QPoint inWindow(QWidget* widget, const QPoint& at) { return widget->mapTo(window.get(), at); }
};

}  // namespace tl
