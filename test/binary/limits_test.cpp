// test/binary/limits_test.cpp: the limits that hostile data meets (depth and
// memory), and the texts of errors.
// covers: binary/source.h, binary/failure.h
#include <rill/file.h>
#include <rill/types.h>

#include <array>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <valarray>
#include <vector>

#include "../support/binary.h"
#include "../support/failing_memory.h"
#include "../support/files.h"

using rill::binary_compact;
using rill::binary_limits;
using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::from_device;
using rill_test::problem_of;
using rill_test::scripted_reader;
using rill_test::words_of;

namespace {

struct chain {
  std::unique_ptr<chain> next;
};
struct tree {
  std::vector<tree> trees;
};
class hooked {
 public:
  std::vector<hooked> inside;
  friend void rill_binary(auto& io, hooked& x) { io(x.inside); }
};

chain chain_of(int links) {
  chain made;
  for (; links != 0; --links) {
    auto next = std::make_unique<chain>(static_cast<chain&&>(made));
    made = chain{};
    made.next = static_cast<std::unique_ptr<chain>&&>(next);
  }
  return made;
}
template <class T>
T nested(int levels) {
  T made;
  for (; levels != 0; --levels) {
    T outer;
    if constexpr (std::is_same_v<T, tree>)
      outer.trees.push_back(static_cast<T&&>(made));
    else
      outer.inside.push_back(static_cast<T&&>(made));
    made = static_cast<T&&>(outer);
  }
  return made;
}
std::string repeated(int count, std::string_view part) {
  std::string all;
  for (; count != 0; --count) all += part;
  return all;
}

// `most` levels are written and read; one level more is not written, and a
// smaller limit refuses to read them.
template <class T, class Make>
void check_depth(int most, Make make) {
  auto const check = [&](auto format) {
    std::string const bytes = rill::to_bytes(make(most), format);
    CHECK(words_of(from_block<T>(bytes, format)) == "no error");
    CHECK(words_of(from_device<T>(bytes, format)) == "no error");
    CHECK_THROWS_WITH_AS((void)rill::to_bytes(make(most + 1), format),
                         "write binary: nested too deep", rill::error);
    binary_limits one_less;
    one_less.depth = 99;
    CHECK(problem_of(from_block<T>(bytes, format, one_less)) ==
          binary_problem::too_deep);
    one_less.depth = 0;
    CHECK(problem_of(from_block<T>(bytes, format, one_less)) ==
          binary_problem::too_deep);
  };
  check(binary_compact);
  check(binary_tagged);
}

}  // namespace

TEST_CASE("binary/limits: 100 levels, one way and the other") {
  check_depth<chain>(100, chain_of);
  check_depth<tree>(99, nested<tree>);      // the innermost is empty
  check_depth<hooked>(49, nested<hooked>);  // a hook and a vector each
  binary_limits more;
  more.depth = 1000;
  std::string const bytes = repeated(1000, "\1") + '\0';
  CHECK(words_of(from_block<chain>(bytes, binary_compact, more)) == "no error");
  std::string const words = words_of(from_block<chain>(bytes, binary_compact));
  CHECK(words.find("nested deeper than the limit of 100, at byte 101") !=
        std::string::npos);
  CHECK(problem_of(from_device<tree>(bytes, binary_compact)) ==
        binary_problem::too_deep);
  CHECK(problem_of(from_block<hooked>(bytes, binary_compact)) ==
        binary_problem::too_deep);
}

TEST_CASE("binary/limits: leaves of a fixed size are no level") {
  struct leaf {
    std::vector<leaf> leaves;
    std::vector<bool> bits = {true};
    std::vector<int> numbers = {1};
    std::array<wchar_t, 2> units = {L'a', L'b'};
  };
  leaf made;
  for (int i = 0; i != 99; ++i) {
    leaf outer;
    outer.leaves.push_back(static_cast<leaf&&>(made));
    made = static_cast<leaf&&>(outer);
  }
  std::string const bytes = rill::to_bytes(made);
  CHECK(words_of(from_block<leaf>(bytes, binary_compact)) == "no error");
}

