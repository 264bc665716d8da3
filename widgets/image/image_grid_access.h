// The grid as a screen reader walks it: a list whose items are the images, each with its name, its class and its size.
// Items exist while somebody looks at them, since there may be millions.
#pragma once

namespace tl {

void installImageGridAccess();  // once; cheap after the first call

}  // namespace tl
