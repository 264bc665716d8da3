// What runs are called in little room: what differs between those that are listed, by short names, and no more.
#include <QtTest>

#include "ui/models/run_titles.h"

namespace test_run_titles {

using namespace tl;

namespace {

RunSettings set(double rate, double batch = 32, const QString& optimizer = QStringLiteral("adam")) {
    return {{QStringLiteral("optimizer"), optimizer},
            {QStringLiteral("learning_rate"), rate},
            {QStringLiteral("batch_size"), batch},
            {QStringLiteral("precision"), QStringLiteral("float32")},
            {QStringLiteral("seed"), 0.0}};
}

RunName run(const char* name, RunSettings settings = {}) { return {QString::fromUtf8(name), std::move(settings)}; }

QStringList titles(const std::vector<RunName>& runs) {
    QStringList all;
    for (const RunTitle& title : runTitles(runs)) all << title.text();
    return all;
}

int widthOf(const QString& text) { return static_cast<int>(text.size()); }

QString fitted(const RunTitle& title, int room) {
    return title.fitted(room, widthOf,
                        [](const QString& text, int room) { return text.left(room - 1) + QChar(0x2026); });
}

}  // namespace

class TestRunTitles : public QObject {
    Q_OBJECT
private slots:
    void whatDiffersIsNamedInShort() {
        const std::vector<RunName> sweep{run("lenet · adam", set(0.001)),
                                         run("lenet · adam · learning_rate 0.01", set(0.01)),
                                         run("lenet · adam · batch_size 64 · learning_rate 0.1", set(0.1, 64))};
        // The first one's name leaves out what the others are told by: its settings have it.
        const QStringList told{QStringLiteral("batch 32 · lr 0.001"), QStringLiteral("batch 32 · lr 0.01"),
                               QStringLiteral("batch 64 · lr 0.1")};
        QCOMPARE(titles(sweep), told);
        // A name that was given is whole, and brings nothing back into the others'.
        std::vector<RunName> renamed = sweep;
        renamed[1].name = QStringLiteral("the best");
        QCOMPARE(titles(renamed), (QStringList{told[0], QStringLiteral("the best"), told[2]}));
        renamed[1].name = QStringLiteral("lenet · the best");  // no optimizer's name
        QCOMPARE(titles(renamed), (QStringList{told[0], QStringLiteral("lenet · the best"), told[2]}));
    }

    // What differs from others changes with them; the number in front is the run's own. A person's name needs none.
    void theNumberStaysInFront() {
        std::vector<RunName> runs{run("lenet · adam", set(0.001)), run("lenet · adam · learning_rate 0.01", set(0.01)),
                                  run("the best", set(0.1))};
        for (size_t i = 0; i < runs.size(); ++i) runs[i].number = static_cast<int>(i) + 3;
        QCOMPARE(titles(runs), (QStringList{QStringLiteral("#3 lr 0.001"), QStringLiteral("#4 lr 0.01"),
                                            QStringLiteral("the best")}));
        const RunTitle second = runTitles(runs)[1];
        QCOMPARE(second.words(), QStringLiteral("lr 0.01"));
        QCOMPARE(fitted(second, 10), QStringLiteral("#4 lr 0.01"));
        QCOMPARE(fitted(second, 6), QStringLiteral("#4 lr…"));
        QCOMPARE(titles({runs[1]}), QStringList{QStringLiteral("#4 lenet · adam · learning_rate 0.01")});
        // Two that say the same.
        runs = {run("lenet · adam", set(0.001)), run("lenet · adam 2", set(0.001))};
        runs[0].number = 1, runs[1].number = 2;
        QCOMPARE(titles(runs), (QStringList{QStringLiteral("#1 lenet · adam"), QStringLiteral("#2 lenet · adam 2")}));
    }

    // A fork's name ends with where it begins: that is no counter, and the one before it is no part of the rate.
    void aForkSaysWhereItBegins() {
        const QStringList told =
            titles({run("lenet · adam", set(0.001)), run("lenet · adam · learning_rate 0.01 2", set(0.01)),
                    run("lenet · adam · learning_rate 0.01 2 · from 16880", set(0.01))});
        QVERIFY2(told[2].contains(QStringLiteral("from 16880")), qPrintable(told[2]));
        QVERIFY2(!told[2].contains(QStringLiteral("(16880)")) && !told[2].contains(QStringLiteral("0.01 2")),
                 qPrintable(told[2]));
        QVERIFY2(told[1].contains(QStringLiteral("lr 0.01")) && told[0].contains(QStringLiteral("lr 0.001")),
                 qPrintable(told[1]));
    }

    // What a narrow list has to find room for: no setting by itself tells these four apart, two do.
    void asMuchAsTellsThemApart() {
        const QString sgd = QStringLiteral("sgd");
        QStringList brief;
        for (const RunTitle& title :
             runTitles({run("lenet · adam", set(0.001)), run("lenet · adam · learning_rate 0.01", set(0.01)),
                        run("lenet · sgd · learning_rate 0.01", set(0.01, 32, sgd)),
                        run("lenet · sgd · batch_size 128 · learning_rate 0.01", set(0.01, 128, sgd))}))
            brief << title.brief();
        QCOMPARE(QSet<QString>(brief.begin(), brief.end()).size(), 4);
        QCOMPARE(
            runTitles({run("lenet · adam", set(0.001)), run("lenet · sgd · learning_rate 0.01", set(0.01, 32, sgd))})[0]
                .brief(),
            QStringLiteral("adam …"));
    }

