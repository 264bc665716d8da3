// Field numbers are those of tensorboard's hparams/plugin_data.proto, api.proto and google's struct.proto.
#include <algorithm>
#include <span>

#include "engine/io/events/event_values.h"
#include "engine/io/events/summary_value.h"
#include "engine/io/events/wire_reader.h"

namespace tl {
namespace {

std::variant<double, std::string, bool> valueOf(std::span<const uint8_t> bytes) {
    std::variant<double, std::string, bool> value = std::string();
    for (WireReader wire(bytes); wire.next();) {
        if (wire.field() == 2) value = wire.fixedDouble();
        if (wire.field() == 3) value = std::string(wire.text());
        if (wire.field() == 4) value = wire.varint() != 0;
    }
    return value;
}

void readStart(std::span<const uint8_t> bytes, EventHParams& into) {
    for (WireReader wire(bytes); wire.next();) {
        if (wire.field() == 2) into.model = wire.text();
        if (wire.field() == 4) into.group = wire.text();
        if (wire.field() != 1) continue;
        std::string key;
        std::variant<double, std::string, bool> value = std::string();
        for (WireReader entry(wire.bytes()); entry.next();) {
            if (entry.field() == 1) key = entry.text();
            if (entry.field() == 2) value = valueOf(entry.bytes());
        }
        into.values[key] = value;
    }
}

void readExperiment(std::span<const uint8_t> bytes, EventHParams& into) {
    for (WireReader wire(bytes); wire.next();) {
        if (wire.field() != 5) continue;  // metric_infos
        for (WireReader info(wire.bytes()); info.next();) {
            if (info.field() != 1) continue;
            for (WireReader name(info.bytes()); name.next();)
                if (name.field() == 2) into.metrics.emplace_back(name.text());
        }
    }
}

double trapezoids(const std::vector<double>& x, const std::vector<double>& y) {
    double area = 0;
    for (size_t i = 1; i < std::min(x.size(), y.size()); ++i) area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
    return area < 0 ? -area : area;
}

}  // namespace

bool readHParams(std::string_view content, EventHParams& into) {
    bool known = false;
    WireReader wire({reinterpret_cast<const uint8_t*>(content.data()), content.size()});
    while (wire.next()) {
        if (wire.field() == 2) readExperiment(wire.bytes(), into), known = true;
        if (wire.field() == 3) readStart(wire.bytes(), into), known = true;
        if (wire.field() == 4) {
            for (WireReader end(wire.bytes()); end.next();)
                if (end.field() == 1) into.status = static_cast<int>(end.varint());
            known = true;
        }
    }
    return known && wire.ok();
}

std::string_view hparamsIn(std::span<const uint8_t> record) {
    std::string_view content;
    eachSummaryValue(record, [&](const SummaryValue& value) {
        if (content.empty() && value.plugin == "hparams") content = value.content;
    });
    return content;
}

std::vector<PrPoint> prPoints(const EventPrCurve& curve) {
    size_t count = curve.precision.size();
    while (count > 0 && !(curve.truePositives[count - 1] + curve.falsePositives[count - 1] > 0)) --count;
    std::vector<PrPoint> points;
    for (size_t i = 0; i < count; ++i) points.push_back({i, curve.recall[i], curve.precision[i]});
    if (count > 0 && points.back().recall > 0) points.push_back({curve.precision.size(), 0, points.back().precision});
    return points;
}

double averagePrecision(const EventPrCurve& curve) {
    double sum = 0, found = 0;
    const std::vector<PrPoint> points = prPoints(curve);
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
        sum += std::max(0.0, point->recall - found) * point->precision;
        found = std::max(found, point->recall);
    }
    return sum;
}

double areaUnderRoc(const EventPrCurve& curve) {
    std::vector<double> x, y;
    for (size_t i = 0; i < curve.truePositives.size(); ++i) {
        const double positives = curve.truePositives[i] + curve.falseNegatives[i],
                     negatives = curve.falsePositives[i] + curve.trueNegatives[i];
        x.push_back(negatives > 0 ? curve.falsePositives[i] / negatives : 0);
        y.push_back(positives > 0 ? curve.truePositives[i] / positives : 0);
    }
    // From every answer yes to every answer no, whatever thresholds were recorded.
    x.insert(x.begin(), 1), y.insert(y.begin(), 1);
    x.push_back(0), y.push_back(0);
    return trapezoids(x, y);
}

}  // namespace tl
