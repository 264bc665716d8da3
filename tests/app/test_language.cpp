// The language of the window: it changes while the program runs, every text of it can be translated, and none is cut.
// In a made-up language each letter that passes through a translation becomes a full-width one, so that what is still
// plain Latin, in a widget or painted, has been past no translator; names stay as they are and are known. What actions
// open is walked like the window, and nothing is cut at larger letters either.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStyleOption>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

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
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/shell/action_table.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/controls/sheet.h"
#include "widgets/properties/property_line.h"

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
    QSet<QString> known{
        "Tensorloom", "MNIST", "CIFAR",  "Fashion", "KMNIST", "CSV",       "NumPy",       "TFRecord", "PNG",
        "JPEG",       "BMP",   "WebP",   "TIFF",    "GPL",    "B",         "KiB",         "MiB",      "GiB",
        "TiB",        "MFLOP", "GFLOP",  "kFLOP",   "FLOP",   "uint",      "float",       "bfloat",   "int",
        "px",         "s",     "ms",     "min",     "h",      "Ctrl",      "Shift",       "Alt",      "Tab",
        "Home",       "Space", "Del",    "Enter",   "Esc",    "Up",        "Down",        "Left",     "Right",
        "English",    "npz",   "npy",    "csv",     "tlm",    "sample",    "safetensors", "cpu",      "lenet",
        "x",          "y",     "MLP",    "LeNet",   "ResNet", "Keras",     "digits",      "val",      "none",
        "true",       "false", "Return", "PgUp",    "PgDown", "Backspace", "CPU",         "AVX",      "SSE",
        "kB",         "MB",    "GB",     "AMD",     "EPYC",   "Intel",     "Xeon",        "Core",     "main",
        "acc",        "ui",    "area",   "size",    "resize", "filter",    "stretch",     "fit",      "fill",
        "Delete",     "Ins",   "End",    "nan",     "M",      "k",         "G",           "T",        "gradients"};
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
    if (text.startsWith(QLatin1Char('/'))) return plain;  // a folder's path
    // A setting's name alone, perhaps with places to break it.
    static const QSet<QString> settings{"batch_size",   "validation_split", "memory_limit", "optimizer", "schedule",
                                        "seed",         "device",           "threads",      "precision", "epochs",
                                        "learning_rate"};
    static const QRegularExpression item(QStringLiteral("^(train|test) \\d+$"));  // of the sample, as a file is called
    if (settings.contains(text.remove(QChar(0x200b))) || item.match(text).hasMatch()) return plain;
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

// What lists show further down, and beside their texts.
QStringList listed(QWidget& root) {
    QStringList texts;
    for (const QAbstractItemView* view : root.findChildren<QAbstractItemView*>()) {
        if (!view->model() || !view->isVisibleTo(&root)) continue;
        for (int row = 0; row < std::min(view->model()->rowCount(), 400); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                                   int(Qt::UserRole) + 1, int(Qt::UserRole) + 2})
                if (const QVariant value = index.data(role); value.typeId() == QMetaType::QString)
                    texts << value.toString();
        }
    }
    return texts;
}

QStringList faults(const QString& where, const QStringList& texts, const QSet<QString>& known) {
    QSet<QString> found;
    for (const QString& text : texts)
        if (const QStringList plain = plainWords(text, known); !plain.isEmpty())
            found << where + QStringLiteral(": ") + text.left(90) + QStringLiteral("  [") +
                         plain.join(QLatin1Char(' ')) + QLatin1Char(']');
    QStringList sorted = found.values();
    sorted.sort();
    return sorted;
}

QStringList untranslated(QWidget& widget, const QSet<QString>& known) {
    return faults(QStringLiteral("painted"), paintedBy(widget).values(), known) +
           faults(QStringLiteral("widget"), unpainted(widget), known);
}

