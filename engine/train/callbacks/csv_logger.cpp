// The values of every epoch as rows of a file: Keras's CSVLogger. A resumed run drops half a row, and rows of epochs
// that it runs again: with append, epochs of an earlier run stand above its own, so the checkpoint tells how many rows
// there were.
#include <sstream>
#include <utility>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/train/callbacks/monitor.h"

namespace tl::callbacks {
namespace {

class CsvLogger : public Callback {
public:
    explicit CsvLogger(const PropertyReader& properties)
        : file_(properties.text("filename")), separator_(properties.text("separator")),
          append_(properties.boolean("append")) {
        if (file_.empty()) throw Error("CSVLogger: filename", "a name", "nothing");
        if (separator_ == "\\t") separator_ = "\t";
        if (separator_.size() != 1)
            throw Error("CSVLogger: separator", "one character", Message("\"{value}\"", separator_));
    }

    void onTrainBegin(RunControl& run) override {
        if (!run.store()) throw Error("CSVLogger needs a run with a folder to write to.");
        if (run.position().epoch == 0 && run.position().step == 0 && !append_) return;
        std::istringstream lines(run.store()->readText(file_));
        std::string line;
        if (!std::getline(lines, line)) return;
        std::istringstream names(line);
        for (std::string name; std::getline(names, name, separator_[0]);) columns_.push_back(name);
        while (std::getline(lines, line) && (!lines.eof() || known_ < 0))
            if (append_ ? known_ < 0 || written_ < known_ : std::atoll(line.c_str()) < run.position().epoch) add(line);
    }

    bool wants(int64_t) const override { return false; }

    void onEpochEnd(RunControl& run, const EpochRecord& record) override {
        if (columns_.empty()) {
            columns_.push_back("epoch");
            for (const auto& [name, value] : record.values) columns_.push_back(name);
        }
        std::string head = columns_.front(), row = std::to_string(record.epoch);
        for (size_t i = 1; i < columns_.size(); ++i) {
            const auto found = record.values.find(columns_[i]);
            head += separator_ + columns_[i];
            row +=
                separator_ + (found == record.values.end() ? "NA" : withDigits(static_cast<double>(found->second), 9));
        }
        const bool first = !std::exchange(begun_, true);
        if (first) rows_ = head + "\n" + rows_;
        add(row);
        run.store()->writeRows(file_, std::exchange(rows_, {}), first);
    }

    Properties save() const override { return {{"rows", written_}}; }
    void load(const Properties& saved) override {
        if (const auto found = saved.find("rows"); found != saved.end()) known_ = std::get<int64_t>(found->second);
    }

private:
    void add(const std::string& row) {
        rows_ += row + "\n";
        ++written_;
    }

    std::string file_, separator_;
    bool append_;
    std::vector<std::string> columns_;
    std::string rows_;  // to be written
    bool begun_ = false;
    int64_t written_ = 0, known_ = -1;  // rows; those of the checkpoint, where there is one
};

}  // namespace

CallbackType csv_logger() {
    CallbackType type;
    type.id = "csv_logger";
    type.title = "CSVLogger";
    type.help = "Writes the values of every epoch to a file of rows.";
    type.writesFiles = true;
    type.properties = {
        textProperty("filename", "training.csv", "The file, in the run's folder or from /."),
        advanced(textProperty("separator", ",", "The character between two values; \\t is a tab.")),
        advanced(boolProperty("append", false, "Goes on below the rows of an earlier run.")),
    };
    type.make = [](const PropertyReader& properties, const std::string&) {
        return std::make_unique<CsvLogger>(properties);
    };
    return type;
}

}  // namespace tl::callbacks
