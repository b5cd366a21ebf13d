// rill/compression/decompressed_reader_body.h: the bodies of
// decompressed_reader.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_COMPRESSION_DECOMPRESSED_READER_BODY_H
#define RILL_COMPRESSION_DECOMPRESSED_READER_BODY_H

#include "decompressed_reader.h"

namespace rill::inline RILL_BUILD {

RILL_CORE_STRUCTOR decompressed_reader::decompressed_reader(
    detail::encoded_source source, detail::coder decoder,
    compression const& how, decompression_options const& options)
    : buffered_reader(device, options.buffer_size),
      source_(static_cast<detail::encoded_source&&>(source)),
      decoder_(static_cast<detail::coder&&>(decoder)),
      format_(&how.format()),
      options_(options) {}

RILL_CORE result<decompressed_reader> decompressed_reader::made(
    detail::encoded_source source, compression const& how,
    decompression_options const& options) {
  result<detail::coder> decoder = detail::coder::decoder(how);
  if (!decoder) return decoder.error();
  return decompressed_reader(static_cast<detail::encoded_source&&>(source),
                             static_cast<detail::coder&&>(*decoder), how,
                             options);
}

RILL_CORE result<decompressed_reader> decompressed_reader::try_open(
    path_view path, compression const& how,
    decompression_options const& options) {
  result<rill::file> opened = file::try_open(path);
  if (!opened) return opened.error();
  return try_make(static_cast<rill::file&&>(*opened), how, options);
}

RILL_CORE result<decompressed_reader> decompressed_reader::try_make(
    rill::file file, compression const& how,
    decompression_options const& options) {
  return made(detail::encoded_source(static_cast<rill::file&&>(file),
                                     options.buffer_size),
              how, options);
}

RILL_CORE result<decompressed_reader> decompressed_reader::try_make(
    reader& behind, compression const& how,
    decompression_options const& options) {
  return made(detail::encoded_source(behind), how, options);
}

RILL_CORE compressed_header decompressed_reader::header() {
  if (!format_->header) return {};
  if (plain_ == 0 && cursor_ == end_) (void)more();
  void const* const state = decoder_.state();  // null once closed or moved from
  return state ? format_->header(state) : compressed_header();
}

RILL_CORE result<void> decompressed_reader::try_close() {
  forget();
  decoder_.close();
  return source_.file() ? source_.file()->try_close() : result<void>{};
}

RILL_CORE bool decompressed_reader::fail(error_code code,
                                         char const* reason) noexcept {
  words_ = detail::coder_words(reason, compressed_, plain_);
  error_ = code;
  return false;
}

RILL_CORE bool decompressed_reader::end_input(error_code when_cut) noexcept {
  if ((error_ = source_.in().error())) return false;
  if (when_cut && !format_->ends_with_source) return fail(when_cut);
  return end_here();
}

RILL_CORE bool decompressed_reader::begin_member() {
  reader& in = source_.in();
  if (progress_ == progress::before) {
    if (in.at_end()) return end_input(library_problem::cut_data);
  } else {
    bool const ignores = options_.trailing == trailing_bytes::ignore;
    if (ignores && !format_->begins) return end_here();
    if (in.at_end()) return end_input({});
    if (!ignores && *in.cursor() == '\0') return skip_zeros();
    if (!member_is_here())
      return ignores ? end_here() : fail(library_problem::trailing_data);
    detail::coder_step const step = decoder_.restart();
    if (step.error) return fail(step.error, step.reason);
  }
  progress_ = progress::inside;
  return true;
}

RILL_CORE bool decompressed_reader::member_is_here() {
  if (!format_->begins) return false;
  for (std::size_t size = 1; size <= format_->magic_size; ++size) {
    text const first = source_.in().peek(size);
    // A member that is cut in its first bytes is told, unless what follows
    // the data is left alone; a source that failed is told always.
    if (first.size < size)
      return options_.trailing == trailing_bytes::refuse ||
             source_.in().error();
    if (!format_->begins(first)) return false;
  }
  return true;
}

RILL_CORE bool decompressed_reader::skip_zeros() {
  reader& in = source_.in();
  while (!in.at_end()) {
    char const* here = in.cursor();
    while (here != in.end() && *here == '\0') ++here;
    compressed_ += static_cast<unsigned long long>(here - in.cursor());
    in.advance_to(here);
    if (here != in.end()) return fail(library_problem::trailing_data);
  }
  return end_input({});
}

RILL_CORE bool decompressed_reader::decode(bool& has_plain) noexcept {
  reader& in = source_.in();
  text const from{in.cursor(), in.available()};
  unsigned long long const left = options_.limit - plain_;
  char beyond = 0;  // where the limit is reached: is there one byte more?
  std::size_t const room =
      room_size() < left ? room_size() : static_cast<std::size_t>(left);
  detail::coder_step const step =
      left == 0
          ? decoder_.step(from, &beyond, 1, detail::coder_goal::go_on)
          : decoder_.step(from, room_begin(), room, detail::coder_goal::go_on);
  in.advance_to(in.cursor() + step.read);
  compressed_ += step.read;
  if (left == 0 && step.written != 0) return fail(library_problem::too_large);
  plain_ += step.written;
  add(step.written);
  has_plain = step.written != 0;
  if (step.outcome == detail::coder_outcome::failed)
    return fail(step.error, step.reason);
  if (expands_too_much()) return fail(library_problem::expands_too_much);
  if (step.outcome == detail::coder_outcome::done)
    progress_ = progress::between;
  return step.read != 0 || step.written != 0 || progress_ != progress::inside;
}

// What is in memory first: the source is asked when it gives no byte.
RILL_CORE bool decompressed_reader::fill_from_source() {
  if (error_ || progress_ == progress::behind) return false;
  make_counted_room();
  bool has_plain = false;
  while (true) {
    if (progress_ != progress::inside && !begin_member()) return false;
    bool const goes_on = decode(has_plain);
    if (has_plain) return true;
    if (error_) return false;
    if (!goes_on && !source_.in().more())
      return end_input(library_problem::cut_data);
  }
}

RILL_CORE source_position decompressed_reader::locate_text(reader const& base) {
  auto& self = static_cast<decompressed_reader const&>(base);
  source_position at = self.position_;
  source_position const behind = detail::source_of(self.source_.in());
  at.name = behind.name;
  text const own = self.words_.words();
  at.reason = own.size != 0 ? own : behind.reason;
  return at;
}

RILL_CORE source_position
decompressed_reader::place_in_text(reader const& base, char const* place) {
  auto& self = static_cast<decompressed_reader const&>(base);
  return detail::count_on(self.memo_, locate_text(base), base, place);
}

}  // namespace rill::inline RILL_BUILD

#endif
