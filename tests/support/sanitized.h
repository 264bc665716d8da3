// Whether this build has a sanitizer. Such a one is several times slower and takes memory of its own: there a test
// looks for what the sanitizer reports, and bounds on times and memory are left out.
#pragma once

namespace tl::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tl::test
