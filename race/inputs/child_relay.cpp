// race/inputs/child_relay.cpp: the child of the heat `pipes` of `process`. It
// copies standard input to standard output and to standard error, 64 KiB at a
// time, each output at the speed of its reader.
#include <errno.h>   // EAGAIN
#include <fcntl.h>   // O_NONBLOCK
#include <poll.h>    // poll
#include <unistd.h>  // read, write

namespace {

constexpr size_t size = 64 * 1024;
char buffer[size];

// Writes what an output still lacks, once; returns false on an error.
bool write_some(int output, size_t end, size_t& at) {
  ssize_t const n = write(output, buffer + at, end - at);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  at += static_cast<size_t>(n);
  return true;
}

bool write_to_both(size_t end) {
  size_t at[2] = {};
  while (at[0] != end || at[1] != end) {
    pollfd outputs[2] = {{at[0] != end ? 1 : -1, POLLOUT, 0},
                         {at[1] != end ? 2 : -1, POLLOUT, 0}};
    if (poll(outputs, 2, -1) < 0 && errno != EINTR) return false;
    for (int i = 0; i != 2; ++i)
      if (outputs[i].revents != 0 && !write_some(i + 1, end, at[i]))
        return false;
  }
  return true;
}

}  // namespace

int main() {
  for (int output = 1; output != 3; ++output)
    if (fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK) != 0)
      return 1;
  for (;;) {
    ssize_t const n = read(0, buffer, size);
    if (n <= 0) return n == 0 ? 0 : 2;
    if (!write_to_both(static_cast<size_t>(n))) return 3;
  }
}
