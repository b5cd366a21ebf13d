// rill/print/c_stream_sink.h: a FILE* as a sink of print.
//
// Floor 5. Part of rill/print.h where there is a C library. Tests:
// test/print/sink_test.cpp, test/stream/c_stream_writer_test.cpp.
#ifndef RILL_PRINT_C_STREAM_SINK_H
#define RILL_PRINT_C_STREAM_SINK_H

#include "../stream/c_target.h"
#include "standard_sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

[[noreturn]] [[gnu::cold]] void raise_stream_error(error_code reason,
                                                   text name = stream_name);

// A writer into a stream that is not a standard stream: errors are thrown,
// and kept where the stream is owned.
class RILL_OF_THIS_MODULE throwing_c_stream_writer : public c_stream_writer {
 public:
  template <class... Where>
  throwing_c_stream_writer(c_target const& to, char* scratch, Where... where)
      : c_stream_writer(to.stream, scratch, where..., device, {}),
        name_(to.given_name),
        state_(to.state) {}

  /// Keeps an error for the calls to come; true when there is one.
  bool keep_error() noexcept {
    if (!error_) return false;
    if (state_) {
      state_->stop(error_, "write");
      state_->is_told = true;
    }
    return true;
  }

  /// The end of a call.
  void finish_or_throw() {
    finish();
    if (keep_error()) raise_stream_error(error_, name());
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

// Before a stream is written to by more than a copy into its buffer. Of
// print/c_file_sink.h for those that keep errors.
using prepare_stream = void (*)(c_target const&);

// A call of print whose values are plain, to a stream that is neither stdout
// nor stderr. It holds the stream's lock from begin() to end(), and its slow
// functions give it back when something is thrown.
class RILL_OF_THIS_MODULE stream_call : throwing_c_stream_writer {
 public:
  /// In memory of the caller's, sizeof(stream_call) bytes: in the stream's
  /// buffer, if that has room. Null if not. `locked` gives back the lock, which
  /// the caller has taken.
  RILL_ALWAYS_INLINE static writer* begin_quickly(void* memory,
                                                  c_target const& to,
                                                  FILE* locked) noexcept {
    libc::put_area const area = libc::writable(to.stream);
    if (RILL_UNLIKELY(area.cursor == area.end)) return nullptr;
    return ::new (memory) stream_call(to, locked, area);
  }

  /// The same in any case. `prepare` may be null.
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

  RILL_ALWAYS_INLINE static bool end_quickly(writer& base,
                                             char* cursor) noexcept {
    return static_cast<c_stream_writer&>(base).end_in_stream(cursor);
  }
  static FILE* stream_of(writer& base) noexcept {
    return static_cast<c_stream_writer&>(base).stream();
  }

 private:
  struct unlocker {
    FILE* locked;
    stream_call* call = nullptr;  // whose scratch is free again too
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

  static void put_slowly(writer& base, any_piece piece) {
    auto& self = static_cast<stream_call&>(base);
    unlocker guard{self.locked_, &self};
    unfinished_stream_print unfinished(self);
    piece.put(base, piece.piece);
    unfinished.end();
    guard.is_over = true;
  }
  static constexpr writer_device device{accept_and_throw, flush_and_keep,
                                        ask_stream, put_slowly};
};

// The memory of a call to any of C's streams.
struct print_memory {
  alignas(stream_call) char bytes[larger(sizeof(stream_call),
                                         sizeof(standard_call))];
};

// One statement each: with a single condition g++ takes the slow way for the
// likely one.
RILL_ALWAYS_INLINE bool may_be_quick(FILE* stream) {
  if (RILL_UNLIKELY(!stream)) return false;
  if (RILL_UNLIKELY(!libc::is_single_threaded())) return false;
  if (RILL_UNLIKELY(stream == stdout)) return false;
  return RILL_LIKELY(stream != stderr);
}

// The standard streams, other threads, a buffer without room.
writer& begin_print_locked(print_memory& memory, FILE* stream,
                           char const* name);
writer& begin_print(print_memory& memory, FILE* stream,
                    char const* name = nullptr);
void end_print(writer& out, char* cursor);

// Values with hooks, to a stream that is neither stdout nor stderr. The caller
// holds the lock.
void print_held(c_target const& to, print_list list);

// Values that are no row of plain ones.
void print_list_to(FILE* stream, char const* name, print_list list,
                   bool is_plain);

// Whether the values are plain on a stream.
template <class... Args>
RILL_ALWAYS_INLINE bool are_plain_for(FILE* stream) {
  if constexpr ((is_plain_unstyled<Args> && ...))
    return stream && styles_of(stream) == style_answer::no;
  else
    return false;
}

// A copy of one or two pieces into the buffer starts no thread, so it needs no
// lock while the program has one.
template <class... Args>
RILL_ALWAYS_INLINE void put_c_stream(FILE* stream, char const* name,
                                     Args const&... args) {
  if constexpr (is_short_call<Args...>) {
    if (RILL_LIKELY(may_be_quick(stream)) &&
        RILL_LIKELY(put_directly(stream, reach_of(piece_of(args)...),
                                 piece_of(args)...)))
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

/// C's streams.
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
#include "c_stream_sink_body.h"
#endif

#endif
