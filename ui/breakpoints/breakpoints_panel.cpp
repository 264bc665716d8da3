// The last word that is typed is completed: layers, values, functions.
#include "ui/breakpoints/breakpoints_panel.h"

#include <QApplication>
#include <QCompleter>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QStringListModel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/core/error.h"
#include "engine/train/breakpoint_values.h"
#include "engine/train/step_plan.h"
#include "ui/breakpoints/breakpoint_table.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/put_back.h"
#include "widgets/controls/cell_delegate.h"
#include "widgets/controls/controls.h"

namespace tl {
namespace {

constexpr int kSides = 12;

// Completes from the last space or parenthesis on.
class WordCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;
    QStringList splitPath(const QString& path) const override { return {path.mid(wordAt(path))}; }
    QString pathFromIndex(const QModelIndex& index) const override {
        const QString text = static_cast<const QLineEdit*>(widget())->text();
        return text.left(wordAt(text)) + QCompleter::pathFromIndex(index);
    }

private:
    static int wordAt(const QString& text) {
        return static_cast<int>(std::max(text.lastIndexOf(QLatin1Char(' ')), text.lastIndexOf(QLatin1Char('(')))) + 1;
    }
};

struct Names {
    std::vector<std::string> values;
    std::set<std::string> numbers;
    std::vector<WatchableValue> all;
};

}  // namespace

