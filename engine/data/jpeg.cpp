// One decompressor a thread, reused: creating it costs as much as decoding a small image.
#include "engine/data/jpeg.h"

#include <csetjmp>
#include <cstdio>
#include <string>

#include <jerror.h>
#include <jpeglib.h>

#include "engine/core/error.h"

namespace tl {
namespace {

struct ErrorState {
    jpeg_error_mgr manager;  // first: libjpeg hands back its address
    std::jmp_buf jump;
    int damage;  // message code of the first warning that means lost data; 0 = none
    char text[JMSG_LENGTH_MAX];
};

void onError(j_common_ptr info) {
    auto* state = reinterpret_cast<ErrorState*>(info->err);
    state->manager.format_message(info, state->text);
    std::longjmp(state->jump, 1);
}

void onMessage(j_common_ptr info, int level) {
    if (level >= 0) return;  // traces
    auto* state = reinterpret_cast<ErrorState*>(info->err);
    const int code = state->manager.msg_code;
    // Odd but whole: header versions and colour marks that many programs get wrong.
    if (code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR || code == JWRN_BOGUS_PROGRESSION) return;
    if (state->damage == 0) {
        state->damage = code;
        state->manager.format_message(info, state->text);
    }
}

class Decompressor {
public:
    Decompressor() {
        info.err = jpeg_std_error(&state.manager);
        state.manager.error_exit = onError;
        state.manager.emit_message = onMessage;
        jpeg_create_decompress(&info);
    }
    ~Decompressor() { jpeg_destroy_decompress(&info); }
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;

    jpeg_decompress_struct info{};
    ErrorState state{};
};

enum class Step { Done, Failed, ForeignColours };

// No object with a destructor may live in these two functions: longjmp would pass it by.
Step readHeader(Decompressor& d, const uint8_t* bytes, size_t size) {
    if (setjmp(d.state.jump)) return Step::Failed;
    jpeg_mem_src(&d.info, bytes, size);
    jpeg_read_header(&d.info, TRUE);
    const auto space = d.info.jpeg_color_space;
    return space == JCS_CMYK || space == JCS_YCCK ? Step::ForeignColours : Step::Done;
}

Step readPixels(Decompressor& d, J_COLOR_SPACE colours, uint8_t* pixels, size_t stride) {
    if (setjmp(d.state.jump)) return Step::Failed;
    d.info.out_color_space = colours;
    jpeg_start_decompress(&d.info);
    while (d.info.output_scanline < d.info.output_height) {
        JSAMPROW rows[16];
        int count = 0;
        for (; count < 16 && d.info.output_scanline + static_cast<JDIMENSION>(count) < d.info.output_height; ++count)
            rows[count] = pixels + stride * (d.info.output_scanline + static_cast<JDIMENSION>(count));
        jpeg_read_scanlines(&d.info, rows, static_cast<JDIMENSION>(count));
    }
    jpeg_finish_decompress(&d.info);
    return Step::Done;
}

Message reason(const ErrorState& state) {
    const int code = state.damage ? state.damage : state.manager.msg_code;
    if (code == JWRN_JPEG_EOF || code == JERR_INPUT_EOF || code == JERR_INPUT_EMPTY)
        return "The JPEG file is cut short: its end is missing.";
    return Message("The JPEG file is corrupt ({reason}).", std::string(state.text));
}

}  // namespace

bool decodeJpeg(std::span<const uint8_t> bytes, int channels, Image& image) {
    thread_local Decompressor d;
    d.state.damage = 0;
    d.state.text[0] = 0;
    Step step = readHeader(d, bytes.data(), bytes.size());
    if (step == Step::Done) {
        image.width = static_cast<int>(d.info.image_width);
        image.height = static_cast<int>(d.info.image_height);
        image.channels = channels;
        const size_t stride = static_cast<size_t>(image.width) * static_cast<size_t>(channels);
        image.pixels.resize(stride * static_cast<size_t>(image.height));
        step = readPixels(d, channels == 1 ? JCS_GRAYSCALE : JCS_RGB, image.pixels.data(), stride);
    }
    if (step != Step::Done) jpeg_abort_decompress(&d.info);
    if (step == Step::ForeignColours) return false;
    if (step == Step::Failed || d.state.damage != 0) throw Error(reason(d.state));
    return true;
}

}  // namespace tl
