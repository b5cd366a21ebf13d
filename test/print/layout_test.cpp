// test/print/layout_test.cpp: columns, ranges, addresses, choices, bases.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <stdio.h>  // snprintf

#include <array>
#include <initializer_list>
#include <list>
#include <ranges>
#include <cstdint>  // std::uintptr_t
#include <string>
#include <vector>

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out(p.x, ":", p.y); }
};

void function() {}

}  // namespace

TEST_CASE("print/layout: columns pad to the width, never cut") {
  CHECK(rill::concat(rill::left("ab", 5), '|') == "ab   |");
  CHECK(rill::concat(rill::right("ab", 5), '|') == "   ab|");
  CHECK(rill::concat(rill::center("ab", 5), '|') == " ab  |");
  CHECK(rill::concat(rill::center("abc", 6, '*')) == "*abc**");
  for (std::size_t width : {0u, 1u, 2u}) {
    CHECK(rill::concat(rill::left("ab", width)) == "ab");
    CHECK(rill::concat(rill::right(-12345, width)) == "-12345");
    CHECK(rill::concat(rill::center(std::string(300, 'x'), width)) ==
          std::string(300, 'x'));
  }
  CHECK(rill::concat(rill::right("", 3, '.'), rill::left("", 1, '-')) ==
        "...-");
  CHECK(rill::concat(rill::right(true, 6), rill::left('c', 2, '_')) ==
        "  truec_");
  CHECK(rill::concat(rill::right(point{1, 23}, 8, '.')) == "....1:23");
  CHECK(rill::concat(rill::right(std::string(1000, 'x'), 1003, '.')) ==
        "..." + std::string(1000, 'x'));
}

TEST_CASE("print/layout: widths are columns, whatever the type of the text") {
  CHECK(rill::concat(rill::right("\xC3\xA9\xE2\x82\xAC", 4, '.')) ==
        "..\xC3\xA9\xE2\x82\xAC");
  CHECK(rill::concat(rill::left(u"\u20AC", 3, U'\u00B7')) ==
        "\xE2\x82\xAC\xC2\xB7\xC2\xB7");
  CHECK(rill::concat(rill::left("\u6771\u4EAC", 6), '|') == "\u6771\u4EAC  |");
  CHECK(rill::concat(rill::right(U"\u6771\u4EAC", 6)) == "  \u6771\u4EAC");
  CHECK(rill::concat(rill::right(u8"e\u0301", 2)) == " e\u0301");
  CHECK(rill::concat(rill::center(std::u16string(u"\uD55C"), 5), '|') ==
        " \uD55C  |");
  CHECK(rill::concat(rill::right(U'\u6771', 3), rill::right('x', 2),
                     rill::left(u'\u00E9', 2)) == " \u6771 x\u00E9 ");
  CHECK(rill::concat(rill::right("\u6771\u4EAC", 3)) == "\u6771\u4EAC");
  CHECK(rill::concat(rill::right(
            rill::join(std::array{"\u6771", "e\u0301"}, "+"), 6, '.')) ==
        "..\u6771+e\u0301");
  CHECK(rill::concat(rill::right("\x1B[1mb\x1B[0m", 3, '.')) ==
        "..\x1B[1mb\x1B[0m");
}

TEST_CASE("print/layout: a fill of two columns, and a space for what is odd") {
  CHECK(rill::concat(rill::right(7, 5, U'\u3000')) == "\u3000\u30007");
  CHECK(rill::concat(rill::right(7, 4, U'\u3000')) == "\u3000 7");
  CHECK(rill::concat(rill::left(7, 4, U'\u3000'), '|') == "7 \u3000|");
  CHECK(rill::concat(rill::left(7, 2, U'\U0001F600')) == "7 ");
  CHECK(rill::concat(rill::center(7, 4, U'\U0001F600')) == " 7\U0001F600");
  CHECK(rill::concat(rill::center(rill::fixed(0.5, 1), 9, U'\U0001F600')) ==
        "\U0001F600 0.5 \U0001F600");
  // A fill that takes no column is written once for each missing column.
  CHECK(rill::concat(rill::right(7, 3, U'\0')) == std::string("\0\0"
                                                              "7",
                                                              3));
}