// Shown narrower or lower than their letters need: labels, buttons, fields, choices, and the rows of lists.
QStringList cutTexts(QWidget& root) {
    QStringList cut;
    const auto lacks = [&](const QWidget* widget, const QString& text, int width, int height) {
        if (width <= 1 && height <= 1) return;
        cut << QStringLiteral("%1 %2 “%3” lacks %4 by %5 px")
                   .arg(widget->metaObject()->className(), widget->objectName(), text.left(60))
                   .arg(std::max(width, 0))
                   .arg(std::max(height, 0));
    };
    const auto look = [&](QWidget* widget, const QString& text, bool wraps) {
        if (!widget->isVisible() || text.isEmpty() || widget->width() <= 1) return;
        const int width = wraps || widget->maximumWidth() <= widget->width()
                              ? 0
                              : widget->minimumSizeHint().width() - widget->width();
        const int needed = wraps ? widget->heightForWidth(widget->width()) : widget->fontMetrics().height();
        lacks(widget, text, width, needed - widget->height());
    };
    for (QLabel* label : root.findChildren<QLabel*>()) look(label, label->text(), label->wordWrap());
    for (QAbstractButton* button : root.findChildren<QAbstractButton*>()) look(button, button->text(), false);
    for (QLineEdit* field : root.findChildren<QLineEdit*>()) {
        if (!field->isVisible()) continue;
        const QString text = field->text().isEmpty() ? field->placeholderText() : QString();
        QStyleOptionFrame option;
        option.initFrom(field);
        int room = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field).width() -
                   field->textMargins().left() - field->textMargins().right() - 4;
        for (QWidget* inside : field->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (inside->isVisible()) room -= inside->width() + 4;
        lacks(field, text, text.isEmpty() ? 0 : field->fontMetrics().horizontalAdvance(text) - room,
              field->fontMetrics().height() - field->height());
    }
    for (QComboBox* box : root.findChildren<QComboBox*>()) {
        if (!box->isVisible()) continue;
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        // In a property's line it elides where even the whole line is too narrow.
        const auto* line = qobject_cast<PropertyLine*>(box->parentWidget());
        const int width = box->fontMetrics().horizontalAdvance(box->currentText()) - room.width();
        lacks(box, box->currentText(), line && line->stacked() ? 0 : width,
              box->fontMetrics().height() - box->height());
    }
    for (QAbstractItemView* view : root.findChildren<QAbstractItemView*>()) {
        if (!view->isVisible() || !view->model() || view->model()->rowCount() == 0) continue;
        if (qobject_cast<QHeaderView*>(view)) continue;  // has its table's model, but none of its rows
        const int letters = QFontMetrics(Theme::instance().font(13)).height();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0, view->rootIndex());
            const QRect given = view->visualRect(index);
            if (index.data().toString().isEmpty() || !view->viewport()->rect().contains(given.center())) continue;
            lacks(view, index.data().toString(), 0, letters - given.height());
            break;  // they are alike
        }
    }
    return cut;
}

