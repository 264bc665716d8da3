// Keys are text, so that a file of choices can be read by people.
#include "engine/backend/kernel_chooser.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "engine/backend/memory.h"
#include "engine/core/brief.h"
#include "engine/core/error.h"

namespace tl {
namespace {

// What is not faster by this is the noise of one measurement: the cost model's kernel stays.
constexpr double kWorthIt = 0.97;

std::string joined(const std::vector<int64_t>& numbers) {
    std::string text;
    for (int64_t number : numbers) {
        if (!text.empty()) text += ',';
        text += std::to_string(number);
    }
    return text;
}

using NumberText = std::string (*)(double);

// As std::to_string() wrote it.
std::string sixDecimals(double value) {
    char text[400];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6).ptr};
}

std::string textOf(const Attribute& value, NumberText numberText) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) return joined(*integers);
    if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
    if (const auto* number = std::get_if<double>(&value)) return numberText(*number);
    std::string text;
    for (double number : std::get<std::vector<double>>(value)) text += numberText(number) + ",";
    return text;
}

std::string textOf(const TensorDesc& desc) {
    const Layout& layout = desc.layout;
    std::string text(nameOf(desc.dtype));
    text.append("[").append(joined(desc.shape.dims())).append("]");
    if (layout.plain()) return text;
    text.append("{").append(joined(layout.strides));
    for (size_t i = 0; i < layout.blocks.size(); ++i)
        text.append(" ")
            .append(std::to_string(layout.blocks[i]))
            .append("@")
            .append(std::to_string(layout.blockAxes[i]));
    return text.append("}");
}

std::optional<Kernel> named(const KernelTable& table, const KernelRequest& request, const KernelChoice& choice) {
    std::optional<Kernel> kernel;
    table.offer(request, [&](const std::string& implementation, const std::function<Kernel()>& make) {
        if (implementation != choice.implementation) return true;
        kernel = make();
        kernel->times = choice.times;
        return false;
    });
    return kernel;
}

std::string keyOf(const KernelRequest& request, NumberText numberText) {
    std::string key = request.op;
    for (const TensorDesc& input : request.inputs) key.append(" ").append(textOf(input));
    key += " ->";
    for (const TensorDesc& output : request.outputs) key.append(" ").append(textOf(output));
    for (const auto& [name, value] : request.attributes.values()) key += " " + name + "=" + textOf(value, numberText);
    return key + " threads=" + std::to_string(request.threads) + (request.blocked ? "" : " plain") +
           (request.tf32 ? " tf32" : "") + (request.fixedState ? " fixed" : "");
}

}  // namespace

std::string kernelKey(const KernelRequest& request) { return keyOf(request, shortest); }

KernelChooser::KernelChooser(KernelChoices begun, std::shared_ptr<KernelCache> cache, Timer timer)
    : choices_(std::move(begun)), cache_(std::move(cache)), timer_(std::move(timer)) {}

Kernel KernelChooser::select(const KernelTable& table, const KernelRequest& request) {
    if (!table.hasFamily(request.op)) return table.select(request);
    const std::string key = kernelKey(request);
    const auto take = [&](const KernelChoices& choices) -> std::optional<Kernel> {
        auto known = choices.find(key);
        if (known == choices.end()) known = choices.find(keyOf(request, sixDecimals));  // of an earlier program
        if (known == choices.end()) return std::nullopt;
        auto kernel = named(table, request, known->second);
        if (kernel && &choices != &choices_) choices_[key] = known->second;
        return kernel;  // none: it is of another processor
    };
    if (auto kernel = take(choices_)) return *std::move(kernel);
    if (closed_) return table.select(request);
    if (cache_ && !cacheRead_) {
        cacheRead_ = true;
        try {
            cached_ = cache_->read();
        } catch (const Error& error) {
            trouble_ = error.message();
        }
    }
    if (auto kernel = take(cached_)) return *std::move(kernel);
    if (goOn && !goOn()) {
        close();
        return table.select(request);
    }
    std::vector<Kernel> kernels;
    table.offer(request, [&](const std::string&, const std::function<Kernel()>& make) {
        kernels.push_back(make());
        return true;
    });
    if (kernels.size() == 1) return std::move(kernels.front());
    std::vector<double> seconds;
    try {
        seconds = timer_(table, request, kernels);
    } catch (const Error& error) {
        // This run keeps it, and goes on with it where it is stopped; nobody else does.
        if (!dynamic_cast<const NotEnoughMemory*>(&error))
            trouble_ = Message("The kernels of {op} could not be tried. {fault}", request.op, error.message());
        choices_[key] = {kernels.front().implementation, kernels.front().implementation, {}};
        return std::move(kernels.front());
    }
    ++tried_;
    size_t best = 0;
    for (size_t i = 1; i < kernels.size(); ++i)
        if (seconds[i] < seconds[best] && seconds[i] < kWorthIt * seconds[0]) best = i;
    KernelChoice choice{kernels[best].implementation, kernels[0].implementation, {}};
    for (size_t i = 0; i < kernels.size(); ++i) choice.times.push_back({kernels[i].implementation, seconds[i]});
    std::ranges::stable_sort(choice.times, {}, &TimedKernel::seconds);
    Kernel kernel = std::move(kernels[best]);
    kernel.times = choice.times;
    fresh_[key] = choices_[key] = std::move(choice);
    return kernel;
}

void KernelChooser::close() {
    if (!closed_ && cache_ && !fresh_.empty()) {
        try {
            cache_->add(fresh_);
        } catch (const Error& error) {
            trouble_ = error.message();
        }
    }
    closed_ = true;
}

int KernelChooser::others() const {
    return static_cast<int>(std::ranges::count_if(
        choices_, [](const auto& entry) { return entry.second.implementation != entry.second.preferred; }));
}

}  // namespace tl