BreakpointsPanel::BreakpointsPanel(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), points_(desk.bench.controller.breakpoints()),
      putBack_(new PutBack(desk, *this, QStringLiteral("breakpoint"))),
      table_(new BreakpointTable(desk.bench.controller, this)), words_(new QStringListModel(this)) {
    setObjectName(QStringLiteral("breakpointsPanel"));
    makeList();
    makeEntry();
    problem_ = new ToneLabel({}, Token::Bad, ToneLabel::Caption);
    problem_->setObjectName(QStringLiteral("breakpointProblem"));
    problem_->setWordWrap(true);
    complain({});
    auto* under = new QVBoxLayout;
    under->setContentsMargins(kSides, 6, kSides, 10);
    under->setSpacing(6);
    auto* elsewhere = new ToneLabel(tr("Another program trains this run: breakpoints here do not reach it."),
                                    Token::Muted, ToneLabel::Caption);
    elsewhere->setObjectName(QStringLiteral("breakpointsElsewhere"));
    elsewhere->setWordWrap(true);
    const auto tellElsewhere = [elsewhere, &controller = desk.bench.controller] {
        elsewhere->setVisible(controller.active() && !controller.own());
    };
    connect(&desk.bench.controller, &RunController::stateChanged, elsewhere, tellElsewhere);
    under->addWidget(elsewhere);
    under->addWidget(problem_);
    under->addWidget(entry_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(list_, 1);
    column->addLayout(under);
    tellElsewhere();  // it has its place now, and is no window
    // What conditions ask for may be gone with an edit: their rows say it.
    const auto forget = [this] {
        ++edits_;
        numbers_.clear();
        values_.clear();
        findAsked();
        table_->judgeAnew();
    };
    connect(&desk.bench.network, &NetworkModel::specChanged, this,
            [forget, &network = desk.bench.network, content = desk.bench.network.content()]() mutable {
                if (std::exchange(content, network.content()) != network.content()) forget();
            });
    connect(&desk.bench.training, &TrainingModel::changed, this, forget);
    table_->setJudge([this](const Breakpoint& edited) { return obstacle(edited); });
    connect(&points_, &Breakpoints::changed, this, &BreakpointsPanel::findAsked);
    findAsked();
    connect(table_, &BreakpointTable::refused, this, &BreakpointsPanel::complain);
    connect(table_, &BreakpointTable::taken, this, [this] { complain({}); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void BreakpointsPanel::makeList() {
    list_ = new QListView;
    list_->setObjectName(QStringLiteral("breakpointList"));
    list_->setAccessibleName(tr("Breakpoints"));
    list_->setModel(table_);
    list_->setItemDelegate(new CellDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    Theme::instance().style(list_,
                            QStringLiteral("QListView::item { padding: 0 4px; }"
                                           "QListView::indicator { width: @px(8); height: @px(8); image: none; "
                                           "margin-left: 8px; border-radius: @round(8); border: 1px solid @faint; }"
                                           "QListView::indicator:checked { background: @bad; image: none; "
                                           "border-color: @bad; }"));
    connect(list_, &QWidget::customContextMenuRequested, this, &BreakpointsPanel::menuAt);
    list_->installEventFilter(this);
}

void BreakpointsPanel::makeEntry() {
    entry_ = new QLineEdit;
    entry_->setObjectName(QStringLiteral("breakpointEntry"));
    entry_->setPlaceholderText(tr("before conv_1 when loss > 3"));
    entry_->setAccessibleName(tr("A new breakpoint"));
    entry_->setToolTip(
        tr("before PLACE, after PLACE, at step NUMBER, when CONDITION\n"
           "Places: a layer (and backward or update), op NAME, forward, backward, update\n"
           "Conditions: loss > 3, norm(conv_1/kernel/gradient) > 10, dead(relu_1/output) > 0.5, loss not finite, "
           "conv_1/output not finite\n"
           "The loss is that of the step under way, which charts and logs have once the step is done."));
    auto* completer = new WordCompleter(words_, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    entry_->setCompleter(completer);
    entry_->installEventFilter(this);
    connect(entry_, &QLineEdit::returnPressed, this, &BreakpointsPanel::addEntered);
    connect(entry_, &QLineEdit::textEdited, this, [this] { complain({}); });  // it was about another text
}

bool BreakpointsPanel::writes() const { return isAncestorOf(QApplication::focusWidget()); }

void BreakpointsPanel::enter() {
    entry_->setFocus();
    entry_->selectAll();
}

// The network as it is edited: what its layers hold is worked out beside the window.
void BreakpointsPanel::findNames() {
    QStringList words;
    for (const char* word : {"before", "after", "at step", "when", "forward",   "backward", "update",     "loss",
                             "epoch",  "step",  "rate",    "and",  "or",        "not",      "not finite", "is finite",
                             "norm",   "mean",  "min",     "max",  "deviation", "zeros",    "dead",       "nonfinite"})
        words << QLatin1String(word);
    words << desk_.bench.controller.layers();
    desk_.bench.jobs.run(
        this, QStringLiteral("breakpoint names"),
        [network = desk_.bench.network.spec().withoutBypassed(), facts = desk_.bench.network.facts(),
         training = desk_.bench.training.spec()](std::stop_token stop) {
            Names names;
            try {
                names.values = watchableNames(network, facts);
                names.numbers = conditionNumbers(network, facts);
            } catch (const Error&) {
                names.values = {"weights", "gradients", "outputs", "input"};  // it is not whole yet
                return names;
            }
            if (stop.stop_requested()) return names;  // another edit: the step's graph takes a while
            try {
                names.all =
                    watchableValues(stepGraph(network, facts, training.batch, trainingPlan(training, DType::UInt8)));
            } catch (const Error&) {  // its settings forbid a step here: what it would hold is not known
            }
            return names;
        },
        [this, words, edits = edits_](const Names& names) {
            QStringList all = words;
            for (const std::string& name : names.values) all << QString::fromStdString(name);
            for (const std::string& name : names.numbers)
                if (const QString word = QString::fromStdString(name); !all.contains(word)) all << word;
            words_->setStringList(all);
            if (edits != edits_) return;
            numbers_ = names.numbers;
            values_ = names.all;
            table_->judgeAnew();
        });
}

void BreakpointsPanel::findAsked() {
    const auto asks = [](const Breakpoint& one) { return !one.condition.empty(); };
    if (numbers_.empty() && std::ranges::any_of(points_.all(), asks)) findNames();
}

QString BreakpointsPanel::obstacle(const Breakpoint& written) const {
    if (QString missing = missingLayer(written, desk_.bench.controller); !missing.isEmpty()) return missing;
    // What is not known refuses nothing. A run under way that has other layers says it itself.
    const RunController& controller = desk_.bench.controller;
    if (written.condition.empty() || numbers_.empty() || controller.layers() != desk_.bench.network.nodeIds())
        return {};
    const BreakCondition condition(written.condition);
    for (const std::string& name : condition.numbers()) {
        if (numbers_.count(name)) continue;
        QStringList known;
        for (const std::string& one : numbers_) known << QString::fromStdString(one);
        return tr("There is no number “%1”. A condition can ask for %2, and for values by a function, norm(weights) > 3, or "
                  "by “not finite”: conv_1/output not finite.")
            .arg(QString::fromStdString(name), known.join(QStringLiteral(", ")));
    }
    try {
        for (const std::string& pattern : condition.patterns()) (void)matching(values_, pattern);
    } catch (const Error& error) {
        return values_.empty() ? QString() : q(error.message());
    }
    return {};
}

void BreakpointsPanel::complain(const QString& sentence) {
    problem_->setText(sentence);
    problem_->setVisible(!sentence.isEmpty());
    // In a low window the sentence is whole before the list is.
    problem_->setMinimumHeight(sentence.isEmpty() ? 0 : problem_->heightForWidth(width() - 2 * kSides));
    list_->setMinimumHeight(sentence.isEmpty() ? 2 * Theme::instance().scaled(Theme::kTableRow) : 0);
}

void BreakpointsPanel::addEntered() {
    try {
        const Breakpoint written = breakpointFrom(entry_->text().toStdString());
        if (const QString why = obstacle(written); !why.isEmpty()) return complain(why);
        points_.add(written);
        entry_->clear();
        complain({});
    } catch (const Error& error) {
        complain(q(error.message()));
    }
}

void BreakpointsPanel::removeCurrent() {
    const int point = BreakpointTable::pointOf(list_->currentIndex());
    if (point < 0) return;
    const Breakpoint gone = points_.all()[static_cast<size_t>(point)];
    points_.remove(point);
    const QString name = QString::fromStdString(toText(gone));
    putBack_->tell({name, tr("The breakpoint “%1” is removed.").arg(name), tr("The breakpoint “%1” is back.").arg(name),
                    [&points = points_, gone] { return points.find(gone) < 0; },
                    [&points = points_, gone] { points.add(gone); },
                    [this, gone] { list_->setCurrentIndex(table_->indexOf(points_.find(gone))); }});
    list_->setCurrentIndex(table_->index(std::min(point + 1, table_->rowCount() - 1)));
}

void BreakpointsPanel::menuAt(const QPoint& position) {
    list_->setFocus(Qt::OtherFocusReason);
    list_->setCurrentIndex(list_->indexAt(position));
    QMenu menu(this);
    desk_.actions.fill(menu, QStringLiteral("breakpoint"));
    menu.exec(list_->viewport()->mapToGlobal(position));
}

bool BreakpointsPanel::written() const { return BreakpointTable::pointOf(list_->currentIndex()) >= 0; }

bool BreakpointsPanel::on() const { return list_->currentIndex().data(Qt::CheckStateRole).toInt() == Qt::Checked; }

std::vector<ActionRow> BreakpointsPanel::rows() {
    const QStringList menu{QStringLiteral("breakpoint/2")};
    return {
        {.id = "switchBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "Breakpoints: switch on or off"),
         .keys = {Qt::Key_Space},
         .menus = menu,
         .run =
             [this] { table_->setData(list_->currentIndex(), on() ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole); },
         .applies = [this] { return list_->currentIndex().isValid(); },
         .scope = list_,
         .label = [this] { return on() ? tr("Switch off") : tr("Switch on"); },
         .name = [] { return QCoreApplication::translate("Action", "Breakpoints: switch on or off"); }},
        {.id = "editBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "Edit the breakpoint"),
         .keys = {Qt::Key_Return, Qt::Key_Enter},
         .menus = menu,
         .run = [this] { list_->edit(list_->currentIndex()); },
         .applies = [this] { return written(); },
         .scope = list_},
        {.id = "removeBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "Remove the breakpoint"),
         .keys = {Qt::Key_Delete, Qt::Key_Backspace},
         .menus = menu,
         .run = [this] { removeCurrent(); },
         .applies = [this] { return written(); },
         .scope = list_}};
}

bool BreakpointsPanel::eventFilter(QObject* object, QEvent* event) {
    if ((object == entry_ || object == list_) && event->type() == QEvent::FocusIn) findNames();
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(object, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    // A check box takes Space by itself, whichever key switches it by the table of actions.
    if (object == list_ && (key == Qt::Key_Space || key == Qt::Key_Select)) return true;
    if (object == entry_ && key == Qt::Key_Escape && (!entry_->text().isEmpty() || problem_->isVisible()))
        return entry_->clear(), complain({}), true;
    return QWidget::eventFilter(object, event);
}

void BreakpointsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
