// The folders that other programs log into and that are open in the list of runs: what is said of them, and that they
// are open again at the next start, until somebody closes them. GUI thread only.
#pragma once

#include <QObject>
#include <QStringList>

namespace tl {

struct Desk;

class LogFolders : public QObject {
    Q_OBJECT
public:
    static constexpr QLatin1String kDamaged{"damaged runs"};  // a notice's topic: not of another workspace
    explicit LogFolders(Desk& desk, QObject* parent = nullptr);
    void reopen();  // those of the start before, without a word where they are still there

private:
    void tell(const QString& folder, int runs);

    Desk& desk_;
    QStringList reopened_;
};

}  // namespace tl
