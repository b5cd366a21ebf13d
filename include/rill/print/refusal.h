// rill/print/refusal.h: which arguments can be printed, and why others cannot.
//
// Layer 5. Tests: test/print/structure_test.cpp.
#ifndef RILL_PRINT_REFUSAL_H
#define RILL_PRINT_REFUSAL_H

#include <type_traits>  // std::is_class_v, std::is_same_v, …

#include "../base/text.h"
#include "../shape/shape.h"
#include "format_arg.h"
#include "manipulator.h"

#if RILL_HOSTED
#include <iosfwd>   // std::ostream, to recognise it and what goes into it
#include <stdio.h>  // FILE, to recognise it
#endif

// Whether a type can be printed, and if not, what prevents it.
//
// No code.

namespace rill::inline RILL_BUILD {
class reader;
}  // namespace rill::inline RILL_BUILD

namespace rill::inline RILL_BUILD::detail {

// Types that print by themselves, not by their shape.
template <class T>
concept directly_printable =
    text_like<T> || has_builtin_formatter<T> || measured<T> || user_leaf<T> ||
    has_printer<T> || hooked<T>;

#if RILL_HOSTED
// Types with their own operator<<. Integers do not count, although std::ostream
// has one for them.
template <class T>
concept insertable =
    (std::is_class_v<T> || std::is_union_v<T> ||
     (std::is_enum_v<T> && !std::is_convertible_v<T, int>)) &&
    requires(std::ostream& out, T const& value) { out << value; };
#else
template <class T>
concept insertable = false;
#endif

// True for types with a std::formatter or a fmt::formatter. rill/format.h and
// rill/driver/fmt.h specialise these.
template <class T>
inline constexpr bool has_formatter_of_std = false;
template <class T>
inline constexpr bool has_formatter_of_fmt = false;

template <class T>
inline constexpr bool has_formatter =
    has_formatter_of_std<T> || has_formatter_of_fmt<T>;

// True for a user's type that has a text for another library, or a hook that
// does not accept the type. It does not print by its shape, because its author
// has chosen another form.
template <class T>
constexpr bool has_another_text() {
  if constexpr (shape_of<T> == shape::range || shape_of<T> == shape::map ||
                shape_of<T> == shape::set || shape_of<T> == shape::exception)
    return misses_hook<typename type_in_place<T>::type> ||
           // std::formatter accepts ranges by itself
           insertable<typename type_in_place<T>::type>;
  else if constexpr (shape_of<T> == shape::aggregate ||
                     shape_of<T> == shape::enumeration)
    return misses_hook<T> || insertable<T> || has_formatter<T>;
  else if constexpr (shape_of<T> == shape::fields)
    return misses_hook<T>;
  else
    return false;
}

/// A type that may have a shape; only rill/types.h determines it.
template <class T>
concept of_unknown_shape =
    !directly_printable<T> && shape_of<T> == shape::unknown;

/// A type that prints by its shape, if its parts print.
template <class T>
concept shaped = !directly_printable<T> && shape_of<T> != shape::none &&
                 shape_of<T> != shape::unknown &&
                 shape_of<T> != shape::pointer && !has_another_text<T>();

/// A raw or a smart pointer, which prints in debug form only.
template <class T>
concept debug_pointer =
    std::is_pointer_v<T> || (std::is_class_v<T> && !directly_printable<T> &&
                             shape_of<T> == shape::pointer);

// Finds the first type that keeps a T from being printed, and the types around
// it from the nearest on; or void. `Within` are the types around T, whose
// results are not known yet: a type of trees contains itself.
template <class T, class... Within>
constexpr auto find_unprintable_part();

template <class... Within>
constexpr auto find_unprintable_part_in(type_list<>) {
  return type_list<void>();
}
template <class... Within, class First, class... Rest>
constexpr auto find_unprintable_part_in(type_list<First, Rest...>) {
  using found =
      decltype(find_unprintable_part<remove_cvref<First>, Within...>());
  if constexpr (std::same_as<found, type_list<void>>)
    return find_unprintable_part_in<Within...>(type_list<Rest...>());
  else
    return found();
}

// Parts print in debug form, where pointers are addresses.
template <class T, class... Within>
constexpr auto find_unprintable_part() {
  if constexpr ((std::same_as<T, Within> || ...) || directly_printable<T> ||
                debug_pointer<T>)
    return type_list<void>();
  else if constexpr (shaped<T>)
    return find_unprintable_part_in<T, Within...>(parts<T>());
  else
    return type_list<T, Within...>();
}

template <class T>
struct only_type;
template <class T, class... Within>
struct only_type<type_list<T, Within...>> {
  using type = T;
};
template <class T>
using first_unprintable_part =
    typename only_type<decltype(find_unprintable_part<T>())>::type;

template <class T>
inline constexpr bool has_whole_shape = false;
template <shaped T>
inline constexpr bool has_whole_shape<T> =
    std::is_void_v<first_unprintable_part<T>>;

template <class T>
concept is_printable = directly_printable<T> || has_whole_shape<T>;

/// A type that has a debug form.
template <class T>
concept can_be_debugged = is_printable<T> || debug_pointer<T>;

// Why an argument cannot be printed, and which of its parts is to blame.
//
// No code. The sentences are in refuse.h, because each header between them and
// a public header is one more line of an error.

// Marks the type of an element or a member that another library prints. The
// message cannot ask for a wrapper, because the program prints only the whole.
template <class T>
struct inner_part;
template <class T>
inline constexpr bool is_inner_part = false;
template <class T>
inline constexpr bool is_inner_part<inner_part<T>> = true;

// Names the type of a member or an element that no library prints, and the
// nearest structure around it that the program can change.
template <class Whole, class Part>
struct part_within;
template <class T>
inline constexpr bool is_part_within = false;
template <class Whole, class Part>
inline constexpr bool is_part_within<part_within<Whole, Part>> = true;

template <class Found>
struct named_part {
  using type = void;
};
template <class Part, class Whole, class... Rest>
struct named_part<type_list<Part, Whole, Rest...>>
    : named_part<type_list<Part, Rest...>> {};
template <class Part, class Whole, class... Rest>
  requires(is_in_std<Part> && !is_in_std<Whole>)
struct named_part<type_list<Part, Whole, Rest...>> {
  using type = part_within<Whole, Part>;
};

// The messages of refuse.h are grouped by topic. A topic has an enumeration,
// and a function that finds the message with which a type is refused.
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
  callable,  // a lambda, a std::function
  c_stream,
};

