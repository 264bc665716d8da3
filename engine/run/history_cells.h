// A line of history.csv, the table of epochs: its cells hold no commas. Any thread.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace tl {

inline std::vector<std::string> historyCells(const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
}

}  // namespace tl
