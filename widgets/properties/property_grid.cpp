// The lines in order, the advanced ones behind a fold whose caption names them. Lines are reused by key and kind, so
// that a refresh while a person types leaves the editor, its text and the focus alone.
#include "widgets/properties/property_grid.h"

#include <QCoreApplication>
#include <QHash>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/properties/property_line.h"
#include "widgets/properties/stop_listening.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// What several properties are, in words.
QString several(const QString& ending) {
    static const std::pair<const char*, const char*> kWords[] = {
        {"initializer", QT_TRANSLATE_NOOP("PropertyNames", "initialisers")},
        {"regularizer", QT_TRANSLATE_NOOP("PropertyNames", "regularisers")},
        {"constraint", QT_TRANSLATE_NOOP("PropertyNames", "constraints")},
        {"mult", QT_TRANSLATE_NOOP("PropertyNames", "multipliers")}};
    for (const auto& [name, words] : kWords)
        if (ending == QLatin1String(name)) return QCoreApplication::translate("PropertyNames", words);
    return ending.endsWith(QLatin1Char('s')) ? ending : ending + QLatin1Char('s');  // as steps are already
}

// "dilation_rate, kernel_initializer, bias_initializer" as a caption: "Initialisers, dilation_rate". What several names
// end with is said once, and first.
QString inWords(const QStringList& names) {
    QHash<QString, int> endings;
    const auto ending = [](const QString& name) {
        return name.contains(QLatin1Char('_')) ? name.section(QLatin1Char('_'), -1) : QString();
    };
    for (const auto& name : names) ++endings[ending(name)];
    QStringList shared, single;
    for (const auto& name : names) {
        const QString end = ending(name);
        const bool word = end.size() > 2 && endings[end] > 1;
        const QString text = word ? several(end) : name;
        auto& list = word ? shared : single;
        if (!list.contains(text)) list.push_back(text);
    }
    QString caption = (shared + single).join(QStringLiteral(", "));
    if (!shared.isEmpty()) caption[0] = caption[0].toUpper();
    if (caption.size() > 42) caption = caption.left(40).section(QLatin1Char(','), 0, -2) + QStringLiteral(", …");
    return caption;
}

}  // namespace

class PropertyGrid::Impl {
public:
    explicit Impl(PropertyGrid& owner) : grid(owner) {
        auto* column = new QVBoxLayout(&grid);
        column->setContentsMargins(0, 4, 0, 4);
        column->setSpacing(0);
        main = new QVBoxLayout;
        main->setSpacing(0);
        column->addLayout(main);
        fold = new QToolButton(&grid);
        fold->setObjectName(QStringLiteral("advanced"));
        fold->setCheckable(true);
        fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        fold->setIconSize(Theme::instance().square(10));
        fold->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        Theme::instance().fixHeight(fold, 26);
        fold->hide();
        column->addWidget(fold);
        folded = new QWidget(&grid);
        auto* inner = new QVBoxLayout(folded);
        inner->setContentsMargins(0, 0, 0, 0);
        inner->setSpacing(0);
        advanced = inner;
        folded->hide();
        column->addWidget(folded);
        column->addStretch(1);
        QObject::connect(fold, &QToolButton::toggled, &grid, [this](bool on) {
            folded->setVisible(on && foldWanted);
            showFold();
        });
        QObject::connect(&Theme::instance(), &Theme::changed, &grid, [this] { showFold(); });
    }

    void showFold() {
        fold->setIcon(Theme::instance().icon(fold->isChecked() ? QStringLiteral("chevron-down")
                                                               : QStringLiteral("chevron-right")));
        fold->setStyleSheet(
            QStringLiteral("QToolButton { text-align: left; padding-left: 10px; background: transparent; color: %1; }")
                .arg(Theme::instance().color(Token::Muted).name()));
    }

    void setRows(const QVector<PropertyRow>& rows) {
        QHash<QString, PropertyLine*> old;
        for (auto* line : lines) old.insert(line->row().key, line);
        QVector<PropertyLine*> next;
        QStringList names;
        int changed = 0;
        for (const auto& row : rows) {
            auto* line = old.value(row.key);
            if (line && line->row().kind == row.kind && line->row().advanced == row.advanced) {
                old.remove(row.key);
                line->setRow(row);
            } else {
                line = new PropertyLine(row, row.advanced ? folded : &grid);
                QObject::connect(line, &PropertyLine::edited, &grid, &PropertyGrid::edited);
                QObject::connect(line, &PropertyLine::takenBack, &grid, &PropertyGrid::takenBack);
                QObject::connect(line, &PropertyLine::reset, &grid, &PropertyGrid::reset);
            }
            line->setReadOnly(readOnly);
            next.push_back(line);
            if (row.advanced) {
                names.push_back(row.label);
                changed += line->modified();
            }
        }
        for (auto* gone : old) {
            main->removeWidget(gone);
            advanced->removeWidget(gone);
            gone->hide();
            gone->deleteLater();  // may be the sender of the edit that led here
        }
        if (next != lines) {
            int at[2] = {0, 0};
            QWidget* before = nullptr;
            for (auto* line : next) {
                const bool inFold = line->row().advanced;
                auto* column = inFold ? advanced : main;
                if (column->indexOf(line) != at[inFold]) column->insertWidget(at[inFold], line);
                ++at[inFold];
                line->show();
                if (before && !inFold) QWidget::setTabOrder(before, line->editor());
                if (!inFold) before = line->editor();
            }
        }
        lines = next;
        foldWanted = !names.isEmpty();
        fold->setVisible(foldWanted);
        folded->setVisible(foldWanted && fold->isChecked());
        QString caption = inWords(names);
        if (changed > 0) caption += PropertyGrid::tr(" · %n changed", nullptr, changed);
        fold->setText(QLatin1Char(' ') + caption);
        fold->setAccessibleName(PropertyGrid::tr("Advanced: %1").arg(names.join(QStringLiteral(", "))));
        fold->setToolTip(names.join(QStringLiteral("\n")));
        showFold();
    }

    PropertyGrid& grid;
    QVBoxLayout* main;
    QVBoxLayout* advanced;
    QToolButton* fold;
    QWidget* folded;
    QVector<PropertyLine*> lines;
    bool foldWanted = false, readOnly = false;
};

PropertyGrid::PropertyGrid(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {}

PropertyGrid::~PropertyGrid() { stopListening(*this); }

void PropertyGrid::setRows(const QVector<PropertyRow>& rows) { impl_->setRows(rows); }

void PropertyGrid::setReadOnly(bool readOnly) {
    impl_->readOnly = readOnly;
    for (auto* line : impl_->lines) line->setReadOnly(readOnly);
}

QWidget* PropertyGrid::editor(const QString& key) const {
    for (auto* line : impl_->lines)
        if (line->row().key == key) return line->editor();
    return nullptr;
}

QWidget* PropertyGrid::unfoldFault() {
    for (auto* line : impl_->lines) {
        if (line->row().problem.isEmpty()) continue;
        if (line->row().advanced) impl_->fold->setChecked(true);
        return line->editor();
    }
    return nullptr;
}

}  // namespace tl
