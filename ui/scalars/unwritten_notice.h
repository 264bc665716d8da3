// Says at once that a run's checkpoints, or its tables, do not reach the disk. When it is over without its checkpoint,
// offers to write its weights elsewhere, for as long as this window has them: until the next run begins.
#pragma once

#include <QObject>

namespace tl {

struct Desk;

class UnwrittenNotice : public QObject {
    Q_OBJECT
public:
    static constexpr QLatin1String kTopic{"checkpoint"};
    UnwrittenNotice(Desk& desk, QObject* parent);

private:
    void look(int run);

    Desk& desk_;
    int told_ = -1;       // of which run
    QString table_;       // what is said of a table
    bool ended_ = false;  // and that it is over
};

}  // namespace tl
