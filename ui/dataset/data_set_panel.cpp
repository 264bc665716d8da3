// See the header. The settings are rows of the table that the open data set has of them.
#include "ui/dataset/data_set_panel.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/data/spec_settings.h"
#include "ui/dataset/class_bars.h"
#include "ui/dataset/data_set_checks.h"
#include "ui/models/property_rows.h"
#include "ui/models/text.h"
#include "widgets/controls/drops.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/controls/section.h"
#include "widgets/properties/property_grid.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kPathRole = Qt::UserRole, kReasonRole = Qt::UserRole + 1;

// "train 45,000" in a rounded box each, on as many lines as they need.
class Chips : public QWidget {
public:
    explicit Chips(QWidget* parent) : QWidget(parent) {
        fit();
        connect(&Theme::instance(), &Theme::changed, this, &Chips::fit);
    }
    void setWords(const QStringList& words) {
        words_ = words;
        setAccessibleName(words.join(QStringLiteral(", ")));
        fit();
        update();
    }

private:
    static int line() { return Theme::instance().scaled(22); }

    QVector<QRectF> boxes() const {
        const QFontMetrics metrics(Theme::instance().font(11));
        QVector<QRectF> boxes;
        double x = 0, y = 2;
        for (const QString& word : words_) {
            const double wide = metrics.horizontalAdvance(word) + 14;
            if (x > 0 && x + wide > width()) x = 0, y += line();
            boxes << QRectF(x, y, wide, line() - 4);
            x += wide + 5;
        }
        return boxes;
    }
    void fit() {
        const auto all = boxes();
        setFixedHeight(all.isEmpty() ? line() : static_cast<int>(all.back().bottom()) + 2);
    }
    void resizeEvent(QResizeEvent*) override { fit(); }
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(theme.font(11));
        const auto all = boxes();
        for (int i = 0; i < all.size(); ++i) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(Token::Bg3));
            painter.drawRoundedRect(all[i], 9, 9);
            painter.setPen(theme.color(Token::Muted));
            painter.drawText(all[i], Qt::AlignCenter, words_[i]);
        }
    }
    QStringList words_;
};

// Path over reason, told apart by ink; both whole, since a path's end and a reason's end say what to do.
class BrokenDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

private:
    static constexpr int kPad = 12, kPath = 18, kBelow = 8;
    static QRect reasonRect(const QRect& cell, const QString& reason) {
        const QRect room(cell.left() + kPad, cell.top() + kPath, cell.width() - 2 * kPad, 400);
        return QFontMetrics(Theme::instance().font(11)).boundingRect(room, Qt::TextWordWrap, reason);
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto* view = qobject_cast<const QListWidget*>(option.widget);
        const int width = view ? view->viewport()->width() : 240;
        return {width,
                kPath + reasonRect(QRect(0, 0, width, 400), index.data(kReasonRole).toString()).height() + kBelow};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto& theme = Theme::instance();
        const QRect cell = option.rect;
        if (option.state & QStyle::State_Selected)
            painter->fillRect(cell, Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg1), 0.2));
        painter->setFont(theme.font(12));
        painter->setPen(theme.color(Token::Text));
        painter->drawText(QRect(cell.left() + kPad, cell.top(), cell.width() - 2 * kPad, kPath),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data(kPathRole).toString(), Qt::ElideMiddle,
                                                            cell.width() - 2 * kPad));
        painter->setFont(theme.font(11));
        painter->setPen(theme.color(Token::Muted));
        const QString reason = index.data(kReasonRole).toString();
        painter->drawText(reasonRect(cell, reason), Qt::TextWordWrap, reason);
    }
};

QWidget* padded(QWidget* widget) {
    widget->setContentsMargins(12, 0, 12, 0);
    return widget;
}

}  // namespace

