// See the header. Frames are timed one at a time: the next event is sent when the last one's effect has been painted.
#include "tests/bench/edit_bench.h"

#include <QAction>
#include <QClipboard>
#include <QDateTime>
#include <QLineEdit>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <stdexcept>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "engine/io/project.h"
#include "tests/bench/stopwatch.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/models/workbench.h"
#include "ui/network/network_panel.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/properties/property_grid.h"

namespace tl::bench {
namespace {

constexpr int kFrames = 60, kEdits = 8;

void want(bool held, const char* what) {
    if (!held) throw std::runtime_error(std::string("The bench could not go on: ") + what);
}

class EditBench {
public:
    EditBench(MainWindow& window, const EditGoals& goals)
        : window_(window), panel_(*window.findChild<NetworkPanel*>()), canvas_(*panel_.canvas()),
          model_(window.workbench().network), goals_(goals) {}

    void open(const QString& folder, const QString& title, const NetworkSpec& network) {
        Project project;
        project.name = title.toStdString();
        project.network = network;
        project.dataSpec = "sample";
        const QString path = folder + QStringLiteral("/bench.tlm");
        saveProject(project, path.toStdString());
        {
            Measure measure("open", goals_.openMs, goals_.stallMs);
            bool opened = false;
            QElapsedTimer clock;
            clock.start();
            const auto connection = QObject::connect(&window_.document(), &Document::opened, [&] { opened = true; });
            measure.frame(
                &canvas_, [&] { window_.document().open(path); }, [&] { return opened; });
            QObject::disconnect(connection);
            want(model_.spec().nodes.size() == network.nodes.size(), "the project did not open");
            want(waitUntil([&] { return model_.reportIsCurrent(); }), "the check did not end");
            const std::string checked = std::to_string(clock.elapsed());
            settle();
            measure.note("checked after " + checked + " ms, a step's plan after " + std::to_string(clock.elapsed()));
        }
        want(model_.errors() == 0, "the network has errors");
    }

    void look() {
        const QPoint middle = canvas_.rect().center();
        panel_.fit();
        {
            Measure measure("pan", goals_.frameMs, goals_.stallMs);
            canvas_.setZoom(0.6);
            QTest::mousePress(&canvas_, Qt::MiddleButton, {}, middle);
            for (int i = 1; i <= kFrames; ++i)
                measure.frame(&canvas_, [&] { moveTo(middle - QPoint(0, 4 * i), Qt::MiddleButton); });
            QTest::mouseRelease(&canvas_, Qt::MiddleButton, {}, middle - QPoint(0, 4 * kFrames));
        }
        {
            Measure measure("zoom", goals_.frameMs, goals_.stallMs);
            for (int i = 0; i < kFrames; ++i)
                measure.frame(&canvas_, [&] { wheel(middle, i < kFrames / 2 ? -120 : 120); });
        }
        {
            Measure measure("hover", goals_.frameMs, goals_.stallMs);
            canvas_.revealNode(conv());
            const QPoint at = canvas_.nodeCenter(conv());
            for (int i = 0; i < kFrames; ++i)
                measure.frame(&canvas_, [&] { moveTo(i % 2 ? at : at + QPoint(400, 13), Qt::NoButton); });
        }
    }

    void drag() {
        Measure measure("drag a layer", goals_.frameMs, goals_.stallMs);
        const QString id = conv();
        canvas_.revealNode(id);
        const QPoint at = canvas_.nodeCenter(id);
        const double x = model_.spec().find(id.toStdString())->x;
        QTest::mousePress(&canvas_, Qt::LeftButton, {}, at);
        for (int i = 1; i <= kFrames; ++i)
            measure.frame(&canvas_, [&] { moveTo(at + QPoint(10 + 3 * i, 0), Qt::LeftButton); });
        measure.frame(&canvas_,
                      [&] { QTest::mouseRelease(&canvas_, Qt::LeftButton, {}, at + QPoint(10 + 3 * kFrames, 0)); });
        settle();
        want(model_.spec().find(id.toStdString())->x != x, "the layer was not moved");
    }

