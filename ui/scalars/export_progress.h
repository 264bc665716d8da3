// A file that is being written, above the charts: how far, how long it will take, and the way to stop it. It comes only
// where writing takes longer than a moment.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <functional>

class QToolButton;

namespace tl {

class ProgressStrip;

class ExportProgress : public QWidget {
    Q_OBJECT
public:
    explicit ExportProgress(QWidget* parent = nullptr);
    void begin(const QString& path, std::function<void()> cancel);
    // Of another file than the one that is shown: nothing.
    void set(const QString& path, double share);  // 0 to 1
    void end(const QString& path);
    bool running() const { return !path_.isEmpty(); }

signals:
    void turned(bool running);

private:
    void say();
    ProgressStrip* strip_;
    QToolButton* stop_;
    QString path_;
    double share_ = 0;
    QElapsedTimer since_;
    QTimer soon_;
    std::function<void()> cancel_;
};

}  // namespace tl
