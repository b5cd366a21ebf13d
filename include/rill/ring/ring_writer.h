// rill/ring/ring_writer.h: a circular buffer of a given capacity over a
// callable sink, which is called when the ring is full, flushed, or too old.
//
// Layer 4. Allocates when it is made and never again. Introduction:
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
/// returns how many bytes it took. If it took fewer, it is called again with
/// the rest. 0, or more than `size`, is an error; a negative count is an error
/// with its code in errno. It may instead return a rill::result<std::size_t>,
/// whose error is kept as it is, or void, which means that it took all.
/// Parameters and counts may be of any integer type; no size exceeds what both
/// can hold. A sink of `char*` gets only bytes in the ring, and may change
/// those that it takes; a piece longer than the ring is copied there in parts.
///
/// The sink is called when the ring is full, by flush and close, and, if an age
/// is given, by the first call that finds the oldest byte to be that old,
/// before that call's own bytes are written.
///
/// Errors: exceptions of the sink pass through; errors that it returns are
/// thrown as rill::error. Both stick until clear_error(); until then nothing is
/// accepted or given to the sink. No byte is lost or given twice: what the sink
/// has not taken stays in the ring. If a print or write throws and its text
/// fits the ring, none of it was accepted; of a longer text, accepted() shows
/// how much was. The destructor flushes; an error that no call has thrown goes
/// to the lost-output handler. A sink that writes to its own ring gets an error
/// (wrote_nothing).
///
/// Movable, with the sink, the bytes in the ring and the error, but not from
/// within the sink. Move assignment requires a sink that moves without
/// throwing.
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
  // Refuses other sinks here, where the compiler lists few instantiations.
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
  /// With an age: the next call of any kind flushes bytes that are that old.
  /// Cost: reads the clock, 20 to 30 ns, for each piece that is written.
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
    if (error_) return;  // a call has already thrown it
#endif
    if (!error_ && !detail::finish_or_report(detail::ring_writes.path,
                                             [this] { send_held(); }))
      return;
    // With an error, bytes are lost even if the ring is empty: those of a piece
    // that bypassed it.
    if (error_ && !is_closed_) detail::on_lost_output(failure());
  }

  /// Writes the bytes. Cost: a copy if they fit, else a call of the sink.
  void write(char const* data, std::size_t size) {
    if (size <= room()) [[likely]]
      cursor_ = detail::copy_chunk(cursor_, data, size);
    else
      drain(*this, data, size);
  }
  void write(text bytes) { write(bytes.data, bytes.size); }

  /// As write and flush, but rill::error is in the result. Exceptions of the
  /// sink pass through.
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

  /// Flushes if the oldest byte is at least that old. Returns whether it
  /// flushed.
  ///
  /// A ring that was made without an age starts to read the clock at the first
  /// call of this function. That call flushes everything, because the age is
  /// unknown. Afterwards the ring reads the clock at its first byte after being
  /// empty.
  template <duration_like Age>
  bool flush_if_older(Age const& age) {
    return flush_if_as_old_as(detail::nanoseconds_of(age));
  }
  /// Uses the age that the ring was made with.
  bool flush_if_older() { return flush_if_as_old_as(age_); }

  /// Flushes, and then accepts nothing more. If the flush fails, the ring stays
  /// open and keeps its bytes; call close() again after clear_error().
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
  /// How many bytes were accepted since construction: bytes that the sink has
  /// taken and those that are pending().
  unsigned long long accepted() const noexcept { return given_ + buffered(); }

  /// The sticky error, with the operation and the path that the sink gave.
  rill::error failure() const noexcept {
    if (error_ && !cause_) return {error_, "write", "to a ring"};
    return cause_;
  }
  /// Clears the sticky error. The next call that flushes gives the pending
  /// bytes to the sink again. Must not be called by the sink.
  void clear_error() noexcept {
    if (is_closed_) return;
    error_ = {};
    cause_ = {};
    open_room();
  }

 private:
  // When the clock is read. Bytes that fit the exposed room are written without
  // a call, so without reading the clock.
  enum class watching : unsigned char {
    never,
    from_empty,  // no room is exposed while the ring is empty
    each_call,   // no room is ever exposed
  };

  static rill::error closed_error() noexcept {
    return {library_problem::closed, "write", "to a ring"};
  }
  std::size_t buffered() const noexcept { return pending().size; }

  // Exposes the free room, unless the clock must be read before it is used.
  // Moves the remaining bytes to the front: after an error, or those of the
  // print in progress. No other bytes ever move, so the memory need not be
  // mapped twice.
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

  // Starts the age at the first byte in an empty ring.
  void begin_age() noexcept {
    since_ = now();
    end_ = begin_ + capacity_;
  }

  // Calls the sink once and returns how many bytes it took; 0 after an error.
  // Sets an error during the call, so that a sink cannot write to its own ring.
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

  // After an error, also one that the sink throws, removes the bytes of the
  // current print from the ring if the sink has taken none of them.
  struct call_in_ring {
    ring_writer& self;
    ~call_in_ring() {
      if (self.error_) self.take_call_back();
    }
  };

  // Gives the bytes of the ring to the sink. Exposes no room meanwhile, nor
  // after an error.
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

  // Makes room for a piece of `size` bytes: gives the bytes before the current
  // print to the sink, and those of the print itself only if it exceeds the
  // ring.
  void send_for(std::size_t size) {
    if (!call_) return send_held();
    send_up_to(begin_ + held_before_call());
    if (!error_ && size > capacity_ - buffered()) send_held();
  }

  // Gives a piece larger than the ring to the sink without copying it. Requires
  // that the ring is empty.
  void send_past_ring(char const* data, std::size_t size) {
    end_ = cursor_;
    for (std::size_t done = 0; done != size;) {
      done += give(data + done, size - done);
      if (error_) return;
    }
    open_room();
  }
  // The same for a sink that may change its bytes: copies the piece through the
  // ring in parts, except for a rest that fits the ring.
  void send_through_ring(char const*& data, std::size_t& size) {
    for (; size > capacity_ && !error_; size -= capacity_) {
      cursor_ = detail::copy_bytes(cursor_, data, capacity_);
      data += capacity_;
      send_held();
    }
  }

  // Makes room and copies the piece.
  void accept(char const* data, std::size_t size) {
    if (watch_ == watching::each_call) return accept_by_age(data, size);
    bool const fits = watch_ == watching::from_empty && buffered() == 0;
    if (!fits) send_for(size);
    if (error_) return;
    if (size == 0 && buffered() == capacity_)
      return;  // the ring is full of the current print
    if constexpr (takes_own_bytes) {
      send_through_ring(data, size);
      if (error_) return;
    } else if (size > capacity_) {
      return send_past_ring(data, size);
    }
    if (watch_ == watching::from_empty) begin_age();
    cursor_ = detail::copy_bytes(cursor_, data, size);
  }

  // Flushes old bytes before it accepts the piece. So the pieces of one print
  // stay together, and a piece whose call fails is not in the ring.
  void accept_by_age(char const* data, std::size_t size) {
    if (size == 0) return;  // a request for room, which this mode never exposes
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
  unsigned long long since_ = 0;  // time of the oldest byte, in nanoseconds
  unsigned long long age_ = 0;
  watching watch_ = watching::never;
  bool is_closed_ = false;
  rill::error cause_;  // error_ is its code, if the sink gave an error
  Sink sink_;
  storage block_;
};

}  // namespace rill::inline RILL_BUILD

#endif
