// rill/stream/tee.h: writers that pass on: to two others, or to one while
// counting.
//
// Layer 4. No buffer of their own larger than 512 bytes; nothing is
// allocated. What the writers behind them throw arrives at the caller; what
// they throw while a destructor runs goes to the lost-output handler. Tests:
// test/stream/tee_test.cpp.
#ifndef RILL_STREAM_TEE_H
#define RILL_STREAM_TEE_H

#include "../memory/storage.h"
#include "kept_error.h"
#include "lost_output.h"
#include "writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Does both, the other also when the one throws. What the one threw goes on
// to the caller; an error of the other besides stays in its writer.
template <class One, class Other>
void do_both(One one, Other other) {
#if RILL_EXCEPTIONS
  try {
    one();
  } catch (...) {
    try {
      other();
    } catch (...) {
    }
    throw;
  }
#else
  one();
#endif
  other();
}

// A writer with a small buffer that hands everything to Self::pass(data,
// size), in order.
template <class Self>
class passing_writer : public writer {
 protected:
  passing_writer() noexcept : writer(device, block_, sizeof block_) {}
  passing_writer(passing_writer&& other) noexcept : writer(device, nullptr, 0) {
    take_with_bytes(other, block_, sizeof block_);
  }
  ~passing_writer() = default;

  // The bytes leave the buffer before they are passed on: a writer behind
  // that throws keeps what it accepted, and is not given it again.
  void pass_held() {
    text const held = pending();
    cursor_ = begin_;
    if (held.size != 0) static_cast<Self&>(*this).pass(held);
  }

  // For the destructor of Self, which no exception may leave. Where all that is
  // held came by a call that threw, a writer that has failed has told it, and
  // gets nothing more.
  void pass_rest() noexcept {
    is_reported_ = told_size_ != 0 && told_size_ == pending().size;
    (void)finish_or_report("to a writer", [this] { pass_held(); });
  }
  void pass_to(writer& behind, text bytes) {
    if (!is_reported_ || !behind.error()) behind.write(bytes);
  }

  // Where nothing is thrown, the error of a writer behind is this one's too.
  void take_error_of([[maybe_unused]] writer const& behind) noexcept {
#if !RILL_EXCEPTIONS
    if (!error_ && behind.error()) stop(behind.error());
#endif
  }

 private:
  void accept(char const* data, std::size_t size) {
    if (error_) return;
    if (size < sizeof block_)
      cursor_ = copy_bytes(cursor_, data, size);
    else
      static_cast<Self&>(*this).pass({data, size});
  }

  // Once moved from.
  [[gnu::cold]] void refuse() const {
    throw_kept(error_,
               [this] { return rill::error(error_, "write", "to a writer"); });
  }

  // Remembers what is held when a writer behind throws.
  struct call_behind {
    passing_writer& self;
    bool has_returned = false;
    ~call_behind() { self.told_size_ = has_returned ? 0 : self.pending().size; }
  };

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<passing_writer&>(base);
    if (self.error_) return self.refuse();
    call_behind call{self};
    do_both([&] { self.pass_held(); }, [&] { self.accept(data, size); });
    call.has_returned = true;
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<passing_writer&>(base);
    if (self.error_) return self.refuse();
    do_both([&] { self.pass_held(); },
            [&] { static_cast<Self&>(self).flush_behind(); });
  }
  static constexpr writer_device device{drain, flush_device};

  bool is_reported_ = false;
  std::size_t told_size_ = 0;  // of what was held when a call threw
  char block_[512];
};

}  // namespace detail

/// Writes everything to two writers. flush() flushes both; the destructor
/// passes on what is held, without flushing the two. Movable; the two writers
/// stay where they are.
///
/// Errors: what one of the two throws arrives after the other has had its
/// turn, so that it misses no piece; when both throw, that of the first.
class tee_writer : public detail::passing_writer<tee_writer> {
 public:
  tee_writer(writer& first, writer& second) noexcept
      : first_(first), second_(second) {}
  tee_writer(tee_writer&&) noexcept = default;
  tee_writer& operator=(tee_writer&& other) noexcept {
    return detail::remake(*this, static_cast<tee_writer&&>(other));
  }
  ~tee_writer() { pass_rest(); }

 private:
  friend class detail::passing_writer<tee_writer>;
  void pass(text bytes) {
    detail::do_both([&] { pass_to(first_, bytes); },
                    [&] { pass_to(second_, bytes); });
    take_errors();
  }
  void flush_behind() {
    detail::do_both([&] { first_.flush(); }, [&] { second_.flush(); });
    take_errors();
  }
  void take_errors() noexcept {
    take_error_of(first_);
    take_error_of(second_);
  }

  writer& first_;
  writer& second_;
};

/// Counts the bytes that are written, and passes them on if it was given a
/// writer. Movable, with the count; the writer behind stays where it is.
class counting_writer : public detail::passing_writer<counting_writer> {
 public:
  counting_writer() noexcept = default;
  explicit counting_writer(writer& behind) noexcept : behind_(&behind) {}
  counting_writer(counting_writer&& other) noexcept
      : passing_writer(static_cast<passing_writer&&>(other)),
        behind_(other.behind_),
        passed_(other.passed_) {
    other.passed_ = 0;
  }
  counting_writer& operator=(counting_writer&& other) noexcept {
    return detail::remake(*this, static_cast<counting_writer&&>(other));
  }
  ~counting_writer() { pass_rest(); }

  /// How many bytes were written so far.
  unsigned long long count() const noexcept { return passed_ + pending().size; }

 private:
  friend class detail::passing_writer<counting_writer>;
  void pass(text bytes) {
    passed_ += bytes.size;
    if (!behind_) return;
    pass_to(*behind_, bytes);
    take_error_of(*behind_);
  }
  void flush_behind() {
    if (!behind_) return;
    behind_->flush();
    take_error_of(*behind_);
  }

  writer* behind_ = nullptr;
  unsigned long long passed_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
