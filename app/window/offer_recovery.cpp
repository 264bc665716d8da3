// Of a file and the work kept of it the newer comes first, with both times.
#include "app/window/offer_recovery.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QMetaObject>
#include <QPointer>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "app/document/document.h"
#include "app/window/files.h"
#include "ui/shell/desk.h"

namespace tl {

namespace {

// Asks again when nobody is left who could take what was offered: the open project was kept, or the copy is broken.
struct Untaken {
    QPointer<Notices> notices;
    std::function<void()> ask;  // empty: it was taken

    ~Untaken() {
        if (notices && ask) QMetaObject::invokeMethod(notices.data(), ask, Qt::QueuedConnection);
    }
};

// A question about one copy; of several a list that leads to each. One that is decided on takes none of the others
// along.
struct RecoveryOffer {
    Q_DECLARE_TR_FUNCTIONS(tl::RecoveryOffer)
public:
    Files& files;
    Document& document;
    Notices& notices;
    std::vector<Document::Recovered> copies;  // not decided on yet, the newest first

    static QString timeText(const QDateTime& time) { return QLocale().toString(time, QLocale::ShortFormat); }
    static QString fileOf(const Document::Recovered& copy) { return QFileInfo(copy.origin).fileName(); }

    void ask() const {
        if (copies.size() == 1) return askAbout(0);
        if (!copies.empty()) list(0);
    }

private:
    RecoveryOffer without(size_t index) const {
        RecoveryOffer rest = *this;
        rest.copies.erase(rest.copies.begin() + static_cast<std::ptrdiff_t>(index));
        return rest;
    }

    // `open` takes the place of the open project and says when it is there. Until then nothing is decided.
    void take(size_t index, const std::function<void(const std::function<void()>& taken)>& open,
              const std::function<void()>& also = {}) const {
        const auto untaken = std::make_shared<Untaken>();
        untaken->notices = &notices;
        if (copies.size() > 1)
            list(0);  // until one is taken
        else
            untaken->ask = [offer = *this] { offer.ask(); };
        const auto taken = [notices = QPointer<Notices>(&notices), rest = without(index), untaken, also] {
            untaken->ask = {};
            if (!notices) return;
            rest.ask();
            if (also) also();
        };
        files.leaveProject([open, taken] { open(taken); });
    }
    void recover(size_t index) const {
        const Document::Recovered& copy = copies[index];
        const auto tell = [&notices = notices, copy] {
            if (copy.older())
                notices.note(tr("The older work of “%1” is a project without a file: saving asks where, and %2 stays "
                                "as it is.")
                                 .arg(copy.name, fileOf(copy)));
        };
        take(
            index, [&document = document, copy](const auto& taken) { document.recover(copy, taken); }, tell);
    }
    void goOn(size_t index) const {
        const QString origin = copies[index].origin;
        if (document.path() == origin) return without(index).ask();
        take(index, [&document = document, origin](const auto& taken) { document.open(origin, taken); });
    }
    void discard(size_t index) const {
        document.discard(copies[index]);
        without(index).ask();
    }

    // As many at a time as leave the page to what one does there.
    void list(size_t from) const {
        constexpr size_t kMost = 4;
        const size_t end = std::min(from + kMost, copies.size());
        std::vector<Notices::Offer> offers;
        for (size_t i = from; i < end; ++i)
            offers.emplace_back(tr("“%1”, %2", "a project; when its unsaved work was kept")
                                    .arg(shortName(copies[i].name), timeText(copies[i].when)),
                                [offer = *this, i] { offer.askAbout(i); });
        if (end < copies.size()) offers.emplace_back(tr("Older ones"), [offer = *this, end] { offer.list(end); });
        if (from > 0) offers.emplace_back(tr("The newest"), [offer = *this] { offer.list(0); });
        notices.ask(tr("%1 pieces of unsaved work were kept when the program ended unexpectedly, the newest first. "
                       "Choose one; the others stay.")
                        .arg(copies.size()),
                    offers);
    }
    static QString shortName(const QString& name) {
        constexpr qsizetype kMost = 40;
        return name.size() > kMost ? name.left(kMost - 1) + QStringLiteral("…") : name;
    }

    void askAbout(size_t index) const {
        const Document::Recovered& copy = copies[index];
        const QString file = fileOf(copy);
        const auto discarding = [offer = *this, index] { offer.discard(index); };
        const auto taking = [offer = *this, index] { offer.recover(index); };
        QString sentence;
        std::vector<Notices::Offer> offers;
        if (copy.older()) {
            sentence = tr("“%1” was saved %2. There is older unsaved work of it from %3, kept when the program "
                          "ended unexpectedly.")
                           .arg(file, timeText(copy.saved), timeText(copy.when));
            offers = {{tr("Go on with the saved file"), [offer = *this, index] { offer.goOn(index); }},
                      {tr("Recover the older work"), taking},
                      {tr("Discard the older work"), discarding}};
        } else {
            sentence = tr("There is unsaved work of “%1” from %2, kept when the program ended unexpectedly.")
                           .arg(copy.name, timeText(copy.when));
            if (copy.saved.isValid())
                sentence += QLatin1Char(' ') + tr("It is newer than %1, saved %2.").arg(file, timeText(copy.saved));
            offers = {{tr("Recover"), taking}, {tr("Discard"), discarding}};
        }
        if (copies.size() > 1) offers.emplace_back(tr("The others…"), [offer = *this] { offer.list(0); });
        notices.ask(sentence, offers);
    }
};

}  // namespace

void offerRecovery(Files& files, Document& document, Notices& notices, bool opens) {
    document.findRecoverable(
        [self = QPointer<Files>(&files), &document, &notices, opens](const std::vector<Document::Recovered>& found) {
            if (!self) return;
            const Document::Recovered& newest = found.front();
            if (opens && newest.saved.isValid() && document.path().isEmpty() && !document.dirty())
                document.open(newest.origin);
            RecoveryOffer{*self, document, notices, found}.ask();
        });
}

}  // namespace tl