DataSetPanel::DataSetPanel(DataSetModel& data, QWidget* parent) : QWidget(parent), data_(data) {
    setObjectName(QStringLiteral("dataSetPanel"));
    setAcceptDrops(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(4);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 8, 0);
    name_ = new ToneLabel({}, Token::Text, ToneLabel::Title);
    name_->setObjectName(QStringLiteral("dataSetName"));
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    head->addWidget(name_, 1);
    auto* open = new QToolButton;
    open->setObjectName(QStringLiteral("openDataSet"));
    open->setIcon(Theme::instance().icon(QStringLiteral("folder2-open")));
    open->setToolTip(tr("Open a data set…"));
    open->setAccessibleName(tr("Open a data set"));
    open->setFixedSize(Theme::instance().square(26));
    connect(open, &QToolButton::clicked, this, &DataSetPanel::openRequested);
    head->addWidget(open);
    column->addLayout(head);
    facts_ = new ToneLabel({}, Token::Muted);
    facts_->setObjectName(QStringLiteral("dataSetFacts"));
    facts_->setWordWrap(true);
    column->addWidget(padded(facts_));
    auto* chipRow = new QHBoxLayout;
    chipRow->setContentsMargins(12, 2, 12, 4);
    chips_ = new Chips(this);
    chips_->setObjectName(QStringLiteral("dataSetSplits"));
    chipRow->addWidget(chips_);
    column->addLayout(chipRow);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(12, 0, 12, 4);
    progress_ = new ProgressStrip;
    progress_->setObjectName(QStringLiteral("measuring"));
    strip->addWidget(progress_, 1);
    stop_ = new QToolButton;
    stop_->setObjectName(QStringLiteral("stopMeasuring"));
    stop_->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    stop_->setToolTip(tr("Stop measuring; the data set stays open"));
    stop_->setAccessibleName(tr("Stop measuring"));
    stop_->setFixedSize(Theme::instance().square(22));
    connect(stop_, &QToolButton::clicked, &data_, &DataSetModel::stopMeasuring);
    strip->addWidget(stop_);
    column->addLayout(strip);

    const auto [scroll, inner] = makeScrollColumn();
    scroll_ = scroll;
    details_ = scroll->widget();
    details_->installEventFilter(this);
    inner->setContentsMargins(0, 4, 0, 12);
    inner->setSpacing(4);
    settings_ = new PropertyGrid;
    settings_->setObjectName(QStringLiteral("dataSettings"));
    settings_->setAccessibleName(tr("Settings of the data set"));
    connect(settings_, &PropertyGrid::edited, this, &DataSetPanel::changeSetting);
    inner->addWidget(new Separator);
    inner->addSpacing(4);
    inner->addWidget(settings_);
    inner->addWidget(new Separator);
    inner->addSpacing(8);
    classes_ = new QWidget;
    classes_->setObjectName(QStringLiteral("dataClasses"));
    auto* ofClasses = new QVBoxLayout(classes_);
    ofClasses->setContentsMargins(0, 0, 0, 8);
    ofClasses->setSpacing(4);
    ofClasses->addWidget(padded(new SectionLabel(tr("Classes of the training split"))));
    bars_ = new ClassBars;
    ofClasses->addWidget(bars_);
    ofClasses->addSpacing(6);
    ofClasses->addWidget(new Separator);
    inner->addWidget(classes_);
    augmentation_ = new QWidget;
    augmentation_->setObjectName(QStringLiteral("dataAugmentation"));
    auto* part = new QVBoxLayout(augmentation_);
    part->setContentsMargins(0, 0, 0, 6);
    part->setSpacing(4);
    part->addWidget(padded(new SectionLabel(tr("Augmentation"))));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(12, 0, 12, 2);
    line->setSpacing(8);
    steps_ = new ToneLabel({}, Token::Text);
    steps_->setObjectName(QStringLiteral("dataAugmentationSteps"));
    steps_->setWordWrap(true);
    line->addWidget(steps_, 1);
    auto* set = new QPushButton(tr("Set…"));
    set->setObjectName(QStringLiteral("setAugmentation"));
    set->setToolTip(
        tr("Training draws images anew for each epoch: flipped, turned, cropped. It is set with the training."));
    set->setAccessibleName(tr("Set the augmentation"));
    connect(set, &QPushButton::clicked, this, &DataSetPanel::augmentationRequested);
    line->addWidget(set, 0, Qt::AlignTop);
    part->addLayout(line);
    part->addWidget(new Separator);
    inner->addWidget(augmentation_);
    inner->addSpacing(2);
    setAugmentation({});
    inner->addWidget(padded(new SectionLabel(tr("Checks"))));
    checks_ = new QVBoxLayout;
    checks_->setContentsMargins(12, 4, 12, 0);
    checks_->setSpacing(6);
    inner->addLayout(checks_);
    broken_ = new QListWidget;
    broken_->setObjectName(QStringLiteral("brokenFiles"));
    broken_->setAccessibleName(tr("Broken files"));
    broken_->setItemDelegate(new BrokenDelegate(broken_));
    broken_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    broken_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    broken_->setFrameShape(QFrame::NoFrame);
    broken_->setResizeMode(QListView::Adjust);
    broken_->setFocusPolicy(Qt::StrongFocus);
    broken_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    broken_->setUniformItemSizes(false);
    inner->addSpacing(6);
    inner->addWidget(broken_);
    inner->addStretch(1);
    column->addWidget(scroll, 1);

    connect(bars_, &ClassBars::chosenChanged, this, &DataSetPanel::classFilterChanged);
    connect(&data_, &DataSetModel::stateChanged, this, &DataSetPanel::refresh);
    connect(&data_, &DataSetModel::statisticsChanged, this, &DataSetPanel::refresh);
    connect(&data_, &DataSetModel::progressChanged, this, [this](double fraction, const Message& what) {
        progress_->setFraction(fraction);
        progress_->setText(q(what), fraction >= 0 ? QStringLiteral("%1 %").arg(qRound(fraction * 100)) : QString());
        showProgress();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        refreshChecks();
        update();
    });
    refresh();
}

