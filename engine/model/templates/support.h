// A few words to write templates with. A template only names what differs from a layer's defaults.
#pragma once

#include "engine/model/templates.h"

namespace tl::templates {

class Sketch {
public:
    explicit Sketch(const DataFacts& data) : data_(data) {}
    // Appends a layer below `inputs` (empty: below the layer added last) and returns its id.
    std::string add(const std::string& type, Properties properties = {}, std::vector<std::string> inputs = {});
    // The id of the layer that is added next, instead of a fresh one of its type's.
    Sketch& named(std::string id);
    const std::string& last() const { return last_; }  // the layer added last
    // Input and Rescaling to y = x * scale + offset.
    void begin(double scale, double offset);
    // Dense with one unit per class (10 while no data set is open), its scores multiplied by `scale`, and Output, with
    // `loss` where it is of classes; then lays it all out.
    NetworkSpec finish(Properties dense = {}, double scale = 1, Properties loss = {});

private:
    const DataFacts& data_;
    NetworkSpec network_;
    std::string last_, next_;
};

}  // namespace tl::templates
