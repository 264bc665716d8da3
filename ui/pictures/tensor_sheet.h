// A look into a file of tensors (safetensors, NumPy): what is in it, what each one's numbers are like, and the chosen
// one's histogram and pictures. Everything is read by jobs.
#pragma once

#include <memory>

#include "engine/io/tensor_listing.h"
#include "widgets/controls/sheet.h"

class QTreeWidget;

namespace tl {

struct Desk;
class HistogramPlot;
class JobTracker;
class PictureStrip;

class TensorSheet : public Sheet {
    Q_OBJECT
public:
    // Opens when a job has read the file's head; what is wrong with it is said in the window.
    static void lookInto(QWidget& window, Desk& desk, const QString& path);
    TensorSheet(QWidget& window, JobTracker& jobs, const QString& path, std::shared_ptr<const TensorListing> listing);

private:
    void fill();
    void measure(size_t tensor);  // then the next
    void retint();
    void choose();
    void filter(const QString& words);
    QWidget* firstFocus() const override;
    JobTracker& jobs_;
    const std::shared_ptr<const TensorListing> listing_;
    QTreeWidget* rows_;
    HistogramPlot* histogram_;
    PictureStrip* pictures_;
};

}  // namespace tl
