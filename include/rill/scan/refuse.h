// rill/scan/refuse.h: compile-time messages for arguments that cannot be
// scanned.
//
// Layer 5. No code: only messages. Each is a test in test/refuse/.
#ifndef RILL_SCAN_REFUSE_H
#define RILL_SCAN_REFUSE_H

#include <string_view>  // std::string_view, a text to scan from
#include <type_traits>  // std::is_base_of_v

#include "../base/text.h"
#include "../shape/shape.h"
#include "../stream/source.h"
#include "../value/wrappers.h"
#include "structure.h"
#include "number.h"
#include "plus.h"
#include "item.h"
#include "text.h"

// A macro, because static_assert requires a string literal.
#define RILL_SCAN_NEEDS_TYPES                                             \
  "rill: containers, structures, enumerations, optionals and times scan " \
  "with #include <rill/types.h>"

namespace rill::inline RILL_BUILD {

class writer;  // stream/writer.h

namespace detail {

template <class T>
concept literal_item = character_array<T> && std::is_const_v<T>;

// True if an argument can be a target. A temporary of a class can refer to its
// target, such as hex(n), a span or a tuple of references; a temporary number,
// string or vector would be thrown away.
template <class Item>
concept can_be_set =
    has_item<remove_cvref<Item>> &&
    (std::is_lvalue_reference_v<Item> ||
     (std::is_class_v<remove_cvref<Item>> &&
      !target_string<remove_cvref<Item>> && !path_target<remove_cvref<Item>> &&
      !reads_by_shape<remove_cvref<Item>>) ||
     refers_to_targets<remove_cvref<Item>>);

template <class T>
concept structure_with_bit_fields =
    (shape_of<T> == shape::aggregate || shape_of<T> == shape::fields) &&
    !settable_structure<T>;

// Types that scan may be able to read with rill/types.h. Not those outside of
// std with an operator>>: their message names via_istream.
template <class T>
concept needs_types_to_scan =
    shape_of<T> == shape::unknown && (is_in_std<T> || !extractable<T>);

// The type that a message is about: for a type with a shape, its first part
// that cannot be scanned. For a pointer the whole argument, because the message
// about pointers is about arguments.
template <class Item, class Part>
constexpr auto choose_blamed(type_list<Part>) {
  if constexpr (std::is_pointer_v<Part>)
    return type_list<Item>();
  else
    return type_list<Part&>();
}
template <class Item>
struct scan_blamed {
  using list = type_list<Item>;
};
template <class Item>
  requires(reads_by_shape<remove_cvref<Item>> && !has_item<remove_cvref<Item>>)
struct scan_blamed<Item> {
  using list = decltype(choose_blamed<Item>(
      find_unscannable_part<remove_cvref<Item>>()));
};

// The messages, by topics as in print/refusal.h. Item is a reference when the
// argument is an lvalue.
struct about_sources {};
struct about_targets {};

// Types that are a source of scan and not a target.
enum class source_fault : unsigned char {
  none,
  input,
  output,
  wide_buffer,
  buffer,
  file,
  writer,
  second,  // a source that is not the first argument
  text,
};

template <class T>
constexpr source_fault find_source_fault() {
  if constexpr (input_stream<T>)
    return source_fault::input;
  else if constexpr (output_stream<T>)
    return source_fault::output;
  else if constexpr (wide_stream_buffer<T>)
    return source_fault::wide_buffer;
  else if constexpr (stream_buffer<T>)
    return source_fault::buffer;
  else if constexpr (requires(T const& f) { f.native_handle(); })
    return source_fault::file;
  else if constexpr (std::is_base_of_v<writer, T>)
    return source_fault::writer;
  else if constexpr (requires { sizeof(T); } && source<T>)
    return source_fault::second;
  else
    return std::is_same_v<T, std::string_view> ? source_fault::text
                                               : source_fault::none;
}

template <int Argument, class Item>
constexpr bool argument_can_be_scanned(type_list<Item>, about_sources) {
  constexpr source_fault why = find_source_fault<remove_cvref<Item>>();
  static_assert(!(why == source_fault::input),
                "rill: to scan from a std::istream, make it the first "
                "argument and include <rill/iostream.h>");
  static_assert(!(why == source_fault::output),
                "rill: a std::ostream is where to print to, and nothing is "
                "scanned from it");
  static_assert(!(why == source_fault::wide_buffer),
                "rill: a wide streambuf is scanned as "
                "rill::wstreambuf_view(buffer), of <rill/iostream.h>");
  static_assert(!(why == source_fault::buffer),
                "rill: a streambuf is scanned as "
                "rill::streambuf_view(buffer), of <rill/iostream.h>");
  static_assert(!(why == source_fault::file),
                "rill: a file has no buffer to scan from: make it a "
                "rill::file_reader");
  static_assert(!(why == source_fault::writer),
                "rill: a writer is where to print to, and nothing is scanned "
                "from it: scan from a reader");
  static_assert(!(why == source_fault::second),
                "rill: a scan has one source, its first argument: call scan "
                "once for each source");
  static_assert(!(why == source_fault::text),
                "rill: text to scan from is wrapped: "
                "scan(rill::from(text), x); to keep a text that is "
                "read, scan a std::string");
  return why == source_fault::none;
}

// std::quoted(text), std::setw(3), std::hex and other manipulators of C++
// streams, and not a pointer or a reference to another function.
template <class T>
inline constexpr bool is_stream_manipulator = false;
template <class Stream>
inline constexpr bool is_stream_manipulator<Stream&(Stream&)> =
    std::is_class_v<Stream>;
#if RILL_HOSTED
template <class T>
  requires(std::is_class_v<T> && is_in_std<T> &&
           requires(std::istream& in, T const& setting) { in >> setting; })
inline constexpr bool is_stream_manipulator<T> = true;
#endif

// True for line, rest, until and quoted around another type than a string.
template <class T>
inline constexpr bool wraps_a_text = false;
template <class S>
inline constexpr bool wraps_a_text<line_target<S>> = true;
template <class S>
inline constexpr bool wraps_a_text<rest_target<S>> = true;
template <class S, class Delimiter>
inline constexpr bool wraps_a_text<until_target<S, Delimiter>> = true;
template <class S, bool Marks>
inline constexpr bool wraps_a_text<quoted_text<S, Marks>> = true;

enum class target_fault : unsigned char {
  none,
  constant_text,
  constant,
  temporary,
  array,  // of characters
  c_string,
  pointer,
  manipulator,
  function,
  text,      // a wrapper of texts with another value
  no_types,  // it has no shape without rill/types.h
  owner,
  variant,
  wrapper,   // of printing
  floating,  // the sum of two doubles
  result,
  bit_fields,
  extraction,  // an operator>> prints it
  enumeration,
  unknown,
};

template <class Item>
constexpr target_fault find_target_fault() {
  using type = remove_cvref<Item>;
  using named = std::remove_reference_t<Item>;
  if constexpr (literal_item<named>)
    return target_fault::none;
  else if constexpr (std::is_const_v<named> && target_string<type>)
    return target_fault::constant_text;
  else if constexpr (can_be_set<Item>)
    return std::is_const_v<named> ? target_fault::constant : target_fault::none;
  else if constexpr (has_item<type>)
    return target_fault::temporary;
  else if constexpr (std::is_array_v<named>)
    return target_fault::array;
  else if constexpr (std::is_pointer_v<type>)
    return std::is_lvalue_reference_v<Item> &&
                   character<remove_cvref<std::remove_pointer_t<type>>>
               ? target_fault::c_string
               : target_fault::pointer;
  else if constexpr (is_stream_manipulator<type>)
    return target_fault::manipulator;
  else if constexpr (std::is_function_v<type>)
    return target_fault::function;
  else if constexpr (wraps_a_text<type>)
    return target_fault::text;
  else if constexpr (needs_types_to_scan<type>)
    return target_fault::no_types;
  else if constexpr (shape_of<type> == shape::pointer)
    return target_fault::owner;
  else if constexpr (shape_of<type> == shape::variant)
    return target_fault::variant;
  else if constexpr (is_formed<type> || is_styled_number<type>)
    return target_fault::wrapper;
  else if constexpr (std::is_floating_point_v<type>)
    return target_fault::floating;
  else if constexpr (requires(type const& r) {
                       *r;
                       r.value();
                       r.error();
                     })
    return target_fault::result;
  else if constexpr (structure_with_bit_fields<type>)
    return target_fault::bit_fields;
  else if constexpr (extractable<type>)
    return target_fault::extraction;
  else
    return std::is_enum_v<type> ? target_fault::enumeration
                                : target_fault::unknown;
}

template <int Argument, class Item>
constexpr bool argument_can_be_scanned(type_list<Item>, about_targets) {
  constexpr target_fault why = find_target_fault<Item>();
  static_assert(!(why == target_fault::constant_text),
                "rill: a const cannot be scanned into: text to scan from is "
                "wrapped, scan(rill::from(text), x)");
  static_assert(!(why == target_fault::constant),
                "rill: a const cannot be scanned into");
  static_assert(!(why == target_fault::temporary),
                "rill: a temporary cannot be scanned into: scan takes a "
                "variable, or a string literal that must match");
  static_assert(!(why == target_fault::array),
                "rill: an array of characters has no length to scan into: "
                "use a std::string");
  static_assert(!(why == target_fault::c_string),
                "rill: a pointer to characters has no room to scan into: use a "
                "std::string");
  static_assert(!(why == target_fault::pointer),
                "rill: a pointer is not scanned into: scan takes the "
                "variable itself, scan(x) and not scan(&x)");
  static_assert(!(why == target_fault::manipulator),
                "rill: std::quoted, std::hex and other manipulators are for "
                "C++'s streams: write scan(rill::quoted(text)), "
                "scan(rill::hex(n))");
  static_assert(!(why == target_fault::function),
                "rill: a function is not scanned: call it, as in rill::in()");
  static_assert(!(why == target_fault::text),
                "rill: line, rest, until and quoted read a text: into a "
                "std::string, not into an array, a pointer or a number");
  static_assert(!(why == target_fault::no_types), RILL_SCAN_NEEDS_TYPES);
  static_assert(!(why == target_fault::owner),
                "rill: an owner is not scanned into: make the object first, "
                "and scan(*p)");
  static_assert(!(why == target_fault::variant),
                "rill: a text does not say which alternative of a variant "
                "it is: scan a variable of the one that is meant");
  static_assert(
      !(why == target_fault::wrapper),
      "rill: fixed, grouped and other wrappers are for printing: scan "
      "the variable itself");
  static_assert(!(why == target_fault::floating),
                "rill: a long double that is the sum of two doubles is "
                "not scanned: scan a double");
  static_assert(!(why == target_fault::result),
                "rill: a result is not scanned from or into: check it, then "
                "scan *result");
  static_assert(
      !(why == target_fault::bit_fields),
      "rill: a reference cannot bind to a bit-field: give the structure a "
      "friend rill_scan that reads variables and sets it");
  static_assert(!(why == target_fault::extraction),
                "rill: this type has an operator>>: rill::via_istream(x) of "
                "<rill/iostream.h> reads it, or a friend rill_scan does");
  static_assert(!(why == target_fault::enumeration),
                "rill: the names of this enumeration are not known: name its "
                "values with RILL_ENUM(Type, a, b), or give it a rill_scan");
  static_assert(!(why == target_fault::unknown),
                "rill: this type cannot be scanned: give it a friend void "
                "rill_scan(auto& in, Type& x) { in(x.a, x.b); }");
  return why == target_fault::none;
}

// A type that can be scanned in another way is a target. Any other type that
// looks like a source gets a message about sources.
template <class Item>
constexpr auto scan_topic_of(type_list<Item>) {
  using type = remove_cvref<Item>;
  if constexpr (literal_item<std::remove_reference_t<Item>> || has_item<type>)
    return about_targets();
  else if constexpr (find_source_fault<type>() != source_fault::none)
    return about_sources();
  else
    return about_targets();
}

template <class Numbers, class... Items>
inline constexpr bool numbered_scannable = true;
template <int... Numbers, class... Items>
inline constexpr bool numbered_scannable<index_sequence<Numbers...>, Items...> =
    (argument_can_be_scanned<Numbers + 1>(
         typename scan_blamed<Items>::list(),
         scan_topic_of(typename scan_blamed<Items>::list())) &&
     ...);

template <class... Items>
inline constexpr bool all_scannable =
    numbered_scannable<make_index_sequence<int{sizeof...(Items)}>, Items...>;

// Readers, files and loaded files. Each test is false for an incomplete class.
template <class S>
concept native_source = (requires(S& s, void (*take)(reader&)) { take(s); } ||
                         requires(S& s) { s.native_handle(); } ||
                         requires(S& s) { s.is_mapped(); }) &&
                        !input_stream<S>;

// The result of a refused operator>>, so that the rest of the chain adds no
// error.
struct refused_extraction {};

template <class T>
constexpr refused_extraction operator>>(refused_extraction, T&&) {
  return {};
}

// The operands of the refused operator. Both need a user-defined conversion, so
// any other operator>>, such as one of the program for its readers, is a better
// match.
struct refused_source {
  template <class Source>
    requires native_source<remove_cvref<Source>>
  constexpr refused_source(Source&&) {
    static_assert(always_false<Source>,
                  "rill: a source is scanned by rill::scan(in, x), without "
                  "operator>>");
  }
};
struct extracted_operand {
  template <class T>
  constexpr extracted_operand(T const&) {}
};

// The same for the first argument of a hook.
struct refused_hook_source {
  template <std::same_as<hook_source> In>
  constexpr refused_hook_source(In const&) {
    static_assert(always_false<In>,
                  "rill: a hook reads by calls of its first argument, in(a, "
                  "\",\", b), without operator>>");
  }
};
template <class = void>
constexpr refused_extraction operator>>(refused_hook_source,
                                        extracted_operand) {
  return {};
}

}  // namespace detail

/// Refused: a source is scanned by a call, `scan(in, x)`.
template <class = void>
constexpr detail::refused_extraction operator>>(detail::refused_source,
                                                detail::extracted_operand) {
  return {};
}

// Diagnoses via_istream(x) without <rill/iostream.h>, whose function is a
// better match.
template <class T = void>
bool& via_istream(...) {
  static_assert(detail::always_false<T>,
                "rill: via_istream(x) is in <rill/iostream.h>: include it");
  static bool none;
  return none;
}

namespace detail {

template <class Part>
constexpr bool is_unknown_part(type_list<Part>) {
  return shape_of<remove_cvref<Part>> == shape::unknown;
}

// An error, because the answer may differ with rill/types.h.
template <class T>
constexpr bool find_scannable() {
  if constexpr (has_item<T>) {
    return true;
  } else {
    static_assert(!is_unknown_part(typename scan_blamed<T>::list()),
                  RILL_SCAN_NEEDS_TYPES);
    return false;
  }
}

}  // namespace detail

/// The types that scan and read accept. A compile error for a type that may
/// need rill/types.h, if that is not included.
template <class T>
concept scannable = detail::find_scannable<detail::remove_cvref<T>>();

}  // namespace rill::inline RILL_BUILD

#endif
