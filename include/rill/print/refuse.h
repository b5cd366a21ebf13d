// rill/print/refuse.h: what the compiler says when an argument cannot be
// printed.
//
// Floor 5. No code: only sentences. Each is a test in test/refuse/.
#ifndef RILL_PRINT_REFUSE_H
#define RILL_PRINT_REFUSE_H

#include <type_traits>  // std::is_base_of_v, std::is_pointer_v, …

#include "../base/numbering.h"
#include "../shape/name_in_std.h"
#include "../shape/standard_stream.h"
#include "manipulator.h"
#include "way.h"

#if RILL_HOSTED
#include <stdio.h>  // FILE, to recognise it
#endif

// As a literal, because that is what static_assert takes.
#define RILL_NEEDS_TYPES                                              \
  "rill: containers, structures, enumerations, optionals, times and " \
  "exceptions print with #include <rill/types.h>"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class T>
concept object_pointer = debug_pointer<T> && !text_like<T>;

#if RILL_HOSTED
template <class T>
concept c_stream = std::is_same_v<T, FILE*>;
#else
template <class T>
concept c_stream = false;
#endif

// A style around what could not be printed without it: that is what to say.
template <class T>
inline constexpr bool is_styled_number_nonsense = false;
template <class T>
inline constexpr bool is_styled_number_nonsense<styled_number<T>> =
    !has_a_way<T>;

// A style inside a wrapper that is for numbers or texts.
template <class T>
inline constexpr bool wraps_a_style = false;
template <class T>
  requires requires { requires is_styled<bare<decltype(T::value)>>; }
inline constexpr bool wraps_a_style<T> = true;
template <class T>
inline constexpr bool wraps_a_style<styled_number<T>> =
    is_styled<T> || wraps_a_style<T>;

// loaded_file, file_map and mutable_file_map, by their shape.
template <class T>
concept bytes_of_a_file =
    requires(T const& bytes) { text(bytes.data(), bytes.size()); } &&
    (requires(T const& bytes) { bytes.is_mapped(); } ||
     requires(T const& bytes) { bytes.advise({}); } ||
     requires(T& bytes) { bytes.try_resize(bytes.size()); });

/// What is wrong with a wrapper whose values print. The files of the wrappers
/// know.
enum class wrapper_fault : unsigned char {
  none,
  no_types,    // what is inside has no shape without rill/types.h
  no_parts,    // join and rows of a value
  third,       // the third argument of join
  own_copy,    // a function of join that returns a wrapper of its parameter
  no_pointer,  // deref of a value
  no_text,     // quoted of a number
};
template <class T>
inline constexpr wrapper_fault fault_of = wrapper_fault::none;
// A complex number has two parts with so many digits.
template <class T, float_form Form, bool Upper>
inline constexpr wrapper_fault fault_of<formed<T, Form, Upper>> =
    of_unknown_shape<bare<T>> ? wrapper_fault::no_types : wrapper_fault::none;

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

// The type of an element or a member that something else than rill prints.
// The program does not print it itself, so it cannot wrap it.
template <class T>
struct inner_part;
template <class T>
inline constexpr bool is_inner_part = false;
template <class T>
inline constexpr bool is_inner_part<inner_part<T>> = true;
// What is refused. Whether a part has another text is asked of nothing else:
// the question alone instantiates its operator<<.
template <class Blamed, bool IsPart = Blamed::is_part>
struct refused {
  using type = typename Blamed::type;
};
template <class Blamed>
struct refused<Blamed, true> {
  using part = typename Blamed::type;
  static constexpr bool has_other_text =
      !has_a_way<part> && !misses_hook<part> && !output_stream<part> &&
      !(of_unknown_shape<part> && is_in_std<part>) &&
      (insertable<part> || has_formatter<part>);
  using type = std::conditional_t<has_other_text, inner_part<part>, part>;
};

