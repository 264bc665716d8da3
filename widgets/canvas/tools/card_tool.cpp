// See the header.
#include "widgets/canvas/tools/card_tool.h"

#include "widgets/canvas/canvas_core.h"

namespace tl {

void CardTool::move(QPointF at, Qt::KeyboardModifiers) {
    core_.hovered.cardButton = core_.card.buttonAt(at);
    core_.canvas.update();
}

CanvasTool::Hand CardTool::release(QPointF at, Qt::KeyboardModifiers) {
    core_.canvas.update();
    if (button_ == ErrorCard::kNone || core_.card.buttonAt(at) != button_) return Hand::Empty;
    if (button_ == ErrorCard::kClose)
        core_.dismissCard();
    else
        emit core_.canvas.repairRequested(core_.card.node(), button_);
    return Hand::Empty;
}

}  // namespace tl