#if RILL_HOSTED
template <class T>
concept c_stream = std::is_same_v<T, FILE*>;
#else
template <class T>
concept c_stream = false;
#endif

// True for the name of a lambda's type, `main()::<lambda(auto)>` in g++ and
// `(lambda at main.cpp:1:2)` in clang, outside of the arguments of a template.
constexpr bool names_lambda(text name) noexcept {
  constexpr text word = "lambda";
  int depth = 0;
  for (std::size_t i = 1; i + word.size < name.size; ++i) {
    char const before = name.data[i - 1];
    if (text(name.data + i, word.size) == word &&
        (before == '<' || before == '('))
      return depth == (before == '<');
    depth += (name.data[i] == '<') - (name.data[i] == '>');
  }
  return false;
}

// Lambdas, std::function and similar. A generic lambda has no call operator
// that can be named.
template <class T>
concept function_object =
    std::is_class_v<T> && !std::is_aggregate_v<T> && !requires(T& range) {
      range.begin();
    } && (requires { &T::operator(); } || names_lambda(whole_type_name<T>()));

// A function object with an operator<<. A lambda without captures converts to a
// pointer and to bool, which std::ostream prints.
template <class T>
concept inserts_itself = insertable<T> && !names_lambda(whole_type_name<T>());

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
  else if constexpr (function_object<T> && !inserts_itself<T>)
    return stream_fault::callable;
  else
    return c_stream<T> ? stream_fault::c_stream : stream_fault::none;
}

