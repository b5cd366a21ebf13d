// race/inputs/feeder.cpp: writes a file to the pipe that a contender reads.
//   feeder PATH
// Like cat, with 64 KiB a write for every contender.
#include <fcntl.h>   // open
#include <unistd.h>  // read, write

int main(int argc, char** argv) {
  static char buffer[64 * 1024];
  int const fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (fd < 0) return 1;
  for (;;) {
    ssize_t const got = read(fd, buffer, sizeof buffer);
    if (got <= 0) return got == 0 ? 0 : 1;
    for (ssize_t at = 0; at < got;) {
      ssize_t const put = write(1, buffer + at, static_cast<size_t>(got - at));
      if (put <= 0) return 1;
      at += put;
    }
  }
}
