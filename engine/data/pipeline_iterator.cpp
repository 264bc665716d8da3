// Delivers batches in order. Workers claim runs of samples of the batches in a ring of slots and write straight into
// their memory; the consumer swaps a finished slot's memory with the batch it hands back, so nothing is allocated in
// steady state. Where items only have to be copied out of memory the caller does it: a hand-over would cost more.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <set>
#include <thread>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/processors.h"
#include "engine/data/pipeline_spec.h"
#include "engine/data/worker_tuner.h"
#include "engine/profile/spans.h"

namespace tl {
namespace {

using Clock = std::chrono::steady_clock;

// Where the next batch begins.
class Cursor {
public:
    Cursor(ItemOrder order, int64_t epoch, int64_t batch, int64_t endEpoch)
        : order_(std::move(order)), epoch_(epoch), batch_(batch), endEpoch_(endEpoch) {}

    bool atEnd() const { return endEpoch_ >= 0 && epoch_ >= endEpoch_; }

    // The next batch's items and numbers; labels and pixels are for others.
    void next(Batch& batch) {
        if (loaded_ != epoch_) {
            items_ = order_.order(epoch_);
            loaded_ = epoch_;
        }
        batch.indices.assign(items_.items.begin() + items_.begin(batch_),
                             items_.items.begin() + items_.ends[static_cast<size_t>(batch_)]);
        batch.epoch = epoch_;
        batch.number = batch_;
        batch.lastOfEpoch = ++batch_ == order_.batchesPerEpoch();
        if (batch.lastOfEpoch) {
            batch_ = 0;
            ++epoch_;
        }
    }

private:
    ItemOrder order_;
    int64_t epoch_, batch_, endEpoch_, loaded_ = -1;
    OrderedItems items_;
};

const SpanName kLoad = spanName({"load items", {}, {}, SpanCategory::Data}),
               kFinish = spanName({"finish batch", {}, {}, SpanCategory::Data}),
               kNoRoom = spanName({"wait for room", {}, {}, SpanCategory::Wait}),
               kQueue = spanName({"queue", {}, "batches", SpanCategory::Data}),
               kCacheHits = spanName({"cache hits", {}, "%", SpanCategory::Data});

// Where AUTOTUNE begins, and how far it may go.
constexpr int kFirstWorkers = 2, kFirstQueued = 2, kMostQueued = 16;
int mostWorkers() { return std::clamp(2 * usableThreads(), 8, 64); }

WorkerTuner tunerOf(int workers, int queued) {
    const bool tunesWorkers = workers == kAutotune, tunesQueue = queued == kAutotune;
    return WorkerTuner(tunesWorkers ? kFirstWorkers : workers, tunesWorkers ? mostWorkers() : std::max(workers, 1),
                       tunesWorkers, tunesQueue ? kFirstQueued : queued, tunesQueue ? kMostQueued : queued, tunesQueue);
}

}  // namespace

struct Pipeline::Iterator::Impl {
    struct Slot {
        Batch batch;
        std::vector<uint8_t> broken;  // per sample; a byte each, so that workers write side by side
        int64_t claimed = 0, finished = 0;
        bool ready = false;
        std::exception_ptr error;  // thrown when this batch's turn comes, so that it is the same for any workers
    };

    Impl(std::shared_ptr<const Spec> spec, Cursor cursor)
        : spec_(std::move(spec)), cursor_(std::move(cursor)),
          reader_(spec_->source, runnable(*spec_->source, spec_->images), spec_->shape),
          tuner_(tunerOf(spec_->workers, spec_->queuedBatches)) {
        if (reader_.onlyCopies() || spec_->workers == 0) return;
        slots_.resize(static_cast<size_t>(spec_->queuedBatches == kAutotune ? kMostQueued : tuner_.queued()) + 1);
        room_ = tuner_.queued() + 1;
        hire();
    }

    // Starts what the tuner asks for; workers beyond that wait in claim().
    void hire() {
        wanted_ = tuner_.workers();
        while (static_cast<int>(workers_.size()) < wanted_)
            workers_.emplace_back([this, number = static_cast<int>(workers_.size())](const std::stop_token& stop) {
                work(stop, number);
            });
    }

    ~Impl() {
        for (auto& worker : workers_) worker.request_stop();
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        roomForWork_.notify_all();
    }

