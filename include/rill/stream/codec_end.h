// rill/stream/codec_end.h: a codec in one direction, with its state.
//
// Floor 4. Allocates nothing itself; throws nothing. Tests:
// test/stream/transcode_test.cpp.
#ifndef RILL_STREAM_CODEC_END_H
#define RILL_STREAM_CODEC_END_H

#include "encoding.h"

namespace rill::inline RILL_BUILD::detail {

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

  // False where the codec with its state could not be had.
  bool is_open() const noexcept { return !has_state() || state_; }
  bool has_state() const noexcept { return codec_ && codec_->open; }

  // Null: UTF-8 as it is inside, which needs no codec.
  codec const* which() const noexcept { return codec_; }
  bool is_inside() const noexcept { return !codec_; }
  bool is_utf8() const noexcept {
    return !codec_ || codec_->kind == codec_kind::utf8;
  }
  encoding const& given() const noexcept { return encoding_; }

  // A byte-order mark has told the order.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
