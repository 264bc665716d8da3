// The theme's promises: contrast, icons that are there, a style sheet without holes, numbers as the window shows them.
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "widgets/theme/memory_file.h"
#include "widgets/theme/theme.h"

namespace test_theme {

using namespace tl;

namespace {

// WCAG 2: relative luminance and contrast ratio.
double luminance(const QColor& c) {
    const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::instance().setDark(true); }

    // What can be written in looks so, and has its frame in the accent while it has the keyboard; what can only be read
    // has none.
    void aTextToWriteInHasAFrame() {
        Theme::instance().apply();
        QWidget window;
        QPlainTextEdit note(&window), other(&window), read(&window);
        read.setReadOnly(true);
        int x = 10;
        for (QPlainTextEdit* each : {&note, &other, &read}) {
            each->setGeometry(x, 10, 80, 60);
            x += 100;
        }
        window.resize(320, 80);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        note.setFocus();
        const auto edge = [](QPlainTextEdit& edit) { return edit.grab().toImage().pixelColor(40, 0); };
        const auto ground = [](QPlainTextEdit& edit) { return edit.grab().toImage().pixelColor(70, 50); };
        QCOMPARE(edge(note), Theme::instance().color(Token::Accent));
        QCOMPARE(edge(other), Theme::instance().color(Token::Line));
        QCOMPARE(ground(note), Theme::instance().color(Token::Bg2));
        QCOMPARE(edge(read), ground(read));
    }

    // Round with letters of any size: nothing of it in the corners.
    void roundMarksStayRound() {
        const auto back = qScopeGuard([] {
            Theme::instance().setTextScale(1);
            Theme::instance().apply();
        });
        for (const double scale : {1.0, 1.1, 1.2, 1.3, 1.4, 1.5}) {
            Theme::instance().setTextScale(scale);
            Theme::instance().apply();
            QRadioButton mark;
            mark.setChecked(true);
            mark.resize(mark.sizeHint());
            const QImage image = mark.grab().toImage();
            const QColor accent = Theme::instance().color(Token::Accent);
            QRect round;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == accent) round |= QRect(x, y, 1, 1);
            QVERIFY(round.width() >= 12);
            for (const QPoint& corner : {round.topLeft(), round.topRight(), round.bottomLeft(), round.bottomRight()})
                QVERIFY2(image.pixelColor(corner) != accent, qPrintable(QString::number(scale)));
        }
    }

    // A switch that is on has another ground; a ring is around what has the keyboard.
    void onIsNotWhatFocusLooksLike() {
        Theme::instance().apply();
        QWidget window;
        QPushButton off(&window), on(&window), focused(&window);
        int x = 10;
        for (QPushButton* each : {&off, &on, &focused}) {
            each->setCheckable(true);
            each->setGeometry(x, 10, 80, 28);
            x += 100;
        }
        on.setChecked(true);
        window.resize(320, 60);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        focused.setFocus();
        const auto colours = [&](QPushButton& button) {
            const QImage image = button.grab().toImage();
            return std::pair(image.pixelColor(0, image.height() / 2), image.pixelColor(8, image.height() / 2));
        };
        const QColor accent = Theme::instance().color(Token::Accent);
        QCOMPARE(colours(focused).first, accent);
        QVERIFY(colours(on).first != accent);
        QCOMPARE(colours(focused).second, colours(off).second);
        QVERIFY(colours(on).second != colours(off).second);
    }

    void textContrast_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void textContrast() {
        QFETCH(bool, dark);
        auto& theme = Theme::instance();
        theme.setDark(dark);
        const std::pair<Token, const char*> inks[] = {
            {Token::Text, "text"}, {Token::Muted, "muted"}, {Token::Faint, "faint"}, {Token::Accent, "accent"},
            {Token::Good, "good"}, {Token::Warn, "warn"},   {Token::Bad, "bad"}};
        const std::pair<Token, const char*> grounds[] = {
            {Token::Bg0, "canvas"}, {Token::Bg1, "panels"}, {Token::Bg2, "inputs"}};
        QStringList weak;
        for (const auto& [ink, word] : inks)
            for (const auto& [ground, place] : grounds)
                if (const double c = contrast(theme.color(ink), theme.color(ground)); c < 4.5)
                    weak << QStringLiteral("%1 on %2: %3").arg(QLatin1String(word), QLatin1String(place)).arg(c);
        for (const Token ink : {Token::Text, Token::Muted})  // rows and buttons under the mouse
            if (contrast(theme.color(ink), theme.color(Token::Bg3)) < 4.5) weak << QStringLiteral("hovered");
        if (contrast(theme.onAccent(), theme.color(Token::Accent)) < 4.5) weak << QStringLiteral("primary button");
        QVERIFY2(weak.isEmpty(), qPrintable(weak.join(QStringLiteral(", "))));
        for (const auto name : {"io", "core", "conv", "pool", "norm", "act", "reg", "merge", "sequence"})
            QVERIFY2(contrast(theme.category(name), theme.color(Token::Bg1)) >= 3, name);
    }

