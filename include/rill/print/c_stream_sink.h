// rill/print/c_stream_sink.h: C's streams as sinks of print, stdout first of
// all.
//
// Floor 5. Part of rill/print.h where there is a C library. Tests:
// test/print/sink_test.cpp, test/stream/c_stream_writer_test.cpp.
#ifndef RILL_PRINT_C_STREAM_SINK_H
#define RILL_PRINT_C_STREAM_SINK_H

#include "../stream/c_stream_writer.h"
#include "../stream/c_target.h"
#include "../stream/lost_output.h"
#include "../stream/standard_output.h"
#include "../stream/unfinished_print.h"
#include "shared_text.h"
#include "sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

[[noreturn, gnu::noinline, gnu::cold]] inline void raise_stream_error(
    error_code reason, text name = stream_name) {
  raise(error(reason, {"write", 5}, name));
}

// A writer into a stream that is not a standard stream: errors are thrown,
// and kept where the stream is owned.
class throwing_c_stream_writer : public c_stream_writer {
 public:
  template <class How>
  throwing_c_stream_writer(c_target const& to, How how)
      : c_stream_writer(to.stream, how, device, {}), to_(to) {}

  /// Keeps an error for the calls to come; true when there is one.
  bool keep_error() noexcept {
    if (!error_) return false;
    if (to_.state) {
      to_.state->stop(error_, "write");
      to_.state->is_told = true;
    }
    return true;
  }

  /// While an exception is on its way, which is the error of this stream or
  /// comes from a hook, or the program ends. Then an error of the stream goes
  /// to the handler, and so does what a function of the stream's own
  /// (fopencookie) throws. A stream with a descriptor has no such function, and
  /// there the thread may be cancelled: nothing may catch that.
  [[gnu::cold, gnu::noinline]] void finish_or_report() {
    bool const is_known = bool(error_);
    if (os::handle_of(stream()) != os::no_handle)
      finish();
    else
      (void)detail::finish_or_report(to_.name, [this] { finish(); });
    if (keep_error() && !is_known)
      on_lost_output(rill::error(error_, {"write", 5}, to_.name));
  }

 private:
  static void accept_and_throw(writer& base, char const* data,
                               std::size_t size) {
    auto& self = static_cast<throwing_c_stream_writer&>(base);
    bool const failed_before = bool(self.error());
    self.accept(data, size);
#if RILL_EXCEPTIONS
    if (self.error() && !failed_before)
      raise_stream_error(self.error(), self.to_.name);
#else
    (void)failed_before;
#endif
  }
  static constexpr writer_device device{accept_and_throw, flush_and_keep,
                                        ask_stream};

  c_target const& to_;
};

// What a hook that does not return leaves behind is printed all the same. A
// thread may be cancelled in the destructor: it is not noexcept.
class RILL_OF_THIS_MODULE unfinished_stream_print : unfinished_print {
 public:
  explicit unfinished_stream_print(throwing_c_stream_writer& out)
      : unfinished_print(out, finish) {}
  ~unfinished_stream_print() noexcept(false) {
    if (!is_over_ && leave()) writer().finish_or_report();
  }

  /// The hooks have returned.
  void end() {
    is_over_ = true;
    (void)leave();
  }

 private:
  throwing_c_stream_writer& writer() {
    return static_cast<throwing_c_stream_writer&>(out_);
  }
  [[gnu::cold]] static void finish(unfinished_print& base) {
    auto& self = static_cast<unfinished_stream_print&>(base);
    if (os::is_open(self.writer().stream())) self.writer().finish_or_report();
  }

  bool is_over_ = false;
};

// The same for stdout and stderr, whose errors are kept. What a function of
// the stream's own (fopencookie) throws behind a hook that threw goes to the
// lost-output handler.
class RILL_OF_THIS_MODULE unfinished_standard_print : unfinished_print {
 public:
  explicit unfinished_standard_print(c_stream_writer& out)
      : unfinished_print(out, finish) {}
  ~unfinished_standard_print() noexcept(false) {
    if (!is_over_ && leave()) finish(*this);
  }

  /// The hooks have returned.
  void end() {
    is_over_ = true;
    if (leave()) finish_standard(out_);
  }

 private:
  [[gnu::cold]] static void finish(unfinished_print& base) {
    c_stream_writer& out = static_cast<unfinished_standard_print&>(base).out_;
    if (os::handle_of(out.stream()) != os::no_handle)
      finish_standard(out);
    else
      (void)finish_or_report("standard output", [&] { finish_standard(out); });
  }

  bool is_over_ = false;
};

