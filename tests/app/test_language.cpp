// The language of the window: it changes while the program runs, every text of it can be translated, and none is cut.
// In a made-up language each letter that passes through a translation becomes a full-width one, so that what is still
// plain Latin, in a widget or painted, has been past no translator; names stay as they are and are known.
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRegularExpression>
#include <QSignalSpy>

#include "app/window/language.h"
#include "engine/backend/device.h"
#include "engine/data/augment.h"
#include "engine/layers/layer_type.h"
#include "engine/layers/loss_type.h"
#include "engine/layers/metric_type.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"
#include "tests/app/window_fixture.h"
#include "ui/models/text.h"

using namespace tl;

namespace {

class FullWidth : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        QString text = QString::fromUtf8(source);
        bool place = false;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const char16_t c = text[i].unicode();
            if (c == u'{') place = true;
            if (c == u'}') place = false;
            const bool marked = i > 0 && text[i - 1] == QLatin1Char('%');
            if (!place && !marked && ((c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z')))
                text[i] = QChar(static_cast<char16_t>(c - u'!' + u'！'));
        }
        return text;
    }
};

// Takes the texts out of painting.
class TextRecorder : public QPaintDevice, QPaintEngine {
public:
    explicit TextRecorder(QSize size) : QPaintEngine(AllFeatures), size_(size) {}
    QSet<QString> texts;

private:
    QPaintEngine* paintEngine() const override { return const_cast<TextRecorder*>(this); }
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth: return size_.width();
        case PdmHeight: return size_.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        case PdmDepth: return 32;
        default: return 0;
        }
    }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override { texts << item.text(); }
    Type type() const override { return User; }
    QSize size_;
};

QSet<QString> paintedBy(QWidget& widget) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder);
    return recorder.texts;
}

// Names that are the same in every language: Keras's, the engine's ids, units, keys.
QSet<QString> names() {
    QSet<QString> known{"Tensorloom", "MNIST",  "CIFAR",   "Fashion",     "KMNIST", "CSV",     "NumPy",  "TFRecord",
                        "PNG",        "JPEG",   "BMP",     "WebP",        "TIFF",   "GPL",     "B",      "KiB",
                        "MiB",        "GiB",    "TiB",     "MFLOP",       "GFLOP",  "kFLOP",   "FLOP",   "uint",
                        "float",      "bfloat", "int",     "px",          "s",      "ms",      "min",    "h",
                        "Ctrl",       "Shift",  "Alt",     "Tab",         "Home",   "Space",   "Del",    "Enter",
                        "Esc",        "Up",     "Down",    "Left",        "Right",  "English", "npz",    "npy",
                        "csv",        "tlm",    "sample",  "safetensors", "cpu",    "lenet",   "x",      "y",
                        "MLP",        "LeNet",  "ResNet",  "Keras",       "digits", "train",   "test",   "validation",
                        "val",        "none",   "true",    "false",       "Return", "PgUp",    "PgDown", "Backspace",
                        "CPU",        "AVX",    "SSE",     "kB",          "MB",     "GB",      "AMD",    "EPYC",
                        "Intel",      "Xeon",   "Core",    "main",        "acc",    "ui",      "area",   "size",
                        "resize",     "filter", "stretch", "fit",         "fill",   "Delete",  "Ins",    "End",
                        "nan",        "M",      "k",       "G",           "T"};
    const auto add = [&known](const std::string& text) {
        for (const QString& part : q(text).split(QRegularExpression(QStringLiteral("[^A-Za-z]+")), Qt::SkipEmptyParts))
            known << part << part.left(1).toUpper() + part.mid(1);
    };
    const auto addAll = [&](const std::vector<Property>& table) {
        for (const Property& property : table) {
            add(property.key);
            for (const std::string& choice : property.choices) add(choice);
            add(toString(property.defaultValue));
        }
    };
    for (const LayerType& type : allLayers()) add(type.id), add(type.idStem), addAll(type.properties);
    for (const OptimizerType& type : allOptimizers()) add(type.id), add(type.title), addAll(type.properties);
    for (const ScheduleType& type : allSchedules()) add(type.id), addAll(type.properties);
    for (const CallbackType& type : allCallbacks()) add(type.id), add(type.title), addAll(type.properties);
    for (const AugmentType& type : allAugmentations()) add(type.id), addAll(type.properties);
    addAll(optimizerOptions());
    for (const DeviceInfo& device : listDevices()) add(device.name);
    for (const LossType& type : allLosses()) add(type.id);
    for (const MetricType& type : allMetrics()) add(type.id);
    return known;
}

