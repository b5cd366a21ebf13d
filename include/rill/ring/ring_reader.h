// rill/stream/ring_input.h: the memory of a ring_reader: where the next bytes
// go, and what is unread.
//
// Floor 4. Allocates when it is made and never again. Parsers see contiguous
// text: where the memory is not mapped twice, text that touches the end of
// the memory is moved to its front. Tests: test/stream/ring_reader_test.cpp.
#ifndef RILL_STREAM_RING_INPUT_H
#define RILL_STREAM_RING_INPUT_H

#include "../memory/poison.h"
#include "../os/error.h"
#include "position.h"
#include "read_buffer.h"  // history_size
#include "ring_block.h"

namespace rill::inline RILL_BUILD {

/// The unread bytes of a ring: first, then second.
struct ring_spans {
  text first;
  text second;

  constexpr std::size_t size() const noexcept {
    return first.size + second.size;
  }
};

namespace detail {

// Unread are [cursor_, end_) and then, in plain memory, the `wrapped_` bytes
// at its front; these are there only while end_ is the end of the memory.
// Up to history_size bytes before the cursor stay for describing errors,
// beside the capacity. Under AddressSanitizer a use of room that the source has
// not filled is reported (memory/poison.h).
class ring_input : public reader {
 protected:
  ring_input(reader_device const& device, std::size_t capacity)
      : reader(device, nullptr, 0),
        capacity_(larger(capacity, std::size_t{1})),
        block_(ring_block::of(capacity_, history_size)) {
    begin_ = cursor_ = end_ = block_.data();
    forbid(block_.data(), block_.size());
  }
  ring_input(ring_input&& other) noexcept
      : reader(static_cast<reader&&>(other)),
        capacity_(other.capacity_),
        wrapped_(other.wrapped_),
        given_(other.given_),
        position_(other.position_),
        memo_(other.memo_),
        block_(static_cast<ring_block&&>(other.block_)),
        cause_(other.cause_),
        is_closed_(other.is_closed_),
        is_full_(other.is_full_) {
    other.wrapped_ = 0;
    other.given_ = 0;
    other.is_full_ = false;
    other.is_closed_ = true;
    other.cause_ = rill::error(library_problem::closed, "read", "from a ring");
  }
  ~ring_input() { allow(block_.data(), block_.size()); }

  std::size_t unread() const noexcept { return available() + wrapped_; }
  bool is_mapped() const noexcept { return block_.kind() == ring_kind::mapped; }
  ring_spans spans() const noexcept {
    return {{cursor_, available()}, {block_.data(), wrapped_}};
  }

  // Makes one span of two: by leaving the first behind when it is used up, by
  // turning the memory otherwise. False when there was one.
  bool show_wrapped() noexcept {
    if (wrapped_ == 0) return false;
    std::size_t const size = unread();
    count_leaving(memo_, position_, history());
    char* const first = block_.data();
    if (cursor_ != end_) {
      char* const last = first + block_.size();
      char* const middle = first + (cursor_ - first);
      allow(first, block_.size());
      reverse(first, middle);
      reverse(middle, last);
      reverse(first, last);
    }
    begin_ = cursor_ = first;
    end_ = first + size;
    wrapped_ = 0;
    forbid(end_, tail_room());
    return true;
  }

  // Makes room behind end_ and returns how much. Requires that nothing is
  // wrapped and that the ring is not full.
  std::size_t make_room() noexcept {
    std::size_t const wanted = capacity_ - available();
    if (is_mapped()) {
      drop_history(history_size);
      step_back();
      return wanted;
    }
    // A source that gives bytes one by one must not have them all moved each
    // time: what is there will do until a quarter of the free bytes is left.
    std::size_t const there = tail_room();
    if (available() != 0 && there != 0 && there >= wanted / 4)
      return smaller(there, wanted);
    drop_history(history_size);
    std::size_t const kept = static_cast<std::size_t>(end_ - begin_);
    std::size_t const past = history().size;
    if (kept != 0) ::memmove(block_.data(), begin_, kept);
    begin_ = block_.data();
    cursor_ = begin_ + past;
    end_ = begin_ + kept;
    forbid(end_, tail_room());
    return wanted;
  }

  // A place for more bytes, which moves none of those that are there.
  struct place {
    char* data;
    std::size_t size;
    bool is_front;
  };
  place place_without_moving() noexcept {
    std::size_t const wanted = capacity_ - unread();
    if (is_mapped() || unread() == 0) {
      std::size_t const room = make_room();
      return {room_begin(), room, false};
    }
    if (std::size_t const there = tail_room(); there != 0 && wrapped_ == 0)
      return {room_begin(), smaller(there, wanted), false};
    // Between the second span and the first lies all that is free.
    drop_history(0);
    return {block_.data() + wrapped_, wanted, true};
  }
  // Of `where`, which the source may use until add().
  void open(place const& where) const noexcept {
    allow(where.data, where.size);
  }
  void add(place const& where, std::size_t count) noexcept {
    forbid(where.data + count, where.size - count);
    if (where.is_front)
      wrapped_ += count;
    else
      end_ += count;
    given_ += count;
  }

