// test/print/styled_test.cpp: styled values in every sink, with styles and
// without. test/system/style_test.py tests the decision by the terminal.
// covers: rill/stream/styles.h
// covers: rill/print/styled.h
// covers: rill/value/parts.h
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <string.h>  // memcmp, memcpy

#include <array>
#include <complex>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using rill::concat;
using rill::style;
using rill::styled;
using rill::with_styles;

namespace {

struct only_moved {
  explicit only_moved(int n) : number(n) {}
  only_moved(only_moved&&) = default;
  int number;
  friend void rill_print(auto& out, only_moved const& x) { out(x.number); }
};

constexpr auto always = rill::style_mode::always;
constexpr auto never = rill::style_mode::never;
constexpr auto automatic = rill::style_mode::automatic;

// The text with styles. "E" stands for the escape character, so that the tables
// are readable.
template <class... Args>
std::string shown(Args const&... args) {
  std::string text = concat(with_styles(always, args...));
  for (char& c : text)
    if (c == '\x1b') c = 'E';
  return text;
}

struct row {
  style look;
  std::string_view begin;
};

// Written by hand, from ECMA-48 8.3.117 and the documents of terminals.
constexpr row table[] = {
    {rill::black, "E[30m"},
    {rill::red, "E[31m"},
    {rill::green, "E[32m"},
    {rill::yellow, "E[33m"},
    {rill::blue, "E[34m"},
    {rill::magenta, "E[35m"},
    {rill::cyan, "E[36m"},
    {rill::white, "E[37m"},
    {rill::default_colour, "E[39m"},
    {rill::bright_black, "E[90m"},
    {rill::bright_red, "E[91m"},
    {rill::bright_green, "E[92m"},
    {rill::bright_yellow, "E[93m"},
    {rill::bright_blue, "E[94m"},
    {rill::bright_magenta, "E[95m"},
    {rill::bright_cyan, "E[96m"},
    {rill::bright_white, "E[97m"},
    {rill::on(rill::black), "E[40m"},
    {rill::on(rill::red), "E[41m"},
    {rill::on(rill::green), "E[42m"},
    {rill::on(rill::yellow), "E[43m"},
    {rill::on(rill::blue), "E[44m"},
    {rill::on(rill::magenta), "E[45m"},
    {rill::on(rill::cyan), "E[46m"},
    {rill::on(rill::white), "E[47m"},
    {rill::on(rill::default_colour), "E[49m"},
    {rill::on(rill::bright_black), "E[100m"},
    {rill::on(rill::bright_red), "E[101m"},
    {rill::on(rill::bright_green), "E[102m"},
    {rill::on(rill::bright_yellow), "E[103m"},
    {rill::on(rill::bright_blue), "E[104m"},
    {rill::on(rill::bright_magenta), "E[105m"},
    {rill::on(rill::bright_cyan), "E[106m"},
    {rill::on(rill::bright_white), "E[107m"},
    {rill::palette(0), "E[38;5;0m"},
    {rill::palette(208), "E[38;5;208m"},
    {rill::palette(255), "E[38;5;255m"},
    {rill::on(rill::palette(17)), "E[48;5;17m"},
    {rill::rgb(255, 128, 0), "E[38;2;255;128;0m"},
    {rill::rgb(0, 0, 0), "E[38;2;0;0;0m"},
    {rill::on(rill::rgb(1, 20, 255)), "E[48;2;1;20;255m"},
    {rill::bold, "E[1m"},
    {rill::dim, "E[2m"},
    {rill::italic, "E[3m"},
    {rill::underline, "E[4m"},
    {rill::blink, "E[5m"},
    {rill::inverse, "E[7m"},
    {rill::hidden, "E[8m"},
    {rill::strikethrough, "E[9m"},
    {rill::double_underline, "E[21m"},
    {rill::overline, "E[53m"},
    {rill::red | rill::bold, "E[1;31m"},
    {rill::bold | rill::red | rill::on(rill::white) | rill::underline,
     "E[1;4;31;47m"},
    {rill::bold | rill::dim | rill::italic | rill::underline | rill::blink |
         rill::inverse | rill::hidden | rill::strikethrough |
         rill::double_underline | rill::overline | rill::rgb(255, 255, 255) |
         rill::on(rill::rgb(254, 253, 252)),
     "E[1;2;3;4;5;7;8;9;21;53;38;2;255;255;255;48;2;254;253;252m"},
    // The longest sequence: all attributes are set.
    {style{0, 0, ~0u} | rill::rgb(255, 255, 255) |
         rill::on(rill::rgb(254, 253, 252)),
     "E[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;"
     "27;28;29;30;53;38;2;255;255;255;48;2;254;253;252m"},
};

struct memory {
  char* start;
  std::size_t room;
  char* data() const { return start; }
  std::size_t size() const { return room; }
};

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', styled(p.x, rill::bold), ", ", p.y, ')');
  }
};
// The speed form of a hook.
struct pair {
  int x, y;
  friend constexpr auto rill_print(auto& out, pair const& p) {
    return out('<', styled(p.x, rill::bold), ", ", p.y, '>');
  }
};
// A hook that is not a template and prints no styles.
struct shape {
  int sides;
  friend void rill_print(rill::writer& out, shape const& s) {
    rill::print(out, s.sides, " sides");
  }
};

}  // namespace

