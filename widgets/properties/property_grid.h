// A form built from property descriptions: one row each, the right editor for the kind, range and unit shown, help as
// tooltip, a sentence in red below a value that does not fit. Emits edits; shows what it is given.
#pragma once

#include <QStringList>
#include <QVariant>
#include <QVector>
#include <QWidget>
#include <functional>
#include <memory>

namespace tl {

struct PropertyRow {
    enum Kind { Bool, Int, Float, Choice, Text, IntList, Choices };  // Choices: "a, b", or "none"
    QString key, label, help, unit;
    Kind kind = Int;
    QVariant value;         // bool, qlonglong, double, QString, QVariantList of qlonglong
    QVariant defaultValue;  // invalid: several things have different ones
    double minimum = -1e300, maximum = 1e300;
    bool above = false;  // the minimum itself is too small
    QStringList choices;
    int listLength = 0;     // IntList: 0 = any
    bool advanced = false;  // in the folded part
    bool mixed = false;     // stands for several things whose values differ; `value` is of no meaning
    QString problem;        // sentence, or empty
    QString note;           // likewise, with which nothing is wrong
    QString example;        // Text: stands in the empty field
    std::function<QString(const QString&)> judge = {};  // Text: a sentence for one that is no value; null: all are
};

class PropertyGrid : public QWidget {
    Q_OBJECT
public:
    explicit PropertyGrid(QWidget* parent = nullptr);
    ~PropertyGrid() override;
    // Keeps the editors (and the focus) where the rows' keys and kinds stay the same.
    void setRows(const QVector<PropertyRow>& rows);
    void setReadOnly(bool readOnly);
    QWidget* editor(const QString& key) const;  // for tests; objectName is the key as well
    QWidget* unfoldFault();                     // the editor of the first row with a problem; null: none has one

signals:
    // Each keystroke that gives a valid value; `final` when the edit is finished (Enter, focus out, choice).
    void edited(const QString& key, const QVariant& value, bool final);
    void takenBack(const QString& key);  // what was typed over several values, which are known to who set the rows
    void reset(const QString& key);      // of several things, each to a default of its own

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
