// test/support/any_calls.h: makes every kind of print call on a writer& whose
// dynamic type is unknown, and returns the text that the calls produce.
#ifndef RILL_TEST_SUPPORT_ANY_CALLS_H
#define RILL_TEST_SUPPORT_ANY_CALLS_H

#include <rill/stream/memory_writer.h>
#include <rill/types.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace rill_test {

struct value_with_hook {
  int value;
  friend void rill_print(auto& out, value_with_hook const& h) {
    out('<', h.value, '>');
  }
};
struct throwing_hook {
  friend void rill_print(auto& out, throwing_hook const&) {
    out("before ");
    throw std::runtime_error("the hook");
  }
};

// Mixes short and long calls, hooks, unformatted bytes between calls, and texts
// longer than a buffer or than one batch of calls.
inline void print_calls(rill::writer& out) {
  for (int i = 0; i < 50; ++i) {
    rill::println(out, i);
    rill::print(out, "i = ", i, ", x = ", i / 8.0, ", ", value_with_hook{i},
                '\n');
    rill::print(out, value_with_hook{-i}, "\n");
    out.write("raw\n", 4);
    out.put('!');
    rill::println(out);
    rill::println(out, std::vector<int>{i, i + 1},
                  std::string(static_cast<std::size_t>(i) * 3, 'x'));
  }
  rill::println(out, std::string(5000, 'y'), value_with_hook{1},
                std::string(70000, 'z'), value_with_hook{2});
}

inline std::string expected_calls() {
  std::string all;
  rill::string_writer out(all);
  print_calls(out);
  out.flush();
  return all;
}

}  // namespace rill_test

#endif
