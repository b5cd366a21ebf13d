// rill/scan/refuse.h: what the compiler says when an argument cannot be
// scanned.
//
// Floor 5. No code: only sentences. Each is a test in test/refuse/.
#ifndef RILL_SCAN_REFUSE_H
#define RILL_SCAN_REFUSE_H

#include <type_traits>  // std::is_base_of_v

#include "../base/bare.h"
#include "../base/numbering.h"
#include "../shape/name_in_std.h"
#include "../shape/standard_stream.h"
#include "../value/number_style.h"
#include "fields.h"
#include "floating.h"
#include "hook.h"
#include "integer.h"
#include "quoted.h"
#include "text_items.h"

// As a literal, because that is what static_assert takes.
#define RILL_SCAN_NEEDS_TYPES                                             \
  "rill: containers, structures, enumerations, optionals and times scan " \
  "with #include <rill/types.h>"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class T>
concept literal_item = character_array<T> && std::is_const_v<T>;

// A temporary of a class can refer to what it sets, as hex(n) does, a span or
// a tuple of references; a number, a string or a vector would be thrown away.
template <class Item>
concept can_be_set =
    has_item<bare<Item>> &&
    (std::is_lvalue_reference_v<Item> ||
     (std::is_class_v<bare<Item>> && !target_string<bare<Item>> &&
      !path_target<bare<Item>> && !reads_by_shape<bare<Item>>) ||
     refers_to_targets<bare<Item>>);

template <class T>
concept structure_with_bit_fields =
    (shape_of<T> == shape::aggregate || shape_of<T> == shape::fields) &&
    !settable_structure<T>;

// What scan.h alone does not know. Of what comes out of a std::istream by an
// operator of its own, the remedy is another one.
template <class T>
concept needs_types_to_scan =
    shape_of<T> == shape::unknown && (is_in_std<T> || !extractable<T>);

// The type that is to blame: of what has a shape, the first of its parts that
// cannot be scanned. What is said of pointers is of arguments alone.
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
  requires(reads_by_shape<bare<Item>> && !has_item<bare<Item>>)
struct scan_blamed<Item> {
  using list = decltype(choose_blamed<Item>(find_scan_obstacle<bare<Item>>()));
};

// One argument's refusal; Item is a reference when the argument is an lvalue.
template <int Argument, class Item>
constexpr bool argument_can_be_scanned(type_list<Item>) {
  using type = bare<Item>;
  using named = std::remove_reference_t<Item>;
  if constexpr (literal_item<named>) {
    return true;
  } else if constexpr (std::is_const_v<named> && target_string<type>) {
    static_assert(never<type>,
                  "rill: a const cannot be scanned into: text to scan from is "
                  "wrapped, scan(rill::from(text), x)");
  } else if constexpr (can_be_set<Item>) {
    static_assert(!std::is_const_v<named>,
                  "rill: a const cannot be scanned into");
    return !std::is_const_v<named>;
  } else if constexpr (has_item<type>) {
    static_assert(never<type>,
                  "rill: a temporary cannot be scanned into: scan takes a "
                  "variable, or a string literal that must match");
  } else if constexpr (input_stream<type>) {
    static_assert(never<type>,
                  "rill: to scan from a std::istream, make it the first "
                  "argument and include <rill/iostream.h>");
  } else if constexpr (output_stream<type>) {
    static_assert(never<type>,
                  "rill: a std::ostream is where to print to, and nothing is "
                  "scanned from it");
  } else if constexpr (wide_stream_buffer<type>) {
    static_assert(never<type>,
                  "rill: a wide streambuf is scanned through a stream: "
                  "std::wistream in(&buffer), and include <rill/iostream.h>");
  } else if constexpr (stream_buffer<type>) {
    static_assert(never<type>,
                  "rill: a streambuf is scanned as "
                  "rill::streambuf_view(buffer), of <rill/iostream.h>");
  } else if constexpr (requires(type const& f) { f.native_handle(); }) {
    static_assert(never<type>,
                  "rill: a file has no buffer to scan from: make it a "
                  "rill::file_reader");
  } else if constexpr (std::is_same_v<type, std::string_view>) {
    static_assert(never<type>,
                  "rill: text to scan from is wrapped: "
                  "scan(rill::from(text), x); to keep a text that is "
                  "read, scan a std::string");
  } else if constexpr (std::is_array_v<named>) {
    static_assert(never<type>,
                  "rill: an array of characters has no length to scan into: "
                  "use a std::string");
  } else if constexpr (std::is_pointer_v<type>) {
    static_assert(never<type>,
                  "rill: a pointer is not scanned into: scan takes the "
                  "variable itself, scan(x) and not scan(&x)");
  } else if constexpr (needs_types_to_scan<type>) {
    static_assert(never<type>, RILL_SCAN_NEEDS_TYPES);
  } else if constexpr (shape_of<type> == shape::pointer) {
    static_assert(never<type>,
                  "rill: an owner is not scanned into: make the object first, "
                  "and scan(*p)");
  } else if constexpr (shape_of<type> == shape::variant) {
    static_assert(never<type>,
                  "rill: a text does not say which alternative of a variant "
                  "it is: scan a variable of the one that is meant");
  } else if constexpr (is_formed<type> || is_styled_number<type>) {
    static_assert(never<type>,
                  "rill: fixed, plus and other wrappers are for printing: scan "
                  "the variable itself");
  } else if constexpr (std::is_floating_point_v<type>) {
    static_assert(never<type>,
                  "rill: a long double that is the sum of two doubles is "
                  "not scanned: scan a double");
  } else if constexpr (requires(type const& r) {
                         *r;
                         r.value();
                         r.error();
                       }) {
    static_assert(never<type>,
                  "rill: a result is not scanned from or into: look whether "
                  "there is one, then scan *result");
  } else if constexpr (structure_with_bit_fields<type>) {
    static_assert(never<type>,
                  "rill: no reference goes to a bit-field: give the structure "
                  "a friend rill_scan that reads variables and sets it");
  } else if constexpr (extractable<type>) {
    static_assert(never<type>,
                  "rill: this type has an operator>>: rill::via_istream(x) of "
                  "<rill/iostream.h> reads it, or a friend rill_scan does");
  } else if constexpr (std::is_enum_v<type>) {
    static_assert(never<type>,
                  "rill: the names of this enumeration are not known: name its "
                  "values with RILL_ENUM(Type, a, b), or give it a rill_scan");
  } else {
    static_assert(never<type>,
                  "rill: this type cannot be scanned: give it a friend void "
                  "rill_scan(auto& in, Type& x) { in(x.a, x.b); }");
  }
  return false;
}

