// rill/interop/value_stream.h: prints and scans values by their operator<< and
// operator>>, and prints by rill inside an operator<<.
//
// Layer 7. Tests: test/interop/via_ostream_test.cpp,
// test/interop/via_istream_test.cpp, test/interop/insertion_test.cpp.
#ifndef RILL_INTEROP_VALUE_STREAM_H
#define RILL_INTEROP_VALUE_STREAM_H

#include <istream>  // std::istream, std::streambuf, std::locale::classic
#include <ostream>  // std::ostream, std::streambuf, std::locale::classic, …

#include "../base/config.h"
#include "../os/error.h"
#include "../print/format_string.h"
#include "../print/formatting.h"
#include "../print/put.h"
#include "../scan/item.h"
#include "../scan/text.h"
#include "../stream/scratch_writer.h"
#include "../stream/styles.h"
#include "ostream_sink.h"
#include "streambuf_view.h"

#if defined(__GLIBCXX__) && RILL_THREAD_DESTRUCTORS
#include <new>  // placement
#endif

#if RILL_EXCEPTIONS
#include <exception>  // std::exception_ptr
#endif

// The std::ostream that a value's operator<< writes to.
//
// Every value gets a stream in its initial state with the classic locale.
// libstdc++ takes 110 ns to make one, as long as an operator<< may take, so
// there each thread keeps one (not on Windows, base/config.h). The thread
// discards it if an operator changed its locale, callbacks, iword or pword, as
// the library's protected members show. A value that is printed inside another
// one, or after the end of the thread, gets its own stream. libc++ makes one in
// 20 ns.

namespace rill::inline RILL_BUILD {
namespace detail {

// Has the classic locale, whatever the global locale is.
class new_ostream : public std::ostream {
 public:
  explicit new_ostream(std::streambuf* to) : std::ostream(to) {
    if (getloc() != std::locale::classic()) imbue(std::locale::classic());
  }
};

#if defined(__GLIBCXX__) && RILL_THREAD_DESTRUCTORS

class RILL_OF_THIS_MODULE kept_ostream : public new_ostream {
 public:
  kept_ostream() : new_ostream(nullptr) {}

  void lend(std::streambuf& to) {
    exceptions(goodbit);  // first: rdbuf() sets the state
    rdbuf(&to);
    tie(nullptr);
    flags(skipws | dec);
    precision(6);
    width(0);
    fill(' ');
  }

  /// Returns false if something was changed that lend() does not reset.
  bool is_kept() const noexcept {
    if (_M_callbacks != nullptr || _M_word != _M_local_word ||
        !(_M_ios_locale == std::locale::classic()))
      return false;
    for (auto const& word : _M_local_word)
      if (word._M_pword != nullptr || word._M_iword != 0) return false;
    return true;
  }
};

enum class keeping : unsigned char { none, idle, lent, over };

// Has no destructor, so it is valid after the thread's stream is destroyed.
// Each program and shared library has its own copy of it and of the code that
// uses it, because a shared library may be unloaded.
RILL_OF_THIS_MODULE inline thread_local keeping stream_keeping = keeping::none;

// Storage for the thread's stream, which is made on first use.
class RILL_OF_THIS_MODULE stream_keeper {
 public:
  stream_keeper() noexcept {}
  ~stream_keeper() {
    if (stream_keeping == keeping::idle) stream_.~kept_ostream();
    stream_keeping = keeping::over;
  }
  stream_keeper(stream_keeper const&) = delete;
  stream_keeper& operator=(stream_keeper const&) = delete;

  kept_ostream& lend(std::streambuf& to) {
    if (stream_keeping == keeping::none) ::new (&stream_) kept_ostream;
    stream_keeping = keeping::lent;
    stream_.lend(to);
    return stream_;
  }
  void take_back() {
    stream_keeping = keeping::idle;
    if (stream_.is_kept()) return;
    stream_.~kept_ostream();
    stream_keeping = keeping::none;
  }

 private:
  union {
    kept_ostream stream_;
  };
};

RILL_OF_THIS_MODULE inline thread_local stream_keeper kept_stream;

class RILL_OF_THIS_MODULE value_stream {
 public:
  explicit value_stream(std::streambuf& to)
      : is_own_(stream_keeping >= keeping::lent) {
    if (is_own_)
      stream_ = ::new (&own_) new_ostream(&to);
    else
      stream_ = &kept_stream.lend(to);
  }
  ~value_stream() {
    if (is_own_)
      own_.~new_ostream();
    else
      kept_stream.take_back();
  }
  value_stream(value_stream const&) = delete;
  value_stream& operator=(value_stream const&) = delete;

