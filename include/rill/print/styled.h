// rill/print/styled.h: values in colours and other styles.
//
// Layer 5. Tests: test/print/styled_test.cpp, test/system/style_test.py.
#ifndef RILL_PRINT_STYLED_H
#define RILL_PRINT_STYLED_H

#include "../stream/styles.h"
#include "../value/parts.h"
#include "../value/style.h"
#include "format_string.h"
#include "list.h"

// Values in a style.
//
// Pure, constexpr.

namespace rill::inline RILL_BUILD {

namespace detail {
// A value in a style.
template <class T>
struct styled_value {
  T value;
  style look;
};
}  // namespace detail

/// `styled(value, red | bold)`: prints the value in a style if the sink shows
/// styles, otherwise the value alone. The value may be styled itself: both
/// styles apply. Escape sequences inside a text are not changed.
///
/// Example:
///     rill::println("It is ", rill::styled("late", rill::red | rill::bold));
template <class T>
  requires(!detail::a_style<T>)
constexpr detail::styled_value<T> styled(T&& value, style look) {
  return {static_cast<T&&>(value), look};
}

/// `styled(red, a, b, c)`: several values in one style.
template <class First, class... Rest>
constexpr auto styled(style look, First&& first, Rest&&... rest)
    RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(first), RILL_FORMAT_PART(rest)...) {
  RILL_NOTE_FORMAT_STRING(first, rest...);
  using values = detail::several<First, Rest...>;
  return detail::styled_value<values>{
      detail::make_several<First, Rest...>(static_cast<First&&>(first),
                                           static_cast<Rest&&>(rest)...),
      look};
}

// Prints values in styles; forces or forbids styles.
//
// If the writer takes no styles, a styled value prints as the bare value, at
// the same cost. Otherwise escape sequences surround it; the end of an inner
// style restores the outer one. Allocates nothing; constexpr.

namespace detail {

// Prints a value between the beginning and the end of a style, also if a hook
// throws.
template <class Arg>
constexpr void put_between(styling_writer& out, Arg const& arg, style look) {
  style const outer = out.begin_style(look);
#if RILL_EXCEPTIONS
  if constexpr (!are_plain<Arg>) {
    try {
      arg.put(out);
    } catch (...) {
      try {
        out.end_style(outer);
      } catch (...) {
        // The exception in flight takes precedence.
      }
      throw;
    }
    return out.end_style(outer);
  }
#endif
  arg.put(out);
  out.end_style(outer);
}

template <class Arg>
[[gnu::noinline]] constexpr void put_in_style(writer& out, Arg const& arg,
                                              style look) {
  if (styling_writer* const outer = style_access::inside(out))
    return put_between(*outer, arg, look);
  passing_styler first(out);
  put_between(first, arg, look);
}

// Has put() alone, which asks the writer whether it takes styles. A sink that
// already knows the answer takes the bare pieces, for which there may be a
// faster path (print/put.h).
template <class Arg>
struct styled_arg {
  Arg inner;
  style look;

  constexpr Arg const& unstyled() const noexcept { return inner; }
  constexpr void put(writer& out) const {
    if (out.takes_styles())
      put_in_style(out, inner, look);
    else
      inner.put(out);
  }
};

// One piece after the other.
template <class First, class Second>
struct pair_arg {
  static constexpr bool is_plain = are_plain<First, Second>;

  First first;
  Second second;

