// `tensorloom describe --data SPEC`: what a data set holds, found in one pass over it: splits, classes, sizes, pixel or
// column statistics, items that are there twice, and items of other splits that are training items too.
#include "engine/io/json.h"
#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/processors.h"
#include "engine/data/statistics.h"

namespace tl::cli {
namespace {

using nlohmann::json;

struct Split {
    const char* name;
    std::shared_ptr<const Source> source;
};

std::vector<Split> splitsOf(const DataSet& data) {
    std::vector<Split> splits;
    for (const Split& split : {Split{"train", data.train}, {"validation", data.validation}, {"test", data.test}})
        if (split.source) splits.push_back(split);
    return splits;
}

Message itemsText(const DataSet& data, int64_t count) {
    return data.numeric() ? (count == 1 ? Message("1 row") : Message("{count} rows", thousands(count)))
           : count == 1   ? Message("1 image")
                          : Message("{count} images", thousands(count));
}

// "Duplicates:    none among the training items"; a text without a head goes below the one before it.
void row(const Message& head, const Message& text) { std::cout << padded(say(head), 14) << " " << say(text) << "\n"; }

Message listed(const std::vector<Message>& shown, size_t all) {
    return all > shown.size() ? Message("{shown} and {count} more", shown, all - shown.size())
                              : Message("{shown}", shown);
}

void printColumns(const std::vector<ColumnStatistics>& columns) {
    constexpr size_t kShown = 60;
    std::vector<std::vector<std::string>> rows{{say(Message("Column")), say(Message("mean")), say(Message("deviation")),
                                                say(Message("min")), "25 %", "50 %", "75 %", say(Message("max"))}};
    for (size_t i = 0; i < columns.size() && i < kShown; ++i) {
        const auto& c = columns[i];
        rows.push_back({c.name.substr(0, 28)});
        for (const double value :
             {c.mean, c.deviation, c.minimum, c.quantiles[1], c.quantiles[2], c.quantiles[3], c.maximum})
            rows.back().push_back(shortNumber(value));
    }
    std::cout << "\n" << table(rows);
    if (columns.size() > kShown)
        std::cout << say(Message("... and {count} more; --json lists all", columns.size() - kShown)) << "\n";
}

void printImages(const SourceStatistics& train) {
    static const Message kNames[] = {Message("red"), Message("green"), Message("blue")};
    const auto& channels = train.pixels.channels;
    for (size_t c = 0; c < channels.size(); ++c)
        row(Message("Pixels, {channel}:", channels.size() == 1 ? Message("grey") : kNames[c % 3]),
            Message("mean {mean}, deviation {deviation}", shortNumber(channels[c].mean),
                    shortNumber(channels[c].deviation)));
    std::vector<std::pair<int64_t, std::pair<int, int>>> sizes;
    for (const auto& [size, count] : train.sizes) sizes.push_back({count, size});
    std::sort(sizes.rbegin(), sizes.rend());
    std::vector<Message> shown;
    for (size_t i = 0; i < sizes.size() && i < 4; ++i)
        shown.push_back(Message("{width}×{height} ({count})", sizes[i].second.first, sizes[i].second.second,
                                thousands(sizes[i].first)));
    row(Message("Sizes:"), listed(shown, sizes.size()));
}

void print(const DataSet& data, const SourceStatistics& train, const std::vector<Leak>& leaks) {
    std::cout << say(Message("{name}: {shape}, {labels}", data.name, data.shape().toString(),
                             data.train->hasTargets() ? Message("labels are numbers")
                                                      : Message("{count} {count|class|classes}", data.classes())))
              << "\n";
    for (const Split& split : splitsOf(data))
        row(Message("{split}:", std::string(split.name)), itemsText(data, split.source->size()));
    if (!train.classCounts.empty() && train.images > 0) {
        std::vector<Message> shown;
        for (size_t i = 0; i < train.classCounts.size() && i < 20; ++i)
            shown.push_back(Message("{name} ({count})", data.train->classNames()[i], thousands(train.classCounts[i])));
        row(Message("Classes:"), listed(shown, train.classCounts.size()));
    }
    data.numeric() ? printColumns(train.columns) : printImages(train);
    const Message head("Duplicates:");
    if (train.duplicates.empty()) {
        row(head, "none among the training items");
    } else {
        row(head,
            Message("{items} are there more than once ({groups} {groups|group|groups}, {count} with different labels)",
                    itemsText(data, train.repeated() + static_cast<int64_t>(train.duplicates.size())),
                    train.duplicates.size(), thousands(train.contradictions)));
        for (size_t g = 0; g < train.duplicates.size() && g < 5; ++g) {
            const auto& group = train.duplicates[g];
            std::string names;
            for (size_t i = 0; i < group.size() && i < 3; ++i)
                names += (i ? " = " : "") + data.train->itemName(group[i]);
            row({}, names + (group.size() > 3 ? " = ... (" + std::to_string(group.size()) + ")" : ""));
        }
    }
    if (splitsOf(data).size() > 1) {
        if (leaks.empty()) row(Message("Leaks:"), "none: no item of another split is a training item");
        for (const char* name : {"validation", "test"}) {
            const auto of = [&](const Leak& leak) { return leak.split == name; };
            const auto count = std::count_if(leaks.begin(), leaks.end(), of);
            if (count == 0) continue;
            const auto first = std::find_if(leaks.begin(), leaks.end(), of);
            const auto& source = first->split == "test" ? data.test : data.validation;
            row(Message("Leaks:"), Message("{items} of {split} are training items too; the first: {item} = {other}",
                                           itemsText(data, count), std::string(name), source->itemName(first->item),
                                           data.train->itemName(first->trainItem)));
        }
    }
}

json toJson(const DataSet& data, const SourceStatistics& train, const std::vector<Leak>& leaks) {
    json splits, columns = json::array(), sizes = json::array(), channels = json::array(), found = json::array();
    for (const Split& split : splitsOf(data)) splits[split.name] = split.source->size();
    for (const auto& c : train.columns)
        columns.push_back({{"name", c.name},
                           {"mean", c.mean},
                           {"deviation", c.deviation},
                           {"minimum", c.minimum},
                           {"maximum", c.maximum},
                           {"quantiles", c.quantiles},
                           {"histogram", c.histogram}});
    for (const auto& [size, count] : train.sizes)
        sizes.push_back({{"width", size.first}, {"height", size.second}, {"count", count}});
    for (const auto& channel : train.pixels.channels)
        channels.push_back({{"mean", channel.mean}, {"deviation", channel.deviation}});
    for (const Leak& leak : leaks)
        found.push_back({{"split", leak.split}, {"item", leak.item}, {"train_item", leak.trainItem}});
    return {{"name", data.name},
            {"spec", data.spec},
            {"shape", data.shape().dims()},
            {"numbers", data.numeric()},
            {"splits", splits},
            {"class_names", data.train->classNames()},
            {"class_counts", train.classCounts},
            {"columns", columns},
            {"sizes", sizes},
            {"channels", channels},
            {"duplicates", train.duplicates},
            {"contradictions", train.contradictions},
            {"leaks", found},
            {"broken", data.broken().size() + train.broken.size()}};
}

}  // namespace

int describeData(const std::string& spec, bool asJson) {
    const DataSet data = openData(spec, {});
    const int threads = usableThreads();
    const SourceStatistics train = sourceStatistics(*data.train, threads);
    complainAbout(train.broken);
    const std::vector<Leak> leaks = findLeaks(data, train, threads);
    asJson ? printJson(toJson(data, train, leaks)) : print(data, train, leaks);
    return kDone;
}

}  // namespace tl::cli
