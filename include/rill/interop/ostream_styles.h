// rill/interop/ostream_styles.h: when a std::ostream takes styles.
//
// Floor 6. A mode that was set is a word in the stream itself, which its
// copyfmt copies. Tests: test/interop/ostream_styles_test.cpp,
// test/system/style_test.py.
#ifndef RILL_INTEROP_OSTREAM_STYLES_H
#define RILL_INTEROP_OSTREAM_STYLES_H

#include <ios>       // std::ios_base::xalloc
#include <iostream>  // std::cout, std::cerr, std::clog

#include "standard_streambuf.h"

namespace rill::inline RILL_BUILD {

namespace detail {

inline int style_word() {
  static int const index = std::ios_base::xalloc();
  return index;
}

inline style_mode mode_of(std::ostream& to) {
  return static_cast<style_mode>(to.iword(style_word()));
}

// What std::cout and std::cerr began with. A program that gives them another
// streambuf sends the bytes elsewhere. An inline variable can be made before
// <iostream> has made the streams, so the streams are made here.
inline std::streambuf* buffer_at_start(std::ostream& stream) {
  std::ios_base::Init const streams;
  return stream.rdbuf();
}
inline std::streambuf* const buffer_of_cout = buffer_at_start(std::cout);
inline std::streambuf* const buffer_of_cerr = buffer_at_start(std::cerr);

// The C stream at which the bytes end, as far as it can be known.
inline FILE* stream_behind(std::ostream& to) {
  std::streambuf* const buffer = to.rdbuf();
  if (!buffer) return nullptr;
  if (FILE* const found = standard_output_behind(*buffer)) return found;
  if (FILE* const found = unsynchronised_output_behind(*buffer)) return found;
  if (&to == &std::cout && buffer == buffer_of_cout) return stdout;
  bool const is_error = &to == &std::cerr || &to == &std::clog;
  return is_error && buffer == buffer_of_cerr ? stderr : nullptr;
}

inline style_mode styles_of(std::ostream& to) {
  style_mode const mode = mode_of(to);
  if (mode != style_mode::automatic) return mode;
  FILE* const stream = stream_behind(to);
  return stream && standard_styles_of(stream) != style_answer::no
             ? style_mode::always
             : style_mode::never;
}

}  // namespace detail

/// Sets when a std::ostream takes styles. Otherwise std::cout takes them when
/// stdout does, std::cerr and std::clog when stderr does, and the others do
/// not.
inline void set_styles(std::ostream& to, style_mode mode) {
  to.iword(detail::style_word()) = static_cast<long>(mode);
}

/// Returns true when styled values that are printed to the stream get their
/// escape sequences.
inline bool takes_styles(std::ostream& to) {
  return detail::styles_of(to) == style_mode::always;
}

}  // namespace rill::inline RILL_BUILD

#endif
