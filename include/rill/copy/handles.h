// rill/stream/copy_handles.h: from one file to another, by the cheapest
// system call that works.
//
// Floor 4. Allocates one buffer when no call of the kernel's own will do.
// Which way is tried when: docs/copying.md. Tests: test/stream/copy_test.cpp.
#ifndef RILL_STREAM_COPY_HANDLES_H
#define RILL_STREAM_COPY_HANDLES_H

#include "../memory/aligned_storage.h"
#include "../os/copy.h"
#include "../os/file.h"
#include "copy_count.h"

namespace rill::inline RILL_BUILD::detail {

// What is read and written at once where the kernel does not copy by itself.
// Measured with 100 MB on ext4: 64 KiB 35 ms, 128 KiB 31, 256 KiB 28, 1 MiB
// 25, but that no longer fits the second-level caches of small machines.
inline constexpr std::size_t copy_buffer_size =
    2 * std::size_t{RILL_BUFFER_SIZE};

// The first read is a small one: most often it only confirms the end. Not on
// the stack, where a page at a page's boundary takes 12 KiB.
inline constexpr std::size_t first_copy_size =
    smaller(copy_buffer_size, std::size_t{4096});

// One copy from handle to handle. Both positions move on.
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
      return by_reading();  // the end, or what has come since
    }
    return by_moving();
  }

  // Copies on from where both stand: by the kernel if it can, else by reading
  // and writing.
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

  // True when an error was, or may have been, one of the sink.
  bool is_of_sink() const noexcept { return is_of_sink_; }

  bool are_both_regular() const noexcept {
    return source_.kind == device_kind::regular &&
           sink_.kind == device_kind::regular;
  }

  bool is_same_file() const noexcept {
    return are_both_regular() && source_.device == sink_.device &&
           source_.inode == sink_.inode;
  }

  // A file may be copied to another place in itself: the bytes it has now,
  // of which a reader may have read some ahead, where the two places have
  // none in common.
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

  // All of a file that stands at its start into an empty one.
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
    // What there is now: the source may have grown since it was asked, also
    // beyond the limit.
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

  // Moves bytes until the call refuses, finds none, or fails. Finding none is
  // not always the end: reading has the last word.
  answer by_kernel(kernel_call call) {
    if (has_seen_nothing_) return answer::ask_another;
    while (std::size_t const size = count_.next(os::largest_transfer)) {
      os::kernel_transfer const done =
          call(from_.native_handle(), to_.native_handle(), size);
      if (done.moved != 0) {
        count_.add(done.moved);
        // At the size that the file had, reading is the cheaper question.
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

  // An error that may be one of the source or of the sink.
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
    aligned_storage block(first_copy_size);
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
        block = aligned_storage(copy_buffer_size);
    }
    return {};
  }

  // What could not be written is read again by whoever reads on, where the
  // source can be read again.
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
  // The count at which the end is near, where that is known, else 0.
  unsigned long long expected_ = 0;
  bool has_seen_nothing_ = false;
  bool is_of_sink_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
