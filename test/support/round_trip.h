// test/support/round_trip.h: checks that printed values scan back to the same
// values: through buffers of every size, several in a row, and truncated at
// every place.
#ifndef RILL_TEST_SUPPORT_ROUND_TRIP_H
#define RILL_TEST_SUPPORT_ROUND_TRIP_H

#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "scripted_reader.h"

namespace rill_test {

using random_engine = std::mt19937_64;

inline unsigned below(random_engine& random, unsigned count) {
  return static_cast<unsigned>(random()) % count;
}

// Random values of a type, extremes included. A test specialises it for its own
// types.
template <class T>
struct random_value;

template <class T>
T random_of(random_engine& random) {
  return random_value<T>::make(random);
}

template <class T>
  requires(std::is_integral_v<T> && !rill::detail::character<T>)
struct random_value<T> {
  static T make(random_engine& random) {
    using limits = std::numeric_limits<T>;
    switch (below(random, 4)) {
      case 0:
        return limits::min();
      case 1:
        return limits::max();
      default:
        return static_cast<T>(random() >> below(random, 64));
    }
  }
};

// Makes no NaN, which is not equal to itself.
template <class T>
  requires std::is_floating_point_v<T>
struct random_value<T> {
  static T make(random_engine& random) {
    using limits = std::numeric_limits<T>;
    T const extremes[] = {limits::min(),
                          limits::max(),
                          limits::lowest(),
                          limits::denorm_min(),
                          limits::infinity(),
                          -limits::infinity(),
                          limits::epsilon(),
                          T{},
                          -T{}};
    if (below(random, 4) == 0) return extremes[below(random, 9)];
    return static_cast<T>(random()) / static_cast<T>((random() >> 3) + 1) -
           static_cast<T>(below(random, 10));
  }
};

template <>
struct random_value<bool> {
  static bool make(random_engine& random) { return below(random, 2) != 0; }
};
// Makes every byte and every unit, also unpaired surrogates.
template <class C>
  requires rill::detail::character<C>
struct random_value<C> {
  static C make(random_engine& random) {
    unsigned const count = sizeof(C) == 1   ? 0x100
                           : sizeof(C) == 2 ? 0x1'0000
                                            : 0x11'0000;
    return static_cast<C>(below(random, 2) ? below(random, count)
                                           : below(random, 128));
  }
};

// Makes control characters, quotes, characters of every length, unprintable
// ones, and ill-formed bytes and units.
template <class C>
struct random_value<std::basic_string<C>> {
  static std::basic_string<C> make(random_engine& random) {
    using string = std::basic_string<C>;
    string text;
    for (unsigned left = below(random, 10); left != 0; --left) {
      C const any = random_of<C>(random);
      switch (below(random, 4)) {
        case 0:
          text += static_cast<C>("\"\\'{}[](),:; x"[below(random, 14)]);
          break;
        case 1:
          text += well_formed()[below(random, 7)];
          break;
        default:
          // In UTF-32 two surrogates in a row would scan back as one character.
          if (sizeof(C) == 4 && any >= 0xD800 && any < 0xE000) break;
          text += any;
      }
    }
    return text;
  }

 private:
  static std::vector<std::basic_string<C>> well_formed() {
    std::vector<std::basic_string<C>> all;
    for (char const* text : {"\u00e9", "\u20ac", "\U0001f600", "\u200b",
                             "\u0301", "\ufeff", "\u202e"}) {
      std::basic_string<C> units;
      if constexpr (sizeof(C) == 1)
        for (; *text; ++text) units += static_cast<C>(*text);
      else
        units = *rill::try_parse<std::basic_string<C>>(text);
      all.push_back(units);
    }
    return all;
  }
};

template <class A, class B>
struct random_value<std::pair<A, B>> {
  static std::pair<A, B> make(random_engine& random) {
    return {random_of<std::remove_const_t<A>>(random), random_of<B>(random)};
  }
};
template <class T>
struct random_value<std::optional<T>> {
  static std::optional<T> make(random_engine& random) {
    if (below(random, 3) == 0) return {};
    return random_of<T>(random);
  }
};

// Containers that elements are inserted into.
template <class C>
  requires requires(C& to, typename C::value_type value) {
    to.insert(to.end(), value);
    requires !rill::detail::character<typename C::value_type> ||
                 !requires { typename C::traits_type; };
  }
struct random_value<C> {
  static C make(random_engine& random) {
    C all;
    for (unsigned left = below(random, 4); left != 0; --left)
      all.insert(all.end(), random_of<typename C::value_type>(random));
    return all;
  }
};

// The text of a value as an element: strings are in quotes.
template <class T>
std::string text_of(T const& value) {
  return rill::concat(rill::debug(value));
}

// Parses from a heap block of exactly `size` bytes.
template <class T>
auto parse_block(std::string const& text, std::size_t size) {
  auto const block = std::make_unique<char[]>(size);
  text.copy(block.get(), size);
  return rill::try_parse<T>(std::string_view(block.get(), size));
}

template <class T>
bool comes_back(T const& value) {
  std::string const text = text_of(value);
  auto const back = parse_block<T>(text, text.size());
  if (!back) MESSAGE(back.error().what());
  return back && *back == value;
}

// Reads several values with white space between them.
template <class T>
bool stream_comes_back(std::vector<T> const& values, std::size_t buffer) {
  std::string text;
  for (T const& value : values) text += text_of(value) + " \n";
  scripted_reader in(text, buffer);
  T back{};
  for (T const& want : values)
    if (!rill::try_scan(in, back) || back != want) return false;
  return rill::try_scan(in, back).at_end();
}

// A truncated text is an error if it ends with a bracket; otherwise parsing it
// may fail or not, without a crash.
template <class T>
bool cut_is_refused(T const& value) {
  std::string const text = text_of(value);
  char const last = text.empty() ? ' ' : text.back();
  bool const is_closed = last == ']' || last == '}' || last == ')';
  std::size_t const step = text.size() / 64 + 1;
  for (std::size_t size = 0; size < text.size(); size += step)
    if (parse_block<T>(text, size) && (is_closed || size == 0)) return false;
  return true;
}

// T must not be a string or a character type: alone, these print without
// quotes.
template <class T>
void round_trip(int count = 40) {
  random_engine random(20'261'121);
  std::vector<T> values;
  for (int i = 0; i != count; ++i) {
    T value = random_of<T>(random);
    REQUIRE_MESSAGE(comes_back(value), text_of(value));
    if (i % 8 == 0) REQUIRE_MESSAGE(cut_is_refused(value), text_of(value));
    values.push_back(static_cast<T&&>(value));
  }
  for (std::size_t buffer : {1u, 16u, 4096u})
    REQUIRE(stream_comes_back(values, buffer));
}

}  // namespace rill_test

#endif
