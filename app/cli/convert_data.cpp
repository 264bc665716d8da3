// `tensorloom convert-data`: writes a data set as TFRecord files, one a split, which TensorFlow and others read.
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"
#include "engine/data/spec_settings.h"
#include "engine/data/tfrecord.h"

namespace tl::cli {
namespace {

struct ConvertDataOptions {
    std::string data, out;
    double validationFraction = 0, testFraction = 0;
    bool overwrite = false;
};

int runConvertData(const ConvertDataOptions& options) {
    catchInterrupts();
    const DataSet data =
        openData(options.data, {.fraction = options.validationFraction, .testFraction = options.testFraction});
    if (data.schema && !data.schema->settings.empty())
        complain(Message("The rows are written as {settings} made them, and the files do not tell: a model of theirs "
                         "does not fit other rows. Say it of the files instead, tfrecord:PATTERN?{settings}.",
                         joinSettings("", data.schema->settings).substr(1)));
    std::error_code failed;
    std::filesystem::create_directories(options.out, failed);
    if (failed) throw Error(options.out, "a folder that may be written", failed.message());
    const auto pathOf = [&](const char* split) {
        return (std::filesystem::path(options.out) / (std::string(split) + ".tfrecord")).string();
    };
    std::stop_source stop;
    const std::array splits{std::pair("train", data.train), std::pair("validation", data.validation),
                            std::pair("test", data.test)};
    // All before the first is written.
    for (const auto& [name, source] : splits)
        if (!options.overwrite && source && source->size() > 0 && std::filesystem::exists(pathOf(name)))
            throw Error(Message("\"{path}\" exists already: name another folder, or replace it with --overwrite.",
                                pathOf(name)));
    for (const auto& [name, source] : splits) {
        if (!source || source->size() == 0) continue;
        const std::string path = pathOf(name);
        writeTfRecords(*source, path, stop.get_token(), [&](double) {
            if (interrupted()) stop.request_stop();
        });
        std::cout << say(Message("Wrote {path} ({records} records, {bytes} bytes).", path, thousands(source->size()),
                                 thousands(static_cast<int64_t>(std::filesystem::file_size(path)))))
                  << std::endl;
    }
    return kDone;
}

}  // namespace

void addConvertData(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ConvertDataOptions>();
    const Command command(app, "convert-data", "Write a data set as TFRecord files of tf.train.Example");
    command.option("--data", options->data, "The data set: sample, or a path, or kind:PATH").required();
    command.option("--out", options->out, "The folder that gets train.tfrecord, validation.tfrecord and test.tfrecord")
        .required();
    command
        .option("--val-fraction", options->validationFraction,
                "Share of training items for validation, where the data has no validation split (default 0)")
        .range(0.0, 0.9);
    command
        .option("--test-fraction", options->testFraction,
                "Share of training items for test, where the data has no test split (default 0)")
        .range(0.0, 0.9);
    command.flag("--overwrite", options->overwrite, "Replace the files that are in --out");
    command.runs(action, [options] { return runConvertData(*options); });
}

}  // namespace tl::cli
