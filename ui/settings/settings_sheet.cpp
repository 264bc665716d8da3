// See the header.
#include "ui/settings/settings_sheet.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/device_list.h"
#include "ui/models/languages.h"
#include "ui/models/settings.h"
#include "ui/settings/key_row.h"
#include "widgets/controls/controls.h"
#include "widgets/properties/property_editors.h"

namespace tl {

namespace {

constexpr int kControlWidth = 260;
constexpr int kTextStep = 5;        // per cent
constexpr int kPressesApart = 250;  // ms, at most, between keys of one wish

}  // namespace

SettingsSheet::SettingsSheet(QWidget& window, Settings& settings, ActionTable& table, const DeviceList& devices,
                             const QString& search)
    : Sheet(window, tr("Settings"), tr("Search settings and keys")), settings_(settings), table_(table) {
    setObjectName(QStringLiteral("settingsSheet"));
    scroll_ = new QScrollArea;
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget;
    column_ = new QVBoxLayout(page);
    column_->setContentsMargins(4, 0, 10, 8);
    column_->setSpacing(2);
    scroll_->setWidget(page);
    body().addWidget(scroll_, 1);
    addLook();
    addTraining(devices);
    addKeys();
    nothing_ = new ToneLabel(tr("No setting and no action is called that."), Token::Muted);
    nothing_->setContentsMargins(4, 10, 4, 10);
    column_->addWidget(nothing_);
    column_->addStretch(1);
    connect(&this->search(), &QLineEdit::textChanged, this, &SettingsSheet::filter);
    this->search().setText(search);
    filter(search);
}

SettingsSheet::Place SettingsSheet::place() const {
    const QWidget* focus = QApplication::focusWidget();
    return {search().text(), focus && isAncestorOf(focus) ? focus->objectName() : QString(),
            scroll_->verticalScrollBar()->value()};
}

void SettingsSheet::open(const Place& place) {
    search().setText(place.search);
    open();
    if (auto* focus = place.focus.isEmpty() ? nullptr : findChild<QWidget*>(place.focus)) focus->setFocus();
    QTimer::singleShot(0, scroll_,
                       [scroll = scroll_, to = place.scrolled] { scroll->verticalScrollBar()->setValue(to); });
}

const std::vector<SettingsSheet::Entry>& SettingsSheet::entries() {
    static const std::vector<Entry> all{
        {Settings::kTheme, QT_TR_NOOP("Theme"),
         QT_TRANSLATE_NOOP("Action", "dark mode, light mode, night mode, colours")},
        {Settings::kTextSize, QT_TR_NOOP("Text size"), QT_TRANSLATE_NOOP("Action", "font size, larger letters")},
        {Settings::kLanguage, QT_TR_NOOP("Language"), QT_TRANSLATE_NOOP("Action", "translation, locale")},
        {Settings::kWheelPans, QT_TR_NOOP("The wheel pans"), QT_TRANSLATE_NOOP("Action", "mouse wheel, scroll, zoom")},
        {Settings::kReopen, QT_TR_NOOP("Open the last project"), QT_TRANSLATE_NOOP("Action", "startup, session")},
        {Settings::kDevice, QT_TR_NOOP("Device"), QT_TRANSLATE_NOOP("Action", "GPU, processor")},
        {Settings::kThreads, QT_TR_NOOP("Threads"), QT_TRANSLATE_NOOP("Action", "cores, CPU")},
        {Settings::kRunsFolder, QT_TR_NOOP("Runs without a project"),
         QT_TRANSLATE_NOOP("Action", "output folder, where runs are kept")}};
    return all;
}

void SettingsSheet::openAt(const QString& name) {
    open();
    auto* control = findChild<QWidget*>(QStringLiteral("setting.") + name);
    if (!control) return;
    control->setFocus(Qt::OtherFocusReason);
    QTimer::singleShot(0, control, [scroll = scroll_, control] { scroll->ensureWidgetVisible(control); });
}

void SettingsSheet::addSection(const QString& title) {
    auto* caption = new SectionLabel(title);
    caption->setContentsMargins(4, 14, 4, 4);
    column_->addWidget(caption);
    sections_.push_back({caption, rows_.size()});
}

void SettingsSheet::addRow(const char* name, const QString& help, QWidget* control) {
    const auto entry =
        std::ranges::find(entries(), QLatin1String(name), [](const Entry& one) { return QLatin1String(one.name); });
    addRow(tr(entry->label), help, control, QCoreApplication::translate("Action", entry->words));
}

void SettingsSheet::addRow(const QString& label, const QString& help, QWidget* control, const QString& others) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(4, 5, 0, 5);
    line->setSpacing(16);
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    auto* name = new ToneLabel(label);
    name->setBuddy(control);
    words->addWidget(name);
    if (!help.isEmpty()) {
        auto* more = new ToneLabel(help, Token::Muted, ToneLabel::Caption);
        more->setWordWrap(true);
        words->addWidget(more);
    }
    line->addLayout(words, 1);
    control->setAccessibleName(label);
    control->setAccessibleDescription(help);
    line->addWidget(control, 0, Qt::AlignVCenter);
    column_->addWidget(row);
    rows_.push_back({row, label + QLatin1Char(' ') + help + QLatin1Char(' ') + others});
}

