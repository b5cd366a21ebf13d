// Runs the fuzz target of parse_float on texts that are changed copies of good
// ones. It traps where the library differs from its oracles.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "../support/float_text.h"

#define LLVMFuzzerTestOneInput rill_fuzz_parse_float
#include "../fuzz/parse_float.cpp"

TEST_CASE("number/parse_float: the fuzz target on changed texts") {
  std::mt19937_64 engine(21);
  char const letters[] = "0123456789..eE+-xXpPnNaAiIfF()_ \n,";
  for (int i = 0; i != 20000; ++i) {
    std::string text = rill_test::any_decimal(engine);
    if (i % 5 == 0) text = "0x" + text;
    if (i % 7 == 0) text += rill_test::any_decimal(engine);
    for (auto j = engine() % 3; j != 0; --j) {
      std::uniform_int_distribution<std::size_t> place(0, text.size());
      std::size_t const at = place(engine);
      char const c = letters[engine() % (sizeof letters - 1)];
      if (engine() % 2 && at != text.size())
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    CHECK(rill_fuzz_parse_float(
              reinterpret_cast<unsigned char const*>(text.data()),
              text.size()) == 0);
  }
}
