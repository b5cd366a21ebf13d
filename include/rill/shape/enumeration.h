// rill/shape/enumeration.h: the names of enumerators, found at compile time.
//
// Layer 2. constexpr. __PRETTY_FUNCTION__ contains the template arguments of a
// function, and an enumerator appears there by name. One function with all
// candidate values as arguments therefore shows which of them have a name. The
// candidates are the 256 values around 0 (from 0 if unsigned) and the single
// bits. An enumeration without a fixed underlying type prints as a number,
// because converting a value outside its range to it is undefined behaviour.
// Tests: test/shape/enumeration_test.cpp.
#ifndef RILL_SHAPE_ENUMERATION_H
#define RILL_SHAPE_ENUMERATION_H

#include <type_traits>  // std::is_enum_v, std::underlying_type_t

#include "../base/text.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

/// The names of an enumeration, in the order of their values.
template <class E>
struct enumerator_list {
  enumerator<E> const* first;
  enumerator<E> const* last;
  constexpr enumerator<E> const* begin() const noexcept { return first; }
  constexpr enumerator<E> const* end() const noexcept { return last; }
  constexpr std::size_t size() const noexcept {
    return static_cast<std::size_t>(last - first);
  }
};

/// Enumerations with a fixed underlying type: every value of that type can be
/// converted to them.
template <class E>
concept fixed_enumeration = std::is_enum_v<E> && requires { E{false}; };

// The candidate values by index: a run of consecutive values, then single bits.
template <class E>
struct searched_values {
  using number = std::underlying_type_t<E>;
  static constexpr bool is_signed = static_cast<number>(-1) < number{};
  static constexpr int bits =
      std::is_same_v<number, bool> ? 1 : int{sizeof(number) * 8};
  static constexpr int first = is_signed ? -128 : 0;
  static constexpr int row = bits < 8 ? 2 : 256;
  static constexpr int first_bit = is_signed ? 7 : 8;
  static constexpr int count = row + (bits > 8 ? bits - first_bit : 0);

  static constexpr E at(int i) noexcept {
    if (i < row) return static_cast<E>(static_cast<number>(first + i));
    return static_cast<E>(static_cast<number>(1ULL << (i - row + first_bit)));
  }
};

template <class E, E... Values>
constexpr text values_text() noexcept {
  return {__PRETTY_FUNCTION__, sizeof __PRETTY_FUNCTION__ - 1};
}

template <class E, int... Numbers>
constexpr text text_of_searched(index_sequence<Numbers...>) noexcept {
  return values_text<E, searched_values<E>::at(Numbers)...>();
}

// Parses the values in the text of __PRETTY_FUNCTION__:
//     g++    … E ...Vs = {color::red, (color)1}]
//     clang  … Vs = <color::red, (color)1>]
class value_reader {
 public:
  constexpr explicit value_reader(text whole) noexcept
      : data_(whole.data), size_(static_cast<int>(whole.size)) {
    // The values are the last argument, after the last "Vs = ".
    constexpr char beginning[] = {'V', 'a', 'l', 'u', 'e', 's', ' ', '='};
    for (; at_ + 10 < size_; ++at_) {
      int i = 0;
      while (i != 8 && data_[at_ + i] == beginning[i]) ++i;
      if (i == 8) break;
    }
    at_ += 10;
  }

  // Returns true and skips the next value if it is written as a cast of this
  // number, which means that it has no name. All casts of one enumeration have
  // the same length, so not every byte has to be read.
  constexpr bool skip_number(int number) noexcept {
    if (cast_ == 0) return false;
    int const digits = at_ + cast_;
    int const end = digits + length_of_number(number);
    if (end >= size_ || data_[at_] != '(' || data_[digits - 1] != ')' ||
        is_inside(end))
      return false;
    char const digit = data_[digits];
    if (digit != '-' && (digit < '0' || digit > '9')) return false;
    at_ = end + 2;
    return true;
  }

