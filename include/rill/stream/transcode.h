// rill/stream/transcode.h: text from one encoding to another, in memory.
//
// Floor 4. <string> is not included here (120 ms): a program that names
// std::string has it. Tests: test/stream/transcode_test.cpp.
#ifndef RILL_STREAM_TRANSCODE_H
#define RILL_STREAM_TRANSCODE_H

#include "position.h"
#include "transcoder.h"

#if RILL_HOSTED
#include <iosfwd>  // declares std::string
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// Finds line and column of an offset in a text, and the character that stands
// there, by decoding all of the text before it. Done for errors only.
class text_locator {
 public:
  text_locator(encoding const& which, text_policy policy) noexcept
      : decoder_(which, utf8, policy) {}

  void locate(text whole, std::size_t offset, text_place& place) noexcept {
    source_position at;
    char block[1024];
    std::size_t done = 0;
    while (done != offset) {
      conversion_result const some = decoder_.step(
          whole.data + done, offset - done, block, sizeof block, false);
      count_lines(at, {block, some.written});
      if (some.read == 0) break;
      done += some.read;
    }
    place.offset = offset;
    place.line = at.line;
    place.column = at.column + 1;
    conversion_result const next =
        decoder_.step(whole.data + done, whole.size - done, block, 4, true);
    place.character = first_character({block, next.written});
  }

 private:
  transcoder decoder_;
};

[[gnu::cold]] inline error transcode_error(text in, encoding const& from,
                                           encoding const& to,
                                           text_policy policy,
                                           std::size_t offset,
                                           text_problem problem) noexcept {
  text_place place;
  place.source = {"text", 4};
  text_locator(from, policy).locate(in, offset, place);
  bool const is_mapped = problem == text_problem::unmappable;
  text const name = is_mapped ? to.name() : from.name();
  place.encoding = name;
  return error(problem, place);
}

// Converts `in` and gives the result to take(data, size), in pieces.
template <class Take>
conversion_result transcode_pieces(transcoder& work, text in, Take take) {
  // Small enough to stay in the first-level cache until it is taken.
  char block[16384];
  conversion_result all{0, 0, text_problem::none, 0};
  while (true) {
    conversion_result const some = work.step(
        in.data + all.read, in.size - all.read, block, sizeof block, true);
    all.read += some.read;
    all.written += some.written;
    all.mended += some.mended;
    all.error = some.error;
    take(block, some.written, all);
    if (some.error != text_problem::no_room) return all;
  }
}

template <class String>
result<String> transcode_string(text in, encoding const& from,
                                encoding const& to, text_policy policy) {
  transcoder work(from, to, policy);
  String made;
  conversion_result const done = transcode_pieces(
      work, in,
      [&](char const* data, std::size_t size, conversion_result const& all) {
        // The rest is expected to be like the beginning.
        if (all.error == text_problem::no_room && all.written == size)
          made.reserve(size + (in.size - all.read) / all.read * size + size);
        made.append(data, size);
      });
  if (done.error != text_problem::none)
    return transcode_error(in, from, to, policy, done.read, done.error);
  return made;
}

#if RILL_HOSTED
struct try_transcode_verb {
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(
      text in, encoding const& from, encoding const& to,
      text_policy policy = text_policy::strict) const {
    return transcode_string<String>(in, from, to, policy);
  }
};
struct transcode_verb {
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
/// std::string. Requires <string>. A byte-order mark that `from` begins with
/// (utf16, utf32) is not part of the text; `to` gets one.
/// Errors: with text_policy::strict, text that is ill-formed, and characters
/// that `to` does not have: what, the byte offset, line and column.
/// Cost: one pass; the result grows as the beginning of the text did.
///
/// Example:
///     std::string const wide =
///         rill::transcode("caf\xE9", rill::latin1, rill::utf16le);
///     rill::println(wide.size(), ' ',
///                   rill::transcode(wide, rill::utf16le, rill::utf8));
inline constexpr detail::transcode_verb transcode{};

/// The same as a result<std::string>.
inline constexpr detail::try_transcode_verb try_transcode{};
#endif

/// Converts bytes into memory, as far as there is room.
/// Returns: bytes read and written, and why it stopped: text_problem::none
/// when all was read, no_room, or with text_policy::strict what is wrong at
/// `read`. Everything before `read` was converted.
template <class Memory>
  requires requires(Memory& m) {
    m.data();
    m.size();
  }
transcode_result transcode_into(
    Memory&& out, text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder work(from, to, policy);
  detail::conversion_result const done =
      work.step(in.data, in.size, out.data(), out.size(), true);
  return {done.read, done.written, done.error};
}
template <std::size_t Size>
transcode_result transcode_into(
    char (&out)[Size], text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder work(from, to, policy);
  detail::conversion_result const done =
      work.step(in.data, in.size, &out[0], Size, true);
  return {done.read, done.written, done.error};
}

/// Returns how many bytes transcode would return, up to the first error where
/// there is one. Cost: that of the conversion, without the memory.
inline std::size_t transcoded_size(
    text in, encoding const& from, encoding const& to,
    text_policy policy = text_policy::strict) noexcept {
  detail::transcoder work(from, to, policy);
  return detail::transcode_pieces(work, in,
                                  [](char const*, std::size_t, auto const&) {})
      .written;
}

}  // namespace rill::inline RILL_BUILD

#endif
