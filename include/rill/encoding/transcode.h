// rill/encoding/transcode.h: converts text from one encoding to another.
//
// Layer 4. Does not include <string> (120 ms): a program that uses std::string
// includes it. Tests: test/encoding/transcode_test.cpp,
// test/encoding/transcode_copy_test.cpp, test/system/rill_conv_test.py.
#ifndef RILL_ENCODING_TRANSCODE_H
#define RILL_ENCODING_TRANSCODE_H

#include "../memory/owned.h"
#include "../stream/reader.h"
#include "../stream/writer.h"
#include "transcoder.h"

#if RILL_HOSTED
#include RILL_STRING_HEADER  // declares std::string
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// The line and column of the end of a well-formed text, by decoding all of it.
[[gnu::cold]] inline source_position end_position(
    text in, encoding const& which) noexcept {
  transcoder decoder(which, inside_utf8, text_policy::strict);
  source_position at;
  char block[1024];
  while (in.size != 0) {
    conversion_result const some =
        decoder.step(in.data, in.size, block, sizeof block, false);
    count_lines(at, {block, some.written});
    if (some.read == 0) break;
    in = {in.data + some.read, in.size - some.read};
  }
  return at;
}

// The error that stopped the conversion of a text in memory, at an offset.
[[gnu::cold]] inline error transcode_error(transcoder& work, text in,
                                           std::size_t offset,
                                           text_problem problem) noexcept {
  encoding const& from = work.from().given();
  source_position const at = end_position({in.data, offset}, from);
  text_place place;
  place.source = "text";
  place.offset = offset;
  place.line = at.line;
  place.column = at.column + 1;
  bool const is_mapped = problem == text_problem::unmappable;
  text const name = is_mapped ? work.to().given().name() : from.name();
  place.encoding = name;
  if (is_mapped)
    place.character = work.refused({in.data + offset, in.size - offset});
  return error(problem, place);
}

// The conversion of a text in memory, in one or more steps.
struct whole_conversion {
  transcoder& work;
  text const in;
  conversion_result all{0, 0, text_problem::none, 0};

  // Returns the number of bytes written.
  std::size_t step(char* out, std::size_t room) noexcept {
    conversion_result const some =
        work.step(in.data + all.read, in.size - all.read, out, room, true);
    all.read += some.read;
    all.written += some.written;
    all.replaced += some.replaced;
    all.error = some.error;
    return some.written;
  }
  bool is_done() const noexcept { return all.error != text_problem::no_room; }

  // The size of the rest after conversion, if it is like the part converted so
  // far.
  std::size_t expected() const noexcept {
    std::size_t const rest = in.size - all.read;
    if (all.read == 0) return rest;
    return rest / all.read * all.written +
           rest % all.read * all.written / all.read;
  }
};

// The sizes of the blocks in bytes: of converted text, which is then copied,
// and of UTF-8 between two encodings. Both stay in the first-level cache.
inline constexpr std::size_t transcode_block = 8192;
inline constexpr std::size_t utf8_block = 4096;
// The same on the stack, small for threads with 16 KiB of it
// (docs/behaviour.md#memory). Functions with such a block are not inlined,
// because their callers would have it, too.
inline constexpr std::size_t small_transcode_block = 512;
inline constexpr std::size_t small_utf8_block = 2048;

// Converts what follows the first block. Grows the string by the expected size
// plus 1/32, and again if that is too little, which is rare. If the string
// fills new memory first, converts to a block and appends that, because filling
// costs more.
template <class String>
void transcode_rest(String& made, whole_conversion& whole) {
  storage between;
  if (whole.work.needs_block()) {
    between = storage(utf8_block);
    whole.work.use_block(between.data(), between.size());
  }
  auto const write = [&](char* out, std::size_t room) noexcept {
    return whole.step(out, room);
  };
  if constexpr (grows_unfilled<String, decltype(write)>) {
    while (!whole.is_done()) {
      std::size_t const expected = whole.expected();
      grow_unfilled(made, expected + expected / 32 + 64, write);
    }
  } else {
    std::size_t const expected = whole.expected();
    made.reserve(made.size() + expected + expected / 32);
    storage const block(smaller(expected + 64, transcode_block));
    while (!whole.is_done()) {
      std::size_t const size = whole.step(block.data(), block.size());
      made.append(block.data(), size);
    }
  }
}

