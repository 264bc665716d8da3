// See the header. The watch asks the devices on its own thread; the panel looks at what it has twice a second.
#include "ui/devices/devices_panel.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include "engine/backend/device_watch.h"
#include "ui/commands/training_editor.h"
#include "ui/devices/device_card.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"

namespace tl {
namespace {

constexpr int kPollMs = 500;

ToneLabel* sentence(const char* name, Token token) {
    auto* label = new ToneLabel({}, token, ToneLabel::Caption);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->hide();
    return label;
}

}  // namespace

DevicesPanel::DevicesPanel(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), lost_(sentence("deviceLost", Token::Bad)),
      note_(sentence("devicesNote", Token::Muted)) {
    setObjectName(QStringLiteral("devicesPanel"));
    const auto [scroll, column] = makeScrollColumn();
    scroll_ = scroll;
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(8);
    cardsColumn_ = new QVBoxLayout;
    cardsColumn_->setSpacing(8);
    column->addWidget(lost_);
    column->addLayout(cardsColumn_);
    column->addWidget(note_);
    column->addStretch(1);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    poll_.setInterval(kPollMs);
    connect(&poll_, &QTimer::timeout, this, &DevicesPanel::showReadings);
    connect(&desk_.bench.devices, &DeviceList::changed, this, &DevicesPanel::list);
    connect(&desk_.bench.training, &TrainingModel::changed, this, &DevicesPanel::refresh);
    connect(&desk_.bench.controller, &RunController::stateChanged, this, &DevicesPanel::refresh);
    list();
}

DevicesPanel::~DevicesPanel() { look(false); }

void DevicesPanel::list() {
    for (DeviceCard* card : cards_) delete card;
    cards_.clear();
    const DeviceList& devices = desk_.bench.devices;
    for (const DeviceInfo& device : devices.devices()) {
        cards_.push_back(new DeviceCard(device));
        connect(cards_.back(), &QAbstractButton::clicked, this, [this, id = device.id] { choose(id); });
    }
    QStringList notes;
    if (devices.searching()) notes << tr("Looking for GPUs…");
    for (const UnusableDevice& device : devices.unusable()) {
        if (device.isCard())
            cards_.push_back(new DeviceCard(device));
        else
            notes << tr("No GPU can be used here. %1").arg(q(device.reason));
    }
    QWidget* before = scroll_;  // the keyboard comes to them where the panel stands, though they are made later
    for (DeviceCard* card : cards_) {
        cardsColumn_->addWidget(card);
        QWidget::setTabOrder(before, card);
        before = card;
    }
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
    refresh();
    showReadings();
}

void DevicesPanel::refresh() {
    const Workbench& bench = desk_.bench;
    const Run* run = bench.controller.active() ? bench.runs.find(bench.controller.currentRun()) : nullptr;
    const std::string& chosen = run && run->training ? run->training->device : bench.training.spec().device;
    const QStringList each = q(chosen).split(QLatin1Char(','));
    for (DeviceCard* card : cards_)
        card->setChosen(each.contains(q(card->id())) || (chosen == "cuda:all" && card->id().starts_with("cuda:")),
                        bench.controller.active());
    const bool lost = !bench.devices.searching() && !bench.devices.find(chosen);
    lost_->setText(lost ? tr("Training is set to run on %1, which this machine does not have. Choose another device.")
                              .arg(q(chosen))
                        : QString());
    lost_->setVisible(lost);
}

void DevicesPanel::showReadings() {
    if (!watch_) return;
    for (const DeviceReading& reading : watch_->latest())
        for (DeviceCard* card : cards_)
            if (card->bus() == reading.bus && (!reading.bus.empty() || card->id() == "cpu")) card->setReading(reading);
}

void DevicesPanel::choose(const std::string& device) {
    if (desk_.bench.controller.active() || desk_.bench.training.spec().device == device) return refresh();
    desk_.training.edit(QStringLiteral("device"), [&](TrainingSpec& spec) { spec.device = device; });
}

// The end of a watch waits for what is being asked: on a pool thread.
void DevicesPanel::look(bool visible) {
    if (visible == (watch_ != nullptr)) return;
    if (visible) {
        watch_ = DeviceWatch::shared();
        poll_.start();
        return;
    }
    poll_.stop();
    desk_.bench.jobs.run(
        this, {},
        [watch = std::move(watch_)](std::stop_token) mutable {
            watch.reset();
            return true;
        },
        [](bool) {});
}

void DevicesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look(true);
}

void DevicesPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    look(false);
}

}  // namespace tl
