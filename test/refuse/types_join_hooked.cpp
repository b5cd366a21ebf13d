// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_join_hooked.cpp: join prints the entries of a map,
// which need <rill/types.h>, even if the map has a hook.
#include <rill/print.h>

struct entry {
  int first;
  int second;
  friend void rill_print(auto& out, entry const& e) { out(e.first); }
};
struct table {
  using mapped_type = int;
  entry entries[2];
  entry const* begin() const { return entries; }
  entry const* end() const { return entries + 2; }
  friend void rill_print(auto& out, table const& t) { out(t.entries[0]); }
};
int main() { rill::println(rill::join(table(), ", ")); }
