// rill/interop/wide_stream.h: std::wostream as a sink, std::wistream as a
// source, and a borrowed std::wstreambuf as both.
//
// Layer 7. Tests: test/interop/wide_stream_test.cpp,
// test/interop/wstreambuf_view_test.cpp.
#ifndef RILL_INTEROP_WIDE_STREAM_H
#define RILL_INTEROP_WIDE_STREAM_H

#include <istream>  // std::wistream
#include <new>      // placement new

#include "../memory/storage.h"
#include "../stream/reader.h"
#include "../unicode/wide_units.h"
#include "istream_source.h"
#include "ostream_sink.h"
#include "stream_call.h"
#include "streambuf_reader.h"
#include "streambuf_view.h"

// A reader of UTF-8 from a std::wstreambuf.
//
// Converts characters of the get area to UTF-8 in a block, a few at first and
// more on demand, and consumes only those that were parsed. An invalid
// character becomes U+FFFD. A surrogate pair that crosses the end of the get
// area is consumed whole.

namespace rill::inline RILL_BUILD {
namespace detail {

class wide_reader : public reader {
 public:
  explicit wide_reader(std::wistream& stream) noexcept
      : wide_reader(stream.rdbuf(), wide_stream_caller(stream), "<wistream>") {
    stream_ = &stream;
  }
  /// `name` is the source's name in errors.
  wide_reader(std::wstreambuf* from, wide_stream_caller caller,
              text name) noexcept
      : reader(device, nullptr, 0), from_(from), caller_(caller), name_(name) {
    begin_ = cursor_ = end_ = first_;
    encode(first_look);
  }
  /// For a stream that cannot be read: an empty input with the error `reason`,
  /// if any.
  explicit wide_reader(error_code reason, text name = "<wistream>") noexcept
      : reader(device, nullptr, 0),
        caller_(thrown::becomes_error),
        name_(name),
        is_at_end_(true) {
    error_ = reason;
  }
  wide_reader(wide_reader const&) = delete;

  /// Moves the streambuf past the consumed characters, and puts the rest back.
  error_code finish() {
    if (!from_) return {};
    return caller_([&]() -> error_code {
      char const* const window = base() + head_;
      if (cursor_ < window) return give_back(cursor_, window);
      take(count_wide(window, cursor_));
      return {};
    });
  }

  bool is_at_end() const noexcept { return is_at_end_; }
  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  using access = streambuf_access<wchar_t>;
  using traits = std::wstreambuf::traits_type;

  char* base() noexcept { return block_.data() ? block_.data() : first_; }
  std::size_t room() const noexcept {
    return block_.data() ? block_.size() : sizeof first_;
  }
  buffer_area<wchar_t const> window() const noexcept {
    if (is_peeked_) return {&peeked_, &peeked_ + 1};
    return access::get_area(*from_);
  }
  void take(std::size_t count) {
    if (is_peeked_) {
      is_peeked_ = false;
      if (count != 0) (void)from_->sbumpc();
    } else if (count != 0) {
      access::advance_get_area(*from_, window().cursor + count);
    }
    encoded_ = 0;
  }

  // Characters to convert at first: enough for a number. Each call converts
  // anew, so characters beyond the scanned ones would be converted twice.
  static constexpr std::size_t first_look = 24;

  // A lead surrogate is not converted without its trail surrogate.
  static bool is_first_half(wchar_t c) noexcept {
    return sizeof c == 2 && is_lead_surrogate(static_cast<char32_t>(c));
  }
  static wchar_t const* whole_end(wchar_t const* first,
                                  wchar_t const* last) noexcept {
    return first != last && is_first_half(last[-1]) ? last - 1 : last;
  }
  // True if the whole window is in the block, except for a lead surrogate at
  // its end.
  bool is_all_encoded() const noexcept {
    buffer_area<wchar_t const> const area = window();
    if (area.size() == 0) return true;
    return area.cursor + encoded_ ==
           whole_end(area.cursor + encoded_, area.end);
  }

