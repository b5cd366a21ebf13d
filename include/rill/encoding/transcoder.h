// rill/encoding/transcoder.h: converts pieces of text between two encodings.
//
// Layer 4. A character that is cut by the end of a piece is left for the next
// piece. Allocates nothing, except in codecs with a state; throws nothing.
// Tests: test/encoding/encoded_writer_test.cpp,
// test/encoding/decoded_reader_test.cpp, test/encoding/transcode_test.cpp.
#ifndef RILL_ENCODING_TRANSCODER_H
#define RILL_ENCODING_TRANSCODER_H

#include "../base/config.h"
#include "../unicode/problem.h"
#include "encoding.h"

// The options of an encoded stream besides its encoding.

namespace rill::inline RILL_BUILD {

/// How a byte-order mark, U+FEFF at the beginning, is handled.
enum class byte_order_mark : unsigned char {
  as_encoding,  ///< depends on the name: UTF-16 and UTF-32 have one;
                ///< decoded_reader skips one of UTF-8 too
  yes,          ///< written; skipped on reading if present
  no,           ///< not written; read as the character U+FEFF
};

/// The options of an encoded_writer or a decoded_reader.
struct encoding_options {
  text_policy policy = text_policy::strict;
  byte_order_mark mark = byte_order_mark::as_encoding;
  std::size_t buffer_size = RILL_BUFFER_SIZE;
};

// A codec in one direction, with its state.
//
// Allocates nothing itself; throws nothing.

namespace detail {

class codec_end {
 public:
  codec_end(encoding const& which, bool decodes) noexcept
      : encoding_(which),
        codec_(encoding_access::codec_of(which)),
        decodes_(decodes) {
    if (has_state())
      state_ = codec_->open(encoding_access::given_name(encoding_), decodes);
  }
  codec_end(codec_end&& other) noexcept
      : encoding_(other.encoding_),
        codec_(other.codec_),
        state_(other.state_),
        decodes_(other.decodes_) {
    other.state_ = nullptr;
  }
  codec_end& operator=(codec_end&& other) noexcept {
    if (this == &other) return *this;
    close();
    encoding_ = other.encoding_;
    codec_ = other.codec_;
    state_ = other.state_;
    decodes_ = other.decodes_;
    other.state_ = nullptr;
    return *this;
  }
  ~codec_end() { close(); }

  conversion_result step(char const* in, std::size_t size, char* out,
                         std::size_t room, text_policy policy,
                         bool is_last) noexcept {
    codec_step const call = decodes_ ? codec_->decode : codec_->encode;
    return call(state_, in, size, out, room, policy, is_last);
  }

  // False if the state of the codec could not be opened.
  bool is_open() const noexcept { return !has_state() || state_; }
  bool has_state() const noexcept { return codec_ && codec_->open; }

  // Null: the internal UTF-8, which needs no codec.
  codec const* which() const noexcept { return codec_; }
  bool is_inside() const noexcept { return !codec_; }
  bool is_utf8() const noexcept {
    return !codec_ || codec_->kind == codec_kind::utf8;
  }
  encoding const& given() const noexcept { return encoding_; }

  // Switches to the byte order that a byte-order mark has shown.
  void become(codec const& other) noexcept { codec_ = &other; }

 private:
  void close() noexcept {
    if (state_) codec_->close(state_);
    state_ = nullptr;
  }