template <class Numbers, class... Items>
inline constexpr bool numbered_scannable = true;
template <int... Numbers, class... Items>
inline constexpr bool numbered_scannable<numbers<Numbers...>, Items...> =
    (argument_can_be_scanned<Numbers + 1>(
         typename scan_blamed<Items>::list()) &&
     ...);

template <class... Items>
inline constexpr bool all_scannable =
    numbered_scannable<numbers_up_to<int{sizeof...(Items)}>, Items...>;

// Readers, files and loaded files. Each test is false for a class that has no
// definition yet.
template <class S>
concept native_source = (requires(S& s, void (*take)(reader&)) { take(s); } ||
                         requires(S& s) { s.native_handle(); } ||
                         requires(S& s) { s.is_mapped(); }) &&
                        !input_stream<S>;

// What a refused operator>> returns: the rest of the chain says no more.
struct refused_extraction {};

template <class T>
constexpr refused_extraction operator>>(refused_extraction, T&&) {
  return {};
}

// The operands of the refused operator. Both are converted to by the call, so
// any other operator>>, such as one that a program has for its own readers or
// for all of them, is a better match.
struct refused_source {
  template <class Source>
    requires native_source<bare<Source>>
  constexpr refused_source(Source&&) {
    static_assert(never<Source>,
                  "rill: a source is scanned by rill::scan(in, x), without "
                  "operator>>");
  }
};
struct extracted_operand {
  template <class T>
  constexpr extracted_operand(T const&) {}
};

}  // namespace detail

/// Refused: a source is scanned by a call, `scan(in, x)`.
template <class = void>
constexpr detail::refused_extraction operator>>(detail::refused_source,
                                                detail::extracted_operand) {
  return {};
}

// What another header has: any function there is a better match.
template <class T = void>
bool& via_istream(...) {
  static_assert(detail::never<T>,
                "rill: via_istream(x) is in <rill/iostream.h>: include it");
  static bool none;
  return none;
}

namespace detail {

template <class Part>
constexpr bool is_unknown_part(type_list<Part>) {
  return shape_of<bare<Part>> == shape::unknown;
}

// An answer without rill/types.h would be another one than with it.
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

/// A type that scan and read take. An error for a type that rill/types.h may
/// know, where that is not included.
template <class T>
concept scannable = detail::find_scannable<detail::bare<T>>();

}  // namespace rill::inline RILL_BUILD

#endif
