// The canvas's rows of the action table: editing layers, zoom, adding, layout. They apply while the canvas has the
// keyboard; adding and searching bring its workspace to the front.
#pragma once

namespace tl {

struct Desk;
class NetworkPanel;

void addCanvasActions(Desk& desk, NetworkPanel& panel);

}  // namespace tl