QWidget* SettingsSheet::choice(const char* name, const QStringList& values, const QStringList& titles) {
    auto* box = new ChoiceEdit;
    box->setObjectName(QLatin1String("setting.") + QLatin1String(name));
    box->addItems(titles);
    Theme::instance().fixWidth(box, kControlWidth);
    const auto show = [this, box, name, values] {
        box->setCurrentIndex(static_cast<int>(values.indexOf(settings_.text(name))));
    };
    show();
    connect(&settings_, &Settings::changed, box, show);
    connect(box, &QComboBox::activated, this, [this, name, values](int index) { settings_.set(name, values[index]); });
    return box;
}

QWidget* SettingsSheet::toggle(const char* name) {
    auto* made = new ToggleSwitch;
    made->setObjectName(QLatin1String("setting.") + QLatin1String(name));
    const auto show = [this, made, name] { made->setChecked(settings_.is(name)); };
    show();
    connect(&settings_, &Settings::changed, made, show);
    connect(made, &ToggleSwitch::toggled, this, [this, name](bool on) { settings_.set(name, on); });
    return made;
}

// In steps of five per cent, applied when the handle is let go, since the sheet itself changes its size with it; by
// keys, when a person has come to an end: all that is shown is laid out anew for each.
QWidget* SettingsSheet::textSize() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setObjectName(QStringLiteral("setting.text/size"));
    slider->setAccessibleName(tr("Text size"));
    slider->setRange(90 / kTextStep, 150 / kTextStep);
    slider->setPageStep(2);
    slider->setValue(settings_.number(Settings::kTextSize) / kTextStep);
    slider->setTracking(false);
    auto* value = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setMinimumWidth(Theme::instance().scaled(52));  // the slider is as long at 95 as at 100
    const auto say = [value](int steps) { value->setText(QStringLiteral("%1 %").arg(steps * kTextStep)); };
    say(slider->value());
    connect(slider, &QSlider::sliderMoved, value, say);
    auto* pause = new QTimer(slider);
    pause->setSingleShot(true);
    pause->setInterval(kPressesApart);
    const auto apply = [this, slider, pause] {
        pause->stop();
        if (slider->value() * kTextStep != settings_.number(Settings::kTextSize))
            settings_.set(Settings::kTextSize, slider->value() * kTextStep);
    };
    // Not under a hand that took the handle after a key.
    connect(pause, &QTimer::timeout, this, [slider, apply] {
        if (!slider->isSliderDown()) apply();
    });
    connect(slider, &QSlider::sliderReleased, pause, qOverload<>(&QTimer::start));
    connect(this, &Sheet::closed, slider, apply);
    connect(slider, &QSlider::valueChanged, pause, [say, pause](int steps) {
        say(steps);
        pause->start();
    });
    Theme::instance().fixWidth(box, kControlWidth);
    box->setFocusProxy(slider);
    row->addWidget(slider, 1);
    row->addWidget(value);
    return box;
}

QWidget* SettingsSheet::folder() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* path = new ElidedLabel(Qt::ElideMiddle, Token::Muted);
    const auto show = [this, path] { path->setText(settings_.text(Settings::kRunsFolder)); };
    show();
    connect(&settings_, &Settings::changed, path, show);
    auto* choose = new QPushButton(tr("Choose…"));
    choose->setObjectName(QStringLiteral("setting.runs/folder"));
    connect(choose, &QPushButton::clicked, this, [this] {
        auto* ask = new QFileDialog(window(), tr("Where runs go"), settings_.text(Settings::kRunsFolder));
        ask->setAttribute(Qt::WA_DeleteOnClose);
        ask->setFileMode(QFileDialog::Directory);
        ask->setOption(QFileDialog::ShowDirsOnly);
        connect(ask, &QFileDialog::fileSelected, &settings_,
                [&settings = settings_](const QString& chosen) { settings.set(Settings::kRunsFolder, chosen); });
        ask->open();
    });
    Theme::instance().fixWidth(box, kControlWidth);
    box->setFocusProxy(choose);
    row->addWidget(path, 1);
    row->addWidget(choose);
    return box;
}

