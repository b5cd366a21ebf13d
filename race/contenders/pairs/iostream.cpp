// peer: iostream
// row: endl | short long* | cin >> a >> b, cout << larger << endl
// row: newline | short long* | cin >> a >> b, cout << larger << '\n'
// row: newline_untied | short+ long+ | the same, not synchronised, not tied
#include <iostream>

#include "../contender.h"

template <class End>
static uint64_t run(End end) {
  uint32_t count = 0;
  std::cin >> count;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t a = 0, b = 0;
    std::cin >> a >> b;
    std::cout << (a > b ? a : b);
    end();
  }
  std::cout.flush();
  return 0;
}

[[gnu::noinline]] static uint64_t endl_row(race::job const&) {
  return run([] { std::cout << std::endl; });
}

[[gnu::noinline]] static uint64_t newline_row(race::job const&) {
  return run([] { std::cout << '\n'; });
}

[[gnu::noinline]] static uint64_t untied_row(race::job const&) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  return run([] { std::cout << '\n'; });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"endl", endl_row},
                            {"newline", newline_row},
                            {"newline_untied", untied_row}};
  return race::main(argc, argv, rows);
}