    bool next(Batch& batch) {
        const auto start = Clock::now();
        bool more = false;
        do {
            more = workers_.empty() ? makeHere(batch) : takeReady(batch);
        } while (more && batch.indices.empty() && !batch.lastOfEpoch);
        const auto end = Clock::now();
        const double waited = std::chrono::duration<double>(end - start).count();
        waited_ += waited;
        if (more && !workers_.empty())
            tune(batch.count(), std::chrono::duration<double>(end - lastNext_).count(), waited);
        lastNext_ = end;
        return more;
    }

    void tune(int64_t images, double seconds, double waited) {
        const bool noRoom = hadNoRoom_.exchange(false, std::memory_order_relaxed);
        if (!tuner_.add(images, seconds, waited, noRoom)) return;
        const std::scoped_lock lock(mutex_);
        room_ = tuner_.queued() + 1;
        hire();
        roomForWork_.notify_all();
    }

    // Gives the batch its tensors and labels; keeps memory that fits.
    void prepare(Batch& batch) const {
        const auto count = static_cast<int64_t>(batch.indices.size());
        const Shape shape = spec_->shape.withBatch(0), wanted = withCount(shape, count);
        const DType type = spec_->source->dataType();
        if (!batch.data.defined() || batch.data.dtype() != type || !(batch.data.shape() == wanted))
            batch.data = Tensor(wanted, type);
        if (!batch.labels.defined() || batch.labels.dtype() != DType::Int32 || !(batch.labels.shape() == Shape{count}))
            batch.labels = Tensor(Shape{count}, DType::Int32);
        auto* labels = static_cast<int32_t*>(batch.labels.data());
        for (int64_t i = 0; i < count; ++i) labels[i] = spec_->source->label(batch.indices[static_cast<size_t>(i)]);
        if (!spec_->source->hasTargets()) return;
        batch.targets = Tensor(Shape{count}, DType::Float32);
        auto* targets = static_cast<float*>(batch.targets.data());
        for (int64_t i = 0; i < count; ++i) targets[i] = spec_->source->target(batch.indices[static_cast<size_t>(i)]);
    }

    void finish(Batch& batch, const std::vector<uint8_t>& broken) const {
        dropBroken(batch, broken);
        if (!spec_->mixes.empty() && batch.count() > 0) mixBatch(batch, spec_->mixes, spec_->mixSeed);
    }

    static Shape withCount(Shape shape, int64_t count) {
        shape[0] = count;
        return shape;
    }

    bool makeHere(Batch& batch) {
        if (error_) std::rethrow_exception(error_);
        if (cursor_.atEnd()) return false;
        cursor_.next(batch);
        prepare(batch);
        if (reader_.onlyCopies()) {
            copyAll(batch);
            finish(batch, {});
            return true;
        }
        brokenHere_.assign(batch.indices.size(), 0);
        try {
            fill(batch, 0, static_cast<int64_t>(batch.indices.size()), brokenHere_, scratch_);
        } catch (...) {
            error_ = std::current_exception();
            throw;
        }
        finish(batch, brokenHere_);
        return true;
    }

    void copyAll(Batch& batch) const {
        auto* to = static_cast<uint8_t*>(batch.data.data());
        const size_t bytes = reader_.itemBytes(), count = batch.indices.size();
        constexpr size_t line = 64, ahead = 2;
        for (size_t i = 0; i < count; ++i) {
            // Shuffled images lie anywhere: ask for the one after next meanwhile.
            if (i + ahead < count) {
                const uint8_t* later = reader_.inMemory(batch.indices[i + ahead]);
                for (size_t at = 0; at < std::min<size_t>(bytes, 4096); at += line) __builtin_prefetch(later + at);
            }
            std::memcpy(to + i * bytes, reader_.inMemory(batch.indices[i]), bytes);
        }
    }

    void fill(Batch& batch, int64_t first, int64_t last, std::vector<uint8_t>& broken, ImageScratch& scratch) {
        auto* pixels = static_cast<uint8_t*>(batch.data.data());
        for (int64_t i = first; i < last; ++i) {
            const int64_t index = batch.indices[static_cast<size_t>(i)];
            const auto reason =
                reader_.read(index, batch.epoch, pixels + static_cast<size_t>(i) * reader_.itemBytes(), scratch);
            if (!reason) continue;
            broken[static_cast<size_t>(i)] = 1;
            const std::scoped_lock lock(brokenMutex_);
            if (reported_.insert(index).second) brokenItems_.push_back({spec_->source->itemName(index), *reason});
        }
    }