void DataSetPanel::setAugmentation(const QStringList& steps) {
    steps_->setText(steps.isEmpty() ? tr("none") : steps.join(QStringLiteral(", ")));
}

void DataSetPanel::setClassFilter(int index) { bars_->setChosen(index); }

void DataSetPanel::showProgress() {
    progress_->setVisible(data_.state() == DataSetModel::State::Opening || data_.measuring());
    stop_->setVisible(data_.measuring());
}

// Each edit opens the data set anew, so half a number is not tried.
void DataSetPanel::changeSetting(const QString& key, const QVariant& value, bool final) {
    if (!final || data_.state() != DataSetModel::State::Ready) return;
    const auto& table = data_.dataSet()->settings;
    const Property* property = findProperty(table, key);
    if (!property) return;
    const PropertyValue typed = fromVariant(property->kind, value);
    const SpecSettings change{{property->key, typed == property->defaultValue ? std::string() : settingText(typed)}};
    emit specRequested(QString::fromStdString(withSettings(data_.spec().toStdString(), change)));
}

void DataSetPanel::refresh() {
    using State = DataSetModel::State;
    const State state = data_.state();
    const bool ready = state == State::Ready;
    showProgress();
    // The same data with another setting: what is there stays in sight, and the keyboard where it is.
    const std::string plain = splitSettings(data_.spec().toStdString()).first;
    if (state == State::Opening && plain == shown_ && details_->isVisibleTo(this)) {
        name_->setText(tr("Opening…"));
        return;
    }
    shown_ = plain;
    details_->setVisible(ready);
    chips_->setVisible(ready);
    if (!ready) {
        name_->setText(state == State::Opening  ? tr("Opening…")
                       : state == State::Failed ? tr("Could not be opened")
                                                : tr("No data set"));
        facts_->setText(state == State::None ? tr("Open one, or drop a folder here.")
                                             : q(dataName(data_.spec().toStdString())));
        bars_->setClasses({}, {});
        bars_->setChosen(-1);
        return;
    }
    const DataSet& set = *data_.dataSet();
    augmentation_->setVisible(!set.numeric());
    settings_->setRows(propertyRows(set.settings, settingValues(set.settings, data_.spec().toStdString())));
    qint64 images = 0;
    QStringList words;
    for (const QString& split : data_.splits()) {
        const qint64 size = data_.split(split)->size();
        images += size;
        words << QStringLiteral("%1 %2").arg(DataSetModel::splitTitle(split), grouped(size));
    }
    name_->setText(QString::fromStdString(set.name));
    name_->setToolTip(plainTip(QString::fromStdString(set.spec)));
    const QString labels =
        set.train->hasTargets() ? tr("labels are numbers") : tr("%1 classes").arg(grouped(set.classes()));
    const QString shape = QString::fromStdString(set.shape().toString());
    facts_->setText(!set.numeric()            ? tr("%1 images · %2 · %3").arg(grouped(images), labels, shape)
                    : set.shape().rank() == 1 ? tr("%1 rows · %2 · %3 columns").arg(grouped(images), labels, shape)
                                              : tr("%1 arrays · %2 · %3").arg(grouped(images), labels, shape));
    static_cast<Chips*>(chips_)->setWords(words);
    QStringList names;
    for (const auto& name : set.train->classNames()) names << QString::fromStdString(name);
    QVector<qint64> bars;
    for (const auto count : data_.classCounts()) bars << count;
    bars_->setClasses(names, bars);
    classes_->setVisible(!names.isEmpty());
    refreshChecks();
}

