// rill/trace/traced_writer.h: the record of a device's calls, and a writer that
// measures its sink.
//
// Layer 6. Tests: test/os/trace_report_test.cpp,
// test/trace/traced_writer_test.cpp.
#ifndef RILL_TRACE_TRACED_WRITER_H
#define RILL_TRACE_TRACED_WRITER_H

#include "../memory/owned.h"
#include "../os/clock.h"
#include "../os/trace.h"
#include "../print/any_writer.h"
#include "../print/print.h"

// One call of a device as a line of text.
//
// Allocates nothing; throws only what the sink throws.

namespace rill::inline RILL_BUILD {

namespace detail {
[[gnu::cold]] void write_event(trace_event const& event, report_sink to);
}  // namespace detail

/// Prints one line: `data.txt: drain 4096 of 8192 bytes at 0 in 1.2 us: No
/// space left on device`. Control characters in the name are escaped, as in an
/// error.
void rill_print(auto& out, trace_event const& event) {
  detail::write_event(event, detail::report_sink_of(out));
}

// Counts the calls of a traced device, and passes them to a callback or a sink.
//
// One allocation for each traced device, and one for its name.

namespace detail {

template <class T>
concept trace_callback =
    requires(std::decay_t<T>& call, trace_event const& e) { call(e); };

// Collects a report, to write it at once.
class report_text {
 public:
  void operator()(text piece) {
    if (block_.size() - size_ < piece.size)
      (void)block_.grow(2 * (size_ + piece.size), {block_.data(), size_});
    size_ = static_cast<std::size_t>(copy_text(block_.data() + size_, piece) -
                                     block_.data());
  }
  char const* data() const noexcept { return block_.data(); }
  std::size_t size() const noexcept { return size_; }

 private:
  storage block_;
  std::size_t size_ = 0;
};

}  // namespace detail

/// The receiver of a trace's events: a callable that takes a `rill::trace_event
/// const&`, a sink, which gets a line for each event, or nothing. A temporary
/// is owned, a variable sink is borrowed.
class trace_target {
 public:
  trace_target() noexcept = default;
  template <class To>
    requires(!std::is_same_v<detail::remove_cvref<To>, trace_target> &&
             detail::trace_callback<To>)
  trace_target(To&& callback) : callback_(static_cast<To&&>(callback)) {}
  template <class To>
    requires(!std::is_same_v<detail::remove_cvref<To>, trace_target> &&
             !detail::trace_callback<To> && detail::boxed_sink<To>)
  trace_target(To&& sink)
      : lines_(static_cast<To&&>(sink)),
        print_event_(print_line<trace_event, any_writer>),
        print_summary_(print_line<trace_summary, any_writer>) {}

  /// Passes an event to the receiver.
  /// Errors: those of the sink, and what the callback throws.
  void tell(trace_event const& event) {
    if (callback_) callback_(event);
    if (print_event_) print_event_(lines_, event);
  }
  /// Prints the summary to the sink, or to standard error.
  void tell(trace_summary const& summary) {
    if (print_summary_) return print_summary_(lines_, summary);
    detail::report_text all;
    detail::write_report(summary, detail::report_sink_of(all));
    all("\n");
    (void)os::write_all(os::standard_error_handle, all.data(), all.size());
  }

 private:
  // Called through pointers, so that it is only compiled if a sink is used.
  template <class What, class Out>
  static void print_line(Out& out, What const& what) {
    println(out, what);
  }

  detail::owned_callable<trace_event const&> callback_;
  any_writer lines_;
  void (*print_event_)(any_writer&, trace_event const&) = nullptr;
  void (*print_summary_)(any_writer&, trace_summary const&) = nullptr;
};

/// Options of a traced device.
struct trace_options {
  /// The name of the device in events and the summary; copied. It may be empty.
  text name = {};
  /// The receiver of events, one for each call.
  trace_target to = {};
  /// Prints the summary when the traced device is destroyed: to the sink of
  /// `to`, otherwise to standard error.
  bool summary = false;
};

namespace detail {

// For destructors: drops exceptions of callbacks.
template <class Act>
void quietly(Act act) noexcept {
#if RILL_EXCEPTIONS
  try {
    act();
  } catch (...) {
  }
#else
  act();
#endif
}

// The state of a traced device. Its address is stable when the device moves.
class trace_record {
 public:
  explicit trace_record(trace_options&& options)
      : name_(storage::copy_of(options.name)),
        summary_(text(name_.data(), options.name.size)),
        to_(static_cast<trace_target&&>(options.to)),
        prints_summary_(options.summary) {}
  trace_record(trace_record const&) = delete;
  trace_record& operator=(trace_record const&) = delete;
  ~trace_record() {
    if (prints_summary_) quietly([this] { to_.tell(summary_); });
  }

