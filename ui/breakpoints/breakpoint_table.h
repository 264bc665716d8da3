// The breakpoints as rows of text with a check mark, edited in place: what does not parse is told and not taken. The
// first row stands for all that is not finite, and stays. GUI thread.
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

namespace tl {

class Breakpoints;
class RunController;
struct Breakpoint;

// Why it stops nothing: the network, of the run under way or else the one that is edited, has no such layer; with the
// ones that are called most alike. Empty: it has, or it is not known.
QString missingLayer(const Breakpoint& breakpoint, const RunController& controller);

class BreakpointTable : public QAbstractListModel {
    Q_OBJECT
public:
    explicit BreakpointTable(RunController& controller, QObject* parent = nullptr);
    void judgeAnew();  // the network is another one, or more is known of it
    // Why a text that was read is no breakpoint here, or not any more; empty: it is.
    void setJudge(std::function<QString(const Breakpoint&)> judge);
    static int pointOf(const QModelIndex& index) { return index.row() - 1; }  // among Breakpoints::all(); -1: none
    QModelIndex indexOf(int point) const { return index(point + 1); }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void refused(const QString& sentence);  // a text that is no breakpoint
    void taken();

private:
    QVariant notFinite(int role) const;
    const QString& faultOf(int point) const;

    RunController& controller_;
    Breakpoints& points_;
    std::function<QString(const Breakpoint&)> judge_;
    mutable QHash<int, QString> faults_;  // of those whose rows were painted since the last change
    int rows_ = 0;
};

}  // namespace tl
