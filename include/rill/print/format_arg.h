// rill/print/format_arg.h: the piece that each argument becomes before it is
// written.
//
// Layer 5. A piece is an argument together with the way to write it. Its bound,
// the most bytes that it may overwrite, is in its type or known at run time:
//   text_arg         a run of bytes elsewhere; its bound is its size
//   literal_arg      a short array of characters; its bound is in its type
//   wide_arg         a run of UTF-16 or UTF-32
//   wide_literal_arg a short array of these units; its bound is in its type
//   builtin_arg      a number, a character; its bound is in its type
//   measured_arg     a number with requested digits; its bound depends on them
//   hook_arg         a user's type whose hook returns its bound
//   structure_arg    a structure of bounded members; its bound is in its type
//   other_arg        everything else: written by put(), which checks the room
//   styled_arg       one of these in a style (print/styled.h)
// max_size() of the first eight is the bound, so a whole print checks the
// buffer once. Tests: test/print/print_test.cpp.
#ifndef RILL_PRINT_FORMAT_ARG_H
#define RILL_PRINT_FORMAT_ARG_H

#include "../shape/shape.h"
#include "../unicode/code_units.h"
#include "../value/wrappers.h"
#include "hook.h"
#include "printed_sight.h"

namespace rill::inline RILL_BUILD::detail {

/// How a wrapper or another composite type of the library prints:
/// `static void put(writer&, T const&)`. Each specialisation is in the file of
/// its wrapper.
template <class T>
struct printer;

// A printer that inspects the value where the compiler still knows the caller's
// constants: `static auto prepare(T const&)`. put() takes its result too.
template <class T>
concept prepared = requires(T const& v) { printer<T>::prepare(v); };

template <class T>
concept has_printer = prepared<T> || requires(writer& out, T const& v) {
  printer<T>::put(out, v);
};

// Writes text into a writer, out of line like put_builtin.
[[gnu::noinline]] constexpr void put_text(writer& out, char const* data,
                                          std::size_t size) {
  out.write(data, size);
}

struct text_arg {
  text bytes;
  constexpr std::size_t max_size() const noexcept { return bytes.size; }
  constexpr std::size_t size() const noexcept { return bytes.size; }
  constexpr char* write(char* out) const noexcept {
    return copy_bytes(out, bytes.data, bytes.size);
  }
  constexpr void put(writer& out) const {
    put_text(out, bytes.data, bytes.size);
  }
};

// Copies all of a short array, in one or two moves whatever its text. The
// compiler knows the length of a literal.
template <std::size_t Extent>
struct literal_arg {
  char const (&array)[Extent];

  static constexpr std::size_t max_size() noexcept { return Extent; }
  RILL_ALWAYS_INLINE constexpr std::size_t size() const noexcept {
    if (array[Extent - 1] == '\0') return length_of(&array[0]);
    return length_up_to(&array[0], Extent);
  }
  RILL_ALWAYS_INLINE constexpr char* write(char* out) const noexcept {
    copy_bytes(out, &array[0], Extent);
    return out + size();
  }
  constexpr void put(writer& out) const { put_text(out, &array[0], size()); }
};

// True for texts, which can go to a device without formatting.
template <class Arg>
inline constexpr bool is_text_arg = false;
template <>
inline constexpr bool is_text_arg<text_arg> = true;
template <std::size_t Extent>
inline constexpr bool is_text_arg<literal_arg<Extent>> = true;

constexpr text text_of(text_arg const& arg) noexcept { return arg.bytes; }
template <std::size_t Extent>
RILL_ALWAYS_INLINE constexpr text text_of(
    literal_arg<Extent> const& arg) noexcept {
  return {&arg.array[0], arg.size()};
}

constexpr void put_zeros(writer& out, std::size_t count) {
  constexpr char zeros[] = "0000000000000000000000000000000000000000";
  constexpr std::size_t most = sizeof zeros - 1;
  for (; count > most; count -= most) out.write(zeros, most);
  out.write(zeros, count);
}

// Writes a leaf into a writer that may have no room for all of it. Out of line:
// this is the rare path, and all calls share its code.
template <class T>
[[gnu::noinline]] constexpr void put_builtin(writer& out, T value) {
  char scratch[builtin_formatter<T>::room] = {};
  char* const cursor = out.reserve(builtin_formatter<T>::room);
  char* const from = cursor ? cursor : scratch;
  char* const end = builtin_formatter<T>::write(from, value);
  if (cursor)
    out.advance_to(end);
  else
    out.write(scratch, static_cast<std::size_t>(end - scratch));
}

// Out of line, so that all calls that write a T share its code.
template <class T>
[[gnu::noinline]] constexpr char* write_builtin(char* out, T value) noexcept {
  return builtin_formatter<T>::write(out, value);
}

// Holds a copy: a reference would keep the caller's variable out of
// registers.
template <class T>
struct builtin_arg {
  T value;

