// expect: rill: text is read by from_bytes, or as rill::from(text)
// max-lines: 22
//
// test/refuse/binary_source_text.cpp: a text as a source without rill::from.
#include <rill/binary.h>

#include <string>

int f(std::string const& bytes) { return rill::read_binary<int>(bytes); }