template <class String>
result<String> transcode_string(text in, encoding const& from,
                                encoding const& to, text_policy policy) {
  transcoder_with_block<small_utf8_block / 2> work(from, to, policy);
  if (result<void> opened = work.opened(); !opened) return opened.error();
  whole_conversion whole{work, in};
  char block[small_transcode_block];
  std::size_t const first = whole.step(block, sizeof block);
  String made(block, first);
  if (!whole.is_done()) transcode_rest(made, whole);
  if (whole.all.error != text_problem::none)
    return transcode_error(work, in, whole.all.read, whole.all.error);
  return made;
}

#if RILL_HOSTED
struct try_transcode_fn {
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(
      text in, encoding const& from, encoding const& to,
      text_policy policy = text_policy::strict) const {
    return transcode_string<String>(in, from, to, policy);
  }
};
struct transcode_fn {
  template <class String = std::string>
  [[nodiscard]] String operator()(
      text in, encoding const& from, encoding const& to,
      text_policy policy = text_policy::strict) const {
    return transcode_string<String>(in, from, to, policy).value();
  }
};
#endif

}  // namespace detail

#if RILL_HOSTED
/// transcode(text, from, to[, policy]): the text in another encoding, as a
/// std::string. Requires <string>. A byte-order mark at the start of the input
/// (utf16, utf32) is not part of the text; the output gets one if `to` has one.
/// Errors: with text_policy::strict, ill-formed text, and characters that `to`
/// does not have; the error has the byte offset, line and column.
/// Cost: one pass; the result grows by an estimate from the text converted so
/// far.
///
/// Example:
///     std::string const wide =
///         rill::transcode("caf\xE9", rill::latin1, rill::utf16le);
///     rill::println(wide.size(), ' ',
///                   rill::transcode(wide, rill::utf16le, rill::utf8));
inline constexpr detail::transcode_fn transcode{};

/// The same as a result<std::string>.
inline constexpr detail::try_transcode_fn try_transcode{};
#endif

/// Converts bytes into memory, as far as there is room.
/// Returns: bytes read and written, and why it stopped: text_problem::none if
/// all was read, no_room, or with text_policy::strict the problem at `read`.
/// Everything before `read` was converted.
template <class Memory>
  requires requires(Memory& m) {
    m.data();
    m.size();
  }
[[gnu::noinline]] transcode_result transcode_into(
    Memory&& out, text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder_with_block<detail::small_utf8_block> work(from, to,
                                                               policy);
  detail::conversion_result const done =
      work.step(in.data, in.size, out.data(), out.size(), true);
  return {done.read, done.written, done.error};
}
template <std::size_t Size>
[[gnu::noinline]] transcode_result transcode_into(
    char (&out)[Size], text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder_with_block<detail::small_utf8_block> work(from, to,
                                                               policy);
  detail::conversion_result const done =
      work.step(in.data, in.size, &out[0], Size, true);
  return {done.read, done.written, done.error};
}

/// The number of bytes that transcode would return, or that precede its first
/// error. Cost: that of the conversion, without allocation.
[[gnu::noinline]] inline std::size_t transcoded_size(
    text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder_with_block<detail::small_utf8_block> work(from, to,
                                                               policy);
  detail::whole_conversion whole{work, in};
  char block[detail::small_utf8_block];
  do {
    whole.step(block, sizeof block);
  } while (!whole.is_done());
  return whole.all.written;
}

// transcode_copy(): converts the rest of a reader into a writer.
//
// Converts from the reader's buffer to the writer's in one step; allocates
// nothing, whatever the size.

/// How transcode_copy converts.
struct transcode_options {
  /// For ill-formed text, and characters that the other encoding does not have.
  text_policy policy = text_policy::strict;
  byte_order_mark mark_in = byte_order_mark::as_encoding;
  byte_order_mark mark_out = byte_order_mark::as_encoding;
  /// Flushes the writer before each read that may block.
  bool flush = false;
  /// The least number of bytes read between two calls of the progress function.
  unsigned long long report_every = 1ull << 20;
};