  static constexpr std::size_t max_size() noexcept {
    return builtin_formatter<T>::room;
  }
  constexpr std::size_t size() const noexcept {
    return builtin_formatter<T>::size(value);
  }
  RILL_ALWAYS_INLINE constexpr char* write(char* out) const noexcept {
    return builtin_formatter<T>::write(out, value);
  }
  // For calls of several pieces: 60 bytes of code instead of 180, 0.4 ns more.
  constexpr char* write_by_call(char* out) const noexcept {
    if constexpr (builtin_formatter<T>::room > 8)
      return write_builtin<T>(out, value);
    else
      return write(out);
  }
  constexpr void put(writer& out) const { put_builtin<T>(out, value); }
};

using newline_arg = builtin_arg<line_end>;

// Writes a measured leaf into a writer that may have no room for all of it.
template <class T>
[[gnu::noinline]] constexpr void put_measured_number(writer& out,
                                                     T const& value) {
  char scratch[measured_formatter<T>::most];
  number_text const text = measured_formatter<T>::render(scratch, value);
  auto const size = static_cast<std::size_t>(text.end - scratch);
  out.write(scratch, size - text.tail);
  put_zeros(out, text.zeros);
  out.write(text.end - text.tail, text.tail);
}

template <class T>
struct measured_arg {
  T value;

  constexpr std::size_t max_size() const noexcept {
    return measured_formatter<T>::max_size(value);
  }
  constexpr std::size_t size() const noexcept {
    char scratch[measured_formatter<T>::most];
    number_text const text = measured_formatter<T>::render(scratch, value);
    return static_cast<std::size_t>(text.end - scratch) + text.zeros;
  }
  constexpr char* write(char* out) const noexcept {
    return measured_formatter<T>::write(out, value);
  }
  constexpr void put(writer& out) const { put_measured_number(out, value); }
};

template <class T, std::size_t Bound>
struct hook_arg {
  T const& value;

  static constexpr std::size_t max_size() noexcept { return Bound; }
  // Writes at the writer's cursor, where max_size() bytes are free. Returns
  // false if the hook did not keep to the reserved room, so that the caller has
  // to check the room again.
  constexpr bool write_reserved(writer& out) const {
    reserved_out reserved(out, Bound);
    rill_print(reserved, value);
    return reserved.kept_within();
  }
  constexpr void put(writer& out) const { call_hook(out, value); }
};

// Writes a user's leaf into a scratch with a canary, then copies it.
template <class T>
constexpr void put_user_leaf(writer& out, T const& value) {
  constexpr std::size_t size = leaf<T>::max_size;
  constexpr std::size_t guard = 16;
  constexpr char canary = '\x5A';
  char scratch[size + guard] = {};
  fill_bytes(scratch + size, guard, canary);
  char const* const end = leaf<T>::write(scratch, value);
  for (std::size_t i = 0; i != guard; ++i)
    if (scratch[size + i] != canary) __builtin_trap();
  if (end < scratch || end > scratch + size) __builtin_trap();
  out.write(scratch, static_cast<std::size_t>(end - scratch));
}

// Writes UTF-16 or UTF-32 into a writer. If the room is nearly used up,
// converts into a block first, so that only a truncating writer cuts a
// character.
template <class Unit>
[[gnu::noinline]] constexpr void put_wide(writer& out, run<Unit> units) {
  constexpr std::size_t least = 16;
  Unit const* const last = units.data + units.size;
  for (Unit const* at = units.data; at != last;) {
    char block[least];
    bool const direct = out.room() >= least;
    char* const to = direct ? out.cursor() : block;
    auto const done =
        narrow_units(at, last, to, to + (direct ? out.room() : least));
    at = done.at;
    if (direct)
      out.advance_to(done.out);
    else
      out.write(to, static_cast<std::size_t>(done.out - to));
  }
}

template <class Unit>
struct wide_arg {
  run<Unit> units;

  // Three more bytes than it writes: narrow_units needs room for four bytes at
  // each character.
  constexpr std::size_t max_size() const noexcept {
    return units.size * bytes_of_unit<Unit> + 3;
  }
  constexpr std::size_t size() const noexcept {
    return narrowed_size(units.data, units.data + units.size);
  }
  constexpr char* write(char* out) const noexcept {
    return narrow_units(units.data, units.data + units.size, out,
                        out + max_size())
        .out;
  }
  constexpr void put(writer& out) const { put_wide(out, units); }
};

// If the compiler knows that the text of a short array is ASCII, it narrows the
// text at compile time. Any other text is written as a wide_arg.
template <class Unit, std::size_t Extent>
struct wide_literal_arg {
  Unit const (&array)[Extent];

