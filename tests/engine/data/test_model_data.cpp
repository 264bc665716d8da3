// Data that a model is asked about: a table's columns by name, filled and scaled by what the training rows were, labels
// by the names of the model's classes. The numbers are worked out by hand.
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <iterator>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"
#include "engine/data/model_labels.h"
#include "engine/data/tfrecord.h"
#include "engine/train/data_facts.h"

namespace test_model_data {

using namespace tl;

namespace {

// a: mean 3, deviation sqrt(8 / 3). b: 10, the mean of 10 and 30, 30: mean 20, deviation sqrt(200 / 3).
// colour=blue: mean 1 / 3, colour=red: 2 / 3, both of deviation sqrt(2 / 9).
const QByteArray kTraining = "a,b,colour,y\n1,10,red,no\n3,,blue,yes\n5,30,red,no\n";

std::vector<float> rowOf(const Source& source, int64_t index) {
    const float* row = source.row(index);
    return {row, row + source.sampleShape().elements()};
}

QString sentence(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return QStringLiteral("(no error)");
}

bool notes(const DataSet& data, const char* what) {
    return std::any_of(data.notes.begin(), data.notes.end(),
                       [&](const Message& note) { return note.english().find(what) != std::string::npos; });
}

}  // namespace

class TestModelData : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    DataSet open(const QString& name, const QByteArray& bytes, const std::string& settings = {},
                 const DataSet* model = nullptr, bool unlabelled = false) const {
        OpenOptions options;
        if (model) options.model = model->schema;
        options.unlabelled = unlabelled;
        return openDataSet("csv:" + files::write(folder_.path(), name, bytes) + settings, options);
    }
    static void compare(const std::vector<float>& found, const std::vector<double>& wanted) {
        QCOMPARE(found.size(), wanted.size());
        for (size_t i = 0; i < found.size(); ++i)
            QVERIFY2(std::abs(static_cast<double>(found[i]) - wanted[i]) < 1e-5,
                     qPrintable(QStringLiteral("%1: %2").arg(i).arg(static_cast<double>(found[i]))));
    }

private slots:
    void whatTheTrainingRowsSay() {
        const DataSet set = open("train.csv", kTraining, "?scale=standard");
        QCOMPARE(set.schema->label, std::string("y"));
        QCOMPARE(inputNames(*set.schema), (std::vector<std::string>{"a", "b", "colour=blue", "colour=red"}));
        QCOMPARE(inputNames(*set.schema), set.train->columnNames());
        compare(set.schema->fill, {3, 20, 1.0 / 3, 2.0 / 3});
        compare(set.schema->scaling.offset, {3, 20, 1.0 / 3, 2.0 / 3});
        const double words = 1 / std::sqrt(2.0 / 9);
        compare(set.schema->scaling.factor, {1 / std::sqrt(8.0 / 3), 1 / std::sqrt(200.0 / 3), words, words});
        QVERIFY(open("plain.csv", kTraining).schema->scaling.offset.empty());
    }

    // People know the numbers before: rows have them as they were, and they are measured so, to the last bit.
    void whatWasScaledIsKnownAsItWas() {
        const DataSet set = open("train.csv", kTraining, "?scale=standard");
        const float* before = set.train->unscaledRow(2);
        QVERIFY(before);
        compare({before, before + 4}, {5, 30, 0, 1});
        const DataSet plain = open("train.csv", kTraining);
        const auto wanted = columnStatistics(*plain.train), found = unscaledStatistics(*set.train);
        QCOMPARE(found.size(), wanted.size());
        for (size_t c = 0; c < found.size(); ++c) {
            QVERIFY(found[c].minimum == wanted[c].minimum && found[c].maximum == wanted[c].maximum);
            QVERIFY(found[c].mean == wanted[c].mean && found[c].deviation == wanted[c].deviation);
            QVERIFY(found[c].quantiles == wanted[c].quantiles);
        }
        QVERIFY(unscaledStatistics(*plain.train).empty());
        // Also where labels go by a model's classes, and of a part.
        DataSet asked = set;
        labelAsModel(asked, {"maybe", "no", "yes"});
        QCOMPARE(asked.train->unscaledRow(2), before);
        QCOMPARE(splitSource(set.train, {.fraction = 0}).first->unscaledRow(2), before);
        QVERIFY(!open("plain.csv", kTraining).train->unscaledRow(0));
        QVERIFY(!open("mixed.csv", kTraining, "?scale=standard&pca=2").train->unscaledRow(0));
    }

