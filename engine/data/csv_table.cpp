// See the header. Each file is read twice: here for what its columns hold, and by who takes their values.
#include "engine/data/csv_table.h"

#include <algorithm>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/image_file.h"
#include "engine/data/sources/support.h"

namespace tl {

bool isOneOf(const std::string& name, std::initializer_list<const char*> names) {
    return std::ranges::find(names, lowerCase(name)) != names.end();
}

CsvTable::CsvTable(std::vector<CsvPart> parts, const OpenOptions& options)
    : parts_(std::move(parts)), options_(options) {
    const auto header = options.settings.find("header");
    readHeader(header == options.settings.end() ? std::string() : header->second);
    tally();
}

// A first row without a number, over rows with some, is a header; so is one of different words over words.
void CsvTable::readHeader(const std::string& said) {
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
            return isOneOf(name, {"label", "class", "target", "image", "path", "file", "filename"});
        });
        header =
            numbersBelow || named || (!repeats && !std::any_of(first[0].begin(), first[0].end(), hasImageExtension));
    }
    if (!said.empty()) {
        if (said != "yes" && said != "no") throw Error("The CSV setting header", "yes or no", said);
        header = said == "yes";
    }
    header_ = header;
    for (size_t c = 0; c < first[0].size(); ++c) {
        CsvColumn column;
        column.name = header && !first[0][c].empty() ? first[0][c] : "column " + std::to_string(c + 1);
        columns_.push_back(std::move(column));
    }
    for (const CsvPart& part : parts_) {
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

void CsvTable::forEachRow(const RowFunction& row) const {
    for (size_t p = 0; p < parts_.size(); ++p) {
        bool header = header_;
        int64_t count = 0;
        parts_[p].file.forEachRow([&](int64_t line, const Cells& cells) {
            if (!std::exchange(header, false) && (needed_ >= cells.size() || !isMissing(cells[needed_])))
                row(p, line, cells);
            if (++count % 4096 == 0) checkStopped(options_);
            return true;
        });
    }
}

void CsvTable::tally() {
    if (options_.progress) options_.progress(0.2, "Reading the columns");
    int64_t rows = 0;
    forEachRow([&](size_t part, int64_t line, const Cells& cells) {
        ++rows;
        for (size_t c = 0; c < cells.size(); ++c) {
            CsvColumn& column = columns_[c];
            double value;
            if (isMissing(cells[c])) {
                ++column.missing;
                continue;
            }
            if (parts_[part].file.number(cells[c], value)) {
                ++column.numbers;
                commas_ = commas_ || cells[c].find(',') != std::string_view::npos;
            } else if (column.texts++ == 0) {
                column.firstTextPart = part;
                column.firstTextLine = line;
                column.firstText = cells[c];
            }
            // Numbers, too: a column of codes may have its first word in its last row.
            if (column.words.size() <= kMostWords && !column.words.contains(cells[c]))
                column.words.emplace(cells[c], 0);
        }
    });
    if (rows == 0) throw Error(parts_[0].path, "rows below the header", "none");
}

void CsvTable::keepRowsWith(size_t column) {
    needed_ = column;
    commas_ = false;
    for (CsvColumn& each : columns_) {
        CsvColumn anew;
        anew.name = each.name;
        anew.role = each.role;
        each = std::move(anew);
    }
    tally();
}

size_t CsvTable::columnOf(const std::string& name) const {
    for (size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].name == name) return c;
    double number;
    if (parseNumber(name, number) && number >= 1 && number <= static_cast<double>(columns_.size()))
        return static_cast<size_t>(number) - 1;
    throw Error(Message("The column {name} of {path}", name, parts_[0].path),
                Message("one of {known}", shortList(names())), "no column of that name");
}

std::vector<std::string> CsvTable::names() const {
    std::vector<std::string> all;
    for (const CsvColumn& column : columns_) all.push_back(column.name);
    return all;
}

}  // namespace tl
