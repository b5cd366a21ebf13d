// test/driver/fmt_test.cpp: {fmt} and rill, both ways.
#include <doctest/doctest.h>

#include "support/skip.h"

#if !__has_include(<fmt/format.h>)

TEST_CASE("driver/fmt: a machine without {fmt}") {
  rill_test::skip("<fmt/format.h>: not installed");
}

#else

#define FMT_HEADER_ONLY
#include <fmt/ranges.h>
#include <rill/driver/fmt.h>
#include <rill/rill.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct tag {
  int number;
};

// A value that prints as `size` bytes.
struct filler {
  std::size_t size;
};

struct throws_at {
  std::size_t size;
};

// A value that prints to the sink that it is being printed to.
struct nosy {
  rill::writer& to;
};

// A value that formatting changes, as some views.
struct used_up {
  int left;
};
// The same without a copy.
struct used_up_once : used_up {
  using used_up::used_up;
  used_up_once(int n) : used_up{n} {}
  used_up_once(used_up_once&&) = default;
};

struct plain_format {
  constexpr auto parse(fmt::format_parse_context& context) {
    return context.begin();
  }
};

std::string letters(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i != size; ++i)
    text += static_cast<char>('a' + i % 26);
  return text;
}

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', p.x, ", ", p.y, ')');
  }
};

struct long_text {
  std::size_t size;
  friend void rill_print(auto& out, long_text const& t) {
    out(letters(t.size / 2), letters(t.size - t.size / 2));
  }
};

template <class T>
std::string formatted(std::string const& format, T const& value) {
  return fmt::vformat(format, fmt::make_format_args(value));
}

}  // namespace

template <>
struct fmt::formatter<tag> : fmt::formatter<int> {
  auto format(tag const& t, fmt::format_context& context) const {
    context.advance_to(fmt::format_to(context.out(), "#"));
    return fmt::formatter<int>::format(t.number, context);
  }
};

template <>
struct fmt::formatter<used_up> : plain_format {
  auto format(used_up& value, fmt::format_context& context) const {
    return fmt::format_to(context.out(), "{}", value.left--);
  }
};

template <>
struct fmt::formatter<used_up_once> : fmt::formatter<used_up> {};

template <>
struct fmt::formatter<filler> : plain_format {
  auto format(filler const& f, fmt::format_context& context) const {
    auto out = context.out();
    for (char c : letters(f.size)) *out++ = c;
    return out;
  }
};

template <>
struct fmt::formatter<throws_at> : plain_format {
  auto format(throws_at const& t, fmt::format_context& context) const {
    auto out = context.out();
    for (char c : letters(t.size)) *out++ = c;
    if (t.size != 1'000'000) throw std::runtime_error("enough");
    return out;
  }
};

template <>
struct fmt::formatter<nosy> : plain_format {
  auto format(nosy const& n, fmt::format_context& context) const {
    auto out = fmt::format_to(context.out(), "before");
    rill::print(n.to, '<', letters(700), '>');
    return fmt::format_to(out, "after");
  }
};

template <>
struct fmt::formatter<point> : rill::fmt_formatter {};
template <>
struct fmt::formatter<long_text> : rill::fmt_formatter {};

TEST_CASE("driver/fmt: a value is as {fmt} has it") {
  CHECK(rill::concat(rill::via_fmt(tag{7})) == "#7");
  tag const kept{-12};
  CHECK(rill::concat("a", rill::via_fmt(kept), 'b') == "a#-12b");
  CHECK(rill::concat(rill::via_fmt(2.5), rill::via_fmt("{}")) == "2.5{}");
}

TEST_CASE("driver/fmt: a constant is copied if its formatter changes it") {
  static constexpr auto held = rill::via_fmt(used_up{7});
  static auto const both = rill::via_fmt("{}-{}", used_up{1}, used_up{2});
  CHECK(rill::concat(held, held) == "77");
  CHECK(rill::concat(both, ' ', both) == "1-2 1-2");
  used_up x{3};
  CHECK(rill::concat(rill::via_fmt(x)) == "3");
  CHECK(x.left == 2);
  CHECK(rill::concat(rill::via_fmt(used_up_once(5))) == "5");
  CHECK(rill::concat(rill::via_fmt("<{}>", used_up_once(5))) == "<5>");
}

