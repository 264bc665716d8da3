// The keyboard's way through a form whose fields are made and replaced while it is in sight: Qt puts each new one last.
#pragma once

class QWidget;

namespace tl {

// As the layouts under `root` have them, from top to bottom and left to right.
void tabThroughLayouts(QWidget& root);

}  // namespace tl
