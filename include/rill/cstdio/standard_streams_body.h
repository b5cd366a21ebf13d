// rill/cstdio/standard_streams_body.h: the bodies of standard_streams.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_CSTDIO_STANDARD_STREAMS_BODY_H
#define RILL_CSTDIO_STANDARD_STREAMS_BODY_H

#include <stdlib.h>  // malloc

#include "standard_streams.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE writing mode_of(os::buffering wanted) {
  switch (wanted.mode) {
    case os::buffer_mode::line:
      return writing::at_line;
    case os::buffer_mode::none:
      return writing::at_once;
    case os::buffer_mode::block:
    case os::buffer_mode::unset:
      break;
  }
  return writing::by_block;
}

RILL_CORE standard_writer make_native(os::native_handle handle,
                                      os::buffering wanted, char* own,
                                      std::size_t own_size,
                                      bool calls_at_once) {
  std::size_t size = wanted.size != 0 ? wanted.size : own_size;
  char* memory = size <= own_size ? own : static_cast<char*>(::malloc(size));
  if (!memory) {
    memory = own;
    size = own_size;
  }
  writing const mode =
      standard_output.is_over ? writing::at_once : mode_of(wanted);
  return {handle, memory, size, mode, calls_at_once};
}

RILL_CORE error_code drain_native_output() {
  standard_writer& stream = native_output();
  stream.flush();
  if (standard_output.is_over) stream.write_from_now_on();
  return stream.error();
}

RILL_CORE void fork_native_streams(bool is_child) {
  if (standard_output.drain_native) native_output().fork(is_child);
  if (standard_output.drain_native_error) native_error().fork(is_child);
}

RILL_CORE std::size_t native_output_size() {
  constexpr std::size_t of_pipe = 65536;
  constexpr std::size_t all = sizeof native_output_buffer;
  bool const is_pipe =
      all > of_pipe &&
      os::status(os::standard_output_handle).kind == os::device_kind::pipe;
  return is_pipe ? of_pipe : all;
}

RILL_CORE standard_writer make_native_output() {
  ensure_standard_output();
  standard_output.drain_native = drain_native_output;
  standard_output.fork_native = fork_native_streams;
  os::buffering wanted = os::wanted_buffering("RILL_STDOUT", "_STDBUF_O");
  bool const is_person = wanted.mode == os::buffer_mode::unset &&
                         os::is_terminal(os::standard_output_handle);
  if (is_person) wanted.mode = os::buffer_mode::line;
  return make_native(os::standard_output_handle, wanted, native_output_buffer,
                     native_output_size(), is_person);
}

RILL_CORE standard_writer& native_output() {
  static standard_writer stream = make_native_output();
  return stream;
}

RILL_CORE error_code drain_native_error() {
  standard_writer& stream = native_error();
  stream.flush();
  if (standard_output.is_over) stream.write_from_now_on();
  return stream.error();
}

RILL_CORE standard_writer make_native_error() {
  ensure_standard_output();
  standard_output.drain_native_error = drain_native_error;
  standard_output.fork_native = fork_native_streams;
  os::buffering wanted = os::wanted_buffering("RILL_STDERR", "_STDBUF_E");
  bool const is_said = wanted.mode != os::buffer_mode::unset;
  if (!is_said) wanted.mode = os::buffer_mode::line;
  return make_native(os::standard_error_handle, wanted, native_error_buffer,
                     sizeof native_error_buffer, !is_said);
}

RILL_CORE standard_writer& native_error() {
  static standard_writer stream = make_native_error();
  return stream;
}

RILL_CORE void return_native_input() { native_input().give_back(); }

RILL_CORE standard_reader& make_native_input(void* place) {
  register_endings_once();
  standard_output.return_native_input = return_native_input;
  return *::new (place)
      standard_reader(os::wanted_buffering("RILL_STDIN", "_STDBUF_I"));
}

RILL_CORE standard_reader& native_input() {
  alignas(standard_reader) static char place[sizeof(standard_reader)];
  static standard_reader& stream = make_native_input(place);
  return stream;
}

}  // namespace detail

RILL_CORE detail::standard_writer& out() { return detail::native_output(); }

RILL_CORE detail::standard_writer& err() { return detail::native_error(); }

RILL_CORE reader& in() { return detail::native_input(); }

}  // namespace rill::inline RILL_BUILD

#endif
