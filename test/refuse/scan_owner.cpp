// expect: rill: an owner is not scanned into: make the object first, and
//   scan(*p)
//
// test/refuse/scan_owner.cpp: a std::unique_ptr as a target.
#include <rill/scan.h>
#include <rill/types.h>

#include <memory>

int main() {
  auto const p = std::make_unique<int>();
  rill::scan(p);
}
