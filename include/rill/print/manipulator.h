// rill/print/manipulator.h: the manipulators of C++'s streams, to recognise
// them among the arguments of a print.
//
// Floor 5. No code. print/refuse.h has the sentences; each is a test in
// test/refuse/.
#ifndef RILL_PRINT_MANIPULATOR_H
#define RILL_PRINT_MANIPULATOR_H

#include <type_traits>  // std::is_class_v, std::is_same_v

#include "../base/bare.h"
#include "../shape/name_in_std.h"

#if RILL_HOSTED
#include <iosfwd>  // std::ostream, to recognise it
#endif

namespace rill::inline RILL_BUILD::detail {

#if RILL_HOSTED
// std::endl and std::flush are function templates: as arguments they have no
// type, and the parameter's default type chooses the function.
using stream_manipulator = std::ostream& (*)(std::ostream&);

// std::setprecision(3) and others go into streams of both directions, from
// where they cannot be read into.
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

// Of no argument.
struct stream_manipulator {};
#endif

// std::fixed, std::hex and others, as functions or pointers to one.
template <class T>
inline constexpr bool is_stream_flag = false;
template <class Stream>
inline constexpr bool is_stream_flag<Stream&(Stream&)> = true;
template <class Stream>
inline constexpr bool is_stream_flag<Stream& (*)(Stream&)> = true;

// Which sentence print/refuse.h has for a manipulator.
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

// By the names of the types in libstdc++ and in libc++.
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
