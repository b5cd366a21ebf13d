// expect: lock_file(rill::lock_kind::exclusive, time-out)
//
// test/refuse/lock_time_first.cpp: a time-out without the kind of the lock.
#include <rill/file.h>
#include <chrono>

int main() {
  rill::file const f = rill::file::open("f");
  rill::file_lock const held = f.lock_file(std::chrono::seconds(2));
}
