// rill/print/standard_sink.h: print and println to C's stdout, stderr and any
// other FILE.
//
// Layer 5. Tests: test/print/call_test.cpp, test/print/sink_test.cpp,
// test/cstdio/c_stream_writer_test.cpp.
#ifndef RILL_PRINT_STANDARD_SINK_H
#define RILL_PRINT_STANDARD_SINK_H

#include "../cstdio/c_stream_writer.h"
#include "../cstdio/standard_output.h"
#include "../stream/lost_output.h"
#include "format_string.h"
#include "list.h"

// print and println to C's stdout and stderr.
//
// Errors are kept, not thrown (cstdio/standard_output.h).

namespace rill::inline RILL_BUILD {
namespace detail {

// Prints what a hook has written even if the hook does not return. If a
// function of the stream's own (fopencookie) throws after a hook threw, that
// exception goes to the lost-output handler. The destructor is not noexcept,
// because a thread may be cancelled in it.
class RILL_OF_THIS_MODULE unfinished_standard_print : unfinished_print {
 public:
  explicit unfinished_standard_print(c_stream_writer& out)
      : unfinished_print(out, finish) {}
  ~unfinished_standard_print() noexcept(false) {
    if (!is_over_ && leave()) finish(*this);
  }

  /// Ends the print after the hooks have returned.
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

// Prints to stdout or stderr with hooks. If a hook throws, the pieces before it
// stay. What a hook itself prints to the same stream comes before the pieces of
// this print.
void print_guarded(FILE* stream, print_list list);

// For calls of plain values to stdout or stderr.
writer& begin_standard(void* memory, FILE* stream);
void print_plainly(FILE* stream, print_list list);

// Prints to stdout or stderr, for sinks that write to one of them, such as
// std::cout.
void print_to_standard(FILE* stream, print_list list, bool is_plain);

// Prints values to stdout that are not all plain. Without hooks they may be
// plain if stdout takes no styles.
template <bool IsPlainUnstyled>
[[gnu::noinline]] void print_to_stdout(print_list list) {
  if (IsPlainUnstyled && standard_styles_of(stdout) == style_answer::no)
    print_plainly(stdout, list);
  else
    print_guarded(stdout, list);
}

// Prints straight into the stream's buffer if all pieces fit. The caller holds
// the lock.
template <class... Args>
RILL_ALWAYS_INLINE bool put_directly(FILE* stream, std::size_t max_size,
                                     Args const&... args) {
  libc::put_area const area = libc::writable_or_passed(stream);
  if (RILL_UNLIKELY(!has_room(area, max_size))) return false;
  char* cursor = area.cursor;
  ((cursor = args.write(cursor)), ...);
  libc::put_up_to(stream, cursor);
  return true;
}
// may_take_fast_path: the types of pieces that the fast path may write without
// a call. takes_fast_path: the values for which it does.
template <class Arg>
inline constexpr bool may_take_fast_path = false;
template <>
inline constexpr bool may_take_fast_path<builtin_arg<char>> = true;
template <>
inline constexpr bool may_take_fast_path<newline_arg> = true;
template <integer T>
inline constexpr bool may_take_fast_path<builtin_arg<T>> = sizeof(T) <= 8;

inline bool takes_fast_path(builtin_arg<char> const&) noexcept { return true; }
inline bool takes_fast_path(newline_arg const&) noexcept { return true; }
template <integer T>
RILL_ALWAYS_INLINE bool takes_fast_path(builtin_arg<T> const& arg) noexcept {
  return magnitude(arg.value) < 100000000;
}

// The usual print in a loop. Its fast path makes no calls, so no callee-saved
// registers are spilled. Reloading them, such as the caller's loop counter,
// right after stores to a computed address can stall on memory disambiguation
// (up to 2x per print).
template <class... Args>
[[gnu::noinline]] void put_standard_fast(Args... args) {
  if (RILL_LIKELY(libc::is_single_threaded() && standard_output.has_fast_path &&
                  (takes_fast_path(args) && ...))) {
    std::size_t const max_size = max_size_of_args(args...);
    if (RILL_LIKELY(put_directly(stdout, max_size, args...))) return;
  }
  alignas(standard_call) char memory[sizeof(standard_call)];
  writer& out = standard_call::begin(memory, stdout);
  standard_call::end(out, (row{out, out.cursor()}->*...->*args.value).end());
}

template <class First, class... Last>
RILL_ALWAYS_INLINE void put_standard_shortly(First const& first,
                                             Last const&... last) {
  if constexpr (is_text_arg<First>)
    print_text_to_standard_output(text_of(first).data, text_of(first).size,
                                  static_cast<char>(last.value)...);
  else
    put_standard_fast(first, last...);
}

// True for a text or a small value, perhaps with a character or a newline after
// it.
template <class Arg>
inline constexpr bool is_short_arg =
    is_text_arg<Arg> || may_take_fast_path<Arg>;
template <bool EndsLine, class... Args>
inline constexpr bool is_short_for_stdout = false;
template <bool EndsLine, class T>
inline constexpr bool is_short_for_stdout<EndsLine, T> =
    is_short_arg<decltype(format_arg_of(declval<T const&>()))>;
template <class T>
inline constexpr bool is_short_for_stdout<false, T, char> =
    is_short_for_stdout<false, T>;

// print and println to C's stdout. One function takes all arguments and is
// inlined (print/put.h).
template <bool EndsLine>
struct standard_fn {
  template <class... Args>
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (!all_printable<Args...>) {
    } else if constexpr (is_short_for_stdout<EndsLine, Args...>) {
      if constexpr (EndsLine)
        put_standard_shortly(format_arg_of(args)..., newline_arg());
      else
        put_standard_shortly(format_arg_of(args)...);
    } else if constexpr ((is_plain_value<Args> && ...)) {
      alignas(standard_call) char memory[sizeof(standard_call)];
      writer& out = standard_call::begin(memory, stdout);
      char* const end = (row{out, out.cursor()}->*...->*as_seen(args)).end();
      if constexpr (EndsLine)
        standard_call::end_line(out, end);
      else
        standard_call::end(out, end);
    } else {
      listed_value const values[sizeof...(Args) + 1] = {
          listed(as_seen(args))...};
      print_to_stdout<(is_plain_unstyled<Args> && ...)>(
          {types_of_call<EndsLine, seen_as<Args>...>, values});
    }
  }
};

// print and println to stderr, which does not need a fast path.
template <bool EndsLine>
struct standard_error_fn {
  template <class... Args>
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (all_printable<Args...>) {
      listed_value const values[sizeof...(Args) + 1] = {
          listed(as_seen(args))...};
      print_list const list{types_of_call<EndsLine, seen_as<Args>...>, values};
      if constexpr ((is_plain_value<Args> && ...))
        print_plainly(stderr, list);
      else
        print_guarded(stderr, list);
    }
  }
};

// A FILE* as a sink of print.

[[noreturn]] [[gnu::cold]] void raise_stream_error(error_code reason,
                                                   text name = stream_name);

// A writer into a stream that is not a standard stream. Throws errors, and
// keeps them if the stream is owned.
class RILL_OF_THIS_MODULE throwing_c_stream_writer : public c_stream_writer {
 public:
  template <class... Where>
  throwing_c_stream_writer(c_target const& to, char* scratch, Where... where)
      : c_stream_writer(to.stream, scratch, where..., device, {}),
        name_(to.given_name),
        state_(to.state) {}

