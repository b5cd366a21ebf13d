// rill/cstdio/c_stream_reader.h: a reader from the buffer of a FILE, stdin, and
// positions in the file of a FILE.
//
// Layer 4. Tests: test/system/standard_test.py,
// test/cstdio/counted_files_test.cpp, test/cstdio/c_stream_reader_test.cpp,
// test/scan/lines_test.cpp, test/scan/source_test.cpp.
#ifndef RILL_CSTDIO_C_STREAM_READER_H
#define RILL_CSTDIO_C_STREAM_READER_H

#include <new>  // placement new

#include "../memory/storage.h"
#include "../os/clock.h"
#include "../os/libc.h"
#include "../stream/file_reader.h"
#include "../stream/reader.h"
#include "../stream/source.h"
#include "c_stream_writer.h"
#include "standard_output.h"

// What happens before C's stdin is read, and at the end of the program with
// bytes that were read ahead.
//
// Throws nothing, and allocates only a buffer that a user asks for or that a
// shared library needs.

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// The buffer of stdin when the program has given it none.
RILL_STATE inline char standard_input_buffer[standard_buffer_size];
RILL_STATE inline stream_memory memory_of_input{standard_input_buffer,
                                                sizeof standard_input_buffer};

// The value of stdin when it was first read; null before.
RILL_STATE inline constinit atomic<FILE*> first_standard_input = nullptr;

// Removes from the buffer of stdin what the active reader has parsed. Null if
// no reader is active. Changed only with the lock of stdin.
RILL_STATE inline void (*finish_reading)() = nullptr;

// True if stdin is a terminal. Asks the system at each call, because the
// program may reopen stdin. Asks only once where the C library refills its
// buffer byte by byte.
bool is_person_at_input();

// Sets the file's offset behind the last byte that was taken, as fclose does;
// exit does so in some C libraries, quick_exit in none. In a child of fork it
// only drops the buffered bytes, so that the library does not seek either: the
// parent has read the same bytes and continues in the file itself. Does nothing
// while a thread waits for input: it holds the lock, and the buffer is empty.
[[gnu::cold]] void return_standard_input();

// Sets the buffer that the environment asks for; otherwise a large one, unless
// stdin is a terminal.
[[gnu::cold]] void buffer_standard_input(bool is_person);

// Called before stdin is read. Sets its buffer on first use. For a terminal it
// flushes stdout, so that the user sees a prompt before answering it.
[[gnu::cold]] void prepare_standard_input();

}  // namespace RILL_OF_THIS_MODULE detail

// Remembers positions in files for the next error, per file and not per reader.
//
// For FILEs, of which rill keeps no state between calls. An entry is a fact
// about the content: the first n bytes of this file end in line m. It is valid
// for each stream and each thread until the file changes, and is used only when
// the file's times would show a change (docs/decisions/0015-places.md).
// Allocates nothing, throws nothing.

namespace detail {

// The first `offset` bytes of a file end with the bytes `last`, and the next
// byte has this line and column.
struct counted_file {
  unsigned long long device = 0;
  unsigned long long inode = 0;
  unsigned long long size = 0;
  unsigned long long changed = 0;
  long long offset = 0;
  unsigned long long line = 1;
  unsigned long long column = 0;
  unsigned long long used = 0;  // a counter of uses; 0 for an empty entry
  char last[16] = {};
};

// The most recent entries. Two streams over one file have an entry each,
// so that one is not counted from the start whenever the other is ahead.
class counted_files {
 public:
  static constexpr int most = 16;

  // Returns the last entry for the same content at or before `offset`;
  // otherwise the start of the file.
  counted_file before(os::device_status const& file, long long offset) noexcept;

  // Stores `now` in place of `from`, the entry where its count began. If `from`
  // is not an entry, replaces the oldest.
  void keep(counted_file const& now, counted_file const& from) noexcept;

 private:
  static bool is_same(counted_file const& a, counted_file const& b) noexcept;

  // A spin lock that is held while an entry is copied. It gives up, because a
  // child of fork may inherit it locked; then lines are counted from the start.
  class taken {
   public:
    explicit taken(counted_files& all) noexcept : all_(all) {
      for (int i = 0; i != 10'000 && !is_held_; ++i)
        is_held_ =
            __atomic_exchange_n(&all.is_taken_, 1, __ATOMIC_ACQUIRE) == 0;
    }
    taken(taken const&) = delete;
    taken& operator=(taken const&) = delete;
    ~taken() {
      if (is_held_) __atomic_store_n(&all_.is_taken_, 0, __ATOMIC_RELEASE);
    }
    explicit operator bool() const noexcept { return is_held_; }

   private:
    counted_files& all_;
    bool is_held_ = false;
  };