    // Moves the good samples together into a smaller batch.
    void dropBroken(Batch& batch, const std::vector<uint8_t>& broken) const {
        const auto lost = std::count(broken.begin(), broken.end(), uint8_t{1});
        if (lost == 0) return;
        Batch whole = std::move(batch);
        batch = Batch{};
        batch.epoch = whole.epoch;
        batch.number = whole.number;
        batch.lastOfEpoch = whole.lastOfEpoch;
        for (size_t i = 0; i < whole.indices.size(); ++i)
            if (!broken[i]) batch.indices.push_back(whole.indices[i]);
        prepare(batch);
        const size_t bytes = reader_.itemBytes();
        auto* to = static_cast<uint8_t*>(batch.data.data());
        const auto* from = static_cast<const uint8_t*>(whole.data.data());
        for (size_t i = 0; i < whole.indices.size(); ++i)
            if (!broken[i]) {
                std::memcpy(to, from + i * bytes, bytes);
                to += bytes;
            }
    }

    Slot& slotAt(int64_t number) { return slots_[static_cast<size_t>(number) % slots_.size()]; }

    bool takeReady(Batch& batch) {
        std::unique_lock lock(mutex_);
        Slot& slot = slotAt(consumed_);
        batchReady_.wait(lock, [&] { return error_ || slot.ready || (ended_ && consumed_ == claimed_); });
        if (error_) std::rethrow_exception(error_);
        if (!slot.ready) return false;
        if (slot.error) {
            error_ = slot.error;
            roomForWork_.notify_all();
            std::rethrow_exception(error_);
        }
        std::swap(batch, slot.batch);
        slot.ready = false;
        ++consumed_;
        recordCounter(kQueue, static_cast<double>(--ready_));
        lock.unlock();
        roomForWork_.notify_all();
        return true;
    }

    // The slot to work on and the samples claimed in it; null when there is nothing more to do.
    Slot* claim(std::unique_lock<std::mutex>& lock, int number, int64_t& first, int64_t& last) {
        for (;;) {
            if (stopping_ || error_) return nullptr;
            if (number >= wanted_) {
                roomForWork_.wait(lock);
                continue;
            }
            if (current_) break;
            if (cursor_.atEnd()) {
                ended_ = true;
                batchReady_.notify_all();
                return nullptr;
            }
            if (claimed_ < consumed_ + room_) {
                Slot& slot = slotAt(claimed_++);
                cursor_.next(slot.batch);
                prepare(slot.batch);
                slot.broken.assign(slot.batch.indices.size(), 0);
                slot.claimed = slot.finished = 0;
                current_ = &slot;
                roomForWork_.notify_all();
                break;
            }
            hadNoRoom_.store(true, std::memory_order_relaxed);
            const Span waiting(kNoRoom);
            roomForWork_.wait(lock);
        }
        Slot* slot = current_;
        const auto count = static_cast<int64_t>(slot->batch.indices.size());
        first = slot->claimed;
        last = slot->claimed = std::min(first + std::clamp<int64_t>(count / (2 * wanted_), 1, 32), count);
        if (slot->claimed == count) current_ = nullptr;
        return slot;
    }

    void work(const std::stop_token& stop, int number) {
        ImageScratch scratch;
        nameThread("loader " + std::to_string(number + 1));
        std::unique_lock lock(mutex_);
        try {
            int64_t first = 0, last = 0;
            while (Slot* slot = claim(lock, number, first, last)) {
                lock.unlock();
                std::exception_ptr error;
                try {
                    const Span loading(kLoad, static_cast<uint32_t>(last - first));
                    for (int64_t i = first; i < last && !stop.stop_requested(); ++i)
                        fill(slot->batch, i, i + 1, slot->broken, scratch);
                    if (spec_->caches())
                        recordCounter(kCacheHits,
                                      100.0 * std::exchange(scratch.cached, 0) / static_cast<double>(last - first));
                } catch (...) {
                    error = std::current_exception();
                }
                lock.lock();
                if (error && !slot->error) slot->error = error;
                slot->finished += last - first;
                if (slot->finished < static_cast<int64_t>(slot->batch.indices.size()) || stopping_) continue;
                lock.unlock();  // nobody else has it: all of it is claimed and finished
                {
                    const Span finishing(kFinish, static_cast<uint32_t>(slot->batch.indices.size()));
                    finish(slot->batch, slot->broken);
                }
                lock.lock();
                slot->ready = true;
                recordCounter(kQueue, static_cast<double>(++ready_));
                batchReady_.notify_all();
            }
        } catch (...) {  // making a batch ready failed: out of memory
            if (!lock.owns_lock()) lock.lock();
            if (!error_) error_ = std::current_exception();
            batchReady_.notify_all();
            roomForWork_.notify_all();
        }
    }