  encoding encoding_;
  codec const* codec_;
  void* state_ = nullptr;
  bool decodes_;
};

// A byte-order mark, U+FEFF, in UTF-8.
inline constexpr text utf8_mark = "\xEF\xBB\xBF";

// The first code point of well-formed UTF-8.
inline char32_t first_character(text utf8) noexcept {
  if (utf8.size == 0) return 0;
  return utf8_bytes::take(utf8.begin(), utf8.end()).scalar;
}

// The internal UTF-8: unlike rill::utf8, it needs no codec.
inline constexpr encoding inside_utf8 = encoding_access::make(nullptr);

// Converts from one encoding to another; at most one may be inside_utf8. Bytes
// that step() did not read must be passed again, with more behind them.
class transcoder {
 public:
  transcoder(encoding const& from, encoding const& to, text_policy policy,
             byte_order_mark mark_in = byte_order_mark::as_encoding,
             byte_order_mark mark_out = byte_order_mark::as_encoding) noexcept
      : from_(from, true),
        to_(to, false),
        policy_(policy),
        awaits_mark_(has_mark(mark_in, from_)),
        owes_mark_(has_mark(mark_out, to_)) {
    choose();
  }

  /// As convert (unicode/convert.h). With is_last, reads everything or returns
  /// an error; otherwise leaves a cut character without an error.
  conversion_result step(char const* in, std::size_t size, char* out,
                         std::size_t room, bool is_last) noexcept {
    if (!is_open()) [[unlikely]]
      return {0, 0, text_problem::invalid_byte, 0};
    std::size_t skipped = 0;
    if (awaits_mark_) [[unlikely]] {
      if (!take_mark({in, size}, is_last, skipped))
        return {0, 0, text_problem::cut, 0};
    }
    std::size_t given = 0;
    if (owes_mark_) [[unlikely]] {
      conversion_result const mark = give_mark(out, room);
      if (mark.error != text_problem::none) return {skipped, 0, mark.error, 0};
      given = mark.written;
    }
    conversion_result done = convert_chunk(in + skipped, size - skipped,
                                           out + given, room - given, is_last);
    done.read += skipped;
    done.written += given;
    return done;
  }

  /// False if a codec could not be opened.
  bool is_open() const noexcept { return from_.is_open() && to_.is_open(); }
  result<void> opened() const noexcept {
    if (is_open()) return {};
    codec_end const& shut = from_.is_open() ? to_ : from_;
    return error(library_problem::no_such_encoding, "open encoding",
                 shut.given().name());
  }

  /// Sets the block for the UTF-8 between two encodings. Required before step()
  /// if neither is UTF-8; of 16 bytes or more. Powers of two fit into powers of
  /// two, so that less is converted again.
  void use_block(char* block, std::size_t size) noexcept {
    block_ = block;
    block_size_ = size;
  }
  bool needs_block() const noexcept { return way_ == way::through_utf8; }

  codec_end const& from() const noexcept { return from_; }
  codec_end const& to() const noexcept { return to_; }
  void set_policy(text_policy policy) noexcept { policy_ = policy; }

  /// True if a mark must be written before anything else.
  bool owes_mark() const noexcept { return owes_mark_; }

  /// The refused character after text_problem::unmappable. `rest` is the input
  /// that step() did not read.
  char32_t refused(text rest) noexcept {
    if (owes_mark_) return first_character(utf8_mark);
    if (way_ == way::encodes) return first_character(rest);
    if (way_ == way::one_by_one) return first_character({held_, held_size_});
    char block[4];
    conversion_result const next = from_.step(
        rest.data, rest.size, block, sizeof block, text_policy::strict, true);
    return first_character({block, next.written});
  }

 private:
  static constexpr std::size_t longest_mark = 8;

  static bool has_mark(byte_order_mark mark, codec_end const& end) noexcept {
    if (end.is_inside()) return false;
    if (mark == byte_order_mark::as_encoding) return end.which()->swapped;
    return mark == byte_order_mark::yes;
  }

  void choose() noexcept {
    if (to_.is_utf8() && !from_.is_inside())
      way_ = way::decodes;
    else if (from_.is_utf8() && !to_.is_inside())
      way_ = way::encodes;
    else
      way_ = from_.has_state() ? way::one_by_one : way::through_utf8;
  }

