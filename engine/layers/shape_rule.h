// A layer's shape rule: from the shapes of its inputs and its properties, the shape that it gives or what is wrong.
// Nothing is built for it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/shape.h"
#include "engine/layers/diagnostic.h"

namespace tl {

// Who feeds an input, and who feeds that node's first input, and so on up. For sentences and repairs.
struct Producer {
    std::string node, type;
    const Producer* first = nullptr;
    Shape shape = {};  // what it gives; empty = unknown
};

// What validation tells a layer of its surroundings. Shapes carry no batch.
struct ShapeContext {
    const std::string& node;  // id
    std::span<const Shape> inputs;
    const PropertyReader& properties;
    Shape dataShape;                                  // of the data set's samples, where one is open; else empty
    int dataClasses = 0;                              // likewise; 0 = unknown
    std::span<const Producer* const> producers = {};  // one per input; empty where a layer is looked at by itself
    bool dataNumbers = false;                         // the data set's labels are numbers, not classes

    const Producer* producer(size_t input) const { return input < producers.size() ? producers[input] : nullptr; }
};

// Either an output shape, or what is wrong.
struct ShapeResult {
    Shape output;
    std::vector<Diagnostic> diagnostics;  // `node` is filled in by validation
    static ShapeResult of(Shape shape) { return {std::move(shape), {}}; }
    // The diagnostic points at input 0; a rule may set another port, or -1.
    static ShapeResult wrong(Message message, std::vector<Repair> repairs = {}, Message detail = {});
};

}  // namespace tl
