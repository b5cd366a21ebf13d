// rill/stream/fields.h: a line as a range of fields.
//
// Floor 4. Allocates nothing, throws nothing. Tests:
// test/stream/fields_test.cpp.
#ifndef RILL_STREAM_FIELDS_H
#define RILL_STREAM_FIELDS_H

#include <cstddef>      // std::ptrdiff_t
#include <string_view>  // what a field is
#include <type_traits>  // std::is_lvalue_reference_v

#include "../memory/find_byte.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The parts of a text between delimiters. An iterator is the rest of the
// text, so it can be copied and used again.
class field_range {
 public:
  constexpr field_range(std::string_view whole, char delimiter) noexcept
      : whole_(whole), delimiter_(delimiter) {}

  struct end_of_fields {};

  class iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;

    constexpr iterator() noexcept = default;
    constexpr iterator(std::string_view whole, char delimiter) noexcept
        : rest_(whole), delimiter_(delimiter) {
      cut();
    }
    constexpr std::string_view operator*() const noexcept { return field_; }
    constexpr iterator& operator++() noexcept {
      done_ = is_last_;
      if (!done_) cut();
      return *this;
    }
    constexpr iterator operator++(int) noexcept {
      iterator const before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(end_of_fields) const noexcept { return done_; }

   private:
    constexpr void cut() noexcept {
      char const* const first = rest_.data();
      char const* const last = first + rest_.size();
      char const* const found = find_byte(first, last, delimiter_);
      auto const at = static_cast<std::size_t>(found - first);
      is_last_ = found == last;
      field_ = {first, at};
      if (!is_last_) rest_.remove_prefix(at + 1);
    }

    std::string_view rest_;
    std::string_view field_;
    char delimiter_ = ',';
    bool is_last_ = true;
    bool done_ = false;
  };

  constexpr iterator begin() const noexcept { return {whole_, delimiter_}; }
  constexpr end_of_fields end() const noexcept { return {}; }

 private:
  std::string_view whole_;
  char delimiter_;
};

}  // namespace detail

/// The fields of a line: `fields("a,,b", ',')` gives a, an empty one, and b.
/// A text without a delimiter is one field, also when it is empty.
constexpr detail::field_range fields(std::string_view whole,
                                     char delimiter) noexcept {
  return {whole, delimiter};
}

template <class String>
  requires(!std::is_lvalue_reference_v<String>) && requires(String& s) {
    s.clear();
    s.c_str();
  }
constexpr detail::field_range fields(String&& whole, char delimiter) {
  static_assert(sizeof(String) == 0,
                "rill: the fields of a temporary string would outlive it: "
                "keep the string in a variable");
  return {whole, delimiter};
}

}  // namespace rill::inline RILL_BUILD

#endif
