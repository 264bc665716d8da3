// Data sets of numbers and records: CSV, NumPy and TFRecord files as other programs write them
// (tests/reference/tables.py), damaged ones of every kind, and what is made of columns.
#include <QTemporaryDir>
#include <QTest>

#include "engine/io/json.h"
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

#include "data_files.h"
#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"
#include "engine/data/csv.h"
#include "engine/data/item_place.h"
#include "engine/data/npy.h"
#include "engine/data/pipeline.h"
#include "engine/data/record_files.h"
#include "engine/data/statistics.h"
#include "engine/data/table_source.h"
#include "engine/data/tfrecord.h"

namespace test_tables {

using namespace tl;
using nlohmann::json;

namespace {

const json& reference() {
    static const json all = [] {
        std::ifstream file(TENSORLOOM_SOURCE_DIR "/tests/reference/tables.json");
        return json::parse(file);
    }();
    return all;
}

QByteArray bytesOf(const json& text) {
    return QByteArray::fromBase64(QByteArray::fromStdString(text.get<std::string>()));
}

QString sentence(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return QStringLiteral("(no error)");
}

NpyArray parsed(QByteArray bytes) {
    qsizetype at = 0;
    return readNpy("the array", [&](uint8_t* into, size_t count) {
        const auto some = std::min<qsizetype>(qsizetype(count), bytes.size() - at);
        std::memcpy(into, bytes.constData() + at, size_t(some));
        at += some;
        return size_t(some);
    });
}

std::vector<float> rowOf(const Source& source, int64_t index) {
    const float* row = source.row(index);
    return {row, row + source.sampleShape().elements()};
}

bool near(double a, double b, double bound = 1e-5) { return std::abs(a - b) <= bound * std::max(1.0, std::abs(b)); }

}  // namespace

class TestTables : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::string write(const QString& name, const QByteArray& bytes) {
        return files::write(folder_.path(), name, bytes);
    }
    DataSet open(const std::string& kind, const QString& name, const QByteArray& bytes,
                 const std::string& settings = {}, double validation = 0) {
        OpenOptions options;
        options.split.fraction = validation;
        return openDataSet(kind + ":" + write(name, bytes) + settings, options);
    }

private slots:
    // An item without a name of its own is called by its place, which can be read from that; others' names are theirs.
    void itemsAreCalledByTheirPlace() {
        for (const char* name : {"train 0", "test line 12", "validation 59999"}) {
            const auto place = placeOfItem(name);
            QVERIFY2(place && place->name() == name, name);
        }
        QCOMPARE(placeOfItem("test line 12")->split, std::string("test"));
        QCOMPARE(placeOfItem("test line 12")->number, int64_t{12});
        QVERIFY(placeOfItem("test line 12")->line && !placeOfItem("train 0")->line);
        for (const char* name : {"", "train", "train ", "train line ", "train 007", "train -1", "train 1.png",
                                 "trains 1", "train/cat 1", "train 99999999999999999999"})
            QVERIFY2(!placeOfItem(name), name);
    }

    // ---- CSV ----
    void csvOfNumbers() {
        const DataSet set =
            open("csv", "iris.csv",
                 "sepal,petal,class\n5.1,1.4,setosa\n6.2,4.5,versicolor\n5.9,5.1,virginica\n4.7,1.3,setosa\n");
        QVERIFY(set.numeric());
        QCOMPARE(set.train->size(), 4);
        QCOMPARE(set.shape(), (Shape{2}));
        QCOMPARE(set.train->columnNames(), (std::vector<std::string>{"sepal", "petal"}));
        QCOMPARE(set.train->classNames(), (std::vector<std::string>{"setosa", "versicolor", "virginica"}));
        QCOMPARE(set.train->label(2), 2);
        QCOMPARE(rowOf(*set.train, 1), (std::vector<float>{6.2f, 4.5f}));
        QCOMPARE(set.train->itemName(2), std::string("train line 4"));
        Image image;
        QVERIFY(sentence([&] { set.train->read(0, image); }).contains("no image"));
        // By its path alone, and through a pipeline.
        const DataSet bare = openDataSet(folder_.filePath("iris.csv").toStdString());
        QCOMPARE(bare.spec, "csv:" + folder_.filePath("iris.csv").toStdString());
        Pipeline pipeline(bare.train);
        pipeline.batch(3);
        auto iterator = pipeline.iterate();
        Batch batch;
        QVERIFY(iterator.next(batch));
        QCOMPARE(batch.data.dtype(), DType::Float32);
        QCOMPARE(batch.data.shape(), (Shape{3, 2}));
        QCOMPARE(std::as_const(batch.data).as<float>()[3], 4.5f);
        QVERIFY(sentence([&] { Pipeline(bare.train).augment({{"RandomFlip", {}}}, 1); }).contains("rows of numbers"));
    }

