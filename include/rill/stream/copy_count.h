// rill/stream/copy_count.h: what a copy is asked for, and how far it is.
//
// Floor 4. Allocates nothing, throws only what the caller's progress function
// throws. Tests: test/stream/copy_test.cpp.
#ifndef RILL_STREAM_COPY_COUNT_H
#define RILL_STREAM_COPY_COUNT_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD {

/// How a copy is made.
struct copy_options {
  /// Copies so many bytes at most. Units: bytes.
  unsigned long long limit = ~0ull;
  /// Leaves out what is a hole in the source (regular files only).
  bool sparse = false;
  /// Lets the file system share the blocks of both files where it can.
  bool share_blocks = true;
  /// How many bytes lie between two calls of the progress function.
  unsigned long long report_every = 1ull << 20;
  /// Is told how many bytes were copied, all the time: also when the copy
  /// ends with an error. May be null.
  unsigned long long* moved = nullptr;
};

namespace detail {

// The caller's progress function; it says whether to go on.
struct progress_call {
  void* object = nullptr;
  bool (*call)(void*, unsigned long long) = nullptr;
};

// How many bytes were moved and how many may come.
class copy_count {
 public:
  copy_count(copy_options const& options, progress_call progress) noexcept
      : limit_(options.limit),
        step_(larger(options.report_every, 1ull)),
        progress_(progress),
        told_(options.moved) {
    if (told_) *told_ = 0;
  }

  unsigned long long moved() const noexcept { return moved_; }

  // How many bytes may still come.
  unsigned long long left() const noexcept {
    return is_stopped_ ? 0 : limit_ - moved_;
  }
  // Until fence_off() is called again, next() ends after so many bytes.
  void fence_off(unsigned long long size) noexcept {
    fence_ = size < left() ? moved_ + size : limit_;
  }
  void lower_limit(unsigned long long left) noexcept {
    limit_ = smaller(limit_, moved_ + left);
    fence_ = limit_;
  }

  // How many bytes the next call may move, up to `most`; 0 when it is over.
  std::size_t next(std::size_t most) const noexcept {
    unsigned long long size = is_stopped_ ? 0 : fence_ - moved_;
    if (progress_.call) size = smaller(size, reported_ + step_ - moved_);
    return static_cast<std::size_t>(
        smaller(size, static_cast<unsigned long long>(most)));
  }

  void add(unsigned long long bytes) {
    moved_ += bytes;
    if (told_) *told_ = moved_;
    if (progress_.call && moved_ - reported_ >= step_) report();
  }

  // The last call, for what came after the one before.
  void finish() {
    if (progress_.call && moved_ != reported_) report();
  }

 private:
  void report() {
    reported_ = moved_;
    if (!progress_.call(progress_.object, moved_)) is_stopped_ = true;
  }

  unsigned long long moved_ = 0;
  unsigned long long limit_;
  unsigned long long fence_ = limit_;
  unsigned long long step_;
  unsigned long long reported_ = 0;
  progress_call progress_;
  unsigned long long* told_;
  bool is_stopped_ = false;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
