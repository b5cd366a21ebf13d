// rill/stream/writer.h: the buffer that everything is printed into, and whether
// it takes styles.
//
// Layer 4. Tests: test/stream/handle_styles_test.cpp,
// test/system/style_test.py, test/print/styled_test.cpp,
// test/stream/writer_test.cpp.
#ifndef RILL_STREAM_WRITER_H
#define RILL_STREAM_WRITER_H

#include "../base/result.h"
#include "../base/text.h"
#include "../value/style.h"

#if RILL_HOSTED
#include "../os/c_stream.h"
#include "../os/output.h"
#endif

// Whether the device behind a handle takes styles, according to the user's
// environment and the terminal.
//
// Allocates nothing, throws nothing. Sources: no-color.org for NO_COLOR;
// bixense.com/clicolors for CLICOLOR and CLICOLOR_FORCE; force-color.org for
// FORCE_COLOR.

#if RILL_HOSTED
namespace rill::inline RILL_BUILD {
namespace detail {

enum class style_preference : unsigned char { none, on, off };

bool is_switched_on(char const* variable);

/// Returns the first that is set of: NO_COLOR (not empty), CLICOLOR_FORCE or
/// FORCE_COLOR (not empty, not 0), CLICOLOR=0.
[[gnu::cold]] style_preference environment_preference();

/// CLICOLOR_FORCE and FORCE_COLOR apply only to standard output and standard
/// error. Other files take styles if they are terminals.
[[gnu::cold]] style_answer styles_at(os::native_handle handle);

// Whether C's streams take styles: stdout and stderr, each for itself and
// once, and the others by their handles.

// For stdout and stderr. Several threads may read and store them; their answers
// are equal.
RILL_STATE inline style_answer standard_styles[2];

style_answer& styles_memory(FILE* standard);

[[gnu::cold]] style_answer decide_styles(FILE* standard);

// `stream` is stdout or stderr.
style_answer standard_styles_of(FILE* stream);

bool is_standard(FILE* stream);

style_answer styles_of(FILE* stream);

[[gnu::cold]] style_answer settle(style_question const& question);

}  // namespace detail

/// Returns true when styled values that are printed to the stream get their
/// escape sequences. Cost: a load; for streams other than stdout and stderr,
/// getenv and a system call.
bool takes_styles(FILE* stream);

/// Sets whether stdout or stderr take styles, as for `--color=always`.
/// Overrides the environment. Other streams keep no setting: returns false.
/// with_styles(stream, mode) makes a sink with a setting of its own.
bool set_styles(FILE* stream, style_mode mode);

}  // namespace rill::inline RILL_BUILD
#endif  // RILL_HOSTED

// The buffer that everything is printed into.
//
// A writer is three pointers into a buffer and a device, which is called when
// the buffer is full. All printing code is written against it, once
// (docs/decisions/0003-buffer-above-the-device.md). The writer itself allocates
// nothing and throws nothing; a device may.

namespace rill::inline RILL_BUILD {

class writer;

namespace detail {

constexpr style_question no_styles(writer&) { return {}; }

// A piece of a call of print, and the function that prints its type.
struct any_arg {
  void (*put)(writer&, void const* arg);
  void const* arg;
};
void put_or_abandon(writer& out, any_arg arg);

class style_access;  // of stream/styles.h
class lent_writer;   // of stream/any_reader.h
class print_call;

}  // namespace detail

/// The functions of the device below a writer's buffer.
///
/// - `drain` is called when there is no room. It moves the buffer's bytes on,
///   then `data`, which may have any size, also 0. Afterwards there is room, or
///   error() is set and `data` counts as not printed. With `size` 0 inside of a
///   call of print there may still be no room, if the buffer holds only pieces
///   of that call.
/// - `flush` moves every byte on, as far as the device can. Neither writes a
///   byte twice, and after an error neither writes until the error is cleared
///   (file_writer::clear_error).
/// - `takes_styles` returns whether the device is a terminal that shows styles.
///   It is called once, for the first styled value.
/// - `put_slowly` prints a piece that may have no room, and leaves the writer
///   ready for the next call if drain throws.
/// - `begin_call` and `end_call` are for a device that must get whole calls of
///   print, so that its buffer shows no room between them. begin_call is called
///   before the first piece of a call, and perhaps again before others; it
///   makes room, and sets call_. end_call is called after the call. When an
///   exception leaves the call, `is_abandoned` is true, and end_call must not
///   throw.
struct writer_device {
  void (*drain)(writer&, char const* data, std::size_t size);
  void (*flush)(writer&);
  detail::style_question (*takes_styles)(writer&) = detail::no_styles;
  void (*put_slowly)(writer&, detail::any_arg) = detail::put_or_abandon;
  void (*begin_call)(writer&) = nullptr;
  void (*end_call)(writer&, bool is_abandoned) = nullptr;
};

/// A buffer over a device. Prints write at the cursor; the device is called
/// when the room is used up.
///
/// Errors stick. The call whose bytes cannot be moved on reports the error
/// (writers over files throw rill::error; those over standard output keep it).
/// Bytes that were accepted before stay in the buffer, and nothing more is
/// accepted, so that no piece in the middle is ever missing. Writers that can
/// continue after an error (file_writer, ring_writer, encoded_writer) accept a
/// call of print that fits their buffer whole or not at all.
class writer {
 public:
  writer(writer const&) = delete;
  writer& operator=(writer const&) = delete;

