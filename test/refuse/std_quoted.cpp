// expect: rill: std::quoted is for C++'s streams: write rill::quoted(text)
//
// test/refuse/std_quoted.cpp: std::quoted, which a call of quoted()
// selects under both using-directives.
#include <rill/print.h>

#include <iomanip>
#include <string>

using namespace std;
using namespace rill;
void f(std::string const& name) { println(quoted(name)); }