  /// Keeps an error for later calls. Returns true if there is one.
  bool keep_error() noexcept {
    if (!error_) return false;
    if (state_) {
      state_->stop(error_, "write");
      state_->is_reported = true;
    }
    return true;
  }

  /// Ends a call.
  void finish_or_throw() {
    finish();
    if (keep_error()) raise_stream_error(error_, name());
  }

  /// Ends a call while an exception of this stream or of a hook is in flight,
  /// or while the program ends. An error of the stream then goes to the
  /// lost-output handler, and so does an exception of a function of the
  /// stream's own (fopencookie). A stream with a descriptor has no such
  /// function, but the thread may be cancelled there: nothing may catch that.
  [[gnu::cold, gnu::noinline]] void finish_or_report() {
    bool const is_known = bool(error_);
    if (os::handle_of(stream()) != os::no_handle)
      finish();
    else
      (void)detail::finish_or_report(name(), [this] { finish(); });
    if (keep_error() && !is_known)
      on_lost_output(rill::error(error_, "write", name()));
  }

 protected:
  RILL_ALWAYS_INLINE throwing_c_stream_writer(c_target const& to,
                                              libc::put_area area,
                                              writer_device const& how,
                                              FILE* locked) noexcept
      : c_stream_writer(to.stream, area, how, locked),
        name_(to.given_name),
        state_(to.state) {}
  throwing_c_stream_writer(c_target const& to, writer_device const& how,
                           FILE* locked)
      : c_stream_writer(to.stream, nullptr, how, {}, locked),
        name_(to.given_name),
        state_(to.state) {}