    void valuesThatSpeakForThemselvesStandAlone() {
        RunSettings halved = set(0.001);
        halved[QStringLiteral("precision")] = QStringLiteral("bfloat16");
        QCOMPARE(titles({run("lenet · adam", set(0.001)), run("lenet · adam · bfloat16", halved)}),
                 (QStringList{QStringLiteral("float32"), QStringLiteral("bfloat16")}));
        QCOMPARE(titles({run("lenet · adam", set(0.001)), run("mlp · sgd", set(0.001, 32, QStringLiteral("sgd")))}),
                 (QStringList{QStringLiteral("lenet · adam"), QStringLiteral("mlp · sgd")}));
    }

    // Where nothing differs, or a number alone does, that would tell nobody anything.
    void whatCannotBeToldIsWhole() {
        for (const QStringList& names : {QStringList{QStringLiteral("lenet · adam")},
                                         QStringList{QStringLiteral("lenet · adam"), QStringLiteral("lenet · adam 2")},
                                         QStringList{QStringLiteral("logs/a/train"), QStringLiteral("logs/b/train")}}) {
            std::vector<RunName> runs;
            for (const QString& name : names) runs.push_back({name, set(0.001)});
            QCOMPARE(titles(runs), names);
        }
        QCOMPARE(titles({run("lenet · adam", set(0.001)), run("lenet · adam · learning_rate 0.01", set(0.01)),
                         run("lenet · adam · learning_rate 0.01 2", set(0.01))}),
                 (QStringList{QStringLiteral("lr 0.001"), QStringLiteral("lr 0.01"), QStringLiteral("lr 0.01 · (2)")}));
    }

    // One that is alone has nothing to be told from: what was set stays longest.
    void aLoneNameKeepsWhatWasSet() {
        const RunTitle title = runTitles({run("lenet · adam · epochs 400", set(0.001))}).front();
        QCOMPARE(title.text(), QStringLiteral("lenet · adam · epochs 400"));
        QCOMPARE(fitted(title, 14), QStringLiteral("epochs 400 …"));
        QCOMPARE(fitted(title, 22), QStringLiteral("adam · epochs 400 …"));
        QCOMPARE(fitted(title, 40), title.text());
    }

    // A number tells most of the runs apart and says nothing: what they differ in stands before it.
    void aNumberNeverStandsAlone() {
        const std::vector<RunTitle> told =
            runTitles({run("lenet · adam", set(0.001)), run("lenet · adam 2", set(0.001)),
                       run("lenet · adam 3", set(0.001)), run("lenet · adam · learning_rate 0.01", set(0.01))});
        QStringList brief;
        for (const RunTitle& title : told) brief << title.brief();
        QCOMPARE(brief, (QStringList{QStringLiteral("lr 0.001"), QStringLiteral("lr 0.001 · (2)"),
                                     QStringLiteral("lr 0.001 · (3)"), QStringLiteral("lr 0.01")}));
        QCOMPARE(fitted(told[1], 10), QStringLiteral("lr 0.001 …"));
    }

    void namesWithoutSettingsAreReadAlone() {
        QCOMPARE(titles({run("lenet · adam"), run("lenet · adam · learning_rate 0.01"),
                         run("lenet · adam · learning_rate 0.1 · no augmentation")}),
                 (QStringList{QStringLiteral("lenet · adam"), QStringLiteral("lr 0.01"),
                              QStringLiteral("lr 0.1 · no augmentation")}));
        // Alike in short: the whole names then.
        QCOMPARE(titles({run("lenet · adam · adam.epsilon 1 · other.epsilon 1"),
                         run("lenet · adam · adam.epsilon 2 · other.epsilon 2")}),
                 (QStringList{QStringLiteral("adam.epsilon 1 · other.epsilon 1"),
                              QStringLiteral("adam.epsilon 2 · other.epsilon 2")}));
    }

    // The parts that tell most are the last to go, and are whole while there is room for one.
    void whatTellsMostStaysLongest() {
        const std::vector<RunTitle> all =
            runTitles({run("lenet · adam", set(0.001)), run("lenet · adam · learning_rate 0.01", set(0.01)),
                       run("lenet · adam · batch_size 64 · learning_rate 0.1", set(0.1, 64))});
        const RunTitle& last = all.back();
        QCOMPARE(fitted(last, 17), QStringLiteral("batch 64 · lr 0.1"));
        QCOMPARE(fitted(last, 16), QStringLiteral("lr 0.1 …"));
        QCOMPARE(fitted(last, 8), QStringLiteral("lr 0.1 …"));
        QCOMPARE(fitted(last, 5), QStringLiteral("lr 0…"));
        // One that is too long by itself does not take the room of those that tell less.
        const std::vector<RunTitle> two =
            runTitles({run("lenet · adam · data_set folder:/photos/of/last/summer · epochs 4"),
                       run("lenet · adam · data_set folder:/photos/of/this/winter · epochs 8"),
                       run("mlp · adam · data_set folder:/photos/of/last/summer · epochs 4")});
        QVERIFY2(fitted(two[1], 30).contains(QStringLiteral("epochs 8")), qPrintable(fitted(two[1], 30)));
    }
};

QTEST_GUILESS_MAIN(TestRunTitles)

}  // namespace test_run_titles

#include "test_run_titles.moc"