  int is_taken_ = 0;
  unsigned long long uses_ = 0;
  counted_file all_[most];
};

RILL_STATE inline constinit counted_files known_files;

// True if any later change will give the file another time stamp: the clock for
// time stamps, which ticks at least every 10 ms, has ticked twice since the
// last change. File systems with times in whole seconds need 2 s.
bool tells_changes(os::device_status const& file,
                   unsigned long long now) noexcept;

// Keeps the last bytes of the input up to `read` in `last`, which has `held`
// bytes.
[[gnu::cold]] void keep_last_bytes(char (&last)[16], std::size_t& held,
                                   text read) noexcept;

// Counts from the offset of `from` to that of `to`, and sets line and column of
// `to`. Returns false if the file is shorter, or if the bytes before `from`
// differ from those remembered there. A change without a new time stamp, such
// as through a mapping, usually shows in them. Usually one system call.
bool count_between(os::native_handle handle, counted_file const& from,
                   counted_file& to) noexcept;

// A file when counting in it begins: its status, and the time just before. The
// earlier time is the safe one for tells_changes().
struct dated_file {
  unsigned long long now = os::system_nanoseconds();
  os::native_handle handle;
  os::device_status status;

  explicit dated_file(os::native_handle from)
      : handle(from), status(os::status(from)) {}
};

// The line and column of an offset in a file, counted from the nearest known
// position before it. The line is 0 if the file has become shorter.
[[gnu::cold]] source_position position_in_known_file(dated_file const& file,
                                                     long long offset);

// A reader of the bytes in the buffer of a FILE, which never refills it.
//
// Allocates nothing, throws nothing. For a scan that usually finds its whole
// input there: it costs a quarter of a c_stream_reader.

class c_buffer_reader : public reader {
 public:
  explicit c_buffer_reader(FILE* stream) noexcept : reader(device, nullptr, 0) {
    libc::get_state none;
    libc::get_area const area = libc::readable(stream, none);
    begin_ = cursor_ = area.cursor;
    end_ = area.end;
  }

  /// True if a parser asked for more than the buffer holds: its value may be
  /// incomplete, and nothing must be taken.
  bool was_asked() const noexcept { return was_asked_; }

  /// Takes the parsed bytes from the stream.
  void finish(FILE* stream) noexcept {
    libc::get_state none;
    if (cursor_) libc::taken_up_to(stream, none, cursor_);
  }

 private:
  static bool fill(reader& base) {
    static_cast<c_buffer_reader&>(base).was_asked_ = true;
    return false;
  }
  // The position is unknown here. Makes the scan repeat with a c_stream_reader,
  // which knows it, and so whether U+FEFF is a mark.
  static source_position locate_nothing(reader const& base) {
    static_cast<c_buffer_reader const&>(base).was_asked_ = true;
    source_position at;
    at.line = 0;
    return at;
  }
  static constexpr reader_device device{fill, locate_nothing};

  mutable bool was_asked_ = false;
};

// A reader from the buffer of a FILE.
//
// Made for one call, while the stream's lock is held. The bytes are read where
// the C library has them, and only those that were parsed are taken, so getchar
// and std::cin go on behind them. A token that crosses the end of the library's
// buffer is put together in a block here.

// Counts the lines of stdin that pass through rill, for inputs that cannot be
// read again. An error in a regular file reads it again
// (position_in_known_file).
struct standard_input_state {
  source_position position;  // of the first byte of the stream's buffer
  bool is_known = false;
  bool is_file = false;

  // Returns the position of a byte in the buffer. If the program has filled the
  // buffer itself, the bytes before the remembered position differ: then
  // forgets that position.
  source_position place(read_memory const& buffer, char const* byte) noexcept {
    auto const size = static_cast<std::size_t>(buffer.end - buffer.first);
    if (memo_.passed > size || last_.size() > memo_.passed ||
        !last_.is_before(buffer.first + memo_.passed))
      memo_ = {};
    source_position const at = count_on(memo_, position, buffer, byte);
    if (at.line != 0) last_.keep(buffer.first, memo_.passed);
    return at;
  }

 private:
  // The last bytes before a position.
  class bytes_before {
   public:
    std::size_t size() const noexcept { return size_; }
    bool is_before(char const* place) const noexcept {
      return size_ == 0 || __builtin_memcmp(bytes_, place - size_, size_) == 0;
    }
    void keep(char const* first, std::size_t passed) noexcept {
      size_ = smaller(passed, sizeof bytes_);
      copy_bytes(bytes_, first + passed - size_, size_);
    }

   private:
    char bytes_[32] = {};
    std::size_t size_ = 0;
  };

