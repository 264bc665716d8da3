// Holds the tree to its directions: app -> ui -> {widgets, engine}, no Qt in the engine or the headless program,
// each library behind its own door. Reads the sources' include lines; linking enforces the rest.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

namespace test_includes {

namespace {

struct Rule {
    const char* under;        // files below this folder...
    const char* forbids;      // ...may not include what matches
    const char* except = "";  // ...but for files below one of these
};

const Rule kRules[] = {
    {"engine", "^(Q[A-Z]|Qt|qcustomplot|ui/|widgets/|app/)"},
    {"app/cli", "^(Q[A-Z]|Qt|qcustomplot|ui/|widgets/|app/window|app/document)"},
    {"widgets", "^(ui/|app/|engine/)"},
    {"ui", "^app/"},
    {"app", "^(ui/.*_panel\\.h|widgets/(canvas|graph|plot|timeline)/)",
     "app/window/shots|app/window/status_strip"},               // it composes
    {"ui", "^engine/layers/(build_context|network_ends)\\.h"},  // what only a layer's own file needs
    {"engine", "^opencv2/", "engine/data"},
    {"engine", "^(dnnl|oneapi|omp\\.h)", "engine/backend/cpu"},
    {"engine", "^Eigen/", "engine/backend/cpu|engine/core/eigen_pairs|engine/data|engine/layers|engine/projection"},
    {"engine", "^(cuda|cudnn|cublas)", "engine/backend/cuda"},
    {"engine/core", "^engine/(?!core/)"},
    {"engine/profile", "^engine/(?!core/|profile/)"},
    {"engine/backend", "^engine/(?!core/|profile/|backend/)"},
    {"engine/ops", "^engine/(?!core/|backend/|ops/)"},
    {"engine/graph", "^engine/(?!core/|profile/|backend/|ops/|graph/)"},
    {"engine/eager", "^engine/(?!core/|backend/|ops/|graph/|eager/)"},
    {"engine/layers", "^engine/(?!core/|backend/|ops/|graph/|layers/)"},
    {"engine/model", "^engine/(?!core/|backend/|ops/|graph/|layers/|model/)"},
    {"engine/data", "^engine/(?!core/|profile/|data/)"},
    {"engine/train", "^engine/(io|run)/"},
    {"engine/projection", "^engine/(?!core/|projection/)"},
};

QStringList includesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    static const QRegularExpression line("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]",
                                         QRegularExpression::MultilineOption);
    QStringList found;
    auto match = line.globalMatch(QString::fromUtf8(file.readAll()));
    while (match.hasNext()) found << match.next().captured(1);
    return found;
}

QStringList sourcesUnder(const QString& folder) {
    QStringList files;
    QDirIterator it(folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) files << it.next();
    return files;
}

}  // namespace