    std::shared_ptr<const Spec> spec_;
    Cursor cursor_;  // under mutex_ where there are workers
    ItemReader reader_;
    WorkerTuner tuner_;  // the caller's thread
    double waited_ = 0;
    Clock::time_point lastNext_ = Clock::now();
    ImageScratch scratch_;  // of the caller's thread
    std::vector<uint8_t> brokenHere_;

    std::mutex brokenMutex_;
    std::set<int64_t> reported_;
    std::vector<BrokenItem> brokenItems_;

    std::mutex mutex_;
    std::condition_variable batchReady_, roomForWork_;
    std::deque<Slot> slots_;
    Slot* current_ = nullptr;                         // has samples left to claim
    int64_t claimed_ = 0, consumed_ = 0, ready_ = 0;  // batches
    int64_t room_ = 1;                                // batches claimed and not yet consumed, at most
    int wanted_ = 1;                                  // workers with a lower number work
    std::atomic<bool> hadNoRoom_{false};
    bool ended_ = false, stopping_ = false;
    std::exception_ptr error_;           // the first; thrown by every next() from then on
    std::vector<std::jthread> workers_;  // last: they stop before the rest goes
};

Pipeline::Iterator::Iterator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Pipeline::Iterator::~Iterator() = default;
Pipeline::Iterator::Iterator(Iterator&&) noexcept = default;

bool Pipeline::Iterator::next(Batch& batch) { return impl_->next(batch); }
double Pipeline::Iterator::secondsWaited() const { return impl_->waited_; }
int Pipeline::Iterator::workers() const { return impl_->workers_.empty() ? 0 : impl_->tuner_.workers(); }
int Pipeline::Iterator::queuedBatches() const { return impl_->tuner_.queued(); }

std::vector<BrokenItem> Pipeline::Iterator::takeBroken() {
    const std::scoped_lock lock(impl_->brokenMutex_);
    return std::exchange(impl_->brokenItems_, {});
}

Pipeline::Iterator Pipeline::iterate(int64_t firstEpoch, int64_t firstBatch) const {
    ItemOrder order = spec_->itemOrder();
    const int64_t batches = order.batchesPerEpoch();
    if (batches == 0) {
        Spec kept = *spec_;  // with the remainder there may be something
        int64_t size = 1;
        for (OrderStage& stage : kept.stages)
            if (stage.kind == OrderStage::Kind::Batch) {
                stage.dropRemainder = false;
                size = stage.count;
            }
        const int64_t items = kept.itemOrder().itemsPerEpoch();
        if (items == 0)
            throw Error(Message("The data set {name}", spec_->source->name()), "at least one image to read", "none",
                        "Choose another data set or split.");
        throw Error("The batch size", Message("at most the {items} images there are", items), std::to_string(size),
                    "Make the batch smaller, or keep the incomplete last batch.");
    }
    if (firstEpoch < 0 || firstBatch < 0 || firstBatch > batches)
        throw Error("The place to go on from", Message("a batch from 0 to {batches} of an epoch", batches),
                    Message("batch {first_batch} of epoch {first_epoch}", firstBatch, firstEpoch),
                    "The data set or the batch size has changed since.");
    const int64_t end = order.hasRepeat() ? order.epochs() : firstEpoch + 1;
    if (firstBatch == batches) {
        firstBatch = 0;
        ++firstEpoch;
    }
    return Iterator(std::make_unique<Iterator::Impl>(spec_, Cursor(std::move(order), firstEpoch, firstBatch, end)));
}

}  // namespace tl
