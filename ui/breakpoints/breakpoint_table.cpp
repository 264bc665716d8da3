// A thin layer over the list in ui/models.
#include "ui/breakpoints/breakpoint_table.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/train/break_condition.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

// Of a layer's weights, output or gradients by their names, the layer: "conv_1" of "conv_1/kernel/gradient". Other
// values of a step have names of their own.
static QString layerOfValue(const QString& pattern) {
    static const QRegularExpression value(
        QStringLiteral("^([^/*?,]+)/(kernel|bias|gamma|beta|weights|outputs?|gradients?)(/gradient)?$"));
    return value.match(pattern).captured(1);
}

// Where it stands, and those of its condition's values.
static QStringList layersNamed(const Breakpoint& breakpoint) {
    QStringList layers;
    if (breakpoint.side != Breakpoint::Side::Anywhere && !breakpoint.op && !breakpoint.place.empty())
        layers << q(breakpoint.place);
    if (breakpoint.condition.empty()) return layers;
    for (const std::string& pattern : BreakCondition(breakpoint.condition).patterns())
        if (const QString layer = layerOfValue(q(pattern)); !layer.isEmpty()) layers << layer;
    return layers;
}

// The first that is not there; empty: none.
static QString layerNotThere(const QStringList& layers, const RunController& controller) {
    const auto lacking =
        std::ranges::find_if(layers, [&](const QString& layer) { return controller.lacksLayer(layer); });
    return lacking == layers.end() ? QString() : *lacking;
}

QString missingLayer(const Breakpoint& breakpoint, const RunController& controller) {
    const QString place = layerNotThere(layersNamed(breakpoint), controller);
    if (place.isEmpty()) return {};
    const QStringList layers = controller.layers();
    std::vector<std::pair<qsizetype, qsizetype>> near;  // letters that differ from here on, and which layer
    for (qsizetype i = 0; i < layers.size(); ++i) {
        const QString& layer = layers[i];
        near.emplace_back(layer.begin() - std::mismatch(layer.begin(), layer.end(), place.begin(), place.end()).first,
                          i);
    }
    const auto few = near.begin() + std::min<std::ptrdiff_t>(3, std::ssize(near));
    std::partial_sort(near.begin(), few, near.end());
    QStringList nearest;
    for (auto one = near.begin(); one != few; ++one) nearest << layers[one->second];
    const QString sentence =
        controller.active()
            ? BreakpointTable::tr("The run under way has no layer “%1”. The nearest are %2. An op is written with “op” "
                                  "before its name.")
            : BreakpointTable::tr(
                  "No layer is called “%1”. The nearest are %2. An op is written with “op” before its name.");
    return sentence.arg(place, nearest.join(QStringLiteral(", ")));
}

BreakpointTable::BreakpointTable(RunController& controller, QObject* parent)
    : QAbstractListModel(parent), controller_(controller), points_(controller.breakpoints()),
      rows_(static_cast<int>(points_.all().size()) + 1) {
    connect(&controller, &RunController::stateChanged, this, &BreakpointTable::judgeAnew);
    setJudge([this](const Breakpoint& point) { return missingLayer(point, controller_); });
    connect(&points_, &Breakpoints::changed, this, [this] {
        faults_.clear();
        const int rows = static_cast<int>(points_.all().size()) + 1;
        if (rows == rows_) return void(emit dataChanged(index(0), index(rows_ - 1)));
        beginResetModel();
        rows_ = rows;
        endResetModel();
    });
}

void BreakpointTable::setJudge(std::function<QString(const Breakpoint&)> judge) {
    judge_ = std::move(judge);
    judgeAnew();
}

const QString& BreakpointTable::faultOf(int point) const {
    auto known = faults_.find(point);
    if (known == faults_.end()) known = faults_.insert(point, judge_(points_.all()[static_cast<size_t>(point)]));
    return *known;
}

void BreakpointTable::judgeAnew() {
    faults_.clear();
    emit dataChanged(index(0), index(rows_ - 1));
}

int BreakpointTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

QVariant BreakpointTable::notFinite(int role) const {
    switch (role) {
    case Qt::ToolTipRole:
        return tr("A run that ends in nan or infinity stands at the op that made it, with its inputs, until it is told "
                  "to continue");
    case Qt::DisplayRole: return tr("any value not finite");
    case Qt::CheckStateRole: return points_.standsAtNonFinite() ? Qt::Checked : Qt::Unchecked;
    case Qt::ForegroundRole: return Theme::instance().color(points_.standsAtNonFinite() ? Token::Text : Token::Faint);
    default: return {};
    }
}

QVariant BreakpointTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows_) return {};
    if (pointOf(index) < 0) return notFinite(role);
    const Breakpoint& one = points_.all()[static_cast<size_t>(pointOf(index))];
    switch (role) {
    case Qt::ToolTipRole:
        if (const QString& fault = faultOf(pointOf(index)); !fault.isEmpty()) return fault;
        [[fallthrough]];
    case Qt::DisplayRole:
    case Qt::EditRole: return QString::fromStdString(toText(one));
    case Qt::CheckStateRole: return one.enabled ? Qt::Checked : Qt::Unchecked;
    case Qt::FontRole: return Theme::instance().mono();
    case Qt::ForegroundRole:
        if (one.enabled && !faultOf(pointOf(index)).isEmpty()) return Theme::instance().color(Token::Warn);
        return Theme::instance().color(one.enabled ? Token::Text : Token::Faint);
    default: return {};
    }
}

Qt::ItemFlags BreakpointTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractListModel::flags(index) | Qt::ItemIsUserCheckable;
    return pointOf(index) < 0 ? flags : flags | Qt::ItemIsEditable;
}

bool BreakpointTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.row() >= rows_) return false;
    const int point = pointOf(index);
    if (role == Qt::CheckStateRole) {
        const bool on = value.toInt() == Qt::Checked;
        point < 0 ? points_.setStandsAtNonFinite(on) : points_.setEnabled(point, on);
        return true;
    }
    if (role != Qt::EditRole || point < 0) return false;
    try {
        Breakpoint edited = breakpointFrom(value.toString().toStdString());
        if (const QString why = judge_(edited); !why.isEmpty()) {
            emit refused(why);
            return false;
        }
        edited.enabled = points_.all()[static_cast<size_t>(point)].enabled;
        points_.replace(point, edited);
        emit taken();
        return true;
    } catch (const Error& error) {
        emit refused(q(error.message()));
        return false;
    }
}

}  // namespace tl
