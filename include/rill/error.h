// rill/error.h: rill::error, rill::result, and what happens to output that
// is lost in a destructor. The door to os/error.h.
#ifndef RILL_ERROR_H
#define RILL_ERROR_H

#include "os/error.h"
#include "os/scan_sentence.h"
#include "stream/lost_output.h"

#endif