/// What is wrong with a wrapper whose values print. The files of the wrappers
/// specialise `fault_of`.
enum class wrapper_fault : unsigned char {
  none,
  style,        // a style without a value
  styled,       // a style inside a wrapper that is for numbers or texts
  no_copy,      // a const range that must be copied, and cannot be
  no_types,     // it, or a value inside, has no shape without rill/types.h
  no_parts,     // join or rows of a value without parts
  third,        // the third argument of join
  own_copy,     // a function of join that returns a wrapper of its parameter
  no_pointer,   // deref of a value that is no pointer
  no_text,      // quoted of a value that is no text
  no_integer,   // hex and similar of a value that is no integer
  character,    // hex and similar of a character or a std::byte
  no_floating,  // fixed and similar of a value that is no float
  range,        // a wrapper of numbers around a range
  no_number,    // plus and similar of a value that is no number
};
template <class T>
inline constexpr wrapper_fault fault_of = wrapper_fault::none;
// fixed and similar also take complex numbers, but only with rill/types.h.
template <class T, float_form Form, bool Upper>
inline constexpr wrapper_fault fault_of<formed<T, Form, Upper>> =
    of_unknown_shape<remove_cvref<T>> ? wrapper_fault::no_types
                                      : wrapper_fault::none;

// True for a wrapper of numbers or texts with a style inside.
template <class T>
inline constexpr bool wraps_a_style = false;
template <class T>
  requires requires { requires is_styled<remove_cvref<decltype(T::value)>>; }
inline constexpr bool wraps_a_style<T> = true;
template <class T>
inline constexpr bool wraps_a_style<styled_number<T>> =
    is_styled<T> || wraps_a_style<T>;

// True for a wrapper of numbers around a range of them.
template <class T>
inline constexpr bool wraps_a_range = false;
template <class T>
  requires(is_based<T> || is_formed<T>)
inline constexpr bool wraps_a_range<T> =
    shape_of<remove_cvref<decltype(T::value)>> == shape::range;
template <class T>
inline constexpr bool wraps_a_range<styled_number<T>> =
    wraps_a_range<T> || shape_of<T> == shape::range;

// Characters and std::byte, whose numbers hex prints only after a cast.
template <class T>
concept is_character_code = character<T> || is_named_in_std<T>("byte");

// Types that need rill/types.h. For a type with its own operator<< the message
// has another remedy.
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
  else if constexpr (iterable_only_in_place<T> && !misses_hook<T> &&
                     !insertable<T>)
    return wrapper_fault::no_copy;
  else if constexpr (needs_types<T>)
    return wrapper_fault::no_types;
  else if constexpr (fault_of<T> != wrapper_fault::none)
    return fault_of<T>;
  else if constexpr (wraps_a_range<T>)
    return wrapper_fault::range;
  else if constexpr (is_based<T>)
    return is_character_code<remove_cvref<decltype(T::value)>>
               ? wrapper_fault::character
               : wrapper_fault::no_integer;
  else if constexpr (is_formed<T>)
    return wrapper_fault::no_floating;
  else
    return is_styled_number<T> ? wrapper_fault::no_number : wrapper_fault::none;
}

enum class file_fault : unsigned char {
  none,
  writer,
  reader,
  handle,
  bytes,
  result,
  hash,
};

// loaded_file, file_map and mutable_file_map, recognised by their members.
template <class T>
concept bytes_of_a_file =
    requires(T const& bytes) { text(bytes.data(), bytes.size()); } &&
    (requires(T const& bytes) { bytes.is_mapped(); } ||
     requires(T const& bytes) { bytes.advise({}); } ||
     requires(T& bytes) { bytes.try_resize(bytes.size()); });

// hash_state of copy/hash_file.h, recognised by its members.
template <class T>
concept state_of_hash = requires(T& state, T const& taken, text bytes) {
  state.update(bytes);
  taken.finish();
};

