// CSV files: numbers (an MLP's data) or an image column. What is not said is found: whether the first row is a header,
// which column is the label, the image or the split, and which columns are words. Where a model asks, its schema says
// what goes in, by name.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/core/property_builders.h"
#include "engine/data/columns.h"
#include "engine/data/csv_table.h"
#include "engine/data/folder_scan.h"
#include "engine/data/image_file.h"
#include "engine/data/image_list.h"
#include "engine/data/sources/support.h"
#include "engine/data/table_source.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

// No column is the split.
const char* const kNoColumn = "none";

using Column = CsvColumn;
using Role = CsvColumn::Role;
using Cells = CsvTable::Cells;

class CsvReader {
public:
    CsvReader(std::vector<CsvPart> parts, const OpenOptions& options)
        : table_(std::move(parts), options), columns_(table_.columns()), options_(options),
          schema_(options.model ? *options.model : DataSchema()), known_(!schema_.columns.empty()) {}

    DataSet read(const std::string& path) {
        DataSet data;
        data.name = lastPart(path);
        settleRoles(data);
        const bool images =
            std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Image; });
        images ? readImages(data) : readNumbers(data);
        if (data.labelled && !someLack_) holdOut(data, options_);
        if (!images && schema_.fill.empty()) schema_.fill = columnMeans(*data.train);
        if (gaps_) fillGaps(data, schema_.fill);
        if (!images) prepareColumns(data, options_.settings, options_.model.get(), schema_);
        if (options_.progress) options_.progress(1, "Done");
        return data;
    }

