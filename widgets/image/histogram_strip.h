// How often each pixel value occurs: one bar a bin for each channel, laid over each other, the tallest behind so that
// all are seen; a thin line for what it is compared with. Below, mean and deviation as a table.
#pragma once

#include <QVector>
#include <QWidget>
#include <array>

#include "widgets/theme/theme.h"

namespace tl {

struct HistogramChannel {
    QString name;  // "R"
    Token color = Token::Muted;
    std::array<qint64, 256> counts{};
    double mean = 0, deviation = 0;
    QString reference;  // the table's last column: "125.3 ± 63.0"
};

class HistogramStrip : public QWidget {
    Q_OBJECT
public:
    static constexpr int kBins = 64;  // of four values each

    explicit HistogramStrip(QWidget* parent = nullptr);
    void setChannels(const QVector<HistogramChannel>& channels);
    const QVector<HistogramChannel>& channels() const { return channels_; }
    void setReference(const QString& title, const std::array<qint64, 256>& counts);  // all its channels together
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

private:
    QRect plotRect() const;
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;

    QVector<HistogramChannel> channels_;
    QString referenceTitle_;
    std::array<qint64, 256> reference_{};
    bool hasReference_ = false;
    int plotHeight_ = 80;
};

}  // namespace tl