template <class T>
constexpr file_fault find_file_fault() {
  if constexpr (std::is_base_of_v<writer, T>)
    return file_fault::writer;
  else if constexpr (std::is_base_of_v<reader, T>)
    return file_fault::reader;
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

// How a type without a matching rill_print has a text.
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
    return text_fault::none;  // its own message is more specific
  else if constexpr (has_formatter_of_std<T>)
    return text_fault::std_formatter;
  else
    return has_formatter_of_fmt<T> ? text_fault::fmt_formatter
                                   : text_fault::none;
}

enum class type_fault : unsigned char {
  none,
  inner,  // a part with a text of its own
  part,   // a part of a type of std
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
  else if constexpr (is_part_within<T>)
    return type_fault::part;
  else if constexpr (is_printable<T>)
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
// several topics: a pointer, for example, has an operator<< too.
template <class T>
constexpr auto topic_of() {
  if constexpr (is_inner_part<T> || is_part_within<T> || is_printable<T>)
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

// The type to blame: the argument itself, or the first of its values that
// cannot be printed.
template <class T>
struct blamed {
  using type = T;
  static constexpr bool is_part = false;
};
// For a type with a shape: the first of its parts that cannot be printed.
template <class T>
  requires(shaped<T> && !has_whole_shape<T>)
struct blamed<T> {
  using type = first_unprintable_part<T>;
  using named = named_part<decltype(find_unprintable_part<T>())>;
  static constexpr bool is_part = !std::is_same_v<type, T>;
};
// For a range that has another text: the range itself.
template <class Range>
  requires(has_another_text<in_place<Range>>())
struct blamed<in_place<Range>> {
  using type = std::remove_reference_t<Range>;
  static constexpr bool is_part = false;
};
template <class T>
struct blamed<styled_value<T>> : blamed<remove_cvref<T>> {};
template <class T>
  requires(!can_be_debugged<remove_cvref<T>>)
struct blamed<debugged<T>> : blamed<remove_cvref<T>> {};
template <class T>
struct blamed<several<T>> : blamed<remove_cvref<T>> {};
template <class T, class Next, class... Rest>
struct blamed<several<T, Next, Rest...>>
    : blamed<std::conditional_t<is_printable<remove_cvref<T>>,
                                several<Next, Rest...>, remove_cvref<T>>> {};

// For a wrapper: the first of its parts that cannot be printed, or the wrapper
// itself.
template <class Wrapper, class... Parts>
struct blamed_part {
  using type = Wrapper;
  static constexpr bool is_part = false;
};
template <class Wrapper, class Part, class... Rest>
struct blamed_part<Wrapper, Part, Rest...>
    : std::conditional_t<is_printable<Part>, blamed_part<Wrapper, Rest...>,
                         blamed<Part>> {};

// For plus(x) and similar: x, if it could not be printed without the wrapper
// either.
template <class T>
struct named_type {
  using type = T;
};
template <class T>
  requires(!is_printable<remove_cvref<T>> && !is_styled<T> && !wraps_a_style<T>)
struct named_type<styled_number<T>> : named_type<T> {};

// True for a type about which no message says more than that it does not print.
template <class T>
concept topic_is_unknown =
    std::is_same_v<decltype(topic_of<T>()), about_types> &&
    find_type_fault<T>() == type_fault::unknown;

// The type that the message names. Only a part is checked for a text of another
// library, because that check alone instantiates its operator<<.
template <class Blamed, bool IsPart = Blamed::is_part>
struct refused {
  using type = typename named_type<typename Blamed::type>::type;
};
template <class Blamed>
struct refused<Blamed, true> {
  using part = typename Blamed::type;
  static constexpr bool has_other_text =
      !is_printable<part> && !misses_hook<part> &&
      find_stream_fault<part>() == stream_fault::none &&
      !(of_unknown_shape<part> && is_in_std<part>) &&
      (insertable<part> || has_formatter<part>);
  using type = std::conditional_t<has_other_text, inner_part<part>,
                                  typename named_type<part>::type>;
};
template <class Blamed>
  requires(topic_is_unknown<typename Blamed::type> &&
           is_part_within<typename Blamed::named::type>)
struct refused<Blamed, true> {
  using type = typename Blamed::named::type;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
