// rill/stream/memory_reader.h: a reader over text in memory.
//
// Layer 4. Allocates nothing, throws nothing, copies nothing. Tests:
// test/stream/memory_reader_test.cpp.
#ifndef RILL_STREAM_MEMORY_READER_H
#define RILL_STREAM_MEMORY_READER_H

#include "../base/run.h"
#include "reader.h"

namespace rill::inline RILL_BUILD {

namespace detail {
template <class Text>
constexpr void refuse_reader_of_temporary() {
  static_assert(always_false<Text>,
                "rill: a reader of a temporary string would outlive it: keep "
                "the string in a variable");
}
}  // namespace detail

/// A reader over bytes that it does not own. They must outlive it.
class memory_reader : public reader {
 public:
  constexpr memory_reader(char const* data, std::size_t size) noexcept
      : reader(device, data, size) {
    if (__builtin_is_constant_evaluated()) memo_ = {0, 0, 0, 0, 0};
  }
  constexpr memory_reader(text bytes) noexcept
      : memory_reader(bytes.data, bytes.size) {}
  /// Reads from a string, a view, or any type with data() and size().
  template <class Text>
    requires requires(Text const& t) { text{t.data(), t.size()}; }
  explicit constexpr memory_reader(Text const& t) noexcept
      : memory_reader(t.data(), t.size()) {}
  /// Does not compile for a temporary that owns its bytes.
  template <detail::temporary_owner Text>
    requires requires(Text const& t) { text{t.data(), t.size()}; }
  explicit constexpr memory_reader(Text&& t) noexcept
      : memory_reader(t.data(), t.size()) {
    detail::refuse_reader_of_temporary<Text>();
  }
  constexpr memory_reader(memory_reader&& other) noexcept
      : reader(static_cast<reader&&>(other)) {
    if (__builtin_is_constant_evaluated())
      memo_ = {0, 0, 0, 0, 0};
    else if (other.memo_.first_line != 0)
      take_memo(other);
  }
  constexpr memory_reader& operator=(memory_reader&& other) noexcept {
    if (this == &other) return *this;
    take(other);
    memo_.first_line = 0;
    if (other.memo_.first_line != 0) take_memo(other);
    return *this;
  }

 private:
  [[gnu::cold, gnu::noinline]] void take_memo(memory_reader& other) noexcept {
    memo_ = other.memo_;
    other.memo_.first_line = 0;
  }
  static constexpr bool fill(reader&) { return false; }
  static source_position locate_text(reader const&) {
    source_position at;
    at.name = "text";
    return at;
  }
  static source_position place_in_text(reader const& base, char const* place) {
    auto const& self = static_cast<memory_reader const&>(base);
    return detail::count_on(self.memo_, locate_text(base), base, place);
  }
  static constexpr reader_device device{fill, locate_text, place_in_text};

  mutable detail::line_memo memo_;
};

/// `scan(from(text), a, b)`: makes a text a source; a bare string literal would
/// be a text to match. The text must outlive the reader; a temporary that owns
/// its bytes, such as a std::string, does not compile.
template <class Text>
  requires requires(Text const& t) { text{t.data(), t.size()}; }
constexpr memory_reader from(Text const& t) noexcept {
  return memory_reader(t.data(), t.size());
}
template <detail::temporary_owner Text>
  requires requires(Text const& t) { text{t.data(), t.size()}; }
constexpr memory_reader from(Text&& t) noexcept {
  detail::refuse_reader_of_temporary<Text>();
  return memory_reader(t.data(), t.size());
}
constexpr memory_reader from(text bytes) noexcept {
  return memory_reader(bytes);
}
constexpr memory_reader from(char const* t) noexcept {
  return memory_reader(t, detail::length_of(t));
}

}  // namespace rill::inline RILL_BUILD

#endif
