// Whether this build's times mean anything. One with a sanitizer is several times slower: there a test looks for what
// the sanitizer reports, and bounds on times are left out.
#pragma once

namespace tl::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kTimed = false;
#else
inline constexpr bool kTimed = true;
#endif

}  // namespace tl::test
