// rill/scan/types.h: everything that is read by its shape.
//
// Floor 5. A part of rill/types.h where rill/scan.h is included, and of that
// where the other is. Tests: test/scan/.
#ifndef RILL_SCAN_TYPES_H
#define RILL_SCAN_TYPES_H

#include "../shape/chooser.h"
#include "aggregate.h"
#include "calendar.h"
#include "container.h"
#include "enumeration.h"
#include "standard.h"
#include "time.h"

#endif