    void connect() {
        Measure measure("connect", 0, goals_.stallMs);
        for (int i = 0; i < kEdits; ++i) {
            // From a layer's output to the next but one's input: replaces what is there.
            const size_t before = tripleAt(i);
            const QString from = q(before), to = q(before + 2);
            canvas_.revealNode(q(before + 1));
            const int linked = feeds(from, to);
            const QPoint start = canvas_.outputPort(from), end = canvas_.inputPort(to, 0);
            QTest::mousePress(&canvas_, Qt::LeftButton, {}, start);
            moveTo(start + QPoint(8, 8), Qt::LeftButton);
            moveTo((start + end) / 2 + QPoint(30, 0), Qt::LeftButton);
            measure.frame(&canvas_, [&] { moveTo(end, Qt::LeftButton); });
            measure.frame(&canvas_, [&] { QTest::mouseRelease(&canvas_, Qt::LeftButton, {}, end); });
            want(feeds(from, to) == linked + 1, "the wire was not made");
            settle();
        }
    }

    void edit() {
        Measure measure("set a property", 0, goals_.stallMs);
        const QString id = conv();
        canvas_.revealNode(id);
        click(canvas_.nodeCenter(id));
        for (int i = 0; i < kEdits; ++i) {
            QWidget* editor = window_.findChild<InspectorPanel*>()->grid()->editor(QStringLiteral("filters"));
            want(editor, "the inspector shows no filters");
            auto* line = qobject_cast<QLineEdit*>(editor);
            if (!line) line = editor->findChild<QLineEdit*>();
            line->setFocus();
            line->selectAll();
            const char digit = static_cast<char>('1' + i % 9 + (i % 9 == 7));
            measure.frame(&canvas_, [&] { QTest::keyClick(line, digit); });
            QTest::keyClick(line, Qt::Key_Return);
            settle();
            const NodeSpec* node = model_.spec().find(id.toStdString());
            want(node->properties.at("filters") == PropertyValue(int64_t{digit - '0'}), "the property was not set");
        }
    }

    void undo() {
        QUndoStack& stack = window_.workbench().undo;
        const int steps = std::min(kEdits, stack.count());
        canvas_.select({});  // so that the inspector shows all layers
        settle();
        {
            Measure measure("undo", 0, goals_.stallMs);
            for (int i = 0; i < steps; ++i) {
                measure.frame(&canvas_, [&] { stack.undo(); });
                settle();
            }
        }
        Measure measure("redo", 0, goals_.stallMs);
        for (int i = 0; i < steps; ++i) {
            measure.frame(&canvas_, [&] { stack.redo(); });
            settle();
        }
    }

    void paste() {
        const size_t before = model_.spec().nodes.size();
        QStringList some;
        for (const QString& id : model_.nodeIds())
            if (id != QLatin1String("input") && id != QLatin1String("output") && some.size() < 500) some << id;
        canvas_.select(some);
        settle();
        panel_.copy();
        {
            Measure measure("paste " + std::to_string(some.size()), 0, goals_.stallMs);
            measure.frame(&canvas_, [&] { panel_.paste(); });
            want(model_.spec().nodes.size() == before + static_cast<size_t>(some.size()), "nothing was pasted");
            settle();
        }
        Measure measure("undo the paste", 0, goals_.stallMs);
        measure.frame(&canvas_, [&] { window_.workbench().undo.undo(); });
        want(model_.spec().nodes.size() == before, "the paste was not undone");
        settle();
    }

    void select() {
        Measure measure("select all", 0, goals_.stallMs);
        canvas_.setFocus();
        for (int i = 0; i < 3; ++i) {
            measure.frame(&canvas_, [&] { QTest::keyClick(&canvas_, Qt::Key_A, Qt::ControlModifier); });
            want(canvas_.selectedNodes().size() == model_.nodeIds().size(), "not all was selected");
            measure.frame(&canvas_, [&] { QTest::keyClick(&canvas_, Qt::Key_Escape); });
            want(canvas_.selectedNodes().isEmpty(), "the selection stayed");
        }
        settle();
    }

