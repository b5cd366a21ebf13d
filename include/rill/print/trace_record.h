// rill/print/trace_record.h: counts the calls of a traced device, and passes
// them to a callback or a sink.
//
// Floor 5. Part of rill/trace.h. One allocation for each traced device, and one
// for its name. Tests: test/print/traced_writer_test.cpp.
#ifndef RILL_PRINT_TRACE_RECORD_H
#define RILL_PRINT_TRACE_RECORD_H

#include "../memory/owned_callable.h"
#include "../os/clock.h"
#include "../os/trace_line.h"
#include "../os/trace_report.h"
#include "any_writer.h"
#include "print.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class T>
concept trace_callback =
    requires(std::decay_t<T>& call, trace_event const& e) { call(e); };

// A report that is written at once.
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

/// The receiver of a trace's events: a callable that takes a
/// `rill::trace_event const&`, or a sink, which gets a line for each event, or
/// no receiver. A temporary is owned, a sink that is a variable borrowed.
class trace_target {
 public:
  trace_target() noexcept = default;
  template <class To>
    requires(!std::is_same_v<detail::bare<To>, trace_target> &&
             detail::trace_callback<To>)
  trace_target(To&& callback) : callback_(static_cast<To&&>(callback)) {}
  template <class To>
    requires(!std::is_same_v<detail::bare<To>, trace_target> &&
             !detail::trace_callback<To> && detail::boxed_sink<To>)
  trace_target(To&& sink)
      : lines_(static_cast<To&&>(sink)),
        print_event_(print_line<trace_event, any_writer>),
        print_summary_(print_line<trace_summary, any_writer>) {}

  /// Errors: as of the sink, and what the callback throws.
  void tell(trace_event const& event) {
    if (callback_) callback_(event);
    if (print_event_) print_event_(lines_, event);
  }
  /// To the sink, or to standard error.
  void tell(trace_summary const& summary) {
    if (print_summary_) return print_summary_(lines_, summary);
    detail::report_text all;
    detail::write_report(summary, detail::report_sink_of(all));
    all("\n");
    (void)os::write_all(os::standard_error_handle, all.data(), all.size());
  }

 private:
  // Through pointers: only where a sink is given does the compiler make it.
  template <class What, class Out>
  static void print_line(Out& out, What const& what) {
    println(out, what);
  }

  detail::owned_callable<trace_event const&> callback_;
  any_writer lines_;
  void (*print_event_)(any_writer&, trace_event const&) = nullptr;
  void (*print_summary_)(any_writer&, trace_summary const&) = nullptr;
};

/// How a device is traced.
struct trace_options {
  /// What events and the summary call the device; copied. It may be empty.
  text name = {};
  /// The receiver of an event for each call.
  trace_target to = {};
  /// Whether the summary is printed when the traced device is gone: to the
  /// sink of `to`, otherwise to standard error.
  bool summary = false;
};

namespace detail {

// For a destructor: drops the exceptions of callbacks.
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

// The state of a traced device, which stays in its place when that moves.
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

  /// Runs act() and counts it as a call, also when it throws: the event has the
  /// exception's error then. see(event) adds the bytes, and returns false for
  /// what is no call of the device.
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

// A record on the heap, or none. Movable.
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

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