  // Appends up to `most` characters of the window, as far as the block has
  // room.
  void encode(std::size_t most) noexcept {
    buffer_area<wchar_t const> const area = window();
    char* out = base() + (end_ - base());
    char const* const last = base() + room() - utf8_size;
    std::size_t const size = area.size();
    wchar_t const* at = area.cursor + (size ? encoded_ : 0);
    std::size_t const left = size - (size ? encoded_ : 0);
    wchar_t const* const end = whole_end(at, at + smaller(most, left));
    while (at != end && out <= last) {
      if (static_cast<std::uint32_t>(*at) < 0x80) {
        *out++ = static_cast<char>(*at++);
      } else {
        decoded<wchar_t> const one = decode_one(at, end);
        out = write_utf8(out, one.code_point);
        at = one.end;
      }
    }
    if (size) encoded_ = static_cast<std::size_t>(at - area.cursor);
    end_ = out;
  }

  // Grows the block unless half of it is free. Consumed bytes leave the block
  // together with the window they came from, not before.
  void make_room() {
    std::size_t const used = static_cast<std::size_t>(end_ - base());
    std::size_t const taken = static_cast<std::size_t>(cursor_ - base());
    if (room() - used > room() / 2) return;
    (void)block_.grow(2 * room() + 512, {base(), used});
    begin_ = block_.data();
    cursor_ = begin_ + taken;
    end_ = begin_ + used;
  }

  // Consumes the window, which is all in the block, and asks for the next one.
  bool next_window() {
    std::size_t const unread = available();
    if (is_at_end_) return false;
    buffer_area<wchar_t const> const area = window();
    bool const is_cut = encoded_ != area.size();
    wchar_t const half = is_cut ? area.end[-1] : wchar_t();
    __builtin_memmove(base(), cursor_, unread);
    begin_ = cursor_ = base();
    end_ = begin_ + unread;
    head_ = unread;
    error_ = caller_([&]() -> error_code {
      take(window().size());
      if (stream_ && stream_->tie()) stream_->tie()->flush();
      look();
      if (is_cut) complete(half);
      return {};
    });
    return (is_cut || !is_at_end_) && !error_;
  }

  // Asks the streambuf for its next characters.
  void look() {
    auto const next = from_->sgetc();
    if (traits::eq_int_type(next, traits::eof())) {
      is_at_end_ = true;
    } else if (access::get_area(*from_).size() == 0) {
      peeked_ = traits::to_char_type(next);
      is_peeked_ = true;
    }
  }
  // Completes a lead surrogate that has left the streambuf: consumes the trail
  // surrogate if it follows.
  void complete(wchar_t half) {
    wchar_t const pair[2] = {half, window().size() ? *window().cursor : L'\0'};
    decoded<wchar_t> const one = decode_one(&pair[0], &pair[0] + 2);
    if (one.end == &pair[0] + 2) {
      take(1);
      if (window().size() == 0) look();
    }
    make_room();
    end_ = write_utf8(base() + (end_ - base()), one.code_point);
    head_ = static_cast<std::size_t>(end_ - base());
  }

  bool fill_from_stream() {
    if (error_) return false;
    std::size_t const unread = available();
    while (!from_ || (is_all_encoded() && available() == unread)) {
      if (from_ && next_window()) continue;
      is_exhausted_ = unread == 0;
      return false;
    }
    make_room();
    encode(room());
    return true;
  }

  error_code give_back(char const* first, char const* last) {
    is_peeked_ = false;
    while (first != last) {
      char const* lead = last - 1;
      while ((*lead & 0xC0) == 0x80) --lead;
      wchar_t units[2];
      wchar_t* end = write_units(units, lead, last);
      while (end != units)
        if (traits::eq_int_type(from_->sputbackc(*--end), traits::eof()))
          return library_problem::not_given_back;
      last = lead;
    }
    return {};
  }
  static wchar_t* write_units(wchar_t* out, char const* first,
                              char const* last) noexcept {
    return write_wide(out, decode_utf8(first, last).code_point);
  }

  static bool fill(reader& base) {
    return static_cast<wide_reader&>(base).fill_from_stream();
  }
  static source_position locate(reader const& base) {
    source_position at;
    at.name = static_cast<wide_reader const&>(base).name_;
    at.line = 0;
    return at;
  }
  static constexpr reader_device device{fill, locate};

