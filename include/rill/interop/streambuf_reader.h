// rill/interop/streambuf_reader.h: readers from a std::streambuf, and from the
// FILE behind a std::istream.
//
// Layer 7. Tests: test/interop/streambuf_fuzz_test.cpp,
// test/interop/stream_state_test.cpp, test/interop/ostream_sink_test.cpp,
// test/system/iostream_test.py.
#ifndef RILL_INTEROP_STREAMBUF_READER_H
#define RILL_INTEROP_STREAMBUF_READER_H

#include <istream>    // std::istream: its marks and its tied stream
#include <streambuf>  // std::basic_streambuf

#include "../cstdio/c_file_buffer.h"
#include "../cstdio/c_stream_reader.h"
#include "../memory/storage.h"
#include "../stream/reader.h"
#include "stream_call.h"

// The put and get areas of a std::streambuf.
//
// Allocates nothing, throws nothing. The areas are protected members. A class
// derived from std::streambuf may form pointers to these members, which work on
// any streambuf, so no cast is needed. With libraries that do not keep bytes in
// the areas (MSVC's) every area is empty, and bytes go through the public
// functions.

namespace rill::inline RILL_BUILD {

namespace detail {

// True if the library's streams keep their bytes in the areas.
#if defined(__GLIBCXX__) || defined(_LIBCPP_VERSION)
inline constexpr bool streambufs_are_open = true;
#else
inline constexpr bool streambufs_are_open = false;
#endif

// Names the protected members; no object of this class is made.
template <class Char>
class streambuf_access : public std::basic_streambuf<Char> {
  using streambuf = std::basic_streambuf<Char>;

 public:
  // After an error the libraries leave the put pointer beyond the area's end.
  static buffer_area<Char> put_area(streambuf& of) noexcept {
    if constexpr (!streambufs_are_open) return {};
    Char* const cursor = (of.*(&streambuf_access::pptr))();
    Char* const end = (of.*(&streambuf_access::epptr))();
    if (RILL_UNLIKELY(cursor >= end)) return {};
    return {cursor, end};
  }
  static void advance_put_area(streambuf& of, Char* end) noexcept {
    auto size = end - put_begin(of);
    for (; RILL_UNLIKELY(size > most_at_once); size -= most_at_once)
      bump(of, most_at_once);
    bump(of, static_cast<int>(size));
  }

  // The bounds of the put area, for the shortest path. After an error the end
  // is before the begin.
  static Char* put_end(streambuf& of) noexcept {
    return (of.*(&streambuf_access::epptr))();
  }
  static Char* put_begin(streambuf& of) noexcept {
    return (of.*(&streambuf_access::pptr))();
  }
  static void bump(streambuf& of, int size) noexcept {
    (of.*(&streambuf_access::pbump))(size);
  }
  // Moves the put pointer by at most most_at_once. libstdc++ documents its
  // pointers as protected members.
  static void put_up_to(streambuf& of, Char* end) noexcept {
#if defined(__GLIBCXX__)
    of.*(&streambuf_access::_M_out_cur) = end;
#else
    bump(of, static_cast<int>(end - put_begin(of)));
#endif
  }
  // pbump takes an int.
  static constexpr int most_at_once = 0x7FFFFFFF;

