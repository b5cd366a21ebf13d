// rill/compression/streams_body.h: the bodies of streams.h.
//
// Layer 6. Compiled in src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_COMPRESSION_STREAMS_BODY_H
#define RILL_COMPRESSION_STREAMS_BODY_H

#include "streams.h"

#include "../stream/reader.h"
#include "../unicode/utf8.h"
#include "coder.h"
#include "plain.h"

namespace rill::inline RILL_BUILD {

RILL_CORE_STRUCTOR compressed_writer::compressed_writer(
    detail::encoded_target target, detail::coder encoder,
    compression_options options)
    : filter_writer(device, kind,
                    static_cast<detail::encoded_target&&>(target)),
      encoder_(static_cast<detail::coder&&>(encoder)),
      buffer_(detail::larger(options.buffer_size, std::size_t{1})) {
  begin_ = cursor_ = buffer_.data();
  end_ = begin_ + buffer_.size();
}

RILL_CORE_STRUCTOR compressed_writer::compressed_writer(
    detail::coder encoder, rill::file file, compression_options options)
    : compressed_writer(
          detail::encoded_target(
              static_cast<rill::file&&>(file),
              detail::larger(options.buffer_size, 2 * least_room)),
          static_cast<detail::coder&&>(encoder), options) {}

// Each of these opens the encoder first, so that wrong options leave the file
// unchanged.
RILL_CORE result<compressed_writer> compressed_writer::try_create(
    path_view path, compression const& how, compression_options options) {
  result<detail::coder> encoder = detail::coder::encoder(how);
  if (!encoder) return encoder.error();
  result<rill::file> opened = file::try_create(path);
  if (!opened) return opened.error();
  return compressed_writer(static_cast<detail::coder&&>(*encoder),
                           static_cast<rill::file&&>(*opened), options);
}

RILL_CORE result<compressed_writer> compressed_writer::try_append(
    path_view path, compression const& how, compression_options options) {
  result<detail::coder> encoder = detail::coder::encoder(how);
  if (!encoder) return encoder.error();
  result<rill::file> opened = file::try_append(path);
  if (!opened) return opened.error();
  if (!how.format().begins && os::status(opened->native_handle()).size != 0)
    return rill::error(library_problem::unusable_option, "append to",
                       opened->name(), "this format allows only one member");
  return compressed_writer(static_cast<detail::coder&&>(*encoder),
                           static_cast<rill::file&&>(*opened), options);
}

RILL_CORE result<compressed_writer> compressed_writer::try_make(
    writer& behind, compression const& how, compression_options options) {
  result<detail::coder> encoder = detail::coder::encoder(how);
  if (!encoder) return encoder.error();
  return compressed_writer(detail::encoded_target(behind),
                           static_cast<detail::coder&&>(*encoder), options);
}

RILL_CORE result<compressed_writer> compressed_writer::try_make(
    rill::file file, compression const& how, compression_options options) {
  result<detail::coder> encoder = detail::coder::encoder(how);
  if (!encoder) return encoder.error();
  return compressed_writer(static_cast<detail::coder&&>(*encoder),
                           static_cast<rill::file&&>(file), options);
}

RILL_CORE void compressed_writer::fail(
    detail::coder_step const& step) noexcept {
  detail::coder_words const where(step.reason, given_, taken_);
  keep(rill::error(
      step.error, "compress to",
      target().file() ? target().file()->file().name() : text("a writer"),
      where.words()));
}

RILL_CORE detail::coder_step compressed_writer::encode_some(
    text from, detail::coder_goal goal) {
  writer& out = target().out();
  if (out.room() < least_room) make_room(out);
  if (error_) return {};
  if (out.room() < detail::least_encoder_room)
    return encode_into_block(from, goal);
  detail::coder_step const step =
      encoder_.step(from, out.cursor(), out.room(), goal);
  out.advance_to(out.cursor() + step.written);
  return step;
}

RILL_CORE detail::coder_step compressed_writer::encode_into_block(
    text from, detail::coder_goal goal) {
  if (block_.size() == 0) block_ = storage(buffer_.size() + least_room);
  detail::coder_step const step =
      encoder_.step(from, block_.data(), block_.size(), goal);
  use_target([&] { target().out().write(block_.data(), step.written); });
  return step;
}

RILL_CORE void compressed_writer::make_room(writer& out) {
  if (target().file())
    keep_target(target().file()->try_flush());
  else
    use_target([&out] { (void)out.reserve(least_room); });
}

RILL_CORE void compressed_writer::encode(text from, detail::coder_goal goal,
                                         std::size_t& done) {
  while (!error_) {
    if (goal == detail::coder_goal::go_on && done == from.size) return;
    detail::coder_step const step =
        encode_some({from.data + done, from.size - done}, goal);
    done += step.read;
    taken_ += step.read;
    given_ += step.written;
    if (step.outcome == detail::coder_outcome::failed) fail(step);
    if (step.outcome == detail::coder_outcome::done) return;
  }
}

struct compressed_writer::encoded_bytes {
  compressed_writer& self;
  std::size_t done = 0;
  ~encoded_bytes() {
    std::size_t const left = self.buffered() - done;
    if (left != 0) __builtin_memmove(self.begin_, self.begin_ + done, left);
    self.cursor_ = self.begin_ + left;
    self.end_ = self.error_ ? self.cursor_ : self.begin_ + self.buffer_.size();
  }
};

RILL_CORE void compressed_writer::encode_buffer(detail::coder_goal goal) {
  if (error_) return;
  encoded_bytes taken{*this};
  encode(pending(), goal, taken.done);
}

RILL_CORE void compressed_writer::accept(char const* data, std::size_t size) {
  encode_buffer(detail::coder_goal::go_on);
  if (error_) return;
  if (size < buffer_.size()) {
    cursor_ = detail::copy_bytes(cursor_, data, size);
  } else {
    std::size_t done = 0;
    encode({data, size}, detail::coder_goal::go_on, done);
  }
}

RILL_CORE void compressed_writer::move_on(filter_writer& base, bool is_last) {
  auto& self = static_cast<compressed_writer&>(base);
  if (is_last) {
    self.encode_buffer(detail::coder_goal::finish);
    return self.encoder_.close();
  }
  if (self.accepted() == self.flushed_) return;
  self.encode_buffer(detail::coder_goal::flush);
  if (!self.error_) self.flushed_ = self.taken_;
}

RILL_CORE void compressed_writer::drain(writer& base, char const* data,
                                        std::size_t size) {
  auto& self = static_cast<compressed_writer&>(base);
  self.accept(data, size);
  self.report();
}

RILL_CORE void compressed_writer::flush_device(writer& base) {
  auto& self = static_cast<compressed_writer&>(base);
  self.flush_all(false);
  self.report();
}

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
  void const* const state = decoder_.state();  // null if closed or moved from
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
    if (in.peek(1).size == 0) return end_input(library_problem::cut_data);
  } else {
    bool const ignores = options_.trailing == trailing_bytes::ignore;
    if (ignores && !format_->begins) return end_here();
    if (in.peek(1).size == 0) return end_input({});
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
    // A member that is truncated in its first bytes is an error, unless
    // trailing bytes are ignored. An error of the source is always reported.
    if (first.size < size)
      return options_.trailing == trailing_bytes::refuse ||
             source_.in().error();
    if (!format_->begins(first)) return false;
  }
  return true;
}

