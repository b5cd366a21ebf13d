// rill/shape/own_name.h: the name of a type without its namespaces, the same
// with g++ and clang.
//
// Layer 2. constexpr. Tests: test/shape/type_name_test.cpp.
#ifndef RILL_SHAPE_OWN_NAME_H
#define RILL_SHAPE_OWN_NAME_H

#include "shape.h"

namespace rill::inline RILL_BUILD::detail {

// The integer types that g++ spells differently from the usual spelling.
struct integer_name {
  text found;
  text written;
};
inline constexpr integer_name integer_names[] = {
    {"long long unsigned int", "unsigned long long"},
    {"long long int", "long long"},
    {"long unsigned int", "unsigned long"},
    {"long int", "long"},
    {"short unsigned int", "unsigned short"},
    {"short int", "short"},
    {"__int128 unsigned", "unsigned __int128"}};

// Shortens app::box<app::point, main()::x> to box<point, x>: removes the text
// before each `::`, back to the bracket or comma before it.
template <int Size>
class name_shortener {
 public:
  constexpr explicit name_shortener(text whole) noexcept : whole_(whole) {
    for (; at_ != whole.size && depth_ != deepest; ++at_) take(whole.data[at_]);
  }

  char data[static_cast<unsigned>(Size) + 1] = {};
  int size = 0;

 private:
  // The deepest nesting of brackets; a deeper name is cut off.
  static constexpr int deepest = 32;

  constexpr bool is_next(text wanted) const noexcept {
    return text(whole_.data + at_, whole_.size - at_).starts_with(wanted);
  }
  constexpr void take(char c) noexcept {
    if (is_next("::")) {
      size = begins_[depth_];
      ++at_;
    } else if (!is_space_of_one(c) && !take_integer(c)) {
      put(c);
    }
  }
  // g++ writes `int*` and `> >`, clang `int *` and `>>`.
  constexpr bool is_space_of_one(char c) const noexcept {
    return c == ' ' && (is_next(" *") || is_next(" &") || is_next(" >"));
  }
  constexpr bool take_integer(char c) noexcept {
    if (size != begins_[depth_] || (c != 'l' && c != 's' && c != '_'))
      return false;
    for (integer_name const& one : integer_names) {
      if (!is_next(one.found)) continue;
      for (char const letter : one.written) data[size++] = letter;
      at_ += one.found.size - 1;
      return true;
    }
    return false;
  }
  constexpr void put(char c) noexcept {
    data[size++] = c;
    if (c == '<' || c == '(' || c == '{' || c == '[') {
      if (++depth_ != deepest) begins_[depth_] = size;
    } else if (c == '>' || c == ')' || c == '}' || c == ']') {
      if (depth_ != 0) --depth_;
    } else if (c == ' ' && is_behind_a_word()) {
      begins_[depth_] = size;
    }
  }
  // True after `, `, `const ` or `volatile `, where a name begins; false in
  // `f() const`.
  constexpr bool is_behind_a_word() const noexcept {
    text const name(data + begins_[depth_],
                    static_cast<std::size_t>(size - begins_[depth_]));
    return data[size - 2] == ',' || name == "const " || name == "volatile ";
  }

  text whole_;
  std::size_t at_ = 0;
  int begins_[deepest] = {};  // where the name at each depth begins
  int depth_ = 0;
};

template <class T>
constexpr auto shorten_name() noexcept {
  constexpr text whole = whole_type_name<T>();
  return name_shortener<int{whole.size}>(whole);
}

template <class T>
inline constexpr auto shortened_name = shorten_name<T>();

// Compilers write an unnamed type as a description in brackets.
template <class T>
constexpr int find_own_size() noexcept {
  constexpr char c = shortened_name<T>.data[0];
  return c == '<' || c == '(' || c == '{' ? 0 : shortened_name<T>.size;
}

template <int Size>
struct name_characters {
  char data[static_cast<unsigned>(Size) + 1] = {};
};

template <class T>
constexpr auto cut_name() noexcept {
  name_characters<find_own_size<T>()> name;
  copy_bytes(name.data, shortened_name<T>.data, sizeof name - 1);
  return name;
}

template <class T>
inline constexpr auto own_name_characters = cut_name<T>();

/// The name of a type as code in its namespace writes it: `point`, `box<int>`.
/// Empty for an unnamed type.
template <class T>
inline constexpr text own_name = {own_name_characters<T>.data,
                                  sizeof own_name_characters<T> - 1};

}  // namespace rill::inline RILL_BUILD::detail

#endif
