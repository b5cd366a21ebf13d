// rill/print/any_writer.h: a writer that owns any sink, and a writer over a
// borrowed sink.
//
// Layer 5. Tests: test/print/sink_writer_test.cpp,
// test/print/any_writer_test.cpp.
#ifndef RILL_PRINT_ANY_WRITER_H
#define RILL_PRINT_ANY_WRITER_H

#include "../memory/storage.h"
#include "../stream/any_reader.h"
#include "../stream/callback.h"
#include "../stream/file_writer.h"
#include "list.h"

// A writer over any sink of print.

namespace rill::inline RILL_BUILD {

namespace detail {

// Refers to the caller's sink. A pointer, such as FILE*, is copied.
template <class S>
struct borrowed_sink {
  S* at;
  explicit borrowed_sink(S& sink) noexcept : at(&sink) {}
  S& get() const noexcept { return *at; }
};
template <class P>
  requires std::is_pointer_v<P>
struct borrowed_sink<P> {
  P at;
  explicit borrowed_sink(P sink) noexcept : at(sink) {}
  P get() const noexcept { return at; }
};

template <class S>
concept has_sink_styles = requires(S& sink) {
  { sink_traits<S>::takes_styles(sink) } -> std::same_as<style_question>;
};

}  // namespace detail

/// Makes a writer of a sink that is not derived from writer: a `FILE*`, a
/// c_file, a std::ostream, a locked sink. The sink must outlive it.
///
/// The end of each print passes its text to the sink in one piece; a text of
/// more than 64 KiB goes in several. So other users of the sink see the texts
/// in order, and lines of several threads do not mix. write() and put() outside
/// of a print reach the sink at once. flush() flushes the sink; the destructor
/// does not.
///
/// Errors: those of the sink. After an error the writer accepts nothing more.
///
/// Cost: one more copy of the text than a print to the sink itself.
///
/// Example:
///     void report(rill::writer& out) { rill::println(out, "x = ", 42); }
///
///     rill::sink_writer out(stdout);
///     report(out);
template <class S>
class sink_writer : public detail::call_writer {
 public:
  /// Takes a variable, or a pointer, which is copied.
  template <class Sink>
    requires(std::is_same_v<detail::remove_cvref<Sink>, S> &&
             (std::is_lvalue_reference_v<Sink> || std::is_pointer_v<S>))
  explicit sink_writer(Sink&& sink) noexcept
      : call_writer(calls), sink_(sink) {}
  sink_writer(sink_writer&& other) noexcept = default;
  sink_writer& operator=(sink_writer&& other) noexcept {
    return detail::remake(*this, static_cast<sink_writer&&>(other));
  }
  ~sink_writer() { close_or_report(); }

 private:
  static decltype(auto) sink_of(detail::device_writer& base) noexcept {
    return static_cast<sink_writer&>(base).sink_.get();
  }
  static std::size_t take(detail::device_writer& base, text bytes,
                          rill::error& why) {
    auto&& to = sink_of(base);
    sink_traits<S>::put(to, bytes);
    return has_failed(to, why) ? 0 : bytes.size;
  }
  static void flush_sink(detail::device_writer& base, rill::error& why) {
    auto&& to = sink_of(base);
    sink_traits<S>::flush(to);
    (void)has_failed(to, why);
  }
  // A sink that is a writer may keep its error instead of throwing it.
  static bool has_failed([[maybe_unused]] S const& to,
                         [[maybe_unused]] rill::error& why) {
    if constexpr (std::derived_from<S, writer>) {
      if (error_code const code = to.error())
        why = rill::error(code, "write", calls.name);
    }
    return bool(why);
  }
  static detail::style_question ask_sink(detail::device_writer& base) {
    auto&& to = sink_of(base);
    if constexpr (std::derived_from<S, writer>)
      return {to.takes_styles() ? detail::style_answer::yes
                                : detail::style_answer::no};
    else if constexpr (detail::has_sink_styles<S>)
      return sink_traits<S>::takes_styles(to);
    else
      return {};
  }
  static constexpr detail::device_calls calls{take, flush_sink, nullptr,
                                              "to a sink", ask_sink};

