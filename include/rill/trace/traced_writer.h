// rill/print/traced_writer.h: a writer that measures what is behind it.
//
// Floor 5. Part of rill/trace.h. Tests: test/print/traced_writer_test.cpp.
#ifndef RILL_PRINT_TRACED_WRITER_H
#define RILL_PRINT_TRACED_WRITER_H

#include "trace_record.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// A writer that is a variable: its buffer is lent, and given back.
class lent_box final : public sink_box {
 public:
  explicit lent_box(writer& out) noexcept : out_(out) {}
  writer& out() noexcept override { return out_; }
  result<void> try_close() override { return try_flush_of(out_); }

 private:
  writer& out_;
};

template <class S>
constexpr auto traced_box_for() {
  using T = bare<S>;
  if constexpr (std::is_lvalue_reference_v<S> && std::derived_from<T, writer> &&
                !std::is_const_v<std::remove_reference_t<S>>)
    return type_tag<lent_box>();
  else
    return sink_box_for<S>();
}

template <>
inline constexpr bool is_lending_box<lent_box> = true;

template <class S>
concept traceable_sink = !std::is_void_v<decltype(traced_box_for<S>())>;

template <class S>
using traced_box = typename decltype(traced_box_for<S>())::type;

}  // namespace detail

/// A writer over any sink, which measures each call of its device: drains,
/// flushes and the close, with bytes, time and error.
///
/// It owns a sink that is a temporary, and prints to one that is a variable, as
/// any_writer does; but a writer that is a variable lends its buffer: it must
/// not be used while this one lives, and goes on afterwards.
///
/// A writer drains when its buffer has no room. For a sink without a buffer of
/// rill's (a `FILE*`, a std::ostream, a locked sink), each call of print is a
/// drain. Errors and exceptions are recorded and reach the caller as without
/// the trace. An error in the destructor goes to the lost-output handler. The
/// event of the close has it for a sink that is not a writer, such as a
/// std::ofstream. The error in a writer's own destructor is in no event: call
/// close(), which records it.
///
/// Cost: a print costs the same as to the sink inside. A call of the device
/// costs two more reads of the clock (20 to 30 ns each) and a few atomic
/// additions. 8 KiB of memory.
///
/// Example:
///     rill::traced_writer out(rill::file_writer("log.txt"), {.name = "log"});
///     rill::println(out, "started");
///     out.flush();
///     rill::println(out.summary()[rill::trace_call::flush_device].calls());
class traced_writer : public detail::lent_writer {
 public:
  template <class S>
    requires(!std::is_same_v<detail::bare<S>, traced_writer> &&
             detail::traceable_sink<S>)
  explicit traced_writer(S&& sink)
      : traced_writer(static_cast<S&&>(sink), trace_options()) {}
  /// Also of a traced_writer.
  template <detail::traceable_sink S>
  traced_writer(S&& sink, trace_options options)
      : lent_writer(device),
        record_(static_cast<trace_options&&>(options)),
        box_(new detail::traced_box<S>(static_cast<S&&>(sink))),
        is_owned_(!detail::is_lending_box<detail::traced_box<S>>) {
    borrow(box_->out());
  }

  traced_writer(traced_writer&& other) noexcept
      : lent_writer(static_cast<lent_writer&&>(other)),
        record_(static_cast<detail::owned_record&&>(other.record_)),
        box_(other.box_),
        is_owned_(other.is_owned_) {
    other.box_ = nullptr;
  }
  traced_writer& operator=(traced_writer&& other) noexcept {
    return detail::remake(*this, static_cast<traced_writer&&>(other));
  }
  ~traced_writer() {
    detail::quietly([this] { end(); });
    drop_box();  // a close that has thrown leaves it
  }

  /// Moves every byte on, as far as the sink goes. Returns what went wrong.
  result<void> try_flush() { return detail::try_flush_of(*this); }
  void flush() { try_flush().value(); }

  /// Flushes, and closes the sink if it is owned and can be closed. What could
  /// not be written is given up.
  result<void> try_close() {
    if (!is_lent()) return {};
    std::size_t const held = pending().size;
    result<void> closed;
    record_->measure(
        trace_call::close,
        [&] {
          (void)give_back();
          closed = box_->try_close();
          drop_box();
        },
        [&](trace_event& event) {
          if (!closed) event.error = closed.error().code();
          event.asked = held;
          if (!event.error) event.bytes = held;
          return true;
        });
    return closed;
  }
  void close() { try_close().value(); }

  bool is_open() const noexcept { return is_lent(); }

  /// The calls until now. Requires that this writer was not moved from.
  trace_summary const& summary() const noexcept { return record_->summary(); }

 private:
  using device_call = void (*)(writer&, text bytes, bool is_abandoned);

  // Measures what a function of the device does. Most of these move nothing,
  // as at the beginning of a call of print: those are no call of the device.
  static void measure(writer& base, trace_call call, device_call act,
                      text bytes = {}, bool is_abandoned = false) {
    auto& self = static_cast<traced_writer&>(base);
    if (!self.is_lent()) return act(base, bytes, is_abandoned);
    std::size_t const before = self.pending().size + bytes.size;
    error_code const error_before = self.error();
    self.record_->measure(
        call, [&] { act(base, bytes, is_abandoned); },
        [&](trace_event& event) {
          if (!event.error && !error_before) event.error = self.error();
          std::size_t const taken = before - (event.error ? bytes.size : 0);
          std::size_t const held = self.pending().size;
          event.asked = before;
          event.bytes = taken > held ? taken - held : 0;
          return event.bytes != 0 || event.error ||
                 call == trace_call::flush_device;
        });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    measure(base, trace_call::drain,
            [](writer& out, text bytes, bool) {
              drain_lent(out, bytes.data, bytes.size);
            },
            {data, size});
  }
  static void flush_all(writer& base) {
    measure(base, trace_call::flush_device,
            [](writer& out, text, bool) { flush_lent(out); });
  }
  static void begin_call(writer& base) {
    measure(base, trace_call::drain,
            [](writer& out, text, bool) { begin_lent_call(out); });
  }
  static void end_call(writer& base, bool is_abandoned) {
    auto const ending = [&] {
      measure(
          base, trace_call::drain,
          [](writer& out, text, bool abandoned) {
            end_lent_call(out, abandoned);
          },
          {}, is_abandoned);
    };
    is_abandoned ? detail::quietly(ending) : ending();
  }
  static constexpr writer_device device{
      drain, flush_all, ask_lent, detail::put_or_abandon, begin_call, end_call};

  void drop_box() noexcept {
    delete box_;
    box_ = nullptr;
  }

  // The destructor of a sink that is owned closes it.
  void end() {
    if (!is_lent()) return;
    std::size_t const held = pending().size;
    error_code lost;
    record_->measure(
        trace_call::close,
        [&] {
          (void)give_back();
          lost = box_->finish();
          drop_box();
        },
        [&](trace_event& event) {
          event.asked = held;
          event.error = lost;
          if (!lost) event.bytes = held;
          return is_owned_;
        });
  }

  detail::owned_record record_;
  detail::sink_box* box_;
  bool is_owned_;
};

}  // namespace rill::inline RILL_BUILD

#endif