TEST_CASE("print/styled: every style has its sequence, and none elsewhere") {
  for (row const& one : table) {
    CHECK(shown(styled("text", one.look)) ==
          std::string(one.begin) + "textE[0m");
    CHECK(shown('a', styled(-12, one.look), 'b') ==
          "a" + std::string(one.begin) + "-12E[0mb");
    CHECK(concat(styled("text", one.look)) == "text");
  }
  CHECK(shown(styled("text", style{})) == "text");
}

TEST_CASE("print/styled: everything that prints can be styled") {
  std::string const text = "string";
  char const* const null = nullptr;
  std::vector<int> const numbers = {1, 2, 3};
  CHECK(shown(styled(text, rill::red)) == "E[31mstringE[0m");
  CHECK(shown(styled(std::string_view(text), rill::red)) == "E[31mstringE[0m");
  CHECK(shown(styled(null, rill::red)) == "E[31m(null)E[0m");
  CHECK(shown(styled(u"\u20AC", rill::red)) ==
        "E[31m\xE2\x82\xAC"
        "E[0m");
  CHECK(shown(styled('c', rill::red)) == "E[31mcE[0m");
  CHECK(shown(styled(true, rill::red)) == "E[31mtrueE[0m");
  CHECK(shown(styled(2.5, rill::red)) == "E[31m2.5E[0m");
  CHECK(shown(styled(rill::fixed(2.5, 3), rill::red)) == "E[31m2.500E[0m");
  CHECK(shown(styled(rill::plus(7), rill::red)) == "E[31m+7E[0m");
  CHECK(shown(styled(rill::hex(255), rill::red)) == "E[31mffE[0m");
  CHECK(shown(styled(rill::quoted("a\nb"), rill::red)) == "E[31m\"a\\nb\"E[0m");
  CHECK(shown(styled(rill::join(numbers, ","), rill::red)) == "E[31m1,2,3E[0m");
  CHECK(shown(styled(rill::when(true, "yes", 0), rill::red)) == "E[31myesE[0m");
  CHECK(shown(styled(shape{4}, rill::red)) == "E[31m4 sidesE[0m");
  CHECK(shown(styled(std::string(5000, 'x'), rill::red)) ==
        "E[31m" + std::string(5000, 'x') + "E[0m");
  CHECK(concat(styled(std::string(5000, 'x'), rill::red), 1) ==
        std::string(5000, 'x') + "1");
}

TEST_CASE("print/styled: styles inside other wrappers") {
  CHECK(shown(rill::when(true, styled(1, rill::red), 2)) == "E[31m1E[0m");
  std::array const parts = {styled(1, rill::red), styled(2, rill::green)};
  CHECK(shown(rill::join(parts, ", ")) == "E[31m1E[0m, E[32m2E[0m");
  CHECK(shown(rill::join(std::array{1, 2}, styled("|", rill::dim))) ==
        "1E[2m|E[0m2");
  std::string to;
  {
    rill::string_writer out(to);
    rill::set_styles(out, always);
    rill::print_sep(out, styled(",", rill::dim), 1, styled(2, rill::red),
                    rill::end(styled("!", rill::red)));
  }
  CHECK(to == "1\x1b[2m,\x1b[0m\x1b[31m2\x1b[0m\x1b[31m!\x1b[0m");
}

