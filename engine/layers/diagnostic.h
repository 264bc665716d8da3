// What is wrong with a network, in plain words, and the repairs that are offered for it; all of it data.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/property.h"

namespace tl {

// A repair that a diagnostic offers, as data: the window makes one undo step of it. InsertBefore sets `key` of the new
// layer where one is given. ChangeType makes the layer one of another type, with what it was set to. MoveAbove lets it
// and `from`, which feeds it, change places, and makes it a `layerType` where one is given. SetData changes no layer
// but the data set's settings: `value` is "size=224x224&resize=fill"; with the key "spec" it is the data set to open
// ("sample"), or empty, and the person is asked for one.
struct Repair {
    enum class Kind { InsertBefore, ChangeType, MoveAbove, Connect, SetProperty, Remove, Disconnect, SetData } kind;
    Message label;          // "Insert Flatten"
    std::string layerType;  // InsertBefore: what to put on the wire into `port`; ChangeType: what to become
    int port = 0;
    std::string key;  // SetProperty
    PropertyValue value;
    std::string node;      // where it acts; empty = the diagnosed node
    Properties more = {};  // InsertBefore: further properties of the new layer
    // Connect, and InsertBefore where no wire is: whose result goes there; Disconnect: whose no longer does; MoveAbove
    std::string from = {};
    friend bool operator==(const Repair&, const Repair&) = default;
};

struct Diagnostic {
    enum class Severity { Error, Warning } severity = Severity::Error;
    std::string node;    // id; empty = the network as a whole
    int inputPort = -1;  // the wire at fault, where one is
    Message message;     // "Dense wants a vector, and gets 32×16×16"
    Message detail;      // one more sentence, or empty
    std::vector<Repair> repairs;
    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// Where there are no data. First what asks: data that has only moved is not to be replaced without a word.
std::vector<Repair> repairsOfData();

// "conv_1: message. detail"
Message sentenceOf(const Diagnostic& diagnostic);

}  // namespace tl
