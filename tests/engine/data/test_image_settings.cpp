// Photos of many sizes: what opening tells of them, and the size that all are brought to as a setting of the data, with
// what each way of fitting keeps, cuts off or adds.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/augment.h"
#include "engine/data/image_settings.h"
#include "engine/data/pipeline.h"
#include "engine/data/spec_settings.h"
#include "engine/data/statistics.h"
#include "engine/model/templates.h"
#include "engine/model/validation.h"

namespace test_image_settings {

using namespace tl;

namespace {

// Red at the left, green in the middle, blue at the right: what is cut off is seen.
QByteArray thirds(int width, int height) {
    return files::png(width, height, 3, [=](int x, int, int c) { return x * 3 / width == c ? 200 : 0; });
}

std::array<int, 3> pixel(const Image& image, int x, int y) {
    const auto at = static_cast<size_t>((y * image.width + x) * 3);
    return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

const std::array<int, 3> kRed{200, 0, 0}, kGreen{0, 200, 0}, kBlue{0, 0, 200}, kBlack{0, 0, 0};

QString errorOf(const std::string& spec) {
    try {
        openDataSet(spec);
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

}  // namespace

class TestImageSettings : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path_;

private slots:
    // Two wide images and one tall one of another class.
    void initTestCase() {
        files::write(folder_.path(), "wide/a.png", thirds(30, 10));
        files::write(folder_.path(), "wide/b.png", thirds(30, 10));
        files::write(folder_.path(), "tall/c.png", thirds(12, 48));
        path_ = "folder:" + folder_.path().toStdString();
    }

    void sizesAreToldAtOpening() {
        const DataSet data = openDataSet(path_);
        QVERIFY(data.sizes == (ImageSizes{12, 30, 10, 48, 30, 10, false}));
        QVERIFY(data.sizes.mixed());
        QVERIFY(data.shape() == (Shape{3, 10, 30}));  // the size of most, as ever
        QCOMPARE(suggestedSize(data.sizes), (std::pair{30, 10}));
        QCOMPARE(suggestedSize({0, 0, 0, 0, 4000, 3000}), (std::pair{224, 224}));
        QVERIFY(!openDataSet("sample").sizes.mixed());
    }

    // Of photos that were cut out by hand hardly two are alike: two that are say nothing of the others.
    void aSizeOfFewIsNotTheirs() {
        std::map<std::pair<int, int>, int64_t> counts{{{24, 48}, 2}};
        for (int i = 0; i < 40; ++i) counts[{30 + i, 32 + i}] = 1;
        QCOMPARE(usualSize(counts), (std::pair{48, 50}));
        counts[{24, 48}] = 5;
        QCOMPARE(usualSize(counts), (std::pair{24, 48}));
        QCOMPARE(usualSize({}), (std::pair{0, 0}));
        QTemporaryDir folder;
        for (int i = 0; i < 21; ++i)
            files::write(folder.path(), qPrintable(QStringLiteral("a/%1.png").arg(i)),
                         i < 2 ? thirds(9, 60) : thirds(30 + 3 * i, 20 + i));
        const DataSet data = openDataSet("folder:" + folder.path().toStdString());
        QVERIFY(data.shape()[1] > 20 && data.shape()[2] > 40);
        QCOMPARE(suggestedSize(data.sizes).second, static_cast<int>(data.shape()[1]));
    }

    void eachWayOfFitting_data() {
        QTest::addColumn<std::string>("settings");
        QTest::addColumn<std::array<int, 3>>("left");
        QTest::addColumn<std::array<int, 3>>("right");
        QTest::addColumn<std::array<int, 3>>("top");
        // 30×10 into 10×10: stretched it keeps all thirds, filled only the middle one, fitted it lies between two bars.
        QTest::newRow("stretch") << std::string("size=10x10&filter=nearest") << kRed << kBlue << kGreen;
        QTest::newRow("fill") << std::string("size=10x10&resize=fill") << kGreen << kGreen << kGreen;
        QTest::newRow("fit") << std::string("size=10&resize=fit&filter=nearest") << kRed << kBlue << kBlack;
        QTest::newRow("fit, its own size") << std::string("resize=fit&filter=area") << kRed << kBlue << kGreen;
    }
    void eachWayOfFitting() {
        QFETCH(std::string, settings);
        const DataSet data = openDataSet(path_ + "?" + settings);
        QVERIFY(data.sizes.chosen);
        const auto wide = [&] {
            for (int64_t i = 0; i < data.train->size(); ++i)
                if (data.train->itemName(i) == "wide/a.png") return i;
            return int64_t{-1};
        }();
        Image image;
        data.train->read(wide, image);
        QVERIFY((Shape{3, image.height, image.width}) == data.shape());
        const int middle = image.height / 2;
        QTEST((pixel(image, 0, middle)), "left");
        QTEST((pixel(image, image.width - 1, middle)), "right");
        QTEST((pixel(image, image.width / 2, 0)), "top");
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        for (const char* filter : {"auto", "nearest", "bilinear", "bicubic", "area", "lanczos"})
            QTest::newRow(filter) << filter;
    }
    // A step from 0 to 200 at a seventh of the size: all filters keep both sides, and only nearest no value between.
    void filters() {
        QFETCH(QString, filter);
        QTemporaryDir folder;
        files::write(folder.path(), "a/x.png", files::png(49, 49, 1, [](int x, int, int) { return x < 27 ? 0 : 200; }));
        const DataSet data =
            openDataSet("folder:" + folder.path().toStdString() + "?size=7x7&filter=" + filter.toStdString());
        Image image;
        data.train->read(0, image);
        QCOMPARE(image.pixels.size(), size_t{49});
        QCOMPARE(int(image.pixels[0]), 0);
        QCOMPARE(int(image.pixels[6]), 200);
        const int step = image.pixels[3];                              // columns 21 to 27 of the file
        if (filter == "auto" || filter == "area") QCOMPARE(step, 29);  // one of seven
        if (filter == "nearest") QCOMPARE(step, 0);
    }

    // All who look at the data see what training sees.
    void gridStatisticsAugmentationAndBatchesAgree() {
        const DataSet data = openDataSet(path_ + "?size=20x16&resize=fill");
        const SourceStatistics statistics = sourceStatistics(*data.train, 2);
        QCOMPARE(statistics.sizes.size(), size_t{1});
        QCOMPARE(statistics.sizes.begin()->first, (std::pair{20, 16}));
        Batch batch;
        auto batches = Pipeline(data.train).resize(data.shape()).batch(3).iterate();
        QVERIFY(batches.next(batch));
        QVERIFY(batch.data.shape() == (Shape{3, 3, 16, 20}));
        Image seen, augmented;
        for (int64_t i = 0; i < 3; ++i) {
            data.train->read(i, seen);
            readAugmented(*data.train, i, data.shape(), {}, 1, 0, augmented);
            QVERIFY(seen.pixels == augmented.pixels);
            std::vector<uint8_t> planar(seen.pixels.size());
            toPlanar(seen, planar.data());
            const auto* inBatch = static_cast<const uint8_t*>(batch.data.data()) + i * data.shape().elements();
            QVERIFY(std::equal(planar.begin(), planar.end(), inBatch));
        }
    }

    void memoryIsSizedToo() {
        const DataSet data = openDataSet("sample?size=14x20&resize=fit");
        QVERIFY(data.shape() == (Shape{1, 20, 14}));
        QVERIFY(!data.train->planar(0));
        Image image;
        data.train->read(0, image);
        QCOMPARE(image.height, 20);
        QVERIFY(std::all_of(image.pixels.begin(), image.pixels.begin() + 14 * 3, [](uint8_t v) { return v == 0; }));
    }

    void changesWithoutReadingAgain() {
        DataSet data = openDataSet(path_);
        const std::string plain = path_, sized = path_ + "?size=8x8&resize=fill";
        auto other = withOtherImageSettings(data, plain, sized);
        QVERIFY(other && other->shape() == (Shape{3, 8, 8}) && other->sizes.chosen);
        QCOMPARE(other->spec, openDataSet(sized).spec);
        Image there, fresh;
        other->train->read(0, there);
        openDataSet(sized).train->read(0, fresh);
        QVERIFY(there.pixels == fresh.pixels);
        const auto back = withOtherImageSettings(*other, sized, plain);
        QVERIFY(back && back->shape() == data.shape() && !back->sizes.chosen);
        QCOMPARE(back->settings.size(), data.settings.size());
        QVERIFY(!withOtherImageSettings(data, plain, "folder:/elsewhere?size=8x8"));
    }

    // The settings are a table: its texts and values go there and back.
    void settingsAreATable() {
        const std::string spec = path_ + "?resize=fill&size=24x18";
        const DataSet data = openDataSet(spec);
        QCOMPARE(data.settings.size(), size_t{3});
        const Properties values = settingValues(data.settings, spec);
        QCOMPARE(std::get<std::vector<int64_t>>(values.at("size")), (std::vector<int64_t>{24, 18}));
        QCOMPARE(settingText(values.at("size")), std::string("24x18"));
        QCOMPARE(std::get<std::vector<int64_t>>(data.settings[0].defaultValue), (std::vector<int64_t>{30, 10}));
        QCOMPARE(withSettings(spec, {{"size", ""}, {"filter", "area"}}), path_ + "?filter=area&resize=fill");
        QCOMPARE(withSettings("csv:/x/a.csv", {{"label", "P/E & 50%"}}),
                 std::string("csv:/x/a.csv?label=P/E %26 50%25"));
        QCOMPARE(splitSettings("csv:/x/a.csv?label=P/E %26 50%25").second.at("label"), std::string("P/E & 50%"));
        QCOMPARE(withImageSettingsOf("folder:/new", spec), std::string("folder:/new?resize=fill&size=24x18"));
        QCOMPARE(withImageSettingsOf("folder:/new?size=9", spec), std::string("folder:/new?size=9"));
    }

    // Whatever a column and a file are called, a spec comes apart into what it was made of.
    void anyNameGoesThereAndBack() {
        const std::vector<std::string> names{"Survived?", "?",   "??a=b", "a&b",     "&",        "a=b",   "=",  "50%",
                                             "%3F",       "%",   "%25",   "#1",      "a;b",      "a b",   " a", "a ",
                                             "Größe",     "a,b", "a:b",   "a?b=c&d", "Über=?&%", "\"a\"", "+"};
        for (const std::string& path : {std::string("csv:/x/a.csv"), std::string("csv:/x/what?.csv"),
                                        std::string("csv:/x/a?b=c.csv"), std::string("/x/a?"), std::string("sample")})
            for (const std::string& name : names) {
                const SpecSettings settings{{"ignore", name}, {"label", name}};
                const auto [plain, found] = splitSettings(joinSettings(path, settings));
                QCOMPARE(plain, path);
                QVERIFY2(found == settings, name.c_str());
                QVERIFY(splitSettings(withSettings(joinSettings(path, {}), settings)) == std::pair(path, settings));
            }
        QTemporaryDir folder;
        const std::string odd =
            files::write(folder.path(), "which?.csv", "age,Survived?\n10,yes\n20,no\n30,yes\n40,no\n");
        for (const std::string& spec : {odd, "csv:" + odd + "?label=Survived%3F"}) {
            const DataSet data = openDataSet(withSettings(spec, {{"label", "Survived?"}}));
            QCOMPARE(data.train->classNames(), (std::vector<std::string>{"no", "yes"}));
            QCOMPARE(openDataSet(data.spec).spec, data.spec);
        }
    }

    void aSpecHasAName() {
        const std::pair<const char*, const char*> called[] = {
            {"csv:/home/me/wine.csv?label=a/b&bucket=c:4", "wine.csv"},
            {"folder:/data/photos/", "photos"},
            {"/data/a:b", "a:b"},
            {"csv:wine.csv", "wine.csv"},
            {"photos?size=8x8", "photos"},
            {"sample", "sample"}};
        for (const auto& [spec, name] : called) QCOMPARE(dataName(spec), std::string(name));
    }

    // A folder whose name looks like settings is told apart once, on the disk; from then on its spec says so itself.
    void aFolderNamedLikeSettings() {
        const QTemporaryDir home;
        const std::string odd = home.path().toStdString() + "/photos?size=8x8";
        std::filesystem::copy(path_.substr(path_.find(':') + 1), odd, std::filesystem::copy_options::recursive);
        QCOMPARE(specAsOnDisk(odd), odd + "?");
        QCOMPARE(specAsOnDisk(path_ + "?size=8x8"), path_ + "?size=8x8");
        QCOMPARE(splitSettings(odd + "?").first, odd);
        QCOMPARE(joinSettings(odd, {}), odd + "?");
        QCOMPARE(withSettings(odd + "?", {{"size", "6x6"}}), odd + "?size=6x6");
        QCOMPARE(splitSettings(odd + "?size=6x6").first, odd);
        for (const std::string& spec : {odd, odd + "?", "folder:" + odd + "?"})
            QCOMPARE(openDataSet(spec).shape(), openDataSet(path_).shape());
        QCOMPARE(openDataSet(odd + "?size=6x6").shape(), (Shape{3, 6, 6}));
        std::filesystem::remove_all(odd);
        QCOMPARE(splitSettings(odd + "?").first, odd);  // nobody asks the disk
        QCOMPARE(splitSettings(odd).first, home.path().toStdString() + "/photos");
    }

    void sentences_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("says");
        QTest::newRow("size") << "size=big"
                              << "width and height";
        QTest::newRow("size 0") << "size=0x10"
                                << "width and height";
        QTest::newRow("huge") << "size=100000x10"
                              << "16384";
        QTest::newRow("resize") << "resize=squash"
                                << "stretch, fit, fill";
        QTest::newRow("filter") << "filter=soft"
                                << "lanczos";
        QTest::newRow("another") << "x=1"
                                 << "size, resize, filter";
        QTest::newRow("no value") << "size"
                                  << "";  // no setting at all: part of the path
    }
    void sentences() {
        QFETCH(QString, settings);
        QFETCH(QString, says);
        const QString error = errorOf(path_ + "?" + settings.toStdString());
        QVERIFY(!error.isEmpty());
        QVERIFY2(error.contains(says), qPrintable(error));
    }
    void numbersHaveNoSize() {
        const std::string csv = files::write(folder_.path(), "t.csv", "a,label\n1,x\n2,y\n");
        QVERIFY(errorOf(csv + "?size=8x8").contains("images"));
    }

    // The canvas says it at the Input, as long as nobody has chosen, with repairs that the data set's settings take.
    void inputWarnsOfMixedSizes() {
        const auto warnings = [](const DataSet& data) {
            DataFacts facts{data.shape(), data.classes()};
            facts.sizes = data.sizes;
            const NetworkReport report = validate(findTemplate("mlp").make(facts), facts);
            std::vector<Diagnostic> found;
            for (const Diagnostic& each : report.diagnostics)
                if (each.message.english().find("images are from") != std::string::npos) found.push_back(each);
            if (!report.ok()) found.clear();
            return found;
        };
        const auto found = warnings(openDataSet(path_));
        QCOMPARE(found.size(), size_t{1});
        QVERIFY(found[0].severity == Diagnostic::Severity::Warning);
        QVERIFY(found[0].message.english().find("12×10 to 30×48") != std::string::npos);
        QCOMPARE(found[0].repairs.size(), size_t{3});
        for (const Repair& repair : found[0].repairs) {
            QVERIFY(repair.kind == Repair::Kind::SetData);
            const std::string spec = path_ + "?" + std::get<std::string>(repair.value);
            QVERIFY(warnings(openDataSet(spec)).empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestImageSettings)

}  // namespace test_image_settings

#include "test_image_settings.moc"
