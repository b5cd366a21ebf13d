// rill/print/refusal.h: why an argument cannot be printed, and which of its
// parts is to blame.
//
// Floor 5. No code. The sentences are in refuse.h, because each header between
// them and a door is one more line of an error. Tests: test/refuse/.
#ifndef RILL_PRINT_REFUSAL_H
#define RILL_PRINT_REFUSAL_H

#include <type_traits>  // std::is_base_of_v, std::is_enum_v, …

#include "../shape/name_in_std.h"
#include "../shape/standard_stream.h"
#include "manipulator.h"
#include "way.h"

#if RILL_HOSTED
#include <stdio.h>  // FILE, to recognise it
#endif

namespace rill::inline RILL_BUILD::detail {

// The type of an element or a member that something else than rill prints.
// The program does not print it itself, so it cannot wrap it.
template <class T>
struct inner_part;
template <class T>
inline constexpr bool is_inner_part = false;
template <class T>
inline constexpr bool is_inner_part<inner_part<T>> = true;

// The sentences of refuse.h are sorted by topics. A topic has an enumeration
// and a function that finds which of its sentences a type is refused with.
struct about_manipulators {};
struct about_streams {};
struct about_wrappers {};
struct about_texts {};
struct about_files {};
struct about_shapes {};
struct about_types {};

enum class stream_fault : unsigned char {
  none,
  output,
  input,
  wide_buffer,
  buffer,
  function,  // rill::out and others
  c_stream,
};

#if RILL_HOSTED
template <class T>
concept c_stream = std::is_same_v<T, FILE*>;
#else
template <class T>
concept c_stream = false;
#endif

template <class T>
constexpr stream_fault find_stream_fault() {
  if constexpr (output_stream<T>)
    return stream_fault::output;
  else if constexpr (input_stream<T>)
    return stream_fault::input;
  else if constexpr (wide_stream_buffer<T>)
    return stream_fault::wide_buffer;
  else if constexpr (stream_buffer<T>)
    return stream_fault::buffer;
  else if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
    return stream_fault::function;
  else
    return c_stream<T> ? stream_fault::c_stream : stream_fault::none;
}

/// What is wrong with a wrapper whose values print. `fault_of` is known to the
/// files of the wrappers.
enum class wrapper_fault : unsigned char {
  none,
  style,        // a style without a value
  styled,       // a style inside a wrapper that is for numbers or texts
  no_types,     // it, or what is inside, has no shape without rill/types.h
  no_parts,     // join and rows of a value
  third,        // the third argument of join
  own_copy,     // a function of join that returns a wrapper of its parameter
  no_pointer,   // deref of a value
  no_text,      // quoted of a number
  no_integer,   // hex and others of what is no integer
  no_floating,  // fixed and others of what has no floating point
  no_number,    // plus and others of what is no number
};
template <class T>
inline constexpr wrapper_fault fault_of = wrapper_fault::none;
// A complex number has two parts with so many digits.
template <class T, float_form Form, bool Upper>
inline constexpr wrapper_fault fault_of<formed<T, Form, Upper>> =
    of_unknown_shape<bare<T>> ? wrapper_fault::no_types : wrapper_fault::none;

// A style inside a wrapper that is for numbers or texts.
template <class T>
inline constexpr bool wraps_a_style = false;
template <class T>
  requires requires { requires is_styled<bare<decltype(T::value)>>; }
inline constexpr bool wraps_a_style<T> = true;
template <class T>
inline constexpr bool wraps_a_style<styled_number<T>> =
    is_styled<T> || wraps_a_style<T>;

// What print.h alone does not know. Of what goes into a std::ostream by an
// operator of its own, the remedy is another one.
template <class T>
concept needs_types =
    fault_of<T> == wrapper_fault::no_types ||
    (of_unknown_shape<T> &&
     (is_in_std<T> || !(misses_hook<T> || insertable<T> || has_formatter<T>)));

template <class T>
constexpr wrapper_fault find_wrapper_fault() {
  if constexpr (a_style<T>)
    return wrapper_fault::style;
  else if constexpr (wraps_a_style<T>)
    return wrapper_fault::styled;
  else if constexpr (needs_types<T>)
    return wrapper_fault::no_types;
  else if constexpr (fault_of<T> != wrapper_fault::none)
    return fault_of<T>;
  else if constexpr (is_based<T>)
    return wrapper_fault::no_integer;
  else if constexpr (is_formed<T>)
    return wrapper_fault::no_floating;
  else
    return is_styled_number<T> ? wrapper_fault::no_number : wrapper_fault::none;
}

enum class file_fault : unsigned char {
  none,
  writer,
  handle,
  bytes,
  result,
  hash,
};

// loaded_file, file_map and mutable_file_map, by their shape.
template <class T>
concept bytes_of_a_file =
    requires(T const& bytes) { text(bytes.data(), bytes.size()); } &&
    (requires(T const& bytes) { bytes.is_mapped(); } ||
     requires(T const& bytes) { bytes.advise({}); } ||
     requires(T& bytes) { bytes.try_resize(bytes.size()); });

// hash_state of stream/hash_area.h, by its shape.
template <class T>
concept state_of_hash = requires(T& state, T const& taken, text bytes) {
  state.update(bytes);
  taken.finish();
};

template <class T>
constexpr file_fault find_file_fault() {
  if constexpr (std::is_base_of_v<writer, T>)
    return file_fault::writer;
  else if constexpr (requires(T const& f) { f.native_handle(); })
    return file_fault::handle;
  else if constexpr (bytes_of_a_file<T>)
    return file_fault::bytes;
  else if constexpr (requires(T const& r) {
                       *r;
                       r.value();
                       r.error();
                     })
    return file_fault::result;
  else if constexpr (state_of_hash<T>)
    return file_fault::hash;
  else
    return file_fault::none;
}

// What prints a type that has no rill_print.
enum class text_fault : unsigned char {
  none,
  hook,  // a rill_print that does not take it
  operator_and_formatter,
  only_operator,
  std_formatter,
  fmt_formatter,
};

template <class T>
constexpr text_fault find_text_fault() {
  if constexpr (misses_hook<T>)
    return text_fault::hook;
  else if constexpr (insertable<T>)
    return has_formatter_of_std<T> ? text_fault::operator_and_formatter
                                   : text_fault::only_operator;
  else if constexpr (find_file_fault<T>() != file_fault::none)
    return text_fault::none;  // its own sentence says more
  else if constexpr (has_formatter_of_std<T>)
    return text_fault::std_formatter;
  else
    return has_formatter_of_fmt<T> ? text_fault::fmt_formatter
                                   : text_fault::none;
}

enum class type_fault : unsigned char {
  none,
  inner,  // a part with a text of its own
  pointer,
  floating,  // the sum of two doubles
  enumeration,
  union_type,
  unknown,
};

template <class T>
concept object_pointer = debug_pointer<T> && !text_like<T>;

template <class T>
constexpr type_fault find_type_fault() {
  if constexpr (is_inner_part<T>)
    return type_fault::inner;
  else if constexpr (has_a_way<T>)
    return type_fault::none;
  else if constexpr (object_pointer<T>)
    return type_fault::pointer;
  else if constexpr (std::is_floating_point_v<T>)
    return type_fault::floating;
  else if constexpr (std::is_enum_v<T>)
    return type_fault::enumeration;
  else
    return std::is_union_v<T> ? type_fault::union_type : type_fault::unknown;
}

// The topic of an argument. The order matters, because a type may belong to
// several: a pointer, for example, has an operator<< too.
template <class T>
constexpr auto topic_of() {
  if constexpr (is_inner_part<T> || has_a_way<T>)
    return about_types();
  else if constexpr (manipulator_of<T>() != manipulator::none)
    return about_manipulators();
  else if constexpr (find_stream_fault<T>() != stream_fault::none)
    return about_streams();
  else if constexpr (object_pointer<T> || std::is_floating_point_v<T>)
    return about_types();
  else if constexpr (find_wrapper_fault<T>() != wrapper_fault::none)
    return about_wrappers();
  else if constexpr (find_text_fault<T>() != text_fault::none)
    return about_texts();
  else if constexpr (find_file_fault<T>() != file_fault::none)
    return about_files();
  else if constexpr (std::is_union_v<T> ||
                     fault_of_shape<T>() == shape_fault::none)
    return about_types();
  else
    return about_shapes();
}

// The type that is to blame: of a styled value, the first of its values that
// cannot be printed.
template <class T>
struct blamed {
  using type = T;
  static constexpr bool is_part = false;
};
// Of what has a shape, the first of its parts that cannot be printed.
template <class T>
  requires(shaped<T> && !has_whole_shape<T>)
struct blamed<T> {
  using type = obstacle_of<T>;
  static constexpr bool is_part = !std::is_same_v<type, T>;
};
template <class T>
struct blamed<styled_value<T>> : blamed<bare<T>> {};
template <class T>
  requires(!can_be_debugged<bare<T>>)
struct blamed<debugged<T>> : blamed<bare<T>> {};
template <class T>
struct blamed<several<T>> : blamed<bare<T>> {};
template <class T, class Next, class... Rest>
struct blamed<several<T, Next, Rest...>>
    : blamed<std::conditional_t<has_a_way<bare<T>>, several<Next, Rest...>,
                                bare<T>>> {};

// Of a wrapper, the first of its parts that cannot be printed, or itself.
template <class Wrapper, class... Parts>
struct blamed_part {
  using type = Wrapper;
  static constexpr bool is_part = false;
};
template <class Wrapper, class Part, class... Rest>
struct blamed_part<Wrapper, Part, Rest...>
    : std::conditional_t<has_a_way<Part>, blamed_part<Wrapper, Rest...>,
                         blamed<Part>> {};

// Of plus(x) and others, x where it could not be printed without them either.
template <class T>
struct told {
  using type = T;
};
template <class T>
  requires(!has_a_way<T> && !is_styled<T> && !wraps_a_style<T>)
struct told<styled_number<T>> : told<T> {};

// What is refused. Whether a part has another text is asked of nothing else:
// the question alone instantiates its operator<<.
template <class Blamed, bool IsPart = Blamed::is_part>
struct refused {
  using type = typename told<typename Blamed::type>::type;
};
template <class Blamed>
struct refused<Blamed, true> {
  using part = typename Blamed::type;
  static constexpr bool has_other_text =
      !has_a_way<part> && !misses_hook<part> && !output_stream<part> &&
      !(of_unknown_shape<part> && is_in_std<part>) &&
      (insertable<part> || has_formatter<part>);
  using type = std::conditional_t<has_other_text, inner_part<part>,
                                  typename told<part>::type>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
