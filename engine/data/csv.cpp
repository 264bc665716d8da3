// Cells point into the file's text; only those with doubled quotes are copied.
#include "engine/data/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/file_bytes.h"

namespace tl {
namespace {

std::string readText(const std::string& path) {
    std::vector<uint8_t> bytes;
    try {
        readFile(path, bytes);
    } catch (const Error& e) {
        throw Error(Message("{thing}: {sentence}", path, e.message()));
    }
    return {bytes.begin(), bytes.end()};
}

// The length of the UTF-8 sequence at p, or 0 where it is none.
size_t utf8Length(const unsigned char* p, size_t left) {
    if (p[0] < 0x80) return 1;
    const size_t length = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || left < length) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((p[i] & 0xC0) != 0x80) return 0;
    const bool tooLong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    const bool noCharacter = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
    return tooLong || noCharacter ? 0 : length;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

bool betweenDigits(std::string_view text, size_t at) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return at > 0 && at + 1 < text.size() && isDigit(text[at - 1]) && isDigit(text[at + 1]);
}

// The candidate that splits the first lines into the same number of cells, the more the better. Where another one does,
// a comma between digits is a decimal one.
char findSeparator(std::string_view text) {
    char best = ',';
    int bestScore = 0;
    bool decimal = false;  // such commas separate no cells
    for (const char candidate : {';', '\t', '|', ','}) {
        int least = INT32_MAX, most = 0, count = 0, lines = 0;
        bool quoted = false;
        for (size_t i = 0; i < text.size() && lines < 20; ++i) {
            if (text[i] == '"') quoted = !quoted;
            if (quoted) continue;
            if (text[i] == candidate && !(decimal && candidate == ',' && betweenDigits(text, i))) ++count;
            if (text[i] != '\n' && i + 1 < text.size()) continue;
            if (count > 0 || lines == 0 || text[i] != '\n') {
                least = std::min(least, count);
                most = std::max(most, count);
            }
            ++lines;
            count = 0;
        }
        const int score = least == most ? 2 * most + 1 : least;
        decimal = decimal || (most > 0 && least == most);
        if (most > 0 && score > bestScore) {
            bestScore = score;
            best = candidate;
        }
    }
    return best;
}

}  // namespace

CsvFile::CsvFile(const std::string& path, char separator) : CsvFile(path, readText(path), separator) {}

CsvFile::CsvFile(std::string thing, std::string text, char separator)
    : thing_(std::move(thing)), text_(std::move(text)), separator_(separator) {
    check();
    if (separator_ == 0) separator_ = findSeparator(text_);
    forEachRow([&](int64_t, const auto& cells) {
        columns_ = cells.size();
        return false;
    });
    if (columns_ == 0) throw Error(thing_, "rows of cells", "only blank lines");
}

void CsvFile::check() {
    if (text_.compare(0, 3, "\xEF\xBB\xBF") == 0) text_.erase(0, 3);
    if (text_.empty()) throw Error(thing_, "rows of cells", "an empty file");
    if (text_.compare(0, 2, "\xFF\xFE") == 0 || text_.compare(0, 2, "\xFE\xFF") == 0)
        throw Error(thing_, "text in UTF-8", "UTF-16", "Save it as CSV in UTF-8.");
    const auto* bytes = reinterpret_cast<const unsigned char*>(text_.data());
    int64_t line = 1;
    for (size_t i = 0; i < text_.size();) {
        const size_t length = utf8Length(bytes + i, text_.size() - i);
        if (length == 0 || bytes[i] == 0)
            throw Error(Message("{thing} line {line}", thing_, line), "text in UTF-8",
                        bytes[i] == 0 ? "a zero byte" : "bytes that are none", "Save it as CSV in UTF-8.");
        line += bytes[i] == '\n';
        i += length;
    }
}

// Returns the place behind the row; line becomes that of the row after it.
size_t CsvFile::parseRow(size_t at, int64_t& line, std::vector<std::string_view>& cells) const {
    const int64_t first = line;
    const std::string_view text = text_;
    cells.clear();
    unquoted_.clear();
    std::vector<std::pair<size_t, size_t>> copied;  // cell, place in unquoted_
    for (;;) {
        size_t begin = at;
        while (begin < text.size() && text[begin] == ' ') ++begin;
        if (begin < text.size() && text[begin] == '"') {
            size_t end = ++begin;
            bool doubled = false;
            for (;; ++end) {
                if (end >= text.size())
                    throw Error(Message("{thing} line {line}", thing_, first), "a quote at the end of the quoted cell",
                                "the file's end");
                if (text[end] == '\n') ++line;
                if (text[end] != '"') continue;
                if (end + 1 >= text.size() || text[end + 1] != '"') break;
                doubled = true;
                ++end;
            }
            std::string_view cell = text.substr(begin, end - begin);
            if (doubled) {
                std::string plain;
                for (size_t i = 0; i < cell.size(); ++i) {
                    plain += cell[i];
                    if (cell[i] == '"') ++i;
                }
                copied.emplace_back(cells.size(), unquoted_.size());
                unquoted_.push_back(std::move(plain));
            }
            cells.push_back(cell);
            at = end + 1;
            while (at < text.size() && (text[at] == ' ' || text[at] == '\r')) ++at;
            if (at < text.size() && text[at] != separator_ && text[at] != '\n')
                throw Error(Message("{thing} line {line}", thing_, line), "a separator behind the quoted cell",
                            "other text", "A quote inside a quoted cell is written twice.");
        } else {
            size_t end = at;
            while (end < text.size() && text[end] != separator_ && text[end] != '\n') ++end;
            std::string_view cell = text.substr(at, end - at);
            if (!cell.empty() && cell.back() == '\r') cell.remove_suffix(1);
            cells.push_back(trimmed(cell));
            at = end;
        }
        if (at >= text.size() || text[at] == '\n') break;
        ++at;
    }
    for (const auto& [cell, place] : copied) cells[cell] = unquoted_[place];
    ++line;
    return at + 1;
}

void CsvFile::forEachRow(const std::function<bool(int64_t, const std::vector<std::string_view>&)>& row) const {
    std::vector<std::string_view> cells;
    int64_t line = 1;
    for (size_t at = 0; at < text_.size();) {
        const int64_t first = line;
        at = parseRow(at, line, cells);
        if (cells.size() == 1 && cells[0].empty()) continue;
        if (columns_ != 0 && cells.size() != columns_)
            throw Error(Message("{thing} line {line}", thing_, first),
                        Message("{count} {count|cell|cells}, as the first row has", columns_),
                        std::to_string(cells.size()),
                        "Give the row as many cells, empty ones among them, or take it out.");
        if (!row(first, cells)) return;
    }
}

bool CsvFile::number(std::string_view cell, double& value) const {
    if (parseNumber(cell, value)) return true;
    const size_t comma = cell.find(',');
    if (separator_ == ',' || comma == std::string_view::npos) return false;
    std::string point(cell);
    point[comma] = '.';
    return parseNumber(point, value);
}

bool parseNumber(std::string_view cell, double& value) {
    cell = trimmed(cell);
    if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
    const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return problem == std::errc{} && end == cell.data() + cell.size() && !cell.empty() && std::isfinite(value);
}

bool isMissing(std::string_view cell) {
    static constexpr std::array<std::string_view, 9> kMarks{"", "?", "NA", "N/A", "nan", "NaN", "null", "NULL", "None"};
    return std::find(kMarks.begin(), kMarks.end(), trimmed(cell)) != kMarks.end();
}

}  // namespace tl
