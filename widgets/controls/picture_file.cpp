// See the header.
#include "widgets/controls/picture_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPointer>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>
#include <utility>

namespace tl {

namespace {

struct PictureFile {  // a context for tr()
    Q_DECLARE_TR_FUNCTIONS(PictureFile)
};

void write(QObject& owner, const QString& path, std::function<bool(QIODevice& file)> content, PictureWritten done) {
    QThreadPool::globalInstance()->start(
        [path, content = std::move(content), done = std::move(done), self = QPointer<QObject>(&owner),
         sentence = PictureFile::tr("The picture could not be written to %1: %2. Choose another folder.")] {
            QSaveFile file(path);
            const bool good = file.open(QIODevice::WriteOnly) && content(file) && file.commit();
            const QString error = good ? QString() : sentence.arg(path, file.errorString());
            if (auto* app = QCoreApplication::instance())
                QMetaObject::invokeMethod(app, [self, done, error] {
                    if (self) done(error);
                });
        });
}

}  // namespace

void writePng(QObject& owner, const QString& path, const QImage& picture, PictureWritten done) {
    write(
        owner, path, [picture](QIODevice& file) { return picture.save(&file, "PNG"); }, std::move(done));
}

void writeSvg(QObject& owner, const QString& path, const std::function<void(QSvgGenerator& svg)>& paint,
              PictureWritten done) {
    QByteArray text;
    QBuffer buffer(&text);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    paint(svg);
    write(
        owner, path, [text](QIODevice& file) { return file.write(text) == text.size(); }, std::move(done));
}

}  // namespace tl
