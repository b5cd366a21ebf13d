// rill/stream/standard_output.h: C's stdout and stderr as rill prints to
// them.
//
// Floor 4. Throws nothing, and allocates only the buffer that a user asks for
// or that a shared library needs: an error of the standard streams is kept,
// flush() reports it, and the end of the program does
// (docs/decisions/0005-errors.md). No path from here leads to a throw: one
// would add 62 KB to a static "Hello World". Tests: test/system/.
#ifndef RILL_STREAM_STANDARD_OUTPUT_H
#define RILL_STREAM_STANDARD_OUTPUT_H

#include <stdlib.h>  // malloc

#include "../os/buffering.h"
#include "standard_end.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// Room for stdout's bytes when nobody has given it a buffer: stdio's own
// 4 KiB cost twice the time of a 64 KiB buffer (docs/measured.md).
inline constexpr std::size_t standard_buffer_size =
    RILL_BUFFER_SIZE < 65536 ? 1024 : 65536;
inline char standard_buffer[standard_buffer_size];

// A buffer for a C stream: `own`, where that will do. A library that is
// unloaded takes its memory with it, but not what it had from malloc. Kept for
// a stream that is opened anew, and never freed: the stream may use it.
struct stream_memory {
  char* own;
  std::size_t own_size;
  char* large = nullptr;
  std::size_t large_size = 0;

  RILL_ALWAYS_INLINE char* take(std::size_t wanted) {
    if (wanted <= own_size && !os::may_be_unloaded()) return own;
    if (wanted <= large_size) return large;
    large = static_cast<char*>(::malloc(wanted));
    large_size = large ? wanted : 0;
    return large;
  }
};
inline stream_memory memory_of_output{standard_buffer, sizeof standard_buffer};
inline stream_memory memory_of_error{nullptr, 0};

// Gives an unused stream the buffer that its user wants.
RILL_SELDOM_RUN inline void buffer_c_stream(FILE* stream, os::buffering wanted,
                                            stream_memory& memory,
                                            std::size_t usual_size) {
  int const mode = wanted.mode == os::buffer_mode::none   ? _IONBF
                   : wanted.mode == os::buffer_mode::line ? _IOLBF
                                                          : _IOFBF;
  std::size_t const size = wanted.size != 0 ? wanted.size : usual_size;
  (void)::setvbuf(stream, mode == _IONBF ? nullptr : memory.take(size), mode,
                  size);
}

// A buffer for a stdout that nobody has used.
RILL_SELDOM_RUN inline void buffer_standard_output() {
  os::buffering wanted = os::wanted_buffering("RILL_STDOUT", "_STDBUF_O");
  if (wanted.mode == os::buffer_mode::unset &&
      os::is_terminal(libc::handle_of(stdout)))
    wanted.mode = os::buffer_mode::line;
  buffer_c_stream(stdout, wanted, memory_of_output, sizeof standard_buffer);
}

// Once, before the first byte goes to a standard stream.
RILL_SELDOM_RUN [[gnu::noinline]] inline void prepare_standard_output() {
  register_endings();
  os::at_exit(write_from_now_on);
  standard_output.output = stdout;
  standard_output.output_handle = libc::handle_of(stdout);
  if (libc::is_fresh(stdout)) buffer_standard_output();
  standard_output.is_quick = true;
  __atomic_store_n(&standard_output.is_prepared, true, __ATOMIC_RELEASE);
}

RILL_SELDOM_RUN inline void register_endings_once() {
  FILE* const locked = libc::lock(stdout);
  register_endings();
  libc::unlock(locked);
}

// Streams other than stdout hold other locks: the first of them to come takes
// that of stdout for it.
inline void ensure_standard_output() {
  if (__atomic_load_n(&standard_output.is_prepared, __ATOMIC_ACQUIRE)) return;
  FILE* const locked = libc::lock(stdout);
  if (!standard_output.is_prepared) prepare_standard_output();
  libc::unlock(locked);
}

// Before each print to stderr, whose lock the caller holds. It has no buffer
// unless its user wants one.
RILL_SELDOM_RUN inline void prepare_standard_error() {
  if (standard_output.is_error_prepared) return;
  standard_output.is_error_prepared = true;
  standard_output.drain_error = drain_standard_error;
  os::buffering const wanted = os::wanted_buffering("RILL_STDERR", "_STDBUF_E");
  if (wanted.mode != os::buffer_mode::unset && libc::is_unused(stderr))
    buffer_c_stream(stderr, wanted, memory_of_error, 4096);
}

