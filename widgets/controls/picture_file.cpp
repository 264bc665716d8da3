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

// content: none where it was given up; false where it could not be written.
void write(QObject& owner, const QString& path, std::function<std::optional<bool>(QIODevice& file)> content,
           PictureWritten done) {
    QThreadPool::globalInstance()->start(
        [path, content = std::move(content), done = std::move(done), self = QPointer<QObject>(&owner),
         sentence = PictureFile::tr("The picture could not be written to %1: %2. Choose another folder."),
         large = PictureFile::tr("The picture was not written to %1: it takes more memory than there is. Save it as "
                                 "SVG instead.")] {
            QSaveFile file(path);
            const std::optional<bool> written = file.open(QIODevice::WriteOnly) ? content(file) : false;
            std::optional<QString> error;
            if (written && *written && file.commit())
                error = QString();
            else if (written)
                error = file.error() == QFileDevice::NoError ? large.arg(path) : sentence.arg(path, file.errorString());
            if (auto* app = QCoreApplication::instance())
                QMetaObject::invokeMethod(app, [self, done, error] {
                    if (self) done(error);
                });
        });
}

}  // namespace

void writePng(QObject& owner, const QString& path, std::function<std::optional<QImage>()> paint, PictureWritten done) {
    write(
        owner, path,
        [paint = std::move(paint)](QIODevice& file) -> std::optional<bool> {
            const std::optional<QImage> picture = paint();
            if (!picture) return {};
            return picture->save(&file, "PNG");
        },
        std::move(done));
}

void writeSvg(QObject& owner, const QString& path, std::function<bool(QSvgGenerator& svg)> paint, PictureWritten done) {
    write(
        owner, path,
        [paint = std::move(paint)](QIODevice& file) -> std::optional<bool> {
            QByteArray text;
            QBuffer buffer(&text);
            {
                QSvgGenerator svg;
                svg.setOutputDevice(&buffer);
                if (!paint(svg)) return {};
            }
            return file.write(text) == text.size();
        },
        std::move(done));
}

}  // namespace tl