  conversion_result convert_chunk(char const* in, std::size_t size, char* out,
                                  std::size_t room, bool is_last) noexcept {
    switch (way_) {
      case way::decodes:
        return from_.step(in, size, out, room, policy_, is_last);
      case way::encodes:
        return to_.step(in, size, out, room, policy_, is_last);
      case way::through_utf8:
        return pass_utf8(in, size, out, room, is_last);
      case way::one_by_one:
        break;
    }
    return pass_one_by_one(in, size, out, room, is_last);
  }

  // The bytes of a byte-order mark in the encoding; 0 if it cannot encode one.
  static std::size_t mark_bytes(codec const& which, char* out) noexcept {
    if (which.open) return 0;
    conversion_result const made =
        which.encode(nullptr, utf8_mark.data, utf8_mark.size, out, longest_mark,
                     text_policy::strict, true);
    return made.error == text_problem::none ? made.written : 0;
  }

  enum class match : unsigned char { no, perhaps, whole };
  static match compare_mark(text in, codec const& which,
                            std::size_t& size) noexcept {
    char mark[longest_mark];
    size = mark_bytes(which, mark);
    for (std::size_t i = 0; i != size; ++i) {
      if (i == in.size) return match::perhaps;
      if (in.data[i] != mark[i]) return match::no;
    }
    return size != 0 ? match::whole : match::no;
  }

  // Looks for a mark in this byte order and in the other. Returns false if the
  // bytes are too few to decide.
  bool take_mark(text in, bool is_last, std::size_t& skipped) noexcept {
    std::size_t size = 0;
    match const found = compare_mark(in, *from_.which(), size);
    if (found == match::whole) skipped = size;
    codec const* const swapped = from_.which()->swapped;
    match other = match::no;
    if (swapped && found != match::whole) {
      other = compare_mark(in, *swapped, size);
      if (other == match::whole) {
        skipped = size;
        from_.become(*swapped);
        choose();
      }
    }
    if (!is_last && (found == match::perhaps || other == match::perhaps))
      return false;
    awaits_mark_ = false;
    return true;
  }

  conversion_result give_mark(char* out, std::size_t room) noexcept {
    conversion_result made = to_.step(utf8_mark.data, utf8_mark.size, out, room,
                                      text_policy::strict, false);
    owes_mark_ = made.error != text_problem::none;
    made.read = 0;
    if (owes_mark_) made.written = 0;
    return made;
  }

  // The first of two conversions. If the target does not have U+FFFD, the
  // second conversion replaces and counts the same places, so they are not
  // counted here.
  conversion_result decode(char const* in, std::size_t size, char* out,
                           std::size_t room, bool is_last) noexcept {
    conversion_result made = from_.step(in, size, out, room, policy_, is_last);
    if (made.replaced != 0 && policy_ == text_policy::replace &&
        !target_has_replacement())
      made.replaced = 0;
    return made;
  }

  // True if the target encodes U+FFFD. Tests a separate codec, because an
  // attempt may change the state of to_.
  [[gnu::cold, gnu::noinline]] bool target_has_replacement() noexcept {
    if (target_ == target::unknown) {
      codec_end probe(to_.given(), false);
      char bytes[64];
      target_ = target::has_replacement;
      if (probe.is_open() && probe.step("\xEF\xBF\xBD", 3, bytes, sizeof bytes,
                                        text_policy::strict, false)
                                     .error == text_problem::unmappable)
        target_ = target::lacks_replacement;
    }
    return target_ == target::has_replacement;
  }

