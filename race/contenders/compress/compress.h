// race/contenders/compress/compress.h: loops around the libraries: the text
// that rows write, and the checks of the bytes that they read.
#ifndef RACE_CONTENDERS_COMPRESS_COMPRESS_H
#define RACE_CONTENDERS_COMPRESS_COMPRESS_H

#include "../contender.h"

namespace race {

// The size of each buffer, and of each piece that is written or read.
inline constexpr size_t piece_size = 64 * 1024;

inline bool is_write(job const& j) { return strncmp(j.heat, "write", 5) == 0; }
inline bool is_lines(job const& j) { return strncmp(j.heat, "lines", 5) == 0; }

// The level in the heat's name.
inline int gzip_level(job const& j) { return j.is("write-gzip-1") ? 1 : 6; }
inline constexpr int zstd_level = 3;

inline int create_file(char const* path) {
  int const fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  return fd;
}
inline int open_file(char const* path) {
  int const fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("open");
  return fd;
}

// read(2) of one piece into a buffer; 0 at the end.
inline size_t read_piece(int fd, void* to) {
  ssize_t const n = read(fd, to, piece_size);
  if (n < 0) fail("read");
  return static_cast<size_t>(n);
}

// Loads the text, then starts the clock. Calls the result of open_writer(j)
// with (data, size) for each piece, then its close().
template <class Open>
inline uint64_t write_text(job const& j, Open open_writer) {
  auto const text = load<char>(j.input);
  start_clock();
  {
    auto write = open_writer(j);
    for (size_t at = 0; at != text.size;) {
      size_t const left = text.size - at;
      size_t const size = left < piece_size ? left : piece_size;
      write(text.data + at, size);
      at += size;
    }
    write.close();
  }
  stop_clock();
  return 0;
}

// Adler-32 of the bytes that a row reads, by which they are judged. The clock
// stops meanwhile.
class byte_checker {
 public:
  void operator()(char const* data, size_t size) {
    bool const runs = the_clock.running;
    stop_clock();
    while (size != 0) {
      // The most bytes for which no sum overflows.
      size_t const now = size < 5552 ? size : 5552;
      for (size_t i = 0; i != now; ++i) {
        low_ += static_cast<unsigned char>(data[i]);
        high_ += low_;
      }
      low_ %= 65521;
      high_ %= 65521;
      data += now;
      size -= now;
    }
    if (runs) resume_clock();
  }
  uint64_t total() const { return high_ << 16 | low_; }

 private:
  uint32_t low_ = 1;
  uint32_t high_ = 0;
};

// Counts lines and their bytes, in the form of the generator's sum.
class line_counter {
 public:
  // Counts a whole line, given without its end.
  void line(size_t size) { total_ += (uint64_t{1} << 32) + size; }

  // Finds lines in any bytes, including those that span two pieces.
  void operator()(char const* data, size_t size) {
    char const* const end = data + size;
    for (;;) {
      auto const left = static_cast<size_t>(end - data);
      auto const* found = static_cast<char const*>(
          left == 0 ? nullptr : memchr(data, '\n', left));
      if (found == nullptr) {
        before_ += left;
        return;
      }
      line(before_ + static_cast<size_t>(found - data));
      before_ = 0;
      data = found + 1;
    }
  }
  uint64_t total() const { return total_; }

 private:
  uint64_t total_ = 0;
  size_t before_ = 0;  // bytes of a line that continues in the next piece
};

// Reads the bytes or the lines of the heat's file by read(path, take), which
// calls take(data, size) for each piece.
template <class Read>
inline uint64_t take_pieces(job const& j, Read read) {
  if (is_lines(j)) {
    line_counter lines;
    read(j.input, lines);
    return lines.total();
  }
  byte_checker bytes;
  read(j.input, bytes);
  return bytes.total();
}

}  // namespace race

#endif  // RACE_CONTENDERS_COMPRESS_COMPRESS_H
