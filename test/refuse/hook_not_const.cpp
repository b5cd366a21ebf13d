// expect: rill: this type has a rill_print that does not take it: the second
//   argument of a hook is a Type const&
//
// test/refuse/hook_not_const.cpp: a hook that could change an enumeration.
#include <rill/print.h>

namespace traffic {
enum class light { red, green };
void rill_print(rill::writer& out, light& l) {
  rill::print(out, l == light::red ? 1 : 2);
}
}  // namespace traffic
int main() { rill::print(traffic::light::red); }
