// test/value/style_test.cpp: colours and attributes, combined.
#include <doctest/doctest.h>
#include <rill/value/style.h>
#include <rill/print/styled.h>

#include <type_traits>

using rill::style;

TEST_CASE("value/style: a later colour replaces an earlier one") {
  static_assert((rill::red | rill::blue) == rill::blue);
  static_assert((rill::red | rill::bold | rill::blue) ==
                (rill::bold | rill::blue));
  static_assert((rill::red | rill::palette(7)) == rill::palette(7));
  static_assert((rill::palette(7) | rill::rgb(1, 2, 3)) == rill::rgb(1, 2, 3));
  static_assert((rill::rgb(1, 2, 3) | rill::red) == rill::red);
  static_assert((rill::red | style{}) == rill::red);
  static_assert((style{} | rill::red) == rill::red);
  static_assert((rill::red | rill::default_colour) == rill::default_colour);
  // A colour with the number 0 replaces another colour too.
  static_assert((rill::red | rill::black) == rill::black);
  static_assert((rill::red | rill::rgb(0, 0, 0)) == rill::rgb(0, 0, 0));
  static_assert((rill::red | rill::palette(0)) == rill::palette(0));
  CHECK((rill::red | rill::black) == rill::black);
}

TEST_CASE("value/style: the two colours are apart, attributes add up") {
  constexpr style both = rill::white | rill::on(rill::red);
  static_assert(both == (rill::on(rill::red) | rill::white));
  static_assert((both | rill::blue) == (rill::blue | rill::on(rill::red)));
  static_assert((both | rill::on(rill::blue)) ==
                (rill::white | rill::on(rill::blue)));
  constexpr style lines = rill::bold | rill::underline | rill::strikethrough;
  static_assert(lines == (rill::strikethrough | rill::bold | rill::underline));
  static_assert((lines | lines) == lines);
  static_assert(rill::on(rill::bold | rill::red) ==
                (rill::bold | rill::on(rill::red)));
  style changing = rill::red;
  changing |= rill::bold;
  changing |= rill::green;
  CHECK(changing == (rill::green | rill::bold));
}

TEST_CASE("value/style: all are different, small and trivial") {
  constexpr style all[] = {{},
                           rill::black,
                           rill::red,
                           rill::green,
                           rill::yellow,
                           rill::blue,
                           rill::magenta,
                           rill::cyan,
                           rill::white,
                           rill::bright_black,
                           rill::bright_red,
                           rill::bright_green,
                           rill::bright_yellow,
                           rill::bright_blue,
                           rill::bright_magenta,
                           rill::bright_cyan,
                           rill::bright_white,
                           rill::default_colour,
                           rill::palette(0),
                           rill::palette(255),
                           rill::rgb(0, 0, 0),
                           rill::rgb(0, 0, 255),
                           rill::on(rill::black),
                           rill::on(rill::red),
                           rill::bold,
                           rill::dim,
                           rill::italic,
                           rill::underline,
                           rill::blink,
                           rill::inverse,
                           rill::hidden,
                           rill::strikethrough,
                           rill::double_underline,
                           rill::overline};
  for (style const& a : all)
    for (style const& b : all) CHECK((&a == &b) == (a == b));
  static_assert(sizeof(style) <= 12);
  // The deprecated name, which remains for one version.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  static_assert(rill::reverse == rill::inverse);
#pragma GCC diagnostic pop
  static_assert(std::is_trivially_copyable_v<style>);
  static_assert(noexcept(rill::red | rill::bold));
}

TEST_CASE("value/style: a styled value holds values and refers to variables") {
  int n = 5;
  static_assert(std::is_same_v<decltype(rill::styled(5, rill::red)),
                               rill::detail::styled_value<int>>);
  static_assert(std::is_same_v<decltype(rill::styled(n, rill::red)),
                               rill::detail::styled_value<int&>>);
  auto const held = rill::styled(n, rill::red);
  n = 6;
  CHECK(held.value == 6);
  CHECK(held.look == rill::red);
}
