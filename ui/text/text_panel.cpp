// See the header.
#include "ui/text/text_panel.h"

#include "ui/models/workbench.h"
#include "ui/text/text_card.h"

namespace tl {

TextPanel::TextPanel(Desk& desk)
    : TagPanel(desk, EventKind::Text,
               {"text", "card-text", tr("No texts yet"),
                tr("Notes that a run logs appear here, with their Markdown: open a folder that TensorFlow, PyTorch or "
                   "Keras logs into, or train with event files."),
                tr("notes, config*")}) {
    setCardSize(380, 260);
}

TagCard* TextPanel::make(int run, const QString& tag) { return new TextCard(bench(), run, tag); }

}  // namespace tl
