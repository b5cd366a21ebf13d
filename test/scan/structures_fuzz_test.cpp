// test/scan/structures_fuzz_test.cpp: runs the fuzz target of structures on
// texts that are changed copies of good ones.
#include <doctest/doctest.h>

#include <random>
#include <string>

#define LLVMFuzzerTestOneInput rill_fuzz_scan_structures
#include "../fuzz/scan_structures.cpp"

TEST_CASE("scan/structures: the fuzz target on changed texts") {
  std::string const good[] = {
      "[[1, 2], [], [3]]",
      "{\"a\": [(1, 'x'), (2, '\\n')], \"b\\\"\": []}",
      "(none, {\"a\", \"b\"}, true)",
      "tree{red, [tree{blue, []}, tree{color(7), []}]}",
      "[point{1, \"x\"}, point{2, none}]",
      "[[[], []], [[]]]",
      "fields{number: 1.5, all: {\"a\": ['x', '\\xff']}}",
      "[\"\\u{1f600}\\u{d800}\", \"x\"]",
      "[1+2i, nan-infi]",
      "{read|write: 010101010, run: 111111111}",
      "[1.5, inf, 3]",
      "['x', '\\u{20ac}', '\u20ac']",
      "[[0x00, 0xff], []]",
      "{1: \"a\", 1: \"b\"}"};
  char const letters[] = "[]{}()<>,:|\"'\\ \n019-+.eixnu";
  std::mt19937_64 engine(21);
  for (unsigned i = 0; i != 6000; ++i) {
    std::string text = good[i % 14];
    for (auto j = engine() % 4; j != 0; --j) {
      std::uniform_int_distribution<std::size_t> place(0, text.size());
      std::size_t const at = place(engine);
      char const c = letters[engine() % (sizeof letters - 1)];
      if (engine() % 3 == 0)
        text.resize(at);
      else if (engine() % 2 && at != text.size())
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    text.insert(0, 1, static_cast<char>(i % 14));
    CHECK(rill_fuzz_scan_structures(
              reinterpret_cast<unsigned char const*>(text.data()),
              text.size()) == 0);
  }
}
