// rill/copy/handles.h: copies between two files, inside the kernel where
// possible, and keeps holes if asked to.
//
// Layer 4. Tests: test/copy/copy_test.cpp, test/copy/copy_sparse_test.cpp.
#ifndef RILL_COPY_HANDLES_H
#define RILL_COPY_HANDLES_H

#include "../memory/owned.h"
#include "../os/error.h"
#include "../os/file.h"
#include "../os/file_calls.h"
#include "../os/kernel_copy.h"

// The options and the progress of a copy.
//
// Allocates nothing; throws only what the caller's progress function throws.

namespace rill::inline RILL_BUILD {

/// How a copy is made.
struct copy_options {
  /// The most bytes to copy.
  unsigned long long limit = ~0ull;
  /// Skips holes in the source instead of copying zeros (regular files only).
  bool sparse = false;
  /// Lets the file system share the blocks of both files where it can.
  bool share_blocks = true;
  /// The number of bytes between two calls of the progress function.
  unsigned long long report_every = 1ull << 20;
};

namespace detail {

// The caller's progress function; it returns false to stop the copy.
struct progress_call {
  void* object = nullptr;
  bool (*call)(void*, unsigned long long) = nullptr;
};

// Counts the bytes moved, enforces the limit and calls the progress function.
class copy_count {
 public:
  copy_count(copy_options const& options, progress_call progress) noexcept
      : limit_(options.limit),
        step_(larger(options.report_every, 1ull)),
        progress_(progress) {}

  unsigned long long moved() const noexcept { return moved_; }

  // How many bytes the limit still allows.
  unsigned long long left() const noexcept {
    return is_stopped_ ? 0 : limit_ - moved_;
  }
  // Limits next() to a total of `size` bytes until fence_off() is called again.
  void fence_off(unsigned long long size) noexcept {
    fence_ = size < left() ? moved_ + size : limit_;
  }
  void lower_limit(unsigned long long left) noexcept {
    limit_ = smaller(limit_, moved_ + left);
    fence_ = limit_;
  }

  // How many bytes the next call may move, at most `most`; 0 ends the copy.
  std::size_t next(std::size_t most) const noexcept {
    unsigned long long size = is_stopped_ ? 0 : fence_ - moved_;
    if (progress_.call) size = smaller(size, reported_ + step_ - moved_);
    return static_cast<std::size_t>(
        smaller(size, static_cast<unsigned long long>(most)));
  }

  void add(unsigned long long bytes) {
    moved_ += bytes;
    if (progress_.call && moved_ - reported_ >= step_) report();
  }

  // Reports the bytes moved since the last report, if any.
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
  bool is_stopped_ = false;
};

// From one file to another, by the cheapest system call that works.
//
// Allocates one buffer if no system call can copy by itself. docs/copying.md
// says which call is tried when.

// What is read and written at once where the kernel does not copy by itself.
// Measured with 100 MB on ext4: 64 KiB 35 ms, 128 KiB 31, 256 KiB 28, 1 MiB
// 25, but that no longer fits the second-level caches of small machines.
inline constexpr std::size_t copy_buffer_size =
    2 * std::size_t{RILL_BUFFER_SIZE};

// The first read is small, because usually it only confirms the end of the
// file. Its block is on the heap: a page-aligned one takes 12 KiB of the stack.
inline constexpr std::size_t first_copy_size =
    smaller(copy_buffer_size, std::size_t{4096});

// Copies from file to file, and advances the positions of both.
class handle_copy {
 public:
  handle_copy(file_view from, file_view to, copy_count& count) noexcept
      : from_(from),
        to_(to),
        count_(count),
        source_(os::status(from.native_handle())),
        sink_(os::status(to.native_handle())) {}

  result<void> run(bool share_blocks) {
    if (is_same_file()) {
      if (result<void> kept = keep_apart(); !kept) return kept;
    } else if (share_blocks && cloned()) {
      return by_reading();  // bytes appended since, or the end
    }
    return by_moving();
  }

  // Copies from the current positions: by the kernel if it can, else by read
  // and write.
  result<void> by_moving() {
    bool const is_regular = source_.kind == device_kind::regular;
    if (is_regular && sink_.kind == device_kind::regular) {
      if (by_kernel(os::copy_range) == answer::final) return outcome();
    }
    if (is_regular || source_.kind == device_kind::block) {
      if (by_kernel(os::send_file) == answer::final) return outcome();
    }
    if (source_.kind == device_kind::pipe || sink_.kind == device_kind::pipe) {
      if (by_kernel(os::splice) == answer::final) return outcome();
    }
    return by_reading();
  }

  // True when the error came, or may have come, from the sink.
  bool is_of_sink() const noexcept { return is_of_sink_; }