// Its plain Latin words that are no names.
QStringList plainWords(QString text, const QSet<QString>& known) {
    QStringList plain;
    static const QRegularExpression word(QStringLiteral("[A-Za-z]+")), mark(QStringLiteral("<[^>]*>|&[a-z]+;"));
    text.remove(mark);
    for (auto all = word.globalMatch(text); all.hasNext();)
        if (const QString one = all.next().captured(); one.size() > 1 && !known.contains(one)) plain << one;
    return plain;
}

// What a widget says that is not painted now: tool tips, accessible names, menus.
QStringList unpainted(QWidget& root) {
    QStringList texts;
    QList<QWidget*> widgets = root.findChildren<QWidget*>();
    widgets << &root;
    for (QWidget* widget : widgets) {
        texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription()
              << widget->whatsThis();
        if (widget != &root) texts << widget->windowTitle();
        if (auto* label = qobject_cast<QLabel*>(widget)) texts << label->text();
        if (auto* button = qobject_cast<QAbstractButton*>(widget)) texts << button->text();
        if (auto* field = qobject_cast<QLineEdit*>(widget)) texts << field->placeholderText();
        if (auto* box = qobject_cast<QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
    }
    for (QAction* action : root.findChildren<QAction*>()) texts << action->text() << action->toolTip();
    texts.removeAll(QString());
    return texts;
}

QStringList untranslated(MainWindow& window, const QSet<QString>& known) {
    QSet<QString> found;
    const auto look = [&](const QString& where, const QString& text) {
        if (const QStringList plain = plainWords(text, known); !plain.isEmpty())
            found << where + QStringLiteral(": ") + text.left(90) + QStringLiteral("  [") +
                         plain.join(QLatin1Char(' ')) + QLatin1Char(']');
    };
    for (const QString& text : paintedBy(window)) look(QStringLiteral("painted"), text);
    for (const QString& text : unpainted(window)) look(QStringLiteral("widget"), text);
    QStringList sorted = found.values();
    sorted.sort();
    return sorted;
}

// Labels and buttons that are shown narrower than their text.
QStringList cutTexts(QWidget& root) {
    QStringList cut;
    const auto look = [&](QWidget* widget, const QString& text, bool wraps) {
        if (!widget->isVisible() || text.isEmpty() || wraps || widget->width() <= 1) return;
        const int lacking = widget->minimumSizeHint().width() - widget->width();
        if (lacking > 1 && widget->maximumWidth() > widget->width())
            cut << QStringLiteral("%1 “%2” lacks %3 px").arg(widget->objectName(), text.left(60)).arg(lacking);
    };
    for (QLabel* label : root.findChildren<QLabel*>()) look(label, label->text(), label->wordWrap());
    for (QAbstractButton* button : root.findChildren<QAbstractButton*>()) look(button, button->text(), false);
    return cut;
}

}  // namespace

class TestLanguage : public QObject {
    Q_OBJECT
    QSet<QString> names_;

    void settle(WindowFixture& w) {
        QTRY_VERIFY(w.window->findChild<QMenuBar*>());
        QVERIFY(w.ready());
        test::settle();
    }
    // The window in a translation of the test's own.
    void speak(WindowFixture& w, QTranslator* translator) {
        QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        translator ? void(qApp->installTranslator(translator)) : language::apply(QStringLiteral("en"));
        QTRY_VERIFY(gone.count() > 0);
        settle(w);
    }
    QStringList menus(WindowFixture& w) {
        QStringList titles;
        for (QAction* action : w.window->findChild<QMenuBar*>()->actions()) titles << action->text();
        return titles;
    }

private slots:
    void initTestCase() { names_ = names(); }
    void cleanup() { language::apply(QStringLiteral("en")); }

    void choices() {
        QCOMPARE(language::choices(), QStringList({"system", "en", "zh_CN"}));
        QCOMPARE(language::title(QStringLiteral("zh_CN")), QStringLiteral("简体中文"));
    }

