// peer: iostream
// row: cout_line | eight | std::cout << a std::string, synchronised with stdio
// row: osyncstream | eight | std::osyncstream(std::cout) << the pieces
// row: osyncstream_ofstream | eight | std::osyncstream(ofstream) << the pieces
#include <fstream>
#include <iostream>
#include <string>
#include <syncstream>

#include "threads.h"

[[gnu::noinline]] static uint64_t cout_row(race::job const& j) {
  race::redirect_stdout(j.output);
  race::in_threads(j, [](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      std::cout << "thread " + std::to_string(thread) + " line " +
                       std::to_string(i) + " of the race\n";
  });
  std::cout.flush();
  return 0;
}

static void print_to(race::job const& j, std::ostream& out) {
  race::in_threads(j, [&](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      std::osyncstream(out)
          << "thread " << thread << " line " << i << " of the race\n";
  });
  out.flush();
}

[[gnu::noinline]] static uint64_t osyncstream_row(race::job const& j) {
  race::redirect_stdout(j.output);
  print_to(j, std::cout);
  return 0;
}
[[gnu::noinline]] static uint64_t osyncstream_ofstream_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  print_to(j, out);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"cout_line", cout_row},
                            {"osyncstream", osyncstream_row},
                            {"osyncstream_ofstream", osyncstream_ofstream_row}};
  return race::main(argc, argv, rows);
}
