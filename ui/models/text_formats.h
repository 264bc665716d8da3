// What is written into properties that are texts, by the properties' names: an example for the empty field, and whether
// a text can be read at all, asked of whoever reads it. Whether it goes with the network is told by validation.
#pragma once

#include <QString>
#include <functional>
#include <string>

namespace tl {

struct TextFormat {
    QString example;
    std::function<QString(const QString& text)> judge;  // a sentence for a text that is none; null: all are
};

// An empty one where anything may be written.
TextFormat textFormatOf(const std::string& key);

}  // namespace tl