/// How far a conversion came, in bytes, and how many places the policy has
/// replaced or left out.
struct transcoded {
  unsigned long long read = 0;
  unsigned long long written = 0;
  unsigned long long replaced = 0;
};

namespace detail {

// True if a byte 0A ends a line, and columns count bytes of UTF-8.
inline bool is_read_as_utf8(codec const& which) noexcept {
  return which.kind != codec_kind::other;
}

// Counts lines and columns of a text that is not UTF-8: in the output if that
// is UTF-8, else by decoding the input again.
class place_counter {
 public:
  place_counter(transcoder const& work, encoding const& from,
                transcode_options const& options) noexcept
      : decoder_(from, inside_utf8, text_policy::strict, options.mark_in,
                 byte_order_mark::no),
        counts_output_(work.to().is_utf8() && !work.owes_mark()),
        is_needed_(options.policy == text_policy::strict &&
                   !is_read_as_utf8(*work.from().which())) {}

  bool is_needed() const noexcept { return is_needed_; }

  void pass(text in, text out) noexcept {
    if (!is_needed_) return;
    if (counts_output_) return count_lines(at_, out);
    char block[1024];
    while (in.size != 0) {
      conversion_result const some =
          decoder_.step(in.data, in.size, block, sizeof block, false);
      count_lines(at_, {block, some.written});
      if (some.read == 0) return;
      in = {in.data + some.read, in.size - some.read};
    }
  }
  source_position const& position() const noexcept { return at_; }

 private:
  transcoder decoder_;
  source_position at_;
  bool counts_output_;
  bool is_needed_;
};

// One conversion from a reader to a writer.
class transcode_work {
 public:
  transcode_work(reader& in, encoding const& from, writer& out,
                 encoding const& to, transcode_options const& options) noexcept
      : in_(in),
        out_(out),
        from_(from),
        to_(to),
        work_(from, to, options.policy, options.mark_in, options.mark_out),
        place_(work_, from, options),
        flushes_(options.flush) {}

  result<void> opened() const noexcept { return work_.opened(); }
  transcoded const& count() const noexcept { return count_; }

  // Converts what is buffered, and reads more. Returns false at the end, or
  // when failure() has an error.
  bool go_on() {
    conversion_result const done = convert_once();
    if (thrown_ || out_.error()) return false;
    if (done.error == text_problem::no_room) return make_room(done);
    if (done.error == text_problem::none && is_last_) return false;
    if (done.error != text_problem::none && done.error != text_problem::cut)
      return fail(done.error);
    if (is_last_) return fail(done.error);
    if (flushes_ && !ask_writer([&] { out_.flush(); })) return false;
    if (!in_.more()) is_last_ = true;
    return !in_.error();
  }

  // The error that ended the conversion, if any.
  [[gnu::cold]] error failure() {
    if (problem_ != text_problem::none) return text_error();
    if (thrown_) return thrown_;
    if (in_.error()) return read_failure(in_);
    if (out_.error()) return error(out_.error(), "write");
    return {};
  }

 private:
  error text_error() {
    source_position const at =
        place_.is_needed() ? place_.position() : position_of(in_, in_.cursor());
    text_place place;
    place.source = source_of(in_).name;
    place.offset = count_.read;
    place.line = at.line;
    place.column = at.line != 0 ? at.column + 1 : 0;
    bool const is_mapped = problem_ == text_problem::unmappable;
    text const name = is_mapped ? to_.name() : from_.name();
    place.encoding = name;
    if (is_mapped)
      place.character = work_.refused({in_.cursor(), in_.available()});
    return error(problem_, place);
  }

  // The size of the block that text is converted into if the writer's own
  // buffer is too small.
  static constexpr std::size_t scratch_size = 512;
  // More than any codec writes at once: a character, and the sequence that
  // resets the shift state.
  static constexpr std::size_t little = 32;

