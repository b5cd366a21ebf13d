// rill/rill.h: everything that needs no third party.
#ifndef RILL_RILL_H
#define RILL_RILL_H

#include <string>  // rill::concat returns one

// First: their refusals then name two headers, and not those of file.h too.
#include "print.h"
#include "scan.h"

#include "error.h"
#include "file.h"
#include "map.h"
#include "number.h"
#include "stream.h"

#endif
