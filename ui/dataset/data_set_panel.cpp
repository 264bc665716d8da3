// The checks are read off the model each time it changes; none of them touches a file from here.
#include "ui/dataset/data_set_panel.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/dataset/class_bars.h"
#include "ui/dataset/drops.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/controls/section.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kPathRole = Qt::UserRole, kReasonRole = Qt::UserRole + 1;

// "train 45 k" in a rounded box each, on as many lines as they need.
class Chips : public QWidget {
public:
    explicit Chips(QWidget* parent) : QWidget(parent) { setFixedHeight(kLine); }
    void setWords(const QStringList& words) {
        words_ = words;
        setAccessibleName(words.join(QStringLiteral(", ")));
        fit();
        update();
    }

private:
    static constexpr int kLine = 22;

    QVector<QRectF> boxes() const {
        const QFontMetrics metrics(Theme::instance().font(11));
        QVector<QRectF> boxes;
        double x = 0, y = 2;
        for (const QString& word : words_) {
            const double wide = metrics.horizontalAdvance(word) + 14;
            if (x > 0 && x + wide > width()) x = 0, y += kLine;
            boxes << QRectF(x, y, wide, 18);
            x += wide + 5;
        }
        return boxes;
    }
    void fit() {
        const auto all = boxes();
        setFixedHeight(all.isEmpty() ? kLine : static_cast<int>(all.back().bottom()) + 2);
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

QString scalingOf(const QString& spec) {
    static const QRegularExpression setting(QStringLiteral("[?&]scale=([a-z]+)"));
    const auto found = setting.match(spec);
    return found.hasMatch() ? found.captured(1) : QStringLiteral("none");
}

// The spec with this scaling and its other settings as they were.
QString withScaling(const QString& spec, const QString& scaling) {
    const qsizetype mark = spec.lastIndexOf(QLatin1Char('?'));
    const bool settings = mark >= 0 && spec.indexOf(QLatin1Char('='), mark) > 0;
    QStringList parts;
    if (settings) parts = spec.mid(mark + 1).split(QLatin1Char('&'));
    parts.removeIf([](const QString& part) { return part.startsWith(QStringLiteral("scale=")); });
    if (scaling != QLatin1String("none")) parts << QStringLiteral("scale=") + scaling;
    const QString path = settings ? spec.left(mark) : spec;
    return parts.isEmpty() ? path : path + QLatin1Char('?') + parts.join(QLatin1Char('&'));
}

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
    open->setFixedSize(26, 26);
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
    scalingRow_ = new QWidget;
    auto* scalingLine = new QHBoxLayout(scalingRow_);
    scalingLine->setContentsMargins(12, 0, 12, 4);
    scalingLine->addWidget(new ToneLabel(tr("Scaling"), Token::Muted));
    scaling_ = new QComboBox;
    scaling_->setObjectName(QStringLiteral("columnScaling"));
    scaling_->setAccessibleName(tr("Scaling of the columns"));
    scaling_->setToolTip(tr("Fitted on the training rows, applied to all. Networks learn badly from columns of very "
                            "different sizes."));
    scaling_->addItem(tr("as they are"), QStringLiteral("none"));
    scaling_->addItem(tr("mean 0, deviation 1"), QStringLiteral("standard"));
    scaling_->addItem(tr("0 to 1"), QStringLiteral("minmax"));
    connect(scaling_, &QComboBox::activated, this,
            [this] { emit specRequested(withScaling(data_.spec(), scaling_->currentData().toString())); });
    scalingLine->addWidget(scaling_, 1);
    column->addWidget(scalingRow_);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(12, 0, 12, 4);
    progress_ = new ProgressStrip;
    progress_->setObjectName(QStringLiteral("measuring"));
    strip->addWidget(progress_);
    column->addLayout(strip);

    const auto [scroll, inner] = makeScrollColumn();
    details_ = scroll->widget();
    inner->setContentsMargins(0, 4, 0, 12);
    inner->setSpacing(4);
    inner->addWidget(new Separator);
    inner->addSpacing(8);
    inner->addWidget(padded(new SectionLabel(tr("Classes"))));
    bars_ = new ClassBars;
    inner->addWidget(bars_);
    inner->addSpacing(6);
    inner->addWidget(new Separator);
    inner->addSpacing(8);
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
    connect(&data_, &DataSetModel::progressChanged, this, [this](double fraction, const QString& what) {
        progress_->setFraction(fraction);
        progress_->setText(what, fraction >= 0 ? QStringLiteral("%1 %").arg(qRound(fraction * 100)) : QString());
        progress_->setVisible(data_.state() == DataSetModel::State::Opening || data_.measuring());
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        refreshChecks();
        update();
    });
    refresh();
}

void DataSetPanel::setClassFilter(int index) { bars_->setChosen(index); }

void DataSetPanel::refresh() {
    using State = DataSetModel::State;
    const State state = data_.state();
    const bool ready = state == State::Ready;
    progress_->setVisible(state == State::Opening || data_.measuring());
    details_->setVisible(ready);
    chips_->setVisible(ready);
    scalingRow_->setVisible(ready && data_.dataSet()->numeric() && data_.dataSet()->shape().rank() == 1);
    scaling_->setCurrentIndex(std::max(0, scaling_->findData(scalingOf(data_.spec()))));
    if (!ready) {
        name_->setText(state == State::Opening  ? tr("Opening…")
                       : state == State::Failed ? tr("Could not be opened")
                                                : tr("No data set"));
        facts_->setText(state == State::None ? tr("Open one, or drop a folder here.") : data_.spec());
        bars_->setClasses({}, {});
        bars_->setChosen(-1);
        return;
    }
    const DataSet& set = *data_.dataSet();
    qint64 images = 0;
    QStringList words;
    for (const QString& split : data_.splits()) {
        const qint64 size = data_.split(split)->size();
        images += size;
        words << QStringLiteral("%1 %2").arg(split, size < 10000 ? grouped(size) : compact(static_cast<double>(size)));
    }
    name_->setText(QString::fromStdString(set.name));
    name_->setToolTip(QString::fromStdString(set.spec));
    const QString labels =
        set.train->hasTargets() ? tr("labels are numbers") : tr("%1 classes").arg(grouped(set.classes()));
    const QString shape = QString::fromStdString(set.shape().toString());
    facts_->setText(!set.numeric()            ? tr("%1 images · %2 · %3").arg(grouped(images), labels, shape)
                    : set.shape().rank() == 1 ? tr("%1 rows · %2 · %3 columns").arg(grouped(images), labels, shape)
                                              : tr("%1 arrays · %2 · %3").arg(grouped(images), labels, shape));
    static_cast<Chips*>(chips_)->setWords(words);
    QStringList names;
    for (const auto& name : set.train->classNames()) names << QString::fromStdString(name);
    const auto counts = data_.statistics() ? data_.statistics()->classCounts : classCounts(*set.train);
    QVector<qint64> bars;
    for (const auto count : counts) bars << count;
    bars_->setClasses(names, bars);
    refreshChecks();
}

QVector<DataSetPanel::Check> DataSetPanel::checks() const {
    QVector<Check> found;
    if (data_.state() != DataSetModel::State::Ready) return found;
    const DataSet& set = *data_.dataSet();
    if (const auto broken = data_.broken(); !broken.empty())
        found << Check{false,
                       true,
                       broken.size() == 1
                           ? tr("1 file or folder is left out")
                           : tr("%1 files or folders are left out").arg(grouped(static_cast<qint64>(broken.size()))),
                       {}};
    else
        found << Check{true,
                       false,
                       data_.statistics()
                           ? (set.numeric() ? tr("every row can be read") : tr("every image can be read"))
                           : tr("no broken file found so far"),
                       {}};

    const auto counts = data_.statistics() ? data_.statistics()->classCounts : classCounts(*set.train);
    if (counts.size() > 1) {
        const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
        const auto name = [&](auto it) {
            return QString::fromStdString(set.train->classNames()[static_cast<size_t>(it - counts.begin())]);
        };
        if (*least == 0) {
            QStringList without;
            for (auto it = counts.begin(); it != counts.end(); ++it)
                if (*it == 0) without << name(it);
            const QString named =
                without.size() <= 3
                    ? without.join(QStringLiteral(", "))
                    : tr("%1 and %2 more").arg(without.mid(0, 2).join(QStringLiteral(", "))).arg(without.size() - 2);
            found << Check{false, false, tr("no image of class %1").arg(named), without.join(QLatin1Char('\n'))};
        } else {
            const double ratio = static_cast<double>(*most) / static_cast<double>(*least);
            const QString text = QStringLiteral("1 : %1").arg(ratio, 0, 'f', ratio < 10 ? 2 : 0);
            found << (ratio < 1.5 ? Check{true, false, tr("classes are even (%1)").arg(text), {}}
                                  : Check{false, false, tr("classes are uneven (%1)").arg(text),
                                          tr("%1 has the fewest images, %2 the most.").arg(name(least), name(most))});
        }
    }
    if (const auto& statistics = data_.statistics(); statistics && !statistics->sizes.empty()) {
        const bool same =
            statistics->minWidth == statistics->maxWidth && statistics->minHeight == statistics->maxHeight;
        found << (same ? Check{true,
                               false,
                               tr("all images are %1×%2").arg(statistics->minWidth).arg(statistics->minHeight),
                               {}}
                       : Check{false, false,
                               tr("sizes from %1×%2 to %3×%4")
                                   .arg(statistics->minWidth)
                                   .arg(statistics->minHeight)
                                   .arg(statistics->maxWidth)
                                   .arg(statistics->maxHeight),
                               tr("For training all are resized to %1.")
                                   .arg(QString::fromStdString(set.shape().toString()))});
    }
    if (const auto& statistics = data_.statistics()) {
        addContentChecks(found, set, *statistics);
    }
    for (const auto& note : set.notes) found << Check{true, false, q(note), {}, true};
    if (!data_.error().isEmpty()) found << Check{false, true, data_.error(), {}};
    return found;
}

// What is there twice, and what of other splits is in the training split too.
void DataSetPanel::addContentChecks(QVector<Check>& found, const DataSet& set,
                                    const SourceStatistics& statistics) const {
    constexpr size_t kNamed = 8;
    const auto names = [](const QStringList& all, qint64 count) {
        return all.join(QLatin1Char('\n')) + (count > all.size() ? tr("\n… and more") : QString());
    };
    if (statistics.duplicates.empty()) {
        found << Check{true, false, tr("nothing is there twice"), {}};
    } else {
        QStringList groups;
        for (size_t g = 0; g < statistics.duplicates.size() && g < kNamed; ++g)
            groups << QStringLiteral("%1 = %2").arg(
                QString::fromStdString(set.train->itemName(statistics.duplicates[g][0])),
                QString::fromStdString(set.train->itemName(statistics.duplicates[g][1])));
        QString text = tr("%1 repeated in the training split").arg(grouped(statistics.repeated()));
        if (statistics.contradictions > 0)
            text += tr(", %1 with different labels").arg(grouped(statistics.contradictions));
        found << Check{false, statistics.contradictions > 0, text,
                       names(groups, static_cast<qint64>(statistics.duplicates.size()))};
    }
    if (!set.validation && !set.test) return;
    for (const char* split : {"validation", "test"}) {
        QStringList pairs;
        qint64 count = 0;
        for (const Leak& leak : data_.leaks()) {
            if (leak.split != split) continue;
            ++count;
            if (static_cast<size_t>(pairs.size()) >= kNamed) continue;
            const auto& source = leak.split == "test" ? set.test : set.validation;
            pairs << QStringLiteral("%1 = %2").arg(QString::fromStdString(source->itemName(leak.item)),
                                                   QString::fromStdString(set.train->itemName(leak.trainItem)));
        }
        if (count > 0)
            found << Check{false, true, tr("%1 of %2 are training items too").arg(grouped(count), QLatin1String(split)),
                           names(pairs, count)};
    }
    if (data_.leaks().empty()) found << Check{true, false, tr("no other split repeats a training item"), {}};
}

void DataSetPanel::addCheck(const Check& check) {
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
                                 13,
                                 theme.color(check.note   ? Token::Muted
                                             : check.good ? Token::Good
                                             : check.bad  ? Token::Bad
                                                          : Token::Warn),
                                 devicePixelRatioF()));
    line->addWidget(icon, 0, Qt::AlignTop);
    auto* text = new QLabel(check.text);
    text->setFont(theme.font(12));
    text->setWordWrap(true);
    text->setToolTip(check.help);
    line->addWidget(text, 1);
    checks_->addWidget(row);
}

void DataSetPanel::refreshChecks() {
    while (auto* item = checks_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& check : checks()) addCheck(check);

    const auto broken = data_.broken();
    broken_->clear();
    constexpr size_t kListed = 1000;  // the count above names them all
    for (size_t i = 0; i < std::min(broken.size(), kListed); ++i) {
        auto* item = new QListWidgetItem(
            QStringLiteral("%1\n%2").arg(QString::fromStdString(broken[i].path), q(broken[i].reason)), broken_);
        item->setData(kPathRole, QString::fromStdString(broken[i].path));
        item->setData(kReasonRole, q(broken[i].reason));
        item->setToolTip(item->text());
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

void DataSetPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}
void DataSetPanel::dragEnterEvent(QDragEnterEvent* event) { acceptLocalPath(event); }
void DataSetPanel::dropEvent(QDropEvent* event) {
    if (const QString path = localPath(event); !path.isEmpty()) emit pathDropped(path);
}

}  // namespace tl
