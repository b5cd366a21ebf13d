// expect: rill: an enumeration without a fixed underlying type has no values but those between its names: write `enum name : int`, or name them by RILL_ENUM
// max-lines: 22
//
// test/refuse/binary_unfixed_enumeration.cpp: an enumeration without a
// fixed underlying type is read.
#include <rill/binary.h>

#include <string>

enum color { red, green };

color f(std::string const& bytes) { return rill::from_bytes<color>(bytes); }
