// rill/print/translate.h: sentences in which a translator orders the arguments.
//
// Layer 5. A template contains positions in braces and nothing else; the
// wrappers of the arguments determine how they look. Allocates only for the
// error of a wrong template. Tests: test/print/translate_test.cpp.
#ifndef RILL_PRINT_TRANSLATE_H
#define RILL_PRINT_TRANSLATE_H

#include "../os/error.h"
#include "../os/scan_sentence.h"
#include "../value/parts.h"
#include "put.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The arguments in the order of the template, which is a rill::text, or a
// string that was a temporary. Made by tr().
template <class Template, class... Args>
struct translated {
  Template pattern;
  several<Args...> values;
};
template <class Template>
struct translated<Template> {
  Template pattern;
};

// A brace in a template, and what follows it.
struct placeholder {
  enum kind : unsigned char { position, brace, broken };
  kind what;
  unsigned number = 0;
  char const* end = nullptr;
};

// Parses {number}, {{ or }} at a brace. Numbers end at 65535.
constexpr placeholder placeholder_at(char const* at, char const* end) noexcept {
  char const first = *at++;
  if (at != end && *at == first) return {placeholder::brace, 0, at + 1};
  if (first == '}' || at == end || !is_digit(*at)) return {placeholder::broken};
  unsigned number = 0;
  for (; at != end && is_digit(*at); ++at) {
    number = number * 10 + static_cast<unsigned>(*at - '0');
    if (number > 0xFFFF) return {placeholder::broken};
  }
  if (at == end || *at != '}') return {placeholder::broken};
  return {placeholder::position, number, at + 1};
}

constexpr char const* find_brace(char const* at, char const* end) noexcept {
  while (at != end && *at != '{' && *at != '}') ++at;
  return at;
}

// Returns the first wrong brace, or null.
constexpr char const* fault_in(text pattern, unsigned count) noexcept {
  char const* at = find_brace(pattern.begin(), pattern.end());
  while (at != pattern.end()) {
    placeholder const one = placeholder_at(at, pattern.end());
    if (one.what == placeholder::broken) return at;
    if (one.what == placeholder::position && one.number >= count) return at;
    at = find_brace(one.end, pattern.end());
  }
  return nullptr;
}

// Not constexpr: for a wrong literal, the compiler shows this call.
inline void refuse_template(char const*) {}

/// A literal whose positions are below Count, checked at compile time.
template <unsigned Count>
struct literal_template {
  text pattern;

  template <std::size_t Extent>
  consteval literal_template(char const (&literal)[Extent])
      : pattern(literal, length_up_to(literal, Extent)) {
    char const* const at = fault_in(pattern, Count);
    if (at && placeholder_at(at, pattern.end()).what == placeholder::broken)
      refuse_template("rill: tr: braces are for positions, as in {0}: {{, }}");
    else if (at)
      refuse_template("rill: tr: a position beyond the arguments; 0 is first");
  }
};

// Describes what is wrong at a brace of a template, with its line and a caret.
[[gnu::cold, gnu::noinline]] inline error template_error(text pattern,
                                                         char const* at,
                                                         unsigned count) {
  scan_place place;
  place.source = "template";
  place.line = 1;
  char const* first = pattern.begin();
  for (char const* c = first; c != at; ++c) {
    if (*c != '\n') continue;
    ++place.line;
    first = c + 1;
  }
  char const* last = at;
  while (last != pattern.end() && *last != '\n') ++last;
  place.column = static_cast<unsigned long long>(at - first) + 1;
  place.excerpt = {first, static_cast<std::size_t>(last - first)};
  place.caret = static_cast<std::size_t>(at - first);
  placeholder const one = placeholder_at(at, pattern.end());
  char const* end = one.end;
  if (!end)
    for (end = at + 1; end != last && *end != ' ' && end[-1] != '}';) ++end;
  place.found = {at, static_cast<std::size_t>(end - at)};
  char words[40] = "a position below ";
  char* written = words + length_of(words);
  if (one.what == placeholder::position)
    written = write_decimal(written, count);
  else
    written = copy_text(words, "a position in braces, {{ or }}");
  place.expected = {words, static_cast<std::size_t>(written - words)};
  return error(scan_problem::malformed, place);
}

// A text that is only known at run time, such as one of a message catalogue.
template <class T>
concept catalogue_text = text_like<remove_cvref<T>> &&
                         std::same_as<unit_of<remove_cvref<T>>, char> &&
                         !path_like<remove_cvref<T>> &&
                         !(std::is_array_v<std::remove_reference_t<T>> &&
                           std::is_const_v<std::remove_reference_t<T>>);

