// rill/stream/c_stream_reader.h: a reader out of the buffer of a FILE.
//
// Floor 4. Made for one call, while the stream's lock is held. The bytes are
// read where the C library has them, and only those that were parsed are
// taken, so getchar and std::cin go on behind them. A token that crosses the
// end of the library's buffer is put together in a block here. Tests:
// test/stream/c_stream_reader_test.cpp, test/system/.
#ifndef RILL_STREAM_C_STREAM_READER_H
#define RILL_STREAM_C_STREAM_READER_H

#include "../memory/storage.h"
#include "../os/libc/libc.h"
#include "../os/libc/wide_stream.h"
#include "reader.h"
#include "standard_input.h"

namespace rill::inline RILL_BUILD::detail {

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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "c_stream_reader_body.h"
#endif

#endif