  detail::borrowed_sink<S> sink_;
};

template <class Sink>
sink_writer(Sink&&) -> sink_writer<detail::remove_cvref<Sink>>;

// A writer that owns any sink.
//
// One allocation for each.

namespace detail {

// A sink on the heap, and the writer through which it is printed to.
class sink_box {
 public:
  virtual ~sink_box() = default;
  virtual writer& out() noexcept = 0;
  /// Flushes the sink, and closes it if the box owns it. Returns the first
  /// error.
  virtual result<void> try_close() = 0;
  /// Called before the destructor of a box that was not closed: flushes a sink
  /// whose own destructor would drop an error. Passes a new error to the
  /// lost-output handler, and returns it.
  virtual error_code finish() noexcept { return {}; }
};

// Flushes `out`. Returns the error that it throws or keeps. Other exceptions
// pass through.
inline result<void> try_flush_of(writer& out) {
#if RILL_EXCEPTIONS
  try {
    out.flush();
  } catch (error const& reason) {
    return reason;
  }
#else
  out.flush();
#endif
  if (out.error()) return error(out.error(), "write");
  return {};
}

template <class W>
result<void> flush_and_close(W& out) {
  if constexpr (requires { out.try_close(); })
    return out.try_close();
  else
    return try_flush_of(out);
}

// A stream of C++ over a file of its own: std::ofstream, std::fstream.
template <class S>
concept closable_stream = requires(S& stream) {
  stream.is_open();
  stream.close();
  stream.fail();
  stream.rdbuf();
};

// Flushes an owned sink that is not a writer. A stream over a file is closed
// too, because its destructor ignores the error of the system's close.
template <class S>
result<void> flush_owned(sink_writer<S>& out, [[maybe_unused]] S& sink) {
  result<void> flushed = out.try_close();
  if constexpr (closable_stream<S>) {
    if (!sink.is_open()) return flushed;
    os::clear_c_error();
    sink.close();
    if (flushed && sink.fail()) {
      error_code const asked = os::last_c_error();
      return error(asked ? asked : error_code(library_problem::stream_failed),
                   "close", "to a sink");
    }
  }
  return flushed;
}

// The same in a destructor. A sink without a destructor of its own, such as
// file_view, is a view: its bytes are not lost with it, and nothing is flushed.
template <class S>
error_code finish_owned(sink_writer<S>& out,
                        [[maybe_unused]] S& sink) noexcept {
  error_code lost;
  if constexpr (!std::is_trivially_destructible_v<S>) {
    // The call that met an earlier error has reported it.
    if (!out.is_open() || out.error()) return {};
    bool const has_returned = finish_or_report("to a sink", [&] {
      result<void> const flushed = flush_owned(out, sink);
      if (flushed) return;
      lost = flushed.error().code();
      on_lost_output(flushed.error());
    });
    if (!has_returned) lost = library_problem::threw;
  }
  return lost;
}

template <class W>
class owned_writer final : public sink_box {
 public:
  template <class... Args>
  explicit owned_writer(Args&&... args)
      : value_(static_cast<Args&&>(args)...) {}
  writer& out() noexcept override { return value_; }
  result<void> try_close() override { return flush_and_close(value_); }

 private:
  W value_;
};

template <class S>
class lent_sink final : public sink_box {
 public:
  template <class Sink>
  explicit lent_sink(Sink&& sink) noexcept : out_(static_cast<Sink&&>(sink)) {}
  writer& out() noexcept override { return out_; }
  result<void> try_close() override { return out_.try_close(); }

 private:
  sink_writer<S> out_;
};

// `S` is a sink that is not a writer.
template <class S>
class owned_sink final : public sink_box {
 public:
  template <class... Args>
  explicit owned_sink(Args&&... args) : value_(static_cast<Args&&>(args)...) {}
  writer& out() noexcept override { return out_; }
  result<void> try_close() override {
    result<void> passed = flush_owned(out_, value_);
    if constexpr (requires { value_.try_close(); }) {
      result<void> closed = value_.try_close();
      if (passed) return closed;
    }
    return passed;
  }
  error_code finish() noexcept override { return finish_owned(out_, value_); }

 private:
  S value_;
  sink_writer<S> out_{value_};
};

// Owns a smart pointer, and prints to the sink that it points to.
template <class P, class S>
class pointed_sink final : public sink_box {
 public:
  explicit pointed_sink(P&& pointer)
      : pointer_(static_cast<P&&>(pointer)), out_(pointed_to(pointer_)) {}
  writer& out() noexcept override { return out_; }
  result<void> try_close() override {
    if constexpr (is_writer)
      return flush_and_close(out_);
    else
      return flush_owned(out_, *pointer_);
  }
  error_code finish() noexcept override {
    if constexpr (is_writer)
      return {};
    else
      return finish_owned(out_, *pointer_);
  }

 private:
  static constexpr bool is_writer = std::derived_from<S, writer>;

