// See the header. Files are read and written in jobs: writing safely means flushing, and a disk may take its time.
#include "app/document/document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QMetaMethod>
#include <QUuid>
#include <utility>

#include "app/document/content_mark.h"
#include "app/document/recovery_copy.h"
#include "engine/core/error.h"
#include "engine/data/spec_settings.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/model/templates.h"
#include "engine/train/recipe.h"
#include "ui/commands/edit_command.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"

namespace tl {

namespace {

constexpr int kAutosaveMs = 300, kReopenMs = 500, kMostRecent = 8;
constexpr const char* kRecentProjects = "recent/projects";
constexpr const char* kRecentData = "recent/data";
constexpr const char* kLast = "session/project";

constexpr const char* kSampleRuns = "sample:digits-lenet";
constexpr const char* kSampleName = "digits-lenet";

std::string s(const QString& text) { return text.toStdString(); }

}  // namespace

Document::Document(Workbench& workbench, QSettings& settings, const QString& recoveryFolder, QObject* parent)
    : QObject(parent), workbench_(workbench), settings_(settings), recoveryFolder_(recoveryFolder),
      door_(std::make_shared<RecoveryDoor>()), data_(workbench.data, workbench.training, workbench.undo) {
    QDir().mkpath(recoveryFolder_);
    recoveryFile_ = recoveryFolder_ + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces) +
                    QStringLiteral(".tlm");
    lock_ = std::make_unique<QLockFile>(recoveryFile_ + QStringLiteral(".lock"));
    lock_->setStaleLockTime(0);
    lock_->tryLock();
    connect(&workbench_.network, &NetworkModel::specChanged, this, &Document::update);
    connect(&workbench_.training, &TrainingModel::changed, this, &Document::update);
    connect(&workbench_.training, &TrainingModel::changed, this, &Document::followData);
    connect(&workbench_.data, &DataSetModel::stateChanged, this, &Document::update);
    connect(&workbench_.data, &DataSetModel::stateChanged, this, &Document::lookAtAskedData);
    connect(&workbench_.runs, &RunModel::runAdded, this, &Document::update);
    workbench_.library.setHome(Settings(settings_, runsBeside(recoveryFolder_)).text(Settings::kRunsFolder));
    autosave_.setSingleShot(true);
    autosave_.setInterval(kAutosaveMs);
    connect(&autosave_, &QTimer::timeout, this, &Document::autosaveNow);
    reopen_.setSingleShot(true);
    reopen_.setInterval(kReopenMs);
    connect(&reopen_, &QTimer::timeout, this, [this] {
        if (!workbench_.data.spec().isEmpty()) showData(workbench_.data.spec());
    });
}

