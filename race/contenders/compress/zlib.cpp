// peer: zlib
// row: loop | write-gzip+ read-gzip+ lines-gzip+ | deflate or inflate,
//   read(2) and write(2), all of 64 KiB; lines by memchr
// row: gz_file | write-gzip read-gzip lines-gzip | gzwrite, gzread, gzgets,
//   gzbuffer(64 KiB)
#include <zlib.h>

#include "compress.h"

namespace {

class deflate_writer {
 public:
  explicit deflate_writer(race::job const& j)
      : fd_(race::create_file(j.output)) {
    if (deflateInit2(&state_, race::gzip_level(j), Z_DEFLATED, 15 + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      race::fail("deflateInit2");
  }
  void operator()(char const* data, size_t size) {
    put(data, size, Z_NO_FLUSH);
  }
  void close() {
    put(nullptr, 0, Z_FINISH);
    ::close(fd_);
    deflateEnd(&state_);
  }

 private:
  void put(char const* data, size_t size, int how) {
    static Bytef buffer[race::piece_size];
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data));
    state_.avail_in = static_cast<uInt>(size);
    do {
      if (state_.avail_out == 0) {
        state_.next_out = buffer;
        state_.avail_out = sizeof buffer;
      }
      if (deflate(&state_, how) == Z_STREAM_ERROR) race::fail("deflate");
      if (state_.avail_out == 0 || how == Z_FINISH)
        race::write_all(fd_, reinterpret_cast<char*>(buffer),
                        sizeof buffer - state_.avail_out);
    } while (state_.avail_out == 0);
  }

  z_stream state_ = {};
  int fd_;
};

// Decompresses all members of a file.
template <class Take>
void inflate_file(char const* path, Take& take) {
  static Bytef from[race::piece_size], to[race::piece_size];
  int const fd = race::open_file(path);
  z_stream state = {};
  if (inflateInit2(&state, 15 + 16) != Z_OK) race::fail("inflateInit2");
  bool is_whole = false;
  while (size_t const got = race::read_piece(fd, from)) {
    state.next_in = from;
    state.avail_in = static_cast<uInt>(got);
    do {
      if (is_whole) inflateReset(&state);
      state.next_out = to;
      state.avail_out = sizeof to;
      int const how = inflate(&state, Z_NO_FLUSH);
      if (how != Z_OK && how != Z_STREAM_END && how != Z_BUF_ERROR)
        race::fail("inflate");
      is_whole = how == Z_STREAM_END;
      take(reinterpret_cast<char*>(to), sizeof to - state.avail_out);
    } while (state.avail_in != 0 || (state.avail_out == 0 && !is_whole));
  }
  if (!is_whole) race::fail("the file is cut");
  inflateEnd(&state);
  close(fd);
}

uint64_t loop_row(race::job const& j) {
  if (race::is_write(j))
    return race::write_text(
        j, [](race::job const& job) { return deflate_writer(job); });
  return race::take_pieces(
      j, [](char const* path, auto& take) { inflate_file(path, take); });
}

gzFile open_gz(char const* path, char const* mode) {
  gzFile const file = gzopen(path, mode);
  if (file == nullptr || gzbuffer(file, race::piece_size) != 0)
    race::fail("gzopen");
  return file;
}

struct gz_writer {
  gzFile file;
  void operator()(char const* data, size_t size) {
    if (gzwrite(file, data, static_cast<unsigned>(size)) !=
        static_cast<int>(size))
      race::fail("gzwrite");
  }
  void close() {
    if (gzclose(file) != Z_OK) race::fail("gzclose");
  }
};

uint64_t gz_lines(char const* path) {
  static char line[race::piece_size];
  race::line_counter lines;
  gzFile const file = open_gz(path, "rb");
  while (gzgets(file, line, sizeof line)) lines.line(strlen(line) - 1);
  gzclose(file);
  return lines.total();
}

uint64_t gz_file_row(race::job const& j) {
  if (race::is_write(j))
    return race::write_text(j, [](race::job const& job) {
      char const* const mode = race::gzip_level(job) == 1 ? "wb1" : "wb6";
      return gz_writer{open_gz(job.output, mode)};
    });
  if (race::is_lines(j)) return gz_lines(j.input);
  return race::take_pieces(j, [](char const* path, auto& take) {
    static char buffer[race::piece_size];
    gzFile const file = open_gz(path, "rb");
    for (int got; (got = gzread(file, buffer, sizeof buffer)) > 0;)
      take(buffer, static_cast<size_t>(got));
    if (gzclose(file) != Z_OK) race::fail("gzread");
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"loop", loop_row}, {"gz_file", gz_file_row}};
  return race::main(argc, argv, rows);
}
