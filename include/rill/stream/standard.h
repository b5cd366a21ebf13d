// rill/stream/standard.h: in(), out() and err(): the standard streams by
// their native handles, for programs that leave C's streams alone.
//
// Floor 4. Static buffers, no allocation for out() and err(). What is printed
// to out() and what is printed to stdout are two streams: mix them and the
// order is that of the flushes. Tests: test/stream/standard_test.cpp,
// test/system/.
#ifndef RILL_STREAM_STANDARD_H
#define RILL_STREAM_STANDARD_H

#include "file_reader.h"
#include "handle_writer.h"
#include "standard_output.h"

namespace rill::inline RILL_BUILD {

namespace detail {

inline char native_output_buffer[RILL_BUFFER_SIZE];
inline char native_error_buffer[1024];

// Keeps its errors; the end of the program reports them.
class standard_writer : public handle_writer {
 public:
  standard_writer(os::native_handle handle, char* buffer, std::size_t capacity,
                  writing mode)
      : handle_writer(device, buffer, capacity, handle, mode) {}

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    static_cast<standard_writer&>(base).accept(data, size);
  }
  static void flush_device(writer& base) {
    static_cast<standard_writer&>(base).write_everything();
  }
  static constexpr writer_device device{drain, flush_device};
};

// What RILL_STDOUT says; otherwise lines for a person, blocks for a program.
inline writing native_output_mode(os::buffering wanted) {
  switch (wanted.mode) {
    case os::buffer_mode::line:
      return writing::at_line;
    case os::buffer_mode::none:
      return writing::at_once;
    case os::buffer_mode::block:
      return writing::by_block;
    case os::buffer_mode::unset:
      break;
  }
  return os::is_terminal(os::standard_output_handle) ? writing::at_line
                                                     : writing::by_block;
}

inline standard_writer& native_output();

inline error_code drain_native_output() {
  standard_writer& stream = native_output();
  stream.flush();
  return stream.error();
}

inline standard_writer make_native_output() {
  ensure_standard_output();
  standard_output.drain_native = drain_native_output;
  os::buffering const wanted = os::wanted_buffering("RILL_STDOUT");
  std::size_t const size =
      wanted.size != 0 ? smaller(wanted.size, sizeof native_output_buffer)
                       : sizeof native_output_buffer;
  return {os::standard_output_handle, native_output_buffer, size,
          native_output_mode(wanted)};
}

// Never destroyed: destructors of static objects may still print.
inline standard_writer& native_output() {
  static standard_writer stream = make_native_output();
  return stream;
}

inline standard_writer& native_error();

inline error_code drain_native_error() {
  standard_writer& stream = native_error();
  stream.flush();
  return stream.error();
}

inline standard_writer make_native_error() {
  ensure_standard_output();
  standard_output.drain_native_error = drain_native_error;
  return {os::standard_error_handle, native_error_buffer,
          sizeof native_error_buffer, writing::at_line};
}

inline standard_writer& native_error() {
  static standard_writer stream = make_native_error();
  return stream;
}

// Standard input by its handle.
class standard_reader : public handle_reader {
 public:
  standard_reader()
      : handle_reader(device, os::standard_input_handle, default_read_size),
        is_person_(os::is_terminal(os::standard_input_handle)) {}

 private:
  // A prompt has to be seen before the answer can be given.
  static bool fill(reader& base) {
    auto& self = static_cast<standard_reader&>(base);
    if (self.is_person_) (void)drain_standard_streams();
    return self.fill_from_handle();
  }
  static source_position locate_input(reader const& base) {
    return static_cast<standard_reader const&>(base).locate_in({"<stdin>", 7});
  }
  static constexpr reader_device device{fill, locate_input};

  bool is_person_;
};

}  // namespace detail

/// Standard output by its handle, with a buffer of RILL_BUFFER_SIZE bytes;
/// each line at once when it is a terminal. Errors are kept and reported at
/// the end of the program. Not locked: one thread, or a lock of the caller's.
inline writer& out() { return detail::native_output(); }

/// Standard error by its handle, each line at once, and at the end what is
/// left of one.
inline writer& err() { return detail::native_error(); }

/// Standard input by its handle. Reads ahead: what is in its buffer is gone
/// for scanf, std::cin and rill::scan without a source.
inline reader& in() {
  // Never destroyed: destructors of static objects may still read.
  alignas(detail::standard_reader) static char
      place[sizeof(detail::standard_reader)];
  static detail::standard_reader& stream =
      *::new (static_cast<void*>(place)) detail::standard_reader;
  return stream;
}

}  // namespace rill::inline RILL_BUILD

#endif