void DataSetPanel::addCheck(const DataCheck& check) {
    const auto& theme = Theme::instance();
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* icon = new QLabel;
    icon->setPixmap(theme.pixmap(check.note   ? QStringLiteral("info-circle")
                                 : check.good ? QStringLiteral("check-circle")
                                 : check.bad  ? QStringLiteral("x-circle")
                                              : QStringLiteral("exclamation-triangle"),
                                 theme.scaled(13),
                                 theme.color(check.note   ? Token::Muted
                                             : check.good ? Token::Good
                                             : check.bad  ? Token::Bad
                                                          : Token::Warn),
                                 devicePixelRatioF()));
    line->addWidget(icon, 0, Qt::AlignTop);
    auto* text = new QLabel(check.text);
    text->setTextFormat(Qt::PlainText);
    text->setFont(theme.font(12));
    text->setWordWrap(true);
    text->setToolTip(plainTip(check.help));
    line->addWidget(text, 1);
    checks_->addWidget(row);
    for (const DataOffer& offer : check.offers) {
        auto* button = new QPushButton(offer.text);
        button->setObjectName(offer.kind == DataOffer::Set        ? QStringLiteral("offer ") + offer.settings
                              : offer.kind == DataOffer::Measure  ? QStringLiteral("offerMeasure")
                              : offer.subset == DataSubset::Leaks ? QStringLiteral("offerLeaks")
                                                                  : QStringLiteral("offerRepeated"));
        // The button goes with the checks that it changes.
        connect(
            button, &QPushButton::clicked, this,
            [this, offer] {
                switch (offer.kind) {
                case DataOffer::Set: emit settingsRequested(offer.settings); break;
                case DataOffer::Measure: data_.measureAgain(); break;
                case DataOffer::Show: emit subsetRequested(offer.subset); break;
                }
            },
            Qt::QueuedConnection);
        Theme::instance().fixHeight(button, 24);
        Theme::instance().style(button, QStringLiteral("min-height: 20px; padding: 0 10px; font-size: 12px"));
        // Below the words of the check, not below its sign.
        auto* place = new QWidget;
        auto* indented = new QHBoxLayout(place);
        indented->setContentsMargins(21, 0, 0, 0);
        indented->addWidget(button);
        indented->addStretch(1);
        checks_->addWidget(place);
    }
}

void DataSetPanel::refreshChecks() {
    while (auto* item = checks_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& check : dataChecks(data_)) addCheck(check);

    const auto& broken = data_.broken();
    broken_->clear();
    constexpr size_t kListed = 1000;  // the count above names them all
    for (size_t i = 0; i < std::min(broken.size(), kListed); ++i) {
        auto* item = new QListWidgetItem(
            QStringLiteral("%1\n%2").arg(QString::fromStdString(broken[i].path), q(broken[i].reason)), broken_);
        item->setData(kPathRole, QString::fromStdString(broken[i].path));
        item->setData(kReasonRole, q(broken[i].reason));
        item->setToolTip(plainTip(item->text()));
    }
    if (broken.size() > kListed) {
        auto* rest = new QListWidgetItem(broken_);
        rest->setData(kPathRole, tr("… and %1 more").arg(grouped(static_cast<qint64>(broken.size() - kListed))));
    }
    broken_->setVisible(!broken.empty());
    int height = 4;
    for (int i = 0; i < broken_->count() && height < 320; ++i) height += broken_->sizeHintForRow(i);
    broken_->setFixedHeight(std::min(height, 320));
}

// As wide as its fields and bars, with the scroll bar beside them: there is none to scroll sideways.
bool DataSetPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == details_ && event->type() == QEvent::LayoutRequest)
        scroll_->setMinimumWidth(details_->minimumSizeHint().width() +
                                 scroll_->verticalScrollBar()->sizeHint().width());
    return QWidget::eventFilter(watched, event);
}

void DataSetPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}
void DataSetPanel::dragEnterEvent(QDragEnterEvent* event) { takeLocalPaths(event); }
void DataSetPanel::dropEvent(QDropEvent* event) {
    if (const QStringList paths = takeLocalPaths(event); !paths.isEmpty()) emit pathsDropped(paths);
}

}  // namespace tl
