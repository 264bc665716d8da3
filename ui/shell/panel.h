// A panel as the window sees it: one row, which a file ui/<folder>/panel_<name>.cpp defines as tl::panels::<name>().
// The build finds the files; a new panel is its folder with that file in it.
#pragma once

#include <functional>
#include <vector>

class QWidget;

namespace tl {

struct Desk;

struct PanelPlace {
    enum Area { Centre, Left, Right, Bottom };
    const char* workspace;  // "network", "data", "train"
    Area area;
    int size = 0;            // width at the sides, height at the bottom, px; on a narrow window less
    int order = 0;           // within the area, from the top
    int share = 1;           // of the height, where several stand in one area
    const char* tabOf = "";  // a panel of that area: in a low window this one is a tab beside it
};

struct PanelParts {
    QWidget* widget = nullptr;  // its window title, where it takes one, is the panel's
    QWidget* header = nullptr;  // instead of the title
    QWidget* last = nullptr;    // at the right end of the title
};

struct PanelRow {
    const char* id;     // "runs"; its dock's object name is "runsDock"
    const char* title;  // English; translated in the context "Panel"
    const char* icon;
    std::vector<PanelPlace> places;
    std::function<PanelParts(Desk&)> make;  // also gives its actions to the desk's table
};

namespace panels {
std::vector<PanelRow> makeAll();  // generated
}

}  // namespace tl
