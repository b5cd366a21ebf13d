// What the swept programs have in common: the lines that they write, and how
// they end. A program is started as NAME KIND PATH.
#ifndef RILL_TEST_SYSTEM_PROGRAMS_SWEEPING_H
#define RILL_TEST_SYSTEM_PROGRAMS_SWEEPING_H

#include <rill/print.h>

#include <string_view>

// Three buffers of this size, and a part of one.
constexpr std::size_t swept_buffer = 2048;

void write_lines(auto& out) {
  for (int i = 0; i != 300; ++i) rill::println(out, "line ", i, ' ', i * 0.125);
}

// `run` returns the status. What is thrown is said on standard error.
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