class TestIncludes : public QObject {
    Q_OBJECT
private slots:
    void directionsHold() {
        const QDir root(TENSORLOOM_SOURCE_DIR);
        int seen = 0;
        QStringList wrong;
        for (const Rule& rule : kRules) {
            const QRegularExpression forbidden(rule.forbids);
            for (const QString& file : sourcesUnder(root.filePath(rule.under))) {
                const QString relative = root.relativeFilePath(file);
                const QStringList exceptions = QString(rule.except).split('|', Qt::SkipEmptyParts);
                if (std::any_of(exceptions.begin(), exceptions.end(),
                                [&](const QString& one) {  // a folder, or a file without its ending
                                    return relative.startsWith(one + '/') || relative.startsWith(one + '.');
                                }))
                    continue;
                for (const QString& include : includesOf(file)) {
                    ++seen;
                    if (forbidden.match(include).hasMatch()) wrong << relative + " includes " + include;
                }
            }
        }
        QVERIFY2(seen > 500, "the scan found next to no includes: is the source folder right?");
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // The program builds without CUDA (-DTENSORLOOM_CUDA=OFF): what is outside its folders includes its headers only
    // where the option is on.
    void cudaIsAnOption() {
        const QDir root(TENSORLOOM_SOURCE_DIR);
        static const QRegularExpression opens("^\\s*#\\s*if"), other("^\\s*#\\s*el"), closes("^\\s*#\\s*endif"),
            option("^\\s*#\\s*ifdef\\s+TENSORLOOM_CUDA\\b"), include("^\\s*#\\s*include\\s*\"engine/backend/cuda/");
        QStringList wrong;
        int seen = 0;
        for (const char* folder : {"engine", "widgets", "ui", "app", "tests"})
            for (const QString& path : sourcesUnder(root.filePath(folder))) {
                const QString relative = root.relativeFilePath(path);
                if (relative.contains("engine/backend/cuda/") || relative.endsWith("_cuda.cpp")) continue;
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                QList<bool> within;  // of each #if around the line, whether it asks for the option
                for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
                    if (opens.match(line).hasMatch()) within << option.match(line).hasMatch();
                    if (other.match(line).hasMatch() && !within.isEmpty()) within.last() = false;
                    if (closes.match(line).hasMatch() && !within.isEmpty()) within.removeLast();
                    if (!include.match(line).hasMatch()) continue;
                    ++seen;
                    if (!within.contains(true)) wrong << relative + ": " + line;
                }
            }
        QVERIFY(seen > 3);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // Qt sets the process's locale, which printf and strtod ask for the decimal sign. Numbers that the engine writes
    // and reads have a point: engine/core/brief.h. %3F is no format, but a sign of an address.
    void theEngineAsksNoLocale() {
        const QDir root(TENSORLOOM_SOURCE_DIR);
        static const QRegularExpression asks(
            "\"[^\"\\n]*%(?![0-9][A-F]\\b)[-+#0-9.*]*l?[aefgAEFG]\\b|\\b(strto(d|f|ld)|atof|sto(d|f|ld))\\s*\\(");
        QStringList wrong;
        int seen = 0;
        for (const QString& path : sourcesUnder(root.filePath("engine"))) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            ++seen;
            auto match = asks.globalMatch(text);
            while (match.hasNext()) wrong << root.relativeFilePath(path) + " has " + match.next().captured(0);
        }
        QVERIFY(seen > 500);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // A panel that includes another panel's header is the start of a knot.
    void panelsDoNotKnowEachOther() {
        const QDir ui(QString(TENSORLOOM_SOURCE_DIR) + "/ui");
        const QStringList shared{"models", "commands", "jobs", "shell", "tags", "augmentation"};
        QStringList wrong;
        for (const QString& panel : ui.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (shared.contains(panel)) continue;
            for (const QString& file : sourcesUnder(ui.filePath(panel)))
                for (const QString& include : includesOf(file)) {
                    const QString room = include.section('/', 1, 1);
                    if (include.startsWith("ui/") && room != panel && !shared.contains(room))
                        wrong << ui.relativeFilePath(file) + " includes " + include;
                }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // A letter or a digit is a key of the table of actions, where it is listed and can be changed; a widget that knows
    // one holds a second list. But for keys that a hand holds in the middle of a drag.
    void widgetsHoldNoLetters() {
        const QDir widgets(QString(TENSORLOOM_SOURCE_DIR) + "/widgets");
        static const QRegularExpression letter("\\bQt::Key_[A-Z0-9]\\b");
        QStringList wrong;
        int seen = 0;
        for (const QString& path : sourcesUnder(widgets.path())) {
            const QString relative = widgets.relativeFilePath(path);
            if (relative == "canvas/tools/wire_tool.cpp") continue;  // C, while a wire is in hand
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            seen += text.contains("Qt::Key_");
            auto match = letter.globalMatch(text);
            while (match.hasNext()) wrong << relative + " has " + match.next().captured(0);
        }
        QVERIFY(seen > 5);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // A busy machine takes any time for anything, so a test that waits says how long: not Qt's five seconds.
    void testsWaitAsLongAsTheySay() {
        const QDir tests(QString(TENSORLOOM_SOURCE_DIR) + "/tests");
        QStringList wrong;
        int seen = 0;
        for (const QString& path : sourcesUnder(tests.path())) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            const QString call = QStringLiteral("qWaitFor") + '(';
            for (qsizetype at = text.indexOf(call); at >= 0; at = text.indexOf(call, at + 1), ++seen) {
                int depth = 0, arguments = 1;
                for (qsizetype i = at + call.size() - 1; i < text.size(); ++i) {
                    if (QStringLiteral("([{").contains(text[i])) ++depth;
                    if (QStringLiteral(")]}").contains(text[i]) && --depth == 0) break;
                    if (text[i] == ',' && depth == 1) ++arguments;
                }
                if (arguments < 2)
                    wrong
                        << QStringLiteral("%1:%2").arg(tests.relativeFilePath(path)).arg(text.left(at).count('\n') + 1);
            }
        }
        QVERIFY(seen > 50);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    // Files open with what they are for, and stay readable in one sitting.
    void filesAreShortAndIntroduced() {
        const QDir root(TENSORLOOM_SOURCE_DIR);
        QStringList wrong;
        for (const char* folder : {"engine", "widgets", "ui", "app"})
            for (const QString& path : sourcesUnder(root.filePath(folder))) {
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QByteArray text = file.readAll();
                if (!text.startsWith("// ")) wrong << root.relativeFilePath(path) + " does not say what it is for";
                if (text.count('\n') > 500) wrong << root.relativeFilePath(path) + " is over 500 lines";
            }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestIncludes)

}  // namespace test_includes

#include "test_includes.moc"
