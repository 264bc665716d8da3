// See the header. One picture a turn of the event loop, so that everything is laid out and painted before it is taken.
#include "app/window/shots.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "ui/commands/network_edits.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/network/network_panel.h"
#include "ui/profile/profile_panel.h"
#include "ui/shell/action_table.h"
#include "ui/training/training_panel.h"
#include "widgets/plot/point_cloud.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kSettleMs = 900, kPollMs = 100, kPatienceMs = 240000;

class Shooter : public QObject {
public:
    Shooter(MainWindow& window, const QString& folder, std::function<void(QString)> done)
        : QObject(&window), window_(window), folder_(folder), done_(std::move(done)) {
        clock_.start();
        timer_.setInterval(kPollMs);
        connect(&timer_, &QTimer::timeout, this, [this] { poll(); });
        timer_.start();
    }

private:
    struct Shot {
        QString name;  // empty: no picture, only what it prepares
        int workspace;
        std::function<void()> prepare;
        std::function<bool()> ready = {};    // empty: at once
        std::function<QPixmap()> take = {};  // empty: the whole window
    };

    void finish(const QString& error) {
        timer_.stop();
        done_(error);
        deleteLater();
    }

    void poll() {
        Workbench& w = window_.workbench();
        if (clock_.elapsed() > kPatienceMs)
            return finish(tr("The pictures took too long: %1").arg(w.controller.obstacle()));
        if (w.data.state() == DataSetModel::State::Failed) return finish(q(w.data.error()));
        if (w.data.state() != DataSetModel::State::Ready || !w.network.reportIsCurrent()) return;
        if (!w.controller.active() && w.runs.runs().empty()) {
            if (const QString obstacle = w.controller.obstacle(); !obstacle.isEmpty()) return finish(obstacle);
            w.controller.start();
            return;
        }
        const Run* run = w.runs.find(w.controller.currentRun());
        if (run && run->state == RunState::Failed) return finish(q(run->message));
        // Far enough for curves with validation points, early enough that the run is still live.
        if (run && (run->lastStep.epoch >= 2 || !w.controller.active())) {
            timer_.stop();
            list();
            next();
        }
    }

    void list() {
        Workbench& w = window_.workbench();
        const auto select = [&w] {
            for (const NodeSpec& node : w.network.spec().nodes) {
                if (node.type != "Conv2D") continue;
                w.selection.setNode(QString::fromStdString(node.id));
                return;
            }
        };
        const auto image = [&w] {
            TrainingSpec training = w.training.spec();
            training.augmentation = {{"RandomRotation", {}}, {"RandomErasing", {}}};
            w.training.setSpec(training);
            w.selection.setImage(QStringLiteral("train"), 7);
        };
        for (const bool dark : {true, false}) {
            const QString theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
            // First, while the run's last seconds are still in the rings, whether it is over or not.
            auto* profile = window_.findChild<ProfilePanel*>();
            shots_.push_back({QStringLiteral("profile-") + theme, MainWindow::ProfileSpace,
                              [profile, dark] {
                                  Theme::instance().setDark(dark);
                                  if (dark) profile->source().takeLast();
                              },
                              [profile] { return profile->source().mode() == ProfileSource::Mode::Held; }});
            const auto view = [this, dark](const char* tab) {
                return [this, dark, tab] {
                    Theme::instance().setDark(dark);
                    window_.actionTable().trigger(QLatin1String(tab));
                };
            };
            shots_.push_back({QStringLiteral("train-") + theme, MainWindow::TrainSpace, view("tab_scalars")});
            shots_.push_back({QStringLiteral("histograms-") + theme, MainWindow::TrainSpace, view("tab_histograms")});
            shots_.push_back({QStringLiteral("pictures-") + theme, MainWindow::TrainSpace, view("tab_pictures")});
            shots_.push_back({QStringLiteral("network-") + theme, MainWindow::NetworkSpace, select});
            shots_.push_back({QStringLiteral("data-") + theme, MainWindow::DataSpace, image});
            shots_.push_back(
                {QStringLiteral("graph-") + theme, MainWindow::GraphSpace, {}, [&w] { return graphReady(w.graph); }});
        }
        listSettings();
        listStudies();
        // The same network with its Flatten taken out: how a mistake looks.
        shots_.push_back({QStringLiteral("problem-light"), MainWindow::NetworkSpace, [this] { breakIt(); }});
        shots_.push_back(
            {QStringLiteral("problem-dark"), MainWindow::NetworkSpace, [] { Theme::instance().setDark(true); }});
    }

    // Measured while the run goes on, so its times are no example; the first convolution is picked.
    static bool graphReady(OpGraphModel& graph) {
        if (graph.state() != OpGraphModel::State::Ready) return false;
        if (graph.view()->stepSeconds < 0) {
            if (!graph.measureProblem().empty()) return true;
            graph.measure();
            return false;
        }
        for (size_t i = 0; i < graph.view()->nodes.size() && graph.pick().empty(); ++i)
            if (graph.view()->nodes[i].op == "Conv2D") {
                graph.reveal({static_cast<int>(i), -1});
                return false;
            }
        return true;
    }

