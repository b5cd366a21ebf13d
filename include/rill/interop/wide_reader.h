// rill/interop/wide_reader.h: a reader of UTF-8 out of a std::wstreambuf.
//
// Floor 6. Characters of the get area become UTF-8 in a block, a few at first
// and more as they are asked for; only those that were parsed are taken. What
// is no character becomes U+FFFD. A pair of surrogates that the get area's end
// cuts leaves the streambuf as a whole. Tests:
// test/interop/wide_stream_test.cpp.
#ifndef RILL_INTEROP_WIDE_READER_H
#define RILL_INTEROP_WIDE_READER_H

#include <istream>  // std::wistream

#include "../memory/storage.h"
#include "../stream/reader.h"
#include "../unicode/wide_units.h"
#include "stream_call.h"
#include "streambuf_area.h"

namespace rill::inline RILL_BUILD::detail {

class wide_reader : public reader {
 public:
  explicit wide_reader(std::wistream& stream) noexcept
      : wide_reader(stream.rdbuf(), wide_stream_caller(stream), "<wistream>") {
    stream_ = &stream;
  }
  /// `name` is what errors call it.
  wide_reader(std::wstreambuf* from, wide_stream_caller caller,
              text name) noexcept
      : reader(device, nullptr, 0), from_(from), caller_(caller), name_(name) {
    begin_ = cursor_ = end_ = first_;
    encode(first_look);
  }
  /// Over a stream that cannot be read.
  explicit wide_reader(error_code reason, text name = "<wistream>") noexcept
      : reader(device, nullptr, 0),
        caller_(thrown::becomes_error),
        name_(name),
        is_at_end_(true) {
    error_ = reason;
  }
  wide_reader(wide_reader const&) = delete;

  /// Tells the streambuf what was taken, and gives back the rest.
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

  // What a number takes: more is done again by the next call.
  static constexpr std::size_t first_look = 24;

  // The first half of a pair is not read without the second.
  static bool is_first_half(wchar_t c) noexcept {
    return sizeof c == 2 && is_lead_surrogate(static_cast<char32_t>(c));
  }
  static wchar_t const* whole_end(wchar_t const* first,
                                  wchar_t const* last) noexcept {
    return first != last && is_first_half(last[-1]) ? last - 1 : last;
  }
  // Everything of the window is in the block, but for the half of a pair.
  bool is_all_encoded() const noexcept {
    buffer_area<wchar_t const> const area = window();
    if (area.size() == 0) return true;
    return area.cursor + encoded_ ==
           whole_end(area.cursor + encoded_, area.end);
  }

  // Appends up to `most` characters of the window, as the block has room.
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

  // Room behind the unread bytes, twice what they are. Bytes that were taken
  // leave the block when the window they came from did, and not before.
  void make_room() {
    std::size_t const used = static_cast<std::size_t>(end_ - base());
    std::size_t const taken = static_cast<std::size_t>(cursor_ - base());
    if (room() - used > room() / 2) return;
    (void)block_.grow(2 * room() + 512, {base(), used});
    begin_ = block_.data();
    cursor_ = begin_ + taken;
    end_ = begin_ + used;
  }

  // Everything of the window is in the block: it leaves the streambuf.
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

  // What the streambuf has next.
  void look() {
    auto const next = from_->sgetc();
    if (traits::eq_int_type(next, traits::eof())) {
      is_at_end_ = true;
    } else if (access::get_area(*from_).size() == 0) {
      peeked_ = traits::to_char_type(next);
      is_peeked_ = true;
    }
  }
  // The first half of a pair has left the streambuf. The second does, too, if
  // it comes.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