  static buffer_area<Char const> get_area(streambuf const& of) noexcept {
    if constexpr (!streambufs_are_open) return {};
    return {(of.*(&streambuf_access::gptr))(),
            (of.*(&streambuf_access::egptr))()};
  }
  static Char const* get_begin(streambuf const& of) noexcept {
    return (of.*(&streambuf_access::eback))();
  }
  static void advance_get_area(streambuf& of, Char const* end) noexcept {
    (of.*(&streambuf_access::setg))((of.*(&streambuf_access::eback))(),
                                    const_cast<Char*>(end),
                                    (of.*(&streambuf_access::egptr))());
  }
};

}  // namespace detail

/// Returns the put area of a streambuf. It is empty before the first use, while
/// the streambuf is read from, and if the streambuf has none.
inline buffer_area<char> put_area(std::streambuf& of) noexcept {
  return detail::streambuf_access<char>::put_area(of);
}
/// Moves the put pointer to `end`. Requires: `end` is in the put area.
inline void advance_put_area(std::streambuf& of, char* end) noexcept {
  detail::streambuf_access<char>::advance_put_area(of, end);
}
/// Returns the unread bytes of the get area of a streambuf.
inline buffer_area<char const> get_area(std::streambuf const& of) noexcept {
  return detail::streambuf_access<char>::get_area(of);
}
/// Moves the get pointer to `end`. Requires: `end` is in the get area.
inline void advance_get_area(std::streambuf& of, char const* end) noexcept {
  detail::streambuf_access<char>::advance_get_area(of, end);
}

// A reader out of a std::streambuf.
//
// Made for one call. It parses bytes in the streambuf's get area and consumes
// only those that were parsed, so `>>` continues after them. If the area is
// empty (unbuffered streambufs), it peeks at one byte at a time by sgetc. A
// token that crosses the end of the area is joined in a block. Nearly every
// such token ends after the bytes that left the streambuf, so nothing has to be
// put back.

namespace detail {

class streambuf_reader : public reader {
 public:
  /// `name` is the source's name in errors. `doubts_end`: the streambuf reports
  /// a read error as end of file, so errno decides.
  streambuf_reader(std::streambuf& from, stream_caller caller, text name,
                   bool doubts_end = false) noexcept
      : reader(device, nullptr, 0),
        from_(&from),
        caller_(caller),
        name_(name),
        doubts_end_(doubts_end) {
    show_window();
  }
  /// Flushes the stream's tied stream before it asks the streambuf for more.
  explicit streambuf_reader(std::istream& stream) noexcept
      : reader(device, nullptr, 0),
        from_(stream.rdbuf()),
        stream_(&stream),
        caller_(stream) {
    show_window();
  }
  /// For a stream that cannot be read: an empty input with the error `reason`,
  /// if any.
  explicit streambuf_reader(error_code reason, text name = "<istream>") noexcept
      : reader(device, nullptr, 0), name_(name), is_at_end_(true) {
    error_ = reason;
  }
  streambuf_reader(streambuf_reader const&) = delete;

  /// Moves the streambuf past the consumed bytes, and puts the rest back. The
  /// reader must not be used afterwards.
  error_code finish() {
    if (RILL_LIKELY(!is_joined_ && !is_peeked_)) {
      if (from_) advance_get_area(*from_, cursor_);
      return {};
    }
    return finish_slowly();
  }

  /// True if the streambuf has reported its end.
  bool is_at_end() const noexcept { return is_at_end_; }
  /// True if a call asked for bytes when all were consumed, and got none.
  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  // The next bytes of the streambuf: its get area, or the one byte that sgetc
  // returned.
  buffer_area<char const> window() const noexcept {
    if (is_peeked_) return {&peeked_, &peeked_ + 1};
    if (!from_) return {};
    return get_area(*from_);
  }
  void show_window() noexcept {
    buffer_area<char const> const area = window();
    begin_ = is_peeked_ || !area.cursor
                 ? area.cursor
                 : streambuf_access<char>::get_begin(*from_);
    cursor_ = area.cursor;
    end_ = area.end;
  }
  // Consumes the bytes of the window before `end`.
  void take_window(char const* end) {
    if (!is_peeked_) return advance_get_area(*from_, end);
    is_peeked_ = false;
    if (end != &peeked_) (void)from_->sbumpc();
  }

  // Consumes the whole window and asks the streambuf for the next one.
  [[gnu::cold, gnu::noinline]] bool pull() {
    if (is_at_end_) return false;
    error_ = caller_([&]() -> error_code {
      using traits = std::streambuf::traits_type;
      take_window(window().end);
      if (stream_ && stream_->tie()) stream_->tie()->flush();
      auto const next = from_->sgetc();
      if (traits::eq_int_type(next, traits::eof())) {
        is_at_end_ = true;
        if (doubts_end_) return os::last_c_error();
      } else if (get_area(*from_).size() == 0) {
        peeked_ = traits::to_char_type(next);
        is_peeked_ = true;
      }
      return {};
    });
    return !is_at_end_ && !error_;
  }

