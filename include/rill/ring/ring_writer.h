// rill/ring/ring_writer.h: a circular buffer of a given capacity over a
// callable sink, written to when it is full, asked to, or too old.
//
// Layer 4. Allocates when it is made and never again. A page to read first:
// docs/rings.md. Tests: test/ring/ring_writer_test.cpp.
#ifndef RILL_RING_RING_WRITER_H
#define RILL_RING_RING_WRITER_H

#include "../memory/storage.h"
#include "../os/clock.h"
#include "../stream/kept_error.h"
#include "../stream/lost_output.h"
#include "ring_block.h"
#include "../stream/writer.h"

namespace rill::inline RILL_BUILD {

/// A writer over `std::size_t sink(char const* data, std::size_t size)`, which
/// returns how many bytes it took (fewer than all: it is called again with
/// the rest; 0, or more than `size`: an error; less than 0: the error is
/// errno), or a result (rill::result<std::size_t>), whose error is kept as it
/// is, or returns void and takes all. Parameters and counts may be of any
/// integer type, and no size is larger than both of them can hold. A sink of
/// `char*` gets bytes of the ring alone, and may change those that it takes: a
/// piece longer than the ring is copied there in parts.
///
/// The sink is called when the ring is full, by flush and close, and, where
/// an age is given, by the first call that finds the oldest byte that old;
/// what that call writes itself is young.
///
/// Errors: what the sink throws passes through; what it tells is thrown as
/// rill::error. Both stick until clear_error(): until then nothing is accepted
/// or given. Nothing is lost or given twice: what the sink has not taken
/// stays. A print or write that throws and that fits the ring has not been
/// accepted at all; of a longer one as much of its text has been accepted as
/// accepted() has grown by. The destructor flushes; an error that no call has
/// thrown goes to the lost-output handler. A sink that
/// writes to its own ring gets an error (wrote_nothing).
///
/// Movable, with the sink, the bytes in the ring and the error; not by the sink
/// itself. Assigned where the sink moves without throwing.
/// Units: bytes. Memory: the capacity.
/// Example:
///     rill::ring_writer out(1024, [](char const* data, std::size_t size) {
///       rill::print(rill::text(data, size));
///     });
///     rill::println(out, "in the ring: ", 42);
///     out.flush();
template <class Sink>
class ring_writer : public writer {
  using byte = detail::sunk_byte<Sink>;
  static constexpr bool takes_own_bytes = std::is_same_v<byte, char>;
  // A sink of another shape is refused here, where few calls lead to it.
  static_assert(requires(Sink& sink, byte* data, std::size_t& size) {
    detail::call_with_size(sink, data, size);
  });

 public:
  /// A capacity of 0 counts as 1.
  explicit ring_writer(std::size_t capacity, Sink sink)
      : writer(device, nullptr, 0),
        capacity_(detail::larger(capacity, std::size_t{1})),
        sink_(static_cast<Sink&&>(sink)),
        block_(capacity_) {
    begin_ = cursor_ = block_.data();
    open_room();
  }
  /// With an age: bytes that old are flushed by the next call of any kind.
  /// Cost: a look at the clock, 20 to 30 ns, for each piece that is written.
  template <duration_like Age>
  explicit ring_writer(std::size_t capacity, Sink sink, Age const& age)
      : ring_writer(capacity, static_cast<Sink&&>(sink)) {
    age_ = detail::nanoseconds_of(age);
    watch_ = watching::each_call;
    open_room();
  }
  ring_writer(ring_writer&& other) noexcept(
      std::is_nothrow_move_constructible_v<Sink>)
      : writer(device, nullptr, 0),
        capacity_(other.capacity_),
        given_(other.given_),
        since_(other.since_),
        age_(other.age_),
        watch_(other.watch_),
        is_closed_(other.is_closed_),
        cause_(other.cause_),
        sink_(static_cast<Sink&&>(other.sink_)),
        block_(static_cast<storage&&>(other.block_)) {
    take(other);
    other.given_ = 0;
    other.is_closed_ = true;
    other.cause_ = closed_error();
  }
  ring_writer& operator=(ring_writer&& other) noexcept
    requires std::is_nothrow_move_constructible_v<Sink>
  {
    return detail::remake(*this, static_cast<ring_writer&&>(other));
  }
  ~ring_writer() {
#if RILL_EXCEPTIONS
    if (error_) return;  // it was thrown by the call that met it
#endif
    if (!error_ && !detail::finish_or_report(detail::ring_writes.path,
                                             [this] { send_held(); }))
      return;
    // A piece that went past the ring is lost with nothing held.
    if (error_ && !is_closed_) detail::on_lost_output(failure());
  }

