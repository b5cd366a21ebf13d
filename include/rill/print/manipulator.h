// rill/print/manipulator.h: recognises the manipulators of C++ streams among
// the arguments of a print.
//
// Layer 5. No code; print/refuse.h has the messages. Tests:
// test/refuse/setw.cpp, test/refuse/endl.cpp, test/refuse/std_quoted.cpp.
#ifndef RILL_PRINT_MANIPULATOR_H
#define RILL_PRINT_MANIPULATOR_H

#include <type_traits>  // std::is_class_v, std::is_same_v

#include "../base/text.h"
#include "../shape/shape.h"

#if RILL_HOSTED
#include <iosfwd>  // std::ostream, to recognise what goes into it
#endif

namespace rill::inline RILL_BUILD::detail {

#if RILL_HOSTED
// std::endl and std::flush are function templates, which have no type as
// arguments. The parameter's default type selects the function.
using stream_manipulator = std::ostream& (*)(std::ostream&);

// std::setprecision(3) and similar objects. Streams of both directions accept
// them, even as constants, into which an istream cannot read.
template <class T>
concept stream_setting =
    std::is_class_v<T> &&
    requires(std::ostream& out, std::istream& in, T const& setting) {
      out << setting;
      in >> setting;
    };
#else
template <class T>
concept stream_setting = false;

// A type that no argument has.
struct stream_manipulator {};
#endif

// True for std::fixed, std::hex and similar functions, or a pointer to one.
template <class T>
inline constexpr bool is_stream_flag = false;
template <class Stream>
inline constexpr bool is_stream_flag<Stream&(Stream&)> = true;
template <class Stream>
inline constexpr bool is_stream_flag<Stream& (*)(Stream&)> = true;

// The manipulators for which print/refuse.h has different messages.
enum class manipulator : unsigned char {
  none,
  endl,
  other,  // std::hex, std::fixed, std::left, std::setiosflags(…)
  width,
  precision,
  fill,
  base,
  quoted,
};

// Recognises manipulators by the names of their types in libstdc++ and libc++.
constexpr manipulator manipulator_named(text name) noexcept {
  struct known {
    text name;
    manipulator kind;
  };
  constexpr known all[] = {
      {"_Setw", manipulator::width},
      {"__iom_t6", manipulator::width},
      {"_Setprecision", manipulator::precision},
      {"__iom_t5", manipulator::precision},
      {"_Setfill", manipulator::fill},
      {"__iom_t4", manipulator::fill},
      {"_Setbase", manipulator::base},
      {"__iom_t3", manipulator::base},
      {"_Quoted_string", manipulator::quoted},
      {"__quoted_proxy", manipulator::quoted},
      {"__quoted_output_proxy", manipulator::quoted},
  };
  for (known const& one : all)
    if (name == one.name) return one.kind;
  return manipulator::none;
}

template <class T>
constexpr manipulator manipulator_of() {
  if constexpr (std::is_same_v<T, stream_manipulator>) {
    return manipulator::endl;
  } else if constexpr (std::is_class_v<T>) {
    constexpr manipulator named =
        manipulator_named(name_in_std(whole_type_name<T>()).name());
    if constexpr (named == manipulator::none && stream_setting<T>)
      return manipulator::other;
    else
      return named;
  } else {
    return is_stream_flag<T> ? manipulator::other : manipulator::none;
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
