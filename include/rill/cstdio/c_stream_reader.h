// rill/cstdio/c_stream_reader.h: a reader out of the buffer of a FILE, stdin,
// and where in a file a FILE stands.
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

// What happens before C's stdin is asked for more, and what becomes at the end
// of bytes that were read ahead.
//
// Throws nothing, and allocates only the buffer that a user asks for or that a
// shared library needs.

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// Room for stdin's bytes when nobody has given it a buffer.
RILL_STATE inline char standard_input_buffer[standard_buffer_size];
RILL_STATE inline stream_memory memory_of_input{standard_input_buffer,
                                                sizeof standard_input_buffer};

// What stdin was when it was first read; null before.
RILL_STATE inline FILE* first_standard_input = nullptr;

// Tells stdin what the reader that is at work has taken; null where there is
// none. The one who changes it has the lock.
RILL_STATE inline void (*finish_reading)() = nullptr;

// Asked before every system call, because stdin may be opened anew; where
// each byte is a refill, once.
bool is_person_at_input();

// Leaves the file where the next byte is that nobody has taken, as fclose
// would; exit does so by itself in some libraries, quick_exit in none. Not
// in a child, whose parent has read the same bytes and goes on in the file
// itself: there the library is kept from it, too. A thread that is waiting
// for input has the lock, and nothing in the buffer.
[[gnu::cold]] void return_standard_input();

// The buffer that the user wants, otherwise a large one, but for a person.
[[gnu::cold]] void buffer_standard_input(bool is_person);

// Before stdin is asked for more: its buffer on first use, and what stdout
// holds, so that a prompt is seen by the person who is to answer it.
[[gnu::cold]] void prepare_standard_input();

}  // namespace RILL_OF_THIS_MODULE detail

// A memo of positions in files for the next error, kept per file and not per
// reader.
//
// For FILEs, of which rill keeps no state between calls. An entry is a fact
// about the content: the first n bytes of this file end in line m. It holds
// for each stream and each thread until the file changes, and is used only
// where the system would report a change (docs/decisions/0015-places.md).
// Allocates nothing, throws nothing.

namespace detail {

// The first `offset` bytes of a file end in this line and column, and in
// these bytes.
struct counted_file {
  unsigned long long device = 0;
  unsigned long long inode = 0;
  unsigned long long size = 0;
  unsigned long long changed = 0;
  long long offset = 0;
  unsigned long long line = 1;
  unsigned long long column = 0;
  unsigned long long used = 0;  // at which use; 0 when nothing is remembered
  char last[16] = {};
};

// The last of them. Two streams over one file have two, so that one is not
// counted from the start whenever the other is ahead.
class counted_files {
 public:
  static constexpr int most = 16;

  // What is remembered of this very content and ends last before an offset;
  // else the start of the file.
  counted_file before(os::device_status const& file, long long offset) noexcept;

  // Takes the place of what it was counted on from, or of the oldest.
  void keep(counted_file const& now, counted_file const& from) noexcept;

 private:
  static bool is_same(counted_file const& a, counted_file const& b) noexcept;

  // Held for the time of a copy. A child of fork may find it taken for ever:
  // then it counts from the start.
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

// True when any later change of the file has another time than its last one:
// the clock that files are stamped by, which ticks each 10 ms at most, and on
// file systems with times in seconds each 2 s, has moved on since.
bool tells_changes(os::device_status const& file,
                   unsigned long long now) noexcept;

// Keeps the last bytes of what was read, `held` of them so far.
[[gnu::cold]] void keep_last_bytes(char (&last)[16], std::size_t& held,
                                   text read) noexcept;

// Counts on from one place of a file to the offset of another, which gets its
// line and column. False when the file is shorter, or has other bytes before
// the first place than it had: a change that the system does not tell, as of a
// mapped file, most often changes them. Mostly one call of the system.
bool count_between(os::native_handle handle, counted_file const& from,
                   counted_file& to) noexcept;

// A regular file as it was when its lines began to be counted, and when that
// was. The time comes first: what is counted is no older than it.
struct dated_file {
  unsigned long long now = os::system_nanoseconds();
  os::native_handle handle;
  os::device_status status;

  explicit dated_file(os::native_handle from)
      : handle(from), status(os::status(from)) {}
};

// The position of an offset in a file, counted on from the nearest place
// before it that is known. The line is 0 when the file has become shorter.
[[gnu::cold]] source_position position_in_known_file(dated_file const& file,
                                                     long long offset);

// A reader of what lies in the buffer of a FILE and no more.
//
// Allocates nothing, throws nothing. For a scan that most often finds all that
// it wants there: it costs a quarter of a c_stream_reader.

class c_buffer_reader : public reader {
 public:
  explicit c_buffer_reader(FILE* stream) noexcept : reader(device, nullptr, 0) {
    libc::get_state none;
    libc::get_area const area = libc::readable(stream, none);
    begin_ = cursor_ = area.cursor;
    end_ = area.end;
  }