  constexpr std::size_t max_size() const noexcept
    requires is_plain
  {
    // Two numbers with 2^31 digits each exceed 32 bits.
    std::size_t const both = first.max_size() + second.max_size();
    return both < first.max_size() ? ~std::size_t{} : both;
  }
  constexpr char* write(char* out) const noexcept
    requires is_plain
  {
    return second.write(first.write(out));
  }
  constexpr void put(writer& out) const { put_each(out, first, second); }
};

template <class T>
RILL_ALWAYS_INLINE constexpr auto format_args_of(
    several<T> const& values) noexcept {
  return format_arg_of(values.first);
}
template <class T, class Next, class... Rest>
RILL_ALWAYS_INLINE constexpr auto format_args_of(
    several<T, Next, Rest...> const& values) noexcept {
  return pair_arg<decltype(format_arg_of(values.first)),
                  decltype(format_args_of(values.rest))>{
      format_arg_of(values.first), format_args_of(values.rest)};
}

template <class... Ts>
  requires(is_printable<remove_cvref<Ts>> && ...)
struct printer<several<Ts...>> {
  template <sight S = sight_of<several<Ts...>>>
  static constexpr void put(writer& out, several<Ts...> const& values) {
    format_args_of(values).put(out);
  }
};

template <class T>
  requires is_printable<remove_cvref<T>>
struct printer<styled_value<T>> {
  template <sight S = sight_of<styled_value<T>>>
  static constexpr void put(writer& out, styled_value<T> const& v) {
    put_format_args(out, format_arg_of(v));
  }
};

// Sets a style mode for the lifetime of the object.
class mode_scope {
 public:
  constexpr mode_scope(writer& out, style_mode mode)
      : answer_(style_access::answer(out)), before_(answer_) {
    if (mode == style_mode::never)
      answer_ = style_answer::no;
    else if (mode == style_mode::always)
      answer_ = forced_answer(out);
  }
  mode_scope(mode_scope const&) = delete;
  mode_scope& operator=(mode_scope const&) = delete;
  constexpr ~mode_scope() { answer_ = before_; }

 private:
  // A styling_writer counts the bytes of styles even if its sink refuses
  // styles, because a field is filled by visible columns. The call of
  // takes_styles() makes it find the outer style.
  static constexpr style_answer forced_answer(writer& out) {
    if (!style_access::is_styling(out)) return style_answer::yes;
    (void)out.takes_styles();
    return style_answer::inside;
  }

  style_answer& answer_;
  style_answer before_;
};

// Values with a mode for the styles in them.
template <class... Ts>
struct with_mode {
  style_mode mode;
  several<Ts...> values;
};

// A sink with a mode for the styles that are printed to it.
template <class S>
struct styled_sink {
  S sink;
  style_mode mode;
};
}  // namespace detail

/// `with_styles(style_mode::always, a, b)`: prints styled values with their
/// escape sequences into any sink, also into strings; with `never`, without
/// them.
///
/// Example:
///     char text[32];
///     rill::format_into(text, rill::with_styles(rill::style_mode::always,
///                                               rill::styled(1, rill::red)));
template <class First, class... Rest>
constexpr detail::with_mode<First, Rest...> with_styles(style_mode mode,
                                                        First&& first,
                                                        Rest&&... rest)
    RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(first), RILL_FORMAT_PART(rest)...) {
  RILL_NOTE_FORMAT_STRING(first, rest...);
  return {mode, detail::make_several<First, Rest...>(
                    static_cast<First&&>(first), static_cast<Rest&&>(rest)...)};
}

/// `with_styles(sink, mode)`: the same sink, of any kind, with a mode that
/// overrides the sink's own mode and the user's environment.
///
/// Example:
///     auto out = rill::with_styles(stdout, rill::style_mode::never);
///     rill::println(out, rill::styled("plain", rill::red));
template <class Sink>
  requires detail::sink<detail::remove_cvref<Sink>>
constexpr detail::styled_sink<Sink> with_styles(Sink&& sink, style_mode mode) {
  return {static_cast<Sink&&>(sink), mode};
}

/// Sets when a writer takes styles. A writer moves with its mode.
constexpr void set_styles(writer& out, style_mode mode) noexcept {
  out.set_styles(mode);
}

template <class S>
struct sink_traits<detail::styled_sink<S>> {
  template <class... Args>
  static constexpr void put(detail::styled_sink<S> const& to,
                            Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      sink_traits<detail::remove_cvref<S>>::put(to.sink,
                                                with_styles(to.mode, args...));
  }
  static constexpr void flush(detail::styled_sink<S> const& to) {
    sink_traits<detail::remove_cvref<S>>::flush(to.sink);
  }
};

namespace detail {

template <class... Ts>
struct blamed<with_mode<Ts...>> : blamed<several<Ts...>> {};

template <class... Ts>
  requires(is_printable<remove_cvref<Ts>> && ...)
struct printer<with_mode<Ts...>> {
  template <sight S = sight_of<with_mode<Ts...>>>
  static constexpr void put(writer& out, with_mode<Ts...> const& v) {
    mode_scope const scope(out, v.mode);
    format_args_of(v.values).put(out);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