  static void accept_and_throw(writer& base, char const* data,
                               std::size_t size) {
    auto& self = static_cast<throwing_c_stream_writer&>(base);
    bool const failed_before = bool(self.error());
    self.accept(data, size);
#if RILL_EXCEPTIONS
    if (self.error() && !failed_before)
      raise_stream_error(self.error(), self.name());
#else
    (void)failed_before;
#endif
  }

  text name() const noexcept { return c_target{stream(), name_}.name(); }

 private:
  char const* name_;
  c_file_state* state_;
  static constexpr writer_device device{accept_and_throw, flush_and_keep,
                                        ask_stream};
};

// Prints what a hook has written even if the hook does not return. The
// destructor is not noexcept, because a thread may be cancelled in it.
class RILL_OF_THIS_MODULE unfinished_stream_print : unfinished_print {
 public:
  explicit unfinished_stream_print(throwing_c_stream_writer& out)
      : unfinished_print(out, finish) {}
  ~unfinished_stream_print() noexcept(false) {
    if (!is_over_ && leave()) writer().finish_or_report();
  }

  /// Ends the print after the hooks have returned.
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

// Called before more than a copy into a stream's buffer. print/c_file_sink.h
// has such a function for streams that keep errors.
using prepare_stream = void (*)(c_target const&);

// A call of print with plain values to a stream that is neither stdout nor
// stderr. It holds the stream's lock from its beginning to its end; its slow
// functions release the lock if something is thrown.
class RILL_OF_THIS_MODULE stream_call : throwing_c_stream_writer {
 public:
  /// Begins a call in the caller's memory of sizeof(stream_call) bytes, over
  /// the stream's buffer. Returns null if the buffer has no room. `locked` is
  /// the stream if the caller has locked it; the end of the call unlocks it.
  RILL_ALWAYS_INLINE static writer* begin_fast(void* memory, c_target const& to,
                                               FILE* locked) noexcept {
    libc::put_area const area = libc::writable(to.stream);
    if (RILL_UNLIKELY(area.cursor == area.end)) return nullptr;
    return ::new (memory) stream_call(to, locked, area);
  }

  /// Begins a call whether or not the buffer has room. `prepare` may be null.
  [[gnu::cold, gnu::noinline]] static writer& begin_slowly(
      void* memory, c_target const& to, FILE* locked, prepare_stream prepare) {
    unlocker guard{locked};
    if (prepare) prepare(to);
    writer& made = *::new (memory) stream_call(to, locked);
    guard.is_over = true;
    return made;
  }

  [[gnu::cold, gnu::noinline]] static void end_slowly(writer& base,
                                                      char* cursor) {
    auto& self = static_cast<stream_call&>(base);
    unlocker const guard{self.locked_, &self};
    print_call::end(self, cursor);
    self.finish_or_throw();
  }

