// test/print/print_test.cpp: every kind of value, at every buffer size, against
// literals and a slow twin.
// covers: rill/print/format_arg.h
// covers: rill/print/hook.h
// covers: rill/print/refuse.h
// covers: rill/base/text.h
#include <doctest/doctest.h>
#include <rill/print.h>

#include <climits>
#include <memory>  // std::make_unique: blocks of the exact size
#include <string>
#include <string_view>

#include "support/child.h"

namespace {

// The decimal text of a number, digit by digit.
template <class T>
std::string decimal(T n) {
  std::string text;
  bool const negative = n < 0;
  do {
    int const digit = static_cast<int>(n % 10);
    text.insert(text.begin(),
                static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    n = static_cast<T>(n / 10);
  } while (n != 0);
  return negative ? "-" + text : text;
}

template <class T>
void check_integers() {
  T const lowest = static_cast<T>(
      T(-1) < T(0) ? static_cast<T>(T(1) << (sizeof(T) * 8 - 1)) : T(0));
  T const highest = static_cast<T>(~lowest);
  for (T n : {lowest, highest, T(0), T(1), T(9), T(10), T(99), T(100),
              static_cast<T>(T(0) - T(1)), static_cast<T>(lowest + T(1))}) {
    CHECK(rill::concat(n) == decimal(n));
    CHECK(rill::concat('<', n, '>') == "<" + decimal(n) + ">");
    CHECK(rill::formatted_size(n) == decimal(n).size());
  }
}

}  // namespace

TEST_CASE("print/print: integers of every type") {
  check_integers<signed char>();
  check_integers<unsigned char>();
  check_integers<short>();
  check_integers<unsigned short>();
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<long>();
  check_integers<unsigned long>();
  check_integers<long long>();
  check_integers<unsigned long long>();
#if RILL_INT128
  __extension__ typedef __int128 wide;
  __extension__ typedef unsigned __int128 unsigned_wide;
  check_integers<wide>();
  check_integers<unsigned_wide>();
#endif
}

TEST_CASE("print/print: characters, bool, nullptr") {
  for (int i = 0; i != 256; ++i) {
    char const c = static_cast<char>(i);
    CHECK(rill::concat(c) == std::string(1, c));
  }
  CHECK(rill::concat(true, false) == "truefalse");
  CHECK(rill::concat(nullptr) == "nullptr");
  CHECK(rill::concat(u8'x', u'\u00E9', U'\U0001F600', L'\u20AC') ==
        "x\xC3\xA9\xF0\x9F\x98\x80\xE2\x82\xAC");
  CHECK(rill::concat(char16_t{0xD800}, char32_t{0x110000}) ==
        "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("print/print: bit-fields, packed and volatile members") {
  struct bits {
    unsigned small : 3;
    int negative : 5;
    bool flag : 1;
  };
  bits const b{5, -7, true};
  CHECK(rill::concat(b.small, ' ', b.negative, ' ', b.flag) == "5 -7 true");
  struct [[gnu::packed]] tight {
    char c;
    int n;
    long long big;
  };
  tight const t{'c', -12345, 1234567890123};
  // g++ binds a reference to a copy of a packed member; clang++ binds it to the
  // misaligned member.
#if defined(__clang__)
  CHECK(rill::concat(t.c, +t.n, ' ', +t.big) == "c-12345 1234567890123");
#else
  CHECK(rill::concat(t.c, t.n, ' ', t.big) == "c-12345 1234567890123");
#endif
  CHECK(rill::concat(rill::hex(+b.small)) == "5");
}

TEST_CASE("print/print: nothing at all") {
  CHECK(rill::concat() == "");
  CHECK(rill::concat("") == "");
  CHECK(rill::concatln() == "\n");
  char memory[1] = {'#'};
  CHECK(rill::format_into(memory).size_needed == 0);
  CHECK(memory[0] == '#');
  rill::memory_writer out(memory);
  rill::print(out);
  rill::println(out);
  CHECK(memory[0] == '\n');
}

TEST_CASE("print/print: every buffer size gives the same text") {
  std::string const text(70, 't');
  char const* const pointer = "pointer";
  std::string const expected = rill::concat(
      1, "two", text, '3', true, -4444444444ll, pointer, u"f\u00FCnf");
  CHECK(expected == "1two" + text + "3true-4444444444pointerf\xC3\xBCnf");
  for (std::size_t size = 0; size != expected.size() + 4; ++size) {
    // Guards of 8 bytes on both sides.
    std::string memory(size + 16, '#');
    struct {
      char* data_;
      std::size_t size_;
      char* data() const { return data_; }
      std::size_t size() const { return size_; }
    } span{memory.data() + 8, size};
    rill::format_result const r = rill::format_into(
        span, 1, "two", text, '3', true, -4444444444ll, pointer, u"f\u00FCnf");
    std::size_t const kept = size < expected.size() ? size : expected.size();
    CHECK(r.size_needed == expected.size());
    CHECK(r.truncated == (size < expected.size()));
    CHECK(r.end == memory.data() + 8 + kept);
    CHECK(memory.substr(8, kept) == expected.substr(0, kept));
    CHECK(memory.substr(0, 8) == "########");
    CHECK(memory.substr(memory.size() - 8) == "########");
  }
}

TEST_CASE("print/print: print_sep writes between, end(…) after") {
  std::string const expected = "1, two, c\n";
  char memory[32];
  rill::memory_writer out(memory);
  rill::print_sep(out, ", ", 1, "two", 'c', rill::end("\n"));
  CHECK(std::string(memory, out.size()) == expected);
  out.clear();
  rill::print_sep(out, ", ", 1);
  rill::print_sep(out, 0, 7, 8);
  CHECK(std::string(memory, out.size()) == "1708");
}

namespace {

struct honest {
  int n;
};
struct liar {
  std::size_t extra;
};
struct wanderer {};

}  // namespace

template <>
struct rill::leaf<honest> {
  static constexpr std::size_t max_size = 3;
  static constexpr char* write(char* out, honest const& h) noexcept {
    for (int i = 0; i != h.n; ++i) *out++ = '*';
    return out;
  }
};
template <>
struct rill::leaf<liar> {
  static constexpr std::size_t max_size = 3;
  static char* write(char* out, liar const& l) noexcept {
    for (std::size_t i = 0; i != 3 + l.extra; ++i) out[i] = 'x';
    return out + 3;
  }
};
template <>
struct rill::leaf<wanderer> {
  static constexpr std::size_t max_size = 3;
  static char* write(char* out, wanderer const&) noexcept { return out + 4; }
};

TEST_CASE("print/hook: a user's leaf is copied, at every size") {
  for (int n = 0; n <= 3; ++n) {
    std::string const stars(static_cast<std::size_t>(n), '*');
    CHECK(rill::concat("<", honest{n}, ">") == "<" + stars + ">");
    CHECK(rill::concat(rill::right(honest{n}, 3, '.')) ==
          std::string(static_cast<std::size_t>(3 - n), '.') + stars);
  }
  char memory[2];
  rill::format_result const r = rill::format_into(memory, honest{3});
  CHECK(r.truncated);
  CHECK(r.size_needed == 3);
}

TEST_CASE("print/hook: a user's leaf that overruns ends the program") {
  if (!rill_test::can_fork) return rill_test::skip("needs fork");
  auto const prints = [](auto const& value) {
    return rill_test::status_of_child([&] {
      char memory[8];
      return rill::format_into(memory, value).truncated ? 1 : 0;
    });
  };
  CHECK(prints(liar{0}) == 0);
  CHECK(prints(liar{1}) != 0);
  CHECK(prints(liar{16}) != 0);
  CHECK(prints(wanderer()) != 0);
}

static_assert([] {
  char text[64] = {};
  rill::format_result const r =
      rill::format_into(text, "n=", -12, ' ', true, ' ', rill::hex(255),
                        u" \u00E9 ", 18446744073709551615ull, honest{2});
  std::string_view const expected =
      "n=-12 true ff \xC3\xA9 18446744073709551615**";
  return std::string_view(text, r.size_needed) == expected &&
         rill::formatted_size(1234, "abc") == 7;
}());