// What print.h alone does not know. Of what goes into a std::ostream by an
// operator of its own, the remedy is another one.
template <class T>
concept needs_types =
    fault_of<T> == wrapper_fault::no_types ||
    (of_unknown_shape<T> &&
     (is_in_std<T> || !(misses_hook<T> || insertable<T> || has_formatter<T>)));

// One argument's refusal. The compiler names this function with the number
// and the type in it, then the sentence.
template <int Argument, class Type>
constexpr bool argument_can_be_printed() {
  if constexpr (is_inner_part<Type>) {
    static_assert(never<Type>,
                  "rill: an element or a member has an operator<< or a "
                  "formatter: give its type a friend rill_print, or print the "
                  "elements of a range by rill::join(range, \", \", [](auto "
                  "const& x) { return rill::via_ostream(x); }), via_format(x) "
                  "or via_fmt(x)");
  } else if constexpr (has_a_way<Type>) {
    return true;
  } else if constexpr (std::is_same_v<Type, stream_manipulator>) {
    static_assert(never<Type>,
                  "rill: std::endl is not needed: use println, or \"\\n\"; "
                  "rill::flush() flushes");
  } else if constexpr (manipulator_of<Type>() == manipulator::width) {
    static_assert(never<Type>,
                  "rill: std::setw is for C++'s streams: write rill::right(x, "
                  "width) or rill::left(x, width)");
  } else if constexpr (manipulator_of<Type>() == manipulator::precision) {
    static_assert(never<Type>,
                  "rill: std::setprecision is for C++'s streams: write "
                  "rill::fixed(x, digits) or rill::general(x, digits)");
  } else if constexpr (manipulator_of<Type>() == manipulator::fill) {
    static_assert(never<Type>,
                  "rill: std::setfill is for C++'s streams: write "
                  "rill::right(x, width, fill)");
  } else if constexpr (manipulator_of<Type>() == manipulator::base) {
    static_assert(never<Type>,
                  "rill: std::setbase is for C++'s streams: write "
                  "rill::hex(n), rill::oct(n) or rill::base<7>(n)");
  } else if constexpr (manipulator_of<Type>() == manipulator::quoted) {
    static_assert(never<Type>,
                  "rill: std::quoted is for C++'s streams: write "
                  "rill::quoted(text)");
  } else if constexpr (manipulator_of<Type>() == manipulator::other) {
    static_assert(never<Type>,
                  "rill: manipulators are for C++'s streams: wrap the value, "
                  "as in rill::hex(n) for std::hex, rill::fixed(x, 2) for "
                  "std::fixed, rill::left(x, width) for std::left; a bool "
                  "prints as true or false");
  } else if constexpr (a_style<Type>) {
    static_assert(never<Type>,
                  "rill: a style is not printed by itself: styled(value, "
                  "rill::red), or styled(rill::red, a, b)");
  } else if constexpr (wraps_a_style<Type>) {
    static_assert(never<Type>,
                  "rill: a style goes around the wrappers of numbers and "
                  "texts: styled(rill::fixed(x, 2), rill::red)");
  } else if constexpr (output_stream<Type>) {
    static_assert(never<Type>,
                  "rill: to print to a std::ostream, make it the first "
                  "argument, not const, and include <rill/iostream.h>");
  } else if constexpr (input_stream<Type>) {
    static_assert(never<Type>,
                  "rill: a std::istream is where to scan from, and nothing is "
                  "printed to it");
  } else if constexpr (wide_stream_buffer<Type>) {
    static_assert(never<Type>,
                  "rill: a wide streambuf is printed to through a stream: "
                  "std::wostream out(&buffer), and include <rill/iostream.h>");
  } else if constexpr (stream_buffer<Type>) {
    static_assert(never<Type>,
                  "rill: a streambuf is printed to as "
                  "rill::streambuf_view(buffer), of <rill/iostream.h>");
  } else if constexpr (std::is_function_v<std::remove_pointer_t<Type>>) {
    static_assert(never<Type>,
                  "rill: a function is not printed: call it, as in "
                  "rill::out()");
  } else if constexpr (c_stream<Type>) {
    static_assert(never<Type>,
                  "rill: a FILE* is where to print to: it must be the first "
                  "argument");
  } else if constexpr (object_pointer<Type>) {
    static_assert(never<Type>,
                  "rill: a pointer is not printed by itself: "
                  "rill::deref(p) prints the value, rill::ptr(p) the "
                  "address");
  } else if constexpr (std::is_floating_point_v<Type>) {
    static_assert(never<Type>,
                  "rill: a long double that is the sum of two doubles is not "
                  "printed: convert it to double");
  } else if constexpr (needs_types<Type>) {
    static_assert(never<Type>, RILL_NEEDS_TYPES);
  } else if constexpr (fault_of<Type> == wrapper_fault::no_parts) {
    static_assert(never<Type>,
                  "rill: join and rows are for ranges, tuples and structures");
  } else if constexpr (fault_of<Type> == wrapper_fault::third) {
    static_assert(never<Type>,
                  "rill: the third argument of join is a separator before the "
                  "last element of a range that can be gone through twice, or "
                  "a function of one element");
  } else if constexpr (fault_of<Type> == wrapper_fault::own_copy) {
    static_assert(never<Type>,
                  "rill: this function for join takes its element by value and "
                  "returns a wrapper that refers to that copy: let it take the "
                  "element by reference");
  } else if constexpr (fault_of<Type> == wrapper_fault::no_pointer) {
    static_assert(never<Type>,
                  "rill: deref is for pointers, optionals and iterators, and "
                  "for ranges of them");
  } else if constexpr (fault_of<Type> == wrapper_fault::no_text) {
    static_assert(never<Type>, "rill: quoted and escaped are for texts");
  } else if constexpr (is_based<Type>) {
    static_assert(never<Type>,
                  "rill: hex, oct, bin, base and prefix are for integers: "
                  "hexfloat(x) writes a floating-point number");
  } else if constexpr (is_formed<Type>) {
    static_assert(
        never<Type>,
        "rill: fixed, scientific, general, hexfloat and upper are "
        "for floating-point numbers: convert an integer first; right, "
        "left and center go around them");
  } else if constexpr (is_styled_number_nonsense<Type>) {
    return argument_can_be_printed<Argument, decltype(Type::number)>();
  } else if constexpr (is_styled_number<Type>) {
    static_assert(never<Type>,
                  "rill: plus, space, grouped, decimal_comma and zero_padded "
                  "are for numbers");
  } else if constexpr (misses_hook<Type>) {
    static_assert(never<Type>,
                  "rill: this type has a rill_print that does not take it: "
                  "the second argument of a hook is a Type const&");
  } else if constexpr (insertable<Type> && has_formatter_of_std<Type>) {
    static_assert(never<Type>,
                  "rill: this type has a std::formatter and an operator<<: "
                  "rill::via_format(x) and rill::via_ostream(x) print it");
  } else if constexpr (insertable<Type>) {
    static_assert(never<Type>,
                  "rill: this type has an operator<<: rill::via_ostream(x) of "
                  "<rill/iostream.h> prints it, or a friend rill_print does");
  } else if constexpr (std::is_enum_v<Type> && !has_formatter<Type>) {
    static_assert(never<Type>,
                  "rill: an enumeration is not printed by itself: give it a "
                  "rill_print, or cast it to its integer, or name its values "
                  "with RILL_ENUM(Type, a, b)");
  } else if constexpr (std::is_base_of_v<writer, Type>) {
    static_assert(never<Type>,
                  "rill: a writer is where to print to: it must be the first "
                  "argument, and not const");
  } else if constexpr (requires(Type const& f) { f.native_handle(); }) {
    static_assert(never<Type>,
                  "rill: to print to a file, make it the first argument and "
                  "include <rill/file.h>");
  } else if constexpr (bytes_of_a_file<Type>) {
    static_assert(never<Type>,
                  "rill: the bytes of a file are printed as a text: "
                  "rill::text(bytes.data(), bytes.size())");
  } else if constexpr (requires(Type const& r) {
                         *r;
                         r.value();
                         r.error();
                       }) {
    static_assert(never<Type>,
                  "rill: a result is not printed by itself: look whether there "
                  "is one, then print *result or result.error()");
  } else if constexpr (has_formatter_of_std<Type>) {
    static_assert(never<Type>,
                  "rill: this type has a std::formatter: rill::via_format(x) "
                  "prints it");
  } else if constexpr (has_formatter_of_fmt<Type>) {
    static_assert(never<Type>,
                  "rill: this type has a fmt::formatter: rill::via_fmt(x) "
                  "prints it");
  } else if constexpr (std::is_union_v<Type>) {
    static_assert(never<Type>,
                  "rill: a union is not printed by itself, because only the "
                  "program knows which member it holds: print that member, or "
                  "give the union a friend rill_print");
  } else if constexpr (fault_of_shape<Type>() == shape_fault::endless) {
    static_assert(never<Type>,
                  "rill: the elements of this range are ranges of its own "
                  "type, without end: give it a rill_print");
  } else if constexpr (fault_of_shape<Type>() == shape_fault::no_iterators) {
    static_assert(never<Type>,
                  "rill: begin() and end() of this type are not the iterators "
                  "of a range: give it a friend rill_print");
  } else if constexpr (fault_of_shape<Type>() == shape_fault::derived) {
    static_assert(never<Type>,
                  "rill: a structure with a base class is not printed by "
                  "itself: name its members, those of the base too, with "
                  "RILL_FIELDS(Type, a, b)");
  } else if constexpr (fault_of_shape<Type>() == shape_fault::large) {
    static_assert(never<Type>,
                  "rill: a structure with more than 64 members is not printed "
                  "by itself: name some of them with RILL_FIELDS(Type, a, b)");
  } else if constexpr (fault_of_shape<Type>() == shape_fault::uncountable) {
    static_assert(never<Type>,
                  "rill: a structure with references and arrays is not printed "
                  "by itself: name its members with RILL_FIELDS(Type, a, b)");
  } else {
    static_assert(never<Type>,
                  "rill: this type cannot be printed: give it a friend void "
                  "rill_print(auto& out, Type const& x) { out(x.a, x.b); }, "
                  "or a line RILL_FIELDS(Type, a, b)");
  }
  return false;
}

