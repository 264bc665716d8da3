// The open project as a file: new, open, save, recent, and a recovery copy within a second of each edit while there is
// something to lose. It is dirty when it differs from what was last saved, so undoing back to there is clean again.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QSettings>
#include <QStringList>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "engine/io/project.h"
#include "ui/commands/data_editor.h"

class QLockFile;

namespace tl {

struct RecoveryDoor;
struct Workbench;

class Document : public QObject {
    Q_OBJECT
public:
    static constexpr QLatin1String kSaving{"save"}, kOpening{"open"};  // topics of its problems

    // recoveryFolder: where copies of unsaved work go; never beside the user's file.
    Document(Workbench& workbench, QSettings& settings, const QString& recoveryFolder, QObject* parent = nullptr);
    // Where runs of projects without a file go, while the person chose no folder.
    static QString runsBeside(const QString& recoveryFolder);
    ~Document() override;  // a clean end leaves no recovery copy

    QString name() const { return name_; }  // "digits-lenet"
    QString path() const { return path_; }  // empty = never saved
    QString fileName() const;               // "digits-lenet.tlm"
    bool dirty() const { return dirty_; }
    QDateTime savedAt() const { return savedAt_; }
    Project project() const;

    // Replaces everything; the undo history starts anew. Data that is open stays open.
    void newFromTemplate(const std::string& id);
    void startFromTemplate(const std::string& id);  // in the open project, whose canvas is empty: an undo step
    void newEmpty();
    void openSample();  // LeNet-5 on the built-in sample
    // In the background; opened() or failed() follows, or `missing` where there is no such file.
    void open(const QString& path, std::function<void()> then = {}, std::function<void()> missing = {});
    void check(const QString& path, std::function<void()> good);  // likewise, and opens nothing: good() or failed()
    // Likewise; saved(), failed() or changedOnDisk().
    void save(const QString& path, std::function<void()> then = {});
    void openCheckpoint(const QString& path);  // its network, settings and data as an unsaved project
    void openData(const QString& spec);        // an undo step; a recent one once it is open; empty closes
    DataEditor& data() { return data_; }
    void forgetData(const QString& spec);  // no recent one: it did not open
    QStringList recentProjects() const;
    QString lastProject() const;  // the file that was open last, in this program or the one before; may be empty
    QStringList recentData() const;

    struct Recovered {
        QString file, origin, name;  // the copy, the user's file (may be empty), the project's name
        QString runs;                // what the runs of a project without a file go by
        QDateTime when;
        QDateTime saved;           // when the user's file was written last; none where it is not there
        std::string content = {};  // see onDisk_; empty in copies of before this was kept
        bool older() const { return saved.isValid() && saved > when; }
    };
    // Copies that a program which ended badly left behind, the newest first; read in the background, and nothing is
    // told where there is none.
    void findRecoverable(std::function<void(const std::vector<Recovered>&)> found);
    // In the background; opens it as unsaved work of its origin, one that is older than that as a project without a
    // file: no key puts it in the place of newer work.
    void recover(const Recovered& copy, std::function<void()> then = {});
    void discard(const Recovered& copy);  // in the background, or at the end of the program

    void autosaveNow();  // what the timer does, soon after an edit

signals:
    void changed();  // name, path, dirty or saved state
    void opened();
    void saved();
    void failed(const QString& sentence, const QString& topic);  // see Notice
    void noted(const QString& sentence);                         // for the log
    void remarked(const QString& sentence);                      // for the person
    // What was asked for is read, but what is open was edited meanwhile, or a run begun: `go` replaces it all the same.
    void editedMeanwhile(const QString& name, const std::function<void()>& go);
    // Another program wrote the file since it was opened or saved here, and nothing was written over that: `over` does.
    // `then` is what was to follow the save, wherever the project is saved instead.
    void changedOnDisk(const QString& path, const std::function<void()>& over, const std::function<void()>& then);

private:
    // One after the other: a later one must not be overtaken on the disk by the one before.
    struct Save {
        Project project;
        QString path;
        std::function<void()> then;
        int shown;
        bool over = false;  // whatever is there
    };
    void write();  // the first of saves_
    void writeNext();
    void askToWriteOver();
    void written(const Save& save, const std::string& content);
    // What comes of reading takes the place of what was open when it was asked for, and of nothing newer.
    struct Present {
        Project project;
        bool run;
    };
    Present present() const;
    void replace(const Present& before, const QString& name, const std::function<void()>& go);
    // runs: what its runs go by while it has no file.
    // saved: when, as it is shown; no time: as begun; nothing: not saved as it is. content: see onDisk_.
    void show(Project project, const QString& path, const std::optional<QDateTime>& saved, const QString& runs = {},
              const std::string& content = {});
    void tellName();
    void notOpened(const Present& before, const Message& sentence);
    bool isDirty() const;
    void update();
    void followData();
    void showData(const QString& spec);  // of a project: no step
    void lookAtAskedData();
    void remember(const QString& key, const QString& value);
    void rememberData(const QString& spec);
    void removeRecovery();
    void syncRecovery();
    TrainingSpec freshTraining() const;
    Project fresh(const QString& name) const;  // without a network
    // Gives the project its network and training, says what is to be said of them and hands it on; or says why not.
    void fill(Project project, const std::string& id, const std::function<void(Project)>& then);
    static QString freshRuns();

    Workbench& workbench_;
    QSettings& settings_;
    QString recoveryFolder_, recoveryFile_;
    std::unique_ptr<QLockFile> lock_;
    QString name_, path_, runs_;
    Project saved_;                // as on disk, or as begun
    std::optional<Project> kept_;  // in the recovery copy, or on its way there; none: there is to be none
    std::shared_ptr<RecoveryDoor> door_;
    std::optional<Recovered> recovered_;
    QStringList discarded_;     // copies that are being removed
    bool mayBeOnDisk_ = false;  // a recovery copy, if perhaps an old one whose successor could not be written
    bool dirty_ = false, syncing_ = false, syncAgain_ = false;
    int shown_ = 0;  // counts projects
    std::deque<Save> saves_;
    QDateTime savedAt_;
    std::string onDisk_;  // the mark of what path_ held when it was read or written here last; empty: nothing is known
    QTimer autosave_, reopen_;
    QString askedData_;  // by openData(), and not known yet whether it opens
    DataEditor data_;
};

}  // namespace tl
