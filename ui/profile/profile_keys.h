// Names that the Profile panel's files share: of its jobs, and of what it keeps in the settings.
#pragma once

namespace tl::profile {

inline constexpr const char *kLook = "profile.look", *kCount = "profile.count", *kLimits = "profile.limits",
                            *kMemory = "profile.memory";
inline constexpr const char *kSteps = "profile/steps", *kTab = "profile/tab", *kFlops = "profile/flops",
                            *kFlops16 = "profile/flops16", *kBandwidth = "profile/bandwidth", *kSplit = "profile/split";
inline constexpr int kPause = 120;  // ms between a change of the area and a look at it

}  // namespace tl::profile
