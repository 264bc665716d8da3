// Each digit has several shapes ("fonts") of strokes on a 100 by 100 grid; a stroke is a polyline, smoothed by corner
// cutting (Chaikin, 1974) where marked. Strokes are drawn round-ended with 4x4 samples a pixel.
#include "engine/data/sample_digits.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "engine/core/rng.h"

namespace tl {
namespace {

// "x,y x,y ..." strokes parted by ';'. '~' = smooth, 'o' = smooth and closed.
const std::vector<std::vector<const char*>> kShapes{
    {"o50,-4 8,-4 8,50 8,104 50,104 92,104 92,50 92,-4", "o50,2 22,8 16,50 22,92 50,98 78,92 84,50 78,8",
     "o50,-4 10,0 8,50 10,100 50,104 90,100 92,50 90,0;72,16 28,84", "15,4 85,4 85,96 15,96 15,4",
     "~60,4 20,-4 4,50 20,104 60,104 96,90 98,20 60,-8 44,8"},
    {"50,0 50,100", "28,24 55,0 55,100", "28,24 54,0 54,100;26,100 84,100", "~34,30 52,20 58,0;58,0 54,100",
     "70,2 70,98"},
    {"~12,28 14,-4 50,-6 90,-4 92,36 60,62 8,100;8,100 92,100",
     "~14,25 20,-6 84,-8 92,36 55,75 20,106 4,88 28,78 55,98 94,94", "12,14 28,2 72,2 88,16 88,38 10,98 90,98",
     "12,2 88,2 88,50 12,50 12,98 88,98", "~10,20 30,-10 90,0 78,44 30,70 12,98;12,98 88,98"},
    {"~12,14 36,-8 92,0 90,46 40,48;~40,48 98,48 100,100 36,110 6,84",
     "12,2 86,2 44,40;~44,40 98,40 98,100 40,108 6,84", "12,2 88,2 88,98 12,98;32,50 88,50",
     "~16,6 84,-8 90,40 36,48;~36,48 96,56 88,108 10,94",
     "~10,10 60,-14 104,20 66,46 50,48;~50,48 110,54 96,112 20,106 6,90"},
    {"70,100 70,0 8,68 94,68", "26,2 14,56 92,56;70,22 70,100", "~30,0 24,36 12,60;12,60 92,60;74,0 68,100",
     "12,2 12,52 88,52;88,2 88,98", "62,100 62,0 10,62 90,62"},
    {"85,2 22,2 16,46;~16,46 50,28 100,40 96,78 86,108 32,108 6,86", "88,2 12,2 12,50 88,50 88,98 12,98",
     "30,2 22,44;~22,44 88,30 100,74 78,108 10,96;30,2 88,0", "~88,4 30,-6 4,26 24,50 84,52 100,84 72,108 8,94",
     "84,4 30,4 22,44;~22,44 104,30 112,104 30,108 8,94"},
    {"~80,4 30,-2 6,50 8,102 50,104 94,102 96,46 50,42 10,50 10,74",
     "~70,0 25,38 10,72;o50,43 8,44 6,102 50,104 94,102 92,44", "88,2 12,2 12,98 88,98 88,50 12,50",
     "~62,0 40,30 14,62;o50,50 12,50 8,100 50,103 90,100 88,50",
     "~78,10 46,-12 8,30 10,80 26,108 80,108 98,64 60,40 16,60 12,80"},
    {"10,2 90,2 40,100", "10,4 88,4 42,100;26,52 78,52", "10,20 10,2 88,2;~88,2 60,45 45,70 42,100", "12,2 88,2 88,98",
     "~8,10 30,-4 50,10 92,2;~92,2 66,40 50,70 48,100"},
    {"o50,-3 12,-3 12,48 50,48 88,48 88,-3;o50,46 4,46 4,103 50,103 96,103 96,46",
     "o84,8 50,-8 12,6 18,34 50,48 86,66 94,94 50,110 6,94 14,66 50,48 82,34", "12,2 88,2 88,98 12,98 12,2;12,50 88,50",
     "o50,-2 22,2 22,46 50,48 78,46 78,2;o50,48 12,50 12,100 50,102 88,100 88,50",
     "o76,4 40,-10 14,20 40,42 84,66 86,100 46,110 10,90 26,60 66,42 92,22"},
    {"o50,-3 8,0 8,56 50,57 90,56 90,0;~89,28 92,70 70,100", "o50,0 10,2 10,54 50,55 88,54 88,2;86,5 80,100",
     "88,50 12,50 12,2 88,2 88,98 12,98", "~86,22 64,-10 6,0 8,54 60,60 86,30;~87,10 94,84 60,110 16,92",
     "o54,-4 12,6 14,52 56,54 86,44 84,2;~84,26 80,60 50,100"},
};

struct Point {
    int64_t x, y;  // 1/64 of a grid unit while shaping, 1/64 pixel while drawing
};

int64_t between(Rng& rng, int64_t low, int64_t high) {
    return low + static_cast<int64_t>(rng.below(static_cast<uint64_t>(high - low + 1)));
}

// Corner cutting: each edge gives its points at one and three quarters; open strokes keep their ends.
void smooth(std::vector<Point>& points, bool closed) {
    std::vector<Point> cut;
    for (int round = 0; round < 2; ++round) {
        cut.clear();
        const size_t edges = closed ? points.size() : points.size() - 1;
        if (!closed) cut.push_back(points.front());
        for (size_t i = 0; i < edges; ++i) {
            const Point a = points[i], b = points[(i + 1) % points.size()];
            cut.push_back({(3 * a.x + b.x) / 4, (3 * a.y + b.y) / 4});
            cut.push_back({(a.x + 3 * b.x) / 4, (a.y + 3 * b.y) / 4});
        }
        if (!closed) cut.push_back(points.back());
        points.swap(cut);
    }
    if (closed) points.push_back(points.front());
}

// One stroke from its text; moves `text` past it. Every point is shifted a little by `jitter` grid units.
std::vector<Point> parseStroke(const char*& text, int jitter, Rng& rng) {
    const bool closed = *text == 'o', curved = closed || *text == '~';
    if (curved) ++text;
    std::vector<Point> points;
    while (*text && *text != ';') {
        char* end = nullptr;
        const long x = std::strtol(text, &end, 10);
        const long y = std::strtol(end + 1, &end, 10);
        points.push_back(
            {x * 64 + between(rng, -64 * jitter, 64 * jitter), y * 64 + between(rng, -64 * jitter, 64 * jitter)});
        text = *end == ' ' ? end + 1 : end;
    }
    if (*text == ';') ++text;
    if (curved) smooth(points, closed);
    return points;
}

// Grid to pixel: turn, size, slant and shift, as a 2x2 matrix in 1/65536 and an offset in 1/64 pixel.
struct Placement {
    int64_t xx, xy, yx, yy, x, y;

