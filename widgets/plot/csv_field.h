// A text as a field of a CSV file (RFC 4180), UTF-8.
#pragma once

#include <QString>

namespace tl {

inline QByteArray csvField(const QString& text) {
    QByteArray bytes = text.toUtf8();
    if (!bytes.contains(',') && !bytes.contains('"') && !bytes.contains('\n')) return bytes;
    return '"' + bytes.replace("\"", "\"\"") + '"';
}

}  // namespace tl