  bool fill_from_stream() {
    if (error_) return false;
    bool const had_unread = cursor_ != end_;
    bool const done = is_joined_ ? fill_joined() : next_window();
    if (!done && !had_unread) is_exhausted_ = true;
    return done;
  }

  bool fill_joined() {
    // While bytes of the head are unread, the block must grow. After that,
    // reads go to the window itself, which may have more bytes than were
    // copied.
    if (cursor_ < block_.data() + head_) return extend_block();
    std::size_t const before = available();
    char const* const start = window().cursor;
    auto const taken = cursor_ - (block_.data() + head_);
    is_joined_ = false;
    show_window();
    if (start) cursor_ = start + taken;
    return available() > before || next_window();
  }

  // Moves on to the next window. Unread bytes of this one become the head of
  // the block.
  bool next_window() {
    std::size_t const unread = available();
    if (unread != 0) {
      if (block_.size() < unread + 64) block_ = storage(2 * unread + 512);
      copy_bytes(block_.data(), cursor_, unread);
    }
    // A streambuf that throws may leave bytes in its area. Show them only at
    // the next call: after an error, they need not follow the unread bytes.
    struct joiner {
      streambuf_reader& self;
      std::size_t unread;
      bool is_filled = false;
      ~joiner() {
        if (unread != 0 || (!is_filled && self.window().size() != 0))
          self.join(unread, is_filled);
        else
          self.show_window();
      }
    } join_again{*this, unread};
    return join_again.is_filled = pull();
  }

  // Shows the head and, if `with_window`, a copy of the window after it.
  void join(std::size_t head, bool with_window) noexcept {
    is_joined_ = true;
    head_ = head;
    begin_ = cursor_ = block_.data();
    end_ = begin_ + head;
    if (with_window) copy_window();
  }

  // Copies as much of the window behind the head as the block has room for.
  void copy_window() noexcept {
    buffer_area<char const> const area = window();
    std::size_t const count = smaller(area.size(), block_.size() - head_);
    end_ = copy_bytes(block_.data() + head_, area.cursor, count);
  }

  // A token is longer than the block: appends the rest of the window, then the
  // next window.
  bool extend_block() {
    auto const size = static_cast<std::size_t>(end_ - block_.data());
    if (size - head_ == window().size()) {
      reserve_block(size + 1);
      head_ = size;
      if (!pull()) return false;
    }
    reserve_block(head_ + window().size());
    copy_window();
    return true;
  }

  void reserve_block(std::size_t size) {
    if (size <= block_.size()) return;
    auto const taken = cursor_ - block_.data();
    auto const used = static_cast<std::size_t>(end_ - block_.data());
    (void)block_.grow(2 * size, {block_.data(), used});
    begin_ = block_.data();
    cursor_ = begin_ + taken;
    end_ = begin_ + used;
  }

  [[gnu::cold, gnu::noinline]] error_code finish_slowly() {
    return caller_([&]() -> error_code {
      char const* const copied = block_.data() + head_;
      if (is_joined_ && cursor_ < copied) return give_back(cursor_, copied);
      take_window(is_joined_ ? window().cursor + (cursor_ - copied) : cursor_);
      return {};
    });
  }

  // Puts bytes back into the streambuf: by moving back in its get area if they
  // are still there, by seeking, or one by one.
  [[gnu::cold]] error_code give_back(char const* first, char const* last) {
    using traits = std::streambuf::traits_type;
    last = step_back(first, last);
    if (first == last) return {};
    auto const failed = std::streampos(std::streamoff(-1));
    if (from_->pubseekoff(first - last, std::ios_base::cur,
                          std::ios_base::in) != failed)
      return {};
    for (; first != last; --last)
      if (traits::eq_int_type(from_->sputbackc(last[-1]), traits::eof()))
        return library_problem::not_given_back;
    return {};
  }
  char const* step_back(char const* first, char const* last) const noexcept {
    char const* const begin = streambuf_access<char>::get_begin(*from_);
    char const* at = get_area(*from_).cursor;
    while (first != last && at != begin && at[-1] == last[-1]) {
      --at;
      --last;
    }
    if (at) advance_get_area(*from_, at);
    return last;
  }