  /// Writes the bytes. Cost: a copy; if they do not fit, a call of the device.
  constexpr void write(char const* data, std::size_t size) {
    if (size <= room()) [[likely]]
      cursor_ = detail::copy_bytes(cursor_, data, size);
    else
      device_->drain(*this, data, size);
  }
  constexpr void write(text bytes) { write(bytes.data, bytes.size); }

  /// Writes one byte.
  constexpr void put(char byte) {
    if (cursor_ != end_) [[likely]]
      *cursor_++ = byte;
    else
      device_->drain(*this, &byte, 1);
  }

  /// Moves every byte on to the device.
  constexpr void flush() { device_->flush(*this); }

  /// Returns the first error, until it is cleared.
  constexpr error_code error() const noexcept { return error_; }

  /// The put area, for code that formats directly into the buffer.
  /// advance_to(end) adds the bytes before `end` to the output; up to room()
  /// bytes at cursor() may be written.
  constexpr char* cursor() const noexcept { return cursor_; }
  constexpr std::size_t room() const noexcept {
    return static_cast<std::size_t>(end_ - cursor_);
  }
  constexpr void advance_to(char* end) noexcept {
    RILL_ASSERT(end >= begin_ && end <= end_);
    cursor_ = end;
  }

  /// Makes room for `size` bytes if the buffer is large enough. Returns the
  /// cursor, or null when the room is still smaller.
  constexpr char* reserve(std::size_t size) {
    if (room() < size) [[unlikely]] {
      device_->drain(*this, nullptr, 0);
      if (room() < size) return nullptr;
    }
    return cursor_;
  }

  /// Returns true when styled values get their escape sequences here. Asks the
  /// device unless it was set.
  constexpr bool takes_styles() {
    if (styles_ == detail::style_answer::unasked) [[unlikely]] {
      detail::style_question const asked = device_->takes_styles(*this);
      styles_ = asked.answer != detail::style_answer::unasked
                    ? asked.answer
                    : detail::settle(asked);
    }
    return styles_ != detail::style_answer::no;
  }
  constexpr void set_styles(style_mode mode) noexcept {
    styles_ = detail::answer_for(mode);
  }

  /// Returns the bytes in the buffer that the device has not taken yet.
  constexpr text pending() const noexcept {
    return {begin_, static_cast<std::size_t>(cursor_ - begin_)};
  }

 protected:
  constexpr writer(writer_device const& device, char* begin,
                   std::size_t size) noexcept
      : cursor_(begin), end_(begin + size), begin_(begin), device_(&device) {}
  // Takes over the other's state, for derived classes that can move. The buffer
  // must not move with the object.
  constexpr writer(writer&& other) noexcept
      : cursor_(other.cursor_),
        end_(other.end_),
        begin_(other.begin_),
        device_(other.device_),
        error_(other.error_),
        styles_(other.styles_) {
    other.forget();
  }
  // Not virtual: a vtable costs each program. The compiler quotes this line.
  ~writer() = default;  // own one of any class in a rill::any_writer

  constexpr void take(writer& other) noexcept {
    cursor_ = other.cursor_;
    end_ = other.end_;
    begin_ = other.begin_;
    device_ = other.device_;
    error_ = other.error_;
    styles_ = other.styles_;
    other.forget();
  }
  // The same for a buffer inside of the object: copies the held bytes to
  // `block`, which has `size` bytes, as the other's.
  constexpr void take_with_bytes(writer& other, char* block,
                                 std::size_t size) noexcept {
    std::size_t const held = other.pending().size;
    detail::copy_bytes(block, other.begin_, held);
    take(other);
    begin_ = block;
    cursor_ = block + held;
    end_ = error_ ? cursor_ : block + size;
  }
  constexpr void forget() noexcept {
    cursor_ = end_ = begin_ = call_ = nullptr;
    error_ = library_problem::closed;
  }
  // Shows no room any more. So every later write calls the device, which fails.
  constexpr void stop(error_code reason) noexcept {
    error_ = reason;
    end_ = cursor_;
  }