TEST_CASE("print/styled: an inner style ends with the outer one") {
  CHECK(shown(styled(styled("in", rill::bold), rill::red)) ==
        "E[31mE[1minE[0;31mE[0m");
  CHECK(shown(styled(rill::red, "a", styled("b", rill::green), "c")) ==
        "E[31maE[32mbE[0;31mcE[0m");
  CHECK(shown(styled(
            rill::red, "a",
            styled(rill::bold, "b", styled("c", rill::on(rill::blue)), "d"),
            "e")) == "E[31maE[1mbE[44mcE[0;1;31mdE[0;31meE[0m");
  // A style that changes nothing writes nothing.
  CHECK(shown(styled(rill::red, 1, styled(2, rill::red), 3)) == "E[31m123E[0m");
  CHECK(shown(styled(rill::red | rill::bold, 1, styled(2, rill::bold), 3)) ==
        "E[1;31m123E[0m");
  CHECK(shown(styled(rill::red, 1, styled(2, style{}), 3)) == "E[31m123E[0m");
  // Styles in hooks of each form.
  CHECK(shown(styled(point{1, 2}, rill::red), 3) ==
        "E[31m(E[1m1E[0;31m, 2)E[0m3");
  CHECK(shown(styled(pair{1, 2}, rill::red), 3) ==
        "E[31m<E[1m1E[0;31m, 2>E[0m3");
  CHECK(shown(point{1, 2}, pair{3, 4}) == "(E[1m1E[0m, 2)<E[1m3E[0m, 4>");
  CHECK(concat(styled(point{1, 2}, rill::red), pair{3, 4}) == "(1, 2)<3, 4>");
}

TEST_CASE("print/styled: several values in one style") {
  int const n = 5;
  CHECK(shown(styled(rill::red, n)) == "E[31m5E[0m");
  CHECK(shown(styled(rill::red, n, " of ", 7.5, ' ', shape{3})) ==
        "E[31m5 of 7.5 3 sidesE[0m");
  CHECK(concat('[', styled(rill::red, n, " of ", 7.5), ']') == "[5 of 7.5]");
  CHECK(concat(styled(rill::red, std::string(3000, 'x'), 1,
                      styled(rill::bold, 2, '3'))) ==
        std::string(3000, 'x') + "123");
}

TEST_CASE("print/styled: values that cannot be copied are moved in") {
  CHECK(shown(styled(rill::red, only_moved{5})) == "E[31m5E[0m");
  CHECK(shown(styled(rill::red, 1, only_moved{5}, only_moved{6})) ==
        "E[31m156E[0m");
  CHECK(shown(styled(only_moved{5}, rill::red)) == "E[31m5E[0m");
}

