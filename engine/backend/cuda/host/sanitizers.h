// Whether a sanitizer watches this build, and what it is told of memory that must not be touched.
#pragma once

#include <cstddef>

#ifndef __has_feature
#define __has_feature(name) 0  // GCC says it by macros of its own
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define TL_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define TL_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace tl::cuda {

#ifdef TL_ASAN
inline constexpr bool kWatched = true;  // every byte that is read or written
#else
inline constexpr bool kWatched = false;
#endif

inline void forbid([[maybe_unused]] const void* address, [[maybe_unused]] size_t bytes) {
#ifdef TL_ASAN
    __asan_poison_memory_region(address, bytes);
#endif
}

inline void permit([[maybe_unused]] const void* address, [[maybe_unused]] size_t bytes) {
#ifdef TL_ASAN
    __asan_unpoison_memory_region(address, bytes);
#endif
}

}  // namespace tl::cuda