RILL_CORE bool decompressed_reader::skip_zeros() {
  reader& in = source_.in();
  while (in.peek(1).size != 0) {
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
  char beyond = 0;  // at the limit: tests for one byte more
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

// Decodes buffered bytes first, and reads more only if they give no plain byte.
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

namespace detail {

// Peeks at no more bytes than needed: the source may block.
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

// True for UTF-8 without control characters other than white space. With
// `is_cut`, the last character may be truncated.
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

// Decompresses the first `most` bytes, as they arrive: a terminal may send no
// more before it gets an answer.
RILL_CORE coder_outcome try_first(reader& in, coder& decoder,
                                  std::size_t most) {
  auto outcome = coder_outcome::going;
  for (std::size_t done = 0; done < most;) {
    if (in.peek(done + 1).size <= done) break;
    std::size_t const size = smaller(in.available(), most);
    outcome = outcome_of(decoder, {in.cursor() + done, size - done});
    if (outcome != coder_outcome::going) break;
    done = size;
  }
  return outcome;
}

RILL_CORE bool format_search::is_text(reader& in, known_format found) const {
  constexpr std::size_t telling_size = 64;
  if (found != known_format::zlib) return false;
  if (in.cursor()[0] == 'x' && in.cursor()[1] != '^') return false;
  if (make_compression const driver = find(found)) {
    result<coder> decoder = coder::decoder(driver());
    if (!decoder) return false;
    // Of 200,000 random texts of 64 characters, one in 1,400 does not fail.
    coder_outcome const how = try_first(in, *decoder, telling_size);
    if (how != coder_outcome::going) return how == coder_outcome::failed;
  }
  // A zlib stream is hardly ever UTF-8 without control characters.
  text const first = in.peek(telling_size);
  return looks_as_text(first, first.size == telling_size);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
