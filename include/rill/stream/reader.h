// rill/stream/reader.h: the buffer that everything is scanned from, and
// positions in it.
//
// Layer 4. Tests: test/stream/reader_test.cpp, test/stream/position_test.cpp,
// test/stream/position_cost_test.cpp, test/stream/read_failure_test.cpp.
#ifndef RILL_STREAM_READER_H
#define RILL_STREAM_READER_H

#include "../base/result.h"
#include "../base/text.h"
#include "../os/error.h"

// The buffer that everything is scanned from.
//
// A reader is three pointers into a buffer and a device, which is called for
// more when a token touches the end of the buffer. All parsing code sees
// contiguous text (docs/decisions/0003-buffer-above-the-device.md). The reader
// itself allocates nothing and throws nothing; a device may.

namespace rill::inline RILL_BUILD {

class reader;

struct source_position;

namespace detail {
class scan_depth;   // scan/item.h
class item_start;   // scan/item.h
class lent_reader;  // stream/any_reader.h
class text_mark;    // scan/mark.h
source_position position_of(reader const& in, char const* place);
source_position source_of(reader const& in);

// Copies up to `size` bytes by the pieces that the buffer has. Fewer at the end
// and after an error. If the device throws, the bytes before are taken.
std::size_t copy_in_pieces(reader& in, char* out, std::size_t size);

// Returns in.error() with its source. Requires in.error(). An encoding error of
// a decoded_reader is at the end of the bytes in memory.
[[gnu::cold]] rill::error read_failure(reader const& in);
[[noreturn]] [[gnu::cold]] void raise_read_error(reader const& in);
}  // namespace detail

/// The position of the first byte in a reader's memory. `line` is 0 when it is
/// unknown; `column` counts the bytes of that line before the first byte.
/// `offset` and `encoding` are set by a decoded_reader that found ill-formed
/// text: the number of bytes before that text in its source, and the expected
/// encoding. `reason` is error::reason() of the error that ended the input.
struct source_position {
  text name;
  unsigned long long line = 1;
  unsigned long long column = 0;
  unsigned long long offset = 0;
  text encoding = {};
  text reason = {};

  /// Prints itself: `data.txt:3:7`, the column from 1.
  friend constexpr void rill_print(auto& out, source_position const& p) {
    out(p.name);
    if (p.line != 0) out(':', p.line, ':', p.column + 1);
  }
};

/// The functions of the device below a reader's buffer.
///
/// - `fill` appends at least one byte to the unread ones and returns true, or
///   returns false at the end or after an error, which it stores in the reader.
///   The unread bytes stay contiguous and may move. It reads what the device
///   has and does not wait for more.
/// - `locate` returns the position of the first byte in memory. It is called
///   only to describe an error.
/// - `place` returns the position of any byte in memory. A device defines it to
///   remember the last position and to count on from there, so that all errors
///   of an input together cost no more than its length; without it each error
///   counts the memory before it.
/// - `name` returns only the name, for a device whose `locate` would count
///   lines.
/// - `capacity` returns the most bytes that are contiguous. More in one token
/// are
///   an error. Null for a device whose buffer grows.
struct reader_device {
  bool (*fill)(reader&);
  source_position (*locate)(reader const&);
  source_position (*place)(reader const&, char const*) = nullptr;
  text (*name)(reader const&) = nullptr;
  std::size_t (*capacity)(reader const&) = nullptr;
};

/// A buffer over a device. Parsers look at the bytes in place and take them
/// with advance_to().
///
/// Errors stick: after one, the unread bytes can still be taken. Then at_end()
/// and read() throw it each time; more() returns false, peek() fewer bytes, and
/// error() returns the error.
class reader {
 public:
  reader(reader const&) = delete;
  reader& operator=(reader const&) = delete;

  /// The unread bytes that are in memory: [cursor(), end()).
  constexpr char const* cursor() const noexcept { return cursor_; }
  constexpr char const* end() const noexcept { return end_; }
  constexpr std::size_t available() const noexcept {
    return static_cast<std::size_t>(end_ - cursor_);
  }

  /// Takes the bytes before `position`, which is in [cursor(), end()].
  constexpr void advance_to(char const* position) noexcept {
    RILL_ASSERT(position >= begin_ && position <= end_);
    cursor_ = position;
  }

  /// Asks the device for more bytes. Returns false at the end of the input, and
  /// after an error. Invalidates pointers into the buffer.
  constexpr bool more() {
    requests_ += 2;
    return device_->fill(*this);
  }

  /// Returns the next `size` bytes, or fewer if the input ends before, or
  /// fails: error() has the difference. Calls the device until they are in
  /// memory. Valid until more() is called.
  constexpr text peek(std::size_t size) {
    while (available() < size && more()) {
    }
    return {cursor_, detail::smaller(size, available())};
  }

  /// Returns true at the end of the input. Errors: that of the device, once the
  /// bytes before it are taken.
  constexpr bool at_end() { return cursor_ == end_ && !more() && has_ended(); }
  /// The same with the error in the result.
  basic_result<bool, rill::error> try_at_end();

  /// 64 KiB: half of the buffer of a file_reader, which so need not grow.
  static constexpr std::size_t longest_block = 65536;

  /// Copies up to `size` bytes and returns their number. Fewer are the last
  /// ones before the end of the input, or before an error of the device: the
  /// next call returns 0, or throws that error.
  ///
  /// A block of at most longest_block bytes is taken when all of it is in
  /// memory: if the device throws, its bytes stay unread. A larger `size` is
  /// read in such blocks; those before the exception are in `out`.
  ///
  /// Cost: the buffer grows to `size` or longest_block bytes, as for peek().
  constexpr std::size_t read(char* out, std::size_t size) {
    if (size > available()) {
      std::size_t const got = copy_across(out, size);
      if (got == 0) (void)has_ended();
      return got;
    }
    detail::copy_bytes(out, cursor_, size);
    cursor_ += size;
    return size;
  }
  /// The same with the error in the result.
  basic_result<std::size_t, rill::error> try_read(char* out, std::size_t size);

