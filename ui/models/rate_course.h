// A run's learning rate as it was set and as a person changed it while it trained, on one line: "0.1 → 0.03 → 0.01".
#pragma once

#include <QString>
#include <vector>

namespace tl {

struct RunMark;

// Empty where nobody changed it. Of many changes the middle is left out.
QString rateCourse(const std::vector<RunMark>& marks);

}  // namespace tl
