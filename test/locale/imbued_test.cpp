// test/locale/imbued_test.cpp: sinks of every kind with a locale.
// covers: rill/locale/locale.h, rill/locale/print.h
#include <doctest/doctest.h>
#include <locale.h>  // setlocale
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/stream.h>
#include <stdio.h>

#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"
#include "support/locales.h"

namespace {

using rill_test::american;
using rill_test::french;
using rill_test::german;
using rill_test::plain;

// The texts of one argument of each kind.
constexpr std::string_view german_text =
    "1.234.567 3,5 text c true 12d687 1.234,50 (1.000)\n";
constexpr std::string_view plain_text =
    "1234567 3.5 text c true 12d687 1234.50 (1000)\n";

struct holder {
  int n;
  friend void rill_print(auto& out, holder const& h) { out('(', h.n, ')'); }
};

void print_all(auto& out) {
  rill::println(out, 1234567, ' ', 3.5, " text ", 'c', ' ', true, ' ',
                rill::hex(1234567), ' ', rill::fixed(1234.5, 2), ' ',
                holder{1000});
}

std::string printed_to_writer(rill::locale_data const& locale,
                              std::size_t buffer) {
  rill_test::fake_device device;
  {
    rill::file_writer file(rill::file(rill_test::fake_device::handle), buffer);
    rill::imbued out(file, locale);
    print_all(out);
    rill::flush(out);
    CHECK(file.pending().size == 0);
  }
  return device.bytes;
}

TEST_CASE("locale/imbued: a writer prints numbers as the locale has them") {
  for (std::size_t buffer : {1u, 2u, 15u, 16u, 17u, 40u, 400u, 4000u}) {
    CHECK(printed_to_writer(german, buffer) == german_text);
    CHECK(printed_to_writer(plain, buffer) == plain_text);
  }
}

TEST_CASE("locale/imbued: an lvalue is referred to, and can be used beside") {
  std::string text;
  rill::string_writer inner(text);
  rill::imbued out(inner, german);
  using inner_type = rill::string_writer<std::string>;
  static_assert(std::is_same_v<decltype(out), rill::imbued<inner_type&>>);
  rill::print(out, 1000, '|');
  rill::print(inner, 1000, '|');
  rill::print(out, 1000);
  inner.flush();
  CHECK(text == "1.000|1000|1.000");
}

TEST_CASE("locale/imbued: one sink with two locales, and one in the other") {
  std::string text;
  rill::string_writer inner(text);
  rill::imbued first(inner, german);
  rill::imbued second(inner, american);
  // In `both` the outer locale, american, decides.
  rill::imbued both(first, american);
  rill::print(first, 1000.5, '|');
  rill::print(second, 1000.5, '|');
  rill::print(both, 1000.5, '|');
  rill::print(first, rill::localized(1000.5, american));
  inner.flush();
  CHECK(text == "1.000,5|1,000.5|1,000.5|1,000.5");
}

TEST_CASE("locale/imbued: the locale is copied") {
  std::string text;
  rill::string_writer inner(text);
  rill::locale_data mine = german;
  rill::imbued out(inner, mine);
  mine = american;
  rill::print(out, 1000.5);
  inner.flush();
  CHECK(text == "1.000,5");
}

TEST_CASE("locale/imbued: a FILE* of any buffering") {
  rill_test::folder const place;
  for (int const mode : {_IOFBF, _IOLBF, _IONBF}) {
    std::string const path = place / "out";
    FILE* const file = fopen(path.c_str(), "wb");
    setvbuf(file, nullptr, mode, mode == _IONBF ? 0 : 32);
    rill::imbued out(file, german);
    static_assert(std::is_same_v<decltype(out), rill::imbued<FILE*>>);
    print_all(out);
    rill::flush(out);
    fclose(file);
    CHECK(rill_test::content_of(path) == german_text);
  }
}

TEST_CASE("locale/imbued: a std::ostream") {
  std::ostringstream stream;
  rill::imbued out(stream, german);
  print_all(out);
  rill::flush(out);
  CHECK(stream.str() == german_text);
}

TEST_CASE("locale/imbued: a locked writer, and its guard") {
  rill_test::folder const place;
  std::string const path = place / "out";
  {
    rill::locked<rill::file_writer> log(path);
    rill::imbued out(log, german);
    print_all(out);
    auto held = rill::lock(log);
    rill::imbued inside(held, german);
    print_all(inside);
    rill::flush(inside);
  }
  CHECK(rill_test::content_of(path) ==
        std::string(german_text) + std::string(german_text));
}

TEST_CASE("locale/imbued: a file writer that it owns") {
  rill_test::folder const place;
  std::string const path = place / "out";
  {
    rill::imbued out(rill::file_writer(path), german);
    print_all(out);
    out.stream().close();
  }
  CHECK(rill_test::content_of(path) == german_text);
}

TEST_CASE("locale/imbued: print_sep's separators and values") {
  std::string text;
  rill::string_writer inner(text);
  rill::imbued out(inner, french);
  rill::print_sep(out, " | ", 1000, 2.5, "x", rill::end("."));
  rill::print_sep(out, 1000, 'a', 'b', rill::end(2000));
  inner.flush();
  CHECK(text == "1\u202f000 | 2,5 | x.a1\u202f000b2\u202f000");
}

TEST_CASE("locale/imbued: modes for styles hand the locale on") {
  constexpr auto always = rill::style_mode::always;
  auto const value = rill::styled(1234, rill::red);
  std::string text;
  rill::string_writer inner(text);
  rill::imbued out(inner, german);
  rill::print(out, rill::with_styles(always, value, ' ', 1000.5));
  rill::print(rill::with_styles(out, always), value);
  rill::imbued other(rill::with_styles(inner, always), german);
  rill::print(other, value, 1000);
  inner.flush();
  CHECK(text ==
        "\x1b[31m1.234\x1b[0m 1.000,5"
        "\x1b[31m1.234\x1b[0m"
        "\x1b[31m1.234\x1b[0m1.000");
}

TEST_CASE("locale/imbued: what C's locale is does not matter to print") {
  std::string const before = setlocale(LC_ALL, nullptr);
  for (char const* name : {"", "de_DE.UTF-8", "C"}) {
    setlocale(LC_ALL, name);
    CHECK(rill::concat(1234567, ' ', 3.5, ' ', rill::fixed(1234.5, 2)) ==
          "1234567 3.5 1234.50");
    CHECK(printed_to_writer(german, 64) == german_text);
  }
  setlocale(LC_ALL, before.c_str());
}

#if RILL_EXCEPTIONS
TEST_CASE("locale/imbued: the sink's errors are the sink's") {
  char memory[4];
  rill::memory_writer small(memory, sizeof memory);
  rill::imbued out(small, german);
  CHECK_THROWS_AS(rill::print(out, 1234567), rill::error);
  CHECK(small.error() == rill::error_code(rill::library_problem::no_room));
}
#endif

}  // namespace
