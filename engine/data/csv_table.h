// CSV files of the same columns, a split each or one with all, and what their columns hold: numbers, words, gaps.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/csv.h"
#include "engine/data/source.h"

namespace tl {

// A column of words with more different ones than this says nothing about a row; it is left out.
constexpr size_t kMostWords = 64;

struct CsvColumn {
    enum class Role { Number, Words, LeftOut, Label, Image, Split };  // Number until somebody says another

    std::string name;
    Role role = Role::Number;
    int64_t numbers = 0, missing = 0, texts = 0, unknown = 0;
    std::string firstText, firstUnknown;  // unknown: words of its that a model has not
    size_t firstTextPart = 0;             // of the table
    int64_t firstTextLine = 0;
    // The different cells, numbers among them, in order of their names; one more than kMostWords at most.
    std::map<std::string, int, std::less<>> words;
};

// One file's text with what is known of it.
struct CsvPart {
    std::string path, split;
    CsvFile file;
};

class CsvTable {
public:
    using Cells = std::vector<std::string_view>;
    using RowFunction = std::function<void(size_t part, int64_t line, const Cells& cells)>;

    // Throws Error where the parts' columns differ or hold no row. `options` outlive it; their setting header says
    // whether the first row is one.
    CsvTable(std::vector<CsvPart> parts, const OpenOptions& options);

    const std::vector<CsvPart>& parts() const { return parts_; }
    const std::string& path() const { return parts_[0].path; }
    std::vector<CsvColumn>& columns() { return columns_; }
    const std::vector<CsvColumn>& columns() const { return columns_; }
    std::vector<std::string> names() const;
    // By its name or its number from 1. Throws Error where there is none.
    size_t columnOf(const std::string& name) const;
    bool decimalCommas() const { return commas_; }
    void forEachRow(const RowFunction& row) const;
    // From now on there are only the rows that have a value in this column, and the columns hold what these do.
    void keepRowsWith(size_t column);

private:
    void readHeader(const std::string& said);
    void tally();

    std::vector<CsvPart> parts_;
    const OpenOptions& options_;
    std::vector<CsvColumn> columns_;
    bool header_ = false;
    bool commas_ = false;         // numbers with a decimal comma
    size_t needed_ = size_t(-1);  // the column that no row may lack; or none
};

// Whether a name is one of these, in letters of any size.
bool isOneOf(const std::string& name, std::initializer_list<const char*> names);

}  // namespace tl