    void csvDetails() {
        // Without a header, with semicolons, quotes, a mark in front, blank lines and Windows' line ends.
        const DataSet plain = open("csv", "plain.csv",
                                   "\xEF\xBB\xBF"
                                   "1;2;0\r\n\r\n3;\"4\";1\r\n5;6;1");
        QCOMPARE(plain.train->size(), 3);
        QCOMPARE(rowOf(*plain.train, 1), (std::vector<float>{3, 4}));
        QCOMPARE(plain.train->columnNames()[0], std::string("column 1"));
        QCOMPARE(plain.train->itemName(1), std::string("train line 3"));
        // Words become columns of 0 and 1, missing values the column's mean, and both are said.
        const DataSet mixed =
            open("csv", "mixed.csv", "age,colour,label\n10,red,a\n?,blue,b\n30,\"dark, red\",a\n20,red,b\n");
        QCOMPARE(mixed.train->columnNames(),
                 (std::vector<std::string>{"age", "colour=blue", "colour=dark, red", "colour=red"}));
        QCOMPARE(rowOf(*mixed.train, 1), (std::vector<float>{20, 1, 0, 0}));
        QCOMPARE(rowOf(*mixed.train, 2), (std::vector<float>{30, 0, 1, 0}));
        QVERIFY(std::any_of(mixed.notes.begin(), mixed.notes.end(),
                            [](const auto& note) { return note.english().find("1 missing value") == 0; }));
        // A label in front, as MNIST's CSV files have it; a split column; a doubled quote.
        const DataSet splits =
            open("csv", "splits.csv", "label,x,split\n3,0.5,train\n1,1.5,test\n1,\"2.5\",val\n3,9,train\n");
        QCOMPARE(splits.train->size(), 2);
        QCOMPARE(splits.validation->size(), 1);
        QCOMPARE(splits.test->size(), 1);
        QCOMPARE(splits.train->classNames(), (std::vector<std::string>{"1", "2", "3"}));
        QCOMPARE(splits.test->label(0), 0);
        CsvFile quoted("text", "a,\"say \"\"hi\"\"\nthere\"\n", 0);
        quoted.forEachRow([&](int64_t, const auto& cells) {
            Q_ASSERT(cells[1] == "say \"hi\"\nthere");
            return true;
        });
        QCOMPARE(quoted.columns(), size_t{2});
        // Numbers that are no classes are targets.
        const DataSet price = open("csv", "price.csv", "m2,price\n50,101.5\n60,120.25\n", "?label=price");
        QVERIFY(price.train->hasTargets());
        QCOMPARE(price.classes(), 0);
        QCOMPARE(price.train->target(1), 120.25f);
        // The label by name or number, a folder of splits, and validation by a fraction.
        QCOMPARE(open("csv", "named.csv", "a,b,c\n1,2,3\n0,5,6\n", "?label=a").train->columnNames(),
                 (std::vector<std::string>{"b", "c"}));
        QCOMPARE(open("csv", "named.csv", "a,b,c\n1,2,3\n0,5,6\n", "?label=2").train->columnNames(),
                 (std::vector<std::string>{"a", "c"}));
        write("set/train.csv", "x,y\n1,0\n2,1\n");
        write("set/test.csv", "x,y\n3,1\n");
        const DataSet set = openDataSet(folder_.filePath("set").toStdString());
        QCOMPARE(set.test->size(), 1);
        QCOMPARE(set.test->label(0), 1);
        QByteArray many = "x,y\n";
        for (int i = 0; i < 100; ++i) many += QByteArray::number(i) + "," + QByteArray::number(i % 2) + "\n";
        const DataSet fraction = open("csv", "many.csv", many, {}, 0.2);
        QCOMPARE(fraction.train->size(), 80);
        QCOMPARE(fraction.validation->size(), 20);
        QVERIFY(fraction.validation->dataType() == DType::Float32 && fraction.validation->row(3)[0] >= 0);
    }

    // A column of codes, of which a few are words: each has its column, whichever row comes first.
    void codesAndWords() {
        const auto codes = [&](int numbers, int words, bool wordsFirst) {
            std::vector<std::string> rows;
            for (int i = 1; i <= numbers; ++i) rows.push_back(std::to_string(i) + ",0\n");
            for (int i = 0; i < words; ++i) rows.push_back(std::string(1, static_cast<char>('A' + i)) + ",1\n");
            if (wordsFirst) std::reverse(rows.begin(), rows.end());
            QByteArray text = "code,label\n";
            for (const std::string& row : rows) text += row.c_str();
            return text;
        };
        const DataSet last = open("csv", "last.csv", codes(40, 2, false)),
                      first = open("csv", "first.csv", codes(40, 2, true));
        QCOMPARE(last.shape(), (Shape{42}));
        QCOMPARE(last.train->columnNames(), first.train->columnNames());
        for (const DataSet& set : {last, first})
            for (int64_t i = 0; i < set.train->size(); ++i) {
                const auto row = rowOf(*set.train, i);
                QCOMPARE(std::count(row.begin(), row.end(), 1.0f), ptrdiff_t{1});
            }
        // 64 different ones are as many as there may be, the numbers among them.
        QCOMPARE(open("csv", "most.csv", codes(60, 4, false)).shape(), (Shape{64}));
        for (const bool wordsFirst : {false, true})
            QVERIFY(sentence([&] {
                        open("csv", "many.csv", codes(61, 4, wordsFirst));
                    }).contains("columns of numbers beside the label"));
    }

