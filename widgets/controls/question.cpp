// See the header.
#include "widgets/controls/question.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "widgets/controls/labels.h"

namespace tl {

namespace {

constexpr int kIcon = 28, kNarrow = 520;

QLabel* paragraph(const QString& text, Token token, ToneLabel::Type type) {
    auto* label = new ToneLabel(text, token, type);
    label->setWordWrap(true);
    return label;
}

}  // namespace

Question::Question(QWidget& window, const QString& title, const QString& sentence, const QString& detail)
    : Sheet(window, title), icon_(new QLabel), words_(new QVBoxLayout), buttons_(new QHBoxLayout) {
    setTall(false);
    setWidth(kNarrow);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 10, 10, 4);
    row->setSpacing(16);
    setIcon(Theme::instance().icon(QStringLiteral("question-circle"), Token::Accent));
    row->addWidget(icon_, 0, Qt::AlignTop);
    words_->setSpacing(6);
    words_->addWidget(paragraph(sentence, Token::Text, ToneLabel::Title));
    if (!detail.isEmpty()) words_->addWidget(paragraph(detail, Token::Muted, ToneLabel::Body));
    setAccessibleDescription(detail.isEmpty() ? sentence : sentence + QLatin1Char('\n') + detail);
    row->addLayout(words_, 1);
    body().addLayout(row);
    buttons_->setContentsMargins(10, 14, 10, 6);
    buttons_->setSpacing(8);
    buttons_->addStretch(1);
    body().addLayout(buttons_);
}

void Question::setIcon(const QIcon& icon) {
    icon_->setPixmap(icon.pixmap(Theme::instance().square(kIcon), devicePixelRatioF()));
}

QPushButton* Question::addAnswer(const QString& name, const QString& text, std::function<void()> act, Kind kind) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    if (kind == Main) button->setProperty("primary", true);
    if (kind == Danger) button->setProperty("danger", true);
    button->installEventFilter(this);
    buttons_->addWidget(button);
    if (kind == Main || !main_) main_ = button;
    connect(button, &QPushButton::clicked, this, [this, act = std::move(act)] {
        close();
        if (act) act();
    });
    return button;
}

QPushButton* Question::addCancel() { return addAnswer(QStringLiteral("cancelButton"), tr("Cancel")); }

void Question::setSafe(QPushButton* answer) { safe_ = answer; }

QLineEdit* Question::addLine(const QString& label, const QString& text) {
    auto* line = new QLineEdit(text);
    line->selectAll();
    addField(label, line);
    return line;
}

QPlainTextEdit* Question::addText(const QString& label, const QString& text) {
    auto* edit = new QPlainTextEdit(text);
    edit->setTabChangesFocus(true);
    Theme::instance().fixHeight(edit, 120);
    addField(label, edit);
    return edit;
}

QSpinBox* Question::addNumber(const QString& label, int least, int most, int value) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setValue(value);
    box->selectAll();
    addField(label, box);
    return box;
}

void Question::addField(const QString& label, QWidget* field) {
    field_ = field;
    field->setObjectName(QStringLiteral("questionField"));
    field->setAccessibleName(label);
    field->installEventFilter(this);
    words_->addSpacing(4);
    words_->addWidget(field);
}

QWidget* Question::firstFocus() const {
    if (safe_) return safe_;
    if (field_) return field_;
    const auto all = answers();
    return all.isEmpty() ? nullptr : all.back();
}

QList<QPushButton*> Question::answers() const {
    QList<QPushButton*> all;
    for (int i = 0; i < buttons_->count(); ++i)
        if (auto* button = qobject_cast<QPushButton*>(buttons_->itemAt(i)->widget())) all << button;
    return all;
}

bool Question::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (enter && watched == field_ && !qobject_cast<QPlainTextEdit*>(field_)) {
            main_->click();
            return true;
        }
        if (auto* button = qobject_cast<QPushButton*>(watched)) {
            const bool back = key == Qt::Key_Left || key == Qt::Key_Up,
                       on = key == Qt::Key_Right || key == Qt::Key_Down;
            if (enter) {
                button->click();
                return true;
            }
            const auto all = answers();
            for (auto i = all.indexOf(button) + (back ? -1 : 1); (back || on) && i >= 0 && i < all.size();
                 i += back ? -1 : 1)
                if (all[i]->isEnabled()) {
                    all[i]->setFocus(Qt::TabFocusReason);
                    break;
                }
            if (back || on) return true;
        }
    }
    return Sheet::eventFilter(watched, event);
}

void Question::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    // Ctrl+Return ends a text of several lines.
    if (enter && main_ && event->modifiers() & Qt::ControlModifier) return main_->click();
    Sheet::keyPressEvent(event);
}

}  // namespace tl
