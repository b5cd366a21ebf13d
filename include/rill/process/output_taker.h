// rill/process/output_taker.h: what becomes of the bytes that a child prints.
//
// Floor 5. Throws std::bad_alloc, and what a callable throws. Tests:
// test/process/run_test.cpp.
#ifndef RILL_PROCESS_OUTPUT_TAKER_H
#define RILL_PROCESS_OUTPUT_TAKER_H

#include "../memory/find_byte.h"
#include "captured_text.h"
#include "streams.h"

namespace rill::inline RILL_BUILD::detail {

// Captures a stream, or passes each of its lines to a callable. Bytes are read
// into spare room at the end of `text_`. With a callable, `text_` holds the
// last line as far as it has come, and nothing else.
class output_taker {
 public:
  output_taker(run_output const& option, unsigned long long limit) noexcept
      : option_(&option), limit_(limit) {}

  bool is_needed() const noexcept {
    return option_->kind() == stream_kind::captured || gives_lines();
  }

  error_code make_room() { return text_.make_room(); }
  char* room_begin() const noexcept { return text_.room_begin(); }
  std::size_t room_size() const noexcept { return text_.room_size(); }

  // Takes bytes that were written into the room; false when there are more
  // than the limit. A callable is then given no further line: bytes are
  // missing from the next.
  bool take(std::size_t count) {
    std::size_t const before = text_.size();
    text_.take(count);
    if (gives_lines() && !is_over_limit_) is_over_limit_ = !give_lines(before);
    if (text_.size() > limit_) is_over_limit_ = true;
    if (!is_over_limit_) return true;
    text_.cut_to(gives_lines() ? 0 : static_cast<std::size_t>(limit_));
    return false;
  }
  // A last line may have no newline.
  void finish() {
    if (gives_lines() && !text_.empty()) option_->give(text_.bytes());
    if (gives_lines()) text_.cut_to(0);
  }

  // The room may have been written into without being taken.
  void end_text() noexcept { text_.cut_to(text_.size()); }

  captured_text& text_so_far() noexcept { return text_; }

 private:
  bool gives_lines() const noexcept {
    return option_->kind() == stream_kind::callable;
  }

  // `looked_at` bytes at the front hold no newline. Returns false at a line
  // that is longer than the limit.
  bool give_lines(std::size_t looked_at) {
    char const* line = text_.begin();
    for (char const* from = line + looked_at;;) {
      char const* const end = find_byte(from, text_.end(), '\n');
      if (end == text_.end()) break;
      auto const size = static_cast<std::size_t>(end - line);
      if (size > limit_) return false;
      option_->give({line, size});
      line = from = end + 1;
    }
    text_.drop_front(static_cast<std::size_t>(line - text_.begin()));
    return true;
  }

  run_output const* option_;
  unsigned long long limit_;
  captured_text text_;
  bool is_over_limit_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
