// See the header.
#include "app/document/opening.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QSet>
#include <algorithm>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/npy.h"
#include "engine/data/source.h"
#include "engine/data/spec_settings.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/tensor_listing.h"
#include "engine/io/trace/trace_file.h"
#include "engine/run/run_list.h"

namespace tl {

namespace {

// The kind's name for a file or folder that opens by itself; empty for none.
QString kindOf(const QString& path, bool file) {
    for (const SourceType& type : allSources())
        if (type.recognises && (!file || !type.extensions.empty()) && type.recognises(path.toStdString()))
            return QString::fromStdString(type.id);
    return {};
}

// Of a path, whatever letters are in it.
QString specOf(const QString& path) { return QString::fromStdString(joinSettings(path.toStdString(), {})); }

bool isImage(const QString& name) {
    return QStringList{"png", "jpg", "jpeg", "bmp", "gif", "webp", "tif", "tiff"}.contains(
        QFileInfo(name).suffix().toLower());
}

// Event files and pictures lie in it, too. A checkpoint alone may have been put beside data.
bool isOurRun(const QString& path, const QString& kind) {
    return isRunFolder(path.toStdString()) &&
           (kind.isEmpty() || QFileInfo(QDir(path).filePath(QStringLiteral("run.json"))).isFile());
}

void describeRun(Opening& found) {
    found.file = {FileKind::Run, Message(QT_TRANSLATE_NOOP("Engine", "a run's folder"))};
    found.runFolder = found.path;
    found.weights = QFileInfo(QDir(found.path).filePath(QStringLiteral("checkpoint.safetensors"))).isFile();
    try {
        const QString project = QString::fromStdString(readRunInfo(found.path.toStdString()).project);
        if (QFileInfo(project).isFile()) found.project = QFileInfo(project).absoluteFilePath();
    } catch (const Error&) {
        // Damaged: showing the run says how.
    }
}

// Most of its sub-folders hold images, as classes do. A home or a folder of all sorts, where some do, is no data set.
bool isSorted(const QDir& folder) {
    constexpr int kMostFolders = 200, kMostFiles = 50;
    int folders = 0, ofImages = 0;
    QDirIterator all(folder.absolutePath(), QDir::Dirs | QDir::NoDotAndDotDot);
    for (; folders < kMostFolders && all.hasNext(); ++folders) {
        QDirIterator files(all.next(), QDir::Files);
        bool image = false;
        for (int seen = 0; seen < kMostFiles && !image && files.hasNext(); ++seen) image = isImage(files.next());
        ofImages += image;
    }
    return ofImages > 0 && 2 * ofImages > folders;
}

// Weights of other programs. Ours hold their network, and more can be done with them than to look.
bool isOthersTensors(const QString& path) {
    try {
        return !TensorListing::open(path.toStdString())->metadata().contains("project");
    } catch (const Error&) {
        return false;
    }
}

// The folder of the run of ours that `folder` is a part of, as its events are; empty: it is of none.
QString ownerOf(const QString& folder) {
    QDir at(folder);
    for (int up = 0; up < 3 && at.cdUp(); ++up)
        if (isRunFolder(at.absolutePath().toStdString())) return at.absolutePath();
    return {};
}

// Event files lie in it, at any depth, and no images; of ours too, or others' alone. A data set of a million files, or
// a person's home, is not searched to its end.
bool logsRuns(const QString& path, bool ours, const std::stop_token& stop = {}) {
    constexpr int kMost = 20000;
    bool logs = false;
    QDirIterator files(path, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    for (int seen = 0; seen < kMost && files.hasNext() && !stop.stop_requested(); ++seen) {
        files.next();
        const QString suffix = files.fileInfo().suffix().toLower();
        if (suffix == QLatin1String("png") || suffix == QLatin1String("jpg") || suffix == QLatin1String("jpeg"))
            return false;
        logs = logs || (files.fileName().contains(QLatin1String("tfevents")) &&
                        (ours || ownerOf(files.fileInfo().path()).isEmpty()));
    }
    return logs;
}

// Of folders in folders, so deep as projects lie in theirs, the nearest first: a data set beside them has many. Links
// are followed, to each folder once.
QStringList oursIn(const QString& path, const std::stop_token& stop) {
    constexpr int kDeepest = 3, kMost = 5000;
    QStringList ours;
    QSet<QString> seen{QFileInfo(path).canonicalFilePath()};
    QStringList level{path};
    for (int depth = 0; depth <= kDeepest; ++depth) {
        QStringList next;
        for (const QString& folder : level)
            for (const QFileInfo& each : QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
                if (stop.stop_requested() || seen.size() > kMost) return ours;
                if (const auto before = seen.size(); seen.insert(each.canonicalFilePath()), seen.size() == before)
                    continue;
                if (isRunFolder(each.filePath().toStdString()))
                    ours << each.filePath();
                else
                    next << each.filePath();
            }
        level = std::move(next);
    }
    return ours;
}

}  // namespace

RunsInFolder runsIn(const QString& path, const std::stop_token& stop) {
    if (isRunFolder(path.toStdString())) return {{path}, {}};
    if (const QString run = ownerOf(path); !run.isEmpty()) return {{run}, {}};
    RunsInFolder found{oursIn(path, stop), {}};
    if (found.ours.isEmpty()) return {{}, {path}};
    const QSet<QString> ours(found.ours.begin(), found.ours.end());
    for (const QFileInfo& each : QDir(path).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (ours.contains(each.filePath())) continue;
        if (stop.stop_requested()) break;
        if (logsRuns(each.filePath(), false, stop)) found.others << each.filePath();
    }
    return found;
}

Opening lookAt(const QString& path) {
    const QFileInfo info(path);
    Opening found;
    found.path = info.absoluteFilePath();
    // It may hold a graph too, which the Graph panel shows where it is dropped there; a run's curves are what it is
    // for.
    if (info.isFile() && info.fileName().contains(QLatin1String("tfevents"))) {
        found.logFolder = info.absolutePath();
        return found;
    }
    found.timeline = info.isFile() && looksLikeTrace(found.path.toStdString());
    found.graph = !found.timeline && looksLikeGraph(found.path.toStdString());
    if (found.timeline || found.graph) return found;
    if (info.isDir()) {
        const QString kind = kindOf(found.path, false);
        if (isOurRun(found.path, kind)) {
            describeRun(found);
        } else if ((kind.isEmpty() || kind == QLatin1String("folder")) && logsRuns(found.path, true)) {
            found.logFolder = found.path;
        } else if (const std::string within = kind.isEmpty() ? dataSetWithin(found.path.toStdString()) : std::string();
                   !within.empty()) {
            found.file.what = Message(QT_TRANSLATE_NOOP("Engine", "a folder with a data set in it"));
            found.folder = QString::fromStdString(within);
        } else {
            found.data = specOf(found.path);  // what is wrong with it, opening says
        }
        return found;
    }
    found.file = describeFile(found.path.toStdString());
    // One of a pair stands for both.
    const bool array = info.isFile() && info.suffix().toLower() == QLatin1String("npy");
    const std::optional<bool> partner = array ? hasPartner(found.path.toStdString()) : std::nullopt;
    if (partner == true) {
        found.data = specOf(QStringLiteral("npz:") + info.absolutePath());
        return found;
    }
    found.alone = partner == false;
    // What is wrong with an array, opening it says.
    found.tensors = array || (info.isFile() && found.file.kind == FileKind::Checkpoint && isOthersTensors(found.path));
    if (found.tensors) return found;
    if (info.isFile() && found.file.kind != FileKind::Project)
        if (const QString kind = kindOf(found.path, true); !kind.isEmpty()) {
            found.data = specOf(kind + QLatin1Char(':') + found.path);
            return found;
        }
    // A file of MNIST or CIFAR-10 stands for its folder.
    if (found.file.kind == FileKind::PartOfData) found.data = specOf(info.absolutePath());
    if (found.file.kind == FileKind::Checkpoint && isRunFolder(info.absolutePath().toStdString()))
        found.runFolder = info.absolutePath();
    if (found.file.kind == FileKind::Image) {
        QDir folder = info.absoluteDir();
        for (int up = 0; up < 3 && found.folder.isEmpty(); ++up)
            if (isSorted(folder) && !kindOf(folder.absolutePath(), false).isEmpty())
                found.folder = folder.absolutePath();
            else if (!folder.cdUp())
                break;
    }
    return found;
}

}  // namespace tl
