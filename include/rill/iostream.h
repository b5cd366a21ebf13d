// rill/iostream.h: printing to std::ostream. The door to interop/.
//
//     rill::println(std::cout, "n = ", 42);
#ifndef RILL_IOSTREAM_H
#define RILL_IOSTREAM_H

#include "interop/ostream_sink.h"
#include "print.h"

#endif
