// rill/driver/openssl_bio.h: the BIO_METHOD of BIOs over rill's streams.
//
// Layer 7. For driver/openssl.h. Exceptions of a stream do not pass through
// OpenSSL: the BIO keeps the error, and the call fails. Tests:
// test/driver/openssl_bio_test.cpp.
#ifndef RILL_DRIVER_OPENSSL_BIO_H
#define RILL_DRIVER_OPENSSL_BIO_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <openssl/bio.h>  // BIO, BIO_METHOD
#include <openssl/err.h>  // the error queue

#include "../memory/find_byte.h"
#include "../stream/lost_output.h"
#include "../stream/reader.h"
#include "../stream/writer.h"

namespace rill::inline RILL_BUILD::detail {

// OpenSSL counts the bytes of a call in int. 1 GiB is below its limit.
inline constexpr std::size_t bio_chunk = std::size_t{1} << 30;

// Adds an entry to the thread's error queue.
[[gnu::cold]] inline void raise_in_openssl(int reason,
                                           char const* words) noexcept {
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
  ERR_raise_data(ERR_LIB_BIO, reason, words ? "%s" : nullptr, words);
#else
  ::ERR_put_error(ERR_LIB_BIO, 0, reason, "rill", 0);
  if (words) ::ERR_add_error_data(1, words);
#endif
}

// The streams of a BIO of make_bio(). One of the two may be null.
struct bio_streams {
  reader* in = nullptr;
  writer* out = nullptr;
  void (*destroy)(bio_streams*) noexcept = nullptr;
  error failure = {};      // the first error of a stream
  bool is_at_end = false;  // of `in`, at the last read
  bool is_cut = false;     // `in` has failed
};

inline bio_streams* streams_of(BIO* bio) noexcept {
  return static_cast<bio_streams*>(::BIO_get_data(bio));
}

// Reports a failed call, and returns its result. The BIO keeps the first error.
[[gnu::cold]] inline int fail_bio(bio_streams& streams,
                                  error const& why) noexcept {
  if (!streams.failure) streams.failure = why;
  raise_in_openssl(ERR_R_SYS_LIB, why.what());
  return -1;
}
// Reports a call that the BIO does not support, and returns its result.
[[gnu::cold]] inline int refuse_bio_call() noexcept {
  raise_in_openssl(BIO_R_UNSUPPORTED_METHOD, nullptr);
  return -2;
}

// Calls use(), and returns the exception it throws as an error.
template <class Use>
error thrown_in([[maybe_unused]] text operation, [[maybe_unused]] text name,
                Use use) noexcept {
#if RILL_EXCEPTIONS
  try {
    use();
  } catch (error const& reason) {
    return reason;
  } catch (...) {
    error const thrown = thrown_error(name);
    return {thrown.code(), operation, name, thrown.reason()};
  }
#else
  use();
#endif
  return {};
}

// The same for a writer. Some writers do not throw, but have an error().
template <class Use>
error thrown_in(writer& out, Use use) noexcept {
  constexpr text name = "to a writer";
  error const why = thrown_in("write", name, use);
  if (why || !out.error()) return why;
  return {out.error(), "write", name};
}

inline int write_to_streams(BIO* bio, char const* data, int size) {
  ::BIO_clear_retry_flags(bio);
  bio_streams* const to = streams_of(bio);
  if (!to || !to->out) return refuse_bio_call();
  if (!data || size <= 0) return 0;
  error const why = thrown_in(
      *to->out, [&] { to->out->write(data, static_cast<std::size_t>(size)); });
  return why ? fail_bio(*to, why) : size;
}

inline int put_to_streams(BIO* bio, char const* words) {
  return write_to_streams(
      bio, words, static_cast<int>(smaller(length_of(words), bio_chunk)));
}

// Calls take(reader&), which returns how many bytes it took, 0 at the end.
template <class Take>
int read_from_streams(BIO* bio, Take take) {
  ::BIO_clear_retry_flags(bio);
  bio_streams* const from = streams_of(bio);
  if (!from || !from->in) return refuse_bio_call();
  std::size_t taken = 0;
  error why = thrown_in("read", "a reader", [&] { taken = take(*from->in); });
  if (!why && taken == 0 && from->in->error()) why = read_failure(*from->in);
  from->is_at_end = !why && taken == 0;
  if (why) from->is_cut = true;
  return why ? fail_bio(*from, why) : static_cast<int>(taken);
}

// Returns the bytes that the reader has in memory. Reads more only if it has no
// bytes.
inline int read_some_from_streams(BIO* bio, char* room, int size) {
  if (!room || size <= 0) return 0;
  return read_from_streams(bio, [=](reader& in) -> std::size_t {
    std::size_t const there = in.peek(1).size != 0 ? in.available() : 0;
    return copy_in_pieces(in, room,
                          smaller(there, static_cast<std::size_t>(size)));
  });
}

// Copies one line with its newline, or as much of it as fits before the NUL.
inline std::size_t take_line(reader& in, char* room, std::size_t most) {
  std::size_t done = 0;
  bool has_ended = false;
  while (done != most && !has_ended && in.peek(1).size != 0) {
    char const* const last = in.cursor() + smaller(in.available(), most - done);
    char const* end = find_byte(in.cursor(), last, '\n');
    has_ended = end != last;
    end += has_ended;
    done += copy_in_pieces(in, room + done,
                           static_cast<std::size_t>(end - in.cursor()));
  }
  room[done] = '\0';
  return done;
}
inline int get_line_from_streams(BIO* bio, char* room, int size) {
  if (!room || size <= 1) return 0;
  return read_from_streams(bio, [=](reader& in) {
    return take_line(in, room, static_cast<std::size_t>(size) - 1);
  });
}

inline long flush_streams(bio_streams* to) noexcept {
  if (!to || !to->out) return 1;
  error const why = thrown_in(*to->out, [&] { to->out->flush(); });
  if (!why) return 1;
  (void)fail_bio(*to, why);
  return 0;
}

// libssl calls FLUSH, which must return 1, and EOF (OpenSSL 3). A copy made by
// BIO_dup_chain has no streams: its calls fail. Returns -1 for the missing
// descriptor and offset, because 0 would be valid.
inline long control_streams(BIO* bio, int command, long number, void*) {
  bio_streams const* const self = streams_of(bio);
  switch (command) {
    case BIO_CTRL_FLUSH:
      ::BIO_clear_retry_flags(bio);
      return flush_streams(streams_of(bio));
    case BIO_CTRL_EOF:
      return !self || !self->in || self->is_at_end;
    case BIO_CTRL_PENDING:
      return self && self->in ? static_cast<long>(self->in->available()) : 0;
    case BIO_CTRL_WPENDING:
      return self && self->out ? static_cast<long>(self->out->pending().size)
                               : 0;
    case BIO_CTRL_GET_CLOSE:
      return ::BIO_get_shutdown(bio);
    case BIO_CTRL_SET_CLOSE:
      ::BIO_set_shutdown(bio, static_cast<int>(number));
      return 1;
    case BIO_CTRL_DUP:
      return 1;
    case BIO_C_GET_FD:
    case BIO_C_FILE_TELL:
    case BIO_C_FILE_SEEK:
      return -1;
    default:
      return 0;
  }
}

inline int destroy_streams(BIO* bio) {
  if (bio_streams* const streams = streams_of(bio)) streams->destroy(streams);
  return 1;
}

// One per program, for all BIOs over streams. Never freed.
struct stream_method {
  BIO_METHOD* calls = nullptr;
  int type = 0;
};
RILL_STATE inline stream_method the_stream_method;

inline bool fill_method(BIO_METHOD* calls) noexcept {
  return ::BIO_meth_set_write(calls, write_to_streams) == 1 &&
         ::BIO_meth_set_puts(calls, put_to_streams) == 1 &&
         ::BIO_meth_set_read(calls, read_some_from_streams) == 1 &&
         ::BIO_meth_set_gets(calls, get_line_from_streams) == 1 &&
         ::BIO_meth_set_ctrl(calls, control_streams) == 1 &&
         ::BIO_meth_set_destroy(calls, destroy_streams) == 1;
}

// The BIO type of streams, or 0 if OpenSSL's 128 numbers for types are used up.
// Threads that race each take a number; all use the number stored first.
inline int stream_type() noexcept {
  int& kept = the_stream_method.type;
  int type = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);
  if (type != 0) return type;
  int const number = ::BIO_get_new_index();
  if (number < 0) return 0;
  int const fresh = number | BIO_TYPE_SOURCE_SINK;
  return __atomic_compare_exchange_n(&kept, &type, fresh, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? fresh
             : type;
}

// Returns null without memory.
inline BIO_METHOD* stream_calls() noexcept {
  BIO_METHOD*& kept = the_stream_method.calls;
  BIO_METHOD* calls = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);
  if (calls) return calls;
  int const type = stream_type();
  BIO_METHOD* const fresh =
      type != 0 ? ::BIO_meth_new(type, "rill stream") : nullptr;
  if (fresh && fill_method(fresh) &&
      __atomic_compare_exchange_n(&kept, &calls, fresh, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return fresh;
  ::BIO_meth_free(fresh);
  return calls;
}

// The streams of the first BIO of a chain that has any, or null.
inline bio_streams const* streams_in(BIO* bio) noexcept {
  int const type = __atomic_load_n(&the_stream_method.type, __ATOMIC_ACQUIRE);
  if (type == 0) return nullptr;
  while (bio && ::BIO_method_type(bio) != type) bio = ::BIO_next(bio);
  return bio ? streams_of(bio) : nullptr;
}
inline error chain_failure(BIO* bio) noexcept {
  bio_streams const* const streams = streams_in(bio);
  return streams ? streams->failure : error();
}

inline void place(bio_streams& box, reader& in) noexcept { box.in = &in; }
inline void place(bio_streams& box, writer& out) noexcept { box.out = &out; }

// The streams of one BIO: a reference to a borrowed stream, a member for an
// owned one.
template <class... Streams>
struct stream_box;
template <class Stream>
struct stream_box<Stream> : bio_streams {
  Stream stream;
  explicit stream_box(Stream&& from) : stream(static_cast<Stream&&>(from)) {
    place(*this, stream);
  }
};
template <class In, class Out>
struct stream_box<In, Out> : bio_streams {
  In input;
  Out output;
  stream_box(In&& from, Out&& to)
      : input(static_cast<In&&>(from)), output(static_cast<Out&&>(to)) {
    place(*this, input);
    place(*this, output);
  }
};
// Returns a BIO over the streams, or null without memory.
template <class... Streams>
BIO* new_stream_bio(Streams&&... streams) {
  using box = stream_box<Streams...>;
  BIO_METHOD* const calls = stream_calls();
  BIO* const bio = calls ? ::BIO_new(calls) : nullptr;
  if (!bio) return nullptr;
  struct unfinished {
    BIO* bio;
    ~unfinished() { (void)::BIO_free(bio); }
  } guard{bio};
  auto* const made = new (std::nothrow) box(static_cast<Streams&&>(streams)...);
  if (!made) return nullptr;
  made->destroy = [](bio_streams* base) noexcept {
    delete static_cast<box*>(base);
  };
  ::BIO_set_data(bio, made);
  guard.bio = nullptr;
  return bio;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
