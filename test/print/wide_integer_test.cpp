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

// What every way of printing gives.
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

// Reads it out of a block of its size.
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

template <unsigned base, class T>
int wrong(T n) {
  std::string const low = text_by_doubling(n, base);
  std::string const high = text_by_doubling(n, base, true);
  int count = !prints(rill::base<base>(n), low) +
              !prints(rill::upper(rill::base<base>(n)), high) +
              !scans(low, n, [](T& x) { return rill::base<base>(x); }) +
              !scans(high, n, [](T& x) { return rill::base<base>(x); });
  if constexpr (base == 10) count += !prints(n, low);
  if constexpr (base == 2)
    count += !prints(rill::bin(n), low) +
             !prints(rill::prefix(rill::bin(n)), with_prefix(low, "0b"));
  if constexpr (base == 8) count += !prints(rill::oct(n), low);
  if constexpr (base == 16)
    count += !prints(rill::hex(n), low) +
             !prints(rill::upper(rill::hex(n)), high) +
             !prints(rill::prefix(rill::hex(n)), with_prefix(low, "0x"));
  return count;
}

template <unsigned base, class T>
int wrong_type() {
  constexpr bool is_signed = static_cast<T>(-1) < T{0};
  constexpr auto top = unsigned_widest{1} << (sizeof(T) * 8 - 1);
  T const least = is_signed ? static_cast<T>(top) : T{0};
  T const most = static_cast<T>(~least);
  int count = 0;
  for (T n : {T{0}, T{1}, least, most, static_cast<T>(least + 1),
              static_cast<T>(most - 1)})
    count += wrong<base>(n);
  for (unsigned_widest power = base;; power *= base) {
    for (unsigned_widest n : {power - 1, power, power + 1, 0 - power})
      count += wrong<base>(static_cast<T>(n));
    if (power > ~unsigned_widest{0} / base) break;
    if (base < 8 && power * base <= ~unsigned_widest{0} / base) power *= base;
  }
  std::mt19937_64 random(base);
  for (int i = 0; i != 20; ++i)
    count += wrong<base>(
        static_cast<T>(reference::random_widest(random) >>
                       reference::below(random, reference::widest_bits)));
  return count;
}

template <unsigned... less>
int wrong_bases(std::integer_sequence<unsigned, less...>) {
  return ((wrong_type<less + 2, widest>() +
           wrong_type<less + 2, unsigned_widest>()) +
          ...);
}

}  // namespace

TEST_CASE("print/wide_integer: every base, printed and scanned") {
  CHECK(wrong_bases(std::make_integer_sequence<unsigned, 35>()) == 0);
}
