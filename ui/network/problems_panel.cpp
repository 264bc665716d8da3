// See the header. Rows are real widgets with real buttons, so the keyboard reaches every repair.
#include "ui/network/problems_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QTime>
#include <QTimer>
#include <QUndoView>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "engine/layers/layer_type.h"
#include "ui/commands/problem_repair.h"
#include "ui/models/problem_list.h"
#include "ui/models/text.h"
#include "ui/shell/standard_edits.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/tab_order.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kMostRows = 100, kMostLog = 2000;
constexpr int kLeastRow = 200;        // px
constexpr int kBurst = Qt::UserRole;  // of a line of the log: of which burst it is

}  // namespace

// One problem: icon, layer, sentence, repairs. A click, Enter or Space goes to the layer. The sentence has the first
// claim to the room: of several repairs those that have none beside it are in a menu.
class ProblemRow : public QFrame {
public:
    // of: the layer, or what else it is of; empty: the network as a whole.
    ProblemRow(const QString& of, const Problem& shown, std::function<void()> jump)
        : shown_(shown), jump_(std::move(jump)) {
        const Diagnostic& problem = shown_.what;
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        Theme::instance().fixHeight(this, 32);
        setAccessibleName(of.isEmpty() ? q(problem.message) : of + QStringLiteral(": ") + q(problem.message));
        setCopyText(this, accessibleName());
        row_ = new QHBoxLayout(this);
        row_->setContentsMargins(12, 0, 6, 0);
        row_->setSpacing(8);
        error_ = problem.severity == Diagnostic::Severity::Error;
        icon_ = new QLabel;
        row_->addWidget(icon_);
        if (!of.isEmpty()) row_->addWidget(new ToneLabel(of, Token::Text, ToneLabel::Title));
        sentence_ = new ElidedLabel(Qt::ElideRight);
        sentence_->setText(q(problem.message));
        sentence_->setToolTip(q(problem.detail));
        row_->addWidget(sentence_, 1);
        more_ = makeButton(ProblemsPanel::tr("Repairs"), QStringLiteral("repairs"));
        more_->setIcon(Theme::instance().icon(QStringLiteral("chevron-down")));
        more_->setLayoutDirection(Qt::RightToLeft);
        QObject::connect(more_, &QPushButton::clicked, this, [this] { showMore(); });
        row_->addWidget(more_);
        retint();
        QObject::connect(&Theme::instance(), &Theme::changed, this, [this] { retint(); });
    }
    void addButton(const QString& text, std::function<void()> action) {
        QPushButton* button = makeButton(text, {});
        button->setAccessibleName(text);  // whole, whatever there is room for
        QObject::connect(button, &QPushButton::clicked, this, std::move(action));
        row_->insertWidget(row_->count() - 1, button);
        buttons_.push_back(button);
    }
    const Problem& shown() const { return shown_; }
    void setNumber(int number) {
        setObjectName(QStringLiteral("problem_%1").arg(number));
        for (size_t i = 0; i < buttons_.size(); ++i)
            buttons_[i]->setObjectName(QStringLiteral("repair_%1_%2").arg(number).arg(i));
    }
    // Its first repair, or itself where it offers none.
    QWidget* firstRepair() {
        if (buttons_.empty()) return this;
        return buttons_.front()->isHidden() ? more_ : buttons_.front();
    }
    QSize minimumSizeHint() const override { return {kLeastRow, QFrame::minimumSizeHint().height()}; }

private:
    QPushButton* makeButton(const QString& text, const QString& name) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(name);
        Theme::instance().fixHeight(button, 22);
        Theme::instance().style(button, QStringLiteral("min-height: 20px; padding: 0 10px; font-size: 12px"));
        return button;
    }
    void fit() {
        const auto wide = [this](const QWidget* widget) { return row_->spacing() + widget->sizeHint().width(); };
        int fixed = row_->contentsMargins().left() + row_->contentsMargins().right(), all = 0;
        for (int i = 0; i < row_->count(); ++i) {
            const QWidget* widget = row_->itemAt(i)->widget();
            if (widget == more_ || std::ranges::find(buttons_, widget) != buttons_.end()) continue;
            fixed += wide(widget);
        }
        for (const QPushButton* button : buttons_) all += wide(button);
        int room = width() - fixed;
        if (buttons_.size() == 1) return fitAlone(*buttons_.front(), room);
        const bool fits = buttons_.empty() || all <= room;
        if (!fits) room -= wide(more_);
        bool open = true;
        for (QPushButton* button : buttons_) {
            room -= wide(button);
            open = open && (fits || room >= 0);
            button->setVisible(open);
        }
        more_->setVisible(!fits);
    }
    // A menu of one would be a click more, and hide what it is: its words take up to a third of the row.
    void fitAlone(QPushButton& button, int room) {
        const QString words = button.accessibleName();
        button.setText(words);
        const int over = row_->spacing() + button.sizeHint().width() - std::max(room, width() / 3);
        if (over > 0) {
            const QFontMetrics letters = button.fontMetrics();
            button.setText(letters.elidedText(words, Qt::ElideRight, letters.horizontalAdvance(words) - over));
        }
        button.setToolTip(over > 0 ? words : QString());
        more_->hide();
    }
    void showMore() {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (QPushButton* button : buttons_)
            if (button->isHidden()) menu->addAction(button->text(), button, &QPushButton::click);
        menu->popup(more_->mapToGlobal(QPoint(0, more_->height() + 2)));
    }
    void resizeEvent(QResizeEvent* event) override {
        QFrame::resizeEvent(event);
        fit();
    }
    void retint() {
        const Theme& theme = Theme::instance();
        icon_->setPixmap(
            theme.pixmap(error_ ? QStringLiteral("exclamation-circle-fill") : QStringLiteral("exclamation-triangle"),
                         theme.scaled(14), theme.color(error_ ? Token::Bad : Token::Warn), devicePixelRatioF()));
        update();
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) jump_();
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
            jump_();
        else
            QFrame::keyPressEvent(event);
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(theme.color(Token::Accent)) : QPen(Qt::NoPen));
        painter.setBrush(theme.color(underMouse() || hasFocus() ? Token::Bg3 : Token::Bg2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5), Theme::kRadius, Theme::kRadius);
    }
    const Problem shown_;
    std::function<void()> jump_;
    QHBoxLayout* row_;
    QLabel* icon_;
    ElidedLabel* sentence_;
    std::vector<QPushButton*> buttons_;
    QPushButton* more_;  // opens the menu of those that have no room
    bool error_ = true;
};

