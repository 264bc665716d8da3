// The newer of the two comes first, with both times.
#include "app/window/offer_recovery.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QPointer>

#include "app/document/document.h"
#include "app/window/files.h"
#include "ui/shell/desk.h"

namespace tl {

namespace {

struct RecoveryOffer {
    Q_DECLARE_TR_FUNCTIONS(tl::RecoveryOffer)
public:
    Files& files;
    Document& document;
    Notices& notices;
    Document::Recovered copy;

    static QString timeText(const QDateTime& time) { return QLocale().toString(time, QLocale::ShortFormat); }
    QString file() const { return QFileInfo(copy.origin).fileName(); }

    void recover() const {
        const auto told = [notices = QPointer<Notices>(&notices), copy = copy, file = file()] {
            if (!notices || !copy.older()) return;
            notices->note(tr("The older work of “%1” is a project without a file: saving asks where, and %2 stays as "
                             "it is.")
                              .arg(copy.name, file));
        };
        files.leaveProject([&document = document, copy = copy, told] { document.recover(copy, told); });
    }
    void goOn() const {
        if (document.path() != copy.origin)
            files.leaveProject([&document = document, origin = copy.origin] { document.open(origin); });
    }

    void ask() const {
        const auto discard = [offer = *this] { offer.document.discard(offer.copy); };
        const auto take = [offer = *this] { offer.recover(); };
        if (copy.older())
            return notices.ask(tr("“%1” was saved %2. There is older unsaved work of it from %3, kept when the program "
                                  "ended unexpectedly.")
                                   .arg(file(), timeText(copy.saved), timeText(copy.when)),
                               {{tr("Go on with the saved file"), [offer = *this] { offer.goOn(); }},
                                {tr("Recover the older work"), take},
                                {tr("Discard the older work"), discard}});
        QString sentence = tr("There is unsaved work of “%1” from %2, kept when the program ended unexpectedly.")
                               .arg(copy.name, timeText(copy.when));
        if (copy.saved.isValid())
            sentence += QLatin1Char(' ') + tr("It is newer than %1, saved %2.").arg(file(), timeText(copy.saved));
        notices.ask(sentence, {{tr("Recover"), take}, {tr("Discard"), discard}});
    }
};

}  // namespace

void offerRecovery(Files& files, Document& document, Notices& notices, bool opens) {
    document.findRecoverable(
        [self = QPointer<Files>(&files), &document, &notices, opens](const std::vector<Document::Recovered>& found) {
            if (!self) return;
            const Document::Recovered& copy = found.front();
            if (opens && copy.saved.isValid() && document.path().isEmpty() && !document.dirty())
                document.open(copy.origin);
            RecoveryOffer{*self, document, notices, copy}.ask();
        });
}

}  // namespace tl
