// Time along a line of pixels: where an instant stands, how far one can go in and out, and what is written beside it.
#pragma once

#include <QString>
#include <vector>

namespace tl {

class TimeAxis {
public:
    void setBounds(qint64 begin, qint64 end);    // of all there is, ns
    void setWidth(double pixels);                // keeps the beginning
    void setZero(qint64 time) { zero_ = time; }  // what is written counts from there
    qint64 zero() const { return zero_; }
    double width() const { return width_; }
    qint64 from() const { return static_cast<qint64>(from_); }
    qint64 to() const { return static_cast<qint64>(from_ + width_ * perPixel_); }
    double perPixel() const { return perPixel_; }  // ns
    double x(qint64 time) const { return (static_cast<double>(time) - from_) / perPixel_; }
    double exactTime(double x) const { return from_ + x * perPixel_; }
    qint64 time(double x) const { return static_cast<qint64>(exactTime(x)); }

    void show(double from, double to);
    void showAll();
    void zoom(double factor, double x);  // below 1: closer; the instant at x stays there
    void pan(double pixels);
    bool showsAll() const;

    struct Tick {
        double x;
        qint64 time;
    };
    std::vector<Tick> ticks(double leastGap) const;  // at round times
    // "72.0 ms": to as many digits as neighbouring pixels differ in.
    QString text(qint64 time) const;
    static QString lengthText(double ns);

private:
    void clamp();
    double begin_ = 0, end_ = 1, from_ = 0, perPixel_ = 1, width_ = 1;
    qint64 zero_ = 0;
};

}  // namespace tl
