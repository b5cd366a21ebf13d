// Shared by the swept programs: the lines that they write, and their main
// function. A program is started as NAME KIND PATH.
#ifndef RILL_TEST_SYSTEM_PROGRAMS_SWEEPING_H
#define RILL_TEST_SYSTEM_PROGRAMS_SWEEPING_H

#include <rill/print.h>

#include <string_view>

// The lines fill three buffers of this size and a part of a fourth.
constexpr std::size_t swept_buffer = 2048;

void write_lines(auto& out) {
  for (int i = 0; i != 300; ++i) rill::println(out, "line ", i, ' ', i * 0.125);
}

// Calls run(kind, path), which returns the status. Prints an exception on
// standard error.
template <class Run>
int sweep_main(int count, char** words, Run run) {
  if (count < 3) return 99;
  try {
    return run(std::string_view(words[1]), words[2]);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
}

#endif