  std::ostream& operator*() const noexcept { return *stream_; }

 private:
  bool is_own_;
  std::ostream* stream_;
  union {
    new_ostream own_;
  };
};

#else

class value_stream {
 public:
  explicit value_stream(std::streambuf& to) : stream_(&to) {}
  std::ostream& operator*() noexcept { return stream_; }

 private:
  new_ostream stream_;
};

#endif

}  // namespace detail

// Scans types that have an operator>>.
//
// Allocates nothing itself; passes on what the operator and the source throw.
// The stream sees a copy of a few bytes at a time, because an operator may
// itself read from the same source, and the reader's bytes may move.

namespace detail {

// What is read through its operator>>.
template <class T>
struct extracted_value {
  T& value;
};

// A streambuf that reads from a reader. It consumes the reader's bytes only at
// the end, so that a value that fails stays in the input. Beyond 4 KiB it
// consumes them earlier.
class reader_streambuf : public std::streambuf {
 public:
  explicit reader_streambuf(reader& in) : in_(in) { show(first_, first_); }

  /// Consumes from the reader what the stream has read.
  void take() {
    std::size_t const size = size_read();
    in_.advance_to(in_.cursor() + smaller(size, in_.available()));
  }

  /// Rethrows an exception that the stream caught.
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

  // One byte that was read can be put back.
  void show(char* next, char* end) {
    setg(offset_ != 0 ? block_ : first_, next, end);
  }
  std::size_t size_read() const {
    return offset_ + static_cast<std::size_t>(gptr() - block_) - 1;
  }
  // Asks the reader for more. Returns how many bytes follow the bytes already
  // read, at most a block.
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
  std::size_t offset_ = 0;  // of *first_, from the reader's cursor
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
  static scan_status read(reader& in, extracted_value<T>& v, text& expected) {
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
    return scan_ok;
  }
};

}  // namespace detail

/// `via_istream(x)`: reads x as `in >> x` does, where `in` has the default
/// flags and the classic locale: `scan(via_istream(x))`.
///
/// Requires: an operator>> for x. Errors: what the operator throws. If it
/// leaves the stream failed, the rill::error is that of a malformed value, and
/// the input stays before the value, unless more than 4 KiB were read. x keeps
/// what the operator stored before it failed. Cost: making a std::istream, 30
/// to 130 ns, and a copy of the text; rill allocates nothing.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <complex>
///     std::complex<double> z;
///     rill::scan(rill::from("(0.5,-2)"), rill::via_istream(z));
template <class T>
constexpr auto via_istream(T& value) {
  static_assert(detail::has_extraction<T>,
                "rill: via_istream found no operator>> for this type: write "
                "one, or include its header");
  return detail::extracted_value<T>{value};
}

// Prints types that have an operator<<.
//
// Allocates nothing itself; passes on what the operator and the sink throw. The
// characters collect in a block on the stack, because an operator may itself
// print to the same sink.

namespace detail {
// A value that prints through its operator<<.
template <class T>
struct streamed_value {
  T value;
};

// A streambuf that writes to a writer.
class writer_streambuf : public std::streambuf {
 public:
  explicit writer_streambuf(writer& out) : out_(out) { empty_block(); }

  /// Passes the collected characters to the writer.
  bool pass_block() {
    auto const size = static_cast<std::size_t>(pptr() - pbase());
    empty_block();
    return pass(block_, size);
  }