  // Bytes that went to the caller without being in the ring, which is empty.
  void pass(char const* data, std::size_t count) noexcept {
    drop_history(0);
    count_lines(position_, {data, count});
    given_ += count;
  }

  char* room_begin() const noexcept {
    return block_.data() + (end_ - block_.data());
  }

  // Keeps an error until it is cleared.
  bool fail(rill::error const& reason) noexcept {
    is_full_ = false;
    cause_ = reason;
    error_ = reason.code();
    return false;
  }
  // A full ring cannot take more; that is over as soon as bytes are taken.
  bool fail_because_full() noexcept {
    fail({library_problem::no_room, "read", "from a ring"});
    is_full_ = true;
    return false;
  }
  void clear() noexcept {
    is_full_ = false;
    error_ = {};
    cause_ = {};
  }
  // True when the source may be asked: there is room, and no error. A source
  // that reads from its own ring may not: both would write to the same place.
  bool may_ask() noexcept {
    if (is_asking_)
      return fail({library_problem::locked, "read", "from a ring"});
    bool const has_room = unread() != capacity_;
    if (has_room && is_full_) clear();
    if (error_) return false;
    return has_room || fail_because_full();
  }

  // What is unread is gone, and does not count as taken.
  void drop() noexcept {
    given_ -= unread();
    end_ = cursor_;
    wrapped_ = 0;
  }

  // Lives while the source runs: what is unread is hidden from it, because a
  // scan that waits for more has looked at it. Errors that calls from inside
  // have made are over then, but close() is not.
  class asking {
   public:
    explicit asking(ring_input& in) noexcept
        : in_(in), end_(in.end_), wrapped_(in.wrapped_) {
      in_.drop();
      in_.is_asking_ = true;
    }
    asking(asking const&) = delete;
    ~asking() {
      in_.is_asking_ = false;
      if (in_.is_closed_) return;
      in_.end_ = end_;
      in_.wrapped_ = wrapped_;
      in_.given_ += in_.unread();
      if (in_.error_) in_.clear();
    }

   private:
    ring_input& in_;
    char const* const end_;
    std::size_t const wrapped_;
  };

  std::size_t capacity_;
  std::size_t wrapped_ = 0;
  unsigned long long given_ = 0;  // bytes that the source has given
  source_position position_;      // of begin_
  mutable line_memo memo_{};
  ring_block block_;
  rill::error cause_;  // what error_ is the code of
  bool is_closed_ = false;
  bool is_asking_ = false;

 private:
  static void reverse(char* first, char* last) noexcept {
    while (first < last) {
      char const kept = *first;
      *first++ = *--last;
      *last = kept;
    }
  }

  // For each address of these bytes: of memory that is mapped twice, two.
  template <class Use>
  void at_each_address(char const* from, std::size_t size,
                       Use use) const noexcept {
    if (!is_mapped()) return use(from, size);
    char const* const first = block_.data();
    std::size_t const whole = block_.size();
    std::size_t const begin = static_cast<std::size_t>(from - first) % whole;
    std::size_t const before_end = smaller(size, whole - begin);
    for (char const* image = first; image <= first + whole; image += whole) {
      use(image + begin, before_end);
      use(image, size - before_end);
    }
  }
  void forbid(char const* from, std::size_t size) const noexcept {
    if constexpr (RILL_ADDRESS_SANITIZER) at_each_address(from, size, poison);
  }
  void allow(char const* from, std::size_t size) const noexcept {
    if constexpr (RILL_ADDRESS_SANITIZER) at_each_address(from, size, unpoison);
  }

  std::size_t tail_room() const noexcept {
    return static_cast<std::size_t>(block_.data() + block_.size() - end_);
  }

  void drop_history(std::size_t keep) noexcept {
    std::size_t const past = history().size;
    if (past <= keep) return;
    count_leaving(memo_, position_, {begin_, past - keep});
    begin_ = cursor_ - keep;
  }

  // The same bytes by their first addresses, when they are all behind them.
  void step_back() noexcept {
    std::size_t const size = block_.size();
    if (static_cast<std::size_t>(begin_ - block_.data()) < size) return;
    begin_ -= size;
    cursor_ -= size;
    end_ -= size;
  }

  bool is_full_ = false;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
