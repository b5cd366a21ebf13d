// peer: charconv
// row: to_chars | out-memory | to_chars
// row: to_chars_write | out-file+ | to_chars into an own 128 KiB buffer,
//   write(2)
// row: from_chars | in-memory | from_chars
// row: read_from_chars | in-file+ | read(2) of 128 KiB, from_chars
#include <charconv>

#include "mixed.h"

[[gnu::noinline]] static uint64_t to_chars_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, uint64_t const* first, uint64_t const* last) {
        for (; first != last; ++first) {
          out = std::to_chars(out, out + 20, *first).ptr;
          *out++ = '\n';
        }
        return out;
      });
}

[[gnu::noinline]] static uint64_t to_chars_write_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    static char buffer[race::buffer_size];
    int const fd =
        open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) race::fail("open");
    char* const last = buffer + sizeof buffer;
    char* at = buffer;
    for (uint64_t v : values) {
      if (last - at < 32) {
        race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
        at = buffer;
      }
      at = std::to_chars(at, last, v).ptr;
      *at++ = '\n';
    }
    race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
    close(fd);
  });
}

[[gnu::noinline]] static uint64_t from_chars_row(race::job const& j) {
  return race::from_memory(j, [](auto const& text) {
    uint64_t all = 0;
    char const* at = text.begin();
    char const* const last = text.end();
    while (at != last) {
      uint64_t v = 0;
      at = std::from_chars(at, last, v).ptr;
      all ^= v;
      if (at != last) ++at;
    }
    return all;
  });
}

[[gnu::noinline]] static uint64_t read_from_chars_row(race::job const& j) {
  static char buffer[race::buffer_size];
  int const fd = open(j.input, O_RDONLY | O_CLOEXEC);
  if (fd < 0) race::fail("open");
  uint64_t all = 0;
  size_t kept = 0;
  for (;;) {
    ssize_t const got = read(fd, buffer + kept, sizeof buffer - kept);
    if (got <= 0) break;
    char const* const last = buffer + kept + got;
    char const* at = buffer;
    // A buffer can cut its last line: only whole lines are parsed.
    auto const* const whole = static_cast<char const*>(
        memrchr(buffer, '\n', static_cast<size_t>(last - buffer)));
    while (at <= whole) {
      uint64_t v = 0;
      at = std::from_chars(at, whole, v).ptr + 1;
      all ^= v;
    }
    kept = static_cast<size_t>(last - at);
    memmove(buffer, at, kept);
  }
  close(fd);
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"to_chars", to_chars_row},
                            {"to_chars_write", to_chars_write_row},
                            {"from_chars", from_chars_row},
                            {"read_from_chars", read_from_chars_row}};
  return race::main(argc, argv, rows);
}