    void layOut() {
        Measure measure("lay out", 0, goals_.stallMs);
        const NetworkSpec before = model_.spec();
        measure.frame(
            &canvas_, [&] { panel_.autoLayout(); }, [&] { return !(model_.spec() == before); });
        settle();
    }

    // Written and opened beside the window.
    void recover(const QString& folder) {
        Document& document = window_.document();
        {
            Measure measure("a recovery copy", 0, goals_.stallMs);
            QUndoStack& stack = window_.workbench().undo;
            for (int i = 0; i < kEdits; ++i)
                measure.frame(
                    &canvas_,
                    [&] {
                        i % 2 ? stack.redo() : stack.undo();
                        document.autosaveNow();
                    },
                    [&] { return window_.workbench().jobs.running() == 0; });
        }
        settle();
        Project project;
        project.network = model_.spec();
        project.dataSpec = "sample";
        Document::Recovered copy;
        copy.file = folder + QStringLiteral("/left.tlm");
        copy.when = QDateTime::currentDateTime();
        saveProject(project, copy.file.toStdString());
        Measure measure("open a recovery copy", goals_.openMs, goals_.stallMs);
        bool opened = false;
        measure.frame(
            &canvas_, [&] { document.recover(copy, [&] { opened = true; }); }, [&] { return opened; });
        settle();
        want(model_.spec() == project.network, "the recovery copy did not open");
    }

private:
    QString q(size_t index) const { return QString::fromStdString(model_.spec().nodes[index].id); }
    // A convolution in the middle.
    QString conv() const {
        const auto& nodes = model_.spec().nodes;
        for (size_t i = nodes.size() / 2; i < nodes.size(); ++i)
            if (nodes[i].type == "Conv2D") return q(i);
        return {};
    }
    // Where a convolution, its normalisation and activation follow each other: the i-th of as many as are asked for.
    size_t tripleAt(int i) const {
        const auto& nodes = model_.spec().nodes;
        std::vector<size_t> found;
        for (size_t at = 0; at + 2 < nodes.size(); ++at)
            if (nodes[at].type == "Conv2D" && nodes[at + 1].type == "BatchNormalization" &&
                nodes[at + 2].type == "Activation")
                found.push_back(at);
        want(found.size() >= kEdits, "the network is too short");
        return found[found.size() * static_cast<size_t>(i) / kEdits];
    }
    int feeds(const QString& from, const QString& to) const {
        return static_cast<int>(
            std::count_if(model_.spec().links.begin(), model_.spec().links.end(), [&](const LinkSpec& link) {
                return link.from == from.toStdString() && link.to == to.toStdString();
            }));
    }
    void settle() {
        want(waitUntil([&] { return model_.reportIsCurrent() && window_.workbench().jobs.running() == 0; }),
             "the checks did not end");
    }
    void click(QPoint at) {
        QTest::mouseClick(&canvas_, Qt::LeftButton, {}, at);
        settle();
    }
    void moveTo(QPoint at, Qt::MouseButtons held) {
        QMouseEvent move(QEvent::MouseMove, at, canvas_.mapToGlobal(at), Qt::NoButton, held, {});
        QCoreApplication::sendEvent(&canvas_, &move);
    }
    void wheel(QPoint at, int by) {
        QWheelEvent event(at, canvas_.mapToGlobal(at), {}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas_, &event);
    }

    MainWindow& window_;
    NetworkPanel& panel_;
    NodeCanvas& canvas_;
    NetworkModel& model_;
    EditGoals goals_;
};

}  // namespace

void benchEdits(MainWindow& window, const QString& folder, const QString& title, const NetworkSpec& network,
                const EditGoals& goals) {
    printHeader(title.toStdString());
    EditBench bench(window, goals);
    bench.open(folder, title, network);
    bench.look();
    bench.drag();
    bench.connect();
    bench.edit();
    bench.undo();
    bench.select();
    bench.paste();
    bench.layOut();
    bench.recover(folder);
}

}  // namespace tl::bench
