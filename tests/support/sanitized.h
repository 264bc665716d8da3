// Whether this build has a sanitizer. Such a one is several times slower and takes memory of its own: there a test
// looks for what the sanitizer reports, and bounds on times and memory are left out.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // GCC; first, for Qt gives it clang's word
#define TENSORLOOM_SANITIZED
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TENSORLOOM_SANITIZED
#endif
#endif

namespace tl::test {

#ifdef TENSORLOOM_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tl::test
