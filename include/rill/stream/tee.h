// rill/stream/tee.h: writers that pass on: to two others, or to one while
// counting.
//
// Floor 4. No buffer of their own larger than 512 bytes; nothing is
// allocated. What the writers behind them throw arrives at the caller.
// Tests: test/stream/tee_test.cpp.
#ifndef RILL_STREAM_TEE_H
#define RILL_STREAM_TEE_H

#include "writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// A writer with a small buffer that hands everything to Self::pass(data,
// size), in order.
template <class Self>
class passing_writer : public writer {
 protected:
  passing_writer() noexcept : writer(device, block_, sizeof block_) {}
  ~passing_writer() = default;

  // The bytes leave the buffer before they are passed on: a writer behind
  // that throws keeps what it accepted, and is not given it again.
  void pass_held() {
    text const held = pending();
    cursor_ = begin_;
    if (held.size != 0) static_cast<Self&>(*this).pass(held);
  }

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<passing_writer&>(base);
    self.pass_held();
    if (size < sizeof self.block_)
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      static_cast<Self&>(self).pass({data, size});
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<passing_writer&>(base);
    self.pass_held();
    static_cast<Self&>(self).flush_behind();
  }
  static constexpr writer_device device{drain, flush_device};

  char block_[512];
};

}  // namespace detail

/// Writes everything to two writers. flush() flushes both; the destructor
/// passes on what is held, without flushing the two.
class tee_writer : public detail::passing_writer<tee_writer> {
 public:
  tee_writer(writer& first, writer& second) noexcept
      : first_(first), second_(second) {}
  ~tee_writer() { pass_held(); }

 private:
  friend class detail::passing_writer<tee_writer>;
  void pass(text bytes) {
    first_.write(bytes);
    second_.write(bytes);
  }
  void flush_behind() {
    first_.flush();
    second_.flush();
  }

  writer& first_;
  writer& second_;
};

/// Counts the bytes that are written, and passes them on if it was given a
/// writer.
class counting_writer : public detail::passing_writer<counting_writer> {
 public:
  counting_writer() noexcept = default;
  explicit counting_writer(writer& behind) noexcept : behind_(&behind) {}
  ~counting_writer() { pass_held(); }

  /// How many bytes were written so far.
  unsigned long long count() const noexcept { return passed_ + pending().size; }

 private:
  friend class detail::passing_writer<counting_writer>;
  void pass(text bytes) {
    passed_ += bytes.size;
    if (behind_) behind_->write(bytes);
  }
  void flush_behind() {
    if (behind_) behind_->flush();
  }

  writer* behind_ = nullptr;
  unsigned long long passed_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