    // From the View menu and back, with work under way: nothing of it is touched.
    void changesWhileItRuns() {
        WindowFixture w;
        settle(w);
        const QStringList english = menus(w);
        QVERIFY(english.contains(QStringLiteral("&File")));
        const NetworkSpec before = w.bench().network.spec();
        const int steps = w.bench().undo.count();
        w.window->showWorkspace(MainWindow::TrainSpace);
        w.trigger("trainAction");
        QVERIFY(w.reaches(RunState::Running));

        QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        w.trigger("language_zh_CN");
        QTRY_VERIFY(gone.count() > 0);
        settle(w);
        QVERIFY2(menus(w).contains(QStringLiteral("文件(&F)")), qPrintable(menus(w).join(' ')));
        QVERIFY(w.bench().network.spec() == before);
        QCOMPARE(w.bench().undo.count(), steps);
        QVERIFY(w.bench().controller.active());
        QCOMPARE(w.settings->value(QStringLiteral("language")).toString(), QStringLiteral("zh_CN"));
        QCOMPARE(q(Message("{thing}: expected {expected}.", std::string("conv_1"), "a number")),
                 QStringLiteral("conv_1：应为数。"));
        w.trigger("stopAction");
        QVERIFY(w.reaches(RunState::Stopped));

        QSignalSpy again(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        w.trigger("language_en");
        QTRY_VERIFY(again.count() > 0);
        settle(w);
        QCOMPARE(menus(w), english);
    }

    void everyTextPassesATranslation_data() {
        QTest::addColumn<int>("workspace");
        QTest::newRow("network") << int(MainWindow::NetworkSpace);
        QTest::newRow("data") << int(MainWindow::DataSpace);
        QTest::newRow("train") << int(MainWindow::TrainSpace);
    }
    void everyTextPassesATranslation() {
        QFETCH(int, workspace);
        WindowFixture w;
        settle(w);
        FullWidth fullWidth;
        speak(w, &fullWidth);
        w.window->showWorkspace(workspace);
        test::settle();
        const QStringList found = untranslated(*w.window, names_);
        qApp->removeTranslator(&fullWidth);
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts:\n").arg(found.size()) + found.join('\n')));
    }

    // A network with faults, and one without layers: the canvas, the problems and the inspector speak too.
    void faultsPassATranslation() {
        WindowFixture w;
        settle(w);
        FullWidth fullWidth;
        speak(w, &fullWidth);
        w.trigger("newAction");
        if (auto* discard = w.find<QPushButton>("discardButton")) discard->click();
        QTRY_VERIFY(w.bench().network.reportIsCurrent());
        test::settle();
        const QStringList found = untranslated(*w.window, names_);
        qApp->removeTranslator(&fullWidth);
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts:\n").arg(found.size()) + found.join('\n')));
    }

    // The test would see a label that somebody forgot.
    void findsAPlantedLabel() {
        WindowFixture w;
        settle(w);
        FullWidth fullWidth;
        speak(w, &fullWidth);
        const qsizetype before = untranslated(*w.window, names_).size();
        auto* planted = new QLabel(QStringLiteral("Forgotten words"), w.window.get());
        planted->move(300, 300);
        planted->show();
        const QStringList found = untranslated(*w.window, names_);
        qApp->removeTranslator(&fullWidth);
        QCOMPARE(found.filter(QStringLiteral("Forgotten words")).size(), 2);  // painted, and as a widget's text
        QCOMPARE(found.size(), before + 2);
    }

    void nothingIsCut_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("workspace");
        for (const char* choice : {"en", "zh_CN"})
            for (const int space : {MainWindow::NetworkSpace, MainWindow::DataSpace, MainWindow::TrainSpace})
                QTest::addRow("%s %d", choice, space) << QString(choice) << space;
    }
    void nothingIsCut() {
        QFETCH(QString, choice);
        QFETCH(int, workspace);
        language::apply(choice);
        WindowFixture w;
        settle(w);
        w.window->showWorkspace(workspace);
        test::settle();
        const QStringList cut = cutTexts(*w.window);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
        auto* bar = w.window->findChild<QMenuBar*>();
        for (QAction* menu : bar->actions())
            QVERIFY2(bar->rect().contains(bar->actionGeometry(menu)), qPrintable(menu->text()));
        // All of it fits a small screen.
        QStringList wide;
        for (QWidget* widget : w.window->findChildren<QWidget*>())
            if (widget->minimumSizeHint().width() > 500)
                wide << QStringLiteral("%1 %2 %3")
                            .arg(widget->metaObject()->className(), widget->objectName())
                            .arg(widget->minimumSizeHint().width());
        QVERIFY2(w.window->minimumSizeHint().width() <= 1280, qPrintable(wide.join('\n')));
    }
};

QTEST_MAIN(TestLanguage)
#include "test_language.moc"