// with_standard_stream for foreign code: a hook that throws keeps the pieces
// before it, and one that prints to the same stream itself comes before them.
template <class Print>
void with_standard_stream_guarded(FILE* stream, Print print) {
  prepare_c_stream(stream);
  c_stream_writer out(stream, c_stream_writer::aside, keeping_device,
                      kept_error(stream));
  unfinished_standard_print unfinished(out);
  print(out);
  unfinished.end();
}

// Calls print(writer&) with a writer into any of C's streams but stdout and
// stderr. The caller holds the stream's lock. `how` is the writer's second
// argument.
template <class How, class Print>
void with_c_stream(c_target const& to, How how, Print print) {
  throwing_c_stream_writer out(to, how);
  unfinished_stream_print unfinished(out);
  print(out);
  unfinished.end();
  out.finish();
  if (out.keep_error()) raise_stream_error(out.error(), to.name);
}

// Prints straight into the stream's buffer when all pieces fit. The caller
// holds the lock.
template <class... Pieces>
RILL_ALWAYS_INLINE bool put_directly(FILE* stream, std::size_t reach,
                                     Pieces const&... pieces) {
  libc::put_area const area = libc::writable_or_passed(stream);
  if (RILL_UNLIKELY(!has_room(area, reach))) return false;
  char* cursor = area.cursor;
  ((cursor = pieces.write(cursor)), ...);
  libc::put_up_to(stream, cursor);
  return true;
}

template <class... Pieces>
[[gnu::cold, gnu::noinline]] void put_standard_slowly(FILE* stream,
                                                      std::size_t needed,
                                                      Pieces... pieces) {
  with_standard_stream(stream, needed,
                       [&](writer& out) { put_each(out, pieces...); });
}

// To stdout or stderr, with pieces of any kind.
template <class... Pieces>
[[gnu::noinline]] void put_standard_guarded(FILE* stream, Pieces... pieces) {
  stream_guard guard(stream);
  if (stream == stderr) prepare_standard_error();
  with_standard_stream_guarded(stream,
                               [&](writer& out) { put_each(out, pieces...); });
}

// One function for each list of types: a print to stdout is a call, and costs
// the caller only its arguments.
template <class... Pieces>
[[gnu::noinline]] void put_standard_shared(Pieces... pieces) {
  FILE* const stream = stdout;
  FILE* const locked = libc::lock(stream);
  std::size_t const reach = reach_of(pieces...);
  if (RILL_UNLIKELY(!standard_output.is_quick) ||
      !put_directly(stream, reach, pieces...))
    put_standard_slowly(stream, reach, pieces...);
  libc::unlock(locked);
}

// Pieces that may be written without a call, and the values that are.
template <class Piece>
inline constexpr bool may_be_brief = false;
template <>
inline constexpr bool may_be_brief<shared_text> = true;
template <>
inline constexpr bool may_be_brief<leaf_piece<char>> = true;
template <integer T>
inline constexpr bool may_be_brief<leaf_piece<T>> = sizeof(T) <= 8;

inline bool is_brief(shared_text const& piece) noexcept {
  return piece.length <= 16;
}
inline bool is_brief(leaf_piece<char> const&) noexcept { return true; }
template <integer T>
RILL_ALWAYS_INLINE bool is_brief(leaf_piece<T> const& piece) noexcept {
  return magnitude(piece.value) < 100000000;
}

// The everyday print of a loop. Without a call in it the function saves no
// registers. What it would restore, such as the caller's loop counter, comes
// from memory behind stores into the buffer, whose places the processor knows
// late: sometimes, from then on, it waits for them, and a print costs twice
// as much.
template <class... Pieces>
[[gnu::noinline]] void put_standard_briefly(Pieces... pieces) {
  if (RILL_LIKELY(libc::is_single_threaded() && standard_output.is_quick &&
                  (is_brief(pieces) && ...))) {
    std::size_t const reach = reach_of(pieces...);
    if (RILL_LIKELY(put_directly(stdout, reach, pieces...))) return;
  }
  put_standard_shared(pieces...);
}

// The println of a text.
template <class... Pieces>
inline constexpr bool is_text_and_character = false;
template <class Text>
inline constexpr bool is_text_and_character<Text, leaf_piece<char>> =
    is_text_piece<Text>;

template <class Text>
RILL_ALWAYS_INLINE void print_text_and_character(Text const& bytes,
                                                 leaf_piece<char> const& last) {
  print_text_to_standard_output(text_of(bytes).data, text_of(bytes).size,
                                last.value);
}