QString Document::freshRuns() {
    return QStringLiteral("unsaved:") + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

QString Document::runsBeside(const QString& recoveryFolder) {
    return QFileInfo(recoveryFolder).absolutePath() + QStringLiteral("/runs");
}

Document::~Document() {
    const std::lock_guard held(door_->busy);
    door_->closed = true;
    removeCopy(recoveryFile_);
    for (const QString& copy : discarded_) removeLeft(copy);  // a job that had not begun yet does not begin any more
}

QString Document::fileName() const {
    return path_.isEmpty() ? name_ + QStringLiteral(".tlm") : QFileInfo(path_).fileName();
}

Project Document::project() const {
    Project project;
    project.name = s(name_);
    project.network = workbench_.network.spec();
    project.training = workbench_.training.spec();
    project.dataSpec = s(workbench_.data.spec());
    return project;
}

// A project that has runs and no file would be hard to find again; the sample always is. One without a file that is as
// empty as a new one, whatever it was before, is nothing to save.
bool Document::isDirty() const {
    if (path_.isEmpty() && runs_ != QLatin1String(kSampleRuns) && !runs_.isEmpty() && !workbench_.runs.runs().empty())
        return true;
    const Project now = project();
    return !(now == saved_) && !(path_.isEmpty() && now.network == NetworkSpec{} && now.training == freshTraining());
}

// What opens at the next start is known from here on, however this program ends.
void Document::tellName() {
    settings_.setValue(QLatin1String(kLast), path_);
    workbench_.controller.setProjectName(name_);
    workbench_.network.setProject(name_);
}

QString Document::lastProject() const { return settings_.value(QLatin1String(kLast)).toString(); }

void Document::update() {
    const bool dirty = isDirty();
    // Not put off by the next edit: what is typed without a pause is kept too.
    if (dirty && !autosave_.isActive()) autosave_.start();
    if (dirty == dirty_) return;
    dirty_ = dirty;
    if (!dirty) removeRecovery();
    emit changed();
}

// The shares kept for validation and test and their seed decide how the data is split: a change of one splits anew.
void Document::followData() {
    const TrainingSpec& training = workbench_.training.spec();
    if (workbench_.data.spec().isEmpty()) return;
    if (training.validationSplit() != workbench_.data.validationSplit())
        reopen_.start();
    else
        reopen_.stop();
}

void Document::show(Project project, const QString& path, const std::optional<QDateTime>& saved, const QString& runs,
                    const std::string& content) {
    ++shown_;
    workbench_.jobs.cancelEdits();  // what was asked for is meant for the project of before
    removeRecovery();
    recovered_.reset();
    workbench_.controller.forget();
    workbench_.rates.clear();
    runs_ = runs;
    workbench_.library.open(path.isEmpty() ? runs : path);
    const std::string data = project.dataSpec;
    path_ = path;
    onDisk_ = content;
    name_ = q(project.name);
    if (name_.isEmpty()) name_ = path.isEmpty() ? tr("untitled") : QFileInfo(path).completeBaseName();
    project.name = s(name_);
    workbench_.undo.clear();
    workbench_.selection.setNodes({});
    workbench_.training.setSpec(project.training);
    workbench_.network.setSpec(project.network);
    tellName();
    saved_ = saved ? std::move(project) : Project{};
    savedAt_ = saved.value_or(QDateTime());
    if (q(data) != workbench_.data.spec() || workbench_.data.state() == DataSetModel::State::Failed) {
        showData(q(data));
    } else {
        workbench_.data.lookAgain(true);
        followData();
    }
    dirty_ = isDirty();
    emit changed();
    emit opened();
}

// A new project trains where and with as many threads as the person set up once.
TrainingSpec Document::freshTraining() const {
    const Settings settings(settings_);
    TrainingSpec training;
    training.device = s(settings.text(Settings::kDevice));
    training.threads = settings.number(Settings::kThreads);
    training.validationFraction = 0.1;  // of data without a validation split, so that curves have two sides
    return training;
}

Project Document::fresh(const QString& name) const {
    Project project;
    project.name = s(name);
    project.training = freshTraining();
    project.dataSpec = s(workbench_.data.spec());
    return project;
}

void Document::fill(Project project, const std::string& id, const std::function<void(Project)>& then) {
    try {
        project.network = findTemplate(id).make(templateFacts(workbench_.data.facts()));
        const auto& data = workbench_.data.dataSet();
        const Message shrunk = applyRecipe(id, project.training, data ? data->train->size() : 0);
        then(std::move(project));
        if (!shrunk.empty()) emit remarked(q(shrunk));
    } catch (const std::exception& e) {
        emit failed(tr("The network could not be made from its template. %1").arg(q(messageOf(e))), kOpening);
    }
}

void Document::newFromTemplate(const std::string& id) {
    fill(fresh(QStringLiteral("untitled-") + q(id)), id,
         [this](Project made) { show(std::move(made), {}, QDateTime(), freshRuns()); });
}

void Document::startFromTemplate(const std::string& id) {
    fill(project(), id, [this, id](const Project& made) {
        if (path_.isEmpty() && !dirty_) saved_ = made;  // as begun: a template is had again by a click
        workbench_.undo.push(new TemplateCommand(workbench_.network, made.network, workbench_.training, made.training,
                                                 [id] { return tr("Start from %1").arg(q(findTemplate(id).title)); }));
    });
}

void Document::newEmpty() { show(fresh(tr("untitled")), {}, QDateTime(), freshRuns()); }

void Document::openSample() {
    Project project;
    project.name = kSampleName;
    project.training = freshTraining();
    project.dataSpec = "sample";
    project.network = findTemplate("lenet").make({Shape{1, 28, 28}, 10});
    show(std::move(project), {}, QDateTime(), QLatin1String(kSampleRuns));
}

Document::Present Document::present() const { return {project(), workbench_.controller.own()}; }

void Document::replace(const Present& before, const QString& name, const std::function<void()>& go) {
    const Present now = present();
    static const QMetaMethod asks = QMetaMethod::fromSignal(&Document::editedMeanwhile);
    if ((now.project == before.project && now.run == before.run) || !isSignalConnected(asks)) return go();
    emit editedMeanwhile(name, go);
}

void Document::open(const QString& path, std::function<void()> then, std::function<void()> missing) {
    struct Loaded {
        Project project;
        std::vector<Message> notes;
        QDateTime saved;
        std::string content;
        bool there = true;
    };
    const QString absolute = QFileInfo(path).absoluteFilePath(), name = QFileInfo(path).fileName();
    const bool optional = bool(missing);
    workbench_.jobs.run(
        this, QStringLiteral("edit.open"),
        [absolute, optional](std::stop_token) {
            Loaded loaded;
            loaded.there = !optional || QFileInfo::exists(absolute);
            if (!loaded.there) return loaded;
            // First: what is written between the two readings is asked about, and not taken for what was opened.
            loaded.content = markOf(readFile(s(absolute)));
            loaded.project = loadProject(s(absolute), &loaded.notes);
            loaded.saved = QFileInfo(absolute).lastModified();
            return loaded;
        },
        [this, absolute, name, before = present(), then = std::move(then),
         missing = std::move(missing)](const Loaded& loaded) {
            if (!loaded.there) return replace(before, name, missing);
            replace(before, name, [this, absolute, loaded, then] {
                show(loaded.project, absolute, loaded.saved, {}, loaded.content);
                remember(QLatin1String(kRecentProjects), absolute);
                for (const Message& note : loaded.notes) emit noted(q(note));
                if (then) then();
            });
        },
        [this, before = present()](const Message& sentence) { notOpened(before, sentence); });
}

void Document::check(const QString& path, std::function<void()> good) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    workbench_.jobs.run(
        this, QStringLiteral("edit.open"), [absolute](std::stop_token) { return loadProject(s(absolute)), true; },
        [good = std::move(good)](bool) { good(); },
        [this, before = present()](const Message& sentence) { notOpened(before, sentence); });
}