  trace_summary const& summary() const noexcept { return summary_; }

  /// Counts a call and passes its event on. If the receiver uses the same
  /// device, those calls are counted, and their events are not passed on.
  void add(trace_event& event) {
    event.name = summary_.name();
    summary_.add(event);
    if (is_telling_) return;
    struct telling {
      bool& flag;
      explicit telling(bool& is_telling) : flag(is_telling) { flag = true; }
      ~telling() { flag = false; }
    } const now(is_telling_);
    to_.tell(event);
  }

  /// Runs act() and counts it as a call. If it throws, the event has the
  /// exception's error. see(event) sets the bytes, and returns false to leave
  /// the call uncounted.
  template <class Act, class See>
  void measure(trace_call call, Act act, See see) {
    trace_event event;
    event.call = call;
    event.offset = moved_;
    unsigned long long const begin = os::steady_nanoseconds();
    auto const finish = [&] {
      event.nanoseconds = os::steady_nanoseconds() - begin;
      if (!see(event)) return;
      moved_ += event.bytes;
      add(event);
    };
#if RILL_EXCEPTIONS
    try {
      act();
    } catch (error const& reason) {
      event.error = reason.code();
      finish();
      throw;
    } catch (...) {
      event.error = library_problem::threw;
      finish();
      throw;
    }
#else
    act();
#endif
    finish();
  }

 private:
  storage name_;
  trace_summary summary_;
  trace_target to_;
  unsigned long long moved_ = 0;
  bool prints_summary_;
  bool is_telling_ = false;
};

// Owns a record on the heap, or none. Movable.
class owned_record {
 public:
  explicit owned_record(trace_options&& options)
      : record_(new trace_record(static_cast<trace_options&&>(options))) {}
  owned_record(owned_record&& other) noexcept : record_(other.record_) {
    other.record_ = nullptr;
  }
  owned_record& operator=(owned_record&& other) noexcept {
    return remake(*this, static_cast<owned_record&&>(other));
  }
  ~owned_record() { delete record_; }

  trace_record* operator->() const noexcept { return record_; }
  explicit operator bool() const noexcept { return record_ != nullptr; }

 private:
  trace_record* record_;
};

// A writer that measures the calls of its sink.

// A borrowed writer: its buffer is lent and given back.
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
  using T = remove_cvref<S>;
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
/// Like any_writer, it owns a temporary sink and borrows a variable. A borrowed
/// writer lends its buffer: do not use it during the lifetime of this one.
///
/// A writer drains when its buffer has no room. For a sink without a rill
/// buffer (a `FILE*`, a std::ostream, a locked sink), each call of print is a
/// drain. Errors and exceptions are recorded, and reach the caller as without
/// the trace. An error in the destructor goes to the lost-output handler. The
/// event of this close has the error only if the sink is not a writer, for
/// example a std::ofstream. To record the error of a writer, call close().
///
/// Cost: a print costs the same as to the sink itself. Each call of the device
/// adds two reads of the clock (20 to 30 ns each) and a few atomic additions. 8
/// KiB of memory.
///
/// Example:
///     rill::traced_writer out(rill::file_writer("log.txt"), {.name = "log"});
///     rill::println(out, "started");
///     out.flush();
///     rill::println(out.summary()[rill::trace_call::flush_device].calls());
class traced_writer : public detail::lent_writer {
 public:
  template <class S>
    requires(!std::is_same_v<detail::remove_cvref<S>, traced_writer> &&
             detail::traceable_sink<S>)
  explicit traced_writer(S&& sink)
      : traced_writer(static_cast<S&&>(sink), trace_options()) {}
  /// With options, the sink may also be a traced_writer. Without options, the
  /// call would be a copy or a move.
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
    drop_box();  // still there if the close has thrown
  }

  /// Flushes all buffers, including the sink's. Returns the error, if any.
  result<void> try_flush() { return detail::try_flush_of(*this); }
  void flush() { try_flush().value(); }

  /// Flushes, and closes an owned sink that can be closed. Drops bytes that
  /// could not be written.
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

  /// The calls so far. Requires that this writer was not moved from.
  trace_summary const& summary() const noexcept { return record_->summary(); }

 private:
  using device_call = void (*)(writer&, text bytes, bool is_abandoned);

  // Measures a function of the device. Most calls move no bytes, such as those
  // at the start of a print: they are not counted.
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

  // Destroys an owned sink, which closes it.
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

#if RILL_BODIES
#include "traced_writer_body.h"
#endif

#endif
