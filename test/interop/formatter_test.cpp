// test/interop/formatter_test.cpp: std::format of types that rill prints.
#include <doctest/doctest.h>

#include <rill/format.h>
#include <rill/rill.h>

#include <string>
#include <vector>

#include "support/skip.h"

#if !defined(__cpp_lib_format)

TEST_CASE("interop/formatter: a library without <format>") {
  rill_test::skip("the standard library has no <format>");
}

#else

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', p.x, ", ", p.y, ')');
  }
};

struct long_text {
  std::size_t size;
  friend void rill_print(auto& out, long_text const& t) {
    for (std::size_t i = 0; i != t.size; ++i)
      out(static_cast<char>('a' + i % 26));
  }
};

// Each large piece is longer than any scratch memory.
struct long_pieces {
  friend void rill_print(auto& out, long_pieces const&) {
    out(std::string(3000, 'a'), 1, std::string(300, 'b'));
  }
};

struct throws_in_the_middle {
  friend void rill_print(auto& out, throws_in_the_middle const&) {
    out("before");
    throw 1;
  }
};

enum class light { red, green };
void rill_print(auto& out, light const& l) {
  out(l == light::red ? "red" : "green");
}

// Formats a value with a format string of run time.
template <class T>
std::string formatted(std::string_view format, T const& value) {
  return std::vformat(format, std::make_format_args(value));
}

}  // namespace

template <>
struct std::formatter<point> : rill::formatter {};
template <>
struct std::formatter<long_text> : rill::formatter {};
template <>
struct std::formatter<long_pieces> : rill::formatter {};
template <>
struct std::formatter<throws_in_the_middle> : rill::formatter {};
template <>
struct std::formatter<light> : rill::formatter {};

TEST_CASE("interop/formatter: a type of rill's in std::format") {
  CHECK(std::format("{} and {}", point{1, 2}, light::green) ==
        "(1, 2) and green");
  point const kept{3, -4};
  CHECK(std::format("{0}{0}", kept) == "(3, -4)(3, -4)");
}

TEST_CASE("interop/formatter: the specification of a text") {
  std::string const text = "(1, 2)";
  for (std::string format :
       {"{}", "{:}", "{:s}", "{:10}", "{:<10}", "{:>10}", "{:^11}", "{:*^11}",
        "{:.3}", "{:#>8.2}", "{:\u00e9>9}", "{:3}", "{:.0}"}) {
    CAPTURE(format);
    CHECK(formatted(format, point{1, 2}) == formatted(format, text));
  }
  CHECK(std::format("{:{}}|{:>{}.{}}", point{1, 2}, 8, point{1, 2}, 5, 3) ==
        "(1, 2)  |  (1,");
}

TEST_CASE("interop/formatter: anything else is an error") {
  for (std::string format :
       {"{:x}", "{:+}", "{:#}", "{:08}", "{:d}", "{:.2f}", "{:>", "{:L}"}) {
    CAPTURE(format);
    CHECK_THROWS_AS(formatted(format, point{1, 2}), std::format_error);
  }
}

TEST_CASE("interop/formatter: long texts, with a width and without") {
  for (std::size_t size :
       {0u, 1u, 255u, 256u, 257u, 511u, 512u, 513u, 5000u, 70'000u}) {
    CAPTURE(size);
    std::string const text = rill::concat(long_text{size});
    REQUIRE(text.size() == size);
    CHECK(std::format("{}", long_text{size}) == text);
    CHECK(std::format("<{:600}>", long_text{size}) ==
          std::format("<{:600}>", text));
    CHECK(std::formatted_size("{}", long_text{size}) == size);
    std::string few(100, '.');
    auto const result =
        std::format_to_n(few.data(), 100, "{}", long_text{size});
    CHECK(static_cast<std::size_t>(result.size) == size);
    CHECK(few.substr(0, size) == text.substr(0, 100));
  }
  CHECK(std::format("{}", long_pieces{}) ==
        std::string(3000, 'a') + '1' + std::string(300, 'b'));
}

TEST_CASE("interop/formatter: a hook that throws") {
  CHECK_THROWS_AS(formatted("{}", throws_in_the_middle{}), int);
  CHECK_THROWS_AS(formatted("{:9}", throws_in_the_middle{}), int);
}

TEST_CASE("interop/formatter: rill's errors") {
  rill::error const full(rill::library_problem::no_room, {"write", 5});
  CHECK(std::format("{}", full) == full.what());
  CHECK(std::format("{:>40}", full) ==
        std::format("{:>40}", std::string(full.what())));
}

TEST_CASE("interop/formatter: out and back again") {
  CHECK(rill::concat(rill::via_format("{:>8}", point{1, 2})) == "  (1, 2)");
}

#if defined(__cpp_lib_format_ranges) || defined(_LIBCPP_VERSION)
#if __cplusplus > 202002L
TEST_CASE("interop/formatter: elements of a range") {
  std::vector<point> const path = {{1, 2}, {3, 4}};
  CHECK(std::format("{}", path) == "[(1, 2), (3, 4)]");
  CHECK(std::format("{::>8}", path) == "[  (1, 2),   (3, 4)]");
  CHECK(rill::concat(rill::via_format(path)) == "[(1, 2), (3, 4)]");
}
#endif
#endif

#endif
