// rill/interop/ostream_sink.h: a std::ostream as a sink of print.
//
// Floor 6. The plain way: the pieces of one print collect in 512 bytes on
// the stack and go to the stream's streambuf. Order with `<<` is kept. Tests:
// test/interop/ostream_sink_test.cpp.
#ifndef RILL_INTEROP_OSTREAM_SINK_H
#define RILL_INTEROP_OSTREAM_SINK_H

#include <concepts>  // std::derived_from
#include <iostream>  // std::cout
#include <ostream>   // std::ostream, its sentry and its streambuf

#include "../print/c_stream_sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

class ostream_writer : public writer {
 public:
  explicit ostream_writer(std::streambuf& to) noexcept
      : writer(device, block_, sizeof block_), to_(to) {}

 private:
  bool pass(char const* data, std::size_t size) {
    auto const wanted = static_cast<std::streamsize>(size);
    if (size == 0 || to_.sputn(data, wanted) == wanted) return true;
    stop(library_problem::wrote_nothing);
    return false;
  }
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<ostream_writer&>(base);
    if (self.error_) return;
    text const held = self.pending();
    self.cursor_ = self.begin_;
    if (!self.pass(held.data, held.size)) return;
    if (size < sizeof self.block_)
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.pass(data, size);
  }
  static void pass_held(writer& base) { drain(base, nullptr, 0); }
  static constexpr writer_device device{drain, pass_held};

  std::streambuf& to_;
  char block_[512];
};

// Prints and returns the error. A hook that throws keeps the pieces before
// it.
template <class... Args>
error_code put_through(std::streambuf& to, Args const&... args) {
  ostream_writer out(to);
  error_code outcome;
  struct finisher {
    ostream_writer& out;
    error_code& outcome;
    void run() {
      out.flush();
      outcome = out.error();
    }
#if RILL_EXCEPTIONS
    bool is_done = false;
    ~finisher() {
      if (is_done) return;
      try {
        run();
      } catch (...) {
        // The exception that is on its way says more than this one.
      }
    }
#endif
  } finish{out, outcome};
  put(out, args...);
  finish.run();
#if RILL_EXCEPTIONS
  finish.is_done = true;
#endif
  return outcome;
}

[[gnu::cold, gnu::noinline]] inline void raise_ostream_error(std::ostream& to) {
  to.setstate(std::ios_base::badbit);
  raise(error(library_problem::wrote_nothing, {"write", 5},
              {"a std::ostream", 14}));
}

}  // namespace detail

/// std::ostream and what derives from it.
///
/// Errors: a stream that is not good(), or whose streambuf refuses bytes,
/// gets badbit, and rill::error is thrown. Flags such as std::hex and the
/// locale of the stream mean nothing here.
template <std::derived_from<std::ostream> S>
struct sink_traits<S> {
  template <class... Args>
  static void put(S& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) {
      // std::cout writes to stdout while the two are synchronised: then the
      // end of the program has something to check.
      if (static_cast<std::ostream*>(&to) == &std::cout)
        detail::ensure_standard_output();
      std::ostream::sentry const ready(to);
      if (!ready || !to.rdbuf()) return detail::raise_ostream_error(to);
      if (detail::put_through(*to.rdbuf(), args...))
        detail::raise_ostream_error(to);
    }
  }
  static void flush(S& to) {
    if (!to.flush()) detail::raise_ostream_error(to);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
