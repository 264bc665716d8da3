// What the table of hyperparameters tells of a run that did not go as it was set: a rate that was changed while it
// trained, fewer epochs.
#include <QTranslator>
#include <QtTest>

#include "ui/hyperparameters/settings_model.h"
#include "ui/models/workbench.h"

namespace test_settings_model {

using namespace tl;

namespace {

class Shouting : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override {
        return QString::fromUtf8(text).toUpper();
    }
};

}  // namespace

class TestSettingsModel : public QObject {
    Q_OBJECT
private slots:
    void ofARunThatWentOtherwise() {
        Workbench bench;
        Run made;
        made.name = QStringLiteral("lenet");
        made.settings = {{QStringLiteral("epochs"), 15.0}, {QStringLiteral("learning_rate"), 0.1}};
        const int id = bench.runs.addRun(std::move(made));
        std::vector<Event> events;
        for (int i = 1; i <= 3; ++i) {
            EpochRecord epoch;
            epoch.epoch = i - 1;
            epoch.step = i;
            epoch.values = {{"loss", 1.0f}};
            events.emplace_back(epoch);
        }
        bench.runs.append(id, events);
        SettingsModel model(bench);
        model.refresh();
        const auto cell = [&](const char* name, int role = Qt::DisplayRole) {
            for (int i = 0; i < model.columnCount(); ++i)
                if (model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString() == QLatin1String(name))
                    return model.index(0, i).data(role).toString();
            return QStringLiteral("no such column");
        };
        QCOMPARE(cell("epochs"), QStringLiteral("15"));
        QCOMPARE(cell("epochs done"), QStringLiteral("3"));
        QCOMPARE(cell("learning_rate"), QStringLiteral("0.1"));
        bench.runs.append(id, {LearningRateRecord{2, 0.1, 0.01}, LearningRateRecord{3, 0.01, 0.5}});
        model.refresh();
        QCOMPARE(cell("learning_rate"), QStringLiteral("0.1 → 0.01 → 0.5"));
        QCOMPARE(cell("learning_rate", SettingsModel::SortRole), QStringLiteral("0.1"));
        const QString told = cell("learning_rate", Qt::ToolTipRole);
        QVERIFY2(told.contains(QStringLiteral("0.01 from step 2")) && told.contains(QStringLiteral("0.5 from step 3")),
                 qPrintable(told));
        QCOMPARE(cell("epochs"), QStringLiteral("15"));
    }

    // A run is called as the list calls it: alone by its name, beside others by what it differs in.
    void runsAreCalledAsInTheList() {
        Workbench bench;
        for (const double rate : {0.001, 0.01}) {
            Run run;
            run.name =
                rate < 0.005 ? QStringLiteral("lenet · adam") : QStringLiteral("lenet · adam · learning_rate 0.01");
            run.settings = {{QStringLiteral("optimizer"), QStringLiteral("adam")},
                            {QStringLiteral("learning_rate"), rate}};
            bench.runs.addRun(std::move(run));
        }
        SettingsModel model(bench);
        model.refresh();
        for (int row = 0; row < 2; ++row) {
            const QString listed = bench.runs.titleOf(bench.runs.runs()[static_cast<size_t>(row)].id).text();
            QCOMPARE(model.index(row, 0).data().toString(), listed);
            QCOMPARE(model.lines()[row].name, listed);
            QVERIFY2(!listed.contains(QStringLiteral("lenet")), qPrintable(listed));
        }
    }

    void aNameIsNoMarkup() {
        Workbench bench;
        Run run;
        run.name = QStringLiteral("<b>bold</b>");
        run.settings = {{QStringLiteral("optimizer"), QStringLiteral("adam")}};
        bench.runs.addRun(std::move(run));
        SettingsModel model(bench);
        model.refresh();
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("<b>bold</b>"));
        const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;bold&lt;/b&gt;")), qPrintable(tip));
    }

    // What a person chose of a column is found again in another language.
    void columnsHaveTheirKeysInAnyLanguage() {
        Shouting translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        Workbench bench;
        Run made;
        made.settings = {{QStringLiteral("epochs"), 15.0}};
        const int id = bench.runs.addRun(std::move(made));
        EpochRecord epoch;
        epoch.values = {{"loss", 1.0f}, {"val_loss", 2.0f}};
        bench.runs.append(id, {epoch});
        SettingsModel model(bench);
        model.refresh();
        QStringList names, keys;
        for (int i = 1; i < model.columnCount(); ++i) {
            names << model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
            keys << model.keyOf(names.last());
        }
        QVERIFY2(names.contains(QStringLiteral("EPOCHS DONE")) && names.contains(QStringLiteral("BEST val_loss")),
                 qPrintable(names.join(QLatin1Char('|'))));
        for (const char* key : {"epochs", "epochs done", "best val_loss", "val_loss"})
            QVERIFY2(keys.contains(QLatin1String(key)), key);
    }
};

QTEST_MAIN(TestSettingsModel)

}  // namespace test_settings_model

#include "test_settings_model.moc"
