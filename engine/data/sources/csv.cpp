// CSV files: numbers (an MLP's data) or an image column. What is not said is found: whether the first row is a header,
// which column is the label, the image or the split, and which columns are words.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/property_builders.h"
#include "engine/data/columns.h"
#include "engine/data/csv.h"
#include "engine/data/folder_scan.h"
#include "engine/data/image_file.h"
#include "engine/data/image_list.h"
#include "engine/data/sources/support.h"
#include "engine/data/table_source.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

// A column of words with more different ones than this says nothing about a row; it is left out.
constexpr size_t kMostWords = 64;

// No column is the split.
const char* const kNoColumn = "none";

enum class Role { Number, Words, LeftOut, Label, Image, Split };

struct Column {
    std::string name;
    Role role = Role::Number;
    int64_t numbers = 0, missing = 0, texts = 0, firstTextLine = 0;
    std::string firstText;
    std::map<std::string, int> words;  // in order of their names; filled up to kMostClasses
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool isOne(const std::string& name, std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* each) { return lower(name) == each; });
}

// One file's text with what is known of it.
struct Part {
    std::string path, split;
    CsvFile file;
};

class CsvReader {
public:
    CsvReader(std::vector<Part> parts, const OpenOptions& options) : parts_(std::move(parts)), options_(options) {}

    DataSet read(const std::string& path) {
        DataSet data;
        data.name = lastPart(path);
        readHeader();
        tally();
        settleRoles(data);
        const bool images =
            std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Image; });
        images ? readImages(data) : readNumbers(data);
        splitOffValidation(data, options_);
        if (gaps_) fillGaps(data);
        if (!images) prepareColumns(data, options_.settings);
        if (options_.progress) options_.progress(1, "Done");
        return data;
    }

