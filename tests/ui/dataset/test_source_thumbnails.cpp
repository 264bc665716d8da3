// Thumbnails read in the background: what is asked for of the data set that is open comes, whatever of another one is
// still being read.
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <future>
#include <memory>

#include "ui/dataset/item_key.h"
#include "ui/dataset/source_thumbnails.h"

namespace test_source_thumbnails {

using namespace tl;

namespace {

// One grey image, which is read once `may` says so.
class Held : public Source {
public:
    explicit Held(uint8_t grey, std::shared_future<void> may = {}) : grey_(grey), may_(std::move(may)) {}
    std::string name() const override { return "held"; }
    int64_t size() const override { return 1; }
    const std::vector<std::string>& classNames() const override { return classes_; }
    int label(int64_t) const override { return 0; }
    std::string itemName(int64_t) const override { return "grey"; }
    void read(int64_t, Image& image) const override {
        begun = true;
        if (may_.valid()) may_.wait();
        image = {4, 4, 1, std::vector<uint8_t>(16, grey_)};
    }
    Shape sampleShape() const override { return {1, 4, 4}; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }
    mutable std::atomic<bool> begun = false;

private:
    uint8_t grey_;
    std::shared_future<void> may_;
    std::vector<std::string> classes_{"grey"};
    std::vector<BrokenItem> broken_;
};

}  // namespace

class TestSourceThumbnails : public QObject {
    Q_OBJECT
private slots:
    // The grid asks once for what is in sight: the answer of the set before is none.
    void anotherSetsReadingHidesNone() {
        SourceThumbnails thumbnails;
        std::promise<void> held;
        QSignalSpy ready(&thumbnails, &ThumbnailProvider::ready);
        const qint64 item = itemKey(0, 0);
        const auto before = std::make_shared<Held>(uint8_t{10}, held.get_future().share());
        thumbnails.setSources({before, nullptr, nullptr});
        thumbnails.request({item}, 4);
        QTRY_VERIFY(before->begun);
        thumbnails.setSources({std::make_shared<Held>(uint8_t{200}), nullptr, nullptr});
        thumbnails.request({item}, 4);
        held.set_value();
        QTRY_COMPARE(ready.count(), 1);
        QCOMPARE(qGray(ready.front().at(1).value<QImage>().pixel(0, 0)), 200);
    }

    // Asked for larger while it is read: it comes in that size, too.
    void anotherSizeIsReadAgain() {
        SourceThumbnails thumbnails;
        std::promise<void> held;
        QSignalSpy ready(&thumbnails, &ThumbnailProvider::ready);
        const qint64 item = itemKey(0, 0);
        const auto source = std::make_shared<Held>(uint8_t{10}, held.get_future().share());
        thumbnails.setSources({source, nullptr, nullptr});
        thumbnails.request({item}, 4);
        QTRY_VERIFY(source->begun);
        thumbnails.request({item}, 8);
        held.set_value();
        QTRY_COMPARE(ready.count(), 2);
        QCOMPARE(ready.back().at(2).toInt(), 8);
    }
};

QTEST_MAIN(TestSourceThumbnails)

}  // namespace test_source_thumbnails

#include "test_source_thumbnails.moc"