    // Columns in another order and more of them, other words, an empty cell: the file's own mean says nothing.
    void columnsByNameAsTheTrainingRows() {
        const DataSet model = open("train.csv", kTraining, "?scale=standard");
        const QByteArray other = "id,colour,b,a,y\n7,green,,5,yes\n8,red,30,1,yes\n";
        for (const char* settings : {"", "?scale=standard", "?label=y"}) {
            const DataSet set = open("other.csv", other, settings, &model);
            QCOMPARE(set.train->columnNames(), model.train->columnNames());
            const double blue = -1.0 / 3 / std::sqrt(2.0 / 9), red = 1.0 / 3 / std::sqrt(2.0 / 9);
            compare(rowOf(*set.train, 0), {2 / std::sqrt(8.0 / 3), 0, blue, -2 * red});
            compare(rowOf(*set.train, 1), {-2 / std::sqrt(8.0 / 3), 10 / std::sqrt(200.0 / 3), blue, red});
            QVERIFY(*set.schema == *model.schema);
            QVERIFY(set.spec.find("scale=standard") != std::string::npos);  // a run that goes on says it, too
            QVERIFY(notes(set, "left out: id.") &&
                    notes(set, "1 cell holds a word that no training row had, \"green\""));
        }
        // Its own file comes as it came.
        const DataSet same = open("train.csv", kTraining, "?scale=standard", &model);
        for (int64_t i = 0; i < 3; ++i) QCOMPARE(rowOf(*same.train, i), rowOf(*model.train, i));
        QVERIFY(!notes(same, "left out"));
    }

    // A table as records keeps its columns' names, one that is called as a label is among them; they go by them, too.
    void recordsGoByName() {
        const QByteArray training = "b,y,a,kind\n10,4,1,no\n20,5,2,yes\n60,9,3,no\n";
        const DataSet model = open("train.csv", training, "?scale=standard");
        const auto asRecords = [&](const QByteArray& rows) {
            const std::string path = folder_.filePath("rows.tfrecord").toStdString();
            writeTfRecords(*open("rows.csv", rows).train, path);
            OpenOptions options;
            options.model = model.schema;
            return openDataSet("tfrecord:" + path, options);
        };
        for (const QByteArray& rows : {training, QByteArray("a,id,y,b,kind\n1,7,4,10,no\n2,8,5,20,yes\n")}) {
            const DataSet set = asRecords(rows);
            QCOMPARE(set.train->columnNames(), model.train->columnNames());
            for (int64_t i = 0; i < set.train->size(); ++i) QCOMPARE(rowOf(*set.train, i), rowOf(*model.train, i));
            QCOMPARE(notes(set, "left out: id."), rows != training);
        }
        const QString missing = sentence([&] { asRecords("a,y,kind\n1,4,no\n"); });
        QVERIFY2(missing.contains("expected b, which the model was trained on, found a, y"), qPrintable(missing));
    }