  // Converts through blocks of UTF-8.
  conversion_result pass_utf8(char const* in, std::size_t size, char* out,
                              std::size_t room, bool is_last) noexcept {
    char* const block = block_;
    std::size_t const block_size = block_size_;
    conversion_result all{0, 0, text_problem::none, 0};
    while (true) {
      std::size_t const left = room - all.written;
      // Decodes no more than the room can take: a character has at most 4 bytes
      // of UTF-8 and at least one byte in the target.
      std::size_t const most =
          left < block_size / 4 ? 4 * left + 4 : block_size;
      char const* const from = in + all.read;
      conversion_result const decoded =
          decode(from, size - all.read, block, most, is_last);
      bool const ends = decoded.error == text_problem::none;
      conversion_result const encoded =
          to_.step(block, decoded.written, out + all.written, left, policy_,
                   is_last && ends);
      all.written += encoded.written;
      all.replaced += encoded.replaced;
      if (encoded.error != text_problem::none) {
        // Finds the offset in the source: decodes again with room up to the
        // error.
        conversion_result const before =
            decode(from, size - all.read, block, encoded.read, is_last);
        all.read += before.read;
        all.replaced += before.replaced;
        all.error = encoded.error;
        return all;
      }
      all.read += decoded.read;
      all.replaced += decoded.replaced;
      if (decoded.error != text_problem::no_room) {
        all.error = decoded.error;
        return all;
      }
    }
  }

  // The same for a decoder with a state, which cannot go back: the UTF-8 of
  // each character is held until there is room for it.
  conversion_result pass_one_by_one(char const* in, std::size_t size, char* out,
                                    std::size_t room, bool is_last) noexcept {
    conversion_result all{0, 0, text_problem::none, 0};
    while (true) {
      // At the end, also gets what the decoder holds back.
      if (held_source_ == 0 && held_size_ == 0) {
        conversion_result const one =
            take_one(in + all.read, size - all.read, is_last);
        all.replaced += one.replaced;
        if (one.error != text_problem::none) {
          all.error = one.error;
          return all;
        }
      }
      bool const ends = all.read + held_source_ == size;
      conversion_result const encoded =
          to_.step(held_, held_size_, out + all.written, room - all.written,
                   policy_, is_last && ends);
      all.written += encoded.written;
      all.replaced += encoded.replaced;
      if (encoded.error != text_problem::none) {
        // The part of the held text that was read is written: removes it.
        held_size_ -= encoded.read;
        __builtin_memmove(held_, held_ + encoded.read, held_size_);
        all.error = encoded.error;
        return all;
      }
      all.read += held_source_;
      held_size_ = held_source_ = 0;
      if (all.read == size) return all;
    }
  }

  // Decodes one character: passes one byte more each time until the codec takes
  // them.
  conversion_result take_one(char const* in, std::size_t size,
                             bool is_last) noexcept {
    for (std::size_t few = 1;; ++few) {
      bool const all = few >= size;
      conversion_result const one =
          decode(in, smaller(few, size), held_, sizeof held_, is_last && all);
      held_source_ = one.read;
      held_size_ = one.written;
      if (one.error != text_problem::cut || all || one.read != 0) {
        if (one.read == 0) return one;
        return {one.read, one.written, text_problem::none, one.replaced};
      }
    }
  }

  enum class way : unsigned char {
    decodes,
    encodes,
    through_utf8,
    one_by_one,
  };

  enum class target : unsigned char {
    unknown,
    has_replacement,
    lacks_replacement,
  };

  codec_end from_;
  codec_end to_;
  char* block_ = nullptr;
  std::size_t block_size_ = 0;
  std::size_t held_source_ = 0;
  std::size_t held_size_ = 0;
  char held_[64];
  way way_ = way::decodes;
  target target_ = target::unknown;
  text_policy policy_;
  bool awaits_mark_;
  bool owes_mark_;
};

// A transcoder and its block. Kept small for threads with 16 KiB of stack.
template <std::size_t Size>
class transcoder_with_block : public transcoder {
 public:
  transcoder_with_block(
      encoding const& from, encoding const& to, text_policy policy,
      byte_order_mark mark_in = byte_order_mark::as_encoding,
      byte_order_mark mark_out = byte_order_mark::as_encoding) noexcept
      : transcoder(from, to, policy, mark_in, mark_out) {
    use_block(room_, Size);
  }
  transcoder_with_block(transcoder_with_block const&) = delete;
  transcoder_with_block& operator=(transcoder_with_block const&) = delete;

 private:
  char room_[Size];
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