    // What a person can choose stands in a table, with what was found where nothing is chosen.
    void csvSettings() {
        const QByteArray text = "id,part,kind,price\n7,train,a,1.5\n8,test,b,2.5\n9,train,a,3.5\n";
        const auto setting = [](const DataSet& set, const std::string& key) -> const Property* {
            for (const Property& each : set.settings)
                if (each.key == key) return &each;
            return nullptr;
        };
        const DataSet found = open("csv", "chosen.csv", text);
        QVERIFY(setting(found, "label") && setting(found, "split") && setting(found, "ignore") &&
                setting(found, "scale"));
        QCOMPARE(std::get<std::string>(setting(found, "label")->defaultValue), std::string("price"));
        QCOMPARE(setting(found, "label")->choices, (std::vector<std::string>{"id", "part", "kind", "price"}));
        QCOMPARE(std::get<std::string>(setting(found, "split")->defaultValue), std::string("none"));
        QCOMPARE(setting(found, "split")->choices, (std::vector<std::string>{"none", "part", "kind"}));
        QVERIFY(!setting(found, "size"));
        const DataSet chosen = open("csv", "chosen.csv", text, "?label=kind&split=part&ignore=id");
        QCOMPARE(chosen.train->columnNames(), std::vector<std::string>{"price"});
        QCOMPARE(chosen.train->classNames(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(chosen.test->size(), 1);
        QCOMPARE(std::get<std::string>(setting(chosen, "label")->defaultValue), std::string("price"));
        QCOMPARE(setting(chosen, "ignore")->choices, (std::vector<std::string>{"id", "price"}));
        // Every value that the table allows opens the data.
        for (const auto& choice : setting(found, "scale")->choices)
            QCOMPARE(open("csv", "chosen.csv", text, "?scale=" + choice).train->size(), 3);
        QVERIFY(sentence([&] { open("csv", "chosen.csv", text, "?ignore=nothing"); }).contains("one of id, part"));
        QCOMPARE(open("csv", "chosen.csv", text, "?label=id&ignore=id").train->columnNames().size(), size_t{5});
        QCOMPARE(open("csv", "chosen.csv", "x,split,y\n1,train,0\n2,test,1\n", "?split=none").train->size(), 2);
        // A label is no split, whatever its column is called.
        const QByteArray sets = "x,set\n1,a\n2,b\n3,a\n";
        const DataSet named = open("csv", "sets.csv", sets, "?label=set");
        QCOMPARE(named.train->classNames(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(named.train->label(1), 1);
        QCOMPARE(rowOf(*named.train, 2), std::vector<float>{3});
        QVERIFY(sentence([&] { open("csv", "sets.csv", sets, "?label=set&split=set"); }).contains("found both"));
        OpenOptions asked;
        asked.model = named.schema;
        QCOMPARE(openDataSet("csv:" + write("others.csv", "x,set\n5,b\n"), asked).train->classNames(),
                 std::vector<std::string>{"b"});
    }

    // As spreadsheets write it where the comma is the decimal point, with a header and without.
    void csvWithDecimalCommas() {
        for (const char* each : {"a;b;label\n0,5;3;1\n-1,25;4;0\n", "0,5;3;1\n-1,25;4;0\n",
                                 "0,5\t3,0\t1\n-1,25\t4,0\t0\n", "0,5;1\n-1,25;0\n", "\"0,5\"|1\n-1,25|0\n"}) {
            const QByteArray text = each;
            const DataSet set = open("csv", "comma.csv", text);
            QCOMPARE(set.train->size(), 2);
            QCOMPARE(rowOf(*set.train, 0)[0], 0.5f);
            QCOMPARE(rowOf(*set.train, 1)[0], -1.25f);
            QCOMPARE(set.train->columnNames().size(), size_t(text.count("5;3") || text.count('\t') ? 2 : 1));
            QCOMPARE(set.train->classNames(), (std::vector<std::string>{"0", "1"}));
            QVERIFY(std::any_of(set.notes.begin(), set.notes.end(),
                                [](const auto& note) { return note.english().find("Commas in numbers") == 0; }));
        }
        QCOMPARE(open("csv", "comma.csv", "x;y\n1;0,5\n2;1,5\n").train->target(1), 1.5f);
        // Where it separates cells it is no decimal point, and two of them are no number.
        QCOMPARE(rowOf(*open("csv", "comma.csv", "1,5,0\n2,5,1\n").train, 1), (std::vector<float>{2, 5}));
        QCOMPARE(open("csv", "comma.csv", "a;y\n1,2,3;0\n4;1\n").train->columnNames(),
                 (std::vector<std::string>{"a=1,2,3", "a=4"}));
    }

    // What is held out says nothing to the training, not by a mean either.
    void missingValuesAreFilledFromTheTrainingRows() {
        QByteArray text = "x,y\n";
        for (int i = 0; i < 40; ++i)
            text += (i % 4 == 0 ? QByteArray() : QByteArray::number(i * i)) + "," + QByteArray::number(i % 2) + "\n";
        const DataSet set = open("csv", "gaps.csv", text, {}, 0.5);
        double sum = 0;
        int rows = 0;
        const auto line = [](const Source& source, int64_t row) {  // the header is the first
            return std::stoi(source.itemName(row).substr(std::string("train line ").size())) - 2;
        };
        for (int64_t row = 0; row < set.train->size(); ++row)
            if (const int i = line(*set.train, row); i % 4 != 0) {
                QCOMPARE(set.train->row(row)[0], float(i * i));
                sum += i * i;
                ++rows;
            }
        QVERIFY(rows > 0 && rows < 30);
        for (const auto& split : {set.train, set.validation})
            for (int64_t row = 0; row < split->size(); ++row)
                if (line(*split, row) % 4 == 0) QVERIFY(near(double(split->row(row)[0]), sum / rows));
        const DataSet said = open("csv", "gaps.csv", "x,y,split\n1,0,train\n3,1,train\n,0,train\n9,1,test\n,0,test\n");
        QCOMPARE(said.train->row(2)[0], 2.0f);
        QCOMPARE(said.test->row(1)[0], 2.0f);
    }

    // Test, validation and training rows are all rows, and none is in two of them. Test rows are the seed's, whatever
    // is held out for validation.
    void aShareIsHeldOutForTest() {
        QByteArray text = "x,kind\n";
        for (int i = 0; i < 100; ++i) text += QByteArray::number(i) + (i % 4 == 0 ? ",rare\n" : ",usual\n");
        const auto opened = [&](const ValidationSplit& split) {
            return openDataSet("csv:" + write("kinds.csv", text), {.split = split});
        };
        const auto rowsOf = [](const std::shared_ptr<const Source>& source) {
            std::set<std::string> rows;
            for (int64_t i = 0; i < source->size(); ++i) rows.insert(source->itemName(i));
            return rows;
        };
        const auto rare = [](const Source& source) {
            int count = 0;
            for (int64_t i = 0; i < source.size(); ++i)
                count += source.classNames()[static_cast<size_t>(source.label(i))] == "rare";
            return count;
        };
        const DataSet plain = opened({.fraction = 0.25, .seed = 7});
        QVERIFY(!plain.test && !plain.testDrawn);
        const DataSet set = opened({.fraction = 0.25, .seed = 7, .testFraction = 0.2});
        QVERIFY(set.testDrawn && set.notes == plain.notes);
        QCOMPARE(set.train->size(), 60);
        QCOMPARE(set.validation->size(), 20);
        QCOMPARE(set.test->size(), 20);
        std::set<std::string> all = rowsOf(set.train);
        all.merge(rowsOf(set.validation));
        all.merge(rowsOf(set.test));
        QCOMPARE(all.size(), size_t{100});
        QCOMPARE(rare(*set.test), 5);
        QCOMPARE(rare(*set.validation), 5);
        QVERIFY(rowsOf(opened({.seed = 7, .testFraction = 0.2}).test) == rowsOf(set.test));
        QVERIFY(rowsOf(opened({.seed = 8, .testFraction = 0.2}).test) != rowsOf(set.test));
        // Another draw than validation's of the same seed and share.
        QVERIFY(rowsOf(opened({.fraction = 0.2, .seed = 7}).validation) != rowsOf(set.test));
        bool uneven = false;  // drawn from all alike
        for (uint64_t seed = 1; seed <= 20; ++seed)
            uneven = uneven || rare(*opened({.seed = seed, .stratified = false, .testFraction = 0.2}).test) != 5;
        QVERIFY(uneven);
    }

    // A class of few rows may be held out as a whole, for either split: that is told, and none that had no row.
    void whatIsHeldOutWholeIsTold() {
        QByteArray text = "x,kind\n0,lone\n";
        for (int i = 1; i < 11; ++i) text += QByteArray::number(i) + ",usual\n";
        const std::string file = "csv:" + write("lone.csv", text);
        const auto told = [&](const ValidationSplit& split) {
            std::string all;
            for (const Message& note : openDataSet(file, {.split = split}).notes) all += note.english() + "\n";
            return QString::fromStdString(all);
        };
        // One half of 11 rows is 6, of which the remainders give the lone row's class its one.
        const QString sentence =
            QStringLiteral("All samples of 1 class are held out, and none are left to train on: lone.");
        QVERIFY2(told({.fraction = 0.5}).contains(sentence), qPrintable(told({.fraction = 0.5})));
        QCOMPARE(told({.fraction = 0.2, .testFraction = 0.5}).count(sentence), 1);
        for (const ValidationSplit& split : {ValidationSplit{}, ValidationSplit{.fraction = 0.2}})
            QVERIFY2(!told(split).contains("held out"), qPrintable(told(split)));
    }

    void csvOfImages() {
        for (int i = 0; i < 6; ++i) write(QString("pictures/%1.png").arg(i), files::png(6, 5, 3, files::gradient()));
        write("pictures/bad.png", "\x89PNG\r\n\x1a\nno");
        const DataSet set = open("csv", "pictures.csv",
                                 "file,kind\npictures/0.png,cat\npictures/1.png,dog\npictures/2.png,dog\n"
                                 "pictures/bad.png,cat\npictures/nowhere.png,dog\n");
        QVERIFY(!set.numeric());
        QCOMPARE(set.train->size(), 3);
        QCOMPARE(set.shape(), (Shape{3, 5, 6}));
        QCOMPARE(set.train->label(1), 1);
        QCOMPARE(set.broken().size(), size_t{2});
        Image image;
        set.train->read(2, image);
        QCOMPARE(image.width, 6);
        // Read in the window, where a list of columns is at hand, as well as on the command line.
        const QString said =
            sentence([&] { open("csv", "widths.csv", "file,width\npictures/0.png,0.5\npictures/1.png,1.25\n"); });
        QVERIFY2(said.endsWith("Name another column as the label."), qPrintable(said));
    }

    // They are left out as a person would drop them: nothing of theirs is a word, a mean or a scale of the columns.
    void rowsWithoutALabelAreLeftOut() {
        const auto says = [](const DataSet& set, const char* what) {
            return std::any_of(set.notes.begin(), set.notes.end(),
                               [&](const Message& note) { return note.english() == what; });
        };
        const DataSet set = open("csv", "lacks.csv", "x,colour,kind\n1,red,a\n100,green,\n,red,b\n3,blue,NA\n5,red,a\n",
                                 "?scale=minmax");
        QVERIFY(says(set, "2 rows without a label are left out."));
        QVERIFY(says(set, "1 missing value is replaced by the mean of the column."));
        QCOMPARE(set.train->columnNames(), (std::vector<std::string>{"x", "colour=red"}));
        QCOMPARE(set.train->size(), 3);
        QCOMPARE(set.train->classNames(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(set.train->label(1), 1);
        QCOMPARE(set.train->itemName(1), std::string("train line 4"));
        QCOMPARE(rowOf(*set.train, 1)[0], 0.5f);  // 3, the mean of 1 and 5
        QCOMPARE(rowOf(*set.train, 2)[0], 1.0f);
        const DataSet numbers = open("csv", "lacks.csv", "x,y,split\n1,0.5,train\n2,,train\n3,1.5,test\n4,,nonsense\n");
        QVERIFY(says(numbers, "2 rows without a label are left out."));
        QCOMPARE(numbers.train->size(), 1);
        QCOMPARE(numbers.test->target(0), 1.5f);
        for (int i = 0; i < 3; ++i) write(QString("lacking/%1.png").arg(i), files::png(6, 5, 3, files::gradient()));
        const QByteArray list = "file,kind\nlacking/0.png,cat\nlacking/1.png,\nlacking/2.png,dog\n";
        const DataSet images = open("csv", "images.csv", list);
        QVERIFY(says(images, "1 row without a label is left out."));
        QCOMPARE(images.train->size(), 2);
        QCOMPARE(images.train->label(1), 1);
        QVERIFY(images.train->itemName(1).ends_with("lacking/2.png"));
        // What is to be predicted is all kept.
        OpenOptions options;
        options.unlabelled = true;
        const DataSet asked = openDataSet("csv:" + write("images.csv", list), options);
        QCOMPARE(asked.train->size(), 3);
        QVERIFY(asked.labelled && asked.train->hasLabel(0) && !asked.train->hasLabel(1));
        QCOMPARE(asked.train->classNames(), (std::vector<std::string>{"cat", "dog"}));
        QCOMPARE(asked.train->label(2), 1);
        const DataSet rows = openDataSet("csv:" + write("lacks.csv", "x,y\n1,0.5\n2,\n3,1.5\n"), options);
        QVERIFY(rows.train->hasTargets() && rows.train->hasLabel(0) && !rows.train->hasLabel(1));
        QCOMPARE(rows.train->target(2), 1.5f);
        // Where none has one there is nothing to compare with.
        QVERIFY(!openDataSet("csv:" + write("none.csv", "x,y\n1,\n2,\n"), options).labelled);
    }

    void badCsv_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& bytes, const char* says, const char* settings = "") {
            QTest::newRow(name) << bytes << QString(settings) << QString(says);
        };
        row("empty", "", "empty file");
        row("blank", "\n\n", "blank lines");
        row("header only", "a,b\n", "rows below the header", "?header=yes");
        row("short row", "a,b,c\n1,2,3\n4,5\n", "line 3");
        row("long row", "a,b\n1,2\n4,5,6\n", "line 3");
        row("open quote", "a,b\n1,2\n3,\"4\n5,6\n", "line 3");
        row("text behind a quote", "a,b\n1,\"2\"x\n", "line 2");
        row("no UTF-8", "a,b\n1,2\n3,\xFF\xFE\n", "line 3");
        row("cut UTF-8", "a,b\n1,\xD0", "UTF-8");
        row("UTF-16",
            QByteArray("\xFF\xFE"
                       "a\0,\0",
                       6),
            "UTF-16");
        row("zero byte", QByteArray("a,b\n1,\0\n", 8), "zero byte");
        row("one column", "a\n1\n2\n", "label");
        row("no such label", "a,b\n1,2\n", "no column of that name", "?label=z");
        row("unknown setting", "a,b\n1,2\n", "lable", "?lable=b");
        row("most labels empty", "a,label\n1,x\n2,\n3,NA\n", "2 rows without one");
        row("wrong split", "a,label,split\n1,x,train\n2,y,elsewhere\n", "line 3");
        row("too large a number", "a,b\n1e300,0\n2,1\n", "line 2");
        row("scale", "a,b\n1,0\n2,1\n", "minmax", "?scale=big");
        row("pca", "a,b\n1,0\n2,1\n", "1 to 1", "?pca=9");
        QByteArray numbers = "x,y\n";
        for (int i = 0; i < 100; ++i) numbers += QByteArray::number(i) + ",1\n";
        row("a word among numbers", numbers + "oops,0\n", "line 102");
    }
    void badCsv() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, settings);
        QFETCH(QString, says);
        const QString said = sentence([&] { open("csv", "bad.csv", bytes, settings.toStdString()); });
        QVERIFY2(said.contains(says) && said.size() > 20, qPrintable(said));
    }

    // ---- NumPy ----
    void arraysOfAllTypes_data() {
        QTest::addColumn<int>("number");
        for (size_t i = 0; i < reference()["arrays"].size(); ++i)
            QTest::newRow(reference()["arrays"][i]["type"].get<std::string>().c_str()) << int(i);
    }
    void arraysOfAllTypes() {
        QFETCH(int, number);
        const json& test = reference()["arrays"][size_t(number)];
        const QByteArray bytes = bytesOf(test["file"]);
        const NpyArray array = parsed(bytes);
        QCOMPARE(array.shape, (std::vector<int64_t>{2, 3}));
        QCOMPARE(array.doubles(), test["values"].get<std::vector<double>>());
        std::vector<float> floats;
        array.appendFloats(floats);
        QCOMPARE(floats.size(), size_t{6});
        // Cut at any byte it is a sentence, never a crash; one byte more as well.
        for (qsizetype size = 0; size < bytes.size(); ++size)
            QVERIFY(sentence([&] { parsed(bytes.left(size)); }).contains("the array"));
        QVERIFY(sentence([&] { parsed(bytes + "x"); }).contains("more than that"));
    }

    void badArrays() {
        QCOMPARE(parsed(bytesOf(reference()["words"])).texts(), (std::vector<std::string>{"кот", "dog", "🦊"}));
        QVERIFY(sentence([&] { parsed(bytesOf(reference()["pickled"])); }).contains("Pickled"));
        const auto with = [](QByteArray header, quint8 version = 1) {
            header = header.leftJustified(118, ' ') + '\n';
            return QByteArray("\x93NUMPY", 6) + char(version) + '\0' + files::little<quint16>(quint16(header.size())) +
                   header;
        };
        const auto said = [&](const QByteArray& header, quint8 version = 1) {
            return sentence([&] { parsed(with(header, version)); });
        };
        QVERIFY(said("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }").contains("shape"));
        QVERIFY(
            said("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }").contains("64 GiB"));
        QVERIFY(said("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000,), }").contains("cut short"));
        QVERIFY(said("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }").contains("<c8"));
        QVERIFY(said("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }").contains("Records"));
        QVERIFY(said("{'descr': '<f4', 'fortran_order': False, }").contains("shape"));
        QVERIFY(said("nonsense").contains("descr"));
        QVERIFY(said("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 9).contains("version 9"));
        QVERIFY(sentence([&] { parsed("PK\x03\x04"); }).contains("numpy.save"));
        QVERIFY(sentence([&] { parsed(""); }).contains("empty"));
    }

    void archives() {
        const DataSet images = open("npz", "images.npz", bytesOf(reference()["npz"]));
        QVERIFY(!images.numeric());
        QCOMPARE(images.shape(), (Shape{3, 2, 2}));
        QCOMPARE(images.train->size(), 2);
        QCOMPARE(images.test->size(), 1);
        QCOMPARE(images.train->label(0), 1);
        Image image;
        images.train->read(1, image);
        QCOMPARE(image.pixels, (std::vector<uint8_t>{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
        const DataSet table = open("npz", "table.npz", bytesOf(reference()["npz_packed"]), {}, 0.25);
        QVERIFY(table.numeric());
        QCOMPARE(table.train->size() + table.validation->size(), 40);
        QCOMPARE(table.classes(), 4);
        QCOMPARE(openDataSet(folder_.filePath("table.npz").toStdString() + "?x=x&y=y").train->size(), 40);
        QVERIFY(sentence([&] {
                    open("npz", "table.npz", bytesOf(reference()["npz_packed"]), "?x=z&y=y");
                }).contains("no array of that name"));
        // Damaged: cut anywhere, or with a byte changed. A few still read, all others say why.
        const QByteArray whole = bytesOf(reference()["npz_packed"]);
        for (qsizetype size = 0; size < whole.size(); size += 7)
            QVERIFY(sentence([&] { open("npz", "cut.npz", whole.left(size)); }).size() > 20);
        int failed = 0;
        for (qsizetype at = 0; at < whole.size(); at += 5) {
            QByteArray changed = whole;
            changed[at] = char(changed[at] ^ 0x55);
            failed += sentence([&] { open("npz", "changed.npz", changed); }) != "(no error)";
        }
        QVERIFY(failed > 20);
        // .npy files side by side.
        write("arrays/x_train.npy", bytesOf(reference()["arrays"][0]["file"]));
        QVERIFY(sentence([&] { openDataSet("npz:" + folder_.filePath("arrays").toStdString()); }).contains("x_train"));
    }

    // A folder of arrays may hold a pipe and a folder of such names, and a file that says what is wrong with it.
    void noArrayFiles() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(::mkfifo((path + "/pipe.npy").c_str(), 0600) == 0 && QDir(folder.path()).mkdir("folder.npy"));
        QVERIFY(sentence([&] { openDataSet("npz:" + path); }).contains("none"));
        QCOMPARE(sentence([&] { readNpyFile(path + "/pipe.npy"); }),
                 QString::fromStdString(path + "/pipe.npy: It is a named pipe and no regular file."));
        QVERIFY(sentence([&] { readNpyFile(path + "/folder.npy"); }).contains("It is a folder"));
        QVERIFY(sentence([&] { readNpyFile(path + "/none.npy"); }).contains("no longer there"));
        files::write(folder.path(), "x.npy", "no array");
        QVERIFY(sentence([&] { openDataSet("npz:" + path); }).contains("magic number"));
    }

    // One that is said is taken, whatever the others are called, and what goes with it is looked for.
    void oneArraySaid() {
        const auto array = [&](const QString& name, const QByteArray& shape, const std::vector<float>& values) {
            const QByteArray header =
                ("{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }").leftJustified(117, ' ') + '\n';
            write(name + ".npy", QByteArray("\x93NUMPY\x01\0", 8) + files::little<quint16>(quint16(header.size())) +
                                     header +
                                     QByteArray(reinterpret_cast<const char*>(values.data()),
                                                qsizetype(values.size() * sizeof(float))));
        };
        const auto opened = [&](const std::string& folder, const std::string& settings) {
            return openDataSet("npz:" + folder_.filePath("one").toStdString() + "/" + folder + settings);
        };
        const auto label = [&](const std::string& folder, const std::string& settings) {
            return opened(folder, settings).train->label(0);
        };
        array("one/named/x", "2, 1", {1, 2});
        array("one/named/other", "2, 1", {7, 8});
        array("one/named/y", "2,", {0, 1});
        array("one/named/noisy", "2,", {1, 0});
        QCOMPARE(rowOf(*opened("named", "").train, 0), std::vector<float>{1});
        QCOMPARE(rowOf(*opened("named", "?x=other").train, 0), std::vector<float>{7});
        QCOMPARE(label("named", "?x=other"), 0);
        QCOMPARE(label("named", "?y=noisy"), 1);
        QCOMPARE(rowOf(*opened("named", "?y=noisy").train, 0), std::vector<float>{1});
        // Of the same split.
        for (const QString split : {"train", "test"}) {
            array("one/splits/x_" + split, "2, 1", {split == "test" ? 5.0f : 1.0f, 2});
            array("one/splits/y_" + split, "2,", {split == "test" ? 1.0f : 0.0f, split == "test" ? 0.0f : 1.0f});
        }
        QCOMPARE(rowOf(*opened("splits", "?x=x_test").train, 0), std::vector<float>{5});
        QCOMPARE(label("splits", "?x=x_test"), 1);
        QCOMPARE(label("splits", "?y=y_test"), 1);
        QVERIFY(!opened("splits", "?y=y_test").test || opened("splits", "?y=y_test").test->size() == 0);
        // Of two it is the other, if it can be that.
        array("one/two/rows", "2, 1", {3, 4});
        array("one/two/kinds", "2,", {1, 0});
        QCOMPARE(label("two", "?x=rows"), 1);
        QCOMPARE(rowOf(*opened("two", "?y=kinds").train, 0), std::vector<float>{3});
        QVERIFY(sentence([&] { opened("two", "?x=kinds"); }).contains("Name them"));
    }

    // Each array tells by its own shape where its channels are, and by its type whether it holds images.
    void arraysOfTwoLayouts() {
        const auto array = [&](const QString& name, const QByteArray& type, const QByteArray& shape,
                               const QByteArray& bytes) {
            const QByteArray header =
                ("{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }").leftJustified(117) +
                '\n';
            write("layouts/" + name + ".npy",
                  QByteArray("\x93NUMPY\x01\0", 8) + files::little<quint16>(quint16(header.size())) + header + bytes);
        };
        constexpr int kArea = 25, kChannels = 3;
        QByteArray last(kArea * kChannels, '\0'), first = last;
        for (int i = 0; i < kArea; ++i)
            for (int c = 0; c < kChannels; ++c) last[kChannels * i + c] = first[kArea * c + i] = char(c * 40 + i);
        array("x_train", "|u1", "1, 5, 5, 3", last);
        array("x_test", "|u1", "1, 3, 5, 5", first);
        array("y_train", "|u1", "1,", QByteArray(1, '\0'));
        array("y_test", "|u1", "1,", QByteArray(1, '\0'));
        const std::string spec = "npz:" + folder_.filePath("layouts").toStdString();
        const DataSet set = openDataSet(spec);
        for (const auto& split : {set.train, set.test})
            QCOMPARE(QByteArray(reinterpret_cast<const char*>(split->planar(0)), first.size()), first);
        array("x_test", "<f4", "1, 5, 5, 3", QByteArray(last.size() * 4, '\0'));
        const QString wrong = sentence([&] { openDataSet(spec); });
        QVERIFY2(wrong.contains("images of bytes") && wrong.contains("float32 [1, 5, 5, 3]"), qPrintable(wrong));
    }

    // A fault stands in the file that it is told of.
    void faultsOfOneFileOfSeveral() {
        QByteArray numbers = "x,y\n";
        for (int i = 0; i < 100; ++i) numbers += QByteArray::number(i) + ",1\n";
        write("faulty/train.csv", numbers);
        const std::string test = write("faulty/test.csv", "x,y\n3,1\noops,0\n");
        const QString said = sentence([&] { openDataSet("csv:" + folder_.filePath("faulty").toStdString()); });
        QVERIFY2(said.contains(QString::fromStdString(test) + " line 3, column x"), qPrintable(said));
    }

    // ---- TFRecord ----
    void checksums() {
        // Of RFC 3720, appendix B.4, and of TensorFlow's own test.
        QCOMPARE(crc32c(std::vector<uint8_t>(32, 0)), 0x8A9136AAu);
        QCOMPARE(crc32c(std::vector<uint8_t>(32, 0xFF)), 0x62A8AB43u);
        std::vector<uint8_t> rising(32);
        for (size_t i = 0; i < 32; ++i) rising[i] = uint8_t(i);
        QCOMPARE(crc32c(rising), 0x46DD794Eu);
    }

    void recordsOfTensorFlow() {
        const json& records = reference()["records"];
        const DataSet images = open("tfrecord", "ants.tfrecord", bytesOf(records["images"]));
        QCOMPARE(images.train->size(), 7);
        QCOMPARE(images.shape(), (Shape{3, 4, 5}));
        QCOMPARE(images.train->classNames(), (std::vector<std::string>{"ant", "bee", "cat"}));
        QCOMPARE(images.train->label(4), 1);
        Image image;
        for (int i = 0; i < 7; ++i) {
            images.train->read(i, image);
            for (int p = 0; p < 60; ++p) QCOMPARE(int(image.pixels[size_t(p)]), (p * 7 + i * 31) % 256);
        }
        const DataSet raw = open("tfrecord", "raw.tfrecord", bytesOf(records["raw"]));
        raw.train->read(3, image);
        QCOMPARE(image.width, 5);
        QCOMPARE(int(image.pixels[1]), (7 + 3 * 31) % 256);
        const DataSet numbers = open("tfrecord", "numbers.tfrecord", bytesOf(records["numbers"]));
        QVERIFY(numbers.numeric());
        QCOMPARE(numbers.train->columnNames(), (std::vector<std::string>{"a 0", "a 1", "b 0", "b 1"}));
        QCOMPARE(rowOf(*numbers.train, 3), (std::vector<float>{3, 30, 1.5f, -1.25f}));
        const DataSet targets = open("tfrecord", "targets.tfrecord", bytesOf(records["targets"]));
        QVERIFY(targets.train->hasTargets());
        QCOMPARE(targets.train->target(2), 0.3f);
    }

    void recordsThereAndBack() {
        const std::string out = folder_.filePath("out").toStdString();
        QDir(folder_.path()).mkpath("out");
        const DataSet images = open("npz", "images.npz", bytesOf(reference()["npz"]));
        writeTfRecords(*images.train, out + "/images-train.tfrecord");
        writeTfRecords(*images.test, out + "/images-test.tfrecord");
        const DataSet again = openDataSet("tfrecord:" + out + "/images-*.tfrecord");
        QCOMPARE(again.train->size(), 2);
        QCOMPARE(again.test->size(), 1);
        QCOMPARE(again.train->classNames(), images.train->classNames());
        Image a, b;
        for (int i = 0; i < 2; ++i) {
            images.train->read(i, a);
            again.train->read(i, b);
            QCOMPARE(a.pixels, b.pixels);
            QCOMPARE(images.train->label(i), again.train->label(i));
        }
        const DataSet price = open("csv", "price.csv", "m2,price\n50,101.5\n60,120.25\n");
        writeTfRecords(*price.train, out + "/price.tfrecord");
        const DataSet prices = openDataSet(out + "/price.tfrecord");
        QCOMPARE(rowOf(*prices.train, 1), rowOf(*price.train, 1));
        QCOMPARE(prices.train->target(0), 101.5f);
        QCOMPARE(prices.train->columnNames(), price.train->columnNames());
        QVERIFY(sentence([&] { writeTfRecords(*price.train, "/nowhere/x.tfrecord"); }).contains("/nowhere"));
        QVERIFY(QDir(folder_.filePath("out")).entryList({"*.part*"}).isEmpty());
        // A byte changed anywhere, and a cut anywhere, is found by the sums.
        const QByteArray whole = bytesOf(reference()["records"]["numbers"]);
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray changed = whole;
            changed[at] = char(changed[at] ^ 0x10);
            QVERIFY(sentence([&] { open("tfrecord", "changed.tfrecord", changed); }).contains("record"));
            const QString cut = sentence([&] { open("tfrecord", "cut.tfrecord", whole.left(at)); });
            QVERIFY2(cut == "(no error)" || cut.contains("cut short") || cut.contains("empty"), qPrintable(cut));
        }
        QVERIFY(sentence([&] { open("tfrecord", "z.tfrecord", files::gzipped(whole)); }).contains("gunzip"));
        QVERIFY(sentence([&] { openDataSet("tfrecord:" + out + "/none-*.tfrecord"); }).contains("none of that name"));
        // Records that are no Examples.
        const std::string odd = out + "/odd.tfrecord";
        {
            TfRecordWriter writer(odd);
            writer.write(std::vector<uint8_t>{1, 2, 3});
            writer.write(std::vector<uint8_t>{});
            writer.finish();
        }
        QVERIFY(sentence([&] { openDataSet("tfrecord:" + odd); }).contains("tf.train.Example"));
    }

    // Far more shards than a process may have open, read from several threads at once.
    void manyShards() {
        constexpr int kShards = 300;
        const DataSet images = openDataSet("sample");
        const std::string out = folder_.filePath("shards").toStdString();
        std::filesystem::create_directories(out);
        for (int shard = 0; shard < kShards; ++shard) {
            const auto one = splitSource(images.train, {1.0 / static_cast<double>(images.train->size()),
                                                        static_cast<uint64_t>(shard)})
                                 .second;
            writeTfRecords(*one, out + "/x-" + std::to_string(1000 + shard) + ".tfrecord");
        }
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit few = before;
        few.rlim_cur = 150;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        std::atomic<int> read{0};
        try {
            const DataSet set = openDataSet("tfrecord:" + out + "/x-*.tfrecord");
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    Image image;
                    for (int64_t i = t; i < 2 * set.train->size(); i += 4) try {
                            set.train->read(i % set.train->size(), image);
                            read += image.width == 28;
                        } catch (const Error&) {
                        }
                });
        } catch (const Error& error) {
            ::setrlimit(RLIMIT_NOFILE, &before);
            QFAIL(error.what());
        }
        ::setrlimit(RLIMIT_NOFILE, &before);
        QCOMPARE(read.load(), 2 * kShards);
        const RecordFiles files({out + "/x-1000.tfrecord", out + "/x-1001.tfrecord", out + "/x-1002.tfrecord"}, 2);
        std::vector<uint8_t> bytes;
        for (const size_t file : {0, 1, 2, 0, 2, 1}) files.read(file, 0, 8, bytes);
        QCOMPARE(files.open(), size_t{2});
    }

    // ---- columns ----
    void columns() {
        const auto values = reference()["table"].get<std::vector<float>>();
        const auto make = [&](size_t first, size_t last) {
            Table table;
            table.name = "table";
            table.split = "rows";
            table.shape = Shape{5};
            table.columns = {"a", "b", "c", "d", "e"};
            table.values.assign(values.begin() + long(5 * first), values.begin() + long(5 * last));
            table.classes = {"0"};
            table.labels.assign(last - first, 0);
            return std::make_shared<TableSource>(std::move(table));
        };
        DataSet set;
        set.train = make(0, 30);
        set.test = make(30, 40);
        const auto compare = [&](const DataSet& made, const char* key) {
            const auto wanted = reference()[key].get<std::vector<double>>();
            const size_t width = wanted.size() / 10;
            for (size_t i = 0; i < wanted.size(); ++i) {
                const auto found = double(made.test->row(int64_t(i / width))[i % width]);
                if (!near(found, wanted[i], 2e-5)) return QString("%1: %2 is %3").arg(i).arg(found).arg(wanted[i]);
            }
            return QString();
        };
        for (const auto& [setting, value, key] :
             {std::tuple{"scale", "standard", "standard"}, {"scale", "minmax", "minmax"}, {"pca", "3", "pca"}}) {
            DataSet made = set;
            prepareColumns(made, {{setting, value}});
            QCOMPARE(compare(made, key), QString());
        }
        const Pca pca = fitPca(*set.train, 3);
        for (size_t k = 0; k < 3; ++k) {
            QVERIFY(near(pca.varianceShare[k], reference()["pca_share"][k]));
            QVERIFY(near(pca.variance[k], reference()["pca_variance"][k]));
        }
        const auto statistics = columnStatistics(*set.train);
        for (size_t c = 0; c < 5; ++c) {
            QVERIFY(near(statistics[c].deviation, reference()["deviation"][c]));
            for (size_t q = 0; q < 5; ++q) QVERIFY(near(statistics[c].quantiles[q], reference()["quantiles"][c][q]));
            int64_t sum = 0;
            for (const int64_t count : statistics[c].histogram) sum += count;
            QCOMPARE(sum, 30);
        }
        // Buckets: one column each, a single 1.
        DataSet bucketed = set;
        prepareColumns(bucketed, {{"bucket", "b:3"}});
        QCOMPARE(bucketed.shape(), (Shape{7}));
        QCOMPARE(bucketed.train->columnNames()[2], std::string("b bucket 1"));
        double counts[3] = {};
        for (int64_t i = 0; i < 30; ++i) {
            const float* row = bucketed.train->row(i);
            QCOMPARE(row[1] + row[2] + row[3], 1.0f);
            for (int b = 0; b < 3; ++b) counts[b] += double(row[1 + b]);
            QCOMPARE(row[0], set.train->row(i)[0]);
            QCOMPARE(row[6], set.train->row(i)[4]);
        }
        for (const double count : counts) QCOMPARE(count, 10.0);
        const std::vector<float> boundaries{1, 5, 10};
        QCOMPARE(bucketOf(0, boundaries), size_t{0});
        QCOMPARE(bucketOf(1, boundaries), size_t{1});
        QCOMPARE(bucketOf(10, boundaries), size_t{3});
        for (const char* bad : {"b", "z:3", "b:1", "b:5;2", "b:x;y"})
            QVERIFY(sentence([&] {
                        DataSet made = set;
                        prepareColumns(made, {{"bucket", bad}});
                    }) != "(no error)");
    }

    void tablesAreChecked() {
        const auto said = [](std::vector<float> values, std::vector<int32_t> labels) {
            return sentence([&] {
                Table table;
                table.name = "t";
                table.split = "train";
                table.shape = Shape{2};
                table.values = std::move(values);
                table.classes = {"a", "b"};
                table.labels = std::move(labels);
                TableSource source(std::move(table));
            });
        };
        QCOMPARE(said({1, 2}, {0}), QString("(no error)"));
        QVERIFY(said({1}, {0}).contains("numbers"));
        QVERIFY(said({1, NAN}, {0}).contains("NaN"));
        QVERIFY(said({1, INFINITY}, {0}).contains("infinite"));
        QVERIFY(said({1, 2}, {2}).contains("classes"));
        const auto found = settleLabels(std::vector<std::vector<double>>{{3, 1}, {2}, {}});
        QCOMPARE(found[0].classes, (std::vector<std::string>{"1", "2", "3"}));
        QCOMPARE(found[0].labels, (std::vector<int32_t>{2, 0}));
        QVERIFY(!settleLabels(std::vector<std::vector<double>>{{0.5, 1}, {}, {}})[0].targets.empty());
        QCOMPARE(settleLabels(std::vector<std::vector<double>>{{-1, 1}, {}, {}})[0].classes.size(), size_t{2});
    }

    // ---- statistics ----
    void duplicatesAndLeaks() {
        const DataSet set = open("csv", "twice.csv",
                                 "x,label,split\n1,a,train\n2,a,train\n1,a,train\n2,b,train\n1,a,train\n3,b,train\n"
                                 "3,b,test\n4,a,test\n2,a,val\n");
        for (const int threads : {1, 3}) {
            const auto train = sourceStatistics(*set.train, threads);
            QCOMPARE(train.duplicates, (std::vector<std::vector<int64_t>>{{0, 2, 4}, {1, 3}}));
            QCOMPARE(train.contradictions, 1);
            QCOMPARE(train.repeated(), 3);
            QCOMPARE(train.columns.size(), size_t{1});
            const auto leaks = findLeaks(set, train, threads);
            QCOMPARE(leaks.size(), size_t{2});
            QCOMPARE(leaks[0].split, std::string("validation"));
            QCOMPARE(leaks[0].trainItem, 1);
            QCOMPARE(leaks[1].split, std::string("test"));
            QCOMPARE(leaks[1].trainItem, 5);
        }
        // Images: the same pixels in another file or size.
        for (int i = 0; i < 5; ++i)
            write(QString("same/a/%1.png").arg(i),
                  files::png(i < 3 ? 6 : 5, i < 3 ? 5 : 6, 3,
                             [i](int x, int y, int c) { return i == 1 ? 9 : x + y + c; }));
        write("same/b/0.png", files::png(6, 5, 3, [](int x, int y, int c) { return x + y + c; }));
        const DataSet images = openDataSet("folder:" + folder_.filePath("same").toStdString());
        const auto statistics = sourceStatistics(*images.train, 2);
        QCOMPARE(statistics.duplicates, (std::vector<std::vector<int64_t>>{{0, 2, 5}, {3, 4}}));
        QCOMPARE(statistics.contradictions, 1);
        QCOMPARE(statistics.sizes.size(), size_t{2});
        QCOMPARE(statistics.sizes.at({6, 5}), 4);
    }

    // Which columns only say which row it is, and how large the numbers are that are to be learned.
    void whatCountsAndWhatIsLearned() {
        const DataSet set =
            open("csv", "houses.csv", "no,rooms,area,price\n1,3,50.5,100.5\n2,4,60,300\n4,3,70,500.5\n");
        const SourceStatistics measured = sourceStatistics(*set.train, 1);
        QVERIFY(measured.columns[0].whole && measured.columns[0].rising);
        QVERIFY(measured.columns[1].whole && !measured.columns[1].rising);
        QVERIFY(!measured.columns[2].whole && measured.columns[2].rising);
        QVERIFY(std::abs(measured.targetMean - 901.0 / 3) < 1e-9);
        QVERIFY(std::abs(measured.targetDeviation - 163.2995) < 1e-3);
        const DataSet classes = open("csv", "kinds.csv", "a,kind\n100,x\n200,y\n");
        QCOMPARE(sourceStatistics(*classes.train, 1).targetMean, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestTables)

}  // namespace test_tables

#include "test_tables.moc"
