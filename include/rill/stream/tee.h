// rill/stream/tee.h: writers that pass on everything: to two others, or to one
// while counting.
//
// Layer 4. Allocates nothing; buffers of at most 512 bytes. An exception of a
// writer that they pass to reaches the caller; in a destructor it goes to the
// lost-output handler. Tests: test/stream/tee_test.cpp.
#ifndef RILL_STREAM_TEE_H
#define RILL_STREAM_TEE_H

#include "../memory/storage.h"
#include "kept_error.h"
#include "lost_output.h"
#include "open_writers.h"
#include "writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Calls both, `other` also when `one` throws. Rethrows the exception of `one`.
// An exception of `other` is then dropped; the writer behind keeps its error.
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

// A writer with a small buffer that passes everything to Self::pass(text), in
// order.
template <class Self>
class passing_writer : public writer, protected open_writer {
 protected:
  passing_writer() noexcept
      : writer(device, block_, sizeof block_), open_writer(finish_at_end) {}
  passing_writer(passing_writer&& other) noexcept
      : writer(device, nullptr, 0), open_writer(other, finish_at_end) {
    take_with_bytes(other, block_, sizeof block_);
  }
  ~passing_writer() = default;

  // Empties the buffer before it passes the bytes on: a writer behind that
  // throws keeps the bytes that it accepted, and must not get them twice.
  void pass_held() {
    own();
    text const held = pending();
    cursor_ = begin_;
    if (held.size != 0) static_cast<Self&>(*this).pass(held);
  }

  // For the destructor of Self, which must not throw. If all held bytes come
  // from a call that threw, skips each writer behind that has an error, because
  // that call has reported it.
  void pass_rest() noexcept {
    is_reported_ = thrown_size_ != 0 && thrown_size_ == pending().size;
    (void)finish_or_report("to a writer", [this] { pass_held(); });
  }
  void pass_to(writer& behind, text bytes) {
    if (!is_reported_ || !behind.error()) behind.write(bytes);
  }

  // Without exceptions, an error of a writer behind becomes this one's too.
  void take_error_of([[maybe_unused]] writer const& behind) noexcept {
#if !RILL_EXCEPTIONS
    if (!error_ && behind.error()) stop(behind.error());
#endif
  }

 private:
  // The end of the program: passes the held bytes on. The writers behind are
  // finished later, because they are older.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept {
    auto& self = static_cast<passing_writer&>(entry);
    if (is_ours)
      self.pass_rest();
    else if (std::size_t const left = self.seen_from_outside())
      report_unwritten("to a writer", left);
  }

  void accept(char const* data, std::size_t size) {
    if (error_) return;
    if (size < sizeof block_)
      cursor_ = copy_bytes(cursor_, data, size);
    else
      static_cast<Self&>(*this).pass({data, size});
  }

  // Called after an error, or after a move.
  [[gnu::cold]] void refuse() const {
    throw_kept(error_,
               [this] { return rill::error(error_, "write", "to a writer"); });
  }

  // Records the number of held bytes when a writer behind throws.
  struct call_behind {
    passing_writer& self;
    bool has_returned = false;
    ~call_behind() {
      self.thrown_size_ = has_returned ? 0 : self.pending().size;
    }
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
  std::size_t thrown_size_ = 0;  // held bytes when a call threw, or 0
  char block_[512];
};

}  // namespace detail

/// Writes everything to two writers. flush() flushes both; the destructor
/// passes on the held bytes without flushing the two. Movable; the two writers
/// must not move.
///
/// Errors: an exception of one writer is thrown after the other has been
/// called, so that the other misses no piece. When both throw, the first
/// writer's exception is thrown.
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
/// writer. Movable, with the count; the writer behind must not move.
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

  /// Returns how many bytes were written so far.
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
