// rill/cstdio/standard_streams.h: in(), out() and err(): the standard streams
// by their native handles, for programs that do not use C's streams.
//
// Layer 4. Static buffers for out() and err(), unless a user asks for larger
// ones. out() and stdout are two streams: when mixed, their order is that of
// the flushes. Tests: test/cstdio/standard_test.cpp, test/system/.
#ifndef RILL_CSTDIO_STANDARD_STREAMS_H
#define RILL_CSTDIO_STANDARD_STREAMS_H

#include "../os/thread.h"
#include "../stream/file_reader.h"
#include "../stream/handle_writer.h"
#include "standard_output.h"

namespace rill::inline RILL_BUILD {

namespace detail {

RILL_STATE inline char native_output_buffer[RILL_BUFFER_SIZE];
RILL_STATE inline char native_error_buffer[4096];

// Keeps its errors; the end of the program reports them.
//
// Belongs to the thread that was the last to call out() or err(), until that
// thread ends. This thread alone changes the writer's pointers: a print takes
// no lock. Calls that write the buffer take one, which protects against
// threads that take the stream over or end the program. Other threads
// write what the buffer holds only at the end of the program; they change no
// pointer of the owner (docs/decisions/0026-owned-streams.md).
class standard_writer : public handle_writer {
 public:
  constexpr standard_writer(os::native_handle handle, char* buffer,
                            std::size_t capacity, writing mode,
                            bool calls_at_once)
      : handle_writer(device, buffer, capacity, handle, mode),
        calls_at_once_(calls_at_once) {}

  /// Makes the calling thread the owner. `make` opens the stream at its first
  /// use. Cost for the owner: two loads and a comparison.
  RILL_ALWAYS_INLINE standard_writer& claim(void (*make)(standard_writer&)) {
    if (RILL_UNLIKELY(!is_mine())) take_over(make);
    return *this;
  }

  /// Gives a stream without one its handle and its buffer.
  void open(os::native_handle handle, char* buffer, std::size_t capacity,
            writing mode, bool calls_at_once) noexcept;

  /// Writes the buffer. Errors: those of write(2), also an earlier one.
  result<void> try_flush() {
    flush_device(*this);
    if (!error_) return {};
    bool const is_output = handle_ == os::standard_output_handle;
    return rill::error(error_, "write",
                       is_output ? "standard output" : "standard error");
  }

  /// Writes or drops the buffer for the program, in any thread. Leaves the
  /// stream of another thread alone, except at the end of the program.
  error_code drain_for(draining reason);

 private:
  // In a call that writes the buffer, from enter to leave, the thread holds the
  // lock; if it is cancelled, it releases the lock.
  struct turn {
    os::cancel_action released;
  };
  [[gnu::cold]] void enter(turn& now);
  [[gnu::cold]] void leave(turn& now) noexcept;

  bool is_mine() const noexcept { return owner_ == os::this_thread(); }
  bool is_of_other() const noexcept {
    void const* const owner = owner_;
    return owner && owner != os::this_thread();
  }
  [[gnu::cold]] void take_over(void (*make)(standard_writer&));
  void own() noexcept;
  static void release(void* stream);
  static void unlock(void* stream);
  void give_way();
  bool lock_for(draining reason);
  error_code write_for_owner();
  void start_in_child() noexcept;

  void change_mode(writing mode) noexcept {
    mode_ = mode;
    if (!error_) open_room();
  }

  // In the modes that write each line or each call at once, collects the pieces
  // of a call of print for one write.
  static void begin_call(writer& base) {
    auto& self = static_cast<standard_writer&>(base);
    if (self.mode_ == writing::by_block) return;
    self.outside_ = self.mode_;
    self.change_mode(writing::by_block);
  }
  static void end_call(writer& base, bool) {
    auto& self = static_cast<standard_writer&>(base);
    if (self.outside_ == writing::by_block) return;
    turn now;
    self.enter(now);
    self.change_mode(self.outside_);
    self.outside_ = writing::by_block;
    if (self.calls_at_once_ || self.mode_ == writing::at_once)
      self.write_everything();
    else
      self.write_lines();
    self.leave(now);
  }

  // Keeps call_ set when the bytes of a call were written before its last
  // piece, so that end_call is still called.
  void keep_call() noexcept {
    if (outside_ != writing::by_block && !call_) call_ = cursor_;
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<standard_writer&>(base);
    turn now;
    self.enter(now);
    (void)self.accept(data, size);
    self.leave(now);
    self.keep_call();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<standard_writer&>(base);
    turn now;
    self.enter(now);
    self.write_everything();
    self.leave(now);
    self.keep_call();
  }
  static constexpr writer_device device{
      drain, flush_device, ask_handle, put_or_abandon, begin_call, end_call};

