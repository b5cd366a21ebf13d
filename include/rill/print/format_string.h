// rill/print/format_string.h: finds calls with a format string of {fmt} or
// printf, which rill would print unchanged.
//
// Layer 5. constexpr; allocates nothing. clang warns about a literal where the
// call is compiled. g++ has no such attribute. A test in its optimizer (strstr
// of a constant and [[gnu::warning]]) would cost g++ 12 340,000 instructions
// for each literal, about 0.05 ms, even if it looked only for "{}" and '%'. It
// would not find "{:x}" and would refuse "100 %". A build with RILL_ASSERTS
// reports such a call once on standard error. Tests:
// test/print/format_string_test.cpp, test/refuse/format_string*.cpp.
#ifndef RILL_PRINT_FORMAT_STRING_H
#define RILL_PRINT_FORMAT_STRING_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// These are templates: a program that makes no such call only parses them.
template <class Text>
constexpr bool is_one_of(char c, Text set) noexcept {
  for (char const one : set)
    if (one == c) return true;
  return false;
}

constexpr bool is_format_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_format_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// True if this follows a '{' in a replacement field: `}`, `0}`, `:08x}`,
// `0:08x}`.
template <class Text>
constexpr bool is_replacement_field(Text rest) noexcept {
  char const* at = rest.begin();
  while (at != rest.end() && is_format_digit(*at)) ++at;
  if (at != rest.end() && *at == ':')
    while (at != rest.end() && !is_one_of(*at, Text("{}\"\n"))) ++at;
  return at != rest.end() && *at == '}';
}

// True if this follows a '%' in a conversion: `d`, `-8.2f`, `zu`, with no
// letter or digit after it. The space flag does not count: "100 % sure" and
// "5 % of" are sentences.
template <class Text>
constexpr bool is_conversion(Text rest) noexcept {
  char const* at = rest.begin();
  Text const parts[] = {"-+#0'", "0123456789*.", "hlLzjt"};
  for (Text const part : parts)
    while (at != rest.end() && is_one_of(*at, part)) ++at;
  if (at == rest.end() || !is_one_of(*at, Text("diouxXeEfgGscp"))) return false;
  return ++at == rest.end() || !(is_format_letter(*at) || is_format_digit(*at));
}

// True for a text with a place for an argument. `{{` and `%%` are no places.
template <class Text>
constexpr bool has_format_place(Text whole) noexcept {
  for (char const* at = whole.begin(); at != whole.end(); ++at) {
    if (*at != '{' && *at != '%') continue;
    Text const rest(at + 1, static_cast<std::size_t>(whole.end() - at - 1));
    if (rest.size != 0 && *rest.begin() == *at)
      ++at;
    else if (*at == '{' ? is_replacement_field(rest) : is_conversion(rest))
      return true;
  }
  return false;
}

struct line_end;

/// What the check needs of an argument: a literal's array, or a character.
struct format_part {
  char const* array = nullptr;
  std::size_t extent = 0;
  char character = '\0';
};
template <class T>
constexpr format_part format_part_of(T const&) noexcept {
  return {nullptr, 0, std::is_same_v<T, line_end> ? '\n' : '\0'};
}
constexpr format_part format_part_of(char const& c) noexcept {
  return {nullptr, 0, c};
}
template <std::size_t Extent>
constexpr format_part format_part_of(char const (&array)[Extent]) noexcept {
  return {&array[0], Extent, '\0'};
}

/// True if the first part is a literal with a place for one of the others. A
/// newline after it does not fill a place. A rill::text, or an array that is no
/// constant, is never taken for a literal.
constexpr bool parts_begin_with_format() noexcept { return false; }
constexpr bool parts_begin_with_format(format_part) noexcept { return false; }
template <class... Rest>
constexpr bool parts_begin_with_format(format_part first, format_part second,
                                       Rest...) noexcept {
  if (sizeof...(Rest) == 0 && second.character == '\n') return false;
  return first.array && first.array[first.extent - 1] == '\0' &&
         has_format_place(text(first.array, first.extent - 1));
}
template <class... Args>
constexpr bool begins_with_format(Args const&... args) noexcept {
  return parts_begin_with_format(format_part_of(args)...);
}

#if RILL_HOSTED
void say_format_string(text format) noexcept;
#endif

// Reports a format string in a build with RILL_ASSERTS.
template <class... Args>
constexpr void note_format_string(Args const&...) noexcept {}
template <std::size_t Extent, class Second, class... Rest>
constexpr void note_format_string(
    [[maybe_unused]] char const (&first)[Extent],
    [[maybe_unused]] Second const& second,
    [[maybe_unused]] Rest const&... rest) noexcept {
#if RILL_HOSTED
  if (std::is_constant_evaluated()) return;
  if (begins_with_format(first, second, rest...))
    say_format_string(text(&first[0], Extent - 1));
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

// Follows the parameters of a function that prints, and takes the part of each
// argument. If clang cannot evaluate a part, such as that of a reference's
// member, an empty part replaces it. The pragmas keep -Wpedantic from warning
// that g++ does not know the attribute.
#if defined(__clang__)
#define RILL_FORMAT_PART(arg)                                       \
  (__builtin_constant_p(::rill::detail::format_part_of(arg).extent) \
       ? ::rill::detail::format_part_of(arg)                        \
       : ::rill::detail::format_part())
#define RILL_NO_FORMAT_STRING(...)                                          \
  _Pragma("clang diagnostic push")                                          \
      _Pragma("clang diagnostic ignored \"-Wgcc-compat\"") __attribute__((  \
          diagnose_if(::rill::detail::parts_begin_with_format(__VA_ARGS__), \
                      "rill: {} and %d are printed as they are: write "     \
                      "println(\"x = \", x), "                              \
                      "or rill::text(\"{}\") to print them",                \
                      "warning"))) _Pragma("clang diagnostic pop")
#else
#define RILL_NO_FORMAT_STRING(...)
#endif

// A statement in the body of such a function.
#if RILL_ASSERTS
#define RILL_NOTE_FORMAT_STRING(...) \
  ::rill::detail::note_format_string(__VA_ARGS__)
#else
#define RILL_NOTE_FORMAT_STRING(...) static_cast<void>(0)
#endif

#if RILL_BODIES
#include "format_string_body.h"
#endif

#endif
