// Printing the widest integers in every base, and scanning them back: against
// arrays of digits, in blocks of exact size.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>

#include "../reference/digits.h"

namespace {

using reference::text_by_doubling;
using reference::unsigned_widest;
using reference::widest;

// Whether every way of printing gives `want`.
template <class Value>
bool prints(Value const& value, std::string const& want) {
  if (rill::concat(value) != want) return false;
  if (rill::formatted_size(value) != want.size()) return false;
  std::unique_ptr<char[]> const block(new char[want.size()]);
  auto const done =
      rill::format_into(std::span(block.get(), want.size()), value);
  return done.size_needed == want.size() &&
         std::string(block.get(), want.size()) == want;
}

// Scans n out of a block of exactly the text's size.
template <class T, class Wrap>
bool scans(std::string const& text, T n, Wrap wrap) {
  std::unique_ptr<char[]> const block(new char[text.size()]);
  text.copy(block.get(), text.size());
  rill::memory_reader in(block.get(), text.size());
  T got{};
  auto&& target = wrap(got);
  return bool(rill::try_scan(in, target)) && got == n;
}

std::string with_prefix(std::string text, char const* prefix) {
  return text.insert(text[0] == '-', prefix);
}

// Zero is one digit, which is also the prefix.
std::string with_octal_prefix(std::string const& text) {
  return text == "0" ? text : with_prefix(text, "0");
}

// Whether rill::base prints n right. The base is a template argument.
template <unsigned base, class T>
bool right(T n) {
  return rill::concat(rill::base<base>(n)) == text_by_doubling(n, base);
}
template <class T, unsigned... less>
bool right_in(int base, T n, std::integer_sequence<unsigned, less...>) {
  static constexpr bool (*all[])(T) = {right<less + 2, T>...};
  return all[base - 2](n);
}

template <class T>
int wrong_named(T n) {
  std::string const two = text_by_doubling(n, 2);
  std::string const eight = text_by_doubling(n, 8);
  std::string const ten = text_by_doubling(n, 10);
  std::string const low = text_by_doubling(n, 16);
  std::string const high = text_by_doubling(n, 16, true);
  std::string const odd = text_by_doubling(n, 35, true);
  return !prints(n, ten) + !prints(rill::oct(n), eight) +
         !prints(rill::bin(n), two) +
         !prints(rill::prefix(rill::bin(n)), with_prefix(two, "0b")) +
         !prints(rill::prefix(rill::oct(n)), with_octal_prefix(eight)) +
         !scans(with_octal_prefix(eight), n,
                [](T& x) { return rill::prefix(rill::oct(x)); }) +
         !prints(rill::hex(n), low) + !prints(rill::upper(rill::hex(n)), high) +
         !prints(rill::prefix(rill::hex(n)), with_prefix(low, "0x")) +
         !prints(rill::upper(rill::base<35>(n)), odd) +
         !scans(ten, n, [](T& x) -> T& { return x; }) +
         !scans(two, n, [](T& x) { return rill::bin(x); }) +
         !scans(eight, n, [](T& x) { return rill::oct(x); }) +
         !scans(high, n, [](T& x) { return rill::hex(x); }) +
         !scans(odd, n, [](T& x) { return rill::base<35>(x); });
}

template <class T>
int wrong(int base, unsigned_widest bits) {
  T const n = static_cast<T>(bits);
  return wrong_named(n) +
         !right_in(base, n, std::make_integer_sequence<unsigned, 35>());
}

template <class T>
int wrong_type(int base) {
  constexpr auto top = unsigned_widest{1} << (sizeof(T) * 8 - 1);
  int count = 0;
  for (unsigned_widest n : {unsigned_widest{0}, unsigned_widest{1}, top - 1,
                            top, top + 1, 0 - unsigned_widest{1}})
    count += wrong<T>(base, n);
  auto const factor = static_cast<unsigned>(base);
  for (unsigned_widest power = factor;; power *= factor) {
    for (unsigned_widest n : {power - 1, power, power + 1, 0 - power})
      count += wrong<T>(base, n);
    if (power > ~unsigned_widest{0} / factor) break;
  }
  std::mt19937_64 random(factor);
  for (int i = 0; i != 20; ++i)
    count +=
        wrong<T>(base, reference::random_widest(random) >>
                           reference::below(random, reference::widest_bits));
  return count;
}

}  // namespace

TEST_CASE("print/wide_integer: every base, printed and scanned") {
  for (int base = 2; base <= 36; ++base) {
    CAPTURE(base);
    CHECK(wrong_type<widest>(base) == 0);
    CHECK(wrong_type<unsigned_widest>(base) == 0);
  }
}
