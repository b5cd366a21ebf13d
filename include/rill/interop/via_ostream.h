// rill/interop/via_ostream.h: a type with operator<< prints with rill.
//
// Floor 6. Allocates nothing of its own; throws what the operator and the
// sink throw. The characters collect in a block on the stack, because an
// operator may print to the same sink in the middle. Tests:
// test/interop/via_ostream_test.cpp.
#ifndef RILL_INTEROP_VIA_OSTREAM_H
#define RILL_INTEROP_VIA_OSTREAM_H

#include <ostream>  // std::ostream, std::streambuf

#include "../os/error.h"
#include "../print/put.h"
#include "value_stream.h"

#if RILL_EXCEPTIONS
#include <exception>  // std::exception_ptr
#endif

namespace rill::inline RILL_BUILD {

/// A value that prints through its operator<<.
template <class T>
struct streamed_value {
  T value;
};

namespace detail {

// A streambuf that writes to a writer.
class writer_streambuf : public std::streambuf {
 public:
  explicit writer_streambuf(writer& out) : out_(out) { empty_block(); }

  /// Passes on what has collected.
  bool pass_block() {
    auto const size = static_cast<std::size_t>(pptr() - pbase());
    empty_block();
    return pass(block_, size);
  }

  /// The stream says that it failed. An exception of the writer's that the
  /// stream caught is thrown again; an error that the writer keeps is told by
  /// the writer.
  void report() {
#if RILL_EXCEPTIONS
    if (thrown_) std::rethrow_exception(thrown_);
#endif
    if (!out_.error())
      raise(error(library_problem::stream_failed, "write", "by operator<<"));
  }

 protected:
  int_type overflow(int_type character) override {
    if (!pass_block()) return traits_type::eof();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(character);
      pbump(1);
    }
    return traits_type::not_eof(character);
  }
  std::streamsize xsputn(char const* data, std::streamsize count) override {
    auto const size = static_cast<std::size_t>(count);
    if (size > static_cast<std::size_t>(epptr() - pptr())) {
      if (!pass_block()) return 0;
      if (size >= sizeof block_) return pass(data, size) ? count : 0;
    }
    copy_bytes(pptr(), data, size);
    pbump(static_cast<int>(size));
    return count;
  }
  // std::endl inside of a value is a newline: when the sink is flushed is
  // not the value's business.
  int sync() override { return pass_block() ? 0 : -1; }

 private:
  void empty_block() { setp(block_, block_ + sizeof block_); }

  // The stream turns exceptions into badbit, so they are kept for report().
  bool pass(char const* data, std::size_t size) {
#if RILL_EXCEPTIONS
    try {
      out_.write(data, size);
    } catch (...) {
      thrown_ = std::current_exception();
      throw;
    }
#else
    out_.write(data, size);
#endif
    return !out_.error();
  }

  writer& out_;
#if RILL_EXCEPTIONS
  std::exception_ptr thrown_;
#endif
  char block_[256];
};

template <class T>
concept has_insertion = requires(std::ostream& out, T& v) { out << v; };

template <class T>
struct composite<streamed_value<T>> {
  static void put(writer& out, streamed_value<T> const& v) {
    writer_streambuf buffer(out);
    value_stream lent(buffer);
    std::ostream& stream = *lent;
#if RILL_EXCEPTIONS
    try {
      stream << v.value;
    } catch (...) {
      // What it wrote before stays; its own exception says more than one of
      // the writer's.
      try {
        buffer.pass_block();
      } catch (...) {
      }
      throw;
    }
#else
    stream << v.value;
#endif
    buffer.pass_block();
    if (!stream) buffer.report();
  }
};

}  // namespace detail

/// `via_ostream(x)`: prints x as `out << x` does, where `out` is a stream
/// with the flags of a fresh one and the classic locale.
///
/// Requires: an operator<< for x. Errors: what the operator throws; a stream
/// that it leaves failed is a rill::error. What of its text has come out by
/// then stays. Cost: a std::ostream is lent or made, about 30
/// ns, beside what the operator takes; no allocation.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <complex>
///     std::complex<double> const z(0.5, -2);
///     rill::println("z = ", rill::right(rill::via_ostream(z), 12));
template <class T>
constexpr auto via_ostream(T&& value) {
  if constexpr (detail::has_insertion<T>) {
    return streamed_value<T>{static_cast<T&&>(value)};
  } else if constexpr (requires {
                         value.begin();
                         value.end();
                       }) {
    static_assert(detail::never<T>,
                  "rill: via_ostream is for a type with an operator<<: the "
                  "elements of a range print by rill::join(range, \", \", "
                  "[](auto const& x) { return rill::via_ostream(x); })");
    return text();
  } else {
    static_assert(detail::never<T>,
                  "rill: via_ostream is for a type with an operator<<, which "
                  "this one has not (or its header is not included)");
    return text();
  }
}

}  // namespace rill::inline RILL_BUILD

#endif
