// expect: a time-out needs a unit: std::chrono::seconds(2), or
//
// test/refuse/lock_without_unit.cpp: a time-out without a unit.
#include <rill/file.h>

int main() {
  rill::file const f = rill::file::open("f");
  rill::file_lock const held = f.lock_file(rill::lock_kind::shared, 5);
}
