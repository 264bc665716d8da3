// See the header.
#include "app/window/leave_run.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <memory>

#include "ui/jobs/run_controller.h"

namespace tl {

void askAboutRun(QWidget* window, RunController& controller, std::function<void(bool)> go) {
    if (!controller.own()) return go(false);
    const auto text = [](const char* key) { return QCoreApplication::translate("tl::LeaveRun", key); };
    auto* box = new QMessageBox(QMessageBox::Question, text(QT_TRANSLATE_NOOP("tl::LeaveRun", "A run is under way")),
                                text(QT_TRANSLATE_NOOP("tl::LeaveRun", "What shall become of the run?")),
                                QMessageBox::Cancel, window);
    box->setObjectName(QStringLiteral("liveRunBox"));
    box->setInformativeText(text(QT_TRANSLATE_NOOP(
        "tl::LeaveRun", "Stopped, it can be continued from its checkpoint at any time. Without the window it goes on "
                        "as a program of its own; the next window finds it, shows its curves and can stop it.")));
    auto* stop =
        box->addButton(text(QT_TRANSLATE_NOOP("tl::LeaveRun", "Stop with a checkpoint")), QMessageBox::AcceptRole);
    auto* goOn =
        box->addButton(text(QT_TRANSLATE_NOOP("tl::LeaveRun", "Go on without the window")), QMessageBox::AcceptRole);
    stop->setObjectName(QStringLiteral("stopRunButton"));
    goOn->setObjectName(QStringLiteral("goOnButton"));
    if (RunController::headlessProgram().isEmpty()) {
        goOn->setEnabled(false);
        goOn->setToolTip(text(QT_TRANSLATE_NOOP(
            "tl::LeaveRun", "The program \"tensorloom\", which would go on with it, is not installed.")));
    }
    box->setDefaultButton(stop);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const auto answer = std::make_shared<std::function<void(bool)>>(std::move(go));
    QObject::connect(stop, &QPushButton::clicked, window, [answer] { (*answer)(false); });
    QObject::connect(goOn, &QPushButton::clicked, window, [answer] { (*answer)(true); });
    box->open();
}

}  // namespace tl
