// rill/stream/call_writer.h: a writer that passes whole calls of print on.
//
// Floor 4. Shows no room between calls. The pieces of a call collect in a
// block on the heap, of 512 bytes and up to 64 KiB, and go to the device when
// the call is over; what is longer goes in parts. What is written outside of a
// call goes at once. Tests: test/print/sink_writer_test.cpp.
#ifndef RILL_STREAM_CALL_WRITER_H
#define RILL_STREAM_CALL_WRITER_H

#include "device_writer.h"

namespace rill::inline RILL_BUILD::detail {

class call_writer : public device_writer {
 protected:
  explicit call_writer(device_calls const& calls) noexcept
      : device_writer(calls, device) {}
  call_writer(call_writer&& other) noexcept
      : device_writer(static_cast<device_writer&&>(other)),
        block_(static_cast<storage&&>(other.block_)) {}
  ~call_writer() = default;

 private:
  static constexpr std::size_t smallest_block = 512;
  static constexpr std::size_t largest_block = 65536;

  static void drain(writer& base, char const* data, std::size_t size);
  static void begin_call(writer& base);
  static void end_call(writer& base, bool is_abandoned);
  static constexpr writer_device device{
      drain, flush_device, ask_device, put_or_abandon, begin_call, end_call};

  void take_in_call(text bytes);
  void grow(std::size_t wanted);
  void show_room() noexcept { end_ = block_.data() + block_.size(); }

  storage block_;
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "call_writer_body.h"
#endif

#endif