  bool calls_at_once_;
  bool is_shared_ = false;               // out() or err()
  writing outside_ = writing::by_block;  // the mode between calls of print
  os::polling_lock lock_;
  atomic<void const*> owner_ = nullptr;  // null before the first use, and when
                                         // the owner has ended
  atomic<void const*> ender_ = nullptr;  // another thread than the owner, which
                                         // ends the program
  std::size_t given_ = 0;  // the buffer's first bytes that another thread has
                           // written; changes with the lock
  os::thread_end at_thread_end_;
};

RILL_STATE inline constinit standard_writer native_output_stream{
    os::no_handle, nullptr, 0, writing::by_block, false};
RILL_STATE inline constinit standard_writer native_error_stream{
    os::no_handle, nullptr, 0, writing::by_block, false};

writing mode_of(os::buffering wanted);

// Opens a stream with a buffer of the wanted size: `own` if that is large
// enough.
void open_native(standard_writer& stream, os::native_handle handle,
                 os::buffering wanted, char* own, std::size_t own_size,
                 bool calls_at_once);

error_code drain_native_output(draining reason);

// The size of the buffer of out(). For a pipe 64 KiB, as much as a pipe of
// Linux holds: of a larger write the kernel takes a part, and the bytes of
// another process may follow it. 64 KiB into a file cost 4 to 13 % more time
// (100 MB of integers, ext4).
std::size_t native_output_size();

// Buffers as RILL_STDOUT or stdbuf sets; otherwise by call for a terminal, in
// blocks for everything else.
void open_native_output(standard_writer& stream);

// Never destroyed: destructors of static objects may still print.
standard_writer& native_output();

error_code drain_native_error(draining reason);

// Buffers as RILL_STDERR or stdbuf sets; otherwise writes each call at once,
// and keeps text from a write outside of a call until its line is complete.
void open_native_error(standard_writer& stream);

standard_writer& native_error();

// Standard input by its handle.
class standard_reader : public handle_reader {
 public:
  explicit standard_reader(os::buffering wanted)
      : handle_reader(device, os::standard_input_handle, read_size(wanted)),
        largest_read_(wanted.mode == os::buffer_mode::unset ||
                              wanted.mode == os::buffer_mode::line
                          ? ~std::size_t{0}
                          : read_size(wanted)),
        is_person_(os::is_terminal(os::standard_input_handle)) {}

  /// Sets the file's offset behind the last byte that was taken.
  void give_back() noexcept {
    if (!standard_output.is_child) give_back_unread();
  }

 private:
  static std::size_t read_size(os::buffering wanted) noexcept {
    if (wanted.mode == os::buffer_mode::none) return 1;
    return wanted.size != 0 ? wanted.size : default_read_size;
  }

  // For a terminal, flushes output first, so that the user sees a prompt.
  static bool fill(reader& base) {
    auto& self = static_cast<standard_reader&>(base);
    if (self.is_person_) (void)drain_standard_streams();
    return self.fill_from_handle(self.largest_read_);
  }
  static source_position locate_input(reader const& base) {
    return static_cast<standard_reader const&>(base).locate_in(
        name_input(base));
  }
  static source_position place_in_input(reader const& base, char const* place) {
    return static_cast<standard_reader const&>(base).place_in(name_input(base),
                                                              place);
  }
  static text name_input(reader const&) { return "<stdin>"; }
  static constexpr reader_device device{fill, locate_input, place_in_input,
                                        name_input};

  std::size_t largest_read_;
  bool is_person_;
};

void return_native_input();

standard_reader& make_native_input(void* place);

// Never destroyed: destructors of static objects may still read.
standard_reader& native_input();

}  // namespace detail

/// Standard output by its handle: a writer with a buffer of RILL_BUFFER_SIZE
/// bytes, written after each call if it is a terminal. Errors are kept;
/// try_flush() returns them, and the end of the program reports them.
///
/// Not locked: for one thread, or with a lock of the caller's, which calls
/// out() after it has taken the lock. The stream belongs to the thread that was
/// the last to call out(), until that thread ends: rill::flush() and programs
/// started by other threads leave its bytes in the buffer
/// (docs/threads.md#out-and-err).
detail::standard_writer& out();

/// Standard error by its handle: a writer, written after each call, in one
/// write up to 4 KiB. Not locked: see out().
detail::standard_writer& err();

/// Standard input by its handle. Reads ahead: scanf, std::cin and rill::scan
/// without a source do not see the bytes in its buffer. When the program ends,
/// it gives unread bytes of a regular file back by a seek.
reader& in();

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "standard_streams_body.h"
#endif

#endif