  P pointer_;
  std::conditional_t<is_writer, S&, sink_writer<S>> out_;
};

// True for a box that borrows its sink.
template <class Box>
inline constexpr bool is_lending_box = false;
template <class S>
inline constexpr bool is_lending_box<lent_sink<S>> = true;

// Returns the type_tag of the box for an argument of type S&&. Returns void if
// no box can hold it.
template <class S>
constexpr auto sink_box_for() {
  using T = remove_cvref<S>;
  constexpr bool is_lent =
      std::is_lvalue_reference_v<S> || std::is_pointer_v<T>;
  if constexpr (std::is_lvalue_reference_v<S> &&
                std::is_const_v<std::remove_reference_t<S>>) {
    if constexpr (std::is_copy_constructible_v<T>) return sink_box_for<T>();
  } else if constexpr (exclusive_pointer<T> && !is_lent) {
    using to = pointed_by<T>;
    if constexpr (sink<to>) return type_tag<pointed_sink<T, to>>();
  } else if constexpr (is_lent && sink<T>) {
    return type_tag<lent_sink<T>>();
  } else if constexpr (std::is_same_v<T, file>) {
    return type_tag<owned_writer<file_writer>>();
  } else if constexpr (std::derived_from<T, writer>) {
    if constexpr (std::is_move_constructible_v<T>)
      return type_tag<owned_writer<T>>();
  } else if constexpr (sink<T>) {
    if constexpr (std::is_move_constructible_v<T>)
      return type_tag<owned_sink<T>>();
  } else if constexpr (byte_sink<T>) {
    if constexpr (std::is_constructible_v<std::decay_t<S>, S>)
      return type_tag<owned_writer<callback_writer<std::decay_t<S>>>>();
  }
}

template <class S>
concept boxed_sink = !std::is_void_v<decltype(sink_box_for<S>())>;

}  // namespace detail

/// A writer over any sink. It owns an rvalue, and borrows an lvalue, which must
/// outlive it.
///
/// - A writer that is moved in, such as a file_writer or a compressed_writer:
///   a print costs the same instructions as to that writer.
/// - A `rill::file` that is moved in is buffered, as by file_writer.
/// - A `FILE*`, a c_file, a std::ostream, a locked sink, an lvalue of a writer:
///   the sink gets whole calls of print, as by sink_writer.
/// - A callable is copied or moved in, as by callback_writer.
/// - A std::unique_ptr to a writer or another sink is owned with the sink.
///
/// `any_writer::of<T>(arguments…)` makes a sink in place that does not move.
/// Movable, but not during a print to it; containers may hold it. One thread at
/// a time: threads that share a locked sink each use their own any_writer. A
/// print by the sink to its own any_writer fails.
///
/// Errors: those of the sink. close() returns the error of the last bytes; the
/// destructor passes it to the lost-output handler. A print after close() or a
/// move is `library_problem::closed`. The constructor throws std::bad_alloc.
///
/// Example:
///     std::vector<rill::any_writer> logs;
///     logs.push_back(rill::file_writer("log.txt"));
///     logs.push_back(stderr);
///     for (rill::any_writer& log : logs) rill::println(log, "started");
class any_writer : public detail::lent_writer {
 public:
  /// Makes a closed any_writer.
  any_writer() noexcept : lent_writer(device) {}

  template <class S>
    requires(!std::is_same_v<detail::remove_cvref<S>, any_writer> &&
             detail::boxed_sink<S>)
  any_writer(S&& sink)
      : any_writer(
            of_box{new typename decltype(detail::sink_box_for<S>())::type(
                static_cast<S&&>(sink))}) {}

  /// Refuses every other argument with a message that names the sinks.
  template <class Other>
    requires(!std::is_same_v<detail::remove_cvref<Other>, any_writer> &&
             !detail::boxed_sink<Other>)
  explicit any_writer(Other&&) : any_writer() {
    static_assert(detail::always_false<Other>,
                  "rill: an any_writer is made of a sink: file_writer(path), "
                  "string_writer(text), stdout, std::move(unique_pointer), a "
                  "writer that moves, or a callable of (char const*, "
                  "std::size_t) that is copied, or moved in by std::move");
  }

  /// Makes a T, which is a sink or a writer, from the arguments.
  template <class T, class... Args>
    requires detail::sink<T>
  static any_writer of(Args&&... args) {
    using box =
        std::conditional_t<std::derived_from<T, writer>,
                           detail::owned_writer<T>, detail::owned_sink<T>>;
    return any_writer(of_box{new box(static_cast<Args&&>(args)...)});
  }

  any_writer(any_writer&& other) noexcept
      : lent_writer(static_cast<lent_writer&&>(other)), box_(other.box_) {
    other.box_ = nullptr;
  }
  any_writer& operator=(any_writer&& other) noexcept {
    return detail::remake(*this, static_cast<any_writer&&>(other));
  }
  ~any_writer() {
    (void)give_back();
    if (!box_) return;
    (void)box_->finish();
    delete box_;
  }

  /// Passes every byte on, as far as the sink does. Returns the error, if any.
  result<void> try_flush() { return detail::try_flush_of(*this); }
  void flush() { try_flush().value(); }

  /// Flushes, and closes the sink if it is owned and can be closed. Bytes that
  /// could not be written are lost.
  result<void> try_close() {
    if (is_busy()) return rill::error(library_problem::wrote_nothing, "close");
    if (!give_back()) return {};
    result<void> closed = box_->try_close();
    delete box_;
    box_ = nullptr;
    return closed;
  }
  void close() { try_close().value(); }

  bool is_open() const noexcept { return is_lent(); }

 private:
  struct of_box {
    detail::sink_box* made;
  };
  explicit any_writer(of_box from) : lent_writer(device), box_(from.made) {
    borrow(box_->out());
  }

  static constexpr writer_device device{drain_lent,      flush_lent,
                                        ask_lent,        detail::put_or_abandon,
                                        begin_lent_call, end_lent_call};

  detail::sink_box* box_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#endif
