// How tables look everywhere: rows alone, no grid, no numbers before the rows.
#pragma once

class QTableView;

namespace tl {

// One row is chosen at a time; Tab leaves the table. A heading that has no room ends in "…", or is cut as its
// textElideMode says, and is told by its tooltip. Gives the table a header of its own: call it before that is set.
void makeQuiet(QTableView& table);

}  // namespace tl