  // Parses the next value. Its name is [name_begin, name_end), empty if the
  // value has none.
  constexpr void next() noexcept {
    int const begin = at_;
    int depth = 0;
    for (; at_ < size_; ++at_) {
      char const c = data_[at_];
      if (c == 'o' && !is_of_name(data_[at_ - 1]) && skip_operator()) continue;
      if (depth == 0 && !is_inside(at_)) break;
      if (c == '\'')
        skip_character();
      else if (c == '(' || c == '<' || c == '{' || c == '[')
        ++depth;
      else if (c == ')' || c == '>' || c == '}' || c == ']')
        --depth;
    }
    find_name(begin);
    at_ += 2;
  }

  int name_begin = 0;
  int name_end = 0;

 private:
  static constexpr int length_of_number(int number) noexcept {
    int const size = number < 0 ? -number : number;
    return (number < 0) + (size > 99 ? 3 : size > 9 ? 2 : 1);
  }
  constexpr bool is_inside(int at) const noexcept {
    char const c = data_[at];
    return c != ',' && c != '}' && c != '>';
  }
  // Skips a function name such as operator<, which may enclose a local
  // enumeration, up to the parenthesis or `::` after it.
  constexpr bool skip_operator() noexcept {
    constexpr char name[] = "operator";
    constexpr int size = sizeof name - 1;
    int i = 0;
    while (i != size && data_[at_ + i] == name[i]) ++i;
    if (i != size || is_of_name(data_[at_ + i])) return false;
    at_ += size - 1;
    while (at_ + 1 < size_ && data_[at_ + 1] != '(' && data_[at_ + 1] != ':')
      ++at_;
    return true;
  }
  // A character literal: 'x' or '\''.
  constexpr void skip_character() noexcept {
    for (++at_; at_ < size_ && data_[at_] != '\''; ++at_)
      if (data_[at_] == '\\') ++at_;
  }
  constexpr void find_name(int begin) noexcept {
    name_begin = name_end = at_;
    if (at_ >= size_) return;  // truncated text; no current compiler writes one
    while (name_begin != begin && is_of_name(data_[name_begin - 1]))
      --name_begin;
    bool const is_whole = name_begin == begin || data_[name_begin - 1] == ':';
    char const c = data_[name_begin];
    if (is_whole && (c < '0' || c > '9')) return;
    name_begin = name_end;
    if (cast_ == 0) cast_ = size_of_cast(begin);
  }
  constexpr int size_of_cast(int begin) const noexcept {
    for (int i = at_; i != begin; --i)
      if (data_[i - 1] == ')') return i - begin;
    return 0;
  }

  char const* data_;
  int size_;
  int at_ = 0;
  int cast_ = 0;
};

// The candidates that have a name, and where it is in the text.
template <int Count>
struct found_names {
  struct place {
    int number = 0;
    int begin = 0;
    int end = 0;
  };
  place places[static_cast<unsigned>(Count)] = {};
  int count = 0;
  int characters = 0;
};

template <class E>
constexpr auto find_names(text from) noexcept {
  using searched = searched_values<E>;
  found_names<searched::count> found;
  value_reader reader(from);
  for (int i = 0; i != searched::count; ++i) {
    if (i < searched::row && reader.skip_number(searched::first + i)) continue;
    reader.next();
    if (reader.name_begin == reader.name_end) continue;
    found.places[found.count++] = {i, reader.name_begin, reader.name_end};
    found.characters += reader.name_end - reader.name_begin;
  }
  return found;
}

// An array of Size characters; at least one, because arrays cannot be empty.
template <int Size>
struct characters {
  char data[static_cast<unsigned>(Size) + 1] = {};
};
template <class E, int Count>
struct enumerators {
  enumerator<E> list[static_cast<unsigned>(Count) + 1] = {};
};

