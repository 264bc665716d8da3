// Content goes before the name, which may be anything.
#include "engine/data/file_kind.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/file_bytes.h"
#include "engine/data/image_file.h"

namespace tl {
namespace {

constexpr size_t kHead = 4096;

struct Magic {
    size_t at;
    std::string_view bytes;
    const char* what;
};
using namespace std::string_view_literals;
const Magic kMagics[] = {
    {0, "\x89HDF\r\n"sv, "an HDF5 file (weights of Keras, or arrays)"},
    {0, "%PDF"sv, "a PDF document"},
    {0,
     "\x7F"
     "ELF"sv,
     "a program"},
    {0, "SQLite format 3"sv, "an SQLite database"},
    {0, "\x1F\x8B"sv, "a gzip archive"},
    {0, "BZh"sv, "a bzip2 archive"},
    {0,
     "\xFD"
     "7zXZ"sv,
     "an xz archive"},
    {0, "7z\xBC\xAF"sv, "a 7z archive"},
    {0, "\x28\xB5\x2F\xFD"sv, "a Zstandard archive"},
    {0, "Rar!"sv, "a RAR archive"},
    {257, "ustar"sv, "a tar archive"},
    {0, "\x93NUMPY"sv, "a NumPy array"},
    {0, "PAR1"sv, "a Parquet file"},
    {0, "ARROW1"sv, "an Arrow file"},
    {0, "OggS"sv, "a sound or film (Ogg)"},
    {0, "fLaC"sv, "a sound (FLAC)"},
    {0, "ID3"sv, "a sound (MP3)"},
    {8, "WAVE"sv, "a sound (WAV)"},
    {4, "ftyp"sv, "a film or picture (MPEG-4, HEIC or AVIF)"},
    {0, "\x1A\x45\xDF\xA3"sv, "a film (Matroska)"},
    {0, "\x80\x02"sv, "a Python pickle"},
    {0, "\x80\x03"sv, "a Python pickle"},
    {0, "\x80\x04"sv, "a Python pickle"},
    {0, "\x80\x05"sv, "a Python pickle"},
};

struct Ending {
    std::string_view ending;
    const char* what;
};
const Ending kTexts[] = {
    {".py", "a Python script"}, {".ipynb", "a Jupyter notebook"},
    {".sh", "a shell script"},  {".r", "an R script"},
    {".m", "a MATLAB script"},  {".js", "a JavaScript file"},
    {".c", "source code"},      {".cpp", "source code"},
    {".h", "source code"},      {".cu", "source code"},
    {".java", "source code"},   {".rs", "source code"},
    {".html", "a web page"},    {".htm", "a web page"},
    {".xml", "an XML file"},    {".svg", "a drawing (SVG)"},
    {".yaml", "a YAML file"},   {".yml", "a YAML file"},
    {".toml", "a TOML file"},   {".ini", "a settings file"},
    {".log", "a log"},          {".md", "a text (Markdown)"},
    {".rst", "a text"},         {".pbtxt", "a protobuf text"},
    {".tex", "a text (LaTeX)"}, {".jsonl", "JSON lines"},
    {".json", "a JSON file"},
};
const Ending kBinaries[] = {
    {".onnx", "an ONNX model"},     {".pb", "a TensorFlow graph"}, {".tflite", "a TensorFlow Lite model"},
    {".pt", "a PyTorch file"},      {".pth", "a PyTorch file"},    {".ckpt", "a checkpoint of another program"},
    {".xlsx", "an Excel workbook"}, {".keras", "a Keras model"},   {".zip", "a ZIP archive"},
    {".mat", "a MATLAB file"}};

bool looksLikeText(std::string_view head) {
    // A character cut by the end of what was read does no harm.
    for (size_t i = 0; i < head.size();) {
        const auto c = static_cast<unsigned char>(head[i]);
        const size_t length = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0;
        if (length == 0 || (c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f')) return false;
        for (size_t k = 1; k < length && i + k < head.size(); ++k)
            if ((static_cast<unsigned char>(head[i + k]) & 0xC0) != 0x80) return false;
        i += length;
    }
    return true;
}

template <size_t N>
const char* byEnding(const Ending (&all)[N], const std::string& name) {
    for (const auto& [ending, what] : all)
        if (name.size() > ending.size() && std::string_view(name).substr(name.size() - ending.size()) == ending)
            return what;
    return nullptr;
}

FileDescription ofText(std::string_view head, const std::string& name) {
    const size_t begin = head.find_first_not_of(" \t\r\n");
    if (begin != std::string_view::npos && head[begin] == '{' && head.find("\"tensorloom") != std::string_view::npos &&
        head.find("\"format\"") != std::string_view::npos)
        return {FileKind::Project, "a Tensorloom project"};
    if (const char* what = byEnding(kTexts, name)) return {FileKind::Other, what};
    if (head.substr(0, 2) == "#!") return {FileKind::Other, "a script"};
    if (begin != std::string_view::npos && head[begin] == '{') return {FileKind::Other, "a JSON file"};
    if (begin != std::string_view::npos && head[begin] == '<') return {FileKind::Other, "an XML or HTML file"};
    return {FileKind::Text, "a text"};
}

const char* nameOf(ImageFormat format) {
    switch (format) {
    case ImageFormat::Jpeg: return "JPEG";
    case ImageFormat::Png: return "PNG";
    case ImageFormat::Bmp: return "BMP";
    case ImageFormat::Gif: return "GIF";
    case ImageFormat::WebP: return "WebP";
    case ImageFormat::Tiff: return "TIFF";
    case ImageFormat::None:
    case ImageFormat::Unsupported: break;
    }
    return nullptr;
}

FileDescription ofContent(const FileEnds& ends, const std::string& fileName) {
    const std::string name = lowerCase(fileName);
    const std::string_view head(reinterpret_cast<const char*>(ends.head.data()), std::min(ends.head.size(), kHead));
    if (head.empty()) return {FileKind::Other, "an empty file"};
    uint64_t length = 0;
    std::memcpy(&length, head.data(), std::min<size_t>(head.size(), 8));
    if (head.size() > 9 && head[8] == '{' && length > 1 && length <= ends.size - 8)
        return {FileKind::Checkpoint, "a checkpoint (safetensors)"};
    const ImageInfo image = inspectImage(ends.head, ends.tail(), ends.size);
    if (const char* format = nameOf(image.format)) return {FileKind::Image, Message("an image ({format})", format)};
    const bool idx = name.find("-ubyte") != std::string::npos;
    if (idx || name.find("data_batch_") == 0 || name == "test_batch.bin")
        return {FileKind::PartOfData, idx ? "an IDX file, as MNIST's" : "a batch of CIFAR-10"};
    for (const Magic& magic : kMagics)
        if (head.size() >= magic.at + magic.bytes.size() && head.substr(magic.at, magic.bytes.size()) == magic.bytes)
            return {FileKind::Other, magic.what};
    if (looksLikeText(head)) return ofText(head, name);
    if (const char* what = byEnding(kBinaries, name)) return {FileKind::Other, what};
    if (head.substr(0, 4) == "PK\3\4") return {FileKind::Other, "a ZIP archive"};
    return {FileKind::Other, "a file of a kind that is not known here"};
}

}  // namespace

FileDescription describeFile(const std::string& path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    switch (status.type()) {
    case std::filesystem::file_type::not_found: return {FileKind::Other, "nothing at that path"};
    case std::filesystem::file_type::directory: return {FileKind::Other, "a folder"};
    case std::filesystem::file_type::fifo: return {FileKind::Other, "a named pipe"};
    case std::filesystem::file_type::socket: return {FileKind::Other, "a socket"};
    case std::filesystem::file_type::character:
    case std::filesystem::file_type::block: return {FileKind::Other, "a device"};
    default: break;
    }
    try {
        FileEnds ends;
        readFileEnds(path, kHead, 16, ends);
        return ofContent(ends, std::filesystem::path(path).filename().string());
    } catch (const Error&) {
        return {FileKind::Other, "a file that cannot be read"};
    }
}

}  // namespace tl
