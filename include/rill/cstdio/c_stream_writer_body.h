// rill/cstdio/c_stream_writer_body.h: the bodies of c_stream_writer.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_CSTDIO_C_STREAM_WRITER_BODY_H
#define RILL_CSTDIO_C_STREAM_WRITER_BODY_H

#include <string.h>  // strcmp

#include "c_stream_writer.h"

#include "../os/error.h"
#include "../unicode/utf8.h"

namespace rill::inline RILL_BUILD {
namespace os {

RILL_COLD [[gnu::noinline]] RILL_CORE bool is_word(char const* value,
                                                   char const* word,
                                                   char letter) {
  return ::strcmp(value, word) == 0 || (*value == letter && value[1] == '\0');
}

RILL_COLD RILL_CORE buffering buffering_of(char const* value) {
  if (!value) return {};
  if (is_word(value, "line", 'L')) return {buffer_mode::line, 0};
  if (is_word(value, "block", 'B')) return {buffer_mode::block, 0};
  if (is_word(value, "none", '0')) return {buffer_mode::none, 0};
  std::size_t const size = wanted_size(value);
  if (size == 0) return {};
  return {buffer_mode::block, size};
}

RILL_COLD RILL_CORE buffering wanted_buffering(char const* variable,
                                               char const* of_stdbuf) {
  buffering const own = buffering_of(::getenv(variable));
  return own.mode != buffer_mode::unset ? own
                                        : buffering_of(::getenv(of_stdbuf));
}

}  // namespace os

namespace RILL_OF_THIS_MODULE detail {

RILL_CORE sticky_error& kept_error(FILE* stream) {
  return stream == stderr ? standard_output.error_error
                          : standard_output.output_error;
}

RILL_CORE void keep_error(FILE* stream, error_code error) {
  kept_error(stream).set(error);
  if (stream == stdout) standard_output.has_fast_path = false;
}

RILL_COLD [[gnu::noinline]] RILL_CORE error_code drain_held(FILE* stream) {
  error_code error = kept_error(stream);
  if (!error) {
    error = libc::write_pending(stream);
    if (error) keep_error(stream, error);
  }
  return error;
}

RILL_COLD [[gnu::noinline]] RILL_CORE error_code drain_c_stream(FILE* stream) {
  os::cancel_action unlock;
  FILE* const locked = libc::lock(stream);
  libc::unlock_if_cancelled(unlock, stream);
  error_code const error = drain_held(stream);
  os::not_cancelled(unlock);
  libc::unlock(locked);
  return error;
}

RILL_COLD RILL_CORE error_code drain_standard_output() {
  return drain_c_stream(stdout);
}

RILL_COLD RILL_CORE void drain_standard_error() {
  if (!os::try_lock_stream(stderr)) return;
  if (libc::has_pending(stderr)) (void)drain_c_stream(stderr);
  os::unlock_stream(stderr);
}

RILL_COLD RILL_CORE standard_errors drain_other_streams(error_code output,
                                                        draining reason) {
  bool const is_fork = reason > draining::end;
  if (!is_fork && standard_output.drain_error) standard_output.drain_error();
  standard_errors kept{output, standard_output.error_error};
  if (drain_native const drain = standard_output.native_output) {
    error_code const error = drain(reason);
    if (!kept.output) kept.output = error;
  }
  if (drain_native const drain = standard_output.native_error) {
    error_code const error = drain(reason);
    if (!kept.error) kept.error = error;
  }
  return kept;
}

RILL_COLD RILL_CORE standard_errors drain_standard_streams() {
  error_code const output =
      still_ours() ? drain_standard_output() : standard_output.output_error;
  return drain_other_streams(output, draining::flush);
}

}  // namespace RILL_OF_THIS_MODULE detail

namespace detail {

RILL_COLD RILL_CORE char const* emit_ascii(FILE* stream, char const* data,
                                           char const* end, error_code& error) {
  wchar_t units[128];
  int count = 0;
  for (; data != end && static_cast<signed char>(*data) > 0 && count != 127;
       ++data)
    units[count++] = static_cast<wchar_t>(*data);
  units[count] = L'\0';
  if (count != 0) error = libc::put_wide_text(stream, units);
  return data;
}

RILL_COLD [[gnu::noinline]] RILL_CORE error_code emit_wide(FILE* stream,
                                                           cut_sequence& cut,
                                                           char const* data,
                                                           std::size_t size,
                                                           bool is_all) {
  error_code error;
  for (char const* const end = data + size; !error;) {
    if (cut.size == 0) {
      if (data == end) break;
      char const* const behind = emit_ascii(stream, data, end, error);
      if (behind != data) {
        data = behind;
        continue;
      }
      cut.bytes[cut.size++] = *data++;
    }
    decoded_utf8 const one = decode_utf8(cut.bytes, cut.bytes + cut.size);
    bool const is_cut = one.form == utf8_form::cut;
    if (is_cut && data != end) {
      cut.bytes[cut.size++] = *data++;
      continue;
    }
    if (is_cut && !is_all) break;
    cut.size -= static_cast<std::size_t>(one.end - cut.bytes);
    ::memmove(cut.bytes, one.end, cut.size);
    error = libc::put_code_point(stream, one.code_point);
  }
  return error;
}

RILL_COLD [[gnu::noinline]] RILL_CORE error_code emit_bytes(FILE* stream,
                                                            char const* data,
                                                            std::size_t size) {
  libc::put_area area = libc::writable(stream);
  auto room = static_cast<std::size_t>(area.end - area.cursor);
  if (size >= room) {
    if (libc::only_collects(stream, data, size) || !libc::can_drain(stream))
      return libc::write_through(stream, data, size).error;
    if (!libc::has_put_area || libc::is_eager(stream))
      return libc::drain(stream, data, size).error;
    error_code const error = libc::has_pending(stream)
                                 ? libc::drain(stream, nullptr, 0).error
                                 : libc::wake(stream);
    if (error) return error;
    area = libc::writable(stream);
    room = static_cast<std::size_t>(area.end - area.cursor);
    if (size > room) return libc::drain(stream, data, size).error;
  }
  libc::put_up_to(stream, copy_bytes(area.cursor, data, size));
  return {};
}

RILL_COLD [[gnu::noinline]] RILL_CORE_STRUCTOR c_stream_writer::c_stream_writer(
    FILE* stream, char* scratch, writer_device const& device, error_code before,
    FILE* locked)
    : writer(device, nullptr, 0),
      stream_(stream),
      locked_(locked),
      scratch_(scratch),
      may_use_stream_(true) {
  if (before)
    stop(before);
  else
    acquire();
}

RILL_CORE_STRUCTOR c_stream_writer::c_stream_writer(FILE* stream, char* scratch,
                                                    via_scratch_tag,
                                                    writer_device const& device,
                                                    error_code before)
    : writer(device, scratch, scratch_of_calls::size),
      stream_(stream),
      scratch_(scratch),
      may_use_stream_(false) {
  if (before) stop(before);
}

RILL_COLD [[gnu::noinline]] RILL_CORE void c_stream_writer::finish() {
  if (in_stream_) {
    libc::put_up_to(stream_, cursor_);
  } else if (!error_) {
    emit_scratch(nullptr, 0);
    if (cut_.size != 0) note(emit_wide(stream_, cut_, nullptr, 0, true));
  }
}

RILL_COLD RILL_CORE void c_stream_writer::release_scratch() noexcept {
  if (scratch_ != thread_scratch.bytes) return;
  thread_scratch.give_back();
  scratch_ = nullptr;
}

[[gnu::cold]] RILL_CORE bool c_stream_writer::can_finish_at_once() const {
  if (in_stream_) return false;
  libc::put_area const area = libc::writable(stream_);
  return cursor_ - begin_ < area.end - area.cursor ||
         os::takes_bytes(libc::handle_of(stream_), 0);
}

RILL_CORE style_question c_stream_writer::ask_stream(writer& base) {
  return {style_answer::unasked, nullptr,
          static_cast<c_stream_writer&>(base).stream_};
}

RILL_COLD RILL_CORE void c_stream_writer::accept(char const* data,
                                                 std::size_t size) {
  if (error_) return;
  if (!in_stream_) return emit_scratch(data, size);
  make_room(size);
  if (error_) return;
  if (size <= room())
    cursor_ = copy_bytes(cursor_, data, size);
  else
    pass_on(data, size);
}

RILL_CORE void c_stream_writer::acquire() {
  libc::put_area const area = libc::writable(stream_);
  in_stream_ = may_use_stream_ && area.cursor < area.end;
  if (!in_stream_) return leave_stream();
  release_scratch();
  begin_ = cursor_ = area.cursor;
  end_ = area.end;
}

RILL_CORE void c_stream_writer::leave_stream() noexcept {
  if (!scratch_ && thread_scratch.take()) scratch_ = thread_scratch.bytes;
  in_stream_ = false;
  begin_ = cursor_ = scratch_;
  end_ = scratch_ ? scratch_ + scratch_of_calls::size : scratch_;
}

RILL_COLD [[gnu::noinline]] RILL_CORE void c_stream_writer::make_room(
    std::size_t size) {
  std::size_t const held = pending().size;
  if (libc::has_pending(stream_) && libc::can_drain(stream_)) {
    if (error_code const reason = libc::write_pending(stream_))
      return note(reason);
    libc::put_area const area = libc::writable(stream_);
    if (area.end == end_ && area.cursor < begin_) {
      ::memmove(area.cursor, begin_, held);
      begin_ = area.cursor;
      cursor_ = begin_ + held;
      if (held + size <= static_cast<std::size_t>(end_ - begin_)) return;
    }
  }
  char const* const old = begin_;
  if (held + size <= scratch_of_calls::size) {
    leave_stream();
    may_use_stream_ = false;
    if (held <= room()) {
      cursor_ = copy_bytes(cursor_, old, held);
      return;
    }
  }
  libc::put_up_to(stream_, const_cast<char*>(old) + held);
  empty_stream();
}

RILL_COLD [[gnu::noinline]] RILL_CORE void c_stream_writer::empty_stream() {
  leave_stream();
  note(libc::write_pending(stream_));
  if (!error_) acquire();
}

RILL_COLD RILL_CORE void c_stream_writer::emit_scratch(char const* data,
                                                       std::size_t size) {
  std::size_t const held = pending().size;
  cursor_ = begin_;
  if (held != 0) pass_on(begin_, held);
  if (error_) return;
  if (size <= room())
    cursor_ = copy_bytes(cursor_, data, size);
  else
    pass_on(data, size);
}

RILL_COLD [[gnu::noinline]] RILL_CORE void c_stream_writer::pass_on(
    char const* data, std::size_t size) {
  leave_stream();
  if (libc::is_wide(stream_))
    return note(emit_wide(stream_, cut_, data, size, false));
  note(emit_bytes(stream_, data, size));
  if (!error_) acquire();
}

RILL_CORE void c_stream_writer::note(error_code reason) {
  if (!reason) return;
  in_stream_ = false;
  begin_ = cursor_ = scratch_;
  stop(reason);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
