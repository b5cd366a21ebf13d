// rill/process/child_writer.h: what a child reads, as a writer.
//
// Floor 5. One buffer (RILL_BUFFER_SIZE bytes), one pipe. As file_writer, but
// a child that reads no more is an error (EPIPE) and not the end of the
// program. Tests: test/process/child_test.cpp.
#ifndef RILL_PROCESS_CHILD_WRITER_H
#define RILL_PROCESS_CHILD_WRITER_H

#include "../memory/remake.h"
#include "../os/broken_pipe.h"
#include "../os/file.h"
#include "../stream/handle_writer.h"
#include "../stream/kept_error.h"
#include "../stream/lost_output.h"

namespace rill::inline RILL_BUILD {

/// The writer of rill::child::in(), over a pipe that it owns.
///
/// close() tells whether the pipe took all bytes; the destructor calls it, and
/// hands an error that no call has told to the lost-output handler
/// (stream/lost_output.h), unless it is that the child reads no more.
class child_writer : public detail::handle_writer {
 public:
  explicit child_writer(rill::file pipe,
                        std::size_t buffer_size = RILL_BUFFER_SIZE)
      : child_writer(static_cast<rill::file&&>(pipe),
                     storage(detail::larger(buffer_size, std::size_t{1}))) {}
  child_writer(child_writer&& other) noexcept
      : handle_writer(static_cast<handle_writer&&>(other)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        pipe_(static_cast<rill::file&&>(other.pipe_)),
        is_told_(other.is_told_) {}
  child_writer& operator=(child_writer&& other) noexcept {
    return detail::remake(*this, static_cast<child_writer&&>(other));
  }
  ~child_writer() {
    bool const is_known = is_told_;
    result<void> const closed = try_close();
    if (!closed && !is_known && !os::is_closed_pipe(closed.error().code()))
      detail::on_lost_output(closed.error());
  }

  /// Writes the buffer and returns what went wrong, now or before.
  result<void> try_flush() noexcept {
    write_quietly();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes and closes: the child comes to the end of its input. Bytes that
  /// could not be written are given up. Errors: EPIPE when the child has
  /// closed its side before.
  result<void> try_close() noexcept {
    if (!pipe_.is_open()) return {};
    write_quietly();
    result<void> flushed = outcome();
    result<void> closed = pipe_.try_close();
    forget();
    return flushed ? static_cast<result<void>&&>(closed)
                   : static_cast<result<void>&&>(flushed);
  }
  void close() { try_close().value(); }

  rill::file_view file() const noexcept { return pipe_; }
  bool is_open() const noexcept { return pipe_.is_open(); }

 private:
  child_writer(rill::file&& pipe, storage&& buffer)
      : handle_writer(device, buffer.data(), buffer.size(),
                      pipe.native_handle(), detail::writing::by_block),
        buffer_(static_cast<storage&&>(buffer)),
        pipe_(static_cast<rill::file&&>(pipe)) {}

  void write_quietly() noexcept {
    os::no_broken_pipe_signal const quiet;
    write_everything();
  }
  result<void> outcome() noexcept {
    if (!error_) return {};
    is_told_ = true;
    return pipe_.failure(operation_, error_);
  }
  void report() {
    detail::throw_kept(error_, [this] { return outcome().error(); });
  }
  bool accept_quietly(char const* data, std::size_t size) {
    os::no_broken_pipe_signal const quiet;
    return accept(data, size);
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<child_writer&>(base);
    if (!self.accept_quietly(data, size)) self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<child_writer&>(base);
    self.write_quietly();
    self.report();
  }
  static constexpr writer_device device{drain, flush_device, ask_handle};

  storage buffer_;
  rill::file pipe_;
  bool is_told_ = false;  // a call has thrown or returned error_
};

}  // namespace rill::inline RILL_BUILD

#endif