TEST_CASE("binary/limits: groups and lists that are skipped are levels") {
  auto const of = [](std::string const& part, int count,
                     std::string const& end) {
    std::string const bytes =
        repeated(count, part) + end +
        repeated(part.size() == 1 ? count : 0, std::string_view("\0", 1));
    auto const there =
        problem_of(from_block<std::tuple<>>(bytes + '\0', binary_tagged));
    CHECK(problem_of(from_device<std::tuple<>>(bytes + '\0', binary_tagged)) ==
          there);
    return there;
  };
  // The first group is the tuple itself; the following ones are skipped.
  CHECK(of("\x0e", 101, std::string(1, '\0').substr(1)) ==
        binary_problem::none);
  CHECK(of("\x0e", 102, "") == binary_problem::too_deep);
  CHECK(of("\x0e", 1'000'000, "") == binary_problem::too_deep);
  // Each list holds one list; the tag of the first list precedes them.
  std::string const list = "\1\7";
  auto const lists = [&](int count) {
    std::string const bytes =
        "\x0e\x0f" + repeated(count, list) + bytes_of("00 00 00 00");
    return problem_of(from_block<std::tuple<>>(bytes, binary_tagged));
  };
  CHECK(lists(99) == binary_problem::none);
  CHECK(lists(100) == binary_problem::too_deep);
  CHECK(lists(1'000'000) == binary_problem::too_deep);
}

