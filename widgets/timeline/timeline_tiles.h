// What a model was asked for, kept by tiles of so many pixels, which are counted from time 0: a view that stands asks
// for nothing, and one that moves for what has come into sight. Another scale makes all anew.
#pragma once

#include <QHash>
#include <cmath>
#include <vector>

#include "widgets/timeline/timeline_model.h"

namespace tl {

template <typename Piece>
class TimelineTiles {
public:
    // Pieces of [from, to), in order, behind what is in `out`. ask(from, to, out) has those of a tile made.
    template <typename Ask>
    void collect(qint64 row, int level, int kind, qint64 from, qint64 to, double perPixel, const Ask& ask,
                 std::vector<Piece>& out) {
        if (perPixel != perPixel_ || tiles_.size() > kMost) empty();
        perPixel_ = perPixel;
        const double wide = kPixels * perPixel;
        const auto first = static_cast<qint64>(std::floor(static_cast<double>(from) / wide));
        const auto last = static_cast<qint64>(std::floor(static_cast<double>(to) / wide));
        for (qint64 number = first; number <= last; ++number) {
            const auto begin = static_cast<qint64>(std::ceil(static_cast<double>(number) * wide));
            const Key key{row, number, level, kind};
            auto tile = tiles_.constFind(key);
            if (tile == tiles_.constEnd()) {
                std::vector<Piece> made;
                if (!spare_.empty()) {
                    made = std::move(spare_.back());
                    spare_.pop_back();
                }
                ask(begin, static_cast<qint64>(std::ceil(static_cast<double>(number + 1) * wide)), made);
                tile = tiles_.insert(key, std::move(made));
            }
            // What reaches in from the tile before is that one's too.
            auto piece = tile->begin();
            if (number > first)
                while (piece != tile->end() && piece->begin < begin) ++piece;
            out.insert(out.end(), piece, tile->end());
        }
    }
    void clear() {
        tiles_.clear();
        spare_.clear();
    }
    void clear(int kind) {
        tiles_.removeIf([kind](const auto& tile) { return tile.key().kind == kind; });
    }

private:
    static constexpr int kPixels = 128;
    static constexpr qsizetype kMost = 8192;
    struct Key {
        qint64 row, number;
        int level, kind;
        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed = 0) {
            return qHashMulti(seed, key.row, key.number, key.level, key.kind);
        }
    };
    // What a zoom gives up it needs again at once: asked of the system, that is a third of its work.
    void empty() {
        for (std::vector<Piece>& tile : tiles_) {
            tile.clear();
            spare_.push_back(std::move(tile));
        }
        tiles_.clear();
    }
    QHash<Key, std::vector<Piece>> tiles_;
    std::vector<std::vector<Piece>> spare_;
    double perPixel_ = 0;
};

}  // namespace tl
