// test/print/allocation_test.cpp: each allocation of a print fails in turn:
// strings get all or nothing, and nothing leaks.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/rill.h>

#include <map>
#include <string>
#include <vector>

#include "support/failing_memory.h"

using rill_test::sweep_memory;

namespace {

std::string const word = "a-word-that-is-longer-than-any-small-string-is";

struct target {
  std::string to = "before " + word;
};

// append() and concat() give the whole text or leave the string unchanged.
template <class... Arguments>
void sweep_append(Arguments const&... arguments) {
  sweep_memory([] { return target(); },
               [&](target& t) { rill::append(t.to, arguments...); },
               [](target& t) { return t.to; },
               [](target& t) { CHECK(t.to == target().to); });
  sweep_memory([] { return target(); },
               [&](target& t) { t.to = rill::concat(arguments...); },
               [](target& t) { return t.to; },
               [](target& t) { CHECK(t.to == target().to); });
}

}  // namespace

TEST_CASE("print/allocation: strings get all or nothing") {
  std::string const text(5000, 'x');
  std::vector<std::string> const list(20, word);
  std::map<std::string, std::vector<int>> const map{{word, {1, 2, 3}},
                                                    {"b", {}}};
  sweep_append(text);
  sweep_append(word, 1, ' ', 2.5, word, word, word);
  sweep_append(list, map);
  sweep_append(rill::right(list, 3000), rill::quoted(text));
  sweep_append(rill::pretty(map), rill::join(list, ", "));
  sweep_append(rill::escaped(text, rill::escape_set::json), U"text", u"text");
  sweep_append(rill::columns(std::vector<std::vector<std::string>>(3, list)));
  sweep_append(rill::csv_row(word, "a\"b", 2), rill::fixed(1e300, 2000));
  sweep_append(rill::hexdump(text), rill::grouped(123456789));
}

TEST_CASE("print/allocation: of a string_writer what was accepted stays") {
  struct state {
    std::string to;
  };
  sweep_memory(
      rill_test::failing::once, [] { return state(); },
      [](state& s) {
        s.to.clear();
        rill::string_writer out(s.to);
        for (int i = 0; i != 100; ++i) rill::print(out, word, i);
        out.flush();
      },
      [](state& s) { return s.to; });
}

TEST_CASE("print/allocation: a piece without memory is left out") {
  // right() formats into a scratch buffer that may need memory; the writer
  // behind it needs none.
  std::vector<std::string> const list(100, word);
  struct state {
    char block[10000];
    std::size_t size = 0;
  };
  sweep_memory([] { return state(); },
               [&](state& s) {
                 rill::memory_writer out(s.block);
                 rill::println(out, rill::right(list, 6000));
                 s.size = out.size();
               },
               [](state& s) { return std::string(s.block, s.size); });
}
