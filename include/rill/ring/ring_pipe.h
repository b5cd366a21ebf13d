// rill/ring/ring_pipe.h: bytes from one thread to another, through a ring.
//
// Layer 4. One thread writes, one reads; both work in the ring's own memory.
// Allocates when it is made and never again. The threads share two counters:
// the bytes written and the bytes taken. The counters are in different cache
// lines. Each thread keeps a copy of the other's counter, and reads the counter
// again only when the copy shows no more bytes or room. Tests:
// test/ring/ring_pipe_test.cpp.
#ifndef RILL_RING_RING_PIPE_H
#define RILL_RING_RING_PIPE_H

#include "../os/mutex.h"
#include "../stream/kept_error.h"
#include "../stream/lost_output.h"
#include "../stream/reader.h"
#include "../stream/read_buffer.h"  // history_size
#include "ring_block.h"
#include "../stream/writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Two cache lines of 64 bytes, because processors prefetch lines in pairs.
inline constexpr std::size_t apart = 128;

// What one thread publishes to the other: a counter, whether it has closed its
// end, and whether it sleeps. All accesses are atomic and sequentially
// consistent. So a thread that stores a count and then sees no sleeper has
// stored before the other thread's last check of the count.
struct ring_end {
  std::size_t count = 0;
  unsigned is_closed = 0;
  unsigned sleeps = 0;

  std::size_t load_count() const noexcept {
    return __atomic_load_n(&count, __ATOMIC_SEQ_CST);
  }
  bool load_closed() const noexcept {
    return __atomic_load_n(&is_closed, __ATOMIC_SEQ_CST) != 0;
  }
  // Publishes the count and wakes the other thread if it sleeps.
  void store_count(std::size_t value, ring_end& other) noexcept {
    __atomic_store_n(&count, value, __ATOMIC_SEQ_CST);
    other.wake();
  }
  void close(ring_end& other) noexcept {
    __atomic_store_n(&is_closed, 1u, __ATOMIC_SEQ_CST);
    other.wake();
  }
  void wake() noexcept {
    if (__atomic_load_n(&sleeps, __ATOMIC_SEQ_CST) == 0) return;
    __atomic_store_n(&sleeps, 0u, __ATOMIC_SEQ_CST);
    os::wake(sleeps);
  }
  // Sleeps until the other's count differs from `seen`, or its end is closed.
  void wait(ring_end const& other, std::size_t seen) noexcept {
    while (other.load_count() == seen && !other.load_closed()) {
      __atomic_store_n(&sleeps, 1u, __ATOMIC_SEQ_CST);
      if (other.load_count() == seen && !other.load_closed())
        os::wait_while(sleeps, 1u);
    }
    __atomic_store_n(&sleeps, 0u, __ATOMIC_SEQ_CST);
  }
};

// The state that both threads share.
struct ring_pipe_state {
  explicit ring_pipe_state(std::size_t size)
      : capacity(larger(size, std::size_t{1})),
        // Each thread publishes after a quarter of the ring, so that both can
        // work.
        step(larger(capacity / 4, std::size_t{1})),
        block(ring_block::contiguous(capacity, history_size)) {}

  char* begin() const noexcept { return block.data(); }
  char* end() const noexcept { return block.data() + block.size(); }

  std::size_t const capacity;
  std::size_t const step;
  ring_block const block;
  rill::error cause;  // set before `written` is closed, read after
  alignas(apart) ring_end written;
  alignas(apart) ring_end taken;
};

}  // namespace detail

/// The writing end of a ring_pipe. The reader gets the bytes at flush(), at
/// close(), and whenever a quarter of the capacity is full.
///
/// Errors: EPIPE (as rill::error) after the reader is closed; it is sticky.
class ring_pipe_writer : public writer {
 public:
  /// Writes without throwing.
  result<void> try_write(char const* data, std::size_t size) noexcept {
    if (size <= room())
      cursor_ = detail::copy_bytes(cursor_, data, size);
    else
      accept(data, size);
    return outcome();
  }
  /// Hands the written bytes to the reader. Error: EPIPE if the reader is
  /// closed.
  result<void> try_flush() noexcept {
    hand_over();
    look_for_reader();
    return outcome();
  }

  /// Hands over the written bytes; behind them the reader finds the end of
  /// input.
  void close() noexcept { end_with({}); }
  /// As close(), but the reader finds the error `reason` instead of the end.
  void fail(rill::error const& reason) noexcept { end_with(reason); }

  /// The number of bytes written since construction.
  unsigned long long accepted() const noexcept {
    return given_ + pending().size;
  }

 private:
  friend class ring_pipe;