  static constexpr std::size_t max_size() noexcept {
    return Extent * bytes_of_unit<Unit> + 3;
  }
  constexpr wide_arg<Unit> whole() const noexcept {
    return {{&array[0], length_up_to(&array[0], Extent)}};
  }
  constexpr std::size_t size() const noexcept { return whole().size(); }
  RILL_ALWAYS_INLINE constexpr bool is_known_ascii() const noexcept {
    bool is_known = true;
#pragma GCC unroll 32
    for (std::size_t i = 0; i != Extent; ++i)
      is_known = is_known && __builtin_constant_p(array[i]) &&
                 static_cast<char32_t>(array[i]) < 0x80;
    return is_known;
  }
  RILL_ALWAYS_INLINE constexpr char* write(char* out) const noexcept {
    if (!is_known_ascii()) return whole().write(out);
    std::size_t size = 0;
    bool is_text = true;
#pragma GCC unroll 32
    for (std::size_t i = 0; i != Extent; ++i) {
      is_text = is_text && array[i] != Unit{};
      out[i] = static_cast<char>(array[i]);
      size += is_text;
    }
    return out + size;
  }
  constexpr void put(writer& out) const { whole().put(out); }
};

// Defined in print/structure.h.
template <class T, sight S = sight_of<T>>
constexpr void put_shape(writer& out, T const& value);

template <class T, sight S = sight_of<T>>
struct other_arg {
  T const& value;
  constexpr void put(writer& out) const {
    if constexpr (has_printer<T>)
      printer<T>::put(out, value);
    else if constexpr (user_leaf<T>)
      put_user_leaf(out, value);
    else if constexpr (hooked<T>)
      call_hook(out, value);
    else
      put_shape(out, value);
  }
};

template <class T, class Prepared, sight S = sight_of<T>>
struct prepared_arg {
  T const& value;
  Prepared with;
  constexpr void put(writer& out) const { printer<T>::put(out, value, with); }
};

template <class T>
concept short_array = std::is_bounded_array_v<T> && std::extent_v<T> <= 32;
template <class T>
concept short_literal =
    short_array<T> && std::same_as<std::remove_extent_t<T>, char>;

template <class T>
concept narrow_text = text_like<T> && narrow_character<unit_of<T>>;

template <narrow_text T>
constexpr text_arg text_arg_of(T const& value) noexcept {
  auto const found = run_of(value);
  if constexpr (std::same_as<decltype(found.data), char const*>)
    return {{found.data, found.size}};
  else  // char8_t: the same bytes
    return {{reinterpret_cast<char const*>(found.data), found.size}};
}

// Texts whose size the caller knows: arrays, mostly literals, and strings. A
// pointer is passed as a value, and the function that prints it finds its
// length.
template <class T>
concept array_of_char =
    std::is_bounded_array_v<T> && std::same_as<std::remove_extent_t<T>, char>;
template <class T>
concept text_at_hand = array_of_char<T> || (narrow_text<T> && string_like<T> &&
                                            std::same_as<unit_of<T>, char>);

[[gnu::cold, gnu::noinline]] constexpr std::size_t length_of_unended(
    char const* array, std::size_t extent) noexcept {
  return length_up_to(array, extent);
}
// A single expression without inlined functions, because every literal in a
// call of print compiles one.
template <std::size_t Extent>
RILL_ALWAYS_INLINE constexpr std::size_t size_of_text(
    char const (&array)[Extent]) noexcept {
  return array[Extent - 1] == '\0' ? length_of(&array[0])
                                   : length_of_unended(&array[0], Extent);
}
template <std::size_t Extent>
RILL_ALWAYS_INLINE constexpr char const* data_of_text(
    char const (&array)[Extent]) noexcept {
  return &array[0];
}
template <string_like T>
RILL_ALWAYS_INLINE constexpr std::size_t size_of_text(T const& value) noexcept {
  return value.size();
}
template <string_like T>
RILL_ALWAYS_INLINE constexpr char const* data_of_text(T const& value) noexcept {
  return value.data();
}

// Defined in print/styled.h.
template <class Arg>
struct styled_arg;
template <class Arg>
inline constexpr bool is_styled_arg = false;
template <class Arg>
inline constexpr bool is_styled_arg<styled_arg<Arg>> = true;

template <class... Args>
inline constexpr bool any_styled = (is_styled_arg<Args> || ...);

// The piece without its style, for a sink that takes no styles.
template <class Arg>
RILL_ALWAYS_INLINE constexpr auto unstyled_arg(Arg const& arg) noexcept {
  if constexpr (is_styled_arg<Arg>)
    return unstyled_arg(arg.unstyled());
  else
    return arg;
}

// True for a number in debug form, which prints as the number.
template <class T>
inline constexpr bool is_debugged_number = false;
template <class T>
inline constexpr bool is_debugged_number<debugged<T>> =
    (has_builtin_formatter<remove_cvref<T>> && !character<remove_cvref<T>>) ||
    measured<remove_cvref<T>>;

// A structure all of whose members are bounded by their types (print/join.h):
// room is the bytes that write may touch, or 0 for any other T.
template <class T>
struct bounded_structure {
  static constexpr std::size_t room = 0;
};
template <class T>
concept boundedly_structured =
    !prepared<T> && !has_printer<T> && !user_leaf<T> && !hooked<T> &&
    (bounded_structure<T>::room != 0);
template <class T>
inline constexpr bool is_debugged_structure = false;
template <class T>
inline constexpr bool is_debugged_structure<debugged<T>> =
    !text_like<remove_cvref<T>> && boundedly_structured<remove_cvref<T>>;

template <class T, sight S = sight_of<T>>
struct structure_arg {
  T const& value;
  static constexpr std::size_t max_size() noexcept {
    return bounded_structure<T>::room;
  }
  RILL_ALWAYS_INLINE constexpr char* write(char* out) const {
    return bounded_structure<T>::template write<S>(out, value);
  }
  constexpr void put(writer& out) const { put_shape(out, value); }
};

// Volatile scalars, which format_arg_of reads once.
template <class T>
concept volatile_scalar =
    std::is_volatile_v<T> && std::is_scalar_v<T> &&
    (has_builtin_formatter<remove_cvref<T>> || measured<remove_cvref<T>> ||
     text_like<remove_cvref<T>>);

// Chooses the piece of a value. A user's hook takes precedence over everything
// but text and numbers.
template <class T>
RILL_ALWAYS_INLINE constexpr auto format_arg_of(T const& value) noexcept {
  if constexpr (volatile_scalar<T>) {
    return format_arg_of(static_cast<remove_cvref<T>>(value));
  } else if constexpr (short_literal<T>) {
    return literal_arg<std::extent_v<T>>{value};
  } else if constexpr (narrow_text<T>) {
    return text_arg_of(value);
  } else if constexpr (text_like<T> && short_array<T>) {
    return wide_literal_arg<unit_of<T>, std::extent_v<T>>{value};
  } else if constexpr (text_like<T>) {
    return wide_arg<unit_of<T>>{run_of(value)};
  } else if constexpr (has_builtin_formatter<T>) {
    return builtin_arg<T>{value};
  } else if constexpr (measured<T>) {
    return measured_arg<T>{value};
  } else if constexpr (is_styled<T>) {
    using inner = decltype(format_arg_of(value.value));
    return styled_arg<inner>{format_arg_of(value.value), value.look};
  } else if constexpr (is_several<T>) {
    return format_args_of(value);
  } else if constexpr (is_debugged_number<T> || is_debugged_structure<T>) {
    return format_arg_of(value.value);
  } else if constexpr (hooked<T> && !has_printer<T> && !user_leaf<T>) {
    using bound = typename hook_bound<T>::type;
    if constexpr (is_bounded<bound>)
      return hook_arg<T, bound::size>{value};
    else
      return other_arg<T>{value};
  } else if constexpr (prepared<T>) {
    using prepared_with = decltype(printer<T>::prepare(value));
    return prepared_arg<T, prepared_with>{value, printer<T>::prepare(value)};
  } else if constexpr (boundedly_structured<T>) {
    return structure_arg<T>{value};
  } else {
    return other_arg<T>{value};
  }
}

template <class T, sight S>
RILL_ALWAYS_INLINE constexpr auto format_arg_of(
    seen<T, S> const& argument) noexcept {
  return format_arg_of(argument.value);
}

template <class T, sight S>
struct printer<seen<T, S>> {
  static constexpr void put(writer& out, seen<T, S> const& argument) {
    format_arg_of(argument).put(out);
  }
};

template <class Arg>
concept has_max_size = requires(Arg const& p) { p.max_size(); };

// The bytes that all pieces may touch, at most the maximum of std::size_t: two
// numbers with 2^31 digits each exceed 32 bits.
template <class... Args>
RILL_ALWAYS_INLINE constexpr std::size_t max_size_of_args(
    Args const&... args) noexcept {
  std::uint64_t const sum = (args.max_size() + ... + std::uint64_t{0});
  return sum > ~std::size_t{} ? ~std::size_t{} : static_cast<std::size_t>(sum);
}

template <class Arg>
concept reserving =
    requires(Arg const& p, writer& out) { p.write_reserved(out); };

// True for pieces that have max_size() and run no code of the program.
template <class... Args>
inline constexpr bool are_plain =
    ((has_max_size<Args> && !reserving<Args>) && ...);

}  // namespace rill::inline RILL_BUILD::detail

#endif
