// rill/print/types.h: everything that prints by its shape.
//
// Floor 5. A part of rill/types.h. Tests: test/print/.
#ifndef RILL_PRINT_TYPES_H
#define RILL_PRINT_TYPES_H

#include "../shape/chooser.h"
#include "aggregate.h"
#include "container.h"
#include "deref.h"
#include "enumeration.h"
#include "exception.h"
#include "holder.h"
#include "pretty.h"
#include "rows.h"
#include "stack_trace.h"
#include "standard.h"
#include "time.h"
#include "translate.h"

#endif