namespace {

// Reads data whose count is larger than the data. Returns the problem, and
// checks that fewer than 500,000 bytes are allocated.
template <class T, class F>
binary_problem short_of(std::string const& bytes, F format, bool from_memory) {
  scripted_reader in(bytes, 16);
  rill_test::block const exact(bytes);
  auto const before = rill_test::requested_bytes;
  auto const problem =
      from_memory ? problem_of(rill::try_from_bytes<T>(exact.view(), format))
                  : problem_of(rill::try_read_binary<T>(in, format));
  auto const asked = rill_test::requested_bytes - before;
  CHECK(asked < 500'000);
  return problem;
}

struct no_bytes {
  bool operator==(no_bytes const&) const = default;
  auto operator<=>(no_bytes const&) const = default;
};

template <class T>
void check_counts(std::string_view wire) {
  struct {
    char const* count;
    binary_problem problem;
  } const rows[] = {
      // 2^20, 2^32, 2^63, 2^64 - 2.
      {"80 80 40", binary_problem::too_long},
      {"80 80 80 80 10", binary_problem::too_much_memory},
      {"80 80 80 80 80 80 80 80 80 01", binary_problem::too_much_memory},
      {"fe ff ff ff ff ff ff ff ff 01", binary_problem::too_much_memory},
  };
  for (auto const& row : rows) {
    CAPTURE(std::string(row.count));
    CAPTURE(wire);
    std::string const count = bytes_of(row.count);
    // Valid elements, of which the last one is cut.
    std::string const compact = count + bytes_of("01 00 00 00 00 01 00 01");
    CHECK(short_of<T>(compact, binary_compact, true) == row.problem);
    CHECK(short_of<T>(compact, binary_compact, false) == row.problem);
    std::string const tagged =
        bytes_of(wire.substr(0, 2)) + count + bytes_of(wire.substr(2)) +
        bytes_of(wire == "0f 06" ? "0a 01 00 00 00 00 00 0a"
                                 : "01 00 00 00 00 01 00 01");
    CHECK(short_of<T>(tagged, binary_tagged, true) == row.problem);
    CHECK(short_of<T>(tagged, binary_tagged, false) == row.problem);
  }
}

}  // namespace

TEST_CASE("binary/limits: counts that lie cost nothing") {
  if (!rill_test::can_fail_memory()) return;
  check_counts<std::string>("0d");
  check_counts<std::vector<char>>("0f 00");
  check_counts<std::vector<int>>("0f 02");
  check_counts<std::vector<bool>>("0f 00");
  check_counts<std::vector<std::string>>("0f 05");
  check_counts<std::vector<std::vector<int>>>("0f 07");
  check_counts<std::deque<int>>("0f 02");
  check_counts<std::list<int>>("0f 02");
  check_counts<std::forward_list<int>>("0f 02");
  check_counts<std::set<int>>("0f 02");
  check_counts<std::map<int, int>>("0f 06");
  check_counts<std::u16string>("0d");
  check_counts<std::filesystem::path>("0d");
  check_counts<std::vector<std::optional<int>>>("0f 06");
}

TEST_CASE("binary/limits: elements of no bytes cost memory, and are limited") {
  // The size of the data does not limit their number.
  binary_limits small;
  small.memory = 1000;
  auto const of = [&](std::string_view count) {
    return problem_of(from_block<std::vector<no_bytes>>(bytes_of(count),
                                                        binary_compact, small));
  };
  CHECK(of("e8 07") == binary_problem::none);
  CHECK(of("e9 07") == binary_problem::too_much_memory);
  CHECK(of("80 80 80 80 80 80 80 80 80 01") == binary_problem::too_much_memory);
}

TEST_CASE("binary/limits: the memory of a call is the sum of its values'") {
  auto const of = []<class T>(T const& value, unsigned long long memory) {
    binary_limits limits;
    limits.memory = memory;
    std::string const bytes = rill::to_bytes(value);
    auto const there = problem_of(from_block<T>(bytes, binary_compact, limits));
    CHECK(problem_of(from_device<T>(bytes, binary_compact, limits)) == there);
    std::string const tagged = rill::to_bytes(value, binary_tagged);
    CHECK(problem_of(from_block<T>(tagged, binary_tagged, limits)) == there);
    return there;
  };
  auto const more = binary_problem::too_much_memory;
  auto const none = binary_problem::none;
  CHECK(of(std::vector<int>(10), 40) == none);
  CHECK(of(std::vector<int>(10), 39) == more);
  CHECK(of(std::string(40, 'x'), 40) == none);
  CHECK(of(std::string(40, 'x'), 39) == more);
  CHECK(of(std::u32string(10, U'x'), 40) == none);
  CHECK(of(std::u32string(10, U'x'), 39) == more);
  std::vector<std::vector<char>> const two(2, std::vector<char>(10, 'x'));
  CHECK(of(two, 2 * sizeof two[0] + 20) == none);
  CHECK(of(two, 2 * sizeof two[0] + 19) == more);
  CHECK(of(std::set<char>{'a'}, 1 + 4 * sizeof(void*)) == none);
  CHECK(of(std::set<char>{'a'}, 4 * sizeof(void*)) == more);
  std::vector<int> const nothing;
  CHECK(of(nothing, 0) == none);
  CHECK(of(std::make_pair(std::string("abc"), std::string("de")), 5) == none);
  CHECK(of(std::make_pair(std::string("abc"), std::string("de")), 4) == more);
  binary_limits limits;
  limits.memory = 40;
  CHECK(words_of(from_block<std::vector<int>>(
            rill::to_bytes(std::vector<int>(11)), binary_compact, limits)) ==
        "read binary: 11 elements need more than the limit of 40 bytes of "
        "memory, at byte 1");
  std::string const links = rill::to_bytes(chain_of(3));
  limits.memory = 3 * sizeof(chain);
  CHECK(words_of(from_block<chain>(links, binary_compact, limits)) ==
        "no error");
  --limits.memory;
  CHECK(problem_of(from_block<chain>(links, binary_compact, limits)) == more);
}

namespace {

struct order {
  std::string name;
  std::uint16_t size = 0;
  bool operator==(order const&) const = default;
};
RILL_FIELDS(order, name, size)
struct book {
  std::uint8_t version = 0;
  std::vector<order> orders;
  std::map<std::uint8_t, order> by_number;
  bool operator==(book const&) const = default;
};
RILL_FIELDS(book, version, orders, by_number)

std::string words(std::string const& bytes) {
  std::string const there = words_of(from_block<book>(bytes, binary_compact));
  return there.substr(there.find(": ") + 2);
}

}  // namespace

TEST_CASE("binary/failure: an error has the path and the offset") {
  std::string const begin =
      bytes_of("01 12") + repeated(17, bytes_of("01 'a' 05 00"));
  CHECK(words(begin + bytes_of("ff ff ff 0f") + std::string(120, 'x')) ==
        "orders[17].name: length 33554431 exceeds the 120 bytes left, at "
        "byte 74");
  CHECK(words(begin + bytes_of("01 'a' 05")) ==
        "orders[17].size: 2 bytes are needed and 1 is left, at byte 72");
  CHECK(words(begin + bytes_of("01 'a' 05 00 02 07 00 00 00 08 04 'abc'")) ==
        "by_number[1].value.name: length 4 exceeds the 3 bytes left, at byte "
        "81");
  CHECK(words(begin + bytes_of("01 'a' 05 00 02 07 00 00 00 07 00 00 00")) ==
        "by_number[1]: a key or an element occurs twice, at byte 79");
  CHECK(words(bytes_of("01 00 00 00")) ==
        "1 byte follows the value, at byte 3");
  CHECK(words(bytes_of("01 00 00 00 00")) ==
        "2 bytes follow the value, at byte 3");
  CHECK(words("") == "version: 1 byte is needed and 0 are left, at byte 0");
  CHECK(words(bytes_of("01 80 00")) ==
        "orders: 0 is not a value of this type, at byte 2");
  CHECK(words_of(from_block<std::vector<std::vector<bool>>>(
            bytes_of("02 01 01 02 00 07"), binary_compact)) ==
        "read binary: [1][1]: 7 is not a value of this type, at byte 5");
}

TEST_CASE("binary/failure: the same from a device, at the same offset") {
  std::string bytes = bytes_of("01 12") +
                      repeated(17, bytes_of("01 'a' 05 00")) +
                      bytes_of("01 'a' 05 00 02 07 00 00 00 07 00 00 00");
  scripted_reader in(bytes, 16, rill_test::one_byte);
  auto const read = rill::try_read_binary<book>(in);
  CHECK(words_of(read) ==
        "read binary script: by_number[1]: a key or an element occurs twice, "
        "at byte 79");
  // Offsets count from the position at which the call began.
  scripted_reader again(std::string(4, '\0') + bytes, 16, rill_test::one_byte);
  CHECK(rill::read_binary<int>(again) == 0);
  auto const behind = rill::try_read_binary<book>(again);
  CHECK(words_of(behind).find("at byte 79") != std::string::npos);
}

TEST_CASE("binary/failure: the name of a file, and the error of a device") {
  rill_test::folder const folder;
  std::string const path = folder / "data.bin";
  {
    rill::file_writer out(path);
    rill::write_binary(out, book{1, {{"a", 1}}, {}});
    out.close();
  }
  rill::file_reader in(path);
  CHECK(rill::read_binary<book>(in) == book{1, {{"a", 1}}, {}});
  CHECK(words_of(rill::try_read_binary<int>(in)) ==
        "read binary " + path +
            ": 4 bytes are needed and 0 are left, at byte 0");
  scripted_reader broken("\5abc", 2, rill_test::fails_at(1, EIO));
  auto const read = rill::try_read_binary<std::string>(broken);
  REQUIRE(!read);
  CHECK(read.error().code() ==
        rill::error_code(rill::error_source::system, EIO));
}

TEST_CASE("binary/failure: a path that is too long loses its beginning") {
  binary_limits limits;
  limits.depth = 1000;
  for (int levels = 40; levels != 110; ++levels) {
    std::string const there = words_of(
        from_block<tree>(repeated(levels, "\1"), binary_compact, limits));
    CAPTURE(there);
    CHECK(there.find("[0].0: length 1 exceeds the 0 bytes left, at byte") !=
          std::string::npos);
    CHECK(there.find("  ") == std::string::npos);
    if (levels > 60) CHECK(there.find("\u2026") != std::string::npos);
  }
}