  /// Returns the error that ended the input, if any.
  constexpr error_code error() const noexcept { return error_; }

  /// The bytes in memory before the cursor, for describing an error, and the
  /// position of the first of them.
  constexpr text history() const noexcept {
    return {begin_, static_cast<std::size_t>(cursor_ - begin_)};
  }
  source_position locate() const { return device_->locate(*this); }

  /// The most bytes that peek() returns.
  constexpr std::size_t longest_token() const {
    return device_->capacity ? device_->capacity(*this) : ~std::size_t{0};
  }

 protected:
  constexpr reader(reader_device const& device, char const* begin,
                   std::size_t size) noexcept
      : cursor_(begin), end_(begin + size), begin_(begin), device_(&device) {}
  constexpr reader(reader&& other) noexcept
      : cursor_(other.cursor_),
        end_(other.end_),
        begin_(other.begin_),
        device_(other.device_),
        error_(other.error_) {
    other.forget();
  }
  // Not virtual: a vtable costs each program. The compiler quotes this line.
  ~reader() = default;  // own one of any class in a rill::any_reader

  constexpr void take(reader& other) noexcept {
    cursor_ = other.cursor_;
    end_ = other.end_;
    begin_ = other.begin_;
    device_ = other.device_;
    error_ = other.error_;
    other.forget();
  }
  constexpr void forget() noexcept {
    cursor_ = end_ = begin_ = nullptr;
    error_ = library_problem::closed;
  }

  char const* cursor_;
  char const* end_;
  char const* begin_;
  reader_device const* device_;
  error_code error_;

 private:
  friend class detail::scan_depth;
  friend class detail::item_start;
  friend class detail::lent_reader;
  friend class detail::text_mark;
  friend source_position detail::position_of(reader const& in,
                                             char const* place);
  friend source_position detail::source_of(reader const& in);

  // read() by peek(), without the error.
  constexpr std::size_t copy_across(char* out, std::size_t size) {
    std::size_t const most = detail::smaller(longest_token(), longest_block);
    std::size_t done = 0;
    while (done != size) {
      std::size_t const wanted = detail::smaller(size - done, most);
      text const got = peek(wanted);
      detail::copy_bytes(out + done, got.data, got.size);
      cursor_ += got.size;
      done += got.size;
      if (got.size != wanted) break;
    }
    return done;
  }

  // True at the end of the input. Raises the error that ended it, if any.
  constexpr bool has_ended() const {
    if (error_) detail::raise_read_error(*this);
    return true;
  }

  unsigned short brackets_ = 0;  // opened and not yet closed
  unsigned short hooks_ = 0;     // being read
  // Twice the calls of more(), modulo 2^32; plus 1 if the bytes are a part of a
  // source, which begins with no byte order mark.
  unsigned requests_ = 0;
};

// Lines and columns, for describing errors.
//
// Allocates nothing. Each error counts on from the position of the last one
// (docs/decisions/0015-places.md).

namespace detail {

#if RILL_FAULTS
/// The number of bytes in which lines were counted, for tests that limit it.
inline unsigned long long bytes_counted = 0;
#endif

// Counts, for tests, the bytes that an error looks at.
inline void tell_counted([[maybe_unused]] std::size_t size) noexcept {
#if RILL_FAULTS
  __atomic_add_fetch(&bytes_counted, size, __ATOMIC_RELAXED);
#endif
}

// Moves a position forward over `passed`.
void count_lines(source_position& at, text passed) noexcept;

// The last position in a reader's memory that an error asked for, as an offset
// from the first byte there. It is valid while that byte has the same line and
// column: no two bytes of one input share both, so the memory then holds the
// same bytes before the cursor. Until a position is stored only the first
// member is set, because many calls construct a reader over a text.
struct line_memo {
  unsigned long long first_line = 0;  // 0 when no position is remembered
  unsigned long long first_column;
  std::size_t passed;
  unsigned long long line;
  unsigned long long column;
};

// Moves a position back over `passed`, from its end to its start. `first` is
// the first byte in memory, and `first_column` its column: the line may have
// begun before it.
void count_lines_back(source_position& at, text passed, char const* first,
                      unsigned long long first_column) noexcept;

// The memory of a reader: the bytes that were taken and those that were not.
struct read_memory {
  char const* first;
  char const* cursor;
  char const* end;
};

// Returns the position of `place`; `at` is that of the first byte in memory.
// Counts from the remembered position when that is nearer. Remembers no
// position behind the cursor: the device may replace bytes that were not taken.
[[gnu::cold]] source_position count_on(line_memo& memo, source_position at,
                                       read_memory const& in,
                                       char const* place) noexcept;
source_position count_on(line_memo& memo, source_position at, reader const& in,
                         char const* place) noexcept;

// count_leaving() once an error has stored a position in `memo`.
[[gnu::cold]] void count_leaving_on(line_memo& memo, source_position& at,
                                    text leaving) noexcept;

// Moves the position of the first byte in memory over the bytes that are about
// to leave it. Keeps a remembered position behind them.
void count_leaving(line_memo& memo, source_position& at, text leaving) noexcept;

// Returns the position of a byte in a reader's memory.
[[gnu::cold]] source_position position_of(reader const& in, char const* place);

// Returns the name and the reason of a reader's source, without a position.
[[gnu::cold]] source_position source_of(reader const& in);

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "reader_body.h"
#endif

#endif
