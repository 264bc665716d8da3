// Every text that the window shows, as a widget's, painted or listed, and what of it is plain Latin although the window
// speaks a made-up language, in which each letter that passes a translator becomes a full-width one: that has been past
// no translator. Names stay as they are in every language and are known.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QRegularExpression>
#include <QTranslator>
#include <algorithm>
#include <cstdio>

#include "engine/backend/device.h"
#include "engine/data/augment.h"
#include "engine/layers/layer_type.h"
#include "engine/layers/loss_type.h"
#include "engine/layers/metric_type.h"
#include "engine/ops/op.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/test_time_augmentation.h"
#include "engine/train/training_graph.h"
#include "ui/models/text.h"

namespace tl::test {

class FullWidth : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    mutable QSet<QByteArray> engine;  // its messages that were asked for
    QString translate(const char* context, const char* source, const char*, int) const override {
        if (qstrcmp(context, "Engine") == 0) engine << source;
        QString text = QString::fromUtf8(source);
        bool place = false;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const char16_t c = text[i].unicode();
            if (c == u'{') place = true;
            if (c == u'}' || c == u'|') place = false;  // behind a bar stand words: {count|image|images}
            const bool marked = i > 0 && text[i - 1] == QLatin1Char('%');
            if (!place && !marked && ((c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z')))
                text[i] = QChar(static_cast<char16_t>(c - u'!' + u'！'));
        }
        return text;
    }
};

struct PaintedText {
    QString text;
    const QWidget* widget;
    QRectF ink, room;  // of its letters, and what is left of the widget for them; px of what is rendered
    QPointF end;       // of its base line
};

// Takes the texts out of painting.
class TextRecorder : public QPaintDevice, QPaintEngine {
public:
    explicit TextRecorder(QSize size) : QPaintEngine(AllFeatures), size_(size) {}
    QSet<QString> texts;
    std::vector<PaintedText> painted;
    const QWidget* drawn = nullptr;  // whose drawing it is, where no widget paints

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
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        texts << item.text();
        const QPainter& painter = *this->painter();
        const auto* widget = drawn ? drawn : dynamic_cast<const QWidget*>(painter.device());
        if (!widget || item.text().trimmed().isEmpty()) return;
        const QRectF ink = QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(at);
        QRectF room = drawn ? QRectF(QPointF(), size_) : QRectF(systemClip().boundingRect());
        if (painter.hasClipping())
            room &= painter.deviceTransform().mapRect(QRectF(painter.clipRegion().boundingRect()));
        const QRectF place = painter.deviceTransform().mapRect(ink);
        // What two fonts share is painted in parts.
        if (!painted.empty() && painted.back().widget == widget &&
            painted.back().end == painter.deviceTransform().map(at)) {
            painted.back().text += item.text();
            painted.back().ink |= place;
        } else {
            painted.push_back({item.text(), widget, place, room, {}});
        }
        painted.back().end = painter.deviceTransform().map(at + QPointF(item.width(), 0));
    }
    Type type() const override { return User; }
    QSize size_;
};

inline QSet<QString> paintedBy(QWidget& widget) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder);
    return recorder.texts;
}

// Names that are the same in every language: Keras's, the engine's ids, units, keys.
inline QSet<QString> names() {
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
        "own",        "avx",   "sse",    "oneDNN",  "Nchw",   "data",      "plain",       "labels",   "Delete",
        "Ins",        "End",   "nan",    "M",       "k",      "G",         "T",           "gradients"};
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
    for (const std::string& name : testTimeAugmentations()) add(name);
    for (const DeviceInfo& device : listDevices()) add(device.name);
    add("GPU NVIDIA libcuda so");
    for (const OpType& type : allOps()) add(type.name);
    for (const LossType& type : allLosses()) add(type.id);
    for (const MetricType& type : allMetrics()) add(type.id);
    return known;
}

// Its plain Latin words that are no names.
inline QStringList plainWords(QString text, const QSet<QString>& known) {
    QStringList plain;
    if (text.startsWith(QLatin1Char('/'))) return plain;  // a folder's path
    // A setting's name alone, perhaps with places to break it.
    static const QSet<QString> settings{"batch_size",    "validation_split", "test_split", "memory_limit",
                                        "optimizer",     "schedule",         "seed",       "stratify",
                                        "device",        "threads",          "precision",  "epochs",
                                        "learning_rate", "kernel_choice",    "model",      "timed"};
    if (settings.contains(text.remove(QChar(0x200b)))) return plain;
    static const QRegularExpression word(QStringLiteral("[A-Za-z]+…?")), mark(QStringLiteral("<[^>]*>|&[a-z]+;"));
    // Values of a network, perhaps elided: conv_1/kernel, pool_1/output/gr…
    static const QRegularExpression value(QStringLiteral("[\\w.]+/[\\w./]*…?|\\w*[_\\d]\\w*…?"));
    text.remove(mark).remove(value);
    for (auto all = word.globalMatch(text); all.hasNext();) {
        QString one = all.next().captured();
        const bool elided = one.endsWith(QChar(0x2026));
        if (elided) one.chop(1);
        const auto begins = [&](const QString& name) { return name.startsWith(one); };
        if (one.size() > 1 && !known.contains(one) && !(elided && std::ranges::any_of(known, begins))) plain << one;
    }
    return plain;
}

// What a widget says that is not painted now: tool tips, accessible names, menus.
inline QStringList unpainted(QWidget& root) {
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
inline QStringList listed(QWidget& root) {
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

inline QStringList faults(const QString& where, const QStringList& texts, const QSet<QString>& known) {
    QSet<QString> found;
    for (const QString& text : texts)
        if (const QStringList plain = plainWords(text, known); !plain.isEmpty())
            found << where + QStringLiteral(": ") + text.left(90) + QStringLiteral("  [") +
                         plain.join(QLatin1Char(' ')) + QLatin1Char(']');
    QStringList sorted = found.values();
    sorted.sort();
    return sorted;
}

// What Qt Test would cut, line by line.
inline QString list(const QStringList& found) {
    for (const QString& one : found) std::fprintf(stderr, "  %s\n", qPrintable(one));
    return QString::number(found.size());
}

inline QStringList untranslated(QWidget& widget, const QSet<QString>& known) {
    return faults(QStringLiteral("painted"), paintedBy(widget).values(), known) +
           faults(QStringLiteral("widget"), unpainted(widget), known);
}

}  // namespace tl::test