  // The number of bytes in the buffer from before the current call of print.
  constexpr std::size_t held_before_call() const noexcept {
    return static_cast<std::size_t>((call_ ? call_ : cursor_) - begin_);
  }
  // Returns the number of bytes in the buffer while another thread may change
  // it; 0 in the moment in which the buffer is replaced.
  std::size_t seen_from_outside() const noexcept {
    char* const begin = __atomic_load_n(&begin_, __ATOMIC_RELAXED);
    char* const cursor = __atomic_load_n(&cursor_, __ATOMIC_RELAXED);
    return cursor > begin ? static_cast<std::size_t>(cursor - begin) : 0;
  }
  // After an error: removes the pieces of the current call from the buffer.
  constexpr void take_call_back() noexcept {
    if (call_) cursor_ = end_ = call_;
  }

  char* cursor_;
  char* end_;
  char* begin_;
  writer_device const* device_;
  error_code error_;
  // Where in the buffer the outermost call of print began, once one of its
  // pieces had no room or was a hook. Null otherwise, and when the device has
  // some of the call's bytes. Devices that take calls back update it.
  char* call_ = nullptr;

 private:
  friend class detail::style_access;
  friend class detail::lent_writer;
  friend class detail::print_call;
  detail::style_answer styles_ = detail::style_answer::unasked;
  // The number of hooks that run inside of calls of print. A nested call
  // belongs to the outermost.
  unsigned hooks_ = 0;
};

namespace detail {

// The private access of a call of print. It writes its pieces at its own
// cursor. The writer's cursor stays at the start of the call until the call
// ends, a piece has no room, or a hook prints.
class print_call {
 public:
  /// The room behind the call's cursor.
  static constexpr std::size_t room(writer const& out,
                                    char const* cursor) noexcept {
    return static_cast<std::size_t>(out.end_ - cursor);
  }

  /// Gives the writer the pieces before the cursor, and records where the
  /// outermost call began.
  static constexpr void hand_over(writer& out, char* cursor) noexcept {
    if (!out.call_) out.call_ = out.cursor_;
    out.advance_to(cursor);
  }

  /// Prints a piece behind those that were handed over.
  static void put_slowly(writer& out, any_arg arg) {
    out.device_->put_slowly(out, arg);
  }

  /// Called before a piece that may have no room.
  [[gnu::cold, gnu::noinline]] static constexpr void begin(writer& out) {
    if (out.device_->begin_call) out.device_->begin_call(out);
  }

  /// Called before a piece that a hook prints to the writer directly.
  static constexpr void hand_over_to_hook(writer& out, char* cursor) {
    hand_over(out, cursor);
    if (out.cursor_ == out.end_) [[unlikely]]
      begin(out);
  }

  /// Ends the call, with its pieces up to the cursor.
  static constexpr void end(writer& out, char* cursor) {
    out.advance_to(cursor);
    if (out.call_) [[unlikely]]
      forget_start(out, false);
  }

  static constexpr void forget_start(writer& out, bool is_abandoned) {
    if (out.hooks_ != 0) return;
    out.call_ = nullptr;
    if (out.device_->end_call) out.device_->end_call(out, is_abandoned);
  }

  [[gnu::cold, gnu::noinline]] static constexpr void abandon(writer& out) {
    forget_start(out, true);
  }

  /// In a child of fork: forgets the calls of a thread that the child lacks.
  [[gnu::cold]] static constexpr void forget_calls(writer& out) noexcept {
    out.call_ = nullptr;
    out.hooks_ = 0;
  }

  /// Exists while code runs that may print to the same writer, or throw.
  class hook {
   public:
    constexpr explicit hook(writer& out) noexcept : out_(out) { ++out.hooks_; }
    hook(hook const&) = delete;
    hook& operator=(hook const&) = delete;
    constexpr ~hook() {
      --out_.hooks_;
      if (!has_returned) abandon(out_);
    }

    bool has_returned = false;

   private:
    writer& out_;
  };
};

// Prints a piece by its function. Ends the call if that throws.
[[gnu::cold, gnu::noinline]] inline void put_or_abandon(writer& out,
                                                        any_arg arg) {
  print_call::begin(out);
  print_call::hook running(out);
  arg.put(out, arg.arg);
  running.has_returned = true;
}

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "writer_body.h"
#endif

#endif
