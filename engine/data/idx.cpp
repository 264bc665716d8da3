// zlib's gzread passes plain files through, so one path reads both. Memory grows with what the file really
// holds, so that a damaged size cannot ask for all of it.
#include "engine/data/idx.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <zlib.h>

#include "engine/core/error.h"

namespace tl {
namespace {

class GzipFile {
public:
    explicit GzipFile(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "rb")) {
        if (!file_) {
            if (errno == EACCES)
                throw Error(path, "a file that may be read", "no permission to read it", "Change its permissions.");
            throw Error(path, "a file that can be read", std::strerror(errno));
        }
        gzbuffer(file_, 1 << 17);
    }
    ~GzipFile() { gzclose_r(file_); }
    GzipFile(const GzipFile&) = delete;
    GzipFile& operator=(const GzipFile&) = delete;

    // Fewer bytes than asked for only at the file's end.
    size_t read(uint8_t* into, size_t count) {
        const int got = gzread(file_, into, static_cast<unsigned>(count));
        int code = Z_OK;
        const char* text = gzerror(file_, &code);
        // A cut gzip delivers what it has and then Z_BUF_ERROR.
        if (code == Z_BUF_ERROR)
            throw Error(path_, "a whole gzip file", "one that is cut short", "Copy or download it again.");
        if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
            throw Error(path_, "a sound gzip file", Message("damaged data ({text})", text),
                        "Copy or download it again.");
        return static_cast<size_t>(got);
    }

private:
    std::string path_;
    gzFile file_;
};

uint32_t big32(const uint8_t* at) {
    return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}

// The format's element types beside the unsigned bytes that are read; null for what is none of them.
const char* otherIdxType(uint32_t magic, int rank) {
    if (magic >> 16 != 0 || (magic & 0xFF) != static_cast<uint32_t>(rank)) return nullptr;
    switch (magic >> 8) {
    case 0x09: return "int8";
    case 0x0B: return "int16";
    case 0x0C: return "int32";
    case 0x0D: return "float32";
    case 0x0E: return "float64";
    default: return nullptr;
    }
}

std::string hex(uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", value);
    return text;
}

}  // namespace

IdxFile readIdx(const std::string& path, int rank) {
    GzipFile file(path);
    const char* what = rank == 3 ? "images" : "labels";
    const uint32_t magic = 0x00000800u + static_cast<uint32_t>(rank);
    uint8_t header[16];
    const size_t headerBytes = 4 + 4 * static_cast<size_t>(rank);
    const size_t got = file.read(header, headerBytes);
    if (got >= 4 && big32(header) != magic) {
        const uint32_t found = big32(header);
        Message advice("It is no IDX file of {what}; check that the file is the right one.", what);
        if (const char* type = otherIdxType(found, rank))
            advice = Message("It is an IDX file of {type}, and only those of unsigned bytes are read.", type);
        if (rank == 3 && found == 0x801) advice = "This is a labels file under an images file's name.";
        if (rank == 1 && found == 0x803) advice = "This is an images file under a labels file's name.";
        throw Error(path, Message("the magic number {magic} of IDX {what}", hex(magic), what), hex(found), advice);
    }
    if (got < headerBytes)
        throw Error(path, Message("an IDX header of {count} bytes", headerBytes), Message("{count} bytes in all", got),
                    "The file is cut short; copy or download it again.");
    IdxFile idx;
    double total = 1;
    std::string shape;
    for (int i = 0; i < rank; ++i) {
        idx.sizes.push_back(big32(header + 4 + 4 * i));
        total *= static_cast<double>(idx.sizes.back());
        shape += (i ? "×" : "") + std::to_string(idx.sizes.back());
    }
    const bool sane =
        idx.sizes[0] > 0 && total <= 64e9 &&
        (rank == 1 || (idx.sizes[1] > 0 && idx.sizes[2] > 0 && idx.sizes[1] <= 8192 && idx.sizes[2] <= 8192));
    if (!sane)
        throw Error(path, rank == 3 ? "a count and image sizes from 1 to 8192" : "a count above 0", shape,
                    "The file's header is damaged; copy or download it again.");

    const auto expected = static_cast<size_t>(total);
    size_t done = 0;
    while (done < expected) {
        const size_t piece = std::min<size_t>(expected - done, size_t{4} << 20);
        if (idx.bytes.size() < done + piece) idx.bytes.resize(std::min(expected, std::max(done + piece, 2 * done)));
        const size_t read = file.read(idx.bytes.data() + done, piece);
        done += read;
        if (read < piece)
            throw Error(path, Message("{count} bytes of {what}, as its header says ({shape})", expected, what, shape),
                        std::to_string(done), "The file is cut short; copy or download it again.");
    }
    uint8_t extra;
    if (file.read(&extra, 1) != 0)
        throw Error(path, Message("{count} bytes of {what}, as its header says ({shape})", expected, what, shape),
                    "more than that", "The header and the content do not belong together; copy or download it again.");
    return idx;
}

}  // namespace tl