  /// True when somebody wanted more than there is: then what was read may be
  /// half of what is there, and nothing must be taken.
  bool was_asked() const noexcept { return was_asked_; }

  /// Tells the stream what was taken.
  void finish(FILE* stream) noexcept {
    libc::get_state none;
    if (cursor_) libc::taken_up_to(stream, none, cursor_);
  }

 private:
  static bool fill(reader& base) {
    static_cast<c_buffer_reader&>(base).was_asked_ = true;
    return false;
  }
  static source_position locate_nothing(reader const&) { return {}; }
  static constexpr reader_device device{fill, locate_nothing};

  bool was_asked_ = false;
};

// A reader out of the buffer of a FILE.
//
// Made for one call, while the stream's lock is held. The bytes are read where
// the C library has them, and only those that were parsed are taken, so getchar
// and std::cin go on behind them. A token that crosses the end of the library's
// buffer is put together in a block here.

// The lines of stdin that rill has seen go by, for inputs that cannot be read
// again; regular files are, when an error asks (position_in_known_file).
struct standard_input_state {
  source_position position;  // of the first byte of the stream's buffer
  bool is_known = false;
  bool is_file = false;

  // The position of a byte of the buffer. What is remembered is of other
  // bytes when the program has filled the buffer by itself.
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
  // The last bytes before a place.
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
  /// `name` is what errors call the stream.
  explicit c_stream_reader(FILE* stream, text name = "<FILE>") noexcept
      : reader(device, nullptr, 0),
        stream_(stream),
        name_(name),
        is_wide_(libc::is_wide(stream)) {
    // Some libraries show bytes of a wide stream; it is read by characters.
    if (!is_wide_) show_stream();
    if (stream == stdin) begin_at_input();
  }
  c_stream_reader(c_stream_reader const&) = delete;
  ~c_stream_reader();

  /// Tells the stream what was taken. The reader can be used on.
  void finish();

  FILE* stream() const noexcept { return stream_; }

 private:
  // The program may end while this is at work, in a hook or in the body of a
  // loop over lines(stdin). What was taken until then is taken. The function
  // is one of each module, the list one of the program: it may be empty.
  void begin_at_input() noexcept;
  // Most often the first of the list; ranges can end in any order.
  void end_at_input() noexcept;

  // The stream's own bytes, where they are.
  void show_stream();

  bool fill_from_stream();

  // Everything that the stream holds is unread here or taken. Nothing unread:
  // simply its next buffer. Otherwise the unread bytes become the head of the
  // block.
  bool next_buffer();

  // A token longer than the block: first the rest of the stream's buffer,
  // then its next one.
  bool extend_block();

  void join(std::size_t head) noexcept;

  // A stream of wide characters: one by one into the block, because those
  // that are not taken have to go back one by one.
  bool add_wide();

  // Room for one more behind what is there; half of a block that is full and
  // taken goes.
  void make_wide_room();

  // The last first. The rest of a sequence that was begun is taken with it.
  void give_back_wide();

  bool refill();

  // All bytes of the stream's buffer are about to be replaced. The last of
  // them, which are unread, become the head of the block.
  void pass_lines(std::size_t unread);

  void begin_head_at(source_position const& at) noexcept;

  // The bytes that ungetc gave back are those before what is left of the
  // stream's buffer. Of a line that begins in them the column is not known.
  source_position place_of_given_back(libc::get_area const& area,
                                      char const* byte) const;

  // The position of a byte in memory.
  [[gnu::cold]] source_position place_here(char const* byte) const;
  text name_here() const noexcept;

  // How many bytes the stream has behind one that is in memory here. Those of
  // the block come before its cursor, or are copies from there on.
  long long bytes_behind(char const* byte) const;

  // What cannot be read again.
  source_position place_in_pipe(char const* byte) const;

  static bool fill(reader& base);
  static source_position locate_stream(reader const& base);
  static source_position place_in_stream(reader const& base, char const* byte);
  static text name_stream(reader const& base);
  static constexpr reader_device device{fill, locate_stream, place_in_stream,
                                        name_stream};

  // Those of stdin that are at work, the last one first.
  RILL_STATE static inline c_stream_reader* of_input_ = nullptr;

  FILE* stream_;
  text name_;
  c_stream_reader* outer_ = nullptr;
  bool is_at_input_ = false;
  bool is_wide_;
  bool joined_ = false;   // the bytes are in the block
  std::size_t head_ = 0;  // bytes of the block that the stream no longer has
  // Of the block, when it has bytes that came through a pipe to stdin.
  unsigned long long head_line_;
  unsigned long long head_column_;
  mutable line_memo memo_;
  libc::get_state state_;
  storage block_;
};

// C's streams as sources.

[[noreturn]] [[gnu::cold]] void raise_null_stream();

// A FILE with its lock, from the first use for as long as the range lives.
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

/// C's streams: locked while they are used, and given back what was not
/// taken.
template <>
struct source_traits<FILE*> {
  using held = detail::held_stream;
  using owned = detail::held_stream;
  static constexpr bool locks = true;
  /// The stream whose buffer scan may look at.
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
