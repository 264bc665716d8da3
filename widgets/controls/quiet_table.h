// How tables look everywhere: rows alone, no grid, no numbers before the rows.
#pragma once

class QTableView;

namespace tl {

// One row is chosen at a time; Tab leaves the table. A heading that has no room ends in "…", and is told by its
// tooltip.
void makeQuiet(QTableView& table);

}  // namespace tl
