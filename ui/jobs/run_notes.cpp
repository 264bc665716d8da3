// What the log says of a run's events.
#include "ui/jobs/run_notes.h"

#include <QCoreApplication>

#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

class RunNotes {
    Q_DECLARE_TR_FUNCTIONS(RunNotes)

public:
    QStringList operator()(const EpochRecord& epoch) const {
        QString sentence = tr("Epoch %1 took %2:").arg(epoch.epoch + 1).arg(spanText(epoch.seconds));
        for (const auto& [name, value] : epoch.values)
            sentence += QStringLiteral("  %1 %2").arg(QString::fromStdString(name), shortNumber(value));
        return {sentence};
    }
    QStringList operator()(const LearningRateRecord& rate) const {
        return {tr("Learning rate %1 → %2 at step %3.")
                    .arg(shortNumber(rate.from), shortNumber(rate.to), grouped(rate.step))};
    }
    QStringList operator()(const BrokenRecord& broken) const {
        QStringList sentences;
        for (const BrokenItem& item : broken.items)
            sentences << tr("Left out %1: %2").arg(QString::fromStdString(item.path), q(item.reason));
        return sentences;
    }
    QStringList operator()(const CheckpointRecord& saved) const {
        return {
            tr("Checkpoint of step %1 written to %2.").arg(grouped(saved.step), QString::fromStdString(saved.path))};
    }
    QStringList operator()(const NoteRecord& remark) const { return {q(remark.message)}; }
    QStringList operator()(const StateRecord& state) const {
        return state.message.empty() ? QStringList() : QStringList{q(state.message)};
    }
    template <typename Other>
    QStringList operator()(const Other&) const {
        return {};
    }
};

}  // namespace

QString shortNumber(double value) { return QString::number(value, 'g', 4); }

QStringList notesOf(const Event& event) { return std::visit(RunNotes{}, event); }

QString burstOf(const Event& event) {
    if (std::holds_alternative<EpochRecord>(event)) return QStringLiteral("epoch");
    if (std::holds_alternative<CheckpointRecord>(event)) return QStringLiteral("checkpoint");
    return std::holds_alternative<BrokenRecord>(event) ? QStringLiteral("broken") : QString();
}

}  // namespace tl
