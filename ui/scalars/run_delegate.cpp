// See the header.
#include "ui/scalars/run_delegate.h"

#include <QLineEdit>
#include <QPainter>
#include <QTreeView>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/scalars/run_sparkline.h"
#include "ui/scalars/run_tree.h"
#include "ui/scalars/runs_panel.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

QString stateWord(const Run& run) {
    switch (run.state) {
    case RunState::Starting: return RunsPanel::tr("starting");
    case RunState::Running: return RunsPanel::tr("live");
    case RunState::Validating: return RunsPanel::tr("live");
    case RunState::Paused: return run.stop ? RunsPanel::tr("stands") : RunsPanel::tr("paused");
    case RunState::Failed: return RunsPanel::tr("failed");
    case RunState::Stopped: return run.cutOff ? RunsPanel::tr("cut off") : RunsPanel::tr("stopped");
    default: return {};
    }
}

QString stateIcon(const Run& run) {
    switch (run.state) {
    case RunState::Paused: return QStringLiteral("pause-fill");
    case RunState::Failed: return QStringLiteral("x-circle");
    case RunState::Stopped: return run.cutOff ? QStringLiteral("lightning") : QStringLiteral("stop-fill");
    default: return QStringLiteral("play-fill");
    }
}

Token stateTone(const Run& run) {
    return run.state == RunState::Failed                 ? Token::Bad
           : run.cutOff                                  ? Token::Warn
           : run.live() && run.state != RunState::Paused ? Token::Accent
                                                         : Token::Muted;
}

}  // namespace

QColor RunDelegate::ground(const QStyleOptionViewItem& option) {
    const auto& theme = Theme::instance();
    const QColor plain = theme.color(Token::Bg1);
    if (option.state & QStyle::State_Selected) return Theme::mix(theme.color(Token::Accent), plain, 0.2);
    if (option.state & QStyle::State_MouseOver) return Theme::mix(theme.color(Token::Text), plain, 0.04);
    return plain;
}

RunDelegate::RunDelegate(RunModel& runs, QObject* parent) : CellDelegate(parent), runs_(runs) {
    const auto changed = [this] { checked_ = false; };
    connect(&runs, &QAbstractItemModel::dataChanged, this, changed);
    connect(&runs, &QAbstractItemModel::rowsInserted, this, changed);
    connect(&runs, &QAbstractItemModel::modelReset, this, changed);
    connect(&runs, &RunModel::runsRemoved, this, changed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        checked_ = false;
        listed_.clear();
    });
}

std::vector<RunDelegate::Listed> RunDelegate::listed() const {
    std::vector<Listed> all;
    for (const Run& run : runs_.runs())
        if (!run.filtered) all.push_back({run.id, run.name});
    return all;
}

const QString& RunDelegate::cut(int run, const QString& name, const QFontMetrics& metrics, int room) const {
    auto& cut = cut_[{run, room}];
    if (cut.isNull()) ++cuts_, cut = metrics.elidedText(name, Qt::ElideMiddle, room);
    return cut;
}

// A made name is told by what differs, whatever room there is. Of another, where the middle is what tells two apart,
// the beginning that all share goes instead.
QString RunDelegate::shortName(const Run& run, const QFontMetrics& metrics, int room) const {
    constexpr qsizetype kMost = 20000;  // of widths that a hand drags a column through
    if (!std::exchange(checked_, true) || cut_.size() > kMost) {
        std::vector<Listed> now = listed();
        if (now != listed_ || cut_.size() > kMost) cut_.clear(), short_.clear();
        listed_ = std::move(now);
    }
    if (const auto known = short_.constFind({run.id, room}); known != short_.constEnd()) return *known;
    if (const RunTitle& title = runs_.titleOf(run.id); title.made) {
        const QString fitted = title.fitted(
            room, [&](const QString& text) { return metrics.horizontalAdvance(text); },
            [&](const QString& text, int room) { return metrics.elidedText(text, Qt::ElideMiddle, room); });
        return *short_.insert({run.id, room}, fitted);
    }
    QString elided = cut(run.id, run.name, metrics, room);
    if (elided == run.name) return elided;
    qsizetype shared = run.name.size();
    bool told = true;
    for (const Listed& other : listed_) {
        if (other.id == run.id) continue;
        if (cut(other.id, other.name, metrics, room) == elided) told = false;
        const auto differs = std::mismatch(run.name.begin(), run.name.end(), other.name.begin(), other.name.end());
        if (const qsizetype same = differs.first - run.name.begin(); same > 3) shared = std::min(shared, same);
    }
    const QString found = told ? elided
                               : metrics.elidedText(QChar(0x2026) + run.name.mid(std::max<qsizetype>(0, shared - 1)),
                                                    Qt::ElideRight, room);
    return *short_.insert({run.id, room}, found);
}

