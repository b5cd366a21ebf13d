// rill/print/sink_writer.h: a writer over any sink of print.
//
// Floor 5. Part of rill/any.h. Tests: test/print/sink_writer_test.cpp.
#ifndef RILL_PRINT_SINK_WRITER_H
#define RILL_PRINT_SINK_WRITER_H

#include "../memory/remake.h"
#include "../stream/call_writer.h"
#include "sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Refers to a sink of the caller. A pointer, such as FILE*, is copied.
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
  /// Of a variable, or of a pointer, which is copied.
  template <class Sink>
    requires(std::is_same_v<detail::bare<Sink>, S> &&
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
  // Where nothing is thrown, a writer shows its error.
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
sink_writer(Sink&&) -> sink_writer<detail::bare<Sink>>;

}  // namespace rill::inline RILL_BUILD

#endif