  /// Writes the bytes. Cost: a copy, or when they do not fit, the sink.
  void write(char const* data, std::size_t size) {
    if (size <= room()) [[likely]]
      cursor_ = detail::copy_chunk(cursor_, data, size);
    else
      drain(*this, data, size);
  }
  void write(text bytes) { write(bytes.data, bytes.size); }

  /// As write, flush: without throwing, but for what the sink throws.
  result<void> try_write(char const* data, std::size_t size) {
    if (size <= room())
      cursor_ = detail::copy_bytes(cursor_, data, size);
    else if (!error_)
      accept(data, size);
    return outcome();
  }
  result<void> try_flush() {
    if (!error_) send_held();
    return outcome();
  }

  /// Flushes when the oldest byte is that old. Returns whether it did.
  ///
  /// A ring that was made without an age begins to look at the clock with the
  /// first call of this function, which flushes whatever is there: its age is
  /// not known. From then on it looks once each time it has become empty.
  template <duration_like Age>
  bool flush_if_older(Age const& age) {
    return flush_if_as_old_as(detail::nanoseconds_of(age));
  }
  /// By the age that the ring was made with.
  bool flush_if_older() { return flush_if_as_old_as(age_); }

  /// Flushes, and accepts nothing more. When that fails it is not closed: the
  /// bytes are kept, and close can be called again after clear_error().
  void close() { try_close().value(); }
  result<void> try_close() {
    if (is_closed_) return {};
    result<void> flushed = try_flush();
    if (flushed) {
      is_closed_ = true;
      stop(library_problem::closed);
      cause_ = closed_error();
    }
    return flushed;
  }

  std::size_t capacity() const noexcept { return capacity_; }
  /// How many bytes have been accepted since the beginning: the sink has
  /// taken them, or they are pending().
  unsigned long long accepted() const noexcept { return given_ + buffered(); }

  /// The error that sticks, with the operation and the path that it came with.
  rill::error failure() const noexcept {
    if (error_ && !cause_) return {error_, "write", "to a ring"};
    return cause_;
  }
  /// Forgets it: what is pending is given again by the next call that
  /// flushes. Not for the sink itself.
  void clear_error() noexcept {
    if (is_closed_) return;
    error_ = {};
    cause_ = {};
    open_room();
  }

 private:
  // When the clock is looked at.
  enum class watching : unsigned char {
    never,
    from_empty,  // no room is shown while the ring is empty
    each_call,   // no room is shown at all
  };

  static rill::error closed_error() noexcept {
    return {library_problem::closed, "write", "to a ring"};
  }
  std::size_t buffered() const noexcept { return pending().size; }

  // Shows the room that there is, as far as the clock need not be looked at
  // before it is used. What an error left behind goes to the front, and so
  // does a call of print whose bytes are all that is left; nothing else ever
  // moves, so the memory need not be mapped twice.
  void open_room() noexcept {
    std::size_t const kept = buffered();
    std::size_t const before = held_before_call();
    begin_ = kept == 0
                 ? block_.data()
                 : static_cast<char*>(::memmove(block_.data(), begin_, kept));
    if (call_) call_ = begin_ + before;
    cursor_ = begin_ + kept;
    bool const shown = watch_ == watching::never ||
                       (watch_ == watching::from_empty && kept != 0);
    end_ = shown ? begin_ + capacity_ : cursor_;
  }

  bool is_older(unsigned long long age) const noexcept {
    return watch_ == watching::never || now() - since_ >= age;
  }
  bool flush_if_as_old_as(unsigned long long age) {
    if (!error_) {
      bool const due = buffered() != 0 && is_older(age);
      watch();
      if (!due) return false;
      send_held();
    }
    report();
    return !error_;
  }
  static unsigned long long now() noexcept { return os::steady_nanoseconds(); }

  void watch() noexcept {
    if (watch_ != watching::never) return;
    watch_ = watching::from_empty;
    since_ = now();
    open_room();
  }

  // The first bytes come now.
  void begin_age() noexcept {
    since_ = now();
    end_ = begin_ + capacity_;
  }