void SettingsSheet::addLook() {
    addSection(tr("Look"));
    addRow(Settings::kTheme, {},
           choice(Settings::kTheme, {"dark", "light", "system"}, {tr("Dark"), tr("Light"), tr("As the desktop")}));
    addRow(Settings::kTextSize, tr("On top of the desktop's own scaling, which is followed."), textSize());
    QStringList languages;
    for (const QString& one : language::choices()) languages << language::title(one);
    addRow(Settings::kLanguage, {}, choice(Settings::kLanguage, language::choices(), languages));
    addSection(tr("Canvas"));
    addRow(Settings::kWheelPans, tr("Then Ctrl and the wheel zoom. Otherwise the wheel zooms at the pointer."),
           toggle(Settings::kWheelPans));
    addSection(tr("Start"));
    addRow(Settings::kReopen, tr("Otherwise the sample project."), toggle(Settings::kReopen));
}

void SettingsSheet::addTraining(const DeviceList& devices) {
    addSection(tr("Training"));
    QStringList ids, names;
    int most = 1;
    for (const DeviceInfo& device : devices.devices()) {
        ids << QString::fromStdString(device.id);
        names << QString::fromStdString(device.name);
        most = std::max(most, device.threads);
    }
    addRow(Settings::kDevice, tr("Of new projects; an open one keeps its own."), choice(Settings::kDevice, ids, names));
    QStringList counts{QStringLiteral("0")}, titles{tr("all (%1)").arg(most)};
    for (int n = 1; n <= most; n = n < 8 ? n + 1 : n + n / 4) {
        counts << QString::number(n);
        titles << QString::number(n);
    }
    addRow(Settings::kThreads, tr("Of new projects. The same number gives the same weights, bit for bit."),
           choice(Settings::kThreads, counts, titles));
    addRow(Settings::kRunsFolder, tr("Where runs go whose project was never saved."), folder());
}

void SettingsSheet::addKeys() {
    addSection(tr("Keys"));
    auto* all = new QPushButton(tr("As delivered"));
    all->setObjectName(QStringLiteral("resetKeys"));
    const auto show = [this, all] {
        all->setText(keysBefore_.isEmpty() ? tr("As delivered") : tr("Take it back"));
        all->setEnabled(!keysBefore_.isEmpty() || !table_.changedKeys().isEmpty());
    };
    connect(all, &QPushButton::clicked, this, [this, show] {
        const ActionTable::Keys now = table_.changedKeys();
        table_.setAllKeys(keysBefore_);
        keysBefore_ = keysBefore_.isEmpty() ? now : ActionTable::Keys();
        show();
    });
    connect(&table_, &ActionTable::keysChanged, all, show);
    show();
    addRow(tr("All keys"), tr("As they were delivered; each can go back by itself too."), all);
    for (const QString& id : table_.ids()) {
        auto* row = new KeyRow(table_, id);
        column_->addWidget(row);
        rows_.push_back({row, tr("Keys") + QLatin1Char(' ') + table_.name(id) + QLatin1Char(' ') + table_.menuOf(id) +
                                  QLatin1Char(' ') + table_.keyText(id) + QLatin1Char(' ') + table_.words(id)});
    }
}

// Every word must be in a row. Actions that have no key are many (a row for each layer): they wait for a search.
void SettingsSheet::filter(const QString& words) {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool any = false;
    for (size_t i = 0; i < rows_.size(); ++i) {
        bool fits = true;
        for (const QString& word : wanted) fits = fits && rows_[i].words.contains(word, Qt::CaseInsensitive);
        if (const auto* key = qobject_cast<KeyRow*>(rows_[i].widget); key && wanted.isEmpty()) fits = key->hasKey();
        rows_[i].widget->setVisible(fits);
        any |= fits;
    }
    for (size_t s = 0; s < sections_.size(); ++s) {
        const size_t end = s + 1 < sections_.size() ? sections_[s + 1].first : rows_.size();
        bool shown = false;
        for (size_t i = sections_[s].first; i < end; ++i) shown |= !rows_[i].widget->isHidden();
        sections_[s].caption->setVisible(shown);
    }
    nothing_->setVisible(!any);
}

}  // namespace tl
