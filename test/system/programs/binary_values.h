// test/system/programs/binary_values.h: types that binary data can hold; random
// values of them, and their JSON, made without rill.
#ifndef RILL_TEST_BINARY_VALUES_H
#define RILL_TEST_BINARY_VALUES_H

#include <rill/binary.h>
#include <rill/types.h>

#include <array>
#include <bitset>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#include <version>
#if __cpp_lib_expected
#include <expected>
#endif

namespace chrono = std::chrono;

namespace {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

enum class small : unsigned char {};
enum class wide : long long {};

struct nothing {};
struct tree {
  std::int16_t value = 0;
  std::vector<tree> children;
};
struct trade {
  std::string name;
  std::int32_t count = 0;
  double price[2] = {};
  std::optional<std::uint16_t> lot;
};
struct hooked {
  std::int32_t first = 0;
  std::string second;
  friend void rill_binary(auto& io, hooked& x) {
    io(x.first);
    io(rill::numbered<40>(x.second));
  }
};

std::mt19937_64 source;

unsigned long long below(unsigned long long limit) { return source() % limit; }
// Mostly few; the counts around the first two-byte count are frequent.
std::size_t some() {
  constexpr std::size_t edges[] = {0, 1, 2, 127, 128, 300};
  return below(8) == 0 ? edges[below(6)] : below(5);
}

// How a type is made at random, and its JSON.
template <class T>
struct about;

template <class T>
T any() {
  return about<T>::make();
}
template <class T>
void say(std::string& out, T const& value) {
  about<T>::say(out, value);
}
template <class... T>
void say_list(std::string& out, T const&... values) {
  char const* before = "[";
  ((out += before, before = ",", say(out, values)), ...);
  out += sizeof...(T) == 0 ? "[]" : "]";
}
template <class Range>
void say_range(std::string& out, Range const& range) {
  char const* before = "";
  out += "[";
  for (auto const& one : range) {
    out += before;
    before = ",";
    say(out, std::remove_cvref_t<decltype(one)>(one));
  }
  out += "]";
}

template <class T>
  requires(std::is_integral_v<T> || std::is_same_v<T, int128> ||
           std::is_same_v<T, uint128>)
struct about<T> {
  static T make() {
    if constexpr (std::is_same_v<T, bool>) return below(2) != 0;
    // Small values, and both ends of the range.
    auto bits = static_cast<uint128>(source()) << 64 | source();
    bits = bits >> below(128);
    if (below(2) != 0) bits = ~bits;
    return static_cast<T>(bits);
  }
  // Characters as unsigned numbers.
  static void say(std::string& out, T value) {
    constexpr bool is_character =
        std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ||
        std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> ||
        std::is_same_v<T, char32_t>;
    auto bits = static_cast<uint128>(value);
    if (is_character && sizeof(T) < 16)
      bits &= (static_cast<uint128>(1) << sizeof(T) * 8) - 1;
    else if (value < T{})
      bits = -bits, out += "-";
    std::string digits;
    do digits.insert(digits.begin(), static_cast<char>('0' + int(bits % 10)));
    while ((bits /= 10) != 0);
    out += digits;
  }
};
template <class T>
  requires(std::is_enum_v<T>)
struct about<T> {
  using number = std::underlying_type_t<T>;
  static T make() { return static_cast<T>(any<number>()); }
  static void say(std::string& out, T value) {
    about<number>::say(out, static_cast<number>(value));
  }
};
template <class T>
struct about_floating {
  static T make() {
    constexpr long double edges[] = {0, -0.0L, INFINITY, -INFINITY, 1, -1.5L};
    if (below(4) == 0) return static_cast<T>(edges[below(6)]);
    // A float keeps its value in each wider type; 10 bits keep it in all.
    auto const digits = static_cast<long double>(
        sizeof(T) < 4 ? below(1024) : source() >> below(64));
    int const power = sizeof(T) < 4 ? 0 : static_cast<int>(below(100)) - 50;
    return static_cast<T>(std::ldexp(digits, power));
  }
  static void say(std::string& out, T value) {
    char text[64];
    std::snprintf(text, sizeof text, "\"%La\"",
                  static_cast<long double>(value));
    out += text;
  }
};
template <>
struct about<float> : about_floating<float> {};
template <>
struct about<double> : about_floating<double> {};
template <>
struct about<long double> : about_floating<long double> {};
#ifdef __FLT16_MANT_DIG__
template <>
struct about<_Float16> : about_floating<_Float16> {};
#endif

template <class T, bool Little>
struct about<rill::detail::ordered_number<T, Little>> {
  static auto make() {
    return rill::detail::ordered_number<T, Little>(any<T>());
  }
  static void say(std::string& out,
                  rill::detail::ordered_number<T, Little> value) {
    ::say(out, value.value());
  }
};
template <class T>
struct about<rill::leb128<T>> {
  static rill::leb128<T> make() { return any<T>(); }
  static void say(std::string& out, rill::leb128<T> value) {
    ::say(out, value.value());
  }
};
template <std::size_t Size>
struct about<rill::fixed_text<Size>> {
  static rill::fixed_text<Size> make() {
    std::string const text(below(Size + 1), 'a');
    return rill::text(text.data(), text.size());
  }
  static void say(std::string& out, rill::fixed_text<Size> value) {
    auto const bytes = value.text();
    say_range(out, std::string(bytes.data, bytes.size));
  }
};
template <std::size_t Size>
struct about<rill::padding<Size>> {
  static rill::padding<Size> make() { return {}; }
  static void say(std::string& out, rill::padding<Size>) { out += "null"; }
};

template <class T>
concept pushes = requires(T& to, typename T::value_type one) {
  to.push_back(one);
  to.begin();
};
template <pushes T>
struct about<T> {
  static T make() {
    T made;
    for (std::size_t i = some(); i != 0; --i)
      made.push_back(any<typename T::value_type>());
    return made;
  }
  static void say(std::string& out, T const& value) { say_range(out, value); }
};
template <class T>
struct about<std::forward_list<T>> {
  static std::forward_list<T> make() {
    auto const from = any<std::list<T>>();
    return {from.begin(), from.end()};
  }
  static void say(std::string& out, std::forward_list<T> const& value) {
    say_range(out, value);
  }
};
template <class T>
struct about<std::valarray<T>> {
  static std::valarray<T> make() {
    auto const from = any<std::vector<T>>();
    return {from.data(), from.size()};
  }
  static void say(std::string& out, std::valarray<T> const& value) {
    say_range(out, value);
  }
};
template <class T, std::size_t Size>
struct about<std::array<T, Size>> {
  static std::array<T, Size> make() {
    std::array<T, Size> made;
    for (T& one : made) one = any<T>();
    return made;
  }
  static void say(std::string& out, std::array<T, Size> const& value) {
    say_range(out, value);
  }
};
template <class T>
concept keyed = requires { typename T::key_type; };
template <keyed T>
struct about<T> {
  static T make() {
    T made;
    for (std::size_t i = some(); i != 0; --i) {
      if constexpr (requires { typename T::mapped_type; })
        made.emplace(any<typename T::key_type>(),
                     any<typename T::mapped_type>());
      else
        made.insert(any<typename T::key_type>());
    }
    return made;
  }
  static void say(std::string& out, T const& value) { say_range(out, value); }
};
template <class T>
struct about<std::queue<T>> {
  static std::queue<T> make() { return std::queue<T>(any<std::deque<T>>()); }
  static void say(std::string& out, std::queue<T> value) {
    std::vector<T> all;
    for (; !value.empty(); value.pop()) all.push_back(value.front());
    say_range(out, all);
  }
};
template <class T>
struct about<std::stack<T>> {
  static std::stack<T> make() { return std::stack<T>(any<std::deque<T>>()); }
  static void say(std::string& out, std::stack<T> value) {
    std::deque<T> all;  // from the bottom
    for (; !value.empty(); value.pop()) all.push_front(value.top());
    say_range(out, all);
  }
};
template <>
struct about<std::filesystem::path> {
  static std::filesystem::path make() { return "a/b\u20ac"; }
  static void say(std::string& out, std::filesystem::path const& value) {
    say_range(out, value.u8string());
  }
};

template <class... T>
struct about<std::tuple<T...>> {
  static std::tuple<T...> make() { return std::tuple<T...>{any<T>()...}; }
  static void say(std::string& out, std::tuple<T...> const& value) {
    std::apply([&](auto const&... one) { say_list(out, one...); }, value);
  }
};
template <class A, class B>
struct about<std::pair<A, B>> {
  static std::pair<A, B> make() {
    return {any<std::remove_const_t<A>>(), any<B>()};
  }
  static void say(std::string& out, std::pair<A, B> const& value) {
    say_list(out, std::remove_const_t<A>(value.first), value.second);
  }
};
template <class T>
struct about<std::complex<T>> {
  static std::complex<T> make() { return {any<T>(), any<T>()}; }
  static void say(std::string& out, std::complex<T> const& value) {
    say_list(out, value.real(), value.imag());
  }
};
template <class T>
  requires(std::is_empty_v<T> && std::is_trivial_v<T>)
struct about<T> {
  static T make() { return {}; }
  static void say(std::string& out, T const&) { out += "[]"; }
};
template <>
struct about<tree> {
  static tree make(unsigned depth = 5) {
    tree made = {any<std::int16_t>(), {}};
    if (depth == 0) return made;
    for (auto i = below(4); i != 0; --i)
      made.children.push_back(make(depth - 1));
    return made;
  }
  static void say(std::string& out, tree const& value) {
    say_list(out, value.value, value.children);
  }
};
template <>
struct about<trade> {
  static trade make() {
    return {any<std::string>(),
            any<std::int32_t>(),
            {any<double>(), any<double>()},
            any<std::optional<std::uint16_t>>()};
  }
  static void say(std::string& out, trade const& value) {
    say_list(out, value.name, value.count,
             std::array<double, 2>{value.price[0], value.price[1]}, value.lot);
  }
};
template <>
struct about<hooked> {
  static hooked make() { return {any<std::int32_t>(), any<std::string>()}; }
  static void say(std::string& out, hooked const& value) {
    say_list(out, value.first, value.second);
  }
};

template <class T>
struct about<std::optional<T>> {
  static std::optional<T> make() {
    if (below(3) == 0) return {};
    return any<T>();
  }
  static void say(std::string& out, std::optional<T> const& value) {
    value ? say_list(out, *value) : void(out += "null");
  }
};
template <class T>
struct about<std::unique_ptr<T>> {
  static std::unique_ptr<T> make() {
    return below(3) == 0 ? nullptr : std::make_unique<T>(any<T>());
  }
  static void say(std::string& out, std::unique_ptr<T> const& value) {
    value ? say_list(out, *value) : void(out += "null");
  }
};
// The number of the alternative, and its value.
template <class... T>
struct about<std::variant<T...>> {
  static std::variant<T...> make() {
    std::variant<T...> made;
    std::size_t rest = below(sizeof...(T));
    (void)((rest-- == 0 ? (made = any<T>(), true) : false) || ...);
    return made;
  }
  static void say(std::string& out, std::variant<T...> const& value) {
    std::visit([&](auto const& one) { say_list(out, value.index(), one); },
               value);
  }
};
#if __cpp_lib_expected
template <class T, class E>
struct about<std::expected<T, E>> {
  static std::expected<T, E> make() {
    if (below(2) == 0) return std::unexpected(any<E>());
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return any<T>();
  }
  static void say(std::string& out, std::expected<T, E> const& value) {
    if (!value)
      say_list(out, 1, value.error());
    else if constexpr (std::is_void_v<T>)
      say_list(out, 0, std::monostate());
    else
      say_list(out, 0, *value);
  }
};
#endif
template <std::size_t Size>
struct about<std::bitset<Size>> {
  static std::bitset<Size> make() { return source() & source(); }
  static void say(std::string& out, std::bitset<Size> const& value) {
    std::vector<int> bits;
    for (std::size_t i = 0; i != Size; ++i) bits.push_back(value[i]);
    say_range(out, bits);
  }
};

template <class Rep, class Period>
struct about<chrono::duration<Rep, Period>> {
  using type = chrono::duration<Rep, Period>;
  static type make() { return type(any<Rep>()); }
  static void say(std::string& out, type value) { ::say(out, value.count()); }
};
template <class Clock, class Duration>
struct about<chrono::time_point<Clock, Duration>> {
  using type = chrono::time_point<Clock, Duration>;
  static type make() { return type(any<Duration>()); }
  static void say(std::string& out, type value) {
    ::say(out, value.time_since_epoch());
  }
};
template <class Duration>
struct about<chrono::hh_mm_ss<Duration>> {
  using type = chrono::hh_mm_ss<Duration>;
  static type make() { return type(Duration(below(86400))); }
  static void say(std::string& out, type value) {
    ::say(out, value.to_duration());
  }
};

}  // namespace

#endif
