// Thumbnails of a data set's images for the grid: read and scaled on a few threads of their own, those in sight first.
// What scrolled away before its turn is never read.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/data/source.h"
#include "widgets/image/thumbnail_provider.h"

namespace tl {

class SourceThumbnails : public ThumbnailProvider {
    Q_OBJECT
public:
    explicit SourceThumbnails(QObject* parent = nullptr);
    ~SourceThumbnails() override;
    // train, validation, test; null where there is none.
    void setSources(std::array<std::shared_ptr<const Source>, 3> sources);
    void request(const QVector<qint64>& items, int pixels) override;

private:
    struct Result {
        qint64 item;
        QImage image;
        int pixels;
        QString problem;
        QSize size;
        quint64 set;
    };
    void work(std::stop_token stop);
    void deliver();

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::array<std::shared_ptr<const Source>, 3> sources_;
    std::deque<qint64> wanted_;
    struct Reading {
        quint64 set;
        qint64 item;
        int pixels;
        bool again = false;  // asked for at another size meanwhile
    };
    std::vector<Reading> reading_;
    int pixels_ = 64;
    quint64 set_ = 0;  // results of an older data set are dropped
    std::vector<Result> results_;
    bool announced_ = false;
    std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace tl
