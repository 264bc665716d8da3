// The small painted controls that several panels share. All read Theme, repaint when it changes, work with the keyboard
// and report themselves to screen readers through their base class (a toggle is a check box, a segment a tool button).
#pragma once

#include "widgets/controls/card.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/folding_row.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/meter.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/controls/search_menu.h"
#include "widgets/controls/section.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/controls/toggle_switch.h"
