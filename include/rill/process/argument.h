// rill/process/argument.h: one argument of a program, from whatever holds a
// text.
//
// Floor 5. Allocates nothing, throws nothing. Tests:
// test/process/command_test.cpp.
#ifndef RILL_PROCESS_ARGUMENT_H
#define RILL_PROCESS_ARGUMENT_H

#include "../os/path.h"

namespace rill::inline RILL_BUILD {

/// An argument that a caller gives: a literal, a string of any library, a
/// std::u8string, or a std::filesystem::path whose native text is of char
/// (POSIX). The object refers to the caller's bytes and is for parameters
/// only.
class argument {
 public:
  template <class Text>
    requires(std::is_convertible_v<Text const&, path_view> &&
             !std::integral<Text> && !std::is_null_pointer_v<Text>)
  constexpr argument(Text const& text) noexcept
      : bytes_(path_view(text).bytes()) {}

  /// Refuses a number: a program takes its digits, in some base.
  template <std::integral Number>
  constexpr argument(Number) noexcept {
    static_assert(detail::never<Number>,
                  "rill: a number is no argument of a program: give its "
                  "digits, rill::concat(number)");
  }

  constexpr text bytes() const noexcept { return bytes_; }

 private:
  text bytes_;
};

namespace detail {

// std::vector<std::string> and other ranges of texts. Excludes a text, which is
// a range of bytes, and std::filesystem::path, which is a range of paths.
template <class Range>
concept range_of_arguments =
    !std::is_convertible_v<Range const&, path_view> &&
    requires(Range const& range) {
      { *range.begin() } -> std::convertible_to<argument>;
      range.begin() != range.end();
    } && !std::integral<bare<decltype(*imagined<Range const>().begin())>>;

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