private:
    std::string setting(const std::string& key) const {
        const auto found = options_.settings.find(key);
        return found == options_.settings.end() ? std::string() : found->second;
    }

    // The roles that settings or names give, then what is left by content.
    void settleRoles(DataSet& data) {
        size_t label = columns_.size(), image = columns_.size(), split = columns_.size();
        for (size_t c = 0; c < columns_.size(); ++c) {
            if (hasImageExtension(columns_[c].firstText) && columns_[c].numbers == 0 && image == columns_.size())
                image = c;
            // A y in the middle is a coordinate.
            const bool atEdge = c == 0 || c + 1 == columns_.size();
            if (label == columns_.size() && (isOneOf(columns_[c].name, {"label", "labels", "class", "target"}) ||
                                             (atEdge && isOneOf(columns_[c].name, {"y"}))))
                label = c;
            if (table_.parts().size() == 1 && split == columns_.size() &&
                isOneOf(columns_[c].name, {"split", "set", "subset"}) && columns_[c].numbers == 0)
                split = c;
        }
        size_t foundSplit = split;
        if (const auto said = setting("image"); !said.empty()) image = table_.columnOf(said);
        if (image < columns_.size()) known_ = false;  // what is known of rows says nothing of images
        if (const auto said = setting("split"); !said.empty())
            split = said == kNoColumn ? columns_.size() : table_.columnOf(said);
        else if (split < columns_.size() && takes(columns_[split].name))
            split = columns_.size();
        if (label == image || label == split) label = columns_.size();
        for (size_t c = columns_.size(); label == columns_.size() && c-- > 0;)
            if (c != image && c != split) label = c;
        const size_t foundLabel = label;
        if (const auto said = setting("label"); !said.empty())
            label = table_.columnOf(said);
        else if (known_)
            label = static_cast<size_t>(std::ranges::find(columns_, schema_.label, &Column::name) - columns_.begin());
        if (label < columns_.size() && label == split) {  // a label is no split, whatever it is called
            if (!setting("split").empty())
                throw Error(Message("{path}, column {name}", table_.path(), columns_[label].name),
                            "the label or the split", "both", "Name another column for one of them.");
            split = foundSplit = columns_.size();
        }
        const bool someLack = label < columns_.size() && label != image && columns_[label].missing > 0;
        const bool allLack = someLack && columns_[label].numbers + columns_[label].texts == 0;
        if (allLack && options_.unlabelled) {
            columns_[label].role = Role::LeftOut;
            label = columns_.size();
        }
        data.labelled = label < columns_.size() && label != image;
        if (!data.labelled && known_ && !options_.unlabelled)
            throw Error(table_.path(), Message("the column of labels, {name}", schema_.label),
                        shortList(table_.names()), "Name the column of labels.");
        if (!data.labelled && !known_ && !(allLack && options_.unlabelled))
            throw Error(table_.path(), "a column of labels beside the others", "none", "Name the column of labels.");
        if (data.labelled) {
            columns_[label].role = Role::Label;
            someLack_ = someLack && options_.unlabelled;  // rows that are to be predicted are all kept
            if (someLack && !someLack_) leaveOutRowsWithout(data, label);
        }
        if (image < columns_.size()) columns_[image].role = Role::Image;
        if (split < columns_.size()) columns_[split].role = Role::Split;
        describeSettings(data, foundLabel, foundSplit, image);
        for (const std::string& name : chosen(setting("ignore"))) {
            Column& column = columns_[table_.columnOf(name)];
            if (column.role == Role::Number) column.role = Role::LeftOut;  // the label is no input anyway
        }
        if (image == columns_.size()) known_ ? takeInputs(data) : findInputs(data);
        int64_t missing = 0;
        for (const size_t c : inputs_) missing += columns_[c].missing;
        if (table_.decimalCommas()) data.notes.push_back("Commas in numbers are read as decimal points: 1,5 is 1.5.");
        if (missing > 0)
            data.notes.push_back(
                missing == 1
                    ? Message("1 missing value is replaced by the mean of the column.")
                    : Message("{count} missing values are replaced by the mean of the column.", grouped(missing)));
        if (!data.labelled)
            return data.notes.push_back("The rows have no labels: what is predicted is not compared with any.");
        if (const int64_t lacking = columns_[label].missing; someLack_)
            data.notes.push_back(
                lacking == 1 ? Message("1 row has no label: what is predicted for it is not compared.")
                             : Message("{count} rows have no label: what is predicted for them is not compared.",
                                       grouped(lacking)));
        data.notes.push_back(Message("The label is the column \"{name}\".", columns_[label].name));
    }

    // Where most rows lack it, it is likelier the wrong column.
    void leaveOutRowsWithout(DataSet& data, size_t label) {
        const Column& column = columns_[label];
        const int64_t missing = column.missing;
        if (missing > column.numbers + column.texts)
            throw Error(Message("{path}, column {name}", table_.path(), column.name), "a label in each row",
                        Message("{missing} rows without one", grouped(missing)),
                        "Fill them in, or name another column as the label.");
        table_.keepRowsWith(label);
        data.notes.push_back(missing == 1 ? Message("1 row without a label is left out.")
                                          : Message("{count} rows without a label are left out.", grouped(missing)));
    }

    Error noNumber(const Column& column, const Message& expected) const {
        return Error(Message("{path} line {line}, column {name}", table_.parts()[column.firstTextPart].path,
                             column.firstTextLine, column.name),
                     expected, Message("\"{value}\"", column.firstText), "Correct the cell or leave it empty.");
    }

    void findInputs(DataSet& data) {
        std::vector<std::string> aside;
        for (size_t c = 0; c < columns_.size(); ++c) {
            Column& column = columns_[c];
            if (column.role == Role::Label) schema_.label = column.name;
            if (column.role != Role::Number) continue;
            DataSchema::Column found{column.name, {}};
            if (column.texts > 0) {
                // Nearly all numbers: the rest is a fault in the file, not a word.
                if (column.numbers > 20 * column.texts) throw noNumber(column, "a number, as in the other rows");
                column.role = column.words.size() <= kMostWords ? Role::Words : Role::LeftOut;
                for (const auto& [word, place] : column.words) found.words.push_back(word);
            }
            if (column.role == Role::LeftOut) {
                aside.push_back(column.name);
                continue;
            }
            schema_.columns.push_back(std::move(found));
            inputs_.push_back(c);
        }
        if (!aside.empty())
            data.notes.push_back(Message("Columns of many different words are left out: {aside}.", shortList(aside)));
    }

    bool takes(const std::string& name) const {
        return known_ && std::any_of(schema_.columns.begin(), schema_.columns.end(),
                                     [&](const DataSchema::Column& column) { return column.name == name; });
    }

    // What the model was trained on, wherever it stands.
    void takeInputs(DataSet& data) {
        std::vector<std::string> wanted;
        for (const DataSchema::Column& column : schema_.columns) wanted.push_back(column.name);
        std::vector<bool> taken;
        for (const Column& column : columns_) taken.push_back(column.role != Role::Number);
        inputs_ = placesOfColumns(data, table_.path(), table_.names(), wanted, std::move(taken));
        for (Column& column : columns_)
            if (column.role == Role::Number) column.role = Role::LeftOut;
        for (size_t i = 0; i < inputs_.size(); ++i) {
            Column& column = columns_[inputs_[i]];
            const bool words = !schema_.columns[i].words.empty();
            if (!words && column.texts > 0)
                throw noNumber(column, "a number, as in the rows that the model was trained on");
            column.role = words ? Role::Words : Role::Number;
        }
    }

    // What a person can choose, and what was found where nothing is chosen.
    void describeSettings(DataSet& data, size_t label, size_t split, size_t image) const {
        std::vector<std::string> labels, splits{kNoColumn}, inputs;
        for (size_t c = 0; c < columns_.size(); ++c) {
            if (c == image) continue;
            labels.push_back(columns_[c].name);
            if (columns_[c].numbers == 0) splits.push_back(columns_[c].name);
            // A list of names is told apart by commas.
            if (columns_[c].role == Role::Number && columns_[c].name.find(',') == std::string::npos)
                inputs.push_back(columns_[c].name);
        }
        // A column may also be named by its number.
        if (const std::string said = setting("label");
            !said.empty() && std::find(labels.begin(), labels.end(), said) == labels.end())
            labels.push_back(said);
        if (label < columns_.size())
            data.settings.push_back(
                choiceProperty("label", columns_[label].name, std::move(labels), "The column that is to be learned."));
        if (table_.parts().size() == 1 && splits.size() > 1)
            data.settings.push_back(choiceProperty("split", split < columns_.size() ? columns_[split].name : kNoColumn,
                                                   std::move(splits),
                                                   "The column that says train, validation or test for each row."));
        if (image < columns_.size() || inputs.empty()) return;
        Property ignore = textProperty("ignore", kNoColumn, "Columns that are no input, such as a row's number.");
        ignore.kind = PropertyKind::Choices;
        ignore.choices = std::move(inputs);
        data.settings.push_back(std::move(ignore));
    }

    // 0 train, 1 validation, 2 test
    static size_t splitNumber(const std::string& word, const Message& where) {
        if (isOneOf(word, {"train", "training"})) return 0;
        if (isOneOf(word, {"val", "valid", "validation", "dev"})) return 1;
        if (isOneOf(word, {"test", "testing"})) return 2;
        throw Error(where, "train, validation or test", Message("\"{value}\"", word));
    }

    size_t splitOfRow(size_t part, int64_t line, const Cells& cells) const {
        for (size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c].role == Role::Split)
                return splitNumber(std::string(cells[c]),
                                   Message("{thing} line {line}", table_.parts()[part].path, line));
        return splitNumber(table_.parts()[part].split, table_.parts()[part].path);
    }

    // Those that were found, at their rows among those without.
    static void spread(FoundLabels& found, std::vector<bool> lacking) {
        const bool classes = !found.classes.empty();
        std::vector<int32_t> labels(classes ? lacking.size() : 0);
        std::vector<float> targets(classes ? 0 : lacking.size());
        for (size_t row = 0, next = 0; row < lacking.size(); ++row) {
            if (lacking[row]) continue;
            if (classes)
                labels[row] = found.labels[next++];
            else
                targets[row] = found.targets[next++];
        }
        found.labels = std::move(labels);
        found.targets = std::move(targets);
        found.lacking = std::move(lacking);
    }

    // Labels of the three splits, as classes or targets.
    std::vector<FoundLabels> labels() const {
        const Column& column =
            *std::find_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Label; });
        const auto at = static_cast<size_t>(&column - columns_.data());
        std::vector<std::vector<double>> numbers(3);
        std::vector<std::vector<std::string>> words(3);
        std::vector<std::vector<bool>> lacking(3);
        table_.forEachRow([&](size_t part, int64_t line, const Cells& cells) {
            const size_t split = splitOfRow(part, line, cells);
            lacking[split].push_back(someLack_ && isMissing(cells[at]));
            if (lacking[split].back()) return;
            double value = 0;
            if (column.texts == 0 && table_.parts()[part].file.number(cells[at], value))
                numbers[split].push_back(value);
            else
                words[split].emplace_back(cells[at]);
        });
        auto found = column.texts == 0 ? settleLabels(numbers) : settleLabels(words);
        for (size_t s = 0; s < 3 && someLack_; ++s) spread(found[s], std::move(lacking[s]));
        return found;
    }

    void readNumbers(DataSet& data) {
        if (options_.progress) options_.progress(0.5, "Reading the values");
        Table tables[3];
        const std::vector<std::string> names = inputNames(schema_);
        for (size_t i = 0; i < inputs_.size(); ++i) {
            auto& places = columns_[inputs_[i]].words;
            places.clear();
            for (const std::string& word : schema_.columns[i].words) places.emplace(word, places.size());
        }
        if (names.empty()) throw Error(table_.path(), "columns of numbers beside the label", "none");
        table_.forEachRow([&](size_t part, int64_t line, const Cells& cells) {
            Table& table = tables[splitOfRow(part, line, cells)];
            table.lines.push_back(line);
            for (const size_t c : inputs_) {
                Column& column = columns_[c];
                if (column.role == Role::Number) {
                    double value;
                    if (!table_.parts()[part].file.number(cells[c], value)) {
                        value = NAN;
                        gaps_ = true;
                    } else if (!std::isfinite(static_cast<float>(value))) {
                        throw Error(
                            Message("{path} line {line}, column {name}", table_.parts()[part].path, line, column.name),
                            "a number that fits into 32 bits", std::string(cells[c]));
                    }
                    table.values.push_back(static_cast<float>(value));
                } else {
                    const size_t first = table.values.size();
                    table.values.resize(first + column.words.size());
                    const auto word = column.words.find(cells[c]);
                    if (word != column.words.end())
                        table.values[first + static_cast<size_t>(word->second)] = 1;
                    else if (!isMissing(cells[c]) && column.unknown++ == 0)
                        column.firstUnknown = cells[c];
                }
            }
        });
        for (const size_t c : inputs_)
            if (const Column& column = columns_[c]; known_ && column.unknown > 0)
                data.notes.push_back(
                    column.unknown == 1
                        ? Message("Column {name}: 1 cell holds a word that no training row had, \"{word}\". To the "
                                  "model it is empty.",
                                  column.name, column.firstUnknown)
                        : Message("Column {name}: {count} cells hold words that no training row had, as \"{word}\". "
                                  "To the model they are empty.",
                                  column.name, grouped(column.unknown), column.firstUnknown));
        auto found = data.labelled ? labels() : std::vector<FoundLabels>(3);
        static const char* const kSplits[] = {"train", "validation", "test"};
        for (size_t s = 0; s < 3; ++s) {
            Table& table = tables[s];
            if (table.lines.empty() && s > 0) continue;
            table.name = data.name;
            table.split = kSplits[s];
            table.shape = Shape{static_cast<int64_t>(names.size())};
            table.columns = names;
            table.classes = std::move(found[s].classes);
            table.labels = std::move(found[s].labels);
            table.targets = std::move(found[s].targets);
            table.lacking = std::move(found[s].lacking);
            if (!data.labelled) table.targets.assign(table.lines.size(), 0);
            table.gaps = gaps_;
            const auto source = std::make_shared<TableSource>(std::move(table));
            (s == 0 ? data.train : s == 1 ? data.validation : data.test) = source;
        }
    }

    void readImages(DataSet& data) {
        const auto image = static_cast<size_t>(
            std::find_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Image; }) -
            columns_.begin());
        auto found = data.labelled ? labels() : std::vector<FoundLabels>(3);
        if (!data.labelled) found[0].classes = {"0"};  // one for all, which stands for nothing
        if (!found[0].targets.empty() || !found[1].targets.empty() || !found[2].targets.empty())
            throw Error(table_.path(), "classes as the images' labels", "numbers that are no classes",
                        "Name another column as the label.");
        std::vector<std::vector<FolderFile>> lists(3);
        table_.forEachRow([&](size_t part, int64_t line, const Cells& cells) {
            const size_t split = splitOfRow(part, line, cells);
            const fs::path path(std::string{cells[image]});
            const size_t row = lists[split].size();
            const bool lacks = !found[split].lacking.empty() && found[split].lacking[row];
            lists[split].push_back({!data.labelled ? 0
                                    : lacks        ? -1
                                                   : found[split].labels[row],
                                    path.is_absolute()
                                        ? path.string()
                                        : (fs::path(table_.parts()[part].path).parent_path() / path).string()});
        });
        openImageLists(data, lists, found[0].classes, options_);
    }

    CsvTable table_;
    std::vector<Column>& columns_;  // the table's
    const OpenOptions& options_;
    bool gaps_ = false;           // missing values among the inputs
    bool someLack_ = false;       // labels, and are kept
    DataSchema schema_;           // the model's, or what is found
    bool known_;                  // the model's, with names
    std::vector<size_t> inputs_;  // where its columns stand
};

