// rill/stream/transcode.h: text from one encoding to another, in memory.
//
// Floor 4. <string> is not included here (120 ms): a program that names
// std::string has it. Tests: test/stream/transcode_test.cpp.
#ifndef RILL_STREAM_TRANSCODE_H
#define RILL_STREAM_TRANSCODE_H

#include "../memory/grow_unfilled.h"
#include "position.h"
#include "transcoder.h"

#if RILL_HOSTED
#include <iosfwd>  // declares std::string
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// Where the end of a well-formed text stands, by decoding all of it.
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

// What stopped a conversion of a text in memory, at an offset.
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

// A conversion of a text in memory: how far it came, in one step or several.
struct whole_conversion {
  transcoder& work;
  text const in;
  conversion_result all{0, 0, text_problem::none, 0};

  // Returns the bytes that were written.
  std::size_t step(char* out, std::size_t room) noexcept {
    conversion_result const some =
        work.step(in.data + all.read, in.size - all.read, out, room, true);
    all.read += some.read;
    all.written += some.written;
    all.mended += some.mended;
    all.error = some.error;
    return some.written;
  }
  bool is_done() const noexcept { return all.error != text_problem::no_room; }

  // What the rest becomes, if it is like the part that was converted.
  std::size_t expected() const noexcept {
    std::size_t const rest = in.size - all.read;
    if (all.read == 0) return rest;
    return rest / all.read * all.written +
           rest % all.read * all.written / all.read;
  }
};

// Small enough to stay in the first-level cache until it is taken.
inline constexpr std::size_t transcode_block = 8192;

// Behind the first block the result grows to what is expected, and where that
// is too little, again; a 32nd more, so that this is rare. Without a way to
// grow a string unfilled, the blocks are copied: filling costs more.
template <class String>
void transcode_rest(String& made, whole_conversion& whole, char* block) {
  auto const write = [&](char* out, std::size_t room) noexcept {
    return whole.step(out, room);
  };
  if constexpr (grows_unfilled<String, decltype(write)>) {
    while (!whole.is_done()) {
      std::size_t const expected = whole.expected();
      grow_unfilled(made, expected + expected / 32 + 64, write);
    }
  } else {
    made.reserve(made.size() + whole.expected() + whole.expected() / 32);
    while (!whole.is_done()) {
      std::size_t const size = whole.step(block, transcode_block);
      made.append(block, size);
    }
  }
}

template <class String>
result<String> transcode_string(text in, encoding const& from,
                                encoding const& to, text_policy policy) {
  transcoder work(from, to, policy);
  if (result<void> opened = work.opened(); !opened) return opened.error();
  whole_conversion whole{work, in};
  char block[transcode_block];
  std::size_t const first = whole.step(block, sizeof block);
  String made(block, first);
  if (!whole.is_done()) transcode_rest(made, whole, block);
  if (whole.all.error != text_problem::none)
    return transcode_error(work, in, whole.all.read, whole.all.error);
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
  detail::whole_conversion whole{work, in};
  char block[detail::transcode_block];
  do {
    whole.step(block, sizeof block);
  } while (!whole.is_done());
  return whole.all.written;
}

}  // namespace rill::inline RILL_BUILD

#endif
