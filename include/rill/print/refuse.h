// rill/print/refuse.h: the compiler's messages for arguments that cannot be
// printed.
//
// Layer 5. No code, only messages. Each has a test in test/refuse/.
#ifndef RILL_PRINT_REFUSE_H
#define RILL_PRINT_REFUSE_H

#include "../base/text.h"
#include "refusal.h"

// A macro, because static_assert requires a literal.
#define RILL_NEEDS_TYPES                                              \
  "rill: containers, structures, enumerations, optionals, times and " \
  "exceptions print with #include <rill/types.h>"

namespace rill::inline RILL_BUILD {

namespace detail {

// One function per topic. The compiler names the function with the number and
// the type of the argument in it, then the message. So these are its only
// template parameters, and the topic is a function parameter. For a condition
// `why != x` clang would print the two values too, on one more line.
template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_manipulators) {
  constexpr manipulator why = manipulator_of<Type>();
  static_assert(!(why == manipulator::endl),
                "rill: std::endl is not needed: use println, or \"\\n\"; "
                "rill::flush() flushes");
  static_assert(!(why == manipulator::width),
                "rill: std::setw is for C++'s streams: write rill::right(x, "
                "width) or rill::left(x, width)");
  static_assert(!(why == manipulator::precision),
                "rill: std::setprecision is for C++'s streams: write "
                "rill::fixed(x, digits) or rill::general(x, digits)");
  static_assert(!(why == manipulator::fill),
                "rill: std::setfill is for C++'s streams: write "
                "rill::right(x, width, fill)");
  static_assert(!(why == manipulator::base),
                "rill: std::setbase is for C++'s streams: write "
                "rill::hex(n), rill::oct(n) or rill::base<7>(n)");
  static_assert(!(why == manipulator::quoted),
                "rill: std::quoted is for C++'s streams: write "
                "rill::quoted(text)");
  static_assert(!(why == manipulator::other),
                "rill: manipulators are for C++'s streams: wrap the value, "
                "as in rill::hex(n) for std::hex, rill::fixed(x, 2) for "
                "std::fixed, rill::left(x, width) for std::left; a bool "
                "prints as true or false");
  return why == manipulator::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_streams) {
  constexpr stream_fault why = find_stream_fault<Type>();
  static_assert(!(why == stream_fault::output),
                "rill: to print to a std::ostream, make it the first "
                "argument, not const, and include <rill/iostream.h>");
  static_assert(!(why == stream_fault::input),
                "rill: a std::istream is where to scan from, and nothing is "
                "printed to it");
  static_assert(!(why == stream_fault::wide_buffer),
                "rill: a wide streambuf is printed to as "
                "rill::wstreambuf_view(buffer), of <rill/iostream.h>");
  static_assert(!(why == stream_fault::buffer),
                "rill: a streambuf is printed to as "
                "rill::streambuf_view(buffer), of <rill/iostream.h>");
  static_assert(!(why == stream_fault::function),
                "rill: a function is not printed: call it, as in "
                "rill::out()");
  static_assert(!(why == stream_fault::callable),
                "rill: a lambda or another function object is not printed: "
                "print what a call of it returns, f(), or give its class a "
                "friend rill_print");
  static_assert(!(why == stream_fault::c_stream),
                "rill: a FILE* is where to print to: it must be the first "
                "argument");
  return why == stream_fault::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_wrappers) {
  constexpr wrapper_fault why = find_wrapper_fault<Type>();
  static_assert(!(why == wrapper_fault::style),
                "rill: a style is not printed by itself: styled(value, "
                "rill::red), or styled(rill::red, a, b)");
  static_assert(!(why == wrapper_fault::styled),
                "rill: a style goes around the wrappers of numbers and "
                "texts: styled(rill::fixed(x, 2), rill::red)");
  static_assert(!(why == wrapper_fault::no_copy),
                "rill: a range whose begin() is not const is copied where it "
                "is const or inside another value, and this one cannot be "
                "copied: print a variable of it that is not const");
  static_assert(!(why == wrapper_fault::no_types), RILL_NEEDS_TYPES);
  static_assert(!(why == wrapper_fault::no_parts),
                "rill: join and rows are for ranges, tuples and structures");
  static_assert(!(why == wrapper_fault::third),
                "rill: the third argument of join is a separator before the "
                "last element of a range that can be gone through twice, or "
                "a function of one element");
  static_assert(!(why == wrapper_fault::own_copy),
                "rill: this function for join takes its element by value and "
                "returns a wrapper that refers to that copy: let it take the "
                "element by reference");
  static_assert(!(why == wrapper_fault::no_pointer),
                "rill: deref is for pointers, optionals and iterators, and "
                "for ranges of them");
  static_assert(!(why == wrapper_fault::no_text),
                "rill: quoted and escaped are for texts");
  static_assert(!(why == wrapper_fault::no_integer),
                "rill: hex, oct, bin, base and prefix are for integers: "
                "hexfloat(x) writes a floating-point number");
  static_assert(!(why == wrapper_fault::character),
                "rill: hex, oct, bin, base and prefix are for integers: cast "
                "a character or a std::byte to its number, "
                "rill::hex(static_cast<unsigned char>(c))");
  static_assert(!(why == wrapper_fault::range),
                "rill: hex, fixed, plus and other wrappers are for one number: "
                "rill::join(range, \", \", [](auto const& x) { return "
                "rill::fixed(x, 2); }) prints each of a range");
  static_assert(!(why == wrapper_fault::no_floating),
                "rill: fixed, scientific, general, hexfloat and upper are "
                "for floating-point numbers: convert an integer first; right, "
                "left and center go around them");
  static_assert(!(why == wrapper_fault::no_number),
                "rill: plus, space, grouped, decimal_comma and zero_padded "
                "are for numbers");
  return why == wrapper_fault::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_files) {
  constexpr file_fault why = find_file_fault<Type>();
  static_assert(!(why == file_fault::writer),
                "rill: a writer is where to print to: it must be the first "
                "argument, and not const");
  static_assert(!(why == file_fault::reader),
                "rill: a reader is where to scan from, and nothing is printed "
                "to it: print to a writer, or scan the reader's values first");
  static_assert(!(why == file_fault::handle),
                "rill: to print to a file, make it the first argument and "
                "include <rill/file.h>");
  static_assert(!(why == file_fault::bytes),
                "rill: the bytes of a file are printed as a text: "
                "rill::text(bytes.data(), bytes.size())");
  static_assert(!(why == file_fault::result),
                "rill: a result is not printed by itself: check it, then print "
                "*result or result.error()");
  static_assert(!(why == file_fault::hash),
                "rill: a hash state is not printed: print its digest, "
                "state.finish(); to print to it, make it the first argument, "
                "not const, and include <rill/hash_file.h>");
  return why == file_fault::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_texts) {
  constexpr text_fault why = find_text_fault<Type>();
  static_assert(!(why == text_fault::hook),
                "rill: this type has a rill_print that does not take it: "
                "the second argument of a hook is a Type const&");
  static_assert(!(why == text_fault::operator_and_formatter),
                "rill: this type has a std::formatter and an operator<<: "
                "rill::via_format(x) and rill::via_ostream(x) print it");
  static_assert(!(why == text_fault::only_operator),
                "rill: this type has an operator<<: rill::via_ostream(x) of "
                "<rill/iostream.h> prints it, or a friend rill_print does");
  static_assert(!(why == text_fault::std_formatter),
                "rill: this type has a std::formatter: rill::via_format(x) "
                "prints it");
  static_assert(!(why == text_fault::fmt_formatter),
                "rill: this type has a fmt::formatter: rill::via_fmt(x) "
                "prints it");
  return why == text_fault::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_shapes) {
  constexpr shape_fault why = fault_of_shape<Type>();
  static_assert(!(why == shape_fault::endless),
                "rill: the elements of this range are ranges of its own "
                "type, without end: give it a rill_print");
  static_assert(!(why == shape_fault::no_iterators),
                "rill: begin() and end() of this type are not the iterators "
                "of a range: give it a friend rill_print");
  static_assert(!(why == shape_fault::derived),
                "rill: a structure with a base class is not printed by "
                "itself: name its members, those of the base too, with "
                "RILL_FIELDS(Type, a, b)");
  static_assert(!(why == shape_fault::large),
                "rill: a structure with more than 64 members is not printed "
                "by itself: name some of them with RILL_FIELDS(Type, a, b)");
  static_assert(!(why == shape_fault::uncountable),
                "rill: a structure with references and arrays is not printed "
                "by itself: name its members with RILL_FIELDS(Type, a, b)");
  static_assert(!(why == shape_fault::qt_string),
                "rill: the strings of Qt print where <rill/driver/qt.h> is "
                "included");
  return why == shape_fault::none;
}

template <int Argument, class Type>
constexpr bool argument_can_be_printed(about_types) {
  constexpr type_fault why = find_type_fault<Type>();
  static_assert(!(why == type_fault::inner),
                "rill: an element or a member has an operator<< or a "
                "formatter: give its type a friend rill_print, or print the "
                "elements of a range by rill::join(range, \", \", [](auto "
                "const& x) { return rill::via_ostream(x); }), via_format(x) "
                "or via_fmt(x)");
  static_assert(!(why == type_fault::part),
                "rill: a member of this structure cannot be printed: name the "
                "other members with RILL_FIELDS(Type, a, b), or give the "
                "structure a friend rill_print");
  static_assert(!(why == type_fault::pointer),
                "rill: a pointer is not printed by itself: "
                "rill::deref(p) prints the value, rill::ptr(p) the "
                "address");
  static_assert(!(why == type_fault::floating),
                "rill: a long double that is the sum of two doubles is not "
                "printed: convert it to double");
  static_assert(!(why == type_fault::enumeration),
                "rill: an enumeration is not printed by itself: give it a "
                "rill_print, or cast it to its integer, or name its values "
                "with RILL_ENUM(Type, a, b)");
  static_assert(!(why == type_fault::union_type),
                "rill: a union is not printed by itself, because only the "
                "program knows which member it holds: print that member, or "
                "give the union a friend rill_print");
  static_assert(!(why == type_fault::unknown),
                "rill: this type cannot be printed: give it a friend void "
                "rill_print(auto& out, Type const& x) { out(x.a, x.b); }, "
                "or a line RILL_FIELDS(Type, a, b)");
  return why == type_fault::none;
}

// Checks n arguments together with their numbers 1 to n (std::integer_sequence
// without its header).
template <class Numbers, class... Args>
inline constexpr bool numbered_printable = true;
template <int... Numbers, class... Args>
inline constexpr bool numbered_printable<index_sequence<Numbers...>, Args...> =
    (argument_can_be_printed<Numbers + 1, typename refused<blamed<Args>>::type>(
         topic_of<typename refused<blamed<Args>>::type>()) &&
     ...);

template <class T>
inline constexpr bool can_be_printed = is_printable<remove_cvref<T>>;
template <std::size_t Extent>
inline constexpr bool can_be_printed<char[Extent]> = true;

// Numbers the arguments only if one cannot be printed: the message needs the
// number.
template <class... Args>
inline constexpr bool all_printable =
    numbered_printable<make_index_sequence<int{sizeof...(Args)}>,
                       remove_cvref<Args>...>;
template <class... Args>
  requires(can_be_printed<Args> && ...)
inline constexpr bool all_printable<Args...> = true;

// Refuses to answer for a type that needs rill/types.h: with that header the
// answer may be another.
template <class T>
constexpr bool find_printable() {
  using type = typename blamed<T>::type;
  static_assert(
      !of_unknown_shape<type> && fault_of<type> != wrapper_fault::no_types,
      RILL_NEEDS_TYPES);
  return is_printable<T>;
}

}  // namespace detail

/// A type that print, println, concat and similar functions accept. An error
/// for a type that rill/types.h may know, if that is not included.
template <class T>
concept printable = detail::find_printable<detail::printed<T>>();

}  // namespace rill::inline RILL_BUILD

#endif
