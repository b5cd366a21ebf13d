// rill/shape/standard_stream.h: the streams of C++ and their buffers, narrow
// and wide, without their headers.
//
// Floor 2. No code. Tests: test/shape/standard_stream_test.cpp.
#ifndef RILL_SHAPE_STANDARD_STREAM_H
#define RILL_SHAPE_STANDARD_STREAM_H

#include <type_traits>  // std::is_base_of_v

#include "../base/config.h"

#if RILL_HOSTED
#include <iosfwd>  // declares the streams
#endif

namespace rill::inline RILL_BUILD::detail {

#if RILL_HOSTED
template <class T, template <class, class> class Base>
concept derived_from_standard = std::is_class_v<T> && requires {
  requires std::is_base_of_v<
      Base<typename T::char_type, typename T::traits_type>, T>;
};
template <class T>
concept output_stream = derived_from_standard<T, std::basic_ostream>;
template <class T>
concept input_stream = derived_from_standard<T, std::basic_istream>;
template <class T>
concept stream_buffer = derived_from_standard<T, std::basic_streambuf>;
template <class T>
concept wide_stream_buffer =
    stream_buffer<T> && !std::is_same_v<typename T::char_type, char>;
#else
template <class T>
concept output_stream = false;
template <class T>
concept input_stream = false;
template <class T>
concept stream_buffer = false;
template <class T>
concept wide_stream_buffer = false;
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