  // Gives bytes to the sink once and returns how many it took; 0 after an
  // error. While the sink runs there is an error, for a sink that writes to
  // its own ring.
  std::size_t give(byte* data, std::size_t size) {
    error_ = library_problem::wrote_nothing;
    rill::error cause;
    std::size_t const took =
        detail::keep_thrown(detail::ring_writes.path, error_, cause_, [&] {
          return detail::call_ring<true>(sink_, data, size, detail::ring_writes,
                                         cause);
        });
    if (took == 0) [[unlikely]] {
      cause_ = cause ? cause : rill::error(error_, "write", "to a ring");
      error_ = cause_.code();
      return 0;
    }
    error_ = {};
    given_ += took;
    return took;
  }

  // Takes a call of print of which the sink has nothing back after an error,
  // also one that the sink throws.
  struct call_in_ring {
    ring_writer& self;
    ~call_in_ring() {
      if (self.error_) self.take_call_back();
    }
  };

  // Gives the bytes of the ring. While that goes on, and after an error, no
  // room is shown.
  void send_held() { send_up_to(cursor_); }
  void send_up_to(char* end) {
    call_in_ring const call{*this};
    end_ = cursor_;
    while (begin_ != end) {
      begin_ += give(begin_, static_cast<std::size_t>(end - begin_));
      if (call_ && begin_ > call_) call_ = nullptr;
      if (error_) return;
    }
    open_room();
  }

  // Before a piece: what came before the call of print goes, and bytes of the
  // call itself only when it is longer than the ring.
  void send_for(std::size_t size) {
    if (!call_) return send_held();
    send_up_to(begin_ + held_before_call());
    if (!error_ && size > capacity_ - buffered()) send_held();
  }

  // A piece larger than the ring: from where it is, the ring being empty.
  void send_past_ring(char const* data, std::size_t size) {
    end_ = cursor_;
    for (std::size_t done = 0; done != size;) {
      done += give(data + done, size - done);
      if (error_) return;
    }
    open_room();
  }
  // The same for a sink that may change the bytes: by way of the ring. What
  // fits the ring is left.
  void send_through_ring(char const*& data, std::size_t& size) {
    for (; size > capacity_ && !error_; size -= capacity_) {
      cursor_ = detail::copy_bytes(cursor_, data, capacity_);
      data += capacity_;
      send_held();
    }
  }

  // Makes room and takes the piece.
  void accept(char const* data, std::size_t size) {
    if (watch_ == watching::each_call) return accept_by_age(data, size);
    bool const fits = watch_ == watching::from_empty && buffered() == 0;
    if (!fits) send_for(size);
    if (error_) return;
    if (size == 0 && buffered() == capacity_)
      return;  // all of the call under way
    if constexpr (takes_own_bytes) {
      send_through_ring(data, size);
      if (error_) return;
    } else if (size > capacity_) {
      return send_past_ring(data, size);
    }
    if (watch_ == watching::from_empty) begin_age();
    cursor_ = detail::copy_bytes(cursor_, data, size);
  }

  // What is old goes before the piece comes, so that the pieces of one print
  // stay together, and a piece whose call fails is not in the ring.
  void accept_by_age(char const* data, std::size_t size) {
    if (size == 0) return;  // room alone was asked for; none is shown
    unsigned long long const at = now();
    bool const is_old = buffered() != 0 && at - since_ >= age_;
    if (is_old || size > capacity_ - buffered()) send_for(size);
    if (error_) return;
    if constexpr (takes_own_bytes) {
      send_through_ring(data, size);
      if (error_) return;
    } else if (size > capacity_) {
      return send_past_ring(data, size);
    }
    if (buffered() == 0) since_ = at;
    cursor_ = end_ = detail::copy_bytes(cursor_, data, size);
  }

  result<void> outcome() const {
    if (error_) return failure();
    return {};
  }
  void report() const {
    detail::throw_kept(error_, [this] { return failure(); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<ring_writer&>(base);
    if (!self.error_) self.accept(data, size);
    self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<ring_writer&>(base);
    if (!self.error_) self.send_held();
    self.report();
  }
  static constexpr writer_device device{drain, flush_device};

  std::size_t capacity_;
  unsigned long long given_ = 0;  // bytes that the sink has taken
  unsigned long long since_ = 0;  // when the oldest byte came
  unsigned long long age_ = 0;
  watching watch_ = watching::never;
  bool is_closed_ = false;
  rill::error cause_;  // what error_ is the code of, where it was told
  Sink sink_;
  storage block_;
};

}  // namespace rill::inline RILL_BUILD

#endif