// Before each print that does not go straight into the buffer. The caller
// holds the stream's lock. A stdout that was opened anew has no buffer again.
RILL_SELDOM_RUN [[gnu::noinline]] inline void prepare_c_stream(FILE* stream) {
  ensure_standard_output();
  if (libc::is_fresh(stream) && standard_output.output == stream)
    buffer_standard_output();
}

inline void accept_and_keep(writer& base, char const* data, std::size_t size) {
  auto& self = static_cast<c_stream_writer&>(base);
  self.accept(data, size);
}
inline void flush_and_keep(writer&) {}

// Hands the bytes over and keeps the error.
RILL_SELDOM_RUN [[gnu::noinline]] inline void finish_standard(
    c_stream_writer& out) {
  out.finish();
  out.release_scratch();
  if (out.error()) keep_error(out.stream(), out.error());
  if (standard_output.is_ending) [[unlikely]]
    write_from_now_on();
}

// For the hooks of a call, and what else may throw.
inline constexpr writer_device keeping_device{accept_and_keep, flush_and_keep,
                                              c_stream_writer::ask_stream};

// A call of print whose pieces run no code of the program's. It holds the
// stream's lock from begin() to end() without an object whose destructor would
// give it back: that would draw the machinery of exceptions into the program.
// Nothing in between throws, and where a thread may be cancelled, the slow
// functions give it back.
class RILL_OF_THIS_MODULE standard_call : c_stream_writer {
 public:
  /// In memory of the caller's, sizeof(standard_call) bytes. What may not be
  /// that short is another function: this one saves no registers.
  [[gnu::noinline]] static writer& begin(void* memory, FILE* stream) {
    if (RILL_UNLIKELY(stream != stdout) ||
        RILL_UNLIKELY(libc::held(stream) != nullptr) ||
        RILL_UNLIKELY(!standard_output.is_quick))
      return begin_locked(memory, stream);
    libc::put_area const area = libc::writable(stream);
    if (RILL_UNLIKELY(area.cursor == area.end))
      return begin_locked(memory, stream);
    return *::new (memory) standard_call(stream, nullptr, area);
  }

  [[gnu::noinline]] static void end(writer& base, char* cursor) {
    auto& call = static_cast<standard_call&>(base);
    if (RILL_UNLIKELY(!call.end_in_stream(cursor))) end_slowly(call, cursor);
  }
  /// The same, with a newline.
  [[gnu::noinline]] static void end_line(writer& call, char* cursor) {
    if (RILL_UNLIKELY(print_call::room(call, cursor) == 0))
      cursor = put_newline_slowly(call, cursor);
    else
      *cursor++ = '\n';
    end(call, cursor);
  }

 private:
  standard_call(FILE* stream, FILE* locked, libc::put_area area) noexcept
      : c_stream_writer(stream, area, device, locked) {}
  standard_call(FILE* stream, FILE* locked)
      : c_stream_writer(stream, nullptr, device, kept_error(stream), locked) {}

  [[gnu::noinline]] static writer& begin_locked(void* memory, FILE* stream) {
    FILE* const locked = libc::lock(stream);
    libc::put_area const area = libc::writable(stream);
    if (stream == stdout && RILL_LIKELY(standard_output.is_quick) &&
        RILL_LIKELY(area.cursor != area.end))
      return *::new (memory) standard_call(stream, locked, area);
    return begin_slowly(memory, stream, locked);
  }

  // The first use, a full buffer or none, an error before, the end of the
  // program.
  RILL_SELDOM_RUN [[gnu::noinline]] static writer& begin_slowly(void* memory,
                                                                FILE* stream,
                                                                FILE* locked) {
    os::cancel_action unlock;
    libc::unlock_if_cancelled(unlock, stream);
    prepare_c_stream(stream);
    auto& call = *::new (memory) standard_call(stream, locked);
    os::not_cancelled(unlock);
    return call;
  }

  /// What end() does where the call is not in the stream's buffer.
  RILL_SELDOM_RUN [[gnu::noinline]] static void end_slowly(writer& base,
                                                           char* cursor) {
    auto& call = static_cast<standard_call&>(base);
    print_call::end(call, cursor);
    os::cancel_action unlock;
    libc::unlock_if_cancelled(unlock, call.stream());
    finish_standard(call);
    os::not_cancelled(unlock);
    libc::unlock(call.locked_);
  }

