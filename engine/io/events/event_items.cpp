// What stands in a file is read when somebody looks at it: a message's bytes, then its meaning.
#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "engine/io/events/event_tree.h"
#include "events.pb.h"

namespace tl {
namespace {

// The numbers of a float or double tensor.
std::optional<std::vector<double>> numbers(const wire::TensorProto& tensor) {
    std::vector<double> all;
    const std::string& content = tensor.tensor_content();
    if (tensor.dtype() == 1) {
        all.assign(tensor.float_val().begin(), tensor.float_val().end());
        for (size_t i = 0; i + 4 <= content.size(); i += 4) {
            float value;
            std::memcpy(&value, content.data() + i, 4);
            all.push_back(value);
        }
    } else if (tensor.dtype() == 2) {
        all.assign(tensor.double_val().begin(), tensor.double_val().end());
        for (size_t i = 0; i + 8 <= content.size(); i += 8) {
            double value;
            std::memcpy(&value, content.data() + i, 8);
            all.push_back(value);
        }
    } else {
        return {};
    }
    return all;
}

template <typename Message>
std::optional<Message> parsed(const std::optional<std::string>& bytes) {
    Message message;
    if (!bytes || !message.ParseFromArray(bytes->data(), static_cast<int>(bytes->size()))) return {};
    return message;
}

}  // namespace

std::optional<std::string> EventRun::bytes(const EventItem& item) const {
    if (item.file >= files_.size()) return {};
    const int file = ::open(files_[item.file].file.path().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return {};
    std::string bytes(item.length, '\0');
    size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got =
            ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(item.offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<size_t>(got);
    }
    ::close(file);
    if (done < bytes.size()) return {};
    return bytes;
}

std::optional<EventHistogram> EventRun::histogram(const EventItem& item) const {
    EventHistogram histogram;
    if (item.form == EventItem::Form::HistogramProto) {
        const auto proto = parsed<wire::HistogramProto>(bytes(item));
        if (!proto || proto->bucket_size() != proto->bucket_limit_size()) return {};
        histogram = {proto->min(), proto->max(), proto->num(), proto->sum(), proto->sum_squares(), {}, {}};
        // Writers of old spread their buckets far beyond the values: those without any at either end go, and the outer
        // edges are the least and the greatest value.
        const auto& counts = proto->bucket();
        const auto some = [](double count) { return count > 0; };
        const auto from = std::find_if(counts.begin(), counts.end(), some) - counts.begin();
        const auto to = counts.rend() - std::find_if(counts.rbegin(), counts.rend(), some);
        for (auto i = from; i < to; ++i) {
            histogram.edges.push_back(i == from ? proto->min() : proto->bucket_limit(static_cast<int>(i - 1)));
            histogram.counts.push_back(counts[static_cast<int>(i)]);
        }
        if (!histogram.counts.empty()) histogram.edges.push_back(proto->max());
        return histogram;
    }
    const auto tensor = parsed<wire::TensorProto>(item.form == EventItem::Form::Tensor ? bytes(item) : std::nullopt);
    const auto rows = tensor ? numbers(*tensor) : std::nullopt;
    if (!rows || rows->size() % 3 != 0) return {};
    for (size_t i = 0; i < rows->size(); i += 3) {
        histogram.edges.push_back((*rows)[i]);
        histogram.counts.push_back((*rows)[i + 2]);
        histogram.count += (*rows)[i + 2];
    }
    if (!rows->empty()) {
        histogram.min = rows->front();
        histogram.max = (*rows)[rows->size() - 2];
        histogram.edges.push_back(histogram.max);
    }
    return histogram;
}

std::optional<EventImage> EventRun::image(const EventItem& item) const {
    auto all = images(item);
    if (all.empty()) return {};
    return std::move(all.front());
}

std::vector<EventImage> EventRun::images(const EventItem& item) const {
    if (item.form == EventItem::Form::ImageProto) {
        auto proto = parsed<wire::Summary::Image>(bytes(item));
        if (!proto) return {};
        return {EventImage{proto->width(), proto->height(), proto->colorspace(),
                           std::move(*proto->mutable_encoded_image_string())}};
    }
    if (item.form != EventItem::Form::Tensor) return {};
    auto tensor = parsed<wire::TensorProto>(bytes(item));
    if (!tensor || tensor->dtype() != 7) return {};
    std::vector<EventImage> all;
    for (int i = 2; i < tensor->string_val_size(); ++i)  // behind width and height
        all.push_back({std::atoi(tensor->string_val(0).c_str()), std::atoi(tensor->string_val(1).c_str()), 0,
                       std::move(*tensor->mutable_string_val(i))});
    return all;
}

std::optional<std::string> EventRun::text(const EventItem& item) const {
    if (item.form != EventItem::Form::Tensor) return {};
    const auto tensor = parsed<wire::TensorProto>(bytes(item));
    if (!tensor || tensor->dtype() != 7) return {};
    std::string all;
    for (const auto& each : tensor->string_val()) all += (all.empty() ? "" : "\n") + each;
    return all;
}

// Of more than two dimensions the first two are what is shown, as TensorBoard does.
std::optional<EventTexts> EventRun::texts(const EventItem& item) const {
    if (item.form != EventItem::Form::Tensor) return {};
    const auto tensor = parsed<wire::TensorProto>(bytes(item));
    if (!tensor || tensor->dtype() != 7) return {};
    EventTexts all;
    const auto& shape = tensor->tensor_shape();
    const int64_t count = tensor->string_val_size();
    int64_t columns = shape.dim_size() >= 2 ? shape.dim(1).size() : 1, deeper = 1;
    for (int i = 2; i < shape.dim_size(); ++i) deeper *= std::clamp<int64_t>(shape.dim(i).size(), 0, count + 1);
    columns = std::clamp<int64_t>(columns, 1, std::max<int64_t>(count, 1));
    deeper = std::clamp<int64_t>(deeper, 1, std::max<int64_t>(count, 1));
    all.columns = static_cast<int>(columns);
    for (int64_t i = 0; i < count; i += deeper) all.cells.push_back(tensor->string_val(static_cast<int>(i)));
    return all;
}

std::optional<EventPrCurve> EventRun::prCurve(const EventItem& item) const {
    if (item.form != EventItem::Form::Tensor) return {};
    const auto tensor = parsed<wire::TensorProto>(bytes(item));
    const auto rows = tensor ? numbers(*tensor) : std::nullopt;
    if (!rows || rows->empty() || rows->size() % 6 != 0) return {};
    const auto row = [&, each = rows->size() / 6](size_t i) {
        const auto begin = rows->begin() + static_cast<std::ptrdiff_t>(i * each);
        return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(each));
    };
    return EventPrCurve{row(0), row(1), row(2), row(3), row(4), row(5)};
}

}  // namespace tl