TEST_CASE("driver/fmt: a format string is as {fmt} has it") {
  std::string const name = "name";
  int count = 42;
  CHECK(rill::concat(rill::via_fmt("{:>8.3f}|{:#x}|{:*^10}", 3.14159, count,
                                   name)) == "   3.142|0x2a|***name***");
  CHECK(rill::concat(rill::via_fmt("{0}{{}}{1:{2}}{0}", tag{1}, 5, 4)) ==
        "#1{}   5#1");
  auto const held =
      rill::via_fmt("{}-{}", std::string(100, 'x'), std::string(1, 'y'));
  CHECK(rill::concat(held) == std::string(100, 'x') + "-y");
}

TEST_CASE("driver/fmt: wherever a value prints") {
  auto const value = rill::via_fmt(tag{5});
  CHECK(rill::concat(rill::right(value, 6), rill::left(value, 4), '|') ==
        "    #5#5  |");
  std::vector const several = {rill::via_fmt("{:03}", 1),
                               rill::via_fmt("{:03}", 22)};
  CHECK(rill::concat(rill::join(several, ", ")) == "001, 022");
  CHECK(rill::formatted_size(rill::via_fmt(filler{1000})) == 1000);
}

TEST_CASE("driver/fmt: sizes at every boundary") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 255u, 256u, 257u, 511u, 512u,
                           513u, 4095u, 4096u, 4097u, 100'000u}) {
    CAPTURE(size);
    std::string const text = letters(size);
    CHECK(rill::concat('<', rill::via_fmt(filler{size}), '>') ==
          '<' + text + '>');
    CHECK(rill::concat(rill::via_fmt(text)) == text);
    for (std::size_t room = 1; room <= 17; ++room) {
      std::string to;
      rill::callback_writer out(
          [&](char const* data, std::size_t part) { to.append(data, part); },
          room);
      rill::print(out, 'x', rill::via_fmt(filler{size}), 'y');
      out.flush();
      CHECK(to == 'x' + text + 'y');
    }
  }
}

TEST_CASE("driver/fmt: a formatter that throws keeps what came out") {
  for (std::size_t size : {0u, 1u, 300u, 5000u}) {
    std::string to;
    rill::string_writer out(to);
    CHECK_THROWS_AS(
        rill::print(out, "before ", rill::via_fmt(throws_at{size}), "z"),
        std::runtime_error);
    rill::print(out, " after");
    out.flush();
    CHECK(to.rfind("before ", 0) == 0);
    REQUIRE(to.size() >= 13);
    CHECK(to.substr(to.size() - 6) == " after");
    CHECK(letters(size).rfind(to.substr(7, to.size() - 13), 0) == 0);
  }
}

TEST_CASE("driver/fmt: a formatter may print to the same sink") {
  std::string to;
  {
    rill::string_writer out(to);
    rill::print(out, '[', rill::via_fmt(nosy{out}), ']');
  }
  CHECK(to.find("after]") != std::string::npos);
  CHECK(to.find('<' + letters(700) + '>') != std::string::npos);
  CHECK(to.size() == 2 + 11 + 702);
}

TEST_CASE("driver/fmt: a type of rill's in {fmt}") {
  CHECK(fmt::format("{} {}", point{1, 2}, point{3, -4}) == "(1, 2) (3, -4)");
  std::string const text = "(1, 2)";
  for (std::string format :
       {"{}", "{:}", "{:s}", "{:10}", "{:<10}", "{:>10}", "{:^11}", "{:*^11}",
        "{:.3}", "{:#>8.2}", "{:\u00e9>9}", "{:3}", "{:.0}"}) {
    CAPTURE(format);
    CHECK(formatted(format, point{1, 2}) == formatted(format, text));
  }
  for (std::string format : {"{:x}", "{:+}", "{:08}", "{:d}", "{:.2f}"}) {
    CAPTURE(format);
    CHECK_THROWS_AS(formatted(format, point{1, 2}), fmt::format_error);
  }
  std::vector<point> const path = {{1, 2}, {3, 4}};
  CHECK(fmt::format("{}", path) == "[(1, 2), (3, 4)]");
}

TEST_CASE("driver/fmt: long texts of rill's, with a width and without") {
  for (std::size_t size :
       {0u, 1u, 255u, 256u, 257u, 511u, 512u, 513u, 5000u, 70'000u}) {
    CAPTURE(size);
    std::string const text = rill::concat(long_text{size});
    CHECK(fmt::format("{}", long_text{size}) == text);
    CHECK(fmt::format("<{:600}>", long_text{size}) ==
          fmt::format("<{:600}>", text));
  }
}

TEST_CASE("driver/fmt: rill's errors") {
  rill::error const full(rill::library_problem::no_room, {"write", 5});
  CHECK(fmt::format("{:>40}", full) ==
        fmt::format("{:>40}", std::string(full.what())));
}

#endif
