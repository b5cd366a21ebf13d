// rill/ring/ring_reader.h: a circular buffer of a given capacity over a
// callable source.
//
// Layer 4. Allocates when it is made and never again. Introduction:
// docs/rings.md. Tests: test/ring/ring_reader_test.cpp.
#ifndef RILL_RING_RING_READER_H
#define RILL_RING_RING_READER_H

#include "../memory/poison.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "../stream/read_buffer.h"  // history_size
#include "../stream/reader.h"
#include "ring_block.h"

// The memory of a ring_reader, its free room and its unread bytes.
//
// Allocates when it is made and never again. Parsers see contiguous text: if
// the memory is not mapped twice, text that reaches its end is moved to its
// front.

namespace rill::inline RILL_BUILD {

/// The unread bytes of a ring: those of `first`, then those of `second`.
struct ring_spans {
  text first;
  text second;

  constexpr std::size_t size() const noexcept {
    return first.size + second.size;
  }
};

namespace detail {

// The unread bytes are [cursor_, end_), followed in plain memory by `wrapped_`
// bytes at its front; wrapped_ is not 0 only while end_ is the end of the
// memory. Up to history_size bytes before the cursor, not counted in the
// capacity, are kept for describing errors. AddressSanitizer reports a use of
// room that the source has not filled (memory/poison.h).
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

  // Makes the unread bytes contiguous: moves to the wrapped ones if the first
  // span is used up, else rotates the memory. Returns false if they were
  // contiguous.
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

  // Makes room behind end_ and returns its size. Requires that nothing is
  // wrapped and that the ring is not full.
  std::size_t make_room() noexcept {
    std::size_t const wanted = capacity_ - available();
    if (is_mapped()) {
      drop_history(history_size);
      step_back();
      return wanted;
    }
    // Does not move the unread bytes until less than a quarter of the free
    // bytes is behind them: a source that gives single bytes would have them
    // moved each time.
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

  // Room for more bytes that needs no unread byte to move.
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
    // All free bytes are between the second span and the first.
    drop_history(0);
    return {block_.data() + wrapped_, wanted, true};
  }
  // Allows the source to use the room until add().
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

  // Counts bytes that the source wrote straight to the caller's memory.
  // Requires that the ring is empty.
  void pass(char const* data, std::size_t count) noexcept {
    drop_history(0);
    count_lines(position_, {data, count});
    given_ += count;
  }

  char* room_begin() const noexcept {
    return block_.data() + (end_ - block_.data());
  }

  // Sets a sticky error.
  bool fail(rill::error const& reason) noexcept {
    is_full_ = false;
    cause_ = reason;
    error_ = reason.code();
    return false;
  }
  // Sets the no_room error, which is cleared once bytes are consumed.
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
  // True when the source may be called: there is room and no error. A source
  // that reads from its own ring gets an error, because both calls would write
  // to the same place.
  bool may_ask() noexcept {
    if (is_asking_)
      return fail({library_problem::locked, "read", "from a ring"});
    bool const has_room = unread() != capacity_;
    if (has_room && is_full_) clear();
    if (error_) return false;
    return has_room || fail_because_full();
  }

  // Drops the unread bytes, which then do not count as taken.
  void drop() noexcept {
    given_ -= unread();
    end_ = cursor_;
    wrapped_ = 0;
  }

  // Hides the unread bytes while the source runs, because a scan that waits for
  // more may hold pointers into them. Its destructor clears errors that nested
  // calls have caused, unless the source has called close().
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
  unsigned long long given_ = 0;  // bytes received from the source
  source_position position_;      // of begin_
  mutable line_memo memo_{};
  ring_block block_;
  rill::error cause_;  // error_ is its code
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

  // Calls `use` for each address of these bytes: two if the memory is mapped
  // twice.
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

