// peer: fast_io
// row: wfilebuf_io_observer | wide | println(wfilebuf_io_observer of a
//   wofstream, i)
#include <fast_io.h>
#include <fast_io_legacy.h>

#include <fstream>

#include "../contender.h"

[[gnu::noinline]] static uint64_t observer_row(race::job const& j) {
  std::wofstream out(j.output, std::ios::binary);
  fast_io::wfilebuf_io_observer observer{out.rdbuf()};
  for (size_t i = 0; i < j.count; ++i) fast_io::io::println(observer, i);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"wfilebuf_io_observer", observer_row}};
  return race::main(argc, argv, rows);
}