  std::wstreambuf* from_ = nullptr;
  std::wistream* stream_ = nullptr;
  wide_stream_caller caller_;
  text name_;
  bool is_peeked_ = false;
  bool is_at_end_ = false;
  bool is_exhausted_ = false;
  wchar_t peeked_ = 0;
  std::size_t head_ = 0;     // bytes of the block that left the streambuf
  std::size_t encoded_ = 0;  // characters of the window in the block
  storage block_;
  char first_[64];
};

// A writer of UTF-8 into a std::wstreambuf.
//
// Allocates nothing. Pieces collect as UTF-8 in a block and are decoded
// straight into the put area. Ill-formed UTF-8 becomes U+FFFD, one for each
// maximal subpart.

class wide_writer : public writer {
 public:
  wide_writer(std::wstreambuf& to, wide_stream_caller caller) noexcept
      : writer(device, block_, sizeof block_), to_(to), caller_(caller) {}

  /// Passes all collected characters to the streambuf.
  void finish() {
    if (!error_) pass_block(true);
  }

 private:
  using access = streambuf_access<wchar_t>;

  // A UTF-8 sequence that the end of the block cuts stays in the block.
  void pass_block(bool is_all) {
    char const* at = begin_;
    char const* const last = cursor_;
    cursor_ = begin_;
    pass(at, last, is_all);
    if (!error_)
      for (; at != last; ++at) *cursor_++ = *at;
  }
  void pass(char const*& at, char const* last, bool is_all) {
    auto const size = static_cast<std::size_t>(last - at);
    buffer_area<wchar_t> const area = access::put_area(to_);
    if (size <= area.size()) {
      access::advance_put_area(to_, widen_utf8(area.cursor, at, last, is_all));
      return;
    }
    wchar_t wide[256];
    while (at != last && !error_) {
      std::size_t const left = static_cast<std::size_t>(last - at);
      char const* const step = at + smaller<std::size_t>(left, 256);
      wchar_t const* const end =
          widen_utf8(&wide[0], at, step, is_all && step == last);
      if (end == &wide[0]) break;
      put_units(&wide[0], static_cast<std::size_t>(end - &wide[0]));
    }
  }
  void put_units(wchar_t const* data, std::size_t size) {
    struct stopper {
      wide_writer& out;
      error_code outcome = library_problem::stream_failed;
      ~stopper() {
        if (outcome) out.stop(outcome);
      }
    } result{*this};
    result.outcome = caller_([&] { return put_all(to_, data, size); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<wide_writer&>(base);
    do {
      self.pass_block(false);
      if (self.error_) return;
      std::size_t const part = smaller(size, self.room());
      self.cursor_ = copy_bytes(self.cursor_, data, part);
      data += part;
      size -= part;
    } while (size != 0);
  }
  static void flush_block(writer& base) {
    auto& self = static_cast<wide_writer&>(base);
    if (!self.error_) self.pass_block(false);
  }
  static constexpr writer_device device{drain, flush_block};

  std::wstreambuf& to_;
  wide_stream_caller caller_;
  char block_[1024];
};

template <class... Args>
inline constexpr std::size_t short_max_size = 1000;
template <class... Args>
  requires(bounded_arg<Args> && ...)
inline constexpr std::size_t short_max_size<Args...> =
    (Args::max_size() + ... + std::size_t{0});

template <class T>
using format_arg_for = decltype(format_arg_of(declval<T const&>()));

// True for pieces that put_wide_directly takes.
template <class... Args>
inline constexpr bool is_short_wide_call = false;
template <class... Args>
  requires is_short_call<Args...>
inline constexpr bool is_short_wide_call<Args...> =
    short_max_size<format_arg_for<Args>...> < 256;

// Prints short pieces if the put area has room for them.
template <class... Args>
inline bool put_wide_directly(std::wstreambuf& to, Args const&... args) {
  using access = streambuf_access<wchar_t>;
  constexpr std::size_t max_size = (Args::max_size() + ... + 0);
  buffer_area<wchar_t> const area = access::put_area(to);
  if (RILL_UNLIKELY(max_size >= area.size())) return false;
  char scratch[max_size + 1];
  char* end = &scratch[0];
  ((end = args.write(end)), ...);
  char const* at = &scratch[0];
  access::advance_put_area(to, widen_utf8(area.cursor, at, end, true));
  return true;
}

// A std::wostream as a sink of print, a std::wistream as a source of scan,
// lines, words and values.
//
// Text is UTF-8 in rill and wchar_t in the stream. The stream's locale
// determines its encoding in a file.

[[gnu::noinline]] inline void print_to_wostream(std::wostream& to,
                                                print_list list) {
  os::clear_c_error();
  error_code lost;
  {
    std::wostream::sentry const ready(to);
    if (!ready || !to.rdbuf())
      return raise_ostream_error(to, library_problem::stream_failed);
    wide_writer out(*to.rdbuf(), wide_stream_caller(to));
    writer_finisher finish(out);
    put_list(out, list);
    lost = finish.run();
  }
  if (!lost && to.bad())
    lost = reason_of_refusal(library_problem::stream_failed);
  if (lost) raise_ostream_error(to, lost);
}

// Prints short pieces if the stream has room for them.
template <class... Args>
inline bool put_wide_directly(std::wostream& to, Args const&... args) {
  bool const is_unit = (to.flags() & std::ios_base::unitbuf) != 0;
  if (!to.good() || is_unit || to.tie()) return false;
  return put_wide_directly(*to.rdbuf(), args...);
}

// A reader over a stream, made on first use and kept while a range lives.
class held_wistream {
 public:
  explicit held_wistream(std::wistream& in) noexcept : in_(in) {}
  held_wistream(held_wistream&& other) noexcept : in_(other.in_) {}
  ~held_wistream() {
    if (is_open_) end_range(in_, reader_);
  }

  rill::reader& reader() {
    if (is_open_) return reader_;
    if (in_.good())
      ::new (static_cast<void*>(&reader_)) wide_reader(in_);
    else
      ::new (static_cast<void*>(&reader_)) wide_reader(why_unreadable(in_));
    is_open_ = true;
    return reader_;
  }

 private:
  std::wistream& in_;
  bool is_open_ = false;
  union {
    wide_reader reader_;
  };
};

}  // namespace detail

/// std::wostream and classes derived from it. Errors: as for std::ostream, and
/// characters that the stream's locale cannot write.
template <std::derived_from<std::wostream> S>
struct sink_traits<S> {
  template <class... Args>
  static void put(S& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) put_printable(to, args...);
  }
  static void flush(S& to) {
    os::clear_c_error();
    if (to.good() && to.flush()) return;
    detail::raise_ostream_error(
        to, detail::reason_of_refusal(library_problem::stream_failed));
  }

