// rill/interop/streambuf_reader.h: a reader out of a std::streambuf, and what
// its stream is tied to.
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
// Allocates nothing, throws nothing. The areas are protected members; a class
// derived from std::streambuf may form pointers to them, and these may be
// called on any streambuf, so no cast is needed. With libraries whose areas
// are not used so (MSVC's) every area is empty, and everything takes the
// public functions.

namespace rill::inline RILL_BUILD {

namespace detail {

// True where the library's streams keep their bytes in the areas.
#if defined(__GLIBCXX__) || defined(_LIBCPP_VERSION)
inline constexpr bool streambufs_are_open = true;
#else
inline constexpr bool streambufs_are_open = false;
#endif

// Never made: only its right to name the protected members is used.
template <class Char>
class streambuf_access : public std::basic_streambuf<Char> {
  using streambuf = std::basic_streambuf<Char>;

 public:
  // After an error the libraries leave the put pointer behind the area's end.
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

  // The same in parts, for the shortest way: after an error the end is before
  // the begin.
  static Char* put_end(streambuf& of) noexcept {
    return (of.*(&streambuf_access::epptr))();
  }
  static Char* put_begin(streambuf& of) noexcept {
    return (of.*(&streambuf_access::pptr))();
  }
  static void bump(streambuf& of, int size) noexcept {
    (of.*(&streambuf_access::pbump))(size);
  }
  // Moves the cursor by less than most_at_once. libstdc++ documents its
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

/// The put area of a streambuf; empty before its first use, while it is read
/// from, and where it has none.
inline buffer_area<char> put_area(std::streambuf& of) noexcept {
  return detail::streambuf_access<char>::put_area(of);
}
/// Requires: `end` is in the put area.
inline void advance_put_area(std::streambuf& of, char* end) noexcept {
  detail::streambuf_access<char>::advance_put_area(of, end);
}
/// The get area of a streambuf.
inline buffer_area<char const> get_area(std::streambuf const& of) noexcept {
  return detail::streambuf_access<char>::get_area(of);
}
/// Requires: `end` is in the get area.
inline void advance_get_area(std::streambuf& of, char const* end) noexcept {
  detail::streambuf_access<char>::advance_get_area(of, end);
}

// A reader out of a std::streambuf.
//
// Made for one call. Bytes are read where the streambuf has them, in its get
// area, and only those that were parsed are taken, so `>>` goes on behind
// them. Where it shows no area (unbuffered streambufs), one byte at a time is
// looked at by sgetc. A token that crosses the end of the area is put together
// in a block here; nearly every token then ends behind the bytes that left the
// streambuf, so nothing has to go back.

namespace detail {

class streambuf_reader : public reader {
 public:
  /// `name` is what errors call it. `doubts_end`: the streambuf says of an
  /// error that it ends, and errno tells.
  streambuf_reader(std::streambuf& from, stream_caller caller, text name,
                   bool doubts_end = false) noexcept
      : reader(device, nullptr, 0),
        from_(&from),
        caller_(caller),
        name_(name),
        doubts_end_(doubts_end) {
    show_window();
  }
  /// What is tied to the stream is flushed before its streambuf is asked for
  /// more.
  explicit streambuf_reader(std::istream& stream) noexcept
      : reader(device, nullptr, 0),
        from_(stream.rdbuf()),
        stream_(&stream),
        caller_(stream) {
    show_window();
  }
  /// Over a stream that cannot be read: there is nothing, and `reason`, if
  /// any.
  explicit streambuf_reader(error_code reason, text name = "<istream>") noexcept
      : reader(device, nullptr, 0), name_(name), is_at_end_(true) {
    error_ = reason;
  }
  streambuf_reader(streambuf_reader const&) = delete;

  /// Tells the streambuf what was taken, and gives back the rest. The reader
  /// is not used after that.
  error_code finish() {
    if (RILL_LIKELY(!is_joined_ && !is_peeked_)) {
      if (from_) advance_get_area(*from_, cursor_);
      return {};
    }
    return finish_slowly();
  }

  /// The streambuf has said that it ends.
  bool is_at_end() const noexcept { return is_at_end_; }
  /// And it was asked for more when nothing was left.
  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  // What the streambuf has ready: its get area, or the one byte that it
  // showed.
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
  // Takes the bytes of the window before `end`.
  void take_window(char const* end) {
    if (!is_peeked_) return advance_get_area(*from_, end);
    is_peeked_ = false;
    if (end != &peeked_) (void)from_->sbumpc();
  }

  // Takes all of the window and asks the streambuf for its next one.
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
    // Once the head is behind, the window has everything, and perhaps more
    // than the copy.
    if (cursor_ < block_.data() + head_) return extend_block();
    std::size_t const before = available();
    char const* const start = window().cursor;
    auto const taken = cursor_ - (block_.data() + head_);
    is_joined_ = false;
    show_window();
    if (start) cursor_ = start + taken;
    return available() > before || next_window();
  }

  // All of the window is unread here, or taken. Nothing unread: simply the
  // next one. Otherwise the unread bytes become the head of the block.
  bool next_window() {
    std::size_t const unread = available();
    if (unread != 0) {
      if (block_.size() < unread + 64) block_ = storage(2 * unread + 512);
      copy_bytes(block_.data(), cursor_, unread);
    }
    // What throws may leave an area with bytes. They are shown when more is
    // asked for again: now they would look like the end of what came before.
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

  // The head, and the window in one block with it.
  void join(std::size_t head, bool with_window) noexcept {
    is_joined_ = true;
    head_ = head;
    begin_ = cursor_ = block_.data();
    end_ = begin_ + head;
    if (with_window) copy_window();
  }

  // Copies what fits of the window behind the head.
  void copy_window() noexcept {
    buffer_area<char const> const area = window();
    std::size_t const count = smaller(area.size(), block_.size() - head_);
    end_ = copy_bytes(block_.data() + head_, area.cursor, count);
  }

  // A token longer than the block: first the rest of the window, then the
  // next one.
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

  // Puts bytes that left the streambuf in front of its current one: by moving
  // in its get area where they are still there, by seeking, or one by one.
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
  bool is_joined_ = false;  // the bytes are in the block
  bool is_peeked_ = false;  // the window is peeked_
  bool is_at_end_ = false;
  bool is_exhausted_ = false;
  char peeked_ = 0;
  std::size_t head_ = 0;  // bytes of the block that left the streambuf
  storage block_;
};

// A reader out of the FILE behind a std::istream.
//
// For std::cin while it is synchronised with stdin: the bytes are read in the
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

  /// Tells the FILE what was taken. The last byte of that is taken by the
  /// streambuf, which keeps it for unget().
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
  // The tied stream and the FILE may be left by unwinding: what is below then
  // is what is shown here, too.
  bool ask_below() {
    struct shower {
      tied_reader& self;
      ~shower() { self.show(); }
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
  bool has_taken_ = false;  // something, before the last fill
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