  bool are_both_regular() const noexcept {
    return source_.kind == device_kind::regular &&
           sink_.kind == device_kind::regular;
  }

  bool is_same_file() const noexcept {
    return are_both_regular() && source_.device == sink_.device &&
           source_.inode == sink_.inode;
  }

  // Lets a file be copied to another place in itself, if the two ranges do not
  // overlap. Limits the copy to the bytes that the file has now, so that it
  // does not read its own output. `unread` is how many bytes before the
  // position a reader has read ahead.
  result<void> keep_apart(unsigned long long unread = 0) {
    os::position const from = os::seek(from_.native_handle(), 0, os::from_here);
    os::position to = os::seek(to_.native_handle(), 0, os::from_here);
    if (from.error) return from_.failure("copy", from.error);
    if (to.error) return to_.failure("copy", to.error);
    if (os::is_appending(to_.native_handle()))
      to.offset = static_cast<long long>(sink_.size);
    auto const here = static_cast<unsigned long long>(from.offset);
    auto const first = here - smaller(here, unread);
    auto const second = static_cast<unsigned long long>(to.offset);
    count_.lower_limit(
        larger(unread, source_.size - smaller(source_.size, first)));
    unsigned long long const size = count_.left();
    unsigned long long const between =
        first < second ? second - first : first - second;
    if (between < size) return to_.failure("copy", library_problem::overlap);
    return {};
  }

  // Shares the blocks of the whole source with the sink. Requires that the
  // source is at its start and the sink is empty; else returns false.
  bool cloned() {
    if (!are_both_regular() || sink_.size != 0 || source_.size == 0 ||
        count_.left() < source_.size)
      return false;
    os::native_handle const from = from_.native_handle();
    os::native_handle const to = to_.native_handle();
    if (os::seek(from, 0, os::from_here).offset != 0 ||
        os::seek(to, 0, os::from_here).offset != 0)
      return false;
    expected_ = source_.size;
    os::kernel_transfer const done = os::clone_file(from, to);
    if (done.is_refused || done.error) return false;
    // Counts the size of the clone, not that from fstat: the source may have
    // grown meanwhile, even beyond the limit.
    os::position end = os::seek(to, 0, os::from_end);
    if (static_cast<unsigned long long>(end.offset) > count_.left()) {
      auto const limit = static_cast<long long>(count_.left());
      (void)os::truncate(to, limit);
      end = os::seek(to, limit, os::from_start);
    }
    (void)os::seek(from, end.offset, os::from_start);
    count_.add(static_cast<unsigned long long>(end.offset));
    return true;
  }

 private:
  enum class answer : bool { ask_another, final };
  using kernel_call = os::kernel_transfer (*)(os::native_handle,
                                              os::native_handle, std::size_t);

  // Moves bytes until the call is refused, moves none, or fails. "None" does
  // not always mean the end of the file, so read() decides.
  answer by_kernel(kernel_call call) {
    if (has_seen_nothing_) return answer::ask_another;
    while (std::size_t const size = count_.next(os::largest_transfer)) {
      os::kernel_transfer const done =
          call(from_.native_handle(), to_.native_handle(), size);
      if (done.moved != 0) {
        count_.add(done.moved);
        // All bytes that fstat promised were moved. To confirm the end, read()
        // costs less than another call of this kind.
        if (expected_ == 0 || count_.moved() != expected_) continue;
        has_seen_nothing_ = true;
        return answer::ask_another;
      }
      error_ = done.error;
      has_seen_nothing_ = !done.is_refused;
      return done.error ? answer::final : answer::ask_another;
    }
    return answer::final;
  }

  result<void> outcome() {
    if (!error_) return {};
    is_of_sink_ = true;
    if (os::may_be_of_either(error_)) return from_either();
    return to_.failure("write", error_);
  }

  // An error that does not show whether the source or the sink failed.
  rill::error from_either() const {
    error_text_builder operation;
    operation.add("copy ");
    operation.add(from_.name());
    operation.add(" to");
    char* const sentence = operation.release();
    rill::error const made(error_, sentence ? text(sentence) : text("copy"),
                           to_.name());
    os::give_memory(sentence);
    return made;
  }

  result<void> by_reading() {
    aligned_block block(first_copy_size);
    while (std::size_t const size = count_.next(block.size())) {
      os::transfer const got =
          os::read_available(from_.native_handle(), block.data(), size);
      if (got.error) return from_.failure("read", got.error);
      if (got.moved == 0) break;
      os::transfer const put =
          os::write_all(to_.native_handle(), block.data(), got.moved);
      count_.add(put.moved);
      if (put.error) {
        give_back(got.moved - put.moved);
        is_of_sink_ = true;
        return to_.failure("write", put.error);
      }
      if (got.moved == block.size() && block.size() < copy_buffer_size)
        block = aligned_block(copy_buffer_size);
    }
    return {};
  }