// A folder with train.csv and perhaps others of these names.
std::vector<std::pair<std::string, std::string>> filesOf(const std::string& path) {
    if (!fs::is_directory(path)) return {{path, "train"}};
    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& [stem, split] : {std::pair{"train", "train"},
                                      {"training", "train"},
                                      {"validation", "validation"},
                                      {"val", "validation"},
                                      {"valid", "validation"},
                                      {"test", "test"}})
        for (const char* end : {".csv", ".tsv"})
            if (fileExists(joinPath(path, std::string(stem) + end)))
                found.emplace_back(joinPath(path, std::string(stem) + end), split);
    return found;
}

DataSet open(const std::string& path, const OpenOptions& options) {
    checkSettings(options.settings, "csv",
                  {"label", "image", "split", "ignore", "header", "separator", "scale", "bucket", "pca"});
    const auto files = filesOf(path);
    if (files.empty()) throw Error(path, "a CSV file, or a folder with train.csv", "a folder without it");
    char separator = 0;
    if (const auto said = options.settings.find("separator"); said != options.settings.end()) {
        separator = said->second == "tab" ? '\t' : said->second.size() == 1 ? said->second[0] : 0;
        if (separator == 0) throw Error("The CSV setting separator", "one character, or tab", said->second);
    }
    if (options.progress) options.progress(0, "Reading the file");
    std::vector<CsvPart> parts;
    parts.reserve(files.size());
    for (const auto& [file, split] : files) parts.push_back({file, split, CsvFile(file, separator)});
    return CsvReader(std::move(parts), options).read(path);
}

}  // namespace

namespace sources {

SourceType csv() {
    SourceType type{"csv", "CSV (numbers, or a column of image files)",
                    "Rows of numbers or words with a label column; or image paths with labels. A folder may hold "
                    "train.csv, val.csv and test.csv.",
                    [](const std::string& path) {
                        const auto extension = lowerCase(fs::path(path).extension().string());
                        if (!fs::is_directory(path)) return extension == ".csv" || extension == ".tsv";
                        return !filesOf(path).empty() && !looksLikeImageFolder(path);
                    },
                    open};
    type.extensions = {"csv", "tsv"};
    type.icon = "filetype-csv";
    return type;
}

}  // namespace sources
}  // namespace tl
