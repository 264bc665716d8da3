// Every text of the program is in the translators' files, translated, with the places of its source. The texts are
// gathered as ./dev words gathers them, so what this lists is what that command adds.
#include <QDir>
#include <QDirIterator>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace test_translations {

namespace {

struct Text {
    QString context, source;
    QStringList translations;
    bool finished = true;
};

QList<Text> read(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QXmlStreamReader xml(&file);
    QList<Text> texts;
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement()) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        if (xml.name() == QLatin1String("message")) texts.append({context, {}, {}, true});
        if (xml.name() == QLatin1String("source")) texts.last().source = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            texts.last().finished = !xml.attributes().hasAttribute(QLatin1String("type"));
            QString said;  // of one form, or of several
            while (!(xml.isEndElement() && xml.name() == QLatin1String("translation")) && !xml.atEnd()) {
                xml.readNext();
                if (xml.isCharacters()) said += xml.text();
                // Behind the last of several forms stands nothing but the element's own end.
                const bool form = xml.name() == QLatin1String("numerusform");
                if (xml.isEndElement() && (form || texts.last().translations.isEmpty()))
                    texts.last().translations << said.trimmed(), said.clear();
            }
        }
    }
    return texts;
}

// {name} and %1, each once; "{count|one|many}" is {count}.
QStringList placesOf(const QString& text) {
    static const QRegularExpression place(QStringLiteral("\\{([a-z0-9_]+)(\\|[^}]*)?\\}|%L?(\\d+|n)"));
    QStringList places;
    for (auto all = place.globalMatch(text); all.hasNext();) {
        const auto one = all.next();
        places << (one.captured(1).isEmpty() ? one.captured(3) : one.captured(1));
    }
    places.sort();
    places.removeDuplicates();
    return places;
}

// Whether it holds plain words, those of "{count|class|classes}" among them; no float32, ResNet-20 or item().
bool hasWords(QString text) {
    static const QRegularExpression name(QStringLiteral("\\{[a-z0-9_]+")),
        word(QStringLiteral("^[A-Za-z][a-z]+[,:.]?$"));
    text.remove(name).replace(QLatin1Char('|'), QLatin1Char(' ')).remove(QLatin1Char('}'));
    for (const QString& each : text.split(QRegularExpression(QStringLiteral("\\s+"))))
        if (word.match(each).hasMatch()) return true;
    return false;
}

