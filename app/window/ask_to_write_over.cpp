// See the header.
#include "app/window/ask_to_write_over.h"

#include <QCoreApplication>
#include <QPushButton>
#include <utility>

#include "widgets/controls/question.h"

namespace tl {

namespace {
QString words(const char* text) { return QCoreApplication::translate("AskToWriteOver", text); }
}  // namespace

void askToWriteOver(QWidget& window, const QString& path, std::function<void()> over, std::function<void()> elsewhere) {
    auto* ask = new Question(
        window, words(QT_TRANSLATE_NOOP("AskToWriteOver", "Changed on the disk")),
        words(QT_TRANSLATE_NOOP("AskToWriteOver", "“%1” was changed by another program since it was opened here."))
            .arg(path),
        words(QT_TRANSLATE_NOOP(
            "AskToWriteOver", "Written over, it holds this window's project, and what the other one wrote is gone.")));
    ask->setObjectName(QStringLiteral("changedOnDiskBox"));
    ask->setSafe(ask->addCancel());
    ask->addAnswer(QStringLiteral("writeOverButton"), words(QT_TRANSLATE_NOOP("AskToWriteOver", "Write over it")),
                   std::move(over), Question::Danger);
    ask->addAnswer(QStringLiteral("saveElsewhereButton"), words(QT_TRANSLATE_NOOP("AskToWriteOver", "Save as…")),
                   std::move(elsewhere), Question::Main);
    ask->open();
}

}  // namespace tl
