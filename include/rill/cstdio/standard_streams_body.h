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

RILL_CORE void standard_writer::open(os::native_handle handle, char* buffer,
                                     std::size_t capacity, writing mode,
                                     bool calls_at_once) noexcept {
  begin_ = cursor_ = buffer;
  capacity_ = capacity;
  handle_ = handle;
  mode_ = mode;
  calls_at_once_ = calls_at_once;
  is_shared_ = true;
  open_room();
}

RILL_COLD [[gnu::noinline]] RILL_CORE void standard_writer::take_over(
    void (*make)(standard_writer&)) {
  // Before the lock of this stream: a thread that prints to stdout may wait for
  // it in a hook.
  ensure_standard_output();
  lock_.lock();
  if (!is_shared_) make(*this);
  own();
  lock_.unlock();
}

// While the program has one thread, that thread does not end before the
// program.
RILL_COLD RILL_CORE void standard_writer::own() noexcept {
  if (!libc::is_single_threaded()) (void)at_thread_end_.call(release, this);
  owner_ = os::this_thread();
}

RILL_COLD RILL_CORE void standard_writer::release(void* stream) {
  auto& self = *static_cast<standard_writer*>(stream);
  self.lock_.lock();
  if (self.is_mine()) self.owner_ = nullptr;
  self.lock_.unlock();
}

RILL_COLD RILL_CORE void standard_writer::unlock(void* stream) {
  static_cast<standard_writer*>(stream)->lock_.unlock();
}

// The program ends: a write of this thread could be cut off. If the program
// still runs after a second, it waits for this thread.
RILL_COLD RILL_CORE void standard_writer::give_way() {
  for (int left = os::longest_wait; left > 0 && ender_; --left)
    os::wait_a_millisecond();
  ender_ = nullptr;
}

RILL_COLD RILL_CORE void standard_writer::enter(turn& now) {
  if (ender_ && ender_ != os::this_thread()) give_way();
  lock_.lock();
  os::if_cancelled(now.released, unlock, this);
  if (is_shared_ && !is_mine()) own();
  if (given_ != 0) drop_written(given_);
  given_ = 0;
}

RILL_COLD RILL_CORE void standard_writer::leave(turn& now) noexcept {
  os::not_cancelled(now.released);
  lock_.unlock();
}

// A fork and the end of the program do not wait for ever. Nothing else does
// while the owner writes, because only the owner gets here.
RILL_COLD RILL_CORE bool standard_writer::lock_for(draining reason) {
  bool const is_end = reason == draining::end;
  if (is_end && is_of_other()) ender_ = os::this_thread();
  if (reason == draining::flush) {
    lock_.lock();
    return true;
  }
  atomic<int>& patience = is_end ? standard_output.patience_at_end
                                 : standard_output.patience_at_fork;
  int left = patience;
  bool const is_locked = os::lock_soon(
      [this] { return lock_.try_lock(); },
      [=, this] { return is_end && !os::takes_bytes(handle_, 0); }, left);
  if (is_end) patience = left;
  if (!is_end && !is_locked) standard_output.wait_no_longer();
  return is_locked;
}

// Writes the calls that are complete. The owner may print at the same time: its
// bytes stay, and its next call that writes removes those that are counted
// here.
RILL_COLD RILL_CORE error_code standard_writer::write_for_owner() {
  std::size_t const size = held_before_call();
  if (size <= given_ || error_) return error_;
  os::transfer const done =
      os::write_all(handle_, begin_ + given_, size - given_);
  given_ += done.moved;
  return done.error;
}

// A thread of the parent may have been in a call when the child was made.
RILL_COLD RILL_CORE void standard_writer::start_in_child() noexcept {
  lock_.unlock();
  ender_ = nullptr;
  given_ = 0;
  if (is_of_other()) {
    print_call::forget_calls(*this);
    if (outside_ != writing::by_block) mode_ = outside_;
    outside_ = writing::by_block;
    owner_ = nullptr;
  }
  forget_held();
}

RILL_COLD RILL_CORE error_code standard_writer::drain_for(draining reason) {
  if (reason == draining::after_fork) {
    start_in_child();
    return {};
  }
  bool const is_end = reason == draining::end;
  if ((is_of_other() && !is_end) || !lock_for(reason)) return {};
  turn now;
  os::if_cancelled(now.released, unlock, this);
  error_code error;
  if (is_of_other()) {
    if (is_end) error = write_for_owner();
  } else {
    if (given_ != 0) drop_written(given_);
    given_ = 0;
    if (reason != draining::before_fork)
      write_everything();
    else if (!write_within(standard_output.patience_at_fork))
      standard_output.wait_no_longer();
    error = error_;
    if (standard_output.is_over) change_mode(writing::at_once);
  }
  if (standard_output.is_over) at_thread_end_.forget();
  leave(now);
  return error;
}

RILL_CORE void open_native(standard_writer& stream, os::native_handle handle,
                           os::buffering wanted, char* own,
                           std::size_t own_size, bool calls_at_once) {
  std::size_t size = wanted.size != 0 ? wanted.size : own_size;
  char* memory = size <= own_size ? own : static_cast<char*>(::malloc(size));
  if (!memory) {
    memory = own;
    size = own_size;
  }
  writing const mode =
      standard_output.is_over ? writing::at_once : mode_of(wanted);
  stream.open(handle, memory, size, mode, calls_at_once);
}

RILL_CORE error_code drain_native_output(draining reason) {
  return native_output_stream.drain_for(reason);
}

RILL_CORE std::size_t native_output_size() {
  constexpr std::size_t of_pipe = 65536;
  constexpr std::size_t all = sizeof native_output_buffer;
  bool const is_pipe =
      all > of_pipe &&
      os::status(os::standard_output_handle).kind == os::device_kind::pipe;
  return is_pipe ? of_pipe : all;
}

RILL_CORE void open_native_output(standard_writer& stream) {
  os::buffering wanted = os::wanted_buffering("RILL_STDOUT", "_STDBUF_O");
  bool const is_person = wanted.mode == os::buffer_mode::unset &&
                         os::is_terminal(os::standard_output_handle);
  if (is_person) wanted.mode = os::buffer_mode::line;
  open_native(stream, os::standard_output_handle, wanted, native_output_buffer,
              native_output_size(), is_person);
  standard_output.native_output = drain_native_output;
}

RILL_CORE standard_writer& native_output() {
  return native_output_stream.claim(open_native_output);
}

RILL_CORE error_code drain_native_error(draining reason) {
  return native_error_stream.drain_for(reason);
}

RILL_CORE void open_native_error(standard_writer& stream) {
  os::buffering wanted = os::wanted_buffering("RILL_STDERR", "_STDBUF_E");
  bool const is_said = wanted.mode != os::buffer_mode::unset;
  if (!is_said) wanted.mode = os::buffer_mode::line;
  open_native(stream, os::standard_error_handle, wanted, native_error_buffer,
              sizeof native_error_buffer, !is_said);
  standard_output.native_error = drain_native_error;
}

RILL_CORE standard_writer& native_error() {
  return native_error_stream.claim(open_native_error);
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