  conversion_result convert_once() {
    if (uses_scratch_) {
      char scratch[scratch_size];
      conversion_result const done = step(scratch, sizeof scratch);
      ask_writer([&] { out_.write(scratch, done.written); });
      return done;
    }
    conversion_result const done = step(out_.cursor(), out_.room());
    out_.advance_to(out_.cursor() + done.written);
    return done;
  }

  conversion_result step(char* out, std::size_t room) noexcept {
    conversion_result const done =
        work_.step(in_.cursor(), in_.available(), out, room, is_last_);
    place_.pass({in_.cursor(), done.read}, {out, done.written});
    in_.advance_to(in_.cursor() + done.read);
    count_.read += done.read;
    count_.written += done.written;
    count_.replaced += done.replaced;
    return done;
  }

  bool make_room(conversion_result const& done) {
    if (uses_scratch_) return true;
    std::size_t const before = out_.room();
    if (!ask_writer([&] { out_.reserve(before + 1); })) return false;
    if (out_.room() > before && out_.room() >= little) return true;
    // A small buffer is flushed; if that does not help, it is too small.
    uses_scratch_ = done.written == 0 && done.read == 0;
    return true;
  }

  // Calls the writer, which may throw. Returns whether there is no error.
  template <class Call>
  bool ask_writer(Call call) {
#if RILL_EXCEPTIONS
    try {
      call();
    } catch (error const& reason) {
      thrown_ = reason;
      return false;
    }
#else
    call();
#endif
    return !out_.error();
  }

  bool fail(text_problem found) noexcept {
    problem_ = found;
    return false;
  }

  reader& in_;
  writer& out_;
  encoding const& from_;
  encoding const& to_;
  transcoder_with_block<small_utf8_block> work_;
  place_counter place_;
  transcoded count_;
  text_problem problem_ = text_problem::none;
  error thrown_;
  bool flushes_;
  bool is_last_ = false;
  bool uses_scratch_ = false;
};

// Stands for "no progress function".
struct no_transcode_progress {
  void operator()(unsigned long long) const noexcept {}
};

struct try_transcode_copy_fn {
  template <class Progress = no_transcode_progress>
  result<transcoded> operator()(reader& in, encoding const& from, writer& out,
                                encoding const& to,
                                transcode_options const& options = {},
                                Progress progress = {}) const {
    transcode_work work(in, from, out, to, options);
    if (result<void> opened = work.opened(); !opened) return opened.error();
    unsigned long long reported = 0;
    while (work.go_on()) {
      if (work.count().read - reported < options.report_every) continue;
      reported = work.count().read;
      progress(reported);
    }
    if (error found = work.failure()) return found;
    return work.count();
  }
};

struct transcode_copy_fn {
  template <class Progress = no_transcode_progress>
  transcoded operator()(reader& in, encoding const& from, writer& out,
                        encoding const& to,
                        transcode_options const& options = {},
                        Progress progress = {}) const {
    return try_transcode_copy_fn{}(in, from, out, to, options,
                                   static_cast<Progress&&>(progress))
        .value();
  }
};

}  // namespace detail

/// transcode_copy(reader, from, writer, to[, options[, progress]]): converts
/// everything that is left in a reader. Calls `progress(bytes_read)` at most
/// once per `report_every` bytes.
/// Returns: the bytes read and written, and how many places the policy replaced
/// or left out.
/// Errors: with text_policy::strict, ill-formed text, and characters that `to`
/// does not have; the error has the byte offset from the start of the
/// conversion, line and column. Everything before it was written, without a
/// part of the refused character, and the reader is positioned at it. Also the
/// errors of the reader and of the writer.
/// Cost: one pass from buffer to buffer.
///
/// Example:
///     rill::file_writer("old.txt").write("caf\xE9\n");
///     {
///       rill::file_reader in("old.txt");
///       rill::file_writer out("new.txt");
///       rill::transcode_copy(in, rill::latin1, out, rill::utf8);
///       out.close();
///     }
///     rill::println(rill::file::open("new.txt").size());
inline constexpr detail::transcode_copy_fn transcode_copy{};

/// The same with the error in the result.
inline constexpr detail::try_transcode_copy_fn try_transcode_copy{};

}  // namespace rill::inline RILL_BUILD

#endif