  // Seeks back over bytes that could not be written, so that the next read
  // returns them again, if the source can seek.
  void give_back(std::size_t size) {
    (void)os::seek(from_.native_handle(), -static_cast<long long>(size),
                   os::from_here);
  }

  file_view from_;
  file_view to_;
  copy_count& count_;
  device_status source_;
  device_status sink_;
  error_code error_;
  // The count at which the end is expected; 0 if unknown.
  unsigned long long expected_ = 0;
  bool has_seen_nothing_ = false;
  bool is_of_sink_ = false;
};

// Copies from one file to another, and keeps holes if asked to.
//
// Allocates one buffer if no system call can copy by itself. A hole in the
// source becomes a hole in the sink. It becomes zeros where the sink has bytes
// already and its file system cannot punch holes.

// The largest file offset.
inline constexpr long long last_offset = static_cast<long long>(~0ull >> 1);

class sparse_copy {
 public:
  sparse_copy(file_view from, file_view to, copy_count& count)
      : from_(from), to_(to), count_(count), copy_(from, to, count) {}

  result<void> run(copy_options const& options) {
    bool const share_blocks = options.share_blocks;
    if (!options.sparse || !copy_.are_both_regular() || copy_.is_same_file() ||
        os::is_appending(to_.native_handle()))
      return copy_.run(share_blocks);
    if (share_blocks && copy_.cloned()) return {};
    return by_extents();
  }

  // True when the error came, or may have come, from the sink.
  bool is_of_sink() const noexcept { return is_of_sink_ || copy_.is_of_sink(); }

 private:
  result<void> by_extents() {
    long long at = offset_of(from_);
    while (count_.left() != 0) {
      os::extent next = os::next_extent(from_.native_handle(), at);
      // Moves the position back: next_extent() has changed it.
      (void)os::seek(from_.native_handle(), at, os::from_start);
      bool const is_last = next.is_known && !next.is_there;
      if (is_last) next.begin = size_of(from_);
      if (next.is_known && next.begin > at) {
        auto const size = static_cast<long long>(smaller(
            static_cast<unsigned long long>(next.begin - at), count_.left()));
        if (result<void> done = make_hole(size); !done) return done;
        at += size;
      }
      if (is_last || !next.is_known || at != next.begin) break;
      unsigned long long const before = count_.moved();
      auto const size = static_cast<unsigned long long>(next.end - at);
      count_.fence_off(size);
      result<void> done = copy_.by_moving();
      count_.fence_off(~0ull);
      if (!done || count_.moved() - before != size) return done;
      at = next.end;
    }
    return copy_.by_moving();
  }

  // Skips a hole of `size` bytes in both files. Punches the hole where the sink
  // has bytes already. Extends a shorter sink with ftruncate at once, so that
  // the sink has all counted bytes even if a later call fails.
  result<void> make_hole(long long size) {
    long long const at = offset_of(to_);
    long long const end = size_of(to_);
    if (size > last_offset - at)
      return of_sink("seek", library_problem::out_of_reach);
    if (at < end) {
      if (error_code const code = clear(at, smaller(size, end - at)))
        return of_sink("write", code);
    }
    if (end < at + size)
      if (error_code const code = os::truncate(to_.native_handle(), at + size))
        return of_sink("truncate", code);
    os::position const moved =
        os::seek(to_.native_handle(), at + size, os::from_start);
    if (moved.error) return of_sink("seek", moved.error);
    (void)os::seek(from_.native_handle(), size, os::from_here);
    count_.add(static_cast<unsigned long long>(size));
    return {};
  }

  error_code clear(long long at, long long size) {
    if (!os::punch_hole(to_.native_handle(), at, size)) return {};
    static constexpr char zeros[4096] = {};
    while (size != 0) {
      auto const chunk = static_cast<std::size_t>(
          smaller(size, static_cast<long long>(sizeof zeros)));
      os::transfer const done =
          os::write_all_at(to_.native_handle(), zeros, chunk, at);
      if (done.error) return done.error;
      at += static_cast<long long>(chunk);
      size -= static_cast<long long>(chunk);
    }
    return {};
  }

  rill::error of_sink(char const* operation, error_code code) {
    is_of_sink_ = true;
    return to_.failure(operation, code);
  }

  static long long offset_of(file_view file) {
    return os::seek(file.native_handle(), 0, os::from_here).offset;
  }
  static long long size_of(file_view file) {
    return static_cast<long long>(os::status(file.native_handle()).size);
  }

  file_view from_;
  file_view to_;
  copy_count& count_;
  handle_copy copy_;
  bool is_of_sink_ = false;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