// Keeps a temporary string, and the text of anything else.
template <class T>
inline constexpr bool is_temporary_string =
    !std::is_reference_v<T> &&
    (requires(T& s) { s.c_str(); } || foreign_text<T>);
template <class T>
using kept_template = std::conditional_t<is_temporary_string<T>, T, text>;

constexpr text template_text(auto const& pattern) noexcept {
  auto const found = run_of(pattern);
  return {found.data, found.size};
}

template <class Kept, class... Args>
constexpr translated<Kept, Args...> make_translated(Kept&& pattern,
                                                    Args&&... args) {
  if constexpr (sizeof...(Args) == 0)
    return {static_cast<Kept&&>(pattern)};
  else
    return {static_cast<Kept&&>(pattern),
            make_several<Args...>(static_cast<Args&&>(args)...)};
}

template <class First, class... Rest, sight S = sight_of_call<First, Rest...>()>
constexpr void put_position(writer& out, several<First, Rest...> const& values,
                            unsigned number) {
  if (number == 0)
    detail::put(out, values.first);
  else if constexpr (sizeof...(Rest) != 0)
    put_position(out, values.rest, number - 1);
}

template <class Template, class... Args>
struct blamed<translated<Template, Args...>> : blamed<several<Args...>> {};
template <class Template>
struct blamed<translated<Template>> {
  using type = translated<Template>;
  static constexpr bool is_part = false;
};

template <class Template, class... Args>
  requires(is_printable<remove_cvref<Args>> && ...)
struct printer<translated<Template, Args...>> {
  template <sight S = sight_of<translated<Template, Args...>>>
  static constexpr void put(writer& out,
                            translated<Template, Args...> const& v) {
    text const pattern = template_text(v.pattern);
    char const* at = pattern.begin();
    for (;;) {
      char const* const brace = find_brace(at, pattern.end());
      out.write(at, static_cast<std::size_t>(brace - at));
      if (brace == pattern.end()) return;
      placeholder const one = placeholder_at(brace, pattern.end());
      // The string was changed after it was checked.
      if (one.what == placeholder::broken) return;
      if (one.what == placeholder::brace)
        out.put(*brace);
      else if constexpr (sizeof...(Args) != 0)
        put_position(out, v.values, one.number);
      at = one.end;
    }
  }
};

}  // namespace detail

/// `tr(template, args…)` prints the template with the arguments at their
/// positions: {0} is the first. A position may occur several times or never;
/// `{{` and `}}` are braces. The wrapper of an argument determines how it
/// looks: `tr("{0} files", right(n, 5))`.
///
/// A literal is checked at compile time. A text from a catalogue (a string, a
/// view, the result of gettext) is checked by the call.
///
/// Errors: a brace that is neither a position nor one of a pair, or a position
/// beyond the arguments. The error contains the template, the line and the
/// column.
///
/// Example:
///     rill::println(rill::tr("{1} of {0}", 10, 3));  // 3 of 10
template <class... Args>
constexpr detail::translated<text, Args...> tr(
    std::type_identity_t<detail::literal_template<sizeof...(Args)>> literal,
    Args&&... args) {
  return detail::make_translated<text, Args...>(
      static_cast<text&&>(literal.pattern), static_cast<Args&&>(args)...);
}

/// tr without exceptions: returns a result. Checks literals, too, at run time.
template <class Template, class... Args>
  requires(detail::text_like<detail::remove_cvref<Template>>)
result<detail::translated<detail::kept_template<Template>, Args...>> try_tr(
    Template&& pattern, Args&&... args) {
  using kept = detail::kept_template<Template>;
  text const whole = detail::template_text(pattern);
  if (char const* const at = detail::fault_in(whole, sizeof...(Args)))
    return detail::template_error(whole, at, sizeof...(Args));
  if constexpr (detail::is_temporary_string<Template>)
    return detail::make_translated<kept, Args...>(
        static_cast<Template&&>(pattern), static_cast<Args&&>(args)...);
  else
    return detail::make_translated<kept, Args...>(text(whole),
                                                  static_cast<Args&&>(args)...);
}

template <detail::catalogue_text Template, class... Args>
detail::translated<detail::kept_template<Template>, Args...> tr(
    Template&& pattern, Args&&... args) {
  return try_tr(static_cast<Template&&>(pattern), static_cast<Args&&>(args)...)
      .value();
}

}  // namespace rill::inline RILL_BUILD

#endif