void RunDelegate::paintName(QPainter& painter, const QStyleOptionViewItem& option, const Run& run) const {
    const auto& theme = Theme::instance();
    QRect cell = option.rect;
    const QColor plain = theme.color(Token::Bg1);
    painter.setRenderHint(QPainter::Antialiasing);
    if (curves_) {
        cell.setRight(cell.right() - theme.scaled(kCurveRoom));
        const QSizeF size(theme.scaled(kCurveWidth), theme.scaled(kCurveHeight));
        const QRectF place(QPointF(cell.right() + 5, cell.center().y() - size.height() / 2 + 0.5), size);
        paintSparkline(painter, place.adjusted(1, 2, -1, -2), sparklineOf(run, qRound(size.width())),
                       run.visible ? theme.series(run.color) : theme.color(Token::Faint));
    }
    const QRectF swatch(cell.left() + 10, cell.center().y() - 4.5, 10, 10);
    const QColor color = theme.series(run.color);
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(run.visible ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(swatch.adjusted(0.75, 0.75, -0.75, -0.75), 2.5, 2.5);
    // Cut as often as the run's colour was used before: its curve is dashed likewise.
    const int cuts = Theme::seriesRound(run.color);
    for (int cut = 1; cut <= cuts; ++cut)
        painter.fillRect(QRectF(swatch.left() + cut * 10.0 / (cuts + 1) - 0.75, swatch.top(), 1.5, 10), plain);
    const QString word = stateWord(run);
    const QFont chipFont = theme.font(11);
    painter.setFont(theme.font(12));
    const QFontMetrics metrics = painter.fontMetrics();
    // Evaluated on the test split, with tags or with a note, and no column that says so.
    const auto* table = qobject_cast<const QTreeView*>(option.widget);
    QStringList marks;
    if (run.tested() && table && table->isColumnHidden(RunModel::Test)) marks << QStringLiteral("clipboard-check");
    if (!run.info.tags.empty() && table && table->isColumnHidden(RunTree::Tags)) marks << QStringLiteral("tag");
    if (!run.info.note.empty() && table && table->isColumnHidden(RunTree::Note))
        marks << QStringLiteral("chat-left-text");
    const QString damaged = QStringLiteral("exclamation-triangle");  // what is wrong the tool tip says
    if (!run.problems.empty()) marks << damaged;
    const int mark = 16 * static_cast<int>(marks.size());
    // The name matters more: where both do not fit, an icon stands for the word.
    const int whole = metrics.horizontalAdvance(runs_.titleOf(run.id).text());
    int chip = word.isEmpty() ? 0 : QFontMetrics(chipFont).horizontalAdvance(word) + 12;
    const bool small = chip > 0 && cell.width() - kSwatchWidth - chip - mark - 10 < whole;
    if (small) chip = 14;
    painter.setPen(theme.color(run.visible ? Token::Text : Token::Faint));
    const int left = cell.left() + kSwatchWidth, room = cell.right() - left - (chip ? chip + 6 : 0) - mark - 4;
    const QString name = shortName(run, metrics, room);
    painter.drawText(QRect(left, cell.top(), room, cell.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    const double chipLeft = left + metrics.horizontalAdvance(name) + 6 + mark;
    const double ratio = painter.device()->devicePixelRatioF();
    for (int i = 0; i < marks.size(); ++i)
        painter.drawPixmap(
            QPointF(chipLeft - mark + 16 * i - 1, cell.center().y() - 6),
            theme.pixmap(marks[i], 13, theme.color(marks[i] == damaged ? Token::Warn : Token::Muted), ratio));
    const Token tone = stateTone(run);
    if (small) {
        painter.drawPixmap(QPointF(chipLeft - 1, cell.center().y() - 6),
                           theme.pixmap(stateIcon(run), 13, theme.color(tone), ratio));
    } else if (chip) {
        const QRectF box(chipLeft, cell.center().y() - 7.5, chip, 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::mix(theme.color(tone), plain, 0.28));
        painter.drawRoundedRect(box, 8, 8);
        painter.setFont(chipFont);
        painter.setPen(tone == Token::Muted ? theme.color(Token::Text)
                                            : Theme::mix(theme.color(tone), theme.color(Token::Text), 0.7));
        painter.drawText(box, Qt::AlignCenter, word);
    }
}

// Its curve in small, a line in a band, and how many runs it stands for: no name of a run looks so.
void RunDelegate::paintGroup(QPainter& painter, const QRect& cell, const QModelIndex& index) const {
    const auto& theme = Theme::instance();
    const bool visible = index.data(RunModel::VisibleRole).toBool();
    const int series = index.data(RunTree::GroupColorRole).toInt();
    int left = cell.left() + 6;
    if (series >= 0) {
        left = cell.left() + kSwatchWidth;
        const QColor color = theme.series(series);
        QColor band = color;
        band.setAlphaF(visible ? 0.35f : 0.12f);
        const QRectF swatch(cell.left() + 8, cell.center().y() - 5.5, 14, 12);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(band);
        painter.drawRoundedRect(swatch, 3, 3);
        QPen line(visible ? color : theme.color(Token::Faint), 2, Qt::SolidLine, Qt::FlatCap);
        if (const auto dashes = theme.seriesDashes(series); !dashes.isEmpty()) line.setDashPattern({2, 1});
        painter.setPen(line);
        painter.drawLine(QPointF(swatch.left(), swatch.center().y()), QPointF(swatch.right(), swatch.center().y()));
    }
    QFont font = theme.font(12);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(theme.color(visible ? Token::Text : Token::Faint));
    const QString name = index.data(RunTree::GroupNameRole).toString();
    const QString count = index.data().toString().mid(name.size()).trimmed();
    const QFont small = theme.font(11);
    const int countWidth = QFontMetrics(small).horizontalAdvance(count) + 10;
    const int room = cell.right() - left - 4 - countWidth - 6;
    const QString shown = painter.fontMetrics().elidedText(name, Qt::ElideMiddle, room);
    painter.drawText(QRect(left, cell.top(), room, cell.height()), Qt::AlignLeft | Qt::AlignVCenter, shown);
    const QRectF chip(left + painter.fontMetrics().horizontalAdvance(shown) + 6, cell.center().y() - 7.5, countWidth,
                      16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Bg3));
    painter.drawRoundedRect(chip, 8, 8);
    painter.setFont(small);
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(chip, Qt::AlignCenter, count);
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto& theme = Theme::instance();
    const Run* run = runs_.find(index.data(RunModel::IdRole).toInt());
    const QRect cell = option.rect;
    painter->save();
    painter->fillRect(cell, ground(option));
    painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), theme.color(Token::Line));
    const bool visible = index.data(RunModel::VisibleRole).toBool();
    if (index.column() == RunModel::Name && run) {
        paintName(*painter, option, *run);
    } else if (index.column() == RunModel::Name) {
        paintGroup(*painter, cell, index);
    } else {
        const bool number = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        painter->setFont(number ? theme.mono() : theme.font(12));
        const bool quiet = !run || index.column() == RunModel::Epoch;
        painter->setPen(theme.color(!visible ? Token::Faint : quiet ? Token::Muted : Token::Text));
        // Cut at its left, a number would read as another one.
        const QRect inside = cell.adjusted(number ? kLeft : kRight, 0, -kRight, 0);
        painter->drawText(inside, (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, inside.width()));
    }
    if (option.state & QStyle::State_HasFocus && index.column() == RunModel::Name) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(theme.color(Token::Accent));
        painter->drawLine(cell.left() + 1, cell.top() + 3, cell.left() + 1, cell.bottom() - 3);
    }
    painter->restore();
}

QWidget* RunDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
    auto* line = new QLineEdit(parent);
    line->setObjectName(QStringLiteral("runCellEditor"));
    line->setFont(Theme::instance().font(12));
    return line;
}

// As wide as there is room, whatever the column has.
void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                       const QModelIndex& index) const {
    QRect place = option.rect;
    if (index.column() == RunModel::Name) place.setLeft(place.left() + kSwatchWidth - 6);
    const int room = editor->parentWidget() ? editor->parentWidget()->width() : place.right();
    const int wanted = std::min(room, Theme::instance().scaled(180));
    if (place.width() < wanted) place.setWidth(wanted);
    if (place.right() >= room) place.moveRight(room - 1);
    editor->setGeometry(place);
}

}  // namespace tl