// The number beside the tab's word.
class ProblemsPanel::Badge : public QWidget {
public:
    explicit Badge(QWidget* parent) : QWidget(parent) { setAttribute(Qt::WA_TransparentForMouseEvents); }
    void setCount(int count, bool errors) {
        count_ = count;
        errors_ = errors;
        setFixedSize(
            QFontMetrics(Theme::instance().font(11, QFont::DemiBold)).horizontalAdvance(QString::number(count)) + 12,
            Theme::instance().scaled(18));
        setVisible(count > 0);
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(errors_ ? Token::Bad : Token::Warn));
        painter.drawRoundedRect(rect(), 6, 6);
        painter.setFont(theme.font(11, QFont::DemiBold));
        painter.setPen(theme.color(theme.dark() ? Token::Bg0 : Token::Bg1));
        painter.drawText(rect(), Qt::AlignCenter, QString::number(count_));
    }
    int count_ = 0;
    bool errors_ = false;
};

// Its end is in sight when it is shown and once more was said, and stays so in another size unless somebody scrolled
// away from there.
class LogList : public QListWidget {
public:
    LogList() {
        goToEnd_.setSingleShot(true);
        connect(&goToEnd_, &QTimer::timeout, this, &LogList::scrollToBottom);
    }

private:
    // Once for many lines, since it lays all of them out.
    void rowsInserted(const QModelIndex& parent, int first, int last) override {
        QListWidget::rowsInserted(parent, first, last);
        if (isVisible()) goToEnd_.start(0);
    }
    void showEvent(QShowEvent* event) override {
        QListWidget::showEvent(event);
        scrollToBottom();
    }
    void resizeEvent(QResizeEvent* event) override {
        const QScrollBar& bar = *verticalScrollBar();
        const bool end = bar.value() == bar.maximum();
        QListWidget::resizeEvent(event);
        if (end) scrollToBottom();
    }
    QTimer goToEnd_;
};