TEST_CASE("print/layout: wrappers nest in any order") {
  unsigned const x = 0xBEEF;
  CHECK(rill::concat(rill::right(rill::upper(rill::prefix(rill::hex(x))), 12,
                                 '0')) == "0000000XBEEF");
  CHECK(rill::concat(rill::left(rill::right(1, 3), 5), '|') == "  1  |");
  CHECK(rill::concat(rill::right(rill::quoted("a\"b"), 8)) == "  \"a\\\"b\"");
  CHECK(rill::concat(rill::right(rill::join(std::array{1, 2}, "+"), 5)) ==
        "  1+2");
  CHECK(rill::concat(rill::when(true, rill::hex(255), "no"),
                     rill::when(false, 1, rill::right("r", 2))) == "ff r");
}

TEST_CASE("print/layout: bases against the C library") {
  for (long long n : {0ll, 1ll, 7ll, 8ll, 255ll, 4096ll, 123456789012345ll,
                      9223372036854775807ll}) {
    char expected[64];
    auto const check = [&](char const* form, std::string const& got) {
      snprintf(expected, sizeof expected, form, n);
      CHECK(got == expected);
    };
    check("%llx", rill::concat(rill::hex(n)));
    check("%llX", rill::concat(rill::upper(rill::hex(n))));
    check("%llo", rill::concat(rill::oct(n)));
    check("-%llx", "-" + rill::concat(rill::base<16>(n)));
    check("0x%llx", rill::concat(rill::prefix(rill::hex(n))));
    check("0X%llX", rill::concat(rill::upper(rill::prefix(rill::hex(n)))));
    if (n != 0) {
      check("-0x%llx", rill::concat(rill::prefix(rill::hex(-n))));
      check("-%llo", rill::concat(rill::oct(-n)));
    }
  }
  CHECK(rill::concat(rill::bin(10), rill::prefix(rill::bin(-2))) ==
        "1010-0b10");
  CHECK(rill::concat(rill::base<36>(1295), rill::upper(rill::base<36>(35))) ==
        "zzZ");
  CHECK(rill::concat(rill::prefix(rill::oct(8))) == "010");
  CHECK(rill::concat(rill::bin(static_cast<signed char>(-128))) == "-10000000");
  for (int n : {0, -1, 255, -2147483647 - 1}) {
    CHECK(rill::formatted_size(rill::hex(n)) ==
          rill::concat(rill::hex(n)).size());
    CHECK(rill::detail::builtin_formatter<rill::detail::based<
              int, 16, false, true>>::size(rill::prefix(rill::hex(+n))) ==
          rill::concat(rill::prefix(rill::hex(n))).size());
  }
}

TEST_CASE("print/layout: join takes every range") {
  int const array[] = {1, 2, 3};
  CHECK(rill::concat(rill::join(array, ", ")) == "1, 2, 3");
  CHECK(rill::concat(rill::join(std::vector<std::string>{"a", "", "c"}, ';')) ==
        "a;;c");
  CHECK(rill::concat(rill::join(std::list<point>{{1, 2}, {3, 4}}, 0)) ==
        "1:203:4");
  CHECK(rill::concat(rill::join(std::initializer_list<int>{4, 5}, ", ")) ==
        "4, 5");
  CHECK(rill::concat(rill::join(std::vector<int>(), ", ")) == "");
  CHECK(rill::concat(rill::join(std::vector<bool>{true, false}, ' ')) ==
        "true false");
  std::vector<bool> const bits{false, true};
  CHECK(rill::concat(rill::join(bits, ' ')) == "false true");
  auto even = std::views::iota(1, 9) |
              std::views::filter([](int n) { return n % 2 == 0; });
  CHECK(rill::concat(rill::join(even, ",")) == "2,4,6,8");
  CHECK(rill::concat(rill::join("abc", "-")) ==
        rill::concat(rill::join(std::array{'a', 'b', 'c', '\0'}, "-")));
}

TEST_CASE("print/layout: addresses") {
  int object = 1;
  char expected[40];
  snprintf(expected, sizeof expected, "0x%llx",
           static_cast<unsigned long long>(
               reinterpret_cast<std::uintptr_t>(&object)));
  CHECK(rill::concat(rill::ptr(&object)) == expected);
  CHECK(rill::concat(rill::ptr(nullptr)) == "0x0");
  CHECK(rill::concat(rill::ptr(function)).rfind("0x", 0) == 0);
}
