// expect: rill: std::quoted, std::hex and other manipulators are for C++'s
//   streams: write scan(rill::quoted(text)), scan(rill::hex(n))
//
// test/refuse/scan_std_quoted.cpp: std::quoted, which argument-dependent lookup
// finds for a std::string.
#include <rill/scan.h>

#include <iomanip>
#include <string>

using rill::scan;
void f(rill::reader& in, std::string& name) { scan(in, quoted(name)); }