  explicit ring_pipe_writer(detail::ring_pipe_state& state)
      : writer(device, state.begin(), 0), state_(state) {
    show_room();
  }
  ~ring_pipe_writer() {
    if (pending().size == 0 || error_) return;
    detail::on_lost_output({library_problem::closed, "write", "to a pipe"});
  }

  void end_with(rill::error const& reason) noexcept {
    if (is_closed_) return;
    is_closed_ = true;
    hand_over();
    state_.cause = reason;
    state_.written.close(state_.taken);
    stop(library_problem::closed);
  }

  // Publishes all written bytes to the reader.
  void hand_over() noexcept {
    std::size_t const size = pending().size;
    if (size == 0 || error_) return;
    if (state_.block.kind() == detail::ring_kind::copied) copy_to_twin();
    begin_ = cursor_;
    if (begin_ >= state_.end()) begin_ -= state_.block.size();
    cursor_ = end_ = begin_;
    count_ += size;
    given_ += size;
    state_.written.store_count(count_, state_.taken);
    show_room();
  }

  // Copies the bytes in one half of the memory to the same offset in the other.
  void copy_to_twin() noexcept {
    std::size_t const whole = state_.block.size();
    char* const middle = state_.end();
    char* const low = detail::smaller(cursor_, middle);
    if (begin_ < low)
      ::memcpy(begin_ + whole, begin_, static_cast<std::size_t>(low - begin_));
    if (middle < cursor_)
      ::memcpy(middle - whole, middle,
               static_cast<std::size_t>(cursor_ - middle));
  }

  std::size_t free_size() const noexcept {
    return state_.capacity - (count_ - taken_);
  }

  // Makes up to `step` bytes of known free room available for writing.
  void show_room() noexcept {
    if (free_size() < state_.step) taken_ = state_.taken.load_count();
    end_ = begin_ + detail::smaller(free_size(), state_.step);
  }

  // Sets the error if the reader is closed. Requires that nothing is pending.
  void look_for_reader() noexcept {
    if (error_ || !state_.taken.load_closed()) return;
    cause_ = {os::errors::broken_pipe, "write", "to a pipe"};
    stop(cause_.code());
  }

  // Waits until there is room. Requires that nothing is pending.
  void wait_for_room() noexcept {
    while (cursor_ == end_ && !error_) {
      look_for_reader();
      if (error_) return;
      if (free_size() == 0) state_.written.wait(state_.taken, taken_);
      show_room();
    }
  }

  void accept(char const* data, std::size_t size) noexcept {
    do {
      hand_over();
      wait_for_room();
      if (error_) return;
      std::size_t const chunk = detail::smaller(size, room());
      cursor_ = detail::copy_bytes(cursor_, data, chunk);
      data += chunk;
      size -= chunk;
    } while (size != 0);
  }

