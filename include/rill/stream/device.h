// rill/stream/device.h: the base of writers over a device of another
// library or over another writer.
//
// Layer 4. The part of such writers that does not depend on the device: the
// buffer, the kept error, flush(), close(), and the last output of a
// destructor. One buffer on the heap, or the caller's. Tests:
// test/stream/device_writer_test.cpp, test/driver/.
#ifndef RILL_STREAM_DEVICE_H
#define RILL_STREAM_DEVICE_H

#include "../memory/storage.h"
#include "reporting_writer.h"

namespace rill::inline RILL_BUILD::detail {

class device_writer;

// The functions of a device. They store an error in `why`. An exception passes
// through to the caller; the writer keeps it as its error.
struct device_calls {
  // Takes some of the bytes. Requires at least one byte. Returns how many it
  // took, also with an error in `why`.
  std::size_t (*put)(device_writer&, text bytes, rill::error& why);
  // Flushes the device. May be null.
  void (*flush)(device_writer&, rill::error& why);
  // Closes the device, after flush. Null if the caller owns the device.
  void (*close)(device_writer&, rill::error& why);
  char const* name;  // the path of errors: "to a writer"
  style_question (*takes_styles)(device_writer&) = nullptr;
};

class device_writer : public reporting_writer {
 public:
  /// Moves all bytes on and flushes the device. Returns what went wrong, now
  /// or before.
  result<void> try_flush();
  void flush() { try_flush().value(); }

  /// Flushes, and closes the device if it is the writer's own. Bytes that
  /// could not be moved on are given up.
  result<void> try_close();
  void close() { try_close().value(); }

 protected:
  device_writer(device_calls const& calls, std::size_t buffer_size)
      : device_writer(calls, storage(larger(buffer_size, std::size_t{1}))) {}
  // Uses the caller's buffer, for one call of print.
  device_writer(device_calls const& calls, char* memory,
                std::size_t size) noexcept
      : reporting_writer(device, memory, size, calls.name),
        calls_(&calls),
        capacity_(size) {}
  // Without a buffer, for a derived class with a drain of its own. `how` must
  // have the functions flush_device and ask_device of this class.
  device_writer(device_calls const& calls, writer_device const& how) noexcept
      : reporting_writer(how, nullptr, 0, calls.name),
        calls_(&calls),
        capacity_(0) {}
  device_writer(device_writer&& other) noexcept
      : reporting_writer(static_cast<reporting_writer&&>(other)),
        calls_(other.calls_),
        capacity_(other.capacity_),
        buffer_(static_cast<storage&&>(other.buffer_)) {}
  ~device_writer() = default;

  // For the destructor of the derived class. A device that is not the
  // writer's own is not flushed: the caller may use it further.
  void close_or_report() noexcept;

  // Writes all bytes to the device. Throws a new or kept error, but not
  // library_problem::closed.
  void pass_or_throw();

  // Give the device the bytes in the buffer, or `bytes` while the buffer is
  // empty. Keep an error.
  void pass_held();
  void pass(text bytes);
  // Returns true and keeps an error if the device is running: the device prints
  // to its own writer.
  bool refuse_own_device() noexcept;
  // pass_held() for stack unwinding. Passes an error to the lost-output handler
  // unless a call has thrown or returned it.
  void pass_or_report() noexcept;

  static void flush_device(writer& base);
  static style_question ask_device(writer& base);

  // Moves all bytes on and calls use(). Keeps and returns a rill::error that
  // either throws.
  template <class Use>
  result<void> flush_and(Use use) {
    return note_reported(attempt([&] {
      move_on();
      if (!error_) use();
    }));
  }

 private:
  device_writer(device_calls const& calls, storage buffer) noexcept
      : device_writer(calls, buffer.data(), buffer.size()) {
    buffer_ = static_cast<storage&&>(buffer);
  }

  // Calls a function of the device, with a place for its error.
  template <class Use>
  void use_device(Use use) {
    struct running_device {
      bool& is_giving;
      explicit running_device(bool& giving) : is_giving(giving) {
        is_giving = true;
      }
      ~running_device() { is_giving = false; }
    } const running(is_giving_);
    rill::error why;
    run([&] { use(why); });
    if (why) keep(why);
  }

  void give(text bytes, std::size_t& done);
  struct given_bytes;
  void move_on();
  void accept(text bytes);
  void give_up(rill::error& why);

  static void drain(writer& base, char const* data, std::size_t size);
  static constexpr writer_device device{drain, flush_device, ask_device};

  device_calls const* calls_;
  std::size_t capacity_;
  storage buffer_;          // empty when the memory is the caller's
  bool is_giving_ = false;  // the device runs, and may print to this writer
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "device_body.h"
#endif

#endif
