// CSV files as RFC 4180 describes them: quoted cells, and rows that may hold line ends in quotes. The separator is
// found (comma, semicolon, tab or bar), text is UTF-8 with or without a mark in front.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tl {

class CsvFile {
public:
    // Reads the whole file. Throws Error naming the path and, where it helps, the line: what cannot be read, is empty,
    // is UTF-16 or no UTF-8. separator 0 = found by the first lines.
    CsvFile(const std::string& path, char separator);
    // The same of text that is there already; thing is what errors call it.
    CsvFile(std::string thing, std::string text, char separator);

    char separator() const { return separator_; }
    size_t columns() const { return columns_; }  // of the first row
    // As parseNumber; where a comma separates no cells it may be the decimal point: "0,5".
    bool number(std::string_view cell, double& value) const;

    // Calls for each row with its line number (from 1) and cells, until it returns false; blank lines are left out.
    // Throws Error for a row with another number of cells than the first, and a quote that never ends.
    void forEachRow(const std::function<bool(int64_t line, const std::vector<std::string_view>& cells)>& row) const;

private:
    void check();
    size_t parseRow(size_t at, int64_t& line, std::vector<std::string_view>& cells) const;

    std::string thing_, text_;
    char separator_;
    size_t columns_ = 0;
    mutable std::vector<std::string> unquoted_;  // cells whose quotes were doubled; of the row under way
};

// The cell as a number, with blanks around it allowed; false where it is none.
bool parseNumber(std::string_view cell, double& value);
// "", "NA", "NaN", "null", "None", "?" and the like.
bool isMissing(std::string_view cell);

}  // namespace tl
