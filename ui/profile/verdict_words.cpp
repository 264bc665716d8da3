// See the header.
#include "ui/profile/verdict_words.h"

#include <QCoreApplication>

#include "ui/models/text.h"
#include "ui/profile/trace_model.h"

namespace tl {

namespace {

class VerdictText {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
public:
    static QString share(double value) { return QStringLiteral("%1 %").arg(qRound(100 * value)); }

    static VerdictWords data(const Verdict& verdict, const MachineLimits& limits) {
        VerdictWords words;
        words.finding =
            (verdict.ofArea ? tr("Waiting for data %1 of the area.") : tr("Waiting for data %1 of the step."))
                .arg(share(verdict.share));
        if (verdict.more > 0) {
            words.advice =
                tr("%n more loader thread(s) would give about +%1.", nullptr, verdict.more).arg(share(verdict.gain));
            words.action = tr("Add %n", nullptr, verdict.more);
        } else if (verdict.resting > 0.5) {
            words.advice = tr("Loader threads rest %1 of the time, so batches lie ready: other programs take the "
                              "cores, or batches take unequal times.")
                               .arg(share(verdict.resting));
        } else if (verdict.coresFull) {
            words.advice =
                tr("All %n core(s) are busy: smaller images, less augmentation or a cache would help, another "
                   "loader would not.",
                   nullptr, limits.cores);
        } else {
            words.advice = tr("Another loader thread would hardly help.");
        }
        return words;
    }

    static VerdictWords kernel(const Verdict& verdict, const Trace& trace) {
        const QString name = OpTitles(trace).of(trace.labels[verdict.label]);
        VerdictWords words;
        words.finding = (verdict.ofArea ? tr("%1 takes %2 of the area.") : tr("%1 takes %2 of the step."))
                            .arg(name, share(verdict.share));
        if (verdict.ofLimit > 0)
            words.advice = tr("It runs at %1 of this machine's limit.").arg(share(verdict.ofLimit));
        words.action = tr("Show it");
        return words;
    }

    static VerdictWords make(const Verdict& verdict, const Trace* trace, const MachineLimits& limits) {
        switch (verdict.kind) {
        case Verdict::Kind::NoSteps:
            return {{},
                    trace && trace->slices() > 0
                        ? verdict.ofArea ? tr("No step lies in the area.") : tr("No whole step is in sight.")
                        : QString(),
                    {}};
        case Verdict::Kind::Data: return data(verdict, limits);
        case Verdict::Kind::Reorders:
            return {
                (verdict.ofArea ? tr("%1 of the area goes into reorders.") : tr("%1 of the step goes into reorders."))
                    .arg(share(verdict.share)),
                tr("Layers that want other layouts stand beside each other."), tr("Show them")};
        case Verdict::Kind::Checkpoint:
            return {tr("Checkpoints take %1 of the time.").arg(share(verdict.share)), tr("Fewer of them would help."),
                    tr("Show them")};
        case Verdict::Kind::Starved:
            return {tr("Other programs have the cores: this one keeps %1 busy.").arg(verdict.cores, 0, 'f', 1),
                    tr("The times of its kernels are theirs, too: record again when they are done."),
                    {}};
        case Verdict::Kind::Between:
            return {(verdict.ofArea ? tr("Only %1 of the area are kernels.") : tr("Only %1 of the step are kernels."))
                        .arg(share(verdict.share)),
                    tr("It stood or was watched, or other programs had the cores."),
                    {}};
        case Verdict::Kind::NoKernels:
            return {tr("These steps tell of no kernels on their own thread."),
                    tr("They wait for neither data nor checkpoints; what else takes their time is not known."),
                    {}};
        case Verdict::Kind::Cut:
            return {tr("The file is cut."),
                    tr("What its missing part tells is not known, so nothing is said of what holds the steps up."),
                    {}};
        case Verdict::Kind::Kernel: return kernel(verdict, *trace);
        case Verdict::Kind::Fine:
            return {(verdict.ofArea ? tr("Nothing holds it up: %1 of the area are kernels.")
                                    : tr("Nothing holds it up: %1 of the step are kernels."))
                        .arg(share(verdict.share)),
                    verdict.ofLimit > 0 ? tr("They run at %1 of this machine's limit.").arg(share(verdict.ofLimit))
                                        : QString(),
                    {}};
        }
        return {};
    }
};

}  // namespace

VerdictWords wordsOf(const Verdict& verdict, const Trace* trace, const MachineLimits& limits) {
    return VerdictText::make(verdict, trace, limits);
}

}  // namespace tl