 private:
  template <class... Args>
  static void put_printable(S& to, Args const&... args) {
    if constexpr (detail::is_short_wide_call<Args...>)
      if (detail::put_wide_directly(to, detail::format_arg_of(args)...)) return;
    detail::print_to_wostream(to, detail::listed_call<Args...>(args...).list());
  }
};

/// std::wistream and classes derived from it.
template <std::derived_from<std::wistream> S>
struct source_traits<S> {
  using held = detail::held_wistream;
  using owned = detail::owned_istream<S, detail::held_wistream>;
  template <class Use>
  static auto with(S& in, Use use) {
    if (!in.good()) {
      detail::wide_reader from(detail::why_unreadable(in));
      return detail::use_and_finish(in, from, use);
    }
    detail::wide_reader from(in);
    return detail::use_and_finish(in, from, use);
  }
};

// A borrowed std::wstreambuf as a sink and a source.
//
// As interop/streambuf_view.h; text is UTF-8 in rill and wchar_t in the buffer.

/// Borrows a std::wstreambuf, such as a std::wfilebuf or a std::wstringbuf: a
/// single pointer, cheap to copy.
///
/// Ill-formed UTF-8 is printed as U+FFFD, and an unpaired surrogate is scanned
/// as U+FFFD. A std::wfilebuf converts by its locale. For a character that the
/// locale does not have, libstdc++'s throws std::ios_base::failure, and
/// libc++'s refuses it, which is a rill::error.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <sstream>
///     std::wstringbuf text;
///     rill::wstreambuf_view view(text);
///     rill::print(view, 640, "\u00D7", 480);
///     int width = 0, height = 0;
///     rill::scan(view, width, "\u00D7", height);
///     rill::println(width * height);
class wstreambuf_view {
 public:
  wstreambuf_view(std::wstreambuf& of) noexcept : of_(&of) {}
  /// From the rdbuf() of a stream. To use a null pointer is an error.
  wstreambuf_view(std::wstreambuf* of) noexcept : of_(of) {}
  /// Rejects a stream with a message that says what to write.
  template <class Stream>
    requires std::is_base_of_v<std::wios, Stream>
  wstreambuf_view(Stream&) {
    static_assert(detail::always_false<Stream>,
                  "rill: a wstreambuf_view takes a streambuf: x.rdbuf(); a "
                  "stream is a sink or a source by itself");
  }

