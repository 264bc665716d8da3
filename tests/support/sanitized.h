// Whether this build has a sanitizer. Such a one is several times slower and takes memory of its own: there a test
// looks for what the sanitizer reports, and bounds on times and memory are left out.
#pragma once

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TENSORLOOM_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // GCC
#define TENSORLOOM_SANITIZED
#endif

namespace tl::test {

#ifdef TENSORLOOM_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tl::test