  static void put_slowly(writer& out, any_piece piece) {
    os::cancel_action unlock;
    libc::unlock_if_cancelled(unlock,
                              static_cast<standard_call&>(out).stream());
    piece.put(out, piece.piece);
    os::not_cancelled(unlock);
  }
  static void put_newline(writer& out, void const*) { out.put('\n'); }
  RILL_SELDOM_RUN [[gnu::noinline]] static char* put_newline_slowly(
      writer& out, char* cursor) {
    print_call::hand_over(out, cursor);
    print_call::put_slowly(out, {put_newline, nullptr});
    return out.cursor();
  }
  static constexpr writer_device device{accept_and_keep, flush_and_keep,
                                        ask_stream, put_slowly};
};

// More room than `size`, so that an area without room, which has no address,
// is never written to, not even 0 bytes. As numbers, because the cursor may be
// beyond the end.
RILL_ALWAYS_INLINE bool has_room(libc::put_area area, std::uint64_t size) {
  auto const begin = reinterpret_cast<std::uintptr_t>(area.cursor);
  auto const end = reinterpret_cast<std::uintptr_t>(area.end);
  return begin + size < end;
}

// Text, and perhaps a character behind it, which is negative where there is
// none: where the buffer has no room, on first use, after an error. As by a
// c_stream_writer; a program that prints texts alone is not to compile one.
// The caller holds the lock.
RILL_SELDOM_RUN inline void print_text_held(FILE* stream, char const* data,
                                            std::size_t size, int last) {
  prepare_c_stream(stream);
  if (kept_error(stream)) return;
  char const character = static_cast<char>(last);
  bool is_more = last >= 0;
  char joined[4096];
  if (is_more && size < sizeof joined) {
    *copy_bytes(joined, data, size++) = character;
    data = joined;
    is_more = false;
  }
  // What was printed before ends where a print ended.
  libc::put_area const area = libc::writable(stream);
  auto const room = static_cast<std::size_t>(area.end - area.cursor);
  error_code error;
  if (room != 0 && room < size + is_more) error = libc::write_pending(stream);
  cut_sequence cut;
  while (!error) {
    error = libc::is_wide(stream) ? emit_wide(stream, cut, data, size, !is_more)
                                  : emit_bytes(stream, data, size);
    if (!is_more) break;
    data = &character;
    size = 1;
    is_more = false;
  }
  if (error) keep_error(stream, error);
  if (standard_output.is_ending) [[unlikely]]
    write_from_now_on();
}

// The same, and the lock is given back when the thread is cancelled.
RILL_SELDOM_RUN [[gnu::noinline]] inline void print_text_slowly(
    FILE* stream, char const* data, std::size_t size, int last) {
  os::cancel_action unlock;
  libc::unlock_if_cancelled(unlock, stream);
  print_text_held(stream, data, size, last);
  os::not_cancelled(unlock);
}

// While other threads may print.
[[gnu::noinline]] inline void print_text_locked(char const* data,
                                                std::size_t size, int last) {
  FILE* const stream = stdout;
  FILE* const locked = libc::lock(stream);
  libc::put_area const area = libc::writable(stream);
  if (standard_output.is_quick &&
      size + (last >= 0) < static_cast<std::size_t>(area.end - area.cursor))
      [[likely]] {
    char* cursor = copy_bytes(area.cursor, data, size);
    if (last >= 0) *cursor++ = static_cast<char>(last);
    libc::put_up_to(stream, cursor);
  } else {
    print_text_slowly(stream, data, size, last);
  }
  libc::unlock(locked);
}
constexpr int last_of() noexcept { return -1; }
constexpr int last_of(char last) noexcept {
  return static_cast<unsigned char>(last);
}

// The same out of line: the cheapest call there is. The copy comes last, so
// that the call of memcpy returns to the caller.
template <class... Last>
[[gnu::noinline]] void print_text_to_standard_output(char const* data,
                                                     std::size_t size,
                                                     Last... last) {
  std::size_t const needed = size + sizeof...(last);
  if (RILL_UNLIKELY(!libc::is_single_threaded()) ||
      RILL_UNLIKELY(!standard_output.is_quick))
    return print_text_locked(data, size, last_of(last...));
  FILE* const stream = stdout;
  libc::put_area const area = libc::writable_or_passed(stream);
  if (RILL_UNLIKELY(!has_room(area, needed)))
    return print_text_locked(data, size, last_of(last...));
  libc::put_up_to(stream, area.cursor + needed);
  char* behind = area.cursor + size;
  ((*behind++ = last), ...);
  copy_short(area.cursor, data, size);
}

}  // namespace RILL_OF_THIS_MODULE detail

/// Says whether the end of the program checks standard output (it does,
/// unless told otherwise), gives a message and status 1 when bytes were
/// lost.
inline void flush_stdout_at_exit(bool check) {
  detail::standard_output.report_at_exit = check;
}

}  // namespace rill::inline RILL_BUILD

#endif