// The sentence names the file. At the start there is no project yet that could stay.
void Document::notOpened(const Present& before, const Message& sentence) {
    if (shown_ == 0) replace(before, QString::fromLatin1(kSampleName), [this] { openSample(); });
    emit failed(tr("The project was not opened. %1").arg(q(sentence)), kOpening);
}

void Document::save(const QString& path, std::function<void()> then) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    Project project = this->project();
    if (absolute != path_) project.name = s(QFileInfo(absolute).completeBaseName());
    saves_.push_back({std::move(project), absolute, std::move(then), shown_});
    if (saves_.size() == 1) write();
}

void Document::write() {
    if (saves_.empty()) return;
    const Save& first = saves_.front();
    const std::string known = first.path == path_ && !first.over ? onDisk_ : std::string();
    workbench_.jobs.run(
        this, JobTracker::kSoon + QStringLiteral("save"),
        [project = first.project, path = first.path, known](std::stop_token) -> std::optional<std::string> {
            if (!known.empty() && QFileInfo::exists(path) && markOf(readFile(s(path))) != known) return std::nullopt;
            const std::string content = toJson(project, s(QFileInfo(path).path()));
            writeFileAtomically(s(path), content);
            return markOf(content);
        },
        [this](const std::optional<std::string>& content) {
            content ? written(saves_.front(), *content) : askToWriteOver();
            writeNext();
        },
        [this](const Message& sentence) {
            emit failed(tr("“%1” was not saved; nothing is lost, the project stays open. %2")
                            .arg(QFileInfo(saves_.front().path).fileName(), q(sentence)),
                        kSaving);
            writeNext();
        });
}

