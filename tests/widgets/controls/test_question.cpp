// Questions over the window by keyboard: where it begins, arrows, Return, Escape, fields, and that it goes back.
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include "widgets/controls/question.h"
#include "widgets/theme/theme.h"

namespace test_question {

using namespace tl;

class TestQuestion : public QObject {
    Q_OBJECT
    struct Asked {
        QMainWindow window;
        QLineEdit* behind = new QLineEdit;
        QPointer<Question> sheet;
        QStringList said;

        Asked() {
            window.resize(900, 600);
            window.setCentralWidget(behind);
            window.show();
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            behind->setFocus();
            sheet = new Question(window, QStringLiteral("Delete"), QStringLiteral("Delete “a”?"),
                                 QStringLiteral("Its folder goes into the trash. ").repeated(12));
        }
        std::function<void()> says(const QString& word) {
            return [this, word] {
                said << word + (sheet && sheet->isVisible() ? QStringLiteral(" too early") : QString());
            };
        }
        void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(window.windowHandle(), key, modifiers);
        }
    };

private slots:
    void initTestCase() { Theme::instance().apply(); }

    void beginsWhereNothingIsLost() {
        Asked a;
        QPushButton* cancel = a.sheet->addCancel();
        QPushButton* remove = a.sheet->addAnswer("deleteButton", "Delete", a.says("delete"), Question::Danger);
        a.sheet->setSafe(cancel);
        a.sheet->open();
        QTRY_VERIFY(cancel->hasFocus());
        a.key(Qt::Key_Right);
        QVERIFY(remove->hasFocus());
        a.key(Qt::Key_Right);  // no further
        QVERIFY(remove->hasFocus());
        a.key(Qt::Key_Left);
        QVERIFY(cancel->hasFocus());
        a.key(Qt::Key_Return);
        QTRY_VERIFY(!a.sheet);
        QVERIFY(a.said.isEmpty());
        QVERIFY(a.behind->hasFocus());
    }

    void anAnswerComesWhenTheSheetIsGone() {
        Asked a;
        a.sheet->addCancel();
        a.sheet->addAnswer("deleteButton", "Delete", a.says("delete"), Question::Danger);
        a.sheet->open();  // without a safe one at the last
        a.key(Qt::Key_Return);
        QCOMPARE(a.said, QStringList("delete"));
    }

    void escapeAnswersNothing() {
        Asked a;
        a.sheet->addAnswer("saveButton", "Save", a.says("save"), Question::Main);
        a.sheet->open();
        a.key(Qt::Key_Escape);
        QTRY_VERIFY(!a.sheet);
        QVERIFY(a.said.isEmpty());
    }

    // A click that was meant for the window answers no question and throws away nothing that was typed.
    void aClickBesideLosesNothing() {
        const auto beside = [](Sheet* sheet) { QTest::mouseClick(sheet, Qt::LeftButton, {}, QPoint(8, 8)); };
        Asked a;
        a.sheet->addCancel();
        a.sheet->addAnswer("saveButton", "Save", a.says("save"), Question::Main);
        a.sheet->open();
        const QImage quiet = a.sheet->grab().toImage();
        beside(a.sheet);
        QVERIFY(a.sheet && a.sheet->isVisible());
        QVERIFY(a.sheet->grab().toImage() != quiet);  // its border says that it waits
        QTRY_VERIFY(a.sheet->grab().toImage() == quiet);
        a.key(Qt::Key_Escape);
        QTRY_VERIFY(!a.sheet);

        Asked told;
        told.sheet->addAnswer("closeButton", "Close");
        told.sheet->open();
        beside(told.sheet);
        QTRY_VERIFY(!told.sheet);

        QPointer<Sheet> sheet = new Sheet(told.window, QStringLiteral("Two runs"), QStringLiteral("Filter"));
        auto* line = new QLineEdit;
        sheet->body().addWidget(line);
        sheet->showTitle();
        sheet->open();
        line->setFocus();
        QTest::keyClick(told.window.windowHandle(), 'n');
        beside(sheet);
        QVERIFY(sheet && sheet->isVisible());
        QCOMPARE(sheet->findChild<QLabel*>("sheetTitle")->text(), QStringLiteral("Two runs"));
        QTest::mouseClick(sheet->findChild<QWidget*>("sheetClose"), Qt::LeftButton);
        QTRY_VERIFY(!sheet);
        sheet = new Sheet(told.window, QStringLiteral("Keys"), QStringLiteral("Filter"));
        sheet->open();
        QTest::keyClick(told.window.windowHandle(), 'n');  // a search is no work
        beside(sheet);
        QTRY_VERIFY(!sheet);
    }

    void anAnswerThatCannotBeGivenIsPassedOver() {
        Asked a;
        QPushButton* first = a.sheet->addCancel();
        a.sheet->addAnswer("goOn", "Go on", a.says("on"))->setEnabled(false);
        QPushButton* last = a.sheet->addAnswer("stop", "Stop", a.says("stop"), Question::Main);
        a.sheet->open();
        QTRY_VERIFY(last->hasFocus());
        a.key(Qt::Key_Left);
        QVERIFY(first->hasFocus());
    }

    void returnInAFieldIsTheMainAnswer() {
        Asked a;
        QLineEdit* line = a.sheet->addLine(QStringLiteral("Name"), QStringLiteral("before"));
        a.sheet->addCancel();
        a.sheet->addAnswer(
            "rename", "Rename", [&] { a.said << line->text(); }, Question::Main);
        a.sheet->open();
        QTRY_VERIFY(line->hasFocus());
        for (const char c : {'n', 'o', 'w'}) QTest::keyClick(a.window.windowHandle(), c);
        a.key(Qt::Key_Return);
        QCOMPARE(a.said, QStringList("now"));
    }

    void aTextTakesReturnItself() {
        Asked a;
        QPlainTextEdit* text = a.sheet->addText(QStringLiteral("Note"), {});
        a.sheet->addCancel();
        a.sheet->addAnswer(
            "keep", "Keep", [&] { a.said << text->toPlainText(); }, Question::Main);
        a.sheet->open();
        QTRY_VERIFY(text->hasFocus());
        for (const Qt::Key key : {Qt::Key_A, Qt::Key_Return, Qt::Key_B}) a.key(key);
        a.key(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(a.said, QStringList("a\nb"));
    }

    // Long words wrap, and the card is as high as they are.
    void allOfItIsSeen() {
        for (const double scale : {1.0, 1.5}) {
            Theme::instance().setTextScale(scale);
            Asked a;
            QPushButton* button = a.sheet->addCancel();
            a.sheet->open();
            QTRY_VERIFY(button->isVisible());
            QCoreApplication::processEvents();
            for (QLabel* label : a.sheet->findChildren<QLabel*>())
                if (label->wordWrap())
                    QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            const QRect place(button->mapTo(a.sheet.data(), QPoint()), button->size());
            QVERIFY(a.sheet->rect().contains(place));
        }
        Theme::instance().setTextScale(1);
    }
};

QTEST_MAIN(TestQuestion)

}  // namespace test_question

#include "test_question.moc"