private:
    std::string setting(const std::string& key) const {
        const auto found = options_.settings.find(key);
        return found == options_.settings.end() ? std::string() : found->second;
    }

    // A first row without a number, over rows with some, is a header; so is one of different words over words.
    void readHeader() {
        std::vector<std::vector<std::string>> first;
        parts_[0].file.forEachRow([&](int64_t, const auto& cells) {
            first.emplace_back(cells.begin(), cells.end());
            return first.size() < 20;
        });
        const auto numbersIn = [&file = parts_[0].file](const std::vector<std::string>& row) {
            double value;
            return std::count_if(row.begin(), row.end(), [&](const auto& cell) { return file.number(cell, value); });
        };
        bool header = numbersIn(first[0]) == 0;
        if (header && first.size() > 1) {
            const bool numbersBelow =
                std::any_of(first.begin() + 1, first.end(), [&](const auto& row) { return numbersIn(row) > 0; });
            // Of words alone: a header's word does not come again below it.
            bool repeats = false;
            for (size_t r = 1; r < first.size(); ++r)
                for (size_t c = 0; c < first[0].size(); ++c) repeats = repeats || first[r][c] == first[0][c];
            const bool named = std::any_of(first[0].begin(), first[0].end(), [](const std::string& name) {
                return isOne(name, {"label", "class", "target", "image", "path", "file", "filename"});
            });
            header = numbersBelow || named ||
                     (!repeats && !std::any_of(first[0].begin(), first[0].end(), hasImageExtension));
        }
        if (const std::string said = setting("header"); !said.empty()) {
            if (said != "yes" && said != "no") throw Error("The CSV setting header", "yes or no", said);
            header = said == "yes";
        }
        header_ = header;
        for (size_t c = 0; c < first[0].size(); ++c) {
            Column column;
            column.name = header && !first[0][c].empty() ? first[0][c] : "column " + std::to_string(c + 1);
            columns_.push_back(std::move(column));
        }
        for (const Part& part : parts_) {
            if (part.file.columns() != columns_.size())
                throw Error(part.path, Message("{count} columns, as {path}", columns_.size(), parts_[0].path),
                            std::to_string(part.file.columns()));
            if (!header_) continue;
            part.file.forEachRow([&](int64_t, const auto& cells) {
                for (size_t c = 0; c < cells.size(); ++c)
                    if (columns_[c].name != cells[c] && !cells[c].empty())
                        throw Error(
                            part.path, Message("the same header as {path}", parts_[0].path),
                            Message("\"{found}\" instead of \"{wanted}\"", std::string(cells[c]), columns_[c].name));
                return false;
            });
        }
    }

    template <typename Function>
    void forEachRow(Function function) const {
        for (size_t p = 0; p < parts_.size(); ++p) {
            bool header = header_;
            int64_t row = 0;
            parts_[p].file.forEachRow([&](int64_t line, const auto& cells) {
                if (!std::exchange(header, false)) function(p, line, cells);
                if (++row % 4096 == 0) checkStopped(options_);
                return true;
            });
        }
    }

    void tally() {
        if (options_.progress) options_.progress(0.2, "Reading the columns");
        forEachRow([&](size_t part, int64_t line, const std::vector<std::string_view>& cells) {
            ++rows_;
            for (size_t c = 0; c < cells.size(); ++c) {
                Column& column = columns_[c];
                double value;
                if (isMissing(cells[c])) {
                    ++column.missing;
                    continue;
                }
                if (parts_[part].file.number(cells[c], value)) {
                    ++column.numbers;
                    commas_ = commas_ || cells[c].find(',') != std::string_view::npos;
                } else if (column.texts++ == 0) {
                    column.firstTextLine = line;
                    column.firstText = cells[c];
                }
                // Words of a column of numbers are not needed, unless it turns out to be the label.
                if ((column.texts > 0 || column.words.size() <= 8) && column.words.size() <= kMostClasses)
                    column.words.emplace(cells[c], 0);
            }
        });
        if (rows_ == 0) throw Error(parts_[0].path, "rows below the header", "none");
    }

    size_t columnOf(const std::string& name) const {
        for (size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c].name == name) return c;
        double number;
        if (parseNumber(name, number) && number >= 1 && number <= static_cast<double>(columns_.size()))
            return static_cast<size_t>(number) - 1;
        std::string known;
        for (size_t c = 0; c < columns_.size() && c < 20; ++c) known += (c ? ", " : "") + columns_[c].name;
        throw Error(Message("The column {name} of {path}", name, parts_[0].path), Message("one of {known}", known),
                    "no column of that name");
    }

    // The roles that settings or names give, then what is left by content.
    void settleRoles(DataSet& data) {
        size_t label = columns_.size(), image = columns_.size(), split = columns_.size();
        for (size_t c = 0; c < columns_.size(); ++c) {
            if (hasImageExtension(columns_[c].firstText) && columns_[c].numbers == 0 && image == columns_.size())
                image = c;
            // A y in the middle is a coordinate.
            const bool atEdge = c == 0 || c + 1 == columns_.size();
            if (label == columns_.size() && (isOne(columns_[c].name, {"label", "labels", "class", "target"}) ||
                                             (atEdge && isOne(columns_[c].name, {"y"}))))
                label = c;
            if (parts_.size() == 1 && split == columns_.size() && isOne(columns_[c].name, {"split", "set", "subset"}) &&
                columns_[c].numbers == 0)
                split = c;
        }
        const size_t foundSplit = split;
        if (const auto said = setting("image"); !said.empty()) image = columnOf(said);
        if (const auto said = setting("split"); !said.empty())
            split = said == kNoColumn ? columns_.size() : columnOf(said);
        if (label == image || label == split) label = columns_.size();
        for (size_t c = columns_.size(); label == columns_.size() && c-- > 0;)
            if (c != image && c != split) label = c;
        const size_t foundLabel = label;
        if (const auto said = setting("label"); !said.empty()) label = columnOf(said);
        if (label == columns_.size() || label == image)
            throw Error(parts_[0].path, "a column of labels beside the others", "none", "Name the column of labels.");
        columns_[label].role = Role::Label;
        if (image < columns_.size()) columns_[image].role = Role::Image;
        if (split < columns_.size()) columns_[split].role = Role::Split;
        describeSettings(data, foundLabel, foundSplit, image);
        for (const std::string& name : chosen(setting("ignore"))) {
            Column& column = columns_[columnOf(name)];
            if (column.role == Role::Number) column.role = Role::LeftOut;  // the label is no input anyway
        }
        std::string aside;
        int64_t missing = 0;
        for (Column& column : columns_) {
            if (column.role != Role::Number || image < columns_.size()) continue;
            missing += column.missing;
            if (column.texts == 0) continue;
            // Nearly all numbers: the rest is a fault in the file, not a word.
            if (column.numbers > 20 * column.texts)
                throw Error(
                    Message("{path} line {line}, column {name}", parts_[0].path, column.firstTextLine, column.name),
                    "a number, as in the other rows", Message("\"{value}\"", column.firstText),
                    "Correct the cell or leave it empty.");
            column.role = column.words.size() <= kMostWords ? Role::Words : Role::LeftOut;
            if (column.role == Role::LeftOut) aside += (aside.empty() ? "" : ", ") + column.name;
        }
        if (!aside.empty())
            data.notes.push_back(Message("Columns of many different words are left out: {aside}.", aside));
        if (commas_) data.notes.push_back("Commas in numbers are read as decimal points: 1,5 is 1.5.");
        if (missing > 0)
            data.notes.push_back(
                missing == 1
                    ? Message("1 missing value is replaced by the mean of the column.")
                    : Message("{count} missing values are replaced by the mean of the column.", grouped(missing)));
        if (columns_[label].missing > 0)
            throw Error(Message("{path}, column {name}", parts_[0].path, columns_[label].name), "a label in each row",
                        Message("{missing} rows without one", grouped(columns_[label].missing)),
                        "Fill them in, or name another column as the label.");
        data.notes.push_back(Message("The label is the column \"{name}\".", columns_[label].name));
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
        if (parts_.size() == 1 && splits.size() > 1)
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
        if (isOne(word, {"train", "training"})) return 0;
        if (isOne(word, {"val", "valid", "validation", "dev"})) return 1;
        if (isOne(word, {"test", "testing"})) return 2;
        throw Error(where, "train, validation or test", Message("\"{value}\"", word));
    }

    size_t splitOfRow(size_t part, int64_t line, const std::vector<std::string_view>& cells) const {
        for (size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c].role == Role::Split)
                return splitNumber(std::string(cells[c]), Message("{thing} line {line}", parts_[part].path, line));
        return splitNumber(parts_[part].split, parts_[part].path);
    }

    // Labels of the three splits, as classes or targets.
    std::vector<FoundLabels> labels() const {
        const Column& column =
            *std::find_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Label; });
        const auto at = static_cast<size_t>(&column - columns_.data());
        std::vector<std::vector<double>> numbers(3);
        std::vector<std::vector<std::string>> words(3);
        forEachRow([&](size_t part, int64_t line, const std::vector<std::string_view>& cells) {
            const size_t split = splitOfRow(part, line, cells);
            double value = 0;
            if (column.texts == 0 && parts_[part].file.number(cells[at], value))
                numbers[split].push_back(value);
            else
                words[split].emplace_back(cells[at]);
        });
        return column.texts == 0 ? settleLabels(numbers) : settleLabels(words);
    }

    void readNumbers(DataSet& data) {
        if (options_.progress) options_.progress(0.5, "Reading the values");
        Table tables[3];
        std::vector<std::string> names;
        for (Column& column : columns_) {
            if (column.role == Role::Number) names.push_back(column.name);
            if (column.role != Role::Words) continue;
            int place = 0;
            for (auto& [word, index] : column.words) {
                index = place++;
                names.push_back(column.name + "=" + word);
            }
        }
        if (names.empty()) throw Error(parts_[0].path, "columns of numbers beside the label", "none");
        forEachRow([&](size_t part, int64_t line, const std::vector<std::string_view>& cells) {
            Table& table = tables[splitOfRow(part, line, cells)];
            table.lines.push_back(line);
            for (size_t c = 0; c < cells.size(); ++c) {
                const Column& column = columns_[c];
                if (column.role == Role::Number) {
                    double value;
                    if (!parts_[part].file.number(cells[c], value)) {
                        value = NAN;
                        gaps_ = true;
                    } else if (!std::isfinite(static_cast<float>(value))) {
                        throw Error(Message("{path} line {line}, column {name}", parts_[part].path, line, column.name),
                                    "a number that fits into 32 bits", std::string(cells[c]));
                    }
                    table.values.push_back(static_cast<float>(value));
                } else if (column.role == Role::Words) {
                    const size_t first = table.values.size();
                    table.values.resize(first + column.words.size());
                    const auto word = column.words.find(std::string(cells[c]));
                    if (word != column.words.end()) table.values[first + static_cast<size_t>(word->second)] = 1;
                }
            }
        });
        auto found = labels();
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
            table.gaps = gaps_;
            const auto source = std::make_shared<TableSource>(std::move(table));
            (s == 0 ? data.train : s == 1 ? data.validation : data.test) = source;
        }
    }

    void readImages(DataSet& data) {
        const auto image = static_cast<size_t>(
            std::find_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.role == Role::Image; }) -
            columns_.begin());
        auto found = labels();
        if (!found[0].targets.empty() || !found[1].targets.empty() || !found[2].targets.empty())
            throw Error(parts_[0].path, "classes as the images' labels", "numbers that are no classes",
                        "Name another column as the label.");
        std::vector<std::vector<FolderFile>> lists(3);
        forEachRow([&](size_t part, int64_t line, const std::vector<std::string_view>& cells) {
            const size_t split = splitOfRow(part, line, cells);
            const fs::path path(std::string{cells[image]});
            lists[split].push_back(
                {found[split].labels[lists[split].size()],
                 path.is_absolute() ? path.string() : (fs::path(parts_[part].path).parent_path() / path).string()});
        });
        openImageLists(data, lists, found[0].classes, options_);
    }

    std::vector<Part> parts_;
    const OpenOptions& options_;
    bool header_ = false;
    bool commas_ = false;  // numbers with a decimal comma
    bool gaps_ = false;    // missing values among the inputs
    int64_t rows_ = 0;
    std::vector<Column> columns_;
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
    std::vector<Part> parts;
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
                        const auto extension = lower(fs::path(path).extension().string());
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
