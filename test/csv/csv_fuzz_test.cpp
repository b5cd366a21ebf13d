// test/csv/csv_fuzz_test.cpp: the fuzz target of tables, with texts that are
// mutated from well-formed ones.
#include <doctest/doctest.h>

#include <random>
#include <string>

#define LLVMFuzzerTestOneInput rill_fuzz_scan_csv
#include "../fuzz/scan_csv.cpp"

TEST_CASE("csv/table: the fuzz target on changed tables") {
  std::string const good[] = {"1,-22,333333333\n",       "7,1.25,bob\r\n",
                              "a,\"b, \"\"c\"\"\n\",\n", "12,\n",
                              "1e3,255,-32768,nan\n",    "0.1,-1e-300\n",
                              "text,1.5,true\n",         "1,\"2\",x\n"};
  char const letters[] = ",;\"'\n\r 0129-+.eix\t";
  std::mt19937_64 engine(22);
  for (unsigned i = 0; i != 6000; ++i) {
    std::string text;
    for (int row = 0; row != 20; ++row) text += good[i % 8];
    if (i & 64) text.insert(0, "b,a\n");
    for (auto j = engine() % 4; j != 0; --j) {
      std::uniform_int_distribution<std::size_t> place(0, text.size());
      std::size_t const at = place(engine);
      char const c = letters[engine() % (sizeof letters - 1)];
      if (engine() % 8 == 0)
        text.resize(at);
      else if (engine() % 2 && at != text.size())
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    text.insert(0, 1, static_cast<char>(i % 8 + (i & 64) + (i & 128)));
    CHECK(
        rill_fuzz_scan_csv(reinterpret_cast<unsigned char const*>(text.data()),
                           text.size()) == 0);
  }
}
