// See the header.
#include "ui/profile/verdict_label.h"

#include <QTextDocument>

#include "widgets/theme/theme.h"

namespace tl {

VerdictLabel::VerdictLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(&Theme::instance(), &Theme::changed, this, &VerdictLabel::fit);
}

void VerdictLabel::setWords(const QString& finding, const QString& advice) {
    finding_ = finding;
    advice_ = advice;
    setToolTip(plain());
    setAccessibleName(plain());
    fit();
}

QString VerdictLabel::plain() const { return QStringLiteral("%1 %2").arg(finding_, advice_).trimmed(); }

QString VerdictLabel::rich(qsizetype letters) const {
    const auto part = [](const QString& whole, qsizetype most) {
        return (most < whole.size() ? whole.left(most).trimmed() + QChar(0x2026) : whole).toHtmlEscaped();
    };
    QString finding = QStringLiteral("<b>%1</b>").arg(part(finding_, letters));
    if (letters < finding_.size() || advice_.isEmpty()) return finding;
    return QStringLiteral("%1 <span style=\"color:%2\">%3</span>")
        .arg(finding, Theme::instance().color(Token::Muted).name(), part(advice_, letters - finding_.size()));
}

// As many letters as there is room for.
void VerdictLabel::fit() {
    const qsizetype all = finding_.size() + advice_.size();
    const int room = parentWidget() ? parentWidget()->height() : height();
    const auto fits = [&](qsizetype letters) {
        QTextDocument lines;
        lines.setDefaultFont(font());
        lines.setDocumentMargin(0);
        lines.setHtml(rich(letters));
        lines.setTextWidth(contentsRect().width());
        return lines.size().height() <= room;
    };
    qsizetype most = all;
    if (!fits(all)) {
        qsizetype tooMany = all;
        for (most = 0; tooMany - most > 1;) {
            const qsizetype middle = (most + tooMany) / 2;
            (fits(middle) ? most : tooMany) = middle;
        }
    }
    setText(rich(most));
}

void VerdictLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

}  // namespace tl
