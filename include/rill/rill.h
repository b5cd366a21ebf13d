// rill/rill.h: everything that needs no third party.
#ifndef RILL_RILL_H
#define RILL_RILL_H

#include <string>  // rill::concat returns one

#include "error.h"
#include "file.h"
#include "number.h"
#include "print.h"
#include "scan.h"
#include "stream.h"

#endif
