// expect: rill: this type has an operator<<: rill::via_ostream(x) of
//   <rill/iostream.h> prints it, or a friend rill_print does
//
// test/refuse/enumeration_insertion.cpp: an enumeration with an operator<<.
#include <rill/print.h>

#include <ostream>

enum class light { red, green };
std::ostream& operator<<(std::ostream& out, light l) {
  return out << (l == light::red ? "red" : "green");
}
int main() { rill::println(light::red); }
