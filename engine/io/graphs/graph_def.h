// TensorFlow's graphs as its binary and its text files both tell them: a list of nodes, and functions of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/graphs/graph_maker.h"

namespace tl {

struct DefNode {
    std::string name, op, device;
    std::vector<std::string> inputs;  // "conv/Conv2D", "split:1", "^init" (only after it)
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string type;                        // of what it makes
    std::vector<ForeignShape> outputShapes;  // where told
};

// Adds nodes as they come; edges follow when all are there.
class GraphDefMaker {
public:
    GraphDefMaker(const std::string& file, size_t bytes) : maker_(file, bytes) {}
    int beginFunction(const std::string& name);  // a scope; its nodes stand in a group of that name
    void add(int scope, const DefNode& node);
    GraphView finish(Message title);

private:
    struct Reads {
        int node, scope;
        std::string input;
    };
    GraphMaker maker_;
    std::vector<int> functions_;  // groups by scope - 1
    std::vector<Reads> reads_;
};

// Of a TensorShapeProto; `known`: whether its bytes are whole.
ForeignShape tensorflowShape(std::span<const uint8_t> bytes, bool* known = nullptr);
// The name of a DataType by its number; "" for none. Bytes of one element; 0 where that is not fixed.
std::string tensorflowType(uint64_t number);
double tensorflowBytes(const std::string& type);

}  // namespace tl
