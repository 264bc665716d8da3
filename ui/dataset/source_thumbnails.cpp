// Results gather until the GUI thread comes for them, so that hundreds of small images cost one event.
#include "ui/dataset/source_thumbnails.h"

#include <QThread>
#include <algorithm>

#include "engine/core/error.h"
#include "ui/dataset/item_key.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"

namespace tl {

SourceThumbnails::SourceThumbnails(QObject* parent) : ThumbnailProvider(parent) {
    const int count = std::clamp(QThread::idealThreadCount() / 2, 1, 4);
    for (int i = 0; i < count; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
}

SourceThumbnails::~SourceThumbnails() {
    for (auto& thread : threads_) thread.request_stop();
    wake_.notify_all();
    threads_.clear();
}

void SourceThumbnails::setSources(std::array<std::shared_ptr<const Source>, 3> sources) {
    std::lock_guard lock(mutex_);
    sources_ = std::move(sources);
    wanted_.clear();
    results_.clear();
    ++set_;
}

void SourceThumbnails::request(const QVector<qint64>& items, int pixels) {
    {
        std::lock_guard lock(mutex_);
        wanted_.clear();
        pixels_ = pixels;
        for (Reading& one : reading_) one.again = false;
        for (const qint64 item : items) {
            const auto read =
                std::ranges::find_if(reading_, [&](const Reading& one) { return one.set == set_ && one.item == item; });
            if (read == reading_.end())
                wanted_.push_back(item);
            else
                read->again = read->pixels != pixels;
        }
    }
    wake_.notify_all();
}

void SourceThumbnails::work(std::stop_token stop) {
    Image image;
    while (true) {
        std::shared_ptr<const Source> source;
        Result result{};
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return !wanted_.empty(); })) return;
            result.item = wanted_.front();
            wanted_.pop_front();
            result.pixels = pixels_;
            result.set = set_;
            const int split = splitOf(result.item);
            if (split < 0 || split > 2) continue;
            source = sources_[static_cast<size_t>(split)];
            if (!source || indexOf(result.item) >= source->size()) continue;
            reading_.push_back({result.set, result.item, result.pixels});
        }
        try {
            source->read(indexOf(result.item), image);
            result.size = {image.width, image.height};
            result.image = toThumbnail(image, result.pixels);
            if (result.image.isNull()) result.problem = tr("The image is empty.");
        } catch (const std::exception& error) {
            result.problem = q(messageOf(error));
        }
        std::lock_guard lock(mutex_);
        const auto read = std::ranges::find_if(
            reading_, [&](const Reading& one) { return one.set == result.set && one.item == result.item; });
        if (read->again && read->set == set_) wanted_.push_front(read->item);
        reading_.erase(read);
        results_.push_back(std::move(result));
        if (!announced_) {
            announced_ = true;
            QMetaObject::invokeMethod(
                this, [this] { deliver(); }, Qt::QueuedConnection);
        }
    }
}

void SourceThumbnails::deliver() {
    std::vector<Result> results;
    quint64 set;
    {
        std::lock_guard lock(mutex_);
        results.swap(results_);
        announced_ = false;
        set = set_;
    }
    for (const auto& result : results)
        if (result.set == set) emit ready(result.item, result.image, result.pixels, result.problem, result.size);
}

}  // namespace tl