    void bucketsLeastAndComponents() {
        QByteArray rows = "a,b,c,y\n";
        for (int i = 0; i < 20; ++i)
            rows += QByteArray::number(i) + "," + QByteArray::number(i * i % 7) + "," + QByteArray::number(i % 3) +
                    "," + (i % 2 ? "p" : "q") + "\n";
        const DataSet model = open("rows.csv", rows, "?bucket=a:4,b:2;4&scale=minmax&pca=3");
        const DataSet some = open("some.csv", rows.first(rows.indexOf("6,1,0,q")), {}, &model);
        QCOMPARE(some.train->size(), 6);
        for (int64_t i = 0; i < some.train->size(); ++i) QCOMPARE(rowOf(*some.train, i), rowOf(*model.train, i));
    }

    void whatDoesNotFit_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("a column less") << QByteArray("a,colour,y\n1,red,no\n") << QString()
                                       << QStringList{"b, which the model", "found a, colour, y"};
        QTest::newRow("other names") << QByteArray("u,v,w,y\n1,2,red,no\n") << QString()
                                     << QStringList{"a, b, colour, which the model", "found u, v, w, y"};
        QTest::newRow("ignored") << kTraining << "?ignore=a" << QStringList{"expected a, which the model"};
        QTest::newRow("other scaling") << kTraining << "?scale=none"
                                       << QStringList{"expected standard, as the model", "found none", "Leave it out"};
        QTest::newRow("more preparation") << kTraining << "?pca=2" << QStringList{"expected none, as the model"};
        QTest::newRow("a word for a number") << QByteArray("a,b,colour,y\n1,2,red,no\nx,2,red,no\n") << QString()
                                             << QStringList{"line 3, column a", "x"};
        QTest::newRow("no labels") << QByteArray("a,b,colour\n1,2,red\n") << QString()
                                   << QStringList{"column of labels, y", "found a, b, colour"};
    }
    void whatDoesNotFit() {
        QFETCH(QByteArray, rows);
        QFETCH(QString, settings);
        QFETCH(QStringList, says);
        const DataSet model = open("train.csv", kTraining, "?scale=standard");
        const QString said = sentence([&] { open("wrong.csv", rows, settings.toStdString(), &model); });
        for (const QString& each : says) QVERIFY2(said.contains(each), qPrintable(said));
    }

    // Rows that are to be predicted: no column of labels, or cells of it that are empty. None is held out, and those
    // that have a label are compared with it.
    void rowsWithoutLabels() {
        const DataSet model = open("train.csv", kTraining);
        for (const char* rows : {"colour,b,a\nred,10,1\nblue,4,5\n", "colour,b,a,y\nred,10,1,no\nblue,4,5,\n"}) {
            DataSet set = open("new.csv", rows, {}, &model, true);
            const bool some = QByteArray(rows).contains(",y\n");
            QCOMPARE(set.labelled, some);
            QVERIFY(notes(set, some ? "1 row has no label" : "The rows have no labels"));
            labelAsModel(set, model.train->classNames());
            QCOMPARE(set.train->size(), 2);
            QCOMPARE(set.train->classNames(), model.train->classNames());
            QCOMPARE(set.train->label(1), 0);
            QVERIFY(set.train->hasLabel(0) && set.train->hasLabel(1) == !some);
            QCOMPARE(rowOf(*set.train, 1), (std::vector<float>{5, 4, 1, 0}));
        }
        QVERIFY(open("train.csv", kTraining, {}, &model, true).labelled);
    }

    // NumPy's columns have no names: they go by their place.
    void arraysAreScaledAsTheTrainingRows() {
        const auto arrays = [&](const QByteArray& x, const QByteArray& y, int rows) {
            const auto npy = [](const QByteArray& type, const QByteArray& shape, const QByteArray& bytes) {
                QByteArray head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
                head += QByteArray(118 - head.size() - 1, ' ') + "\n";
                return QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + head + bytes;
            };
            const QString folder = QStringLiteral("arrays%1").arg(rows);
            files::write(folder_.path(), folder + "/x.npy", npy("|u1", QByteArray::number(rows) + ", 2", x));
            if (!y.isEmpty())
                files::write(folder_.path(), folder + "/y.npy", npy("|u1", QByteArray::number(rows) + ",", y));
            return "npz:" + folder_.filePath(folder).toStdString();
        };
        const DataSet model = openDataSet(arrays({"\x01\x05\x03\x09", 4}, {"\x00\x01", 2}, 2) + "?scale=standard");
        OpenOptions options;
        options.model = model.schema;  // of means 2 and 7, deviations 1 and 2
        const DataSet set = openDataSet(arrays({"\x04\x07", 2}, {"\x01", 1}, 1), options);
        compare(rowOf(*set.train, 0), {2, 0});
        const std::string bare = arrays({"\x01\x05\x04\x07\x03\x09", 6}, {}, 3);
        QVERIFY(sentence([&] { openDataSet(bare, options); }).contains("inputs and labels"));
        options.unlabelled = true;
        const DataSet unlabelled = openDataSet(bare, options);
        QVERIFY(!unlabelled.labelled);
        QCOMPARE(unlabelled.train->size(), 3);
        compare(rowOf(*unlabelled.train, 2), {1, 1});
    }

    // What is open serves where it was made ready as the model's data was; the file may be another since.
    void dataThatIsOpen() {
        const DataSet first = open("grows.csv", kTraining, "?scale=standard");
        Snapshot model;
        model.schema = first.schema;
        model.classNames = first.train->classNames();
        QCOMPARE(openAsModel(model, first.spec, {}, &first).train.get(), first.train.get());
        const DataSet grown = open("grows.csv", kTraining + "9,90,red,no\n", "?scale=standard");
        QVERIFY(rowOf(*grown.train, 0) != rowOf(*first.train, 0));
        const DataSet asModel = openAsModel(model, grown.spec, {}, &grown);
        QCOMPARE(asModel.train->size(), 4);
        QCOMPARE(rowOf(*asModel.train, 0), rowOf(*first.train, 0));
        model.schema = nullptr;  // of before it was kept
        QCOMPARE(openAsModel(model, grown.spec, {}, &grown).train.get(), grown.train.get());
    }

    void labelsByName() {
        const std::vector<std::string> classes{"high", "low", "mid"};
        DataSet part = open("part.csv", "x,kind\n1,mid\n2,mid\n");
        labelAsModel(part, classes);
        QCOMPARE(part.train->label(1), 2);
        QCOMPARE(part.train->classNames(), classes);
        QCOMPARE(part.train->row(1)[0], 2.0f);
        DataSet digits = open("digits.csv", "x,label\n1,5\n2,7\n");
        labelAsModel(digits, {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
        QCOMPARE(digits.train->label(0), 5);
        QCOMPARE(digits.train->label(1), 7);
        // A class that the model does not tell.
        const DataSet strange = open("strange.csv", "x,kind\n1,low\n2,wolf\n");
        DataSet other = strange;
        const QString said = sentence([&] { labelAsModel(other, classes); });
        QVERIFY2(said.contains("high, low, mid") && said.contains("found wolf"), qPrintable(said));
        labelAsModel(other, classes, true);
        QCOMPARE(other.train->label(0), 1);
        QCOMPARE(other.train->classNames().at(static_cast<size_t>(other.train->label(1))), std::string("wolf"));
        // Whole numbers, to a model that tells numbers.
        DataSet whole = open("whole.csv", "x,label\n1,12\n2,40\n");
        QVERIFY(!whole.train->hasTargets());
        labelAsModel(whole, {});
        QVERIFY(whole.train->hasTargets() && whole.train->classNames().empty());
        QCOMPARE(whole.train->target(0), 12.0f);
        QCOMPARE(whole.train->target(1), 40.0f);
        // The same classes: the very same source.
        DataSet own = part;
        labelAsModel(own, classes);
        QCOMPARE(own.train.get(), part.train.get());
    }
};

QTEST_GUILESS_MAIN(TestModelData)

}  // namespace test_model_data

#include "test_model_data.moc"
