// rill/process/streams.h: options for the standard streams of a child, and the
// writer to its input.
//
// Layer 6. Tests: test/process/child_test.cpp, test/process/run_test.cpp.
#ifndef RILL_PROCESS_STREAMS_H
#define RILL_PROCESS_STREAMS_H

#include "../base/text.h"  // always_false
#include "../memory/owned.h"
#include "../memory/storage.h"
#include "../os/file.h"
#include "../os/file_view.h"
#include "../os/process.h"
#include "../stream/handle_writer.h"
#include "../stream/kept_error.h"
#include "../stream/lost_output.h"
#include "../stream/writer.h"

// The writer to a child's input.
//
// Has one buffer (RILL_BUFFER_SIZE bytes) and one pipe. Unlike with
// file_writer, a closed reader is an error (EPIPE) and does not end the
// program.

namespace rill::inline RILL_BUILD {

/// The writer of rill::child::in(), over a pipe that it owns.
///
/// close() returns whether the pipe took all bytes. The destructor calls it,
/// and passes an error that no call has reported to the lost-output handler
/// (stream/lost_output.h), unless the child has closed its side.
class child_writer : public detail::handle_writer {
 public:
  explicit child_writer(rill::file pipe,
                        std::size_t buffer_size = RILL_BUFFER_SIZE)
      : child_writer(static_cast<rill::file&&>(pipe),
                     storage(detail::larger(buffer_size, std::size_t{1}))) {}
  child_writer(child_writer&& other) noexcept
      : handle_writer(static_cast<handle_writer&&>(other)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        pipe_(static_cast<rill::file&&>(other.pipe_)),
        is_reported_(other.is_reported_) {}
  child_writer& operator=(child_writer&& other) noexcept {
    return detail::remake(*this, static_cast<child_writer&&>(other));
  }
  ~child_writer() {
    bool const is_known = is_reported_;
    result<void> const closed = try_close();
    if (!closed && !is_known && !os::is_closed_pipe(closed.error().code()))
      detail::on_lost_output(closed.error());
  }

  /// Writes the buffer. Returns the error of this write or of an earlier one.
  result<void> try_flush() noexcept {
    write_quietly();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes and closes, which ends the child's input. Drops bytes that could
  /// not be written. Errors: EPIPE if the child has closed its side.
  result<void> try_close() noexcept {
    if (!pipe_.is_open()) return {};
    write_quietly();
    result<void> flushed = outcome();
    result<void> closed = pipe_.try_close();
    forget();
    return flushed ? static_cast<result<void>&&>(closed)
                   : static_cast<result<void>&&>(flushed);
  }
  void close() { try_close().value(); }

  rill::file_view file() const noexcept { return pipe_; }
  bool is_open() const noexcept { return pipe_.is_open(); }

 private:
  child_writer(rill::file&& pipe, storage&& buffer)
      : handle_writer(device, buffer.data(), buffer.size(),
                      pipe.native_handle(), detail::writing::by_block),
        buffer_(static_cast<storage&&>(buffer)),
        pipe_(static_cast<rill::file&&>(pipe)) {}

  void write_quietly() noexcept {
    os::no_broken_pipe_signal const quiet;
    write_everything();
  }
  result<void> outcome() noexcept {
    if (!error_) return {};
    is_reported_ = true;
    return pipe_.failure(operation_, error_);
  }
  void report() {
    detail::throw_kept(error_, [this] { return outcome().error(); });
  }
  bool accept_quietly(char const* data, std::size_t size) {
    os::no_broken_pipe_signal const quiet;
    return accept(data, size);
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<child_writer&>(base);
    if (!self.accept_quietly(data, size)) self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<child_writer&>(base);
    self.write_quietly();
    self.report();
  }
  static constexpr writer_device device{drain, flush_device, ask_handle};

  storage buffer_;
  rill::file pipe_;
  bool is_reported_ = false;  // a call has thrown or returned error_
};

// Options for the standard streams of a child. Allocates only for a callable.

namespace detail {

// The kinds of a child's stream.
enum class stream_kind : unsigned char {
  inherited,
  discarded,
  piped,
  captured,
  merged,
  handle,
  bytes,
  callable,
};

// A type for each choice, so that a wrong one does not compile.
template <stream_kind Kind>
struct stream_choice {};

}  // namespace detail

/// The parent's stream.
inline constexpr detail::stream_choice<detail::stream_kind::inherited>
    inherited{};
/// Empty input; output is discarded (/dev/null).
inline constexpr detail::stream_choice<detail::stream_kind::discarded>
    discarded{};
/// A pipe; rill::child has its other end.
inline constexpr detail::stream_choice<detail::stream_kind::piped> piped{};
/// Captured in memory: run_result::out and ::err.
inline constexpr detail::stream_choice<detail::stream_kind::captured>
    captured{};
/// Standard error goes to standard output, in the order of writing.
inline constexpr detail::stream_choice<detail::stream_kind::merged> merged{};

namespace detail {

// A choice, or a borrowed open file.
class stream_option {
 public:
  stream_kind kind() const noexcept { return kind_; }
  os::native_handle handle() const noexcept { return handle_; }

 protected:
  constexpr explicit stream_option(stream_kind kind) noexcept : kind_(kind) {}
  explicit stream_option(file_view const& file) noexcept
      : kind_(stream_kind::handle), handle_(file.native_handle()) {}

  stream_kind kind_;
  os::native_handle handle_ = os::no_handle;
};

// False; for the static_assert on a choice that a stream does not support.
template <stream_kind>
inline constexpr bool is_wrong_choice = false;

template <stream_kind Kind, stream_kind... Allowed>
concept one_of = ((Kind == Allowed) || ...);

}  // namespace detail

/// The input of a spawned child: inherited (the default), discarded, piped, or
/// a file that must be open during spawn.
class child_input : public detail::stream_option {
 public:
  constexpr child_input() noexcept
      : stream_option(detail::stream_kind::inherited) {}
  template <detail::stream_kind Kind>
    requires detail::one_of<Kind, detail::stream_kind::inherited,
                            detail::stream_kind::discarded,
                            detail::stream_kind::piped>
  constexpr child_input(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {}
  child_input(file_view const& file) noexcept : stream_option(file) {}
  /// Does not compile for the name of a file: a stream is an open file.
  template <class Text>
    requires std::is_convertible_v<Text const&, text>
  child_input(Text const&) : stream_option(detail::stream_kind::inherited) {
    static_assert(detail::always_false<Text>,
                  "rill: a stream of a child is an open file: "
                  "rill::file::create(path), rill::file::open(path)");
  }
  /// Does not compile for any other choice.
  template <detail::stream_kind Kind>
  constexpr child_input(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {
    static_assert(
        detail::is_wrong_choice<Kind>,
        "rill: spawn reads from rill::inherited, discarded, piped or a file"
        "; run() can be given a text");
  }
};

/// The output of a spawned child: inherited (the default), discarded, piped, or
/// a file.
class child_output : public detail::stream_option {
 public:
  constexpr child_output() noexcept
      : stream_option(detail::stream_kind::inherited) {}
  template <detail::stream_kind Kind>
    requires detail::one_of<Kind, detail::stream_kind::inherited,
                            detail::stream_kind::discarded,
                            detail::stream_kind::piped>
  constexpr child_output(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {}
  child_output(file_view const& file) noexcept : stream_option(file) {}
  /// Does not compile for the name of a file: a stream is an open file.
  template <class Text>
    requires std::is_convertible_v<Text const&, text>
  child_output(Text const&) : stream_option(detail::stream_kind::inherited) {
    static_assert(detail::always_false<Text>,
                  "rill: a stream of a child is an open file: "
                  "rill::file::create(path), rill::file::open(path)");
  }
  /// Does not compile for any other choice.
  template <detail::stream_kind Kind>
  constexpr child_output(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {
    static_assert(
        detail::is_wrong_choice<Kind>,
        "rill: spawn writes to rill::inherited, discarded, piped or a file"
        " (.err also to merged); run() captures");
  }
};

/// The same for standard error, which can be merged too.
class child_error_output : public child_output {
 public:
  using child_output::child_output;
  constexpr child_error_output(
      detail::stream_choice<detail::stream_kind::merged>) noexcept {
    kind_ = detail::stream_kind::merged;
  }
};

/// The input of a child of run: discarded (the default), inherited, bytes or a
/// file, which must outlive the call of run, or a callable that prints to the
/// rill::writer& it gets. The callable runs in the calling thread while the
/// child runs. Ignores bytes that the child does not read: once the child has
/// closed its input, printing throws, to leave the callable. With exceptions
/// disabled, the callable runs to its end.
class run_input : public detail::stream_option {
 public:
  constexpr run_input() noexcept
      : stream_option(detail::stream_kind::discarded) {}
  template <detail::stream_kind Kind>
    requires detail::one_of<Kind, detail::stream_kind::inherited,
                            detail::stream_kind::discarded>
  constexpr run_input(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {}
  run_input(file_view const& file) noexcept : stream_option(file) {}
  /// Does not compile for any other choice.
  template <detail::stream_kind Kind>
  constexpr run_input(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {
    static_assert(
        detail::is_wrong_choice<Kind>,
        "rill: run reads from rill::inherited, discarded, a text, a file or "
        "a callable; spawn() has pipes");
  }
  template <class Text>
    requires std::is_convertible_v<Text const&, text>
  run_input(Text const& bytes) noexcept
      : stream_option(detail::stream_kind::bytes), bytes_(bytes) {}
  template <class Callable>
    requires requires(std::decay_t<Callable>& call, writer& out) { call(out); }
  run_input(Callable&& callable)
      : stream_option(detail::stream_kind::callable),
        print_(static_cast<Callable&&>(callable)) {}

  text bytes() const noexcept { return bytes_; }
  void print_to(writer& out) const { print_(out); }

 private:
  text bytes_;
  detail::owned_callable<writer&> print_;
};

/// The output of a child of run: captured (the default), inherited, discarded,
/// a file, or a callable that gets each line as a rill::text without its
/// newline, valid during the call.
class run_output : public detail::stream_option {
 public:
  constexpr run_output() noexcept
      : stream_option(detail::stream_kind::captured) {}
  template <detail::stream_kind Kind>
    requires detail::one_of<Kind, detail::stream_kind::captured,
                            detail::stream_kind::inherited,
                            detail::stream_kind::discarded>
  constexpr run_output(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {}
  run_output(file_view const& file) noexcept : stream_option(file) {}
  /// Does not compile for the name of a file: a stream is an open file.
  template <class Text>
    requires std::is_convertible_v<Text const&, text>
  run_output(Text const&) : stream_option(detail::stream_kind::inherited) {
    static_assert(detail::always_false<Text>,
                  "rill: a stream of a child is an open file: "
                  "rill::file::create(path), rill::file::open(path)");
  }
  /// Does not compile for any other choice.
  template <detail::stream_kind Kind>
  constexpr run_output(detail::stream_choice<Kind>) noexcept
      : stream_option(Kind) {
    static_assert(
        detail::is_wrong_choice<Kind>,
        "rill: run writes to rill::captured, inherited, discarded, a file or "
        "a callable (.err also to merged); spawn() has pipes");
  }
  template <class Callable>
    requires requires(std::decay_t<Callable>& call, text line) { call(line); }
  run_output(Callable&& callable)
      : stream_option(detail::stream_kind::callable),
        take_line_(static_cast<Callable&&>(callable)) {}

  void give(text line) const { take_line_(line); }

 private:
  detail::owned_callable<text> take_line_;
};

/// The same for standard error, which can be merged too.
class run_error_output : public run_output {
 public:
  using run_output::run_output;
  run_error_output(
      detail::stream_choice<detail::stream_kind::merged>) noexcept {
    kind_ = detail::stream_kind::merged;
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
