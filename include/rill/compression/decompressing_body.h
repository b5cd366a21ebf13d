// rill/compression/decompressing_body.h: the bodies of decompressing.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_COMPRESSION_DECOMPRESSING_BODY_H
#define RILL_COMPRESSION_DECOMPRESSING_BODY_H

#include "../stream/read_failure.h"
#include "../unicode/decode.h"
#include "decompressing.h"
#include "plain.h"

namespace rill::inline RILL_BUILD::detail {

// Asks for no more bytes than it takes to tell: the source may wait.
RILL_CORE known_format find_format(reader& in) {
  text first;
  for (std::size_t size = 1; is_beginning(first); ++size) {
    first = in.peek(size);
    if (first.size < size) break;
  }
  return format_of(first);
}

RILL_CORE coder_outcome outcome_of(coder& decoder, text rest) noexcept {
  char block[1024];
  while (true) {
    coder_step const step =
        decoder.step(rest, block, sizeof block, coder_goal::go_on);
    if (step.outcome != coder_outcome::going ||
        (step.read == 0 && step.written == 0))
      return step.outcome;
    rest = {rest.data + step.read, rest.size - step.read};
  }
}

// True for UTF-8 without controls. A character that the end cuts is allowed
// when `is_cut`.
RILL_CORE bool looks_as_text(text bytes, bool is_cut) noexcept {
  char const* const last = bytes.data + bytes.size;
  for (char const* at = bytes.data; at != last;) {
    decoded_utf8 const one = decode_utf8(at, last);
    if (is_cut && one.form == utf8_form::cut) return true;
    bool const is_space = one.code_point >= '\t' && one.code_point <= '\r';
    if (one.form != utf8_form::valid || (one.code_point < ' ' && !is_space))
      return false;
    at = one.end;
  }
  return true;
}

RILL_CORE result<decompressed_reader> format_search::open(
    encoded_source source) const {
  reader& in = source.in();
  known_format const found = find_format(in);
  if (in.error()) return read_failure(in);
  if (found == known_format::plain || is_text(in, found))
    return make(source, {plain_format, no_options{}});
  make_compression const driver = find(found);
  if (driver) return make(source, driver());
  return error(library_problem::no_driver, "read", source_of(in).name,
               missing_driver(found));
}

RILL_CORE result<decompressed_reader> format_search::open(
    result<rill::file> opened) const {
  if (!opened) return opened.error();
  return open(
      encoded_source(static_cast<rill::file&&>(*opened), options_.buffer_size));
}

RILL_CORE make_compression
format_search::find(known_format format) const noexcept {
  auto const number = static_cast<std::size_t>(format);
  return number < formats_with_driver ? drivers_.of[number] : nullptr;
}

RILL_CORE result<decompressed_reader> format_search::make(
    encoded_source& source, compression const& how) const {
  return decompressed_reader::made(static_cast<encoded_source&&>(source), how,
                                   options_);
}

// Of 200,000 random texts of 64 characters, one in 1,400 could be zlib.
RILL_CORE bool format_search::is_text(reader& in, known_format found) const {
  constexpr std::size_t telling_size = 64;
  if (found != known_format::zlib || in.cursor()[1] != '^') return false;
  text const first = in.peek(telling_size);
  bool const is_short = first.size != telling_size;
  make_compression const driver = find(found);
  // A zlib stream is hardly ever UTF-8 without controls.
  if (!driver) return looks_as_text(first, !is_short);
  text const all{in.cursor(), in.available()};
  result<coder> decoder = coder::decoder(driver());
  if (!decoder) return false;
  switch (outcome_of(*decoder, all)) {
    case coder_outcome::done:
      return false;
    case coder_outcome::failed:
      return true;
    default:  // the source ends here, or all of it is compressed until now
      return is_short && looks_as_text(all, false);
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
