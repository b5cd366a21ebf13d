// peer: iconv
// row: iconv | 8to16* 16to8* 8to32* 32to8* 8togb gbto8 8togb-mixed+
//   gbto8-mixed+ | iconv(3), the whole text in one call
// row: iconv_blocks | file | iconv(3), read(2) and write(2) of 128 KiB
// row: iconv_command | file | iconv -f UTF-8 -t TO -o OUTPUT INPUT
#include <errno.h>
#include <iconv.h>

#include "command.h"

static iconv_t open_iconv(char const* to, char const* from) {
  iconv_t const made = iconv_open(to, from);
  if (made == reinterpret_cast<iconv_t>(-1)) race::fail("iconv_open");
  return made;
}

static char const* name(char const* word) {
  return strncmp(word, "16", 2) == 0   ? "UTF-16LE"
         : strncmp(word, "32", 2) == 0 ? "UTF-32LE"
         : strncmp(word, "gb", 2) == 0 ? "GB18030"
                                       : "UTF-8";
}

static uint64_t memory_row(race::job const& j) {
  iconv_t const convert =
      open_iconv(name(strstr(j.heat, "to") + 2), name(j.heat));
  return race::convert_again(
      j, [convert](char const* in, size_t size, char* out, size_t room) {
        char* from = const_cast<char*>(in);
        size_t const all = room;
        if (iconv(convert, &from, &size, &out, &room) != 0) race::fail("iconv");
        return all - room;
      });
}

static uint64_t blocks_row(race::job const& j) {
  static char in[race::buffer_size], out[race::buffer_size * 4];
  iconv_t const convert = open_iconv(race::target_name(j), "UTF-8");
  int const from = open(j.input, O_RDONLY | O_CLOEXEC);
  int const to = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (from < 0 || to < 0) race::fail("open");
  size_t kept = 0;
  for (;;) {
    ssize_t const got = read(from, in + kept, sizeof in - kept);
    if (got <= 0) break;
    char *at = in, *made = out;
    size_t left = kept + static_cast<size_t>(got), room = sizeof out;
    if (iconv(convert, &at, &left, &made, &room) == static_cast<size_t>(-1) &&
        errno != EINVAL)
      race::fail("iconv");
    race::write_all(to, out, sizeof out - room);
    memmove(in, at, left);
    kept = left;
  }
  close(to);
  close(from);
  return kept != 0;
}

static uint64_t command_row(race::job const& j) {
  char const* const words[] = {
      "iconv", "-f",     "UTF-8", "-t",   race::target_name(j),
      "-o",    j.output, j.input, nullptr};
  return race::run_command("iconv", const_cast<char* const*>(words));
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"iconv", memory_row},
                            {"iconv_blocks", blocks_row},
                            {"iconv_command", command_row}};
  return race::main(argc, argv, rows);
}