// The menu that `open` brings up and waits for.
QStringList menuOf(const std::function<void()>& open) {
    QStringList texts;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu) return;
        for (QAction* action : menu->findChildren<QAction*>()) texts << action->text() << action->toolTip();
        for (QMenu* sub : menu->findChildren<QMenu*>()) texts << sub->title();
        menu->close();
    });
    look.start(0);
    open();
    Q_UNUSED(QTest::qWaitFor([&] { return !texts.isEmpty(); }, 5000));
    return texts;
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
    void cleanup() {
        language::apply(QStringLiteral("en"));
        Theme::instance().setTextScale(1);
    }

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

    // Where a person put the edges of the docks, they stay.
    void docksKeepTheirSizes() {
        WindowFixture w;
        settle(w);
        const auto sizes = [&] {
            QMap<QString, QSize> all;
            for (const QDockWidget* dock : w.window->findChildren<QDockWidget*>())
                if (dock->isVisible()) all[dock->objectName()] = dock->size();
            return all;
        };
        for (const int space : {MainWindow::TrainSpace, MainWindow::DataSpace, MainWindow::NetworkSpace}) {
            w.window->showWorkspace(space);
            test::settle();
            for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
                if (dock->isVisible())
                    w.window->resizeDocks({dock}, {dock->width() + (space == MainWindow::TrainSpace ? 37 : -23)},
                                          Qt::Horizontal);
            test::settle();
            const auto before = sizes();
            QVERIFY(before.size() >= 2);
            for (const char* language : {"language_zh_CN", "language_en"}) {
                QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
                w.trigger(language);
                QTRY_VERIFY(gone.count() > 0);
                settle(w);
                // The other language's letters make the rows above and below a little lower or higher.
                const auto same = [&] {
                    const auto now = sizes();
                    bool all = now.size() == before.size();
                    for (auto one = before.begin(); one != before.end(); ++one)
                        all = all && now[one.key()].width() == one->width() &&
                              std::abs(now[one.key()].height() - one->height()) <= 8;
                    return all;
                };
                QTRY_VERIFY2(same(), language);
            }
        }
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

    // What actions ask and show: their sheets and dialogs, the palette, the list of keys, and all menus.
    void whatActionsOpenPassesATranslation() {
        WindowFixture w;
        settle(w);
        w.window->showWorkspace(MainWindow::TrainSpace);
        w.trigger("trainAction");  // actions of a run need one
        QVERIFY(QTest::qWaitFor([&] { return w.points("loss") > 2; }, 60000));
        w.trigger("stopAction");
        QVERIFY(w.reaches(RunState::Stopped));
        w.window->networkPanel().addLayer(QStringLiteral("Dropout"));  // work that a question is about
        FullWidth fullWidth;
        speak(w, &fullWidth);
        w.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = w.find<QTreeView>("runTable");
        QTRY_VERIFY(table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));

        QStringList found;
        int sheets = 0, dialogs = 0;
        ActionTable& actions = w.window->actionTable();
        const QStringList more{"newAction", "shortcutsAction", "aboutAction", "sampleAction"};
        for (const QString& id : actions.ids()) {
            QAction* action = actions.action(id);
            actions.refresh();
            if (!action->isEnabled() || (!action->text().contains(QStringLiteral("…")) && !more.contains(id))) continue;
            if (id == QStringLiteral("quitAction")) continue;
            action->trigger();
            test::settle();
            for (QFileDialog* dialog : w.window->findChildren<QFileDialog*>()) {
                if (!dialog->isVisible()) continue;
                QStringList texts = dialog->nameFilters();
                for (QString& text : texts) text.remove(QRegularExpression(QStringLiteral(R"(\*\.[\w.]+)")));
                found += faults(id, QStringList(dialog->windowTitle()) + texts, names_);
                dialog->reject();
                ++dialogs;
            }
            for (Sheet* sheet : w.window->findChildren<Sheet*>()) {
                if (!sheet->isVisible()) continue;
                for (const QString& one : untranslated(*sheet, names_) + faults("listed", listed(*sheet), names_))
                    found << id + QStringLiteral(" ") + one;
                sheet->close();
                ++sheets;
            }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        QVERIFY2(sheets >= 8, qPrintable(QString::number(sheets)));
        QVERIFY2(dialogs >= 3, qPrintable(QString::number(dialogs)));

        for (QMenu* menu : w.window->findChildren<QMenu*>()) {
            emit menu->aboutToShow();
            QStringList texts(menu->title());
            for (QAction* action : menu->actions()) texts << action->text() << action->toolTip();
            found += faults(QStringLiteral("menu"), texts, names_);
        }
        w.window->showWorkspace(MainWindow::NetworkSpace);
        NodeCanvas& canvas = w.canvas();
        const QString node = w.bench().network.nodeIds().at(3);
        for (const QPoint at : {canvas.nodeCenter(node), QPoint(canvas.width() - 40, canvas.height() / 2)})
            found += faults("canvas' menu", menuOf([&] {
                                QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas.mapToGlobal(at));
                                QApplication::sendEvent(&canvas, &event);
                            }),
                            names_);
        w.bench().selection.setNode(node);
        found += faults("inspector's menu", menuOf([&] { w.find<QToolButton>("layerMenu")->click(); }), names_);
        // The search for a layer at the cursor.
        canvas.setFocus();
        canvas.openPaletteAfterSelection();
        if (auto* palette = canvas.findChild<SearchPalette*>(); palette && palette->isVisible())
            for (const QString& one : untranslated(*palette, names_)) found << QStringLiteral("Tab: ") + one;
        else
            QFAIL("Tab opened no search");
        qApp->removeTranslator(&fullWidth);
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts:\n").arg(found.size()) + found.join('\n')));
    }

    // What was said stays a message: the history, why a run ended and what is wrong are told in the new language.
    void whatWasSaidChangesItsLanguage() {
        WindowFixture w;
        settle(w);
        w.window->networkPanel().addLayer(QStringLiteral("Dropout"));
        const auto history = [&] { return w.bench().undo.undoText(); };
        QVERIFY2(history().startsWith(QStringLiteral("Add ")), qPrintable(history()));
        Run failed;
        failed.name = QStringLiteral("a");
        failed.problems = {Message("There was not enough memory for this.")};
        const int run = w.bench().runs.addRun(RunModel::told(
            failed, {StateRecord{RunState::Failed, Message("The data set holds no training images."), -1},
                     LearningRateRecord{3, 0.1, 0.01}}));
        const auto told = [&] {
            const auto& model = w.bench().runs;
            for (int row = 0; row < model.rowCount(); ++row)
                if (model.index(row, 0).data(RunModel::IdRole).toInt() == run)
                    return model.index(row, 0).data(Qt::ToolTipRole).toString();
            return QString();
        };
        QVERIFY2(told().contains(QStringLiteral("holds no training images")), qPrintable(told()));
        w.trigger("language_zh_CN");
        QTRY_VERIFY(menus(w).contains(QStringLiteral("文件(&F)")));
        QTRY_VERIFY2(history().startsWith(QStringLiteral("添加")), qPrintable(history()));
        QVERIFY2(!told().contains(QStringLiteral("memory")) && !told().contains(QStringLiteral("images")),
                 qPrintable(told()));
        QVERIFY(!w.bench().runs.find(run)->marks.at(0).label().contains(QStringLiteral("rate")));
        settle(w);
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
        QTest::addColumn<int>("percent");
        for (const char* choice : {"en", "zh_CN"})
            for (const int percent : {100, 130})
                for (const int space : {MainWindow::NetworkSpace, MainWindow::DataSpace, MainWindow::TrainSpace})
                    QTest::addRow("%s %d %%, %d", choice, percent, space) << QString(choice) << space << percent;
    }
    void nothingIsCut() {
        QFETCH(QString, choice);
        QFETCH(int, workspace);
        QFETCH(int, percent);
        language::apply(choice);
        Theme::instance().setTextScale(percent / 100.0);
        WindowFixture w;
        settle(w);
        w.window->showWorkspace(workspace);
        w.bench().selection.setNode(w.bench().network.nodeIds().back());  // its loss has a long name
        test::settle();
        const QStringList cut = cutTexts(*w.window);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
        auto* bar = w.window->findChild<QMenuBar*>();
        for (QAction* menu : bar->actions())
            QVERIFY2(bar->rect().contains(bar->actionGeometry(menu)), qPrintable(menu->text()));
        for (const char* id : {"settingsAction", "shortcutsAction", "commandsAction", "aboutAction"}) {
            w.trigger(id);
            test::settle();
            for (Sheet* sheet : w.window->findChildren<Sheet*>()) {
                if (!sheet->isVisible()) continue;
                const QStringList here = cutTexts(*sheet);
                QVERIFY2(here.isEmpty(), qPrintable(QLatin1String(id) + QStringLiteral(":\n") + here.join('\n')));
                sheet->close();
            }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
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
