// rill/iostream.h: printing to std::ostream and scanning from std::istream.
// The door to the C++ library's streams in interop/.
//
//     rill::println(std::cout, "n = ", 42);
#ifndef RILL_IOSTREAM_H
#define RILL_IOSTREAM_H

#include <iostream>  // std::cin, std::cout

#include "interop/insertion.h"
#include "interop/istream_source.h"
#include "interop/ostream_sink.h"
#include "interop/via_ostream.h"
#include "print.h"
#include "scan.h"

#endif
