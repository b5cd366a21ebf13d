// rill/stream/ring_reader.h: a circular buffer of a given capacity over a
// callable source.
//
// Floor 4. Allocates when it is made and never again. A page to read first:
// docs/rings.md. Tests: test/stream/ring_reader_test.cpp.
#ifndef RILL_STREAM_RING_READER_H
#define RILL_STREAM_RING_READER_H

#include "../memory/remake.h"
#include "ring_call.h"
#include "ring_copy.h"
#include "ring_input.h"
#include "ring_until.h"

namespace rill::inline RILL_BUILD {

/// A reader over `std::size_t source(char* out, std::size_t size)`, which
/// returns how many bytes it wrote: 0 is the end; less than 0 an error, errno;
/// more than `size` an error (impossible_count), and no byte is used; or it
/// returns a result (rill::result<std::size_t>), whose error is kept as it is.
/// Parameters and counts may be of any integer type, and no size is larger
/// than both of them can hold.
///
/// Everything that takes a reader takes this one: scan, lines, words, values.
/// A token or line that they have to see whole, with the byte behind it, can
/// have up to `capacity` bytes; a longer one is an error (no_room), after
/// which its bytes can be taken by read and read_until, which have no limit.
///
/// Errors: what the source throws passes through; what it tells is thrown as
/// rill::error and sticks until clear_error(). Nothing is lost or read twice:
/// bytes that came before are in `out` (taken() counts them) or still unread.
/// A source that asks its own ring for more gets an error (locked).
/// Units: bytes. Memory: the capacity, and a page at most beside it.
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
  /// A capacity of 0 counts as 1. Where it is a multiple of the page the
  /// memory is mapped twice, and no byte ever moves.
  explicit ring_reader(std::size_t capacity, Source source)
      : ring_input(device, capacity), source_(static_cast<Source&&>(source)) {}
  ring_reader(ring_reader&& other)
      : ring_input(static_cast<ring_input&&>(other)),
        source_(static_cast<Source&&>(other.source_)) {}
  /// Where the source moves without throwing.
  ring_reader& operator=(ring_reader&& other) noexcept
    requires std::is_nothrow_move_constructible_v<Source>
  {
    return detail::remake(*this, static_cast<ring_reader&&>(other));
  }

  /// Copies `size` bytes, as many as are asked for, and returns how many;
  /// fewer only where the input ends. What is asked for beyond the capacity
  /// goes past the ring.
  std::size_t read(char* out, std::size_t size) {
    if (size <= available()) [[likely]] {
      detail::copy_piece(out, cursor_, size);
      cursor_ += size;
      return size;
    }
    return try_read(out, size).value();
  }
  result<std::size_t> try_read(char* out, std::size_t size) {
    std::size_t done = 0;
    for (;;) {
      std::size_t const piece = detail::smaller(size - done, available());
      detail::copy_bytes(out + done, cursor_, piece);
      cursor_ += piece;
      done += piece;
      if (done == size) return done;
      bool const has_more = size - done >= capacity_ && wrapped_ == 0
                                ? ask_past_ring(out, size, done)
                                : fill(*this);
      if (!has_more) return done_or_error(done);
    }
  }

  /// Copies the bytes up to and with the first end: a character, a character
  /// that a predicate accepts, or a text. Returns how many; the end of the
  /// input is an end too. `out` is a char[N], something with data() and
  /// size(), or a string, which grows and begins anew. An empty text ends
  /// the piece at once. Requires that the text is not in `out`, and that the
  /// predicate does not read from this ring.
  ///
  /// Errors: library_problem::no_room when `out` is full and there is more:
  /// it has the first bytes, the others are unread.
  /// Cost: linear in the bytes, whatever the text.
  template <class Out, class Ending>
  std::size_t read_until(Out&& out, Ending&& ending) {
    return try_read_until(out, ending).value();
  }
  template <class Out, class Ending>
  result<std::size_t> try_read_until(Out&& out, Ending&& ending) {
    return detail::read_ring_until(*this, out, ending, "from a ring");
  }

  /// Looks at the next `size` bytes, or those up to the end, and takes and
  /// moves none of them: in plain memory, what goes across its end is in two
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
  /// The unread bytes, without asking the source.
  ring_spans unread_spans() const noexcept { return spans(); }

  std::size_t capacity() const noexcept { return capacity_; }
  /// How many bytes have been taken since the beginning, also by a call that
  /// ended with an error.
  unsigned long long taken() const noexcept { return given_ - unread(); }
  /// True when the memory is mapped twice.
  bool is_doubly_mapped() const noexcept { return is_mapped(); }

  /// The error that sticks, with the operation and the path that it came with.
  rill::error const& failure() const noexcept { return cause_; }
  /// Forgets it: the source is asked again. What is closed stays closed.
  void clear_error() noexcept {
    if (!is_closed_) clear();
  }

  /// Drops what is unread and asks the source no more: error() is `closed`.
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

  // Asks once and returns how many bytes came.
  std::size_t ask(char* data, std::size_t size) {
    rill::error cause;
    std::size_t got = 0;
    {
      asking const now(*this);
      got = detail::call_ring<false>(source_, data, size, detail::ring_reads,
                                     cause);
    }
    if (is_closed_) return 0;  // by the source
    if (cause) [[unlikely]]
      fail(cause);
    return got;
  }

  // The ring is empty: the source writes where the bytes are wanted.
  bool ask_past_ring(char* out, std::size_t size, std::size_t& done) {
    if (!may_ask()) return false;
    std::size_t const got = ask(out + done, size - done);
    pass(out + done, got);
    done += got;
    return got != 0;
  }

  result<std::size_t> done_or_error(std::size_t done) const {
    if (error_) return cause_;
    return done;
  }

  static source_position locate_source(reader const& base) {
    auto const& self = static_cast<ring_reader const&>(base);
    auto at = self.position_;
    // The name of what failed, where the source has told it.
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
  static constexpr reader_device device{fill, locate_source, place_in_source};

  Source source_;
};

}  // namespace rill::inline RILL_BUILD

#endif
