// rill/print/hook.h: how a user's type is printed by rill_print.
//
// Floor 5. The three forms and their costs are in docs/decisions/
// 0004-the-hook.md. No hook can write past the buffer: what a return type
// promises is compared with the room before each piece is written. Tests:
// test/print/hook_test.cpp.
#ifndef RILL_PRINT_HOOK_H
#define RILL_PRINT_HOOK_H

#include <concepts>  // std::same_as

#include "../stream/writer.h"
#include "leaf.h"

namespace rill::inline RILL_BUILD::detail {

// Stands for a T in overload resolution and converts to T const& alone: a
// hook of a base class, or one reached through a converting constructor, does
// not accept it.
template <class T>
struct only {
  template <std::same_as<T> U>
  operator U const&() const noexcept;
};

// The return type of out(…): how many bytes the pieces take at most, where
// their types say so.
template <std::size_t Size>
struct bounded {
  static constexpr std::size_t size = Size;
};
struct unbounded {};

template <class T>
inline constexpr bool is_bounded = false;
template <std::size_t Size>
inline constexpr bool is_bounded<bounded<Size>> = true;

// What the hook's first argument is while it prints: each call is checked
// against the end of the buffer.
class checked_out {
 public:
  explicit constexpr checked_out(writer& out) noexcept : writer_(out) {}
  template <class... Args>
  constexpr auto operator()(Args const&... args) const;

 private:
  writer& writer_;
};

// What it is while a speed-form hook prints into room that was reserved for
// the bound of its return type.
class reserved_out {
 public:
  constexpr reserved_out(writer& out, std::size_t size) noexcept
      : writer_(out),
        cursor_(out.cursor()),
        limit_(cursor_ + size),
        end_(cursor_ + out.room()) {}
  template <class... Args>
  constexpr auto operator()(Args const&... args);

  // True as long as all that was written went into the reserved room, and
  // nobody else has moved the cursor or, by an error, taken the room away.
  constexpr bool kept_within() const noexcept {
    return !spilled_ && writer_.cursor() == cursor_ &&
           writer_.cursor() + writer_.room() == end_;
  }

 private:
  writer& writer_;
  char* cursor_;
  char* limit_;
  char* end_;
  bool spilled_ = false;
};

// What it is while nothing is printed: out(…) only has a type.
struct measuring_out {
  template <class... Args>
  constexpr auto operator()(Args const&... args) const;
};

// The same, to T by value and to T&.
template <class T>
struct only_value {
  template <std::same_as<T> U>
  operator U() const noexcept;
};
template <class T>
struct only_variable {
  template <std::same_as<T> U>
  operator U&() const noexcept;
};

// Is there any rill_print that a variable of this type can be given to? Mostly
// not, and then nothing else is asked. A writer is tried last: the body of a
// hook whose return type is auto is no function of it.
template <class T>
concept reaches_template_hook =
    requires(checked_out& out, T& v) { rill_print(out, v); };
template <class T>
concept reaches_writer_hook =
    !reaches_template_hook<T> &&
    requires(writer& out, T& v) { rill_print(out, v); };

// A hook that is a template of its second argument, as that of a box<T>, does
// not take an only<box<T>>. It is better for a box than the function here, or
// as good, and a hook that reaches T by a conversion is worse.
namespace hook_of_any {
struct none {};
template <class Out, class T>
none rill_print(Out&, T const&);

template <class T, class Out>
concept is_best = requires(Out& out, T const& v) {
  { rill_print(out, v) } -> std::same_as<none>;
};
}  // namespace hook_of_any

template <class T, class Out>
concept hook_of_family = requires(Out& out, T const& v) {
  rill_print(out, v);
} && !hook_of_any::is_best<T, Out>;

// By T const&, or by value, which clang takes for the same.
template <class T>
concept template_hook =
    requires(checked_out& out, only<T> const& v) { rill_print(out, v); } ||
    (reaches_template_hook<T> &&
     (requires(checked_out& out, only_value<T> const& v) {
       rill_print(out, v);
     } || hook_of_family<T, checked_out>));

// void rill_print(rill::writer&, T const&), which may live in a .cpp file.
template <class T>
concept writer_hook = requires(writer& out, only<T> const& v) {
  rill_print(out, v);
} || (reaches_writer_hook<T> && (requires(writer& out, only_value<T> const& v) {
                        rill_print(out, v);
                      } || hook_of_family<T, writer>));

template <class T>
concept hooked = template_hook<T> || writer_hook<T>;

// A rill_print that wants to change the value, and takes no T const&.
template <class T>
concept misses_hook =
    !hooked<T> && ((reaches_template_hook<T> &&
                    requires(checked_out& out, only_variable<T> const& v) {
                      rill_print(out, v);
                    }) ||
                   (reaches_writer_hook<T> &&
                    requires(writer& out, only_variable<T> const& v) {
                      rill_print(out, v);
                    }));

// The bound of a hook of the speed form, or `unbounded`.
template <class T>
struct hook_bound {
  using type = unbounded;
};
template <template_hook T>
  requires is_bounded<decltype(rill_print(imagined<measuring_out>(),
                                          imagined<only<T> const>()))>
struct hook_bound<T> {
  using type = decltype(rill_print(imagined<measuring_out>(),
                                   imagined<only<T> const>()));
};

template <class T>
constexpr void call_hook(writer& out, T const& value) {
  if constexpr (template_hook<T>) {
    checked_out checked(out);
    rill_print(checked, value);
  } else {
    rill_print(out, value);
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
