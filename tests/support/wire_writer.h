// Serialised protocol buffers by hand, for readers that have no generated code.
#pragma once

#include <cstdint>
#include <string>

namespace tl::test {

inline std::string varint(uint64_t value) {
    std::string out;
    for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
    return out + static_cast<char>(value);
}
inline std::string number(uint32_t field, uint64_t value) { return varint(field << 3) + varint(value); }
inline std::string bytes(uint32_t field, const std::string& content) {
    return varint(field << 3 | 2) + varint(content.size()) + content;
}

// An ONNX model: image -> Conv "/stem/conv/Conv" -> Relu (without a name) -> If with a body; weights of 16x3x3x3.
inline std::string sampleOnnx() {
    const auto dims = [](std::initializer_list<int> sizes) {
        std::string all;
        for (int size : sizes) all += bytes(1, size < 0 ? bytes(2, "batch") : number(1, static_cast<uint64_t>(size)));
        return all;
    };
    const auto value = [&](const std::string& name, std::initializer_list<int> sizes) {
        return bytes(1, name) + bytes(2, bytes(1, number(1, 1) + bytes(2, dims(sizes))));
    };
    const auto initialiser = number(1, 16) + number(1, 3) + number(1, 3) + number(1, 3) + number(2, 1) +
                             bytes(8, "stem.weight") + bytes(9, std::string(16 * 27 * 4, 'w'));
    const auto conv = bytes(1, "image") + bytes(1, "stem.weight") + bytes(2, "y") + bytes(3, "/stem/conv/Conv") +
                      bytes(4, "Conv") + bytes(5, bytes(1, "strides") + number(8, 2) + number(8, 2) + number(20, 7)) +
                      bytes(5, bytes(1, "auto_pad") + bytes(4, "VALID"));
    const auto relu = bytes(1, "y") + bytes(2, "z") + bytes(4, "Relu");
    const auto body = bytes(1, bytes(2, "c") + bytes(3, "inner") + bytes(4, "Constant"));
    const auto choose = bytes(1, "z") + bytes(2, "out") + bytes(3, "choose") + bytes(4, "If") +
                        bytes(5, bytes(1, "then_branch") + bytes(6, body));
    const auto graph = bytes(1, conv) + bytes(1, relu) + bytes(1, choose) + bytes(2, "main") + bytes(5, initialiser) +
                       bytes(11, value("image", {-1, 3, 32, 32})) + bytes(12, value("out", {-1, 10})) +
                       bytes(13, value("y", {1, 16, 15, 15}));
    return number(1, 8) + bytes(2, "pytorch") + bytes(7, graph) + bytes(8, bytes(1, "") + number(2, 17));
}

// A GraphDef: x -> layer/MatMul <- layer/w, with a control input, an output ":1" and a function of its own.
inline std::string sampleGraphDef() {
    const auto attribute = [](const std::string& key, const std::string& value) {
        return bytes(5, bytes(1, key) + bytes(2, value));
    };
    const auto shape = bytes(2, number(1, 32)) + bytes(2, number(1, 8));
    const auto x = bytes(1, "x") + bytes(2, "Placeholder") + attribute("dtype", number(6, 1)) +
                   attribute("shape", bytes(7, shape));
    const auto w = bytes(1, "layer/w") + bytes(2, "Const") + attribute("dtype", number(6, 1)) +
                   attribute("value", bytes(8, number(1, 1) + bytes(2, shape) + bytes(4, std::string(1024, 'w'))));
    const auto product = bytes(1, "layer/MatMul") + bytes(2, "MatMul") + bytes(3, "x") + bytes(3, "layer/w") +
                         bytes(3, "^split") + bytes(4, "/device:CPU:0") + attribute("transpose_b", number(5, 1)) +
                         attribute("T", number(6, 1));
    const auto split = bytes(1, "split") + bytes(2, "Split") + bytes(3, "x") + attribute("num_split", number(3, 2));
    const auto sum = bytes(1, "sum") + bytes(2, "AddV2") + bytes(3, "layer/MatMul") + bytes(3, "split:1");
    const auto function = bytes(1, bytes(1, "double") + bytes(2, bytes(1, "a"))) +
                          bytes(3, bytes(1, "twice") + bytes(2, "Mul") + bytes(3, "a") + bytes(3, "a")) +
                          bytes(3, bytes(1, "end") + bytes(2, "Identity") + bytes(3, "twice:z:0"));
    return bytes(1, x) + bytes(1, w) + bytes(1, product) + bytes(1, split) + bytes(1, sum) +
           bytes(2, bytes(1, function));
}

inline std::string sampleSavedModel() {
    return number(1, 1) + bytes(2, bytes(1, bytes(4, "serve")) + bytes(2, sampleGraphDef()));
}

inline std::string sampleGraphText() {
    return R"(# a graph
node { name: "x" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 32 } dim { size: -1 } } } } }
node < name: 'layer/w' op: "Const" attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 8 } }
  tensor_content: "\000\001\"\\" "more" } } } >
node { name: "layer/MatMul" op: "MatMul" input: "x" input: "layer/w"
  attr { key: "strides" value { list { i: [1, 2] i: 3 } } } }
versions { producer: 27 }
)";
}

}  // namespace tl::test