  result<void> outcome() const noexcept {
    if (!error_) return {};
    return cause_ ? cause_ : rill::error(error_, "write", "to a pipe");
  }
  void report() const {
    detail::throw_kept(error_, [this] { return outcome().error(); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<ring_pipe_writer&>(base);
    self.accept(data, size);
    self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<ring_pipe_writer&>(base);
    self.hand_over();
    self.look_for_reader();
    self.report();
  }
  static constexpr writer_device device{drain, flush_device};

  detail::ring_pipe_state& state_;
  std::size_t count_ = 0;         // bytes handed over
  std::size_t taken_ = 0;         // bytes taken, as last seen
  unsigned long long given_ = 0;  // count_ in 64 bits on every system
  bool is_closed_ = false;
  rill::error cause_;
};

/// The reading end of a ring_pipe. It waits for the writer; the input ends when
/// the writer is closed. Consumed bytes become room for the writer when this
/// reader next needs more than it has in view.
///
/// Errors: the one that the writer passed to fail(); no_room when a token is
/// longer than the capacity.
class ring_pipe_reader : public reader {
 public:
  /// As ring_reader::read.
  std::size_t read(char* out, std::size_t size) {
    return try_read(out, size).value();
  }
  result<std::size_t> try_read(char* out, std::size_t size) {
    std::size_t const done = detail::copy_in_pieces(*this, out, size);
    if (done == 0 && size != 0 && error_) return failure();
    return done;
  }
  template <class Out, class Ending>
  std::size_t read_until(Out&& out, Ending&& ending) {
    return try_read_until(out, ending).value();
  }
  template <class Out, class Ending>
  result<std::size_t> try_read_until(Out&& out, Ending&& ending) {
    return detail::read_ring_until(*this, out, ending, "from a pipe");
  }

  /// Drops the unread bytes; the writer then gets EPIPE.
  void close() noexcept {
    cursor_ = end_;
    error_ = library_problem::closed;
    state_.taken.close(state_.written);
  }

  /// The error that ended the input: the one passed to fail(), or the reader's
  /// own.
  rill::error failure() const noexcept {
    if (!error_ || has_cause_) return has_cause_ ? state_.cause : rill::error();
    return {error_, "read", "from a pipe"};
  }

 private:
  friend class ring_pipe;

  explicit ring_pipe_reader(detail::ring_pipe_state& state)
      : reader(device, state.begin(), 0),
        state_(state),
        released_(state.begin()) {}
  ~ring_pipe_reader() = default;

  // Returns the bytes before the cursor to the writer. The last history_size of
  // them stay readable, because the memory is that much larger than the
  // capacity.
  void release() noexcept {
    std::size_t const size = static_cast<std::size_t>(cursor_ - released_);
    std::size_t const past = history().size;
    std::size_t const keep = detail::smaller(past, detail::history_size);
    detail::count_leaving(memo_, position_, {begin_, past - keep});
    begin_ = cursor_ - keep;
    std::size_t const whole = state_.block.size();
    if (begin_ >= state_.end()) {
      begin_ -= whole;
      cursor_ -= whole;
      end_ -= whole;
    }
    released_ = cursor_;
    if (size == 0) return;
    count_ += size;
    state_.taken.store_count(count_, state_.written);
  }

  // Extends the readable range by up to `step` bytes. False if there are no
  // more.
  bool show(std::size_t written) noexcept {
    std::size_t const shown = count_ + available();
    end_ += detail::smaller(written - shown, state_.step);
    return written != shown;
  }

  bool wait_for_more() noexcept {
    for (;;) {
      // Loads `is_closed` before the count: then no bytes written before
      // close() are missed.
      bool const is_over = state_.written.load_closed();
      if (show(state_.written.load_count())) return true;
      if (is_over) break;
      state_.taken.wait(state_.written, count_ + available());
    }
    has_cause_ = bool(state_.cause);
    if (has_cause_) error_ = state_.cause.code();
    return false;
  }

  static bool fill(reader& base) {
    auto& self = static_cast<ring_pipe_reader&>(base);
    bool const is_full = self.available() == self.state_.capacity;
    if (!is_full && self.error_ == error_code(library_problem::no_room) &&
        !self.has_cause_)
      self.error_ = {};
    if (self.error_) return false;
    if (is_full) {
      self.error_ = library_problem::no_room;
      return false;
    }
    self.release();
    return self.wait_for_more();
  }
  static source_position locate_source(reader const& base) {
    auto const& self = static_cast<ring_pipe_reader const&>(base);
    auto at = self.position_;
    text const path = self.has_cause_ ? self.state_.cause.path() : text{};
    at.name = path.size != 0 ? path : text("pipe");
    if (self.has_cause_) at.reason = self.state_.cause.reason();
    return at;
  }
  static source_position place_in_source(reader const& base,
                                         char const* place) {
    auto const& self = static_cast<ring_pipe_reader const&>(base);
    return detail::count_on(self.memo_, locate_source(base), base, place);
  }
  static std::size_t capacity_of(reader const& base) {
    return static_cast<ring_pipe_reader const&>(base).state_.capacity;
  }
  static constexpr reader_device device{fill, locate_source, place_in_source,
                                        nullptr, capacity_of};

  detail::ring_pipe_state& state_;
  char const* released_;   // bytes before it are the writer's
  std::size_t count_ = 0;  // bytes released
  source_position position_;
  mutable detail::line_memo memo_{};
  bool has_cause_ = false;
};

/// A ring between two threads: one prints into writer(), one scans from
/// reader(). Each waits for the other where it must. Without writer().close()
/// at the end the reader waits forever.
///
/// The object must outlive both threads' use of it: join them first. It does
/// not move, because both threads hold its address.
/// Cost: no lock; a wait is a futex(2) on Linux. Memory: the capacity, rounded
/// up to a page.
/// Example:
///     rill::ring_pipe pipe(65536);
///     rill::println(pipe.writer(), 6, ' ', 7);
///     pipe.writer().close();
///     int a = 0, b = 0;
///     while (rill::scan(pipe.reader(), a, b)) rill::println(a * b);
class ring_pipe {
 public:
  explicit ring_pipe(std::size_t capacity)
      : state_(capacity), writer_(state_), reader_(state_) {}
  ring_pipe(ring_pipe const&) = delete;
  ring_pipe& operator=(ring_pipe const&) = delete;

  /// For use by one thread.
  ring_pipe_writer& writer() noexcept { return writer_; }
  /// For use by one other thread.
  ring_pipe_reader& reader() noexcept { return reader_; }

  std::size_t capacity() const noexcept { return state_.capacity; }

 private:
  detail::ring_pipe_state state_;
  alignas(detail::apart) ring_pipe_writer writer_;
  alignas(detail::apart) ring_pipe_reader reader_;
};

}  // namespace rill::inline RILL_BUILD

#endif