  // Changes the pointers to the first mapping once all of them are in the
  // second.
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

/// A reader over `std::size_t source(char* out, std::size_t size)`, which
/// returns how many bytes it wrote. 0 is the end of the input, a negative count
/// an error, with its code in errno; more than `size` is an error
/// (impossible_count), and none of the bytes is used. It may instead return a
/// rill::result<std::size_t>, whose error is kept as it is. Parameters and
/// counts may be of any integer type; no size exceeds what both can hold.
///
/// Works with everything that takes a reader: scan, lines, words, values. A
/// token or line that these need as contiguous text, with the byte behind it,
/// can have up to `capacity` bytes. A longer one is an error (no_room); read
/// and read_until, which have no limit, can then consume it.
///
/// Errors: exceptions of the source pass through; errors that it returns are
/// thrown as rill::error and stick until clear_error(). No byte is lost or read
/// twice: bytes before an exception are in `out` (taken() counts them) or still
/// unread. A source that reads from its own ring gets an error (locked).
/// Units: bytes. Memory: the capacity, and at most a page more.
/// Example:
///     rill::text rest("3 4\nfive\n");
///     auto const source = [&](char* out, std::size_t size) {
///       std::size_t const count = size < rest.size ? size : rest.size;
///       for (std::size_t i = 0; i != count; ++i) out[i] = rest.data[i];
///       rest = rill::text(rest.data + count, rest.size - count);
///       return count;
///     };
///     rill::ring_reader in(1024, source);
///     int a = 0, b = 0;
///     rill::scan(in, a, b);
///     char line[16];
///     in.read_until(line, '\n');
///     std::size_t const size = in.read_until(line, '\n');
///     rill::print(a + b, ' ', rill::text(line, size));
template <class Source>
class ring_reader : public detail::ring_input {
 public:
  /// A capacity of 0 counts as 1. If it is a multiple of the page size, the
  /// memory is mapped twice where the system allows, and no byte ever moves.
  explicit ring_reader(std::size_t capacity, Source source)
      : ring_input(device, capacity), source_(static_cast<Source&&>(source)) {}
  ring_reader(ring_reader&& other)
      : ring_input(static_cast<ring_input&&>(other)),
        source_(static_cast<Source&&>(other.source_)) {}
  /// Requires a source that moves without throwing.
  ring_reader& operator=(ring_reader&& other) noexcept
    requires std::is_nothrow_move_constructible_v<Source>
  {
    return detail::remake(*this, static_cast<ring_reader&&>(other));
  }

  /// Copies `size` bytes and returns their number. Fewer are the last ones
  /// before the end of the input, or before an error, which the next call
  /// throws. While the ring is empty and at least `capacity` bytes are missing,
  /// the source writes straight to `out`.
  std::size_t read(char* out, std::size_t size) {
    if (size <= available()) [[likely]] {
      detail::copy_chunk(out, cursor_, size);
      cursor_ += size;
      return size;
    }
    return try_read(out, size).value();
  }
  result<std::size_t> try_read(char* out, std::size_t size) {
    std::size_t done = 0;
    for (;;) {
      std::size_t const chunk = detail::smaller(size - done, available());
      detail::copy_bytes(out + done, cursor_, chunk);
      cursor_ += chunk;
      done += chunk;
      if (done == size) return done;
      bool const has_more = size - done >= capacity_ && wrapped_ == 0
                                ? ask_past_ring(out, size, done)
                                : fill(*this);
      if (has_more) continue;
      if (done == 0 && error_) return cause_;
      return done;
    }
  }

  /// Copies the bytes up to and including the first end: a character, a
  /// character that a predicate accepts, or a text. Returns how many; the end
  /// of the input is an end too. `out` is a char[N], something with data() and
  /// size(), or a string, which is cleared first and grows. An empty text ends
  /// the piece at once. Requires that the text is not in `out`, and that the
  /// predicate does not read from this ring.
  ///
  /// Errors: library_problem::no_room when `out` is full before the end: it has
  /// the first bytes, the others are unread.
  /// Cost: linear in the bytes, whatever the text.
  template <class Out, class Ending>
  std::size_t read_until(Out&& out, Ending&& ending) {
    return try_read_until(out, ending).value();
  }
  template <class Out, class Ending>
  result<std::size_t> try_read_until(Out&& out, Ending&& ending) {
    return detail::read_ring_until(*this, out, ending, "from a ring");
  }

