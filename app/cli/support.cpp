// Shared pieces of the subcommands.
#include "app/cli/support.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/data/image_settings.h"
#include "engine/data/model_labels.h"
#include "engine/data/sources/support.h"
#include "engine/data/spec_settings.h"
#include "engine/io/checkpoint.h"
#include "engine/io/json.h"
#include "engine/io/project.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/train/data_facts.h"

namespace tl::cli {
namespace {

constexpr size_t kFewNames = 5;

volatile std::sig_atomic_t interruptions = 0;

void onInterrupt(int signal) {
    interruptions = 1;
    // A terminal or a reader that goes may say so more than once.
    if (signal != SIGHUP && signal != SIGPIPE) std::signal(signal, SIG_DFL);
}

void catchUnlessIgnored(int signal) {
    if (std::signal(signal, onInterrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
}

// Columns on the terminal: a letter of UTF-8 has one, a Chinese character and full-width signs have two.
size_t columnsOf(const std::string& text) {
    size_t columns = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) columns += (byte >= 0xE3 && byte <= 0xED) || byte == 0xEF ? 2 : 1;
    }
    return columns;
}

DataSet opened(const std::string& spec, const OpenOptions& options) {
    if (spec != "sample" && isRunFolder(spec))
        throw Error(
            Message("\"{path}\" is the folder of a run, no data set: `tensorloom describe {path}` tells what is in "
                    "it.",
                    spec));
    DataSet data = openDataSet(absoluteDataSpec(spec), options);
    complainAbout(data.broken());
    for (const Message& note : data.notes) complain(note);
    return data;
}

void complainAboutSizes(const ImageSizes& sizes) {
    if (!sizes.mixed() || sizes.chosen) return;
    const auto text = [](int width, int height) { return std::to_string(width) + "×" + std::to_string(height); };
    const auto [width, height] = suggestedSize(sizes);
    complain(Message("The images are from {least} to {most} pixels and are stretched to {size}, their usual size. To "
                     "choose, add ?{setting} to the data set (or fit, or stretch).",
                     text(sizes.minWidth, sizes.minHeight), text(sizes.maxWidth, sizes.maxHeight),
                     text(sizes.width, sizes.height),
                     "size=" + std::to_string(width) + "x" + std::to_string(height) + "&resize=fill"));
}

}  // namespace

void catchInterrupts() {
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    catchUnlessIgnored(SIGHUP);  // as under nohup
}

void catchLostReader() { catchUnlessIgnored(SIGPIPE); }

bool interrupted() { return interruptions != 0; }
bool stdoutIsTerminal() { return ::isatty(STDOUT_FILENO) == 1; }

int terminalWidth() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string thousands(int64_t value) {
    const std::string digits = std::to_string(value < 0 ? -value : value);
    std::string text = value < 0 ? "-" : "";
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string shortNumber(double value) {
    char text[32];
    const double size = value < 0 ? -value : value;
    std::snprintf(text, sizeof text, size != 0 && (size < 1e-3 || size >= 1e5) ? "%.3e" : "%.4f", value);
    return text;
}

std::string duration(double seconds) {
    char text[32];
    const auto whole = static_cast<long long>(seconds + 0.5);
    if (seconds < 59.95)
        std::snprintf(text, sizeof text, "%.1f s", seconds);
    else if (whole < 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

std::string padded(const std::string& text, size_t width, bool right) {
    const size_t columns = columnsOf(text);
    const std::string fill(columns < width ? width - columns : 0, ' ');
    return right ? fill + text : text + fill;
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columnsOf(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        for (size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "  " : "") + padded(row[i], widths[i], i > 0);
        text += "\n";
    }
    return text;
}

void printJson(const nlohmann::json& object) {
    std::cout << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

void complain(const Message& sentence) { std::cerr << "tensorloom: " << say(sentence) << std::endl; }

void complainAbout(const std::vector<BrokenItem>& broken) {
    constexpr size_t kShown = 5;
    for (size_t i = 0; i < broken.size() && i < kShown; ++i)
        complain(Message("left out {path}: {reason}", broken[i].path, broken[i].reason));
    if (broken.size() > kShown)
        complain(Message("and {count} more left out.", thousands(static_cast<int64_t>(broken.size() - kShown))));
}

Snapshot loadModel(const std::string& path, bool quiet) {
    const std::string file = modelOf(path);
    Snapshot model = loadCheckpoint(file);
    if (!quiet && file != path)
        complain(Message("The weights are those of {file}, after step {step}.", file, thousands(model.position.step)));
    return model;
}

void requireWritable(const std::string& file) {
    if (file.empty()) return;
    std::error_code ignored;
    // Where a link leads.
    const auto target = std::filesystem::weakly_canonical(std::filesystem::absolute(file), ignored);
    int wrong = std::filesystem::is_directory(target, ignored) ? EISDIR : 0;
    if (wrong == 0 && ::access((target.parent_path() / "").c_str(), W_OK | X_OK) != 0) wrong = errno;
    if (wrong != 0)
        throw Error(Message("\"{path}\" cannot be written: {reason}.", file, std::string(std::strerror(wrong))));
}

DataSet openData(const std::string& spec, const ValidationSplit& split, const Snapshot* model) {
    OpenOptions options;
    options.split = split;
    if (model) options.model = model->schema;
    DataSet data = opened(spec, options);
    complainAboutSizes(data.sizes);
    if (model && data.shape() == Shape(model->dataShape)) labelAsModel(data, model->classNames);
    return data;
}

bool isOwnData(const Snapshot& model, const std::string& spec) {
    const auto place = [](const std::string& each) {
        const std::string path = splitDataSpec(splitSettings(absoluteDataSpec(each)).first).second;
        return (std::filesystem::path(path) / "").lexically_normal();
    };
    return spec.empty() || place(spec) == place(model.dataSpec);
}

bool isWhole(const Snapshot& model, const std::string& spec, const std::string& asked, const std::string& found) {
    return asked.empty() && found == "train" && !isOwnData(model, spec);
}

DataSet openDataFor(const Snapshot& model, const std::string& spec, const std::string& split, bool truth) {
    const std::string wanted = spec.empty() ? model.dataSpec : withImageSettingsOf(spec, model.dataSpec);
    OpenOptions options;
    if (!split.empty() || isOwnData(model, spec)) options.split = model.training.validationSplit();
    options.model = model.schema;
    options.unlabelled = !truth;
    DataSet data = opened(wanted, options);
    if (data.schema && !model.schema && !spec.empty() && Shape(model.dataShape).rank() == 1)
        complain(Message("The checkpoint is older than what is kept of a table: the columns of \"{name}\" are taken in "
                         "their order, and filled and scaled by their own values.",
                         data.name));
    if (const std::string size = bringToSize(data, model, wanted); !size.empty())
        complain(Message("The images of \"{name}\" are brought to {size}, which the network takes.", data.name, size));
    else
        complainAboutSizes(data.sizes);
    if (data.shape() != Shape(model.dataShape)) return data;  // which is what is wrong with it
    const std::vector<std::string> theirs = data.train->classNames();
    labelAsModel(data, model.classNames, !truth);
    if (data.train->classNames().size() > model.classNames.size() && !model.classNames.empty())
        complain(Message("The classes of \"{name}\" ({theirs}) are not those of the network ({own}).", data.name,
                         shortList(theirs, kFewNames), shortList(model.classNames, kFewNames)));
    return data;
}

std::shared_ptr<const Source> splitOf(const DataSet& data, std::string& split) {
    const auto there = [](const std::shared_ptr<const Source>& source) { return source && source->size() > 0; };
    if (split.empty()) split = there(data.test) ? "test" : there(data.validation) ? "validation" : "train";
    if (split == "val") split = "validation";
    const auto& source = split == "train" ? data.train : split == "validation" ? data.validation : data.test;
    if (there(source)) return source;
    std::string splits;
    const std::pair<const char*, const std::shared_ptr<const Source>*> all[] = {
        {"train", &data.train}, {"validation", &data.validation}, {"test", &data.test}};
    for (const auto& [name, candidate] : all)
        if (there(*candidate)) splits += (splits.empty() ? "" : ", ") + std::string(name);
    throw Error(Message("The data set \"{name}\" has no {split} split; it has {splits}.", data.name, split, splits));
}

Option modelArgument(const Command& command, std::string& model) {
    return command.option("model", model, "A run's folder (its best checkpoint, else its newest) or a checkpoint file")
        .required();
}

Option splitOption(const Command& command, std::string& split) {
    return command
        .option(
            "--split", split,
            "train, validation or test; default: the last of them that there is; of other data that is not split, all")
        .oneOf({"train", "validation", "val", "test"});
}

void rawWeightsFlag(const Command& command, bool& raw) {
    command.flag("--raw-weights", raw, "The last weights, where a run with --use-ema has averages of them");
}

NetworkReport requireValid(const NetworkSpec& network, const DataFacts& facts) {
    NetworkReport report = validate(network, facts);
    if (report.ok()) return report;
    Message text = "The network cannot be trained as it is.";
    for (const Diagnostic& diagnostic : report.diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Error)
            text = Message("{sentence}\n  {next}", text, sentenceOf(diagnostic));
    throw Error(text);
}

}  // namespace tl::cli