  line_memo memo_{};
  bytes_before last_;
};
RILL_STATE inline standard_input_state standard_input;

class c_stream_reader : public reader {
 public:
  /// `name` is the stream's name in errors.
  explicit c_stream_reader(FILE* stream, text name = "<FILE>") noexcept
      : reader(device, nullptr, 0),
        stream_(stream),
        name_(name),
        is_wide_(libc::is_wide(stream)) {
    // A wide stream is read by characters: does not show the bytes that some C
    // libraries have for it.
    if (!is_wide_) show_stream();
    if (stream == stdin) begin_at_input();
  }
  c_stream_reader(c_stream_reader const&) = delete;
  ~c_stream_reader();

  /// Takes the parsed bytes from the stream. The reader may be used further.
  void finish();

  FILE* stream() const noexcept { return stream_; }

 private:
  // Adds this reader to the list of active ones. The program may end while the
  // reader exists, in a hook or in the body of a loop over lines(stdin);
  // finish_reading then takes the parsed bytes. Each module has its own
  // finish_reading. The list is shared by all modules, so finish_reading may
  // find it empty.
  void begin_at_input() noexcept;
  // Usually removes the first of the list; ranges can end in any order.
  void end_at_input() noexcept;

  // Shows the bytes in the stream's own buffer.
  void show_stream();

  bool fill_from_stream();

  // Reads the stream's next buffer when all bytes of the current one are taken
  // or unread here. Unread bytes become the head of the block.
  bool next_buffer();

  // Extends a token beyond the block: first with the rest of the stream's
  // buffer, then with its next one.
  bool extend_block();

  void join(std::size_t head) noexcept;

  // Reads one character of a wide stream into the block. Not more, because
  // those that are not taken must be given back one by one.
  bool add_wide();

  // Makes room for one more character. Keeps the unread bytes and 64 before
  // them.
  void make_wide_room();

  // Gives unread characters back, the last one first. A partly taken UTF-8
  // sequence counts as taken.
  void give_back_wide();

  bool refill();

  // Counts the lines of the stream's buffer, which is about to be replaced. Its
  // last `unread` bytes become the head of the block.
  void pass_lines(std::size_t unread);

  void begin_head_at(source_position const& at) noexcept;

  // Returns the position of a byte after ungetc: the bytes that were given back
  // precede the rest of the stream's buffer. The column of a line that begins
  // in them is unknown.
  source_position place_of_given_back(libc::get_area const& area,
                                      char const* byte) const;

  // Returns the position of a byte in memory.
  [[gnu::cold]] source_position place_here(char const* byte) const;
  text name_here() const noexcept;

  // Returns the number of bytes from `byte` to the end of the stream's buffer.
  // The head of the block precedes the stream's cursor; the rest of the block
  // is a copy of the bytes behind it.
  long long bytes_behind(char const* byte) const;

  // Returns the position in an input that cannot be read again.
  source_position place_in_pipe(char const* byte) const;

  static bool fill(reader& base);
  static source_position locate_stream(reader const& base);
  static source_position place_in_stream(reader const& base, char const* byte);
  static text name_stream(reader const& base);
  static constexpr reader_device device{fill, locate_stream, place_in_stream,
                                        name_stream};

  // The active readers of stdin, the last one first.
  RILL_STATE static inline c_stream_reader* of_input_ = nullptr;

  FILE* stream_;
  text name_;
  c_stream_reader* outer_ = nullptr;
  bool is_at_input_ = false;
  bool is_wide_;
  bool joined_ = false;   // the bytes are in the block
  std::size_t head_ = 0;  // bytes of the block that the stream no longer has
  // Line and column of the block's head, when it came through a pipe to stdin.
  unsigned long long head_line_;
  unsigned long long head_column_;
  mutable line_memo memo_;
  libc::get_state state_;
  storage block_;
};

// C's streams as sources.

[[noreturn]] [[gnu::cold]] void raise_null_stream();

// Holds a FILE and its lock, from the first use for as long as the range lives.
class held_stream {
 public:
  explicit held_stream(FILE* stream) : stream_(stream) {}
  held_stream(held_stream&& other) : stream_(other.stream_) {}
  rill::reader& reader() {
    if (!is_open_) open();
    return open_.reader;
  }
  ~held_stream();

 private:
  struct locked_reader {
    stream_guard guard;
    c_stream_reader reader;
  };

  void open();

  FILE* stream_;
  bool is_open_ = false;
  union {
    locked_reader open_;
  };
};

}  // namespace detail

/// A FILE is locked while it is read; bytes that were not taken stay in it.
template <>
struct source_traits<FILE*> {
  using held = detail::held_stream;
  using owned = detail::held_stream;
  static constexpr bool locks = true;
  /// The stream whose buffer scan may use directly.
  static constexpr FILE* stream_of(FILE* stream) noexcept { return stream; }
  template <class Use>
  static auto with(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
  template <class Use>
  static auto with_own(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream, detail::stream_guard::unless_alone);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "c_stream_reader_body.h"
#endif

#endif
