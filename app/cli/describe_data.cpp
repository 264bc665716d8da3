// `tensorloom describe --data SPEC`: what a data set holds, found in one pass over it: splits, classes, sizes, pixel or
// column statistics, items that are there twice, and items of other splits that are training items too.
#include "engine/io/json.h"
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/support.h"
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

std::string itemsText(const DataSet& data, int64_t count) {
    return thousands(count) + (data.numeric() ? (count == 1 ? " row" : " rows") : count == 1 ? " image" : " images");
}

void printColumns(const std::vector<ColumnStatistics>& columns) {
    size_t width = 6;
    for (const auto& column : columns) width = std::max(width, std::min<size_t>(column.name.size(), 28));
    std::printf("\n%-*s %11s %11s %11s %11s %11s %11s %11s\n", static_cast<int>(width), "Column", "mean", "deviation",
                "min", "25 %", "50 %", "75 %", "max");
    constexpr size_t kShown = 60;
    for (size_t i = 0; i < columns.size() && i < kShown; ++i) {
        const auto& c = columns[i];
        std::printf("%-*s", static_cast<int>(width), c.name.substr(0, 28).c_str());
        for (const double value :
             {c.mean, c.deviation, c.minimum, c.quantiles[1], c.quantiles[2], c.quantiles[3], c.maximum})
            std::printf(" %11s", shortNumber(value).c_str());
        std::printf("\n");
    }
    if (columns.size() > kShown) std::printf("... and %zu more; --json lists all\n", columns.size() - kShown);
}

void printImages(const SourceStatistics& train) {
    static const char* const kNames[] = {"red", "green", "blue"};
    const auto& channels = train.pixels.channels;
    for (size_t c = 0; c < channels.size(); ++c)
        std::printf("Pixels, %-6s mean %.2f, deviation %.2f\n",
                    channels.size() == 1 ? "grey:" : (std::string(kNames[c % 3]) + ":").c_str(), channels[c].mean,
                    channels[c].deviation);
    std::vector<std::pair<int64_t, std::pair<int, int>>> sizes;
    for (const auto& [size, count] : train.sizes) sizes.push_back({count, size});
    std::sort(sizes.rbegin(), sizes.rend());
    std::printf("Sizes:         ");
    for (size_t i = 0; i < sizes.size() && i < 4; ++i)
        std::printf("%s%d×%d (%s)", i ? ", " : "", sizes[i].second.first, sizes[i].second.second,
                    thousands(sizes[i].first).c_str());
    if (sizes.size() > 4) std::printf(" and %zu more", sizes.size() - 4);
    std::printf("\n");
}

void print(const DataSet& data, const SourceStatistics& train, const std::vector<Leak>& leaks) {
    std::printf("%s: %s, %s\n", data.name.c_str(), data.shape().toString().c_str(),
                data.train->hasTargets() ? "labels are numbers"
                                         : (std::to_string(data.classes()) + " classes").c_str());
    for (const Split& split : splitsOf(data))
        std::printf("%-14s %s\n", (std::string(split.name) + ":").c_str(),
                    itemsText(data, split.source->size()).c_str());
    if (!train.classCounts.empty() && train.images > 0) {
        std::printf("Classes:       ");
        for (size_t i = 0; i < train.classCounts.size() && i < 20; ++i)
            std::printf("%s%s (%s)", i ? ", " : "", data.train->classNames()[i].c_str(),
                        thousands(train.classCounts[i]).c_str());
        if (train.classCounts.size() > 20) std::printf(" and %zu more", train.classCounts.size() - 20);
        std::printf("\n");
    }
    data.numeric() ? printColumns(train.columns) : printImages(train);
    if (train.duplicates.empty()) {
        std::printf("Duplicates:    none among the training items\n");
    } else {
        std::printf("Duplicates:    %s are there more than once (%zu groups, %s with different labels)\n",
                    itemsText(data, train.repeated() + static_cast<int64_t>(train.duplicates.size())).c_str(),
                    train.duplicates.size(), thousands(train.contradictions).c_str());
        for (size_t g = 0; g < train.duplicates.size() && g < 5; ++g) {
            std::printf("               ");
            const auto& group = train.duplicates[g];
            for (size_t i = 0; i < group.size() && i < 3; ++i)
                std::printf("%s%s", i ? " = " : "", data.train->itemName(group[i]).c_str());
            std::printf(group.size() > 3 ? " = ... (%zu)\n" : "\n", group.size());
        }
    }
    if (splitsOf(data).size() > 1) {
        if (leaks.empty()) std::printf("Leaks:         none: no item of another split is a training item\n");
        for (const char* name : {"validation", "test"}) {
            const auto of = [&](const Leak& leak) { return leak.split == name; };
            const auto count = std::count_if(leaks.begin(), leaks.end(), of);
            if (count == 0) continue;
            const auto first = std::find_if(leaks.begin(), leaks.end(), of);
            const auto& source = first->split == "test" ? data.test : data.validation;
            std::printf("Leaks:         %s of %s are training items too; the first: %s = %s\n",
                        itemsText(data, count).c_str(), name, source->itemName(first->item).c_str(),
                        data.train->itemName(first->trainItem).c_str());
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
    const DataSet data = openData(spec, 0, 1);
    const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const SourceStatistics train = sourceStatistics(*data.train, threads);
    complainAbout(train.broken);
    const std::vector<Leak> leaks = findLeaks(data, train, threads);
    asJson ? printJson(toJson(data, train, leaks)) : print(data, train, leaks);
    return kDone;
}

}  // namespace tl::cli
