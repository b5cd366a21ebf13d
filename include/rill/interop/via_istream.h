// rill/interop/via_istream.h: a type with operator>> scans with rill.
//
// Floor 6. Allocates nothing of its own; throws what the operator and the
// source throw. The stream sees a copy of a few bytes at a time, because an
// operator may read from the same source in the middle, and the reader's
// bytes may move. Tests: test/interop/via_istream_test.cpp.
#ifndef RILL_INTEROP_VIA_ISTREAM_H
#define RILL_INTEROP_VIA_ISTREAM_H

#include <istream>  // std::istream, std::streambuf, std::locale::classic

#include "../scan/item.h"
#include "../scan/text_items.h"

#if RILL_EXCEPTIONS
#include <exception>  // std::exception_ptr
#endif

namespace rill::inline RILL_BUILD {

/// What is read through its operator>>.
template <class T>
struct extracted_value {
  T& value;
};

namespace detail {

// A streambuf that reads from a reader. What was read is taken from the
// reader at the end, or when it is long, so that an item that fails stays.
class reader_streambuf : public std::streambuf {
 public:
  explicit reader_streambuf(reader& in) : in_(in) { show(first_, first_); }

  /// Takes from the reader what the stream has read.
  void take() {
    std::size_t const size = size_read();
    in_.advance_to(in_.cursor() + smaller(size, in_.available()));
  }

  /// What the stream caught is thrown again.
  void report() {
#if RILL_EXCEPTIONS
    if (thrown_) std::rethrow_exception(thrown_);
#endif
  }

 protected:
  int_type underflow() override {
    if (gptr() != first_) block_[0] = gptr()[-1];
    offset_ = size_read();
    show(first_, first_);
    std::size_t const size = ask();
    if (size == 0) return traits_type::eof();
    copy_bytes(first_, in_.cursor() + offset_, size);
    show(first_, first_ + size);
    return traits_type::to_int_type(*first_);
  }

 private:
  static constexpr std::size_t kept_limit = 4096;

  // One byte of what was read can be put back.
  void show(char* next, char* end) {
    setg(offset_ != 0 ? block_ : first_, next, end);
  }
  std::size_t size_read() const {
    return offset_ + static_cast<std::size_t>(gptr() - block_) - 1;
  }
  // How many bytes there are behind what was read, up to a block of them.
  std::size_t ask() {
    if (offset_ > kept_limit) {
      in_.advance_to(in_.cursor() + smaller(offset_ - 1, in_.available()));
      offset_ = 1;
    }
#if RILL_EXCEPTIONS
    try {
      while (in_.available() <= offset_ && in_.more()) {
      }
    } catch (...) {
      thrown_ = std::current_exception();
      throw;
    }
#else
    while (in_.available() <= offset_ && in_.more()) {
    }
#endif
    if (in_.available() <= offset_) return 0;
    return smaller(in_.available() - offset_, sizeof block_ - 1);
  }

  reader& in_;
  std::size_t offset_ = 0;  // of *first_, behind the reader's cursor
#if RILL_EXCEPTIONS
  std::exception_ptr thrown_;
#endif
  char block_[129];
  char* const first_ = block_ + 1;
};

template <class T>
concept has_extraction = requires(std::istream& in, T& v) { in >> v; };

template <class T>
struct item<extracted_value<T>> {
  static outcome read(reader& in, extracted_value<T>& v, text& expected) {
    expected = words_of("a value");
    if (!skip_space(in)) return scan_problem::end_of_input;
    reader_streambuf buffer(in);
    std::istream stream(&buffer);
    if (stream.getloc() != std::locale::classic())
      stream.imbue(std::locale::classic());
    stream >> v.value;
    if (stream.fail()) {
      buffer.report();
      return scan_problem::malformed;
    }
    buffer.take();
    return fine;
  }
};

}  // namespace detail

/// `via_istream(x)`: reads x as `in >> x` does, where `in` is a stream with
/// the flags of a fresh one and the classic locale: `scan(via_istream(x))`.
///
/// Requires: an operator>> for x. Errors: what the operator throws; a stream
/// that it leaves failed is the rill::error of a value that is malformed, and
/// the input then stays at its start, unless more than 4 KiB were read. What
/// the operator did to x before it failed is done. Cost: making a
/// std::istream, 30 to 130 ns, and a copy of the text; no allocation.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <complex>
///     std::complex<double> z;
///     rill::scan(rill::from("(0.5,-2)"), rill::via_istream(z));
template <class T>
constexpr auto via_istream(T& value) {
  static_assert(detail::has_extraction<T>,
                "rill: via_istream is for a type with an operator>>, which "
                "this one has not (or its header is not included)");
  return extracted_value<T>{value};
}

}  // namespace rill::inline RILL_BUILD

#endif
