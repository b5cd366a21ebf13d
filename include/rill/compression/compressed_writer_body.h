// rill/compression/compressed_writer_body.h: the bodies of
// compressed_writer.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_COMPRESSION_COMPRESSED_WRITER_BODY_H
#define RILL_COMPRESSION_COMPRESSED_WRITER_BODY_H

#include "coder_words.h"
#include "compressed_writer.h"

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

// Of these, the encoder comes first: options that are wrong leave the file as
// it is.
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
                       opened->name(), "this format has one member alone");
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
    std::size_t const left = self.held() - done;
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

}  // namespace rill::inline RILL_BUILD

#endif