// It is first until all that follows from it was done: whoever saves meanwhile only lines up.
void Document::writeNext() {
    saves_.pop_front();
    write();
}

// Of saves that follow fast on one another only the last is asked about: an answer never brings back older work.
void Document::askToWriteOver() {
    Save save = saves_.front();
    if (saves_.size() > 1 && saves_[1].path == save.path && saves_[1].shown == save.shown && !saves_[1].over) {
        saves_[1].then = [earlier = std::move(save.then), later = std::move(saves_[1].then)] {
            if (earlier) earlier();
            if (later) later();
        };
        return;
    }
    save.over = true;
    const auto over = [this, save] {
        saves_.push_back(save);
        if (saves_.size() == 1) write();
    };
    emit changedOnDisk(save.path, over, save.then);
}

void Document::written(const Save& save, const std::string& content) {
    remember(QLatin1String(kRecentProjects), save.path);
    // Another project was opened meanwhile: this file is not its own.
    if (save.shown != shown_) return emit changed();
    path_ = save.path;
    onDisk_ = content;
    name_ = q(save.project.name);
    tellName();
    saved_ = save.project;
    savedAt_ = QDateTime::currentDateTime();
    workbench_.library.projectSaved(path_);
    dirty_ = isDirty();
    if (!dirty_) {
        workbench_.undo.setClean();
        removeRecovery();
        if (recovered_) discard(*std::exchange(recovered_, std::nullopt));
    } else {
        kept_.reset();  // the copy is of this file from here on, and of what it holds now
        autosaveNow();
    }
    emit changed();
    emit saved();
    if (save.then) save.then();
}

void Document::openCheckpoint(const QString& path) {
    workbench_.jobs.run(
        this, QStringLiteral("edit.open"),
        [path](std::stop_token) {
            const Snapshot snapshot = loadCheckpoint(s(path));
            Project project;
            project.network = snapshot.network;
            project.training = snapshot.training;
            project.dataSpec = snapshot.dataSpec;
            const QFileInfo info(path);
            project.name = s(info.isDir() ? info.fileName() : info.completeBaseName());
            return project;
        },
        [this, path, before = present()](const Project& project) {
            replace(before, QFileInfo(path).fileName(), [this, project] { show(project, {}, {}, freshRuns()); });
        },
        [this, before = present()](const Message& sentence) { notOpened(before, sentence); });
}

void Document::showData(const QString& spec) {
    reopen_.stop();
    const TrainingSpec& training = workbench_.training.spec();
    workbench_.data.open(spec, training.validationSplit());
    update();
}

void Document::openData(const QString& spec) {
    reopen_.stop();
    askedData_ = spec;
    data_.open(spec);
    update();
}

void Document::lookAtAskedData() {
    using State = DataSetModel::State;
    const State state = workbench_.data.state();
    if (state == State::Opening) return;
    const QString asked = std::exchange(askedData_, {});
    if (asked.isEmpty() || asked == QLatin1String("sample") || asked != workbench_.data.spec()) return;
    if (state == State::Ready) rememberData(asked);
    if (state == State::Failed) forgetData(asked);
}

// One entry for a data set, whatever it is set to.
void Document::rememberData(const QString& spec) {
    const auto plain = [](const QString& each) { return splitSettings(s(each)).first; };
    QStringList list = recentData();
    list.removeIf([&](const QString& each) { return plain(each) == plain(spec); });
    settings_.setValue(QLatin1String(kRecentData), list);
    remember(QLatin1String(kRecentData), spec);
}

void Document::forgetData(const QString& spec) {
    QStringList list = recentData();
    list.removeAll(spec);
    settings_.setValue(QLatin1String(kRecentData), list);
}

QStringList Document::recentProjects() const { return settings_.value(QLatin1String(kRecentProjects)).toStringList(); }
QStringList Document::recentData() const { return settings_.value(QLatin1String(kRecentData)).toStringList(); }

void Document::remember(const QString& key, const QString& value) {
    QStringList list = settings_.value(key).toStringList();
    list.removeAll(value);
    list.prepend(value);
    while (list.size() > kMostRecent) list.removeLast();
    settings_.setValue(key, list);
}

}  // namespace tl