TEST_CASE("print/styled: fields count what is seen") {
  CHECK(shown(rill::right(styled("ab", rill::red), 5)) == "   E[31mabE[0m");
  CHECK(shown(styled(rill::right("ab", 5), rill::red)) == "E[31m   abE[0m");
  CHECK(shown(rill::left(styled(7, rill::red), 3), '|') == "E[31m7E[0m  |");
  CHECK(shown(rill::center(styled(rill::red, 1, styled(2, rill::bold)), 6,
                           U'.')) == "..E[31m1E[1m2E[0;31mE[0m..");
  CHECK(shown(rill::right(styled("\xC3\xA9", rill::red), 3)) ==
        "  E[31m\xC3\xA9"
        "E[0m");
  // Fields in fields, and hooks that print styles.
  CHECK(shown(rill::right(rill::right(styled(7, rill::bold), 4, '.'), 6)) ==
        "  ...E[1m7E[0m");
  CHECK(shown(rill::right(point{1, 2}, 8)) == "  (E[1m1E[0m, 2)");
  CHECK(shown(rill::right(pair{1, 2}, 8)) == "  <E[1m1E[0m, 2>");
  CHECK(shown(rill::right(rill::join(std::array{styled(1, rill::red)}, ""),
                          3)) == "  E[31m1E[0m");
  // Behind an inner style, the style around the field is restored.
  CHECK(shown(styled(rill::right(rill::right(point{1, 2}, 7), 8), rill::red)) ==
        "E[31m  (E[1m1E[0;31m, 2)E[0m");
  CHECK(shown(rill::right(
            styled(rill::right(styled(7, rill::bold), 3), rill::red), 5)) ==
        "  E[31m  E[1m7E[0;31mE[0m");
  // Styles that with_styles() adds to a value take no columns either.
  CHECK(concat(rill::right(with_styles(always, styled("ab", rill::red)), 4)) ==
        "  \x1b[31mab\x1b[0m");
  CHECK(concat(rill::left(
            rill::right(with_styles(always, styled(7, rill::red)), 2), 3)) ==
        " \x1b[31m7\x1b[0m ");
  CHECK(shown(styled(rill::right(with_styles(always, styled(7, rill::bold)), 2),
                     rill::red)) == "E[31m E[1m7E[0;31mE[0m");
  // The text is longer than the scratch, which grows.
  std::string const wide(3000, 'x');
  CHECK(shown(rill::right(styled(wide, rill::red), 3002)) ==
        "  E[31m" + wide + "E[0m");
  for (std::size_t width : {0u, 1u, 2u, 9u, 300u}) {
    std::string const plain = concat(rill::right(12, width));
    CHECK(concat(rill::right(styled(12, rill::red), width)) == plain);
    CHECK(concat(styled(rill::right(12, width), rill::red)) == plain);
    CHECK(concat(rill::right(styled(rill::red, 1, 2), width)) == plain);
    CHECK(concat(rill::right(styled(rill::fixed(12., 0), rill::red), width)) ==
          plain);
  }
}

TEST_CASE("print/styled: exact room, and less") {
  std::string_view const whole = "\x1b[1;31m-1234\x1b[0m|ab\x1b[3mc\x1b[0m";
  auto const value = with_styles(always, styled(-1234, rill::bold | rill::red),
                                 '|', "ab", styled('c', rill::italic));
  CHECK(rill::formatted_size(value) == whole.size());
  for (std::size_t size = 0; size <= whole.size() + 1; ++size) {
    std::unique_ptr<char[]> const block(new char[size]);
    auto const made = rill::format_into(memory{block.get(), size}, value);
    CHECK(made.size_needed == whole.size());
    CHECK(made.truncated == (size < whole.size()));
    std::size_t const fits = size < whole.size() ? size : whole.size();
    CHECK(std::string_view(block.get(), fits) == whole.substr(0, fits));
  }
  char plain[4];
  CHECK(rill::format_into(plain, styled(1234, rill::red)).truncated == false);
  CHECK(std::string_view(plain, 4) == "1234");
}

TEST_CASE("print/styled: at compile time") {
  static_assert(rill::formatted_size(styled(5, rill::red)) == 1);
  static_assert(
      rill::formatted_size(with_styles(always, styled(5, rill::red))) == 10);
  static_assert(rill::formatted_size(with_styles(
                    always, styled(rill::red, 5, styled("x", rill::bold)))) ==
                22);
  constexpr auto made = [] {
    std::array<char, 10> bytes{};
    rill::format_into(bytes, with_styles(always, styled(5, rill::red)));
    return bytes;
  }();
  CHECK(std::string_view(made.data(), made.size()) == "\x1b[31m5\x1b[0m");
}

TEST_CASE("print/styled: modes nest, and end where their values end") {
  CHECK(shown(styled(1, rill::red), with_styles(never, styled(2, rill::red)),
              styled(3, rill::red)) == "E[31m1E[0m2E[31m3E[0m");
  CHECK(shown(styled(rill::red, 1, with_styles(never, styled(2, rill::bold)),
                     styled(3, rill::bold))) == "E[31m12E[1m3E[0;31mE[0m");
  CHECK(shown(styled(rill::red, with_styles(always, styled(2, rill::bold)))) ==
        "E[31mE[1m2E[0;31mE[0m");
  CHECK(
      shown(styled(rill::red, with_styles(automatic, styled(2, rill::bold)))) ==
      "E[31mE[1m2E[0;31mE[0m");
  CHECK(concat(with_styles(automatic, styled(2, rill::bold))) == "2");
  CHECK(concat(with_styles(never, with_styles(always, styled(2, rill::bold)),
                           styled(1, rill::red))) == "\x1b[1m2\x1b[0m1");
}