    explicit Placement(Rng& rng) {
        constexpr int64_t one = 65536;
        // cos and sin by the tangent t of half the angle: exact rationals, here up to 14 degrees.
        const int64_t t = between(rng, -8000, 8000), square = t * t / one;
        const int64_t cosine = (one - square) * one / (one + square), sine = 2 * t * one / (one + square);
        const int64_t height = between(rng, 15 * one, 20 * one) / 100;  // pixels for the grid's height
        const int64_t width = height * between(rng, 58, 86) / 100;
        const int64_t slant = between(rng, -16000, 16000);
        // (column, row) of the grid around its middle -> slanted -> turned.
        xx = cosine * width / one;
        xy = (cosine * (slant * height / one) - sine * height) / one;
        yx = sine * width / one;
        yy = (sine * (slant * height / one) + cosine * height) / one;
        x = 14 * 64 + between(rng, -155, 155);
        y = 14 * 64 + between(rng, -155, 155);
    }
    Point operator()(Point p) const {
        const int64_t u = p.x - 50 * 64, v = p.y - 50 * 64;
        return {x + (xx * u + xy * v) / 65536, y + (yx * u + yy * v) / 65536};
    }
};

constexpr int kSamples = 4 * kSampleSide, kStep = 16;  // 4 samples a pixel, 16/64 pixel apart

// Marks the samples within radius (1/64 pixel) of the segment.
void drawSegment(Point a, Point b, int64_t radius, uint8_t* samples) {
    const auto first = [&](int64_t from) {
        return static_cast<int>(std::clamp<int64_t>((from - radius) / kStep, 0, kSamples));
    };
    const auto last = [&](int64_t to) {
        return static_cast<int>(std::clamp<int64_t>((to + radius) / kStep + 1, 0, kSamples));
    };
    const int64_t dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy, reach = radius * radius;
    const int x0 = first(std::min(a.x, b.x)), x1 = last(std::max(a.x, b.x));
    for (int row = first(std::min(a.y, b.y)); row < last(std::max(a.y, b.y)); ++row) {
        const int64_t py = row * kStep + kStep / 2 - a.y;
        for (int column = x0; column < x1; ++column) {
            const int64_t px = column * kStep + kStep / 2 - a.x;
            const int64_t along = px * dx + py * dy;
            bool inside;
            if (along <= 0)
                inside = px * px + py * py <= reach;
            else if (along >= length)
                inside = (px - dx) * (px - dx) + (py - dy) * (py - dy) <= reach;
            else
                inside = (px * dy - py * dx) * (px * dy - py * dx) <= reach * length;
            samples[row * kSamples + column] |= static_cast<uint8_t>(inside);
        }
    }
}

}  // namespace

int sampleDigitLabel(int64_t index) {
    std::array<int, 10> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Rng rng(2024, streamId("sample/label"), static_cast<uint64_t>(index / 10));
    for (uint64_t i = 0; i < 9; ++i) std::swap(digits[i], digits[i + rng.below(10 - i)]);
    return digits[static_cast<size_t>(index % 10)];
}

void drawSampleDigit(int64_t index, uint8_t* pixels) {
    Rng rng(2024, streamId("sample/image"), static_cast<uint64_t>(index));
    const auto& shapes = kShapes[static_cast<size_t>(sampleDigitLabel(index))];
    const char* text = shapes[rng.below(shapes.size())];
    const Placement place(rng);
    const int64_t radius = between(rng, 32, 110);  // strokes of 1 to 3.4 pixels
    std::array<uint8_t, kSamples * kSamples> samples{};
    while (*text) {
        const std::vector<Point> stroke = parseStroke(text, 4, rng);
        Point before = place(stroke.front());
        for (size_t i = 1; i < stroke.size(); ++i) {
            const Point here = place(stroke[i]);
            drawSegment(before, here, radius, samples.data());
            before = here;
        }
    }
    const int64_t paper = between(rng, 0, 60), ink = between(rng, 140, 255), noise = between(rng, 4, 26);
    for (int row = 0; row < kSampleSide; ++row)
        for (int column = 0; column < kSampleSide; ++column) {
            int64_t covered = 0;
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    covered += samples[static_cast<size_t>((4 * row + i) * kSamples + 4 * column + j)];
            // Four bytes' sum is close to normal, with a deviation of 148.
            const uint32_t bits = rng.bits();
            const int64_t grain = int64_t{bits & 255} + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24) - 510;
            const int64_t value = paper + (ink - paper) * covered / 16 + grain * noise / 148;
            pixels[row * kSampleSide + column] = static_cast<uint8_t>(std::clamp<int64_t>(value, 0, 255));
        }
}

}  // namespace tl
