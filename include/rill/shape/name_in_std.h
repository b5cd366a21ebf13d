// rill/shape/name_in_std.h: the name of a type of namespace std.
//
// Floor 2. constexpr. Tests: test/shape/standard_test.cpp.
#ifndef RILL_SHAPE_NAME_IN_STD_H
#define RILL_SHAPE_NAME_IN_STD_H

#include "type_name.h"

namespace rill::inline RILL_BUILD::detail {

// The name of a type of namespace std without its arguments and without the
// namespaces that a library has for itself: `bitset` of std::bitset<8>, of
// std::__1::bitset<8> and of std::__debug::bitset<8>. Empty for every other
// type, and for a member of a template.
class name_in_std {
 public:
  explicit constexpr name_in_std(text whole) noexcept {
    if (!whole.starts_with("std::")) return;
    char const* at = whole.data + 5;
    char const* const last = whole.end();
    while (at != last && *at != '<') {
      if (is_at_part_ && *at == '_')
        if (char const* const next = part_end(at, last)) {
          at = next;
          continue;
        }
      if (size_ == sizeof name_) {
        size_ = 0;
        return;
      }
      is_at_part_ = *at == ':';
      name_[size_++] = *at++;
    }
    if (at != last && last[-1] != '>') size_ = 0;
  }
  constexpr text name() const noexcept { return {name_, size_}; }

 private:
  // Behind the next `::`, or null.
  static constexpr char const* part_end(char const* at,
                                        char const* last) noexcept {
    for (; at != last && *at != '<'; ++at)
      if (*at == ':') return at + 2;
    return nullptr;
  }

  char name_[32] = {};
  std::size_t size_ = 0;
  bool is_at_part_ = true;
};

/// True for the type, or the template, of this name in namespace std.
template <class T>
constexpr bool is_named_in_std(text name) noexcept {
  return name_in_std(whole_type_name<T>()).name() == name;
}

/// True for a type of namespace std.
template <class T>
inline constexpr bool is_in_std = whole_type_name<T>().starts_with("std::");

}  // namespace rill::inline RILL_BUILD::detail

#endif