// To C's stdout.
template <class... Pieces>
RILL_ALWAYS_INLINE void put_standard(Pieces const&... pieces) {
  if constexpr (any_styled<Pieces...>) {
    if (standard_styles_of(stdout) == style_answer::no)
      put_standard(bare_piece(pieces)...);
    else
      put_standard_guarded(stdout, pieces...);
  } else if constexpr (sizeof...(Pieces) == 1 && (is_text_piece<Pieces> && ...))
    (print_text_to_standard_output(text_of(pieces).data, text_of(pieces).size),
     ...);
  else if constexpr (is_text_and_character<Pieces...>)
    print_text_and_character(pieces...);
  else if constexpr (sizeof...(Pieces) <= 2 &&
                     (may_be_brief<decltype(shared(pieces))> && ...))
    put_standard_briefly(shared(pieces)...);
  else if constexpr (are_plain<Pieces...>)
    put_standard_shared(shared(pieces)...);
  else
    put_standard_guarded(stdout, pieces...);
}

// To stderr: nothing there is worth a fast path.
template <class... Pieces>
void put_standard_error(Pieces const&... pieces) {
  if constexpr (are_plain<Pieces...>) {
    FILE* const locked = libc::lock(stderr);
    prepare_standard_error();
    put_standard_slowly(stderr, 0, pieces...);
    libc::unlock(locked);
  } else {
    put_standard_guarded(stderr, pieces...);
  }
}

// What a stream is called that is known by its pointer alone.
constexpr text name_or(char const* name, text otherwise) noexcept {
  return name ? text{name, length_of(name)} : otherwise;
}

// A full buffer, first use, foreign code, errors.
template <class... Pieces>
[[gnu::noinline]] void put_c_stream_slowly(FILE* stream, char const* name,
                                           Pieces const&... pieces) {
  if (!stream) raise_stream_error(library_problem::no_stream, null_stream_name);
  c_target const to{stream, name_or(name, stream_name)};
  auto const print_all = [&](writer& out) { put_each(out, pieces...); };
  if constexpr (are_plain<Pieces...>) {
    stream_guard guard(stream, stream_guard::unless_alone);
    std::size_t const reach = reach_of(pieces...);
    with_c_stream(to, reach, print_all);
  } else {
    stream_guard guard(stream);
    with_c_stream(to, c_stream_writer::aside, print_all);
  }
}

// What the short way below leaves: first the lock. One function for each list
// of types.
template <class... Pieces>
[[gnu::noinline]] void put_c_stream_shared(FILE* stream, char const* name,
                                           Pieces... pieces) {
  if (stream == stdout) return put_standard(pieces...);
  if (stream == stderr) return put_standard_error(pieces...);
  if constexpr (libc::has_put_area && are_plain<Pieces...>) {
    if (!libc::is_single_threaded() && stream) {
      std::size_t const reach = reach_of(pieces...);
      os::lock_stream(stream);
      bool const done = put_directly(stream, reach, pieces...);
      os::unlock_stream(stream);
      if (RILL_LIKELY(done)) return;
    }
  }
  put_c_stream_slowly(stream, name, pieces...);
}

// One statement each: with a single condition g++ takes the slow way for the
// likely one.
RILL_ALWAYS_INLINE bool may_be_quick(FILE* stream) {
  if (RILL_UNLIKELY(!stream)) return false;
  if (RILL_UNLIKELY(!libc::is_single_threaded())) return false;
  if (RILL_UNLIKELY(stream == stdout)) return false;
  return RILL_LIKELY(stream != stderr);
}

// To any of C's streams; `name` is what errors call it. A copy into the buffer
// starts no thread, so it needs no lock while the program has one.
template <class... Pieces>
RILL_ALWAYS_INLINE void put_named_stream(FILE* stream, char const* name,
                                         Pieces const&... pieces) {
  if constexpr (any_styled<Pieces...>)
    if (stream && styles_of(stream) == style_answer::no)
      return put_named_stream(stream, name, bare_piece(pieces)...);
  if constexpr (are_plain<Pieces...>) {
    std::size_t const reach = reach_of(pieces...);
    if (RILL_LIKELY(may_be_quick(stream)) &&
        RILL_LIKELY(put_directly(stream, reach, pieces...)))
      return;
    put_c_stream_shared(stream, name, shared(pieces)...);
  } else {
    put_c_stream_shared(stream, name, pieces...);
  }
}

template <class... Pieces>
RILL_ALWAYS_INLINE void put_c_stream(FILE* stream, Pieces const&... pieces) {
  put_named_stream(stream, nullptr, pieces...);
}

}  // namespace detail

/// C's streams.
template <>
struct sink_traits<FILE*> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(FILE* stream, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_stream(stream, detail::piece_of(args)...);
  }
  static void flush(FILE* stream) {
    if (stream == stdout) {
      error_code const kept = detail::drain_standard_output();
      if (kept) detail::raise_stream_error(kept);
      return;
    }
    if (!stream)
      detail::raise_stream_error(library_problem::no_stream,
                                 detail::null_stream_name);
    detail::stream_guard guard(stream);
    error_code const reason = libc::write_pending(stream);
    if (reason) detail::raise_stream_error(reason);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
