// See the header.
#include "app/window/leave_run.h"

#include <QCoreApplication>
#include <QPushButton>
#include <memory>

#include "ui/jobs/run_controller.h"
#include "widgets/controls/question.h"

namespace tl {

QString explained(const QString& why, const QString& question) {
    return why.isEmpty() ? question : why + QLatin1Char(' ') + question;
}

void askAboutRun(QWidget* window, RunController& controller, const QString& why, int recorded,
                 std::function<void(bool)> go) {
    if (!controller.own()) return go(false);
    const auto text = [](const char* key) { return QCoreApplication::translate("tl::LeaveRun", key); };
    QString detail = text(QT_TRANSLATE_NOOP(
        "tl::LeaveRun", "Stopped, it can be continued from its checkpoint at any time. Without the window it goes on "
                        "as a program of its own; the next window finds it, shows its curves and can stop it."));
    if (recorded >= 0)  // either way
        detail = explained(
            detail, text(QT_TRANSLATE_NOOP("tl::LeaveRun", "The recording ends then, with what it has, and is kept.")));
    auto* ask =
        new Question(*window, text(QT_TRANSLATE_NOOP("tl::LeaveRun", "A run is under way")),
                     explained(why, text(QT_TRANSLATE_NOOP("tl::LeaveRun", "What shall become of the run?"))), detail);
    ask->setObjectName(QStringLiteral("liveRunBox"));
    const auto answer = std::make_shared<std::function<void(bool)>>(std::move(go));
    ask->addCancel();
    auto* goOn = ask->addAnswer(QStringLiteral("goOnButton"),
                                text(QT_TRANSLATE_NOOP("tl::LeaveRun", "Go on without the window")),
                                [answer] { (*answer)(true); });
    if (RunController::headlessProgram().isEmpty()) {
        goOn->setEnabled(false);
        goOn->setToolTip(text(QT_TRANSLATE_NOOP(
            "tl::LeaveRun", "The program \"tensorloom\", which would go on with it, is not installed.")));
    }
    ask->setSafe(ask->addAnswer(
        QStringLiteral("stopRunButton"), text(QT_TRANSLATE_NOOP("tl::LeaveRun", "Stop with a checkpoint")),
        [answer] { (*answer)(false); }, Question::Main));
    ask->open();
}

}  // namespace tl
