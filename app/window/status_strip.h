// The status bar: what the network and an epoch cost at the left, and what arrows do on the canvas; problems, when it
// was saved and the instruction set at the right.
#pragma once

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

class QLabel;
class QToolButton;

namespace tl {

class Document;
struct Workbench;

class StatusStrip : public QStatusBar {
    Q_OBJECT
public:
    StatusStrip(Workbench& workbench, Document& document, QWidget* parent = nullptr);

signals:
    void problemsClicked();

private:
    void refresh();
    void refreshSaved();
    void refreshMemory();
    void refreshEpoch();
    void refreshKeys();
    void fit();
    QSize minimumSizeHint() const override;
    void resizeEvent(QResizeEvent* event) override;
    Workbench& workbench_;
    Document& document_;
    QLabel *parameters_, *activations_, *memory_, *epoch_, *saved_, *cpu_, *keys_;
    QToolButton* problems_;
    QTimer clock_;
    QElapsedTimer sinceEpoch_;
};

}  // namespace tl
