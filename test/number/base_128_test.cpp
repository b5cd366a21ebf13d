// The widest integers in every base, both ways: against arrays of digits, in
// blocks of exact size.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "../reference/digits.h"
#include "rill/number/decimal.h"
#include "rill/number/parse.h"

namespace {

using reference::outcome;
using reference::unsigned_widest;
using reference::widest;

// The functions whose base is a template argument, in a table by base, so that
// the tests can loop over the bases.
template <class T>
struct ways {
  std::size_t room;
  char* (*write)(char*, T, bool) noexcept;
  unsigned (*digits)(T) noexcept;
};
template <class T, unsigned... less>
ways<T> way_of(int base, std::integer_sequence<unsigned, less...>) {
  static constexpr ways<T> all[] = {{rill::base_size<T, less + 2>,
                                     rill::write_base<less + 2, T>,
                                     rill::base_digits<less + 2, T>}...};
  return all[base - 2];
}

// Whether write_base and base_digits are right for n, in a block of exactly the
// promised size.
template <class T>
bool writes(T n, int base, bool upper) {
  auto const way = way_of<T>(base, std::make_integer_sequence<unsigned, 35>());
  std::unique_ptr<char[]> const block(new char[way.room]);
  char* const end = way.write(block.get(), n, upper);
  return std::string(block.get(), end) ==
             reference::text_by_doubling(n, base, upper) &&
         block.get() + way.digits(n) == end;
}

// Whether parse_integer is right for the text, in a block of exactly its size.
// If the text is a number, `n` becomes that number.
template <class T>
bool reads(std::string const& text, int base, T& n, bool& is_number) {
  auto const want = reference::parse_by_bytes<T>(text, base);
  is_number = want.result == outcome::good;
  std::unique_ptr<char[]> const block(new char[text.size()]);
  std::memcpy(block.get(), text.data(), text.size());
  T const before = static_cast<T>(77);
  n = before;
  auto const got =
      rill::parse_integer(block.get(), block.get() + text.size(), n, base);
  if (got.end != block.get() + want.length || bool(got) != is_number)
    return false;
  if (is_number) return n == want.value;
  return n == before && got.error == (want.result == outcome::malformed
                                          ? rill::number_error::malformed
                                          : rill::number_error::out_of_range);
}

// Reads a text as a T and writes it back. Returns 1 if a result is wrong.
template <class T>
int wrong_text(std::string const& text, int base) {
  T n;
  bool is_number;
  if (!reads<T>(text, base, n, is_number)) return 1;
  return is_number && !(writes(n, base, false) && writes(n, base, true));
}

template <class T>
int wrong_powers(int base) {
  int wrong = 0;
  std::size_t const longest =
      reference::text_by_doubling(~unsigned_widest{0}, base).size();
  for (std::size_t power = 1; power <= longest + 1; ++power) {
    reference::around_power const texts(base, power);
    for (std::string const* text : {&texts.below, &texts.equal, &texts.above}) {
      wrong += wrong_text<T>(*text, base);
      wrong += wrong_text<T>("-" + *text, base);
      if (power % 3 == 0) wrong += wrong_text<T>("-00" + *text + "-", base);
    }
  }
  return wrong;
}

// The extreme values, and texts one beyond each.
template <class T>
int wrong_limits(int base) {
  constexpr bool is_signed = static_cast<T>(-1) < T{0};
  constexpr auto top = unsigned_widest{1} << (sizeof(T) * 8 - 1);
  T const least = is_signed ? static_cast<T>(top) : T{0};
  T const most = static_cast<T>(~least);
  int wrong = 0;
  for (T n : {T{0}, T{1}, static_cast<T>(base), least, most,
              static_cast<T>(least + 1), static_cast<T>(most - 1)})
    wrong += !writes(n, base, false) + !writes(n, base, true);
  std::string const largest = reference::text_by_doubling(most, base);
  std::string const smallest = reference::text_by_doubling(least, base);
  for (std::string const& text :
       {std::string(), std::string("-"), std::string("0"), std::string("-0"),
        std::string(200, '0'), largest, reference::one_more(largest, base),
        "-" + reference::one_more(largest, base), smallest,
        "-" + reference::one_more(smallest.substr(is_signed), base),
        std::string(150, '0') + largest, largest + "0", largest + "{",
        std::string(300, reference::letter(base - 1, true))})
    wrong += wrong_text<T>(text, base);
  T n;
  bool is_number;
  bool const whole = reads<T>(largest, base, n, is_number) && n == most &&
                     reads<T>(smallest, base, n, is_number) && n == least;
  return wrong + !whole;
}

template <class T>
int wrong_random(int base) {
  std::mt19937_64 random(static_cast<unsigned>(base));
  int wrong = 0;
  for (int i = 0; i != 60; ++i) {
    auto const bits = reference::random_widest(random) >>
                      reference::below(random, reference::widest_bits);
    T const n = static_cast<T>(i % 2 ? bits : 0 - bits);
    bool const upper = i % 3 == 0;
    wrong += !writes(n, base, upper);
    T again;
    bool is_number;
    wrong += !reads<T>(reference::text_by_doubling(n, base, upper), base, again,
                       is_number) ||
             again != n;
  }
  return wrong;
}

int wrong_base(int base) {
  return wrong_powers<widest>(base) + wrong_powers<unsigned_widest>(base) +
         wrong_limits<widest>(base) + wrong_limits<unsigned_widest>(base) +
         wrong_random<widest>(base) + wrong_random<unsigned_widest>(base);
}

}  // namespace

TEST_CASE("number/base_128: the twin itself, on numbers known by heart") {
  using reference::text_by_doubling;
  CHECK(text_by_doubling(0, 7) == "0");
  CHECK(text_by_doubling(-128, 2) == "-10000000");
  CHECK(text_by_doubling(static_cast<signed char>(-128), 16) == "-80");
  CHECK(text_by_doubling(48879, 16, true) == "BEEF");
  CHECK(text_by_doubling(-1295, 36) == "-zz");
  CHECK(reference::parse_by_bytes<signed char>("-80", 16).value == -128);
  CHECK(reference::parse_by_bytes<signed char>("80", 16).result ==
        outcome::out_of_range);
  CHECK(reference::parse_by_bytes<unsigned char>("100", 16).result ==
        outcome::out_of_range);
  CHECK(reference::one_more("zz", 36) == "100");
#if RILL_INT128
  CHECK(text_by_doubling(~unsigned_widest{0}, 10) ==
        "340282366920938463463374607431768211455");
  CHECK(text_by_doubling(static_cast<widest>(unsigned_widest{1} << 127), 10) ==
        "-170141183460469231731687303715884105728");
#endif
}

TEST_CASE("number/base_128: every base, written and read") {
  for (int base = 2; base <= 36; ++base) {
    CAPTURE(base);
    CHECK(wrong_base(base) == 0);
  }
}