  RILL_ALWAYS_INLINE static bool end_fast(writer& base, char* cursor) noexcept {
    return static_cast<c_stream_writer&>(base).end_in_stream(cursor);
  }
  static FILE* stream_of(writer& base) noexcept {
    return static_cast<c_stream_writer&>(base).stream();
  }

 private:
  struct unlocker {
    FILE* locked;
    stream_call* call = nullptr;  // its scratch is released too
    bool is_over = false;
    ~unlocker() {
      if (is_over) return;
      if (call) call->release_scratch();
      libc::unlock(locked);
    }
  };

  RILL_ALWAYS_INLINE stream_call(c_target const& to, FILE* locked,
                                 libc::put_area area) noexcept
      : throwing_c_stream_writer(to, area, device, locked) {}
  stream_call(c_target const& to, FILE* locked)
      : throwing_c_stream_writer(to, device, locked) {}

  static void put_slowly(writer& base, any_arg arg) {
    auto& self = static_cast<stream_call&>(base);
    unlocker guard{self.locked_, &self};
    unfinished_stream_print unfinished(self);
    arg.put(base, arg.arg);
    unfinished.end();
    guard.is_over = true;
  }
  static constexpr writer_device device{accept_and_throw, flush_and_keep,
                                        ask_stream, put_slowly};
};

// Memory for a call to any FILE.
struct print_memory {
  alignas(stream_call) char bytes[larger(sizeof(stream_call),
                                         sizeof(standard_call))];
};

// Separate statements: with a single condition g++ treats the slow path as the
// likely one.
RILL_ALWAYS_INLINE bool may_use_fast_path(FILE* stream) {
  if (RILL_UNLIKELY(!stream)) return false;
  if (RILL_UNLIKELY(!libc::is_single_threaded())) return false;
  if (RILL_UNLIKELY(stream == stdout)) return false;
  return RILL_LIKELY(stream != stderr);
}

// Begins a print to a standard stream, with several threads, or without room in
// the buffer.
writer& begin_print_locked(print_memory& memory, FILE* stream,
                           char const* name);
writer& begin_print(print_memory& memory, FILE* stream,
                    char const* name = nullptr);
void end_print(writer& out, char* cursor);

// Prints values with hooks to a stream that is neither stdout nor stderr. The
// caller holds the lock.
void print_held(c_target const& to, print_list list);

// Prints values that are not all plain.
void print_list_to(FILE* stream, char const* name, print_list list,
                   bool is_plain);

// True if the values are plain because the stream takes no styles.
template <class... Args>
RILL_ALWAYS_INLINE bool are_plain_for(FILE* stream) {
  if constexpr ((is_plain_unstyled<Args> && ...))
    return stream && styles_of(stream) == style_answer::no;
  else
    return false;
}

// Copies one or two pieces into the buffer, if it can. The copy cannot start a
// thread, so it needs no lock while the program has one.
template <class... Args>
RILL_ALWAYS_INLINE void put_c_stream(FILE* stream, char const* name,
                                     Args const&... args) {
  if constexpr (is_short_call<Args...>) {
    if (RILL_LIKELY(may_use_fast_path(stream)) &&
        RILL_LIKELY(put_directly(stream,
                                 max_size_of_args(format_arg_of(args)...),
                                 format_arg_of(args)...)))
      return;
  }
  if constexpr ((is_plain_value<Args> && ...)) {
    print_memory memory;
    writer& out = begin_print(memory, stream, name);
    end_print(out, (row{out, out.cursor()}->*...->*args).end());
  } else {
    print_list_to(stream, name, listed_call<Args...>(args...).list(),
                  are_plain_for<Args...>(stream));
  }
}

}  // namespace detail

/// Any FILE of C.
template <>
struct sink_traits<FILE*> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(FILE* stream, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_stream(stream, nullptr, args...);
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

#if RILL_BODIES
#include "standard_sink_body.h"
#endif

#endif