// Copies the names out of the text, so that the long text does not get into the
// program.
template <class E>
struct names_by_text {
  static constexpr text whole =
      text_of_searched<E>(make_index_sequence<searched_values<E>::count>());
  static constexpr auto found = find_names<E>(whole);
  static constexpr auto bytes = [] {
    characters<found.characters> made;
    char* out = made.data;
    for (int i = 0; i != found.count; ++i)
      for (int at = found.places[i].begin; at != found.places[i].end; ++at)
        *out++ = whole.data[at];
    return made;
  }();
  static constexpr auto all = [] {
    enumerators<E, found.count> made;
    char const* name = bytes.data;
    for (int i = 0; i != found.count; ++i) {
      auto const& place = found.places[i];
      auto const size = static_cast<std::size_t>(place.end - place.begin);
      made.list[i] = {{name, size}, searched_values<E>::at(place.number)};
      name += size;
    }
    return made;
  }();
  static constexpr enumerator_list<E> names = {all.list,
                                               all.list + found.count};
};

/// True for an enumeration whose names are known.
template <class E>
inline constexpr bool has_enumerator_names =
    has_enum_line<E> ||
    (RILL_ENUM_NAMES == 1 && (fixed_enumeration<E> || RILL_REFLECTION == 1));

// Defined in shape/reflection.h.
template <class E>
struct names_by_reflection;

template <class E>
struct names_by_line {
  static constexpr auto all =
      decltype(rill_enumerators(enum_line<E>()))::list();
  static constexpr enumerator_list<E> names = {all.list, all.list + all.count};
};

template <class E>
constexpr enumerator_list<E> find_enumerators() noexcept {
  if constexpr (has_enum_line<E>)
    return names_by_line<E>::names;
  else if constexpr (RILL_REFLECTION == 1)
    return names_by_reflection<E>::names;
  else
    return names_by_text<E>::names;
}

/// The enumerators of an enumeration whose names are known.
template <class E, bool ByLine = has_enum_line<E>>
inline constexpr enumerator_list<E> enumerator_names = find_enumerators<E>();

/// The enumerator with a value, or null.
template <class E, bool ByLine = has_enum_line<E>>
constexpr enumerator<E> const* find_enumerator(E value) noexcept {
  for (enumerator<E> const& one : enumerator_names<E>)
    if (one.value == value) return &one;
  return nullptr;
}

/// The enumerator with a name, or null.
template <class E, bool ByLine = has_enum_line<E>>
constexpr enumerator<E> const* find_enumerator(text name) noexcept {
  for (enumerator<E> const& one : enumerator_names<E>) {
    if (one.name.size != name.size) continue;
    std::size_t i = 0;
    while (i != name.size && one.name.data[i] == name.data[i]) ++i;
    if (i == name.size) return &one;
  }
  return nullptr;
}

/// The bits of a value, without sign extension.
template <class E>
constexpr unsigned long long bits_of(E value) noexcept {
  using number = std::underlying_type_t<E>;
  constexpr int unused = 64 - int{sizeof(number) * 8};
  return static_cast<unsigned long long>(static_cast<number>(value))
             << unused >>
         unused;
}

constexpr bool is_single_bit(unsigned long long bits) noexcept {
  return bits != 0 && (bits & (bits - 1)) == 0;
}

template <class E>
constexpr bool find_flags() noexcept {
  bool has_third = false;
  bool has_others = false;
  for (enumerator<E> const& one : enumerator_names<E>) {
    unsigned long long const bits = bits_of(one.value);
    has_third = has_third || (is_single_bit(bits) && bits >= 4);
    has_others = has_others || (bits != 0 && !is_single_bit(bits));
  }
  if constexpr (requires(E a) { requires std::is_same_v<decltype(a | a), E>; })
    return true;
  else
    return has_third && !has_others;
}

/// True for an enumeration whose values are sets of bits: it has its own
/// operator|, or every enumerator is 0 or a single bit and at least one is 4 or
/// more. (0, 1 and 2 are more often three alternatives than two bits.)
template <class E>
inline constexpr bool is_flags = find_flags<E>();

template <class T>
constexpr shape enumeration_shape() {
  if constexpr (RILL_ENUM_NAMES == 1 || has_enum_line<T>)
    return shape::enumeration;
  else
    return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