// The numbers 1 to n beside the n arguments (std::integer_sequence without
// its header).
template <class Numbers, class... Args>
inline constexpr bool numbered_printable = true;
template <int... Numbers, class... Args>
inline constexpr bool numbered_printable<numbers<Numbers...>, Args...> =
    (argument_can_be_printed<Numbers + 1,
                             typename refused<blamed<Args>>::type>() &&
     ...);

template <class T>
inline constexpr bool can_be_printed = has_a_way<bare<T>>;
template <std::size_t Extent>
inline constexpr bool can_be_printed<char[Extent]> = true;

// The numbers are for the sentence alone.
template <class... Args>
inline constexpr bool all_printable =
    numbered_printable<numbers_up_to<int{sizeof...(Args)}>, bare<Args>...>;
template <class... Args>
  requires(can_be_printed<Args> && ...)
inline constexpr bool all_printable<Args...> = true;

}  // namespace detail

namespace detail {

// An answer without rill/types.h would be another one than with it.
template <class T>
constexpr bool find_printable() {
  using type = typename blamed<T>::type;
  static_assert(
      !of_unknown_shape<type> && fault_of<type> != wrapper_fault::no_types,
      RILL_NEEDS_TYPES);
  return has_a_way<T>;
}

}  // namespace detail

/// A type that print, println, concat and the others take. An error for a type
/// that rill/types.h may know, where that is not included.
template <class T>
concept printable = detail::find_printable<detail::bare<T>>();

}  // namespace rill::inline RILL_BUILD

#endif