  static bool fill(reader& base) {
    return static_cast<streambuf_reader&>(base).fill_from_stream();
  }
  static source_position locate(reader const& base) {
    source_position at;
    at.name = static_cast<streambuf_reader const&>(base).name_;
    at.line = 0;
    return at;
  }
  static constexpr reader_device device{fill, locate};

  std::streambuf* from_ = nullptr;
  std::istream* stream_ = nullptr;
  stream_caller caller_ = to_error;
  text name_ = "<istream>";
  bool doubts_end_ = false;
  bool is_joined_ = false;  // the bytes shown are in the block
  bool is_peeked_ = false;  // the window is peeked_ instead of the get area
  bool is_at_end_ = false;
  bool is_exhausted_ = false;
  char peeked_ = 0;
  std::size_t head_ = 0;  // bytes of the block that left the streambuf
  storage block_;
};

// A reader from the FILE behind a std::istream.
//
// For std::cin while it is synchronised with stdin: reads the bytes in the
// FILE's own buffer. The caller holds the FILE's lock.

class tied_reader : public reader {
 public:
  tied_reader(FILE* from, std::istream& stream)
      : reader(device, nullptr, 0), stream_(stream), below_(from) {
    show();
  }
  tied_reader(tied_reader const&) = delete;
  ~tied_reader() {
    if (!is_finished_) below_.~c_stream_reader();
  }

  /// Moves the FILE past the consumed bytes. The streambuf consumes the last of
  /// them, because it keeps that byte for unget().
  error_code finish() {
    if (is_finished_) return {};
    is_finished_ = true;
    bool const is_last_here = cursor_ != shown_at_;
    bool const is_last_gone =
        !is_last_here && has_taken_ && cursor_ == end_ && is_at_end_;
    below_.advance_to(is_last_here ? cursor_ - 1 : cursor_);
    below_.~c_stream_reader();
    if (!is_last_here && !is_last_gone) return {};
    return stream_caller(stream_)([&]() -> error_code {
      (void)stream_.rdbuf()->sbumpc();
      return {};
    });
  }

  bool is_at_end() const noexcept { return is_at_end_; }
  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  void show() {
    begin_ = below_.history().data;
    shown_at_ = cursor_ = below_.cursor();
    end_ = below_.end();
    error_ = below_.error();
  }
  // Flushing the tied stream and reading from the FILE may throw. In that case,
  // too, this reader must show the FILE's state.
  bool ask_below() {
    struct show_at_end {
      tied_reader& self;
      ~show_at_end() { self.show(); }
    } const show_again{*this};
    if (stream_.tie()) stream_.tie()->flush();
    return below_.more();
  }
  bool fill_from_below() {
    if (is_at_end_ || error_) return false;
    bool const had_unread = cursor_ != end_;
    if (cursor_ != shown_at_) has_taken_ = true;
    below_.advance_to(cursor_);
    bool const done = ask_below();
    is_at_end_ = !done && !error_;
    is_exhausted_ = is_at_end_ && !had_unread;
    return done;
  }
  static bool fill(reader& base) {
    return static_cast<tied_reader&>(base).fill_from_below();
  }
  static source_position locate(reader const& base) {
    return static_cast<tied_reader const&>(base).below_.locate();
  }
  static source_position place(reader const& base, char const* byte) {
    auto& self = static_cast<tied_reader const&>(base);
    self.below_.advance_to(self.cursor_);
    return position_of(self.below_, byte);
  }
  static text name(reader const& base) {
    return source_of(static_cast<tied_reader const&>(base).below_).name;
  }
  static constexpr reader_device device{fill, locate, place, name};

  std::istream& stream_;
  bool has_taken_ = false;  // bytes were consumed before the last fill
  bool is_at_end_ = false;
  bool is_exhausted_ = false;
  bool is_finished_ = false;
  char const* shown_at_ = nullptr;
  union {
    mutable c_stream_reader below_;
  };
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