ProblemsPanel::ProblemsPanel(ProblemList& problems, NetworkEditor& editor, TrainingEditor& training, QUndoStack& undo,
                             QWidget* parent)
    : QWidget(parent), problems_(problems), editor_(editor), training_(training) {
    setObjectName(QStringLiteral("problemsPanel"));
    header_ = new QWidget;
    Theme::instance().fixHeight(header_, 33);
    auto* headerRow = new QHBoxLayout(header_);
    headerRow->setContentsMargins(8, 0, 8, 0);
    tabs_ = new QTabBar;
    tabs_->setObjectName(QStringLiteral("problemsTabs"));
    tabs_->setExpanding(false);
    for (const QString& title : {tr("Problems"), tr("History"), tr("Log")}) tabs_->addTab(title);
    badge_ = new Badge(tabs_);
    badge_->hide();
    headerRow->addWidget(tabs_);
    headerRow->addStretch(1);

    stack_ = new QStackedWidget;
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    list_ = new QWidget;
    rows_ = new QVBoxLayout(list_);
    rows_->setContentsMargins(8, 6, 8, 6);
    rows_->setSpacing(2);
    scroll->setWidget(list_);
    stack_->addWidget(scroll);
    auto* history = new QUndoView(&undo);
    history->setObjectName(QStringLiteral("historyView"));
    history->setEmptyLabel(tr("As opened"));
    history->setFrameShape(QFrame::NoFrame);
    stack_->addWidget(history);
    log_ = new LogList;
    log_->setObjectName(QStringLiteral("logList"));
    log_->setFrameShape(QFrame::NoFrame);
    log_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    log_->setUniformItemSizes(true);
    stack_->addWidget(log_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    connect(tabs_, &QTabBar::currentChanged, stack_, &QStackedWidget::setCurrentIndex);
    connect(&problems_, &ProblemList::changed, this, &ProblemsPanel::refresh);
    refresh();
}

void ProblemsPanel::showTab(int index) { tabs_->setCurrentIndex(index); }

void ProblemsPanel::log(const QString& sentence, const QString& burst) {
    auto* item = new QListWidgetItem(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + sentence);
    item->setToolTip(plainTip(sentence));
    item->setData(kBurst, burst);
    log_->addItem(item);
    if (log_->count() <= kMostLog) return;
    // What comes by hundreds a second makes room first, so that what is said once stays.
    int oldest = 0;
    while (oldest < kMostLog && log_->item(oldest)->data(kBurst).toString().isEmpty()) ++oldest;
    delete log_->takeItem(oldest < kMostLog ? oldest : 0);
}

ProblemRow* ProblemsPanel::makeRow(const Problem& problem) {
    const QString node = q(problem.what.node);
    auto* row =
        new ProblemRow(problem.training ? tr("Training") : node, problem, [this, node, training = problem.training] {
            if (training) emit trainingRequested();
            if (!node.isEmpty()) emit jumpRequested(node);
        });
    for (const Repair& repair : problem.what.repairs)
        row->addButton(q(repair.label), [this, problem, repair] { makeRepair(problem, repair, editor_, training_); });
    return row;
}

// Rows of what is still wrong stay. The focus that goes with a row passes to the next one's repair, so that who mends
// by keyboard goes on there.
void ProblemsPanel::refresh() {
    const auto& problems = problems_.all();
    if (told_ == problems) return;
    told_ = problems;
    count_ = static_cast<int>(problems.size());
    QWidget* wantedBadge = count_ > 0 ? badge_ : nullptr;
    if (tabs_->tabButton(0, QTabBar::RightSide) != wantedBadge) tabs_->setTabButton(0, QTabBar::RightSide, wantedBadge);
    badge_->setCount(count_, problems_.errors() > 0);
    tabs_->setTabText(0, tr("Problems"));  // lays the tab out anew around the badge
    std::vector<QWidget*> gone;
    while (QLayoutItem* item = rows_->takeAt(0)) {
        if (item->widget()) gone.push_back(item->widget());
        delete item;
    }
    std::vector<ProblemRow*> before = std::exchange(shown_, {});
    const auto focused = std::ranges::find_if(
        before, [focus = window()->focusWidget()](const ProblemRow* row) { return row->isAncestorOf(focus); });
    const auto at = static_cast<size_t>(focused - before.begin());
    const QWidget* focusedRow = focused == before.end() ? nullptr : *focused;
    for (const Problem& problem : problems) {
        const int made = static_cast<int>(shown_.size());
        if (made == kMostRows) {
            rows_->addWidget(new ToneLabel(tr("and %n more", nullptr, count_ - made), Token::Muted));
            break;
        }
        const auto kept = std::ranges::find(before, problem, &ProblemRow::shown);
        ProblemRow* row = kept == before.end() ? makeRow(problem) : *kept;
        if (kept != before.end()) before.erase(kept);
        std::erase(gone, row);
        row->setNumber(made);
        rows_->addWidget(row);
        shown_.push_back(row);
    }
    if (problems.empty()) {
        auto* fine = new StatusDot(tr("No problems"), Token::Good);
        auto* line = new QHBoxLayout;
        line->setContentsMargins(6, 4, 0, 0);
        line->addWidget(fine);
        line->addStretch(1);
        auto* holder = new QWidget;
        holder->setLayout(line);
        rows_->addWidget(holder);
    }
    rows_->addStretch(1);
    tabThroughLayouts(*list_);
    if (focusedRow && std::ranges::find(gone, focusedRow) != gone.end()) {
        ProblemRow* next = shown_.empty() ? nullptr : shown_[std::min(at, shown_.size() - 1)];
        if (next) next->show();
        rows_->activate();  // a new row knows then which of its repairs have room
        (next ? next->firstRepair() : tabs_)->setFocus();
    }
    for (QWidget* widget : gone) {
        widget->hide();
        widget->deleteLater();  // a repair's own button may have brought us here
    }
}

}  // namespace tl
