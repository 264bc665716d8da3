// 1 where every number of every input is finite, else 0: what a step asks of its gradients before an update. A gradient
// that is a product and is never made (fuse_product_update) is judged by its factors, which stand last: for each number
// k of `terms`, a sum of k products is finite where k times the largest of each factor is a float32. The second factor
// is an input too, unless `sizes` says how large it can be.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

struct Products {
    std::vector<double> terms, sizes;
    size_t inputs = 0;  // that are factors
};

Products productsOf(const Attributes& attributes) {
    Products products;
    if (!attributes.has("terms")) return products;
    products.terms = attributes.numbers("terms"), products.sizes = attributes.numbers("sizes");
    if (products.terms.size() != products.sizes.size())
        throw Error("AllFinite's sizes", Message("{count}, as many as terms", products.terms.size()),
                    std::to_string(products.sizes.size()));
    for (const double size : products.sizes) products.inputs += size > 0 ? 1 : 2;
    return products;
}

// Infinite where a value is not finite, a NaN included.
double largest(const ReferenceTensor& x) {
    double most = 0;
    for (const double value : x.values)
        most = std::isfinite(static_cast<float>(value)) ? std::max(most, std::abs(value)) : INFINITY;
    return most;
}

}  // namespace

OpType all_finite() {
    OpType op;
    op.name = "AllFinite";
    op.help = "Says whether no value is a NaN or an infinity.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AllFinite", inputs, std::max<size_t>(productsOf(attributes).inputs, 1), 100000);
        for (size_t i = 0; i < inputs.size(); ++i) expectFloat("AllFinite", std::to_string(i).c_str(), inputs[i]);
        return {{{}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Products products = productsOf(attributes);
        size_t next = in.size() - products.inputs;
        bool finite = true;
        for (const ReferenceTensor& x : in.first(next)) finite &= std::isfinite(largest(x));
        for (size_t i = 0; i < products.terms.size(); ++i) {
            const double a = largest(in[next++]), b = products.sizes[i] > 0 ? products.sizes[i] : largest(in[next++]);
            finite &=
                std::isfinite(b) && products.terms[i] * a * b <= static_cast<double>(std::numeric_limits<float>::max());
        }
        std::vector<ReferenceTensor> out{zeros({})};
        out[0].values[0] = finite;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) {
        double sum = 0;
        for (const ValueType& input : inputs) sum += elements(input);
        return sum;
    };
    const std::vector<ValueType> two{{{3, 50}}, {{7}}}, three{{{7}}, {{3, 50}}, {{3, 40}}};
    const Attributes pair{{"terms", std::vector<double>{3}}, {"sizes", std::vector<double>{0}}};
    const Attributes known{{"terms", std::vector<double>{3}}, {"sizes", std::vector<double>{255}}};
    op.cases = {{"finite", two, {}},
                {"beyond float32", two, {}, {{-1, 1}, {1e39, 2e39}}},
                {"large and many", {{{300, 500}}, {{7}}}, {}, {{-3e38, 3e38}}},
                {"a product", three, pair, {{-1, 1}, {-1e19, 1e19}, {-1e18, 1e18}}},
                {"a product beyond float32", three, pair, {{-1, 1}, {1.2e19, 2e19}, {1.2e19, 2e19}}},
                {"a factor beyond float32", three, pair, {{-1, 1}, {1e39, 2e39}, {-1e-9, 1e-9}}},
                {"a factor of known size", two, known, {{-1e30, 1e30}, {1e34, 2e34}}},
                {"a factor of known size beyond float32", two, known, {{-1e30, 1e30}, {1e36, 2e36}}}};
    return op;
}

}  // namespace tl::ops