  std::wstreambuf* rdbuf() const noexcept { return of_; }

  /// Flushes all characters, as pubsync() does.
  result<void> try_flush() const;
  void flush() const { try_flush().value(); }

 private:
  std::wstreambuf* of_;
};

namespace detail {

inline constexpr text wstreambuf_name = "a std::wstreambuf";

// Exceptions of the buffer go on to the caller.
[[gnu::noinline]] inline void print_to_wide_view(std::wstreambuf* to,
                                                 print_list list) {
  if (!to)
    return raise_streambuf_error(library_problem::closed, wstreambuf_name);
  wide_writer out(*to, passing_wide_on);
  writer_finisher finish(out);
  put_list(out, list);
  if (error_code const reason = finish.run())
    raise_streambuf_error(reason, wstreambuf_name);
}

inline void make_wide_reader(void* place, wstreambuf_view of) {
  if (of.rdbuf())
    ::new (place) wide_reader(of.rdbuf(), passing_wide_on, wstreambuf_name);
  else
    ::new (place) wide_reader(library_problem::closed, wstreambuf_name);
}
using held_wstreambuf =
    held_view<wstreambuf_view, wide_reader, make_wide_reader>;

template <class Use>
auto read_wide_view(std::wstreambuf* of, Use& use) {
  if (!of) {
    wide_reader from(library_problem::closed, wstreambuf_name);
    return read_and_finish(from, wstreambuf_name, use);
  }
  wide_reader from(of, passing_wide_on, wstreambuf_name);
  return read_and_finish(from, wstreambuf_name, use);
}

}  // namespace detail

inline result<void> wstreambuf_view::try_flush() const {
  error_code const reason =
      of_ ? detail::sync_streambuf(*of_) : error_code(library_problem::closed);
  if (!reason) return {};
  return rill::error(reason, "write", detail::wstreambuf_name);
}

/// A borrowed wide streambuf. Errors: the streambuf refuses characters, with
/// errno's reason if it is set. Its exceptions go on to the caller.
template <>
struct sink_traits<wstreambuf_view> {
  template <class... Args>
  static void put(wstreambuf_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) put_printable(to, args...);
  }
  static void flush(wstreambuf_view to) { to.flush(); }

 private:
  template <class... Args>
  static void put_printable(wstreambuf_view to, Args const&... args) {
    if constexpr (detail::is_short_wide_call<Args...>)
      if (to.rdbuf() && detail::put_wide_directly(
                            *to.rdbuf(), detail::format_arg_of(args)...))
        return;
    detail::print_to_wide_view(to.rdbuf(),
                               detail::listed_call<Args...>(args...).list());
  }
};

template <>
struct source_traits<wstreambuf_view> {
  using held = detail::held_wstreambuf;
  using owned = detail::held_wstreambuf;
  template <class Use>
  static auto with(wstreambuf_view in, Use use) {
    return detail::read_wide_view(in.rdbuf(), use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
