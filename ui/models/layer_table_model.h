// The network's layers as rows, in the order that values flow, as Keras's summary tells them: name, output, parameters.
// Texts are made once per report, so that a view may ask for any of them at each paint. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <vector>

namespace tl {

class NetworkModel;

class LayerTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Layer, Output, Parameters };

    explicit LayerTableModel(const NetworkModel& network, QObject* parent = nullptr);
    // Takes over what the network and its report say now, where either has changed: one signal for the rows that
    // differ, or a reset where layers came, went or changed places.
    void refresh();
    QString layer(const QModelIndex& index) const;
    QString longest(Column column) const;  // its widest text, for a column in a fixed-width font

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString layer, output, parameters;
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::vector<Row> rows() const;

    const NetworkModel& network_;
    std::vector<Row> rows_;
    bool stale_ = false;
};

}  // namespace tl
