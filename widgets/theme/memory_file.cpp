// A resource of one file, as rcc writes it (format 1, qtbase/src/tools/rcc/rcc.cpp): header, data, names, tree. All
// numbers are big-endian.
#include "widgets/theme/memory_file.h"

#include <QDataStream>
#include <QFileInfo>
#include <QIODevice>
#include <QResource>
#include <deque>

namespace tl {

namespace {

// By which a folder's entries are found; one entry has no order.
quint32 hashOf(const QString& name) {
    quint32 hash = 0;
    for (const QChar letter : name) {
        hash = (hash << 4) + letter.unicode();
        hash ^= (hash & 0xf0000000) >> 23;
        hash &= 0x0fffffff;
    }
    return hash;
}

}  // namespace

QString memoryFile(const QString& name, const QByteArray& content) {
    constexpr quint32 kHeader = 20, kVersion = 1, kNode = 14;
    const QFileInfo path(QLatin1Char('/') + name);
    const QString file = path.fileName();
    const quint32 names = kHeader + 4 + static_cast<quint32>(content.size());
    const quint32 tree = names + 6 + 2 * static_cast<quint32>(file.size());
    QByteArray made;
    QDataStream out(&made, QIODevice::WriteOnly);
    out.writeRawData("qres", 4);
    out << kVersion << tree << kHeader << names;
    out << static_cast<quint32>(content.size());
    out.writeRawData(content.constData(), static_cast<int>(content.size()));
    out << static_cast<quint16>(file.size()) << hashOf(file);
    for (const QChar letter : file) out << letter.unicode();
    constexpr quint16 kFolder = 2, kFile = 0, kAnyCountry = 0, kC = 1;
    out << quint32{0} << kFolder << quint32{1} << quint32{1};       // name, flags, children, first child
    out << quint32{0} << kFile << kAnyCountry << kC << quint32{0};  // name, flags, country, language, data
    Q_ASSERT(static_cast<quint32>(made.size()) == tree + 2 * kNode);
    static std::deque<QByteArray> kept;  // Qt reads them where they are
    kept.push_back(made);
    if (!QResource::registerResource(reinterpret_cast<const uchar*>(kept.back().constData()), path.path())) return {};
    return QLatin1Char(':') + path.filePath();
}

}  // namespace tl
