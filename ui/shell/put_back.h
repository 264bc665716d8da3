// What was taken out of a list that is a person's own and no part of the document (breakpoints, watches): the note that
// says so offers it back, and with the keyboard in the panel Undo means it, the last first, as long as it is missing
// (decisions/0038).
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace tl {

struct Desk;

class PutBack : public QObject {
    Q_OBJECT
public:
    PutBack(Desk& desk, QWidget& panel, const QString& topic);
    struct Removed {
        QString name, gone, back;       // the last two are sentences
        std::function<bool()> missing;  // it has not come back by other ways
        std::function<void()> putBack;  // may be called when the panel is gone
        std::function<void()> choose;   // in the panel's view, where Undo has put it back
    };
    void tell(Removed what);

private:
    const Removed* last() const;  // null: nothing that was removed is missing still
    void undo();

    Desk& desk_;
    const QString topic_;
    std::vector<Removed> removed_;  // the last at the end
};

}  // namespace tl
