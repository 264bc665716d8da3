// See the header.
#include "ui/pictures/pictures_panel.h"

#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/tags/picture_card.h"

namespace tl {

PicturesPanel::PicturesPanel(Desk& desk)
    : TagPanel(desk, EventKind::Image,
               {"pictures", "images", tr("No pictures yet"),
                tr("Inputs, feature maps and kernels appear here once a run records them: watch an output as pictures "
                   "while it trains, or open a folder that TensorFlow, PyTorch or Keras logs into."),
                tr("conv_1, */output")}),
      desk_(desk) {
    setCardSize(300, 300);
}

TagCard* PicturesPanel::make(int run, const QString& tag) {
    auto* card = new PictureCard(bench(), run, tag);
    connect(card, &PictureCard::saved, this, [this](const QString& path, const QString& error) {
        error.isEmpty() ? desk_.notices.note(tr("Written to %1.").arg(path)) : desk_.notices.problem(error);
    });
    return card;
}

}  // namespace tl
