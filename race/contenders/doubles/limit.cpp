// The limits: the same bytes by write(2), by read(2), by memcpy.
// peer: limit
// row: write | out-file fixed-file | write(2) of the bytes made beforehand, 128
//   KiB a call
// row: read | in-file | read(2), 128 KiB a call
// row: memcpy | in-memory | memcpy of the text into one block of 64 KiB
// row: memcpy_out | out-memory fixed-memory | memcpy of the lines made
//   beforehand, block by block
#include <charconv>

#include "doubles.h"

static char* one_line(char* out, double x, bool fixed) {
  char* const last = out + race::line_size;
  out = fixed ? std::to_chars(out, last, x, std::chars_format::fixed, 2).ptr
              : std::to_chars(out, last, x).ptr;
  *out++ = '\n';
  return out;
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  bool const fixed = race::is_kind(j, "fixed-file");
  auto const values = race::load<double>(j.input);
  auto const text = race::allocate<char>(values.size * race::line_size);
  char* at = text.data;
  for (double x : values) at = one_line(at, x, fixed);
  race::start_clock();
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  for (char* from = text.data; from < at; from += race::buffer_size) {
    size_t const left = static_cast<size_t>(at - from);
    race::write_all(fd, from,
                    left < race::buffer_size ? left : race::buffer_size);
  }
  close(fd);
  return 0;
}

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  static char buffer[race::buffer_size];
  int const fd = open(j.input, O_RDONLY | O_CLOEXEC);
  if (fd < 0) race::fail("open");
  uint64_t size = 0;
  for (;;) {
    ssize_t const n = read(fd, buffer, sizeof buffer);
    if (n <= 0) break;
    size += static_cast<uint64_t>(n);
  }
  close(fd);
  return size;
}

[[gnu::noinline]] static uint64_t memcpy_row(race::job const& j) {
  static char copy[64 * 1024];
  return race::from_memory(j, [](auto const& text) {
    for (size_t at = 0; at < text.size; at += sizeof copy) {
      size_t const left = text.size - at;
      memcpy(copy, text.data + at, left < sizeof copy ? left : sizeof copy);
      asm volatile("" : : "r"(copy) : "memory");
    }
    return uint64_t{text.size};
  });
}

[[gnu::noinline]] static uint64_t memcpy_out_row(race::job const& j) {
  bool const fixed = race::is_kind(j, "fixed-memory");
  auto const made = race::allocate<char>(race::block_size);
  return race::to_memory(
      j, [&](char* out, double const* first, double const* last) {
        race::stop_clock();
        char* at = made.data;
        for (; first != last; ++first) at = one_line(at, *first, fixed);
        size_t const size = static_cast<size_t>(at - made.data);
        race::resume_clock();
        memcpy(out, made.data, size);
        return out + size;
      });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row},
                            {"read", read_row},
                            {"memcpy", memcpy_row},
                            {"memcpy_out", memcpy_out_row}};
  return race::main(argc, argv, rows);
}