    void categoriesDiffer() {
        QSet<QRgb> seen;
        for (const auto name : {"io", "core", "conv", "pool", "norm", "act", "reg", "merge", "sequence"})
            seen.insert(Theme::instance().category(name).rgb());
        QCOMPARE(seen.size(), 9);
        QCOMPARE(Theme::instance().category("Conv"), Theme::instance().category("conv"));
        QCOMPARE(Theme::instance().category("none of them"), Theme::instance().color(Token::Faint));
    }

    void seriesWrapWithDash() {
        const auto& theme = Theme::instance();
        QCOMPARE(theme.series(7), theme.series(1));
        QVERIFY(theme.seriesDashes(1).isEmpty());
        QVERIFY(!theme.seriesDashes(7).isEmpty());
        QVERIFY(theme.seriesDashes(13) != theme.seriesDashes(7));
        QVERIFY(Theme::seriesRound(7) != Theme::seriesRound(1));
    }

    void styleSheetHasNoHoles() {
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            const QString sheet = Theme::instance().styleSheet();
            QVERIFY(!sheet.contains('@'));
            QVERIFY(!sheet.contains("url()"));
            // An unknown token would come out as black.
            QVERIFY(!sheet.contains("#000000"));
            QRegularExpression url("url\\(([^)]*)\\)");
            int count = 0;
            for (auto matches = url.globalMatch(sheet); matches.hasNext(); ++count)
                QVERIFY(QFileInfo(matches.next().captured(1)).size() > 0);
            QVERIFY(count > 10);
        }
    }

    // A program that is killed cleans nothing up: nothing is written that would have to be.
    void theStyleSheetWritesNoFile() {
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            const QString sheet = Theme::instance().styleSheet();
            const QRegularExpression url("url\\(([^)]*)\\)");
            for (auto matches = url.globalMatch(sheet); matches.hasNext();) {
                const QString path = matches.next().captured(1);
                QVERIFY2(path.startsWith(":/"), qPrintable(path));
                const QImage image = QIcon(path).pixmap(16, 16).toImage();
                bool painted = false;
                for (int at = 0; at < image.width() * image.height(); ++at)
                    painted |= image.pixelColor(at % image.width(), at / image.width()).alpha() > 0;
                QVERIFY2(painted, qPrintable(path));
            }
        }
        for (const QByteArray& content : {QByteArray("one"), QByteArray(70000, 'x'), QByteArray()}) {
            QFile file(memoryFile("test/" + QString::number(content.size()) + ".txt", content));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), content);
        }
    }

    void changeReachesWidgets() {
        auto& theme = Theme::instance();
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setDark(false);
        QCOMPARE(changed.size(), 1);
        theme.setDark(false);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), theme.color(Token::Bg1));
        QPushButton primary("Train");
        primary.setProperty("primary", true);
        primary.resize(120, 28);
        primary.ensurePolished();
        const QImage image = primary.grab().toImage();
        QCOMPARE(image.pixelColor(20, 6), theme.color(Token::Accent));
    }

    void iconsAreTintedAndSharp() {
        const auto& theme = Theme::instance();
        const QPixmap one = theme.pixmap("chevron-down", 16, Qt::red, 1.0),
                      two = theme.pixmap("chevron-down", 16, Qt::red, 2.0);
        QCOMPARE(one.size(), QSize(16, 16));
        QCOMPARE(two.size(), QSize(32, 32));
        QCOMPARE(two.devicePixelRatio(), 2.0);
        int red = 0, other = 0;
        const QImage image = two.toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (const QColor c = image.pixelColor(x, y); c.alpha() > 200)
                    ++(c.red() > 200 && c.green() < 40 && c.blue() < 40 ? red : other);
        QVERIFY(red > 10);
        QCOMPARE(other, 0);
        QVERIFY(!theme.icon("cpu").pixmap(16, 16).toImage().isNull());
    }

    // Every name that stands where only an icon can stand, in all sources.
    void allNamedIconsResolve() {
        const QRegularExpression use(R"re((?:icon(?:\(| = )|pixmap\()(?:QStringLiteral\()?"([a-z0-9-]+)")re");
        int uses = 0;
        for (const auto folder : {"engine/layers", "widgets", "ui", "app"}) {
            QStringList todo{QString(TENSORLOOM_SOURCE_DIR) + "/" + folder};
            while (!todo.isEmpty()) {
                const QDir dir(todo.takeLast());
                for (const auto& entry : dir.entryInfoList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot)) {
                    if (entry.isDir()) {
                        todo.push_back(entry.filePath());
                    } else if (entry.suffix() == "cpp") {
                        QFile file(entry.filePath());
                        QVERIFY(file.open(QIODevice::ReadOnly));
                        const QString text = QString::fromUtf8(file.readAll());
                        for (auto matches = use.globalMatch(text); matches.hasNext(); ++uses) {
                            const QString name = matches.next().captured(1);
                            QVERIFY2(Theme::hasIcon(name), qPrintable(entry.filePath() + ": " + name));
                        }
                    }
                }
            }
        }
        QVERIFY(uses > 10);
        QVERIFY(!Theme::hasIcon("no-such-icon"));
        QVERIFY(!Theme::appIcon().pixmap(64, 64).isNull());
    }

    void numbers_data() {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("grouped") << grouped(1234567) << "1,234,567";
        QTest::newRow("grouped negative") << grouped(-1234) << "-1,234";
        QTest::newRow("small") << compact(128) << "128";
        QTest::newRow("thousands") << compact(45234) << "45.2 k";
        QTest::newRow("rounds up a unit") << compact(999600) << "1 M";
        QTest::newRow("fraction") << compact(0.25) << "0.25";
        QTest::newRow("minus zero") << compact(-0.001) << "0";
        QTest::newRow("nan") << compact(std::nan("")) << "NaN";
        QTest::newRow("bytes") << bytesText(512) << "512 B";
        QTest::newRow("megabytes") << bytesText(4.2e6) << "4.2 MB";
        QTest::newRow("gigabytes") << bytesText(23e9) << "23 GB";
        QTest::newRow("flops") << flopsText(2.359e6) << "2.36 MFLOP";
        QTest::newRow("seconds") << durationText(21) << "0:21";
        QTest::newRow("minutes") << durationText(245.4) << "4:05";
        QTest::newRow("hours") << durationText(7325) << "2:02:05";
        QTest::newRow("an instant") << spanText(0.31) << "under a second";
        QTest::newRow("a second") << spanText(1) << "1 s";
        QTest::newRow("some seconds") << spanText(3.24) << "3.2 s";
        QTest::newRow("nearly ten seconds") << spanText(9.97) << "10 s";
        QTest::newRow("nearly a minute") << spanText(59.7) << "1:00";
        QTest::newRow("unknown span") << spanText(-1) << "–";
        QTest::newRow("unknown") << durationText(-1) << "–";
    }
    void numbers() {
        QFETCH(QString, shown);
        QFETCH(QString, wanted);
        QCOMPARE(shown, wanted);
    }

    void mixesColours() {
        QCOMPARE(Theme::mix(Qt::white, Qt::black, 0.5), QColor(128, 128, 128));
        QCOMPARE(Theme::mix(Qt::red, Qt::blue, 1), QColor(Qt::red));
    }

    void fontsAreTheOnesAsked() {
        QCOMPARE(QFontInfo(Theme::instance().mono()).family(), QString("JetBrains Mono"));
        QVERIFY(QFontInfo(Theme::instance().font()).family().startsWith("Inter"));
        const QFontMetricsF metrics(Theme::instance().mono());
        QCOMPARE(metrics.horizontalAdvance("1111"), metrics.horizontalAdvance("0000"));
    }

    void initTestCase() { Theme::instance().apply(); }
};

QTEST_MAIN(TestTheme)

}  // namespace test_theme

#include "test_theme.moc"
