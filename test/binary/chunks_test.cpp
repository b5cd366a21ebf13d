// test/binary/chunks_test.cpp: binary data has one outcome in memory and in
// chunks of every size: the same value, or the same code and sentence.
// covers: binary/source.h, binary/range.h
#include <doctest/doctest.h>
#include <rill/binary.h>
#include <rill/print.h>
#include <rill/records.h>
#include <rill/types.h>

#include <array>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <valarray>
#include <variant>
#include <vector>

#include "../support/chunked.h"

namespace {

struct point {
  unsigned char x = 0;
  int y = 0;
};
struct entry {
  std::string name;
  std::vector<point> points;
  std::optional<short> paint;
};
RILL_FIELDS(entry, points, name, paint)
struct tree {
  std::u16string name;
  std::vector<tree> children;
};
using lists = std::tuple<std::vector<int>, std::vector<std::vector<short>>,
                         std::list<std::string>, std::forward_list<char>,
                         std::valarray<float>, std::vector<bool>>;
using keyed = std::tuple<std::map<std::string, std::vector<point>>,
                         std::set<short>, std::array<std::string, 2>>;

constexpr rill::binary_limits limits{20, 1 << 12, false};

template <class T, class F>
std::string outcome(rill::reader& in, F format) {
  auto const read = rill::try_read_binary<T>(in, format, limits);
  return read ? rill::to_bytes(*read, format) : rill_test::told(read.error());
}

// Checks the bytes of a value, each of their beginnings and some mutations.
template <class T, class F>
void check(T const& value, F format) {
  std::string const bytes = rill::to_bytes(value, format);
  std::mt19937 engine(29);
  for (std::size_t i = 0; i <= bytes.size() + 200; ++i) {
    std::string changed = bytes.substr(0, i);
    if (i > bytes.size()) {
      std::size_t const at = engine() % bytes.size();
      char const letters[] = "\x01\x02\x03\x07\x20\x7f\x80\xff";
      changed[at] = letters[engine() % (sizeof letters - 1)];
      if (i % 5 == 0) changed.erase(engine() % changed.size(), 1);
    }
    auto const differs = rill_test::find_chunk_difference(
        changed, [&](rill::reader& in) { return outcome<T>(in, format); });
    CHECK(!differs);
    // A text in memory names no source.
    rill::memory_reader all(changed.data(), changed.size());
    std::string const whole =
        rill_test::told(rill::try_read_binary<T>(all, format, limits).error());
    rill_test::chunked_reader few(changed, 3, 16);
    std::string cut =
        rill_test::told(rill::try_read_binary<T>(few, format, limits).error());
    if (std::size_t const name = cut.find(" text: "); name != cut.npos)
      cut.replace(name, 7, ": ");
    CHECK(cut == whole);
  }
}

template <class T>
void check_both(T const& value) {
  check(value, rill::binary_compact);
  check(value, rill::binary_tagged);
}

}  // namespace

TEST_CASE("binary/source: data says the same in every chunking") {
  check_both(entry{"a name", {{1, 2}, {3, 4}}, 5});
  check_both(tree{u"top", {{u"left", {{u"leaf", {}}}}, {u"right", {}}}});
  check_both(lists{{1, 2, 3},
                   {{4}, {5, 6}},
                   {"a", "bcd"},
                   {'x', 'y'},
                   {1.5f, 2.5f},
                   {true, false, true}});
  check_both(keyed{{{"k", {{1, 2}}}, {"long key", {}}}, {1, 2, 3}, {"a", "b"}});
  check_both(std::vector<std::variant<int, std::string>>{1, "text", 2});
}