  /// The next `size` bytes, or those up to the end of the input, without
  /// consuming or moving them. In plain memory, bytes across its end are in two
  /// spans. Valid until the next call. Requires size <= capacity().
  ring_spans peek_spans(std::size_t size) {
    while (unread() < size && add_without_moving()) {
    }
    ring_spans seen = spans();
    seen.first.size = detail::smaller(seen.first.size, size);
    seen.second.size =
        detail::smaller(seen.second.size, size - seen.first.size);
    return seen;
  }
  /// The unread bytes; does not call the source.
  ring_spans unread_spans() const noexcept { return spans(); }

  std::size_t capacity() const noexcept { return capacity_; }
  /// How many bytes were consumed since construction, also by calls that
  /// failed.
  unsigned long long taken() const noexcept { return given_ - unread(); }
  /// True when the memory is mapped twice.
  bool is_doubly_mapped() const noexcept { return is_mapped(); }

  /// The sticky error, with the operation and the path that the source gave.
  rill::error const& failure() const noexcept { return cause_; }
  /// Clears the sticky error: the source may be called again. A closed ring
  /// stays closed.
  void clear_error() noexcept {
    if (!is_closed_) clear();
  }

  /// Drops the unread bytes and does not call the source again; error() is
  /// `closed`.
  void close() noexcept {
    drop();
    is_closed_ = true;
    fail({library_problem::closed, "read", "from a ring"});
  }

 private:
  static bool fill(reader& base) {
    auto& self = static_cast<ring_reader&>(base);
    if (self.show_wrapped()) return true;
    if (!self.may_ask()) return false;
    std::size_t const room = self.make_room();
    return self.ask_for({self.room_begin(), room, false});
  }

  bool add_without_moving() {
    return may_ask() && ask_for(place_without_moving());
  }

  bool ask_for(place const& where) {
    open(where);
    std::size_t const got = ask(where.data, where.size);
    add(where, got);
    return got != 0;
  }

  // Calls the source once and returns how many bytes it wrote.
  std::size_t ask(char* data, std::size_t size) {
    rill::error cause;
    std::size_t got = 0;
    {
      asking const now(*this);
      got = detail::call_ring<false>(source_, data, size, detail::ring_reads,
                                     cause);
    }
    if (is_closed_) return 0;  // closed by the source
    if (cause) [[unlikely]]
      fail(cause);
    return got;
  }

  // While the ring is empty, the source writes straight to the caller's memory.
  bool ask_past_ring(char* out, std::size_t size, std::size_t& done) {
    if (!may_ask()) return false;
    std::size_t const got = ask(out + done, size - done);
    pass(out + done, got);
    done += got;
    return got != 0;
  }

  static source_position locate_source(reader const& base) {
    auto const& self = static_cast<ring_reader const&>(base);
    auto at = self.position_;
    // The path of the error, if the source gave one.
    text const path = self.error_ ? self.cause_.path() : text{};
    at.name = path.size != 0 ? path : text("ring");
    at.reason = self.cause_.reason();
    return at;
  }
  static source_position place_in_source(reader const& base,
                                         char const* place) {
    auto const& self = static_cast<ring_reader const&>(base);
    return detail::count_on(self.memo_, locate_source(base), base, place);
  }
  static std::size_t capacity_of(reader const& base) {
    return static_cast<ring_reader const&>(base).capacity_;
  }
  static constexpr reader_device device{fill, locate_source, place_in_source,
                                        nullptr, capacity_of};

  Source source_;
};

}  // namespace rill::inline RILL_BUILD

#endif