    // The training settings from top to bottom: some callbacks, a schedule, and a finished search for a rate.
    void listSettings() {
        Workbench& w = window_.workbench();
        const auto ready = [&w] { return !w.controller.active() && !w.rates.running(); };
        const auto page = [this] {
            return window_.findChild<TrainingPanel*>()->findChild<QScrollArea*>()->widget()->grab();
        };
        shots_.push_back({QStringLiteral("settings-dark"), MainWindow::TrainSpace,
                          [&w] {
                              Theme::instance().setDark(true);
                              w.controller.stop();
                              TrainingSpec training = w.training.spec();
                              training.schedule = {"cosine", {{"restarts", true}}};
                              training.callbacks = {{"early_stopping", {{"patience", int64_t{5}}}},
                                                    {"model_checkpoint", {{"save_best_only", true}}}};
                              w.training.setSpec(training);
                              w.rates.start();
                          },
                          ready, page});
        shots_.push_back({QStringLiteral("settings-light"), MainWindow::TrainSpace,
                          [] { Theme::instance().setDark(false); }, ready, page});
    }

    // What is seen of several runs, and of one that stands: three short ones with other settings, then a breakpoint.
    void listStudies() {
        Workbench& w = window_.workbench();
        const auto rests = [&w] { return !w.controller.active() && !w.rates.running(); };
        for (const auto& [rate, batch] : {std::pair(0.0003, 32), {0.003, 64}, {0.01, 128}})
            shots_.push_back({{},
                              MainWindow::TrainSpace,
                              [&w, rate = rate, batch = batch] {
                                  TrainingSpec training = w.training.spec();
                                  training.schedule = {"constant", {}};
                                  training.callbacks.clear();
                                  training.learningRate = rate;
                                  training.batch = batch;
                                  training.epochs = 2;
                                  w.training.setSpec(training);
                                  w.controller.start();
                              },
                              rests});
        for (const bool dark : {true, false}) {
            const auto shot = [&](const char* tab, std::function<void()> prepare = {},
                                  std::function<bool()> ready = {}) {
                const QString id = QString::fromLatin1(tab).section(QLatin1Char('_'), 1);
                shots_.push_back({id + (dark ? QStringLiteral("-dark") : QStringLiteral("-light")),
                                  MainWindow::TrainSpace,
                                  [this, dark, tab, prepare] {
                                      Theme::instance().setDark(dark);
                                      window_.actionTable().trigger(QLatin1String(tab));
                                      if (prepare) prepare();
                                  },
                                  ready});
            };
            const auto read = [&w] { return !w.events.busy(); };
            shot("tab_text", {}, read);
            shot("tab_curves", {}, read);
            shot("tab_hyperparameters");
            shot(
                "tab_projector", [this] { project(); }, [this] { return projected(); });
            shot("tab_tensors", [this] {
                auto* values = window_.findChild<QListWidget*>(QStringLiteral("tensorsValues"));
                const auto found = values->findItems(QStringLiteral("conv_1/kernel"), Qt::MatchStartsWith);
                if (!found.isEmpty()) values->setCurrentItem(found.front());
            });
            shot("panel_watches");
            shot(
                "tab_debugger", [&w] { standIn(w); }, [&w] { return w.controller.breakpoints().stop() != nullptr; });
            shot("panel_breakpoints");
        }
        shots_.push_back({{}, MainWindow::TrainSpace, [&w] { w.controller.stop(); }, rests});
    }

    void project() {
        auto* go = window_.findChild<QPushButton*>(QStringLiteral("projectButton"));
        if (go->isEnabled() && !projected()) go->click();
    }
    bool projected() const {
        const auto* points = window_.findChild<PointCloud*>();
        return points->isVisible() && !points->points().isEmpty();
    }

    // A run begins, and stands in its fifth step.
    static void standIn(Workbench& w) {
        if (w.controller.active()) return;
        Breakpoints& points = w.controller.breakpoints();
        points.add(breakpointFrom("after conv_2 at step 5"));
        points.add(breakpointFrom("when loss > 3"));
        points.add(breakpointFrom("when norm(*/gradient) > 100"));
        points.setEnabled(2, false);
        w.controller.start();
    }

    void breakIt() {
        Workbench& w = window_.workbench();
        NetworkSpec network = w.network.spec();
        for (const NodeSpec& node : network.nodes) {
            if (node.type != "Flatten") continue;
            edits::removeLayers(network, {std::string(node.id)}, true);
            break;
        }
        w.network.setSpec(network);
    }

    void next() {
        if (shots_.empty()) return finish({});
        const Shot shot = shots_.front();
        shots_.erase(shots_.begin());
        window_.showWorkspace(shot.workspace);
        if (shot.prepare) shot.prepare();
        if (shot.workspace == MainWindow::NetworkSpace)
            QTimer::singleShot(kSettleMs / 2, window_.findChild<NetworkPanel*>(), &NetworkPanel::fit);
        QTimer::singleShot(kSettleMs, this, [this, shot] { take(shot); });
    }

    void take(const Shot& shot) {
        if (shot.ready && !shot.ready()) {
            QTimer::singleShot(kSettleMs, this, [this, shot] { take(shot); });
            return;
        }
        // What has just come is laid out and painted first.
        QTimer::singleShot(kSettleMs / 2, this, [this, shot] { save(shot); });
    }

    void save(const Shot& shot) {
        if (shot.name.isEmpty()) return next();
        const QString path = QDir(folder_).filePath(shot.name + QStringLiteral(".png"));
        const QPixmap picture = shot.take ? shot.take() : window_.grab();
        if (!picture.save(path)) return finish(tr("%1 could not be written.").arg(path));
        next();
    }

    MainWindow& window_;
    QString folder_;
    std::function<void(QString)> done_;
    QElapsedTimer clock_;
    QTimer timer_;
    std::vector<Shot> shots_;
};

}  // namespace

void takeShots(MainWindow& window, const QString& folder, std::function<void(QString)> done) {
    if (!QDir().mkpath(folder)) return done(QObject::tr("The folder %1 could not be made.").arg(folder));
    new Shooter(window, folder, std::move(done));
}

}  // namespace tl