  /// Reports that the stream has failed. Rethrows an exception of the writer
  /// that the stream caught. If the writer has an error, the writer itself
  /// reports it.
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
  // std::endl inside a value only writes a newline: the value must not decide
  // when the sink is flushed.
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
struct printer<streamed_value<T>> {
  static void put(writer& out, streamed_value<T> const& v) {
    writer_streambuf buffer(out);
    value_stream lent(buffer);
    std::ostream& stream = *lent;
#if RILL_EXCEPTIONS
    try {
      stream << v.value;
    } catch (...) {
      // The text written before stays. The operator's exception takes
      // precedence over one of the writer.
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

/// `via_ostream(x)`: prints x as `out << x` does, where `out` has the default
/// flags and the classic locale.
///
/// Requires: an operator<< for x. Errors: what the operator throws; a stream
/// that it leaves failed is a rill::error. The text written before stays. Cost:
/// lending or making a std::ostream, about 30 ns, in addition to the operator;
/// no allocation.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <complex>
///     std::complex<double> const z(0.5, -2);
///     rill::println("z = ", rill::right(rill::via_ostream(z), 12));
template <class T>
constexpr auto via_ostream(T&& value) {
  if constexpr (detail::has_insertion<T>) {
    return detail::streamed_value<T>{static_cast<T&&>(value)};
  } else if constexpr (requires {
                         value.begin();
                         value.end();
                       }) {
    static_assert(detail::always_false<T>,
                  "rill: via_ostream is for a type with an operator<<: the "
                  "elements of a range print by rill::join(range, \", \", "
                  "[](auto const& x) { return rill::via_ostream(x); })");
    return text();
  } else {
    static_assert(detail::always_false<T>,
                  "rill: via_ostream found no operator<< for this type: write "
                  "one, or include its header");
    return text();
  }
}

// Prints by rill inside an operator<< for a std::ostream.
//
// The text goes straight into the stream or, if the stream has a width, through
// a scratch, which is on the heap above 256 bytes.

namespace detail {

// Prints in a field of the stream's width, which counts bytes, as for a
// std::string. `internal` applies to numbers alone; other values are aligned
// right.
template <class... Args, sight S = sight_of_call<Args...>()>
void put_in_stream_field(writer& out, std::ostream const& to,
                         Args const&... args) {
  scratch_writer<256, styling_writer> scratch(out);
  put(scratch, args...);
  text const made = scratch.bytes();
  std::size_t const seen = made.size - scratch.unseen();
  auto const width = static_cast<std::size_t>(to.width());
  std::size_t const missing = width > seen ? width - seen : 0;
  bool const is_left =
      (to.flags() & std::ios_base::adjustfield) == std::ios_base::left;
  char const fill = to.fill();
  for (std::size_t n = is_left ? 0 : missing; n != 0; --n) out.put(fill);
  out.write(made);
  for (std::size_t n = is_left ? missing : 0; n != 0; --n) out.put(fill);
}

// A single argument is the type whose operator<< this is; several are its
// parts.
template <class... Args>
constexpr bool can_be_inserted() {
  if constexpr (sizeof...(Args) == 1)
    return (has_own_printing<Args>(), ...);
  else
    return all_printable<Args...>;
}

}  // namespace detail

/// Prints its arguments into the stream as an operator<< must, and returns the
/// stream. Uses the stream's width, fill and adjustment, and sets the width to
/// 0. Ignores its other flags and its locale.
///
/// Errors: as for every operator<<, the stream's state: badbit if the stream
/// refuses bytes or throws, and exceptions if its exceptions() ask for them. If
/// the stream was not good() before, nothing happens. What a rill_print throws
/// passes through. Cost: that of print to the stream; with a width, one
/// allocation if the text is longer than 256 bytes.
///
/// Example:
///     #include <rill/iostream.h>
///     struct point {
///       int x, y;
///       friend void rill_print(auto& out, point const& p) {
///         out('(', p.x, ", ", p.y, ')');
///       }
///       friend std::ostream& operator<<(std::ostream& out, point const& p) {
///         return rill::print_to(out, p);
///       }
///     };
template <class... Args, detail::sight S = detail::sight_of_call<Args...>()>
std::ostream& print_to(std::ostream& out, Args const&... args)
    RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
  RILL_NOTE_FORMAT_STRING(args...);
  if constexpr (detail::can_be_inserted<detail::remove_cvref<Args>...>()) {
    std::ostream::sentry const ready(out);
    if (!ready) return out;
    error_code const outcome = detail::put_through(
        *out.rdbuf(), detail::stream_caller(out), [&](writer& to) {
          to.set_styles(detail::styles_of(out));
          if (out.width() <= 0)
            detail::put(to, args...);
          else
            detail::put_in_stream_field(to, out, args...);
        });
    out.width(0);
    if (outcome) out.setstate(std::ios_base::badbit);
  }
  return out;
}

}  // namespace rill::inline RILL_BUILD

#endif