// Texts that are names, or a number "of" another: no word of theirs is Chinese.
const QStringList kNames{QStringLiteral("%1 of %2"),
                         QStringLiteral("%1 of %2 W"),
                         QStringLiteral("%1, by %2"),
                         QStringLiteral("CSVLogger: filename"),
                         QStringLiteral("CSVLogger: separator"),
                         QStringLiteral("Huber"),
                         QStringLiteral("Keras, {model}"),
                         QStringLiteral("Reorder"),
                         QStringLiteral("Rescale"),
                         QStringLiteral("SQLite format 3"),
                         QStringLiteral("The GPU {name}"),
                         QStringLiteral("The interleave"),
                         QStringLiteral("[{gates} * units, units]"),
                         QStringLiteral("a Python pickle"),
                         QStringLiteral("bench"),
                         QStringLiteral("conv_*/kernel, gradients, input"),
                         QStringLiteral("cutmix {value}"),
                         QStringLiteral("map"),
                         QStringLiteral("mixup {value}"),
                         QStringLiteral("nan"),
                         QStringLiteral("notes, config*"),
                         QStringLiteral("tensorloom train"),
                         QStringLiteral("{size} px")};

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT
    const QDir root_{QStringLiteral(TENSORLOOM_SOURCE_DIR)};
    QTemporaryDir work_;
    const QString words_ = QFileInfo(QStringLiteral(TENSORLOOM_CLI)).dir().filePath(QStringLiteral("../tools/words"));
    const QString lupdate_ =
        QStandardPaths::findExecutable(QStringLiteral("lupdate"), {QStringLiteral("/usr/lib/qt6/bin"),
                                                                   QLibraryInfo::path(QLibraryInfo::BinariesPath)});

    // The file of a language brought up to date with the sources and with those in `more`.
    QList<Text> gathered(const QString& ts, const QStringList& more = {}) {
        QStringList arguments{QStringLiteral("collect")};
        for (const QString& folder : {QStringLiteral("engine"), QStringLiteral("app/cli"), QStringLiteral("ui")})
            for (QDirIterator at(root_.filePath(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                                 QDirIterator::Subdirectories);
                 at.hasNext();)
                // (What cuda/host says is for those who test kernels.)
                if (const QString file = at.next();
                    !file.endsWith(QLatin1String("core/message.h")) && !file.contains(QLatin1String("/cuda/host/")))
                    arguments << file;
        QProcess collect;
        collect.setStandardOutputFile(work_.filePath(QStringLiteral("engine_texts.cpp")));
        collect.start(words_, arguments);
        if (!collect.waitForFinished(-1) || collect.exitCode() != 0) return {};
        const QString copy = work_.filePath(QStringLiteral("copy.ts"));
        QFile::remove(copy);
        QFile::copy(ts, copy);
        QProcess update;
        update.setWorkingDirectory(root_.path());
        update.start(lupdate_,
                     QStringList{QStringLiteral("-silent"), QStringLiteral("-no-obsolete"),
                                 QStringLiteral("-locations"), QStringLiteral("none"),
                                 QStringLiteral("-source-language"), QStringLiteral("en"), QStringLiteral("-I"),
                                 QStringLiteral("."), QStringLiteral("app"), QStringLiteral("ui"),
                                 QStringLiteral("widgets"), work_.filePath(QStringLiteral("engine_texts.cpp"))} +
                         more + QStringList{QStringLiteral("-ts"), copy});
        if (!update.waitForFinished(-1) || update.exitCode() != 0) return {};
        return read(copy);
    }

    // No translation, or words of English that were only copied.
    static bool isMissing(const Text& text) {
        static const QRegularExpression chinese(QStringLiteral("\\p{Han}"));
        const QString said = text.translations.join(QLatin1Char(' ')).trimmed();
        if (!text.finished || said.isEmpty()) return true;
        return !said.contains(chinese) && hasWords(text.source) && !kNames.contains(text.source);
    }

    static QStringList missing(const QList<Text>& texts) {
        QStringList found;
        for (const Text& text : texts)
            if (isMissing(text)) found << text.context + QStringLiteral(": ") + text.source;
        return found;
    }

private slots:
    void languages_data() {
        QTest::addColumn<QString>("file");
        const QDir folder(root_.filePath(QStringLiteral("resources/translations")));
        for (const QString& file : folder.entryList({QStringLiteral("*.ts")}))
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }

    void languages() {
        QFETCH(QString, file);
        const QList<Text> texts = gathered(file);
        QVERIFY(texts.size() > 1500);
        const QStringList lacking = missing(texts);
        QVERIFY2(lacking.isEmpty(),
                 qPrintable(QStringLiteral("%1 texts have no translation; ./dev words adds them:\n%2")
                                .arg(lacking.size())
                                .arg(lacking.mid(0, 60).join(QLatin1Char('\n')))));
        for (const Text& text : texts)
            for (const QString& said : text.translations)
                QVERIFY2(placesOf(said) == placesOf(text.source) ||
                             placesOf(said + QStringLiteral("%n")) == placesOf(text.source),
                         qPrintable(text.source + QStringLiteral(" / ") + said));
    }

    // A text that tr() is given by a constant's name is found only where the constant marks it.
    void constantsThatAreTranslatedAreMarked() {
        static const QRegularExpression asked(QStringLiteral("\\btr\\((k[A-Z]\\w*)\\b"));
        for (const char* folder : {"app", "ui", "widgets"})
            for (QDirIterator at(root_.filePath(QLatin1String(folder)), {QStringLiteral("*.cpp")}, QDir::Files,
                                 QDirIterator::Subdirectories);
                 at.hasNext();) {
                QFile file(at.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(file.readAll());
                for (auto each = asked.globalMatch(text); each.hasNext();) {
                    const QString name = each.next().captured(1);
                    const QRegularExpression marked(QStringLiteral("\\b%1(\\[\\])? = \\{?QT_TR").arg(name));
                    QVERIFY2(text.contains(marked), qPrintable(file.fileName() + QStringLiteral(": ") + name));
                }
            }
    }

    // Copied English is no translation; names stay.
    void copiedEnglishIsMissing_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("missing");
        QTest::newRow("plural") << "{count} {count|class|classes}"
                                << "{count} {count|class|classes}" << true;
        QTest::newRow("translated") << "{count} {count|class|classes}"
                                    << "{count} 个类别" << false;
        QTest::newRow("word") << "Delete"
                              << "Delete" << true;
        QTest::newRow("other words") << "No data set"
                                     << "Nothing" << true;
        QTest::newRow("name") << "MaxPool2D"
                              << "MaxPool2D" << false;
        QTest::newRow("listed") << "Huber"
                                << "Huber" << false;
        QTest::newRow("places") << "{name} ({count})"
                                << "{name} ({count})" << false;
        QTest::newRow("empty") << "%1 %"
                               << "" << true;
    }
    void copiedEnglishIsMissing() {
        QFETCH(QString, source);
        QFETCH(QString, said);
        QFETCH(bool, missing);
        QCOMPARE(isMissing({QStringLiteral("Engine"), source, {said}, true}), missing);
    }

    // What is in no file is found, wherever it stands.
    void findsWhatIsPlanted() {
        QFile planted(work_.filePath(QStringLiteral("planted.cpp")));
        QVERIFY(planted.open(QIODevice::WriteOnly));
        planted.write("#include <QObject>\nclass Planted : public QObject { Q_OBJECT\n"
                      "QString label() { return tr(\"A planted label\"); } };\n");
        planted.close();
        const QString ts = root_.filePath(QStringLiteral("resources/translations/tensorloom_zh_CN.ts"));
        const QStringList before = missing(gathered(ts)), after = missing(gathered(ts, {planted.fileName()}));
        QCOMPARE(after.size(), before.size() + 1);
        QVERIFY(after.contains(QStringLiteral("Planted: A planted label")));
    }

    // The engine's texts are found by how they are written: whole, in a Message or an Error, or more than a word.
    void collectsFromSources() {
        QFile source(work_.filePath(QStringLiteral("engine_like.cpp")));
        QVERIFY(source.open(QIODevice::WriteOnly));
        source.write("// \"a comment is none\"\n#include \"no/include one.h\"\n"
                     "void f() { throw Error(name, \"word\", Message(\"{count} \" \"files\", 3), \"Do \\\"it\\\".\");\n"
                     "  type.help = \"A sentence \"\n \"in two parts.\"; type.id = \"Conv2D\"; x.list(\"shape\");\n"
                     "  type.cases = {{\"two images\", {}}}; }\n"
                     "struct Named {\n    const char* id;  // a name\n    int n = 1;\n    Message title;\n};\n"
                     "Named g(int x) {\n    return {\"id\", 2, \"title\"};\n}\n"
                     "void h() { Named one{\"id\", 1, \"other\"}; progress(1, \"done\"); }\n");
        source.close();
        QProcess collect;
        collect.start(words_, {QStringLiteral("collect"), source.fileName()});
        QVERIFY(collect.waitForFinished(-1));
        QStringList lines =
            QString::fromUtf8(collect.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        lines.removeFirst();
        QCOMPARE(lines, QStringList({QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"word\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"{count} files\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"Do \\\"it\\\".\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"A sentence in two parts.\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"title\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"other\")"),
                                     QStringLiteral("QT_TRANSLATE_NOOP(\"Engine\", \"done\")")}));
    }
};

QTEST_GUILESS_MAIN(TestTranslations)

}  // namespace test_translations

#include "test_translations.moc"
