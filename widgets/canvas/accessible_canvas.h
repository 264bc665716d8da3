// The canvas as a tree for screen readers: canvas > cards > ports. A card is called by its name, type, shape and what
// is wrong with it; a port by where its wires lead.
#pragma once

namespace tl {

class NodeCanvas;

void installAccessibleCanvas();                      // once is enough, more do no harm
void announceCurrent(NodeCanvas& canvas, int node);  // the keyboard went to this card

}  // namespace tl
