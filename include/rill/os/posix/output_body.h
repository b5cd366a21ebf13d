// rill/os/posix/output_body.h: the bodies of output.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_OUTPUT_BODY_H
#define RILL_OS_POSIX_OUTPUT_BODY_H

#include <limits.h>  // PIPE_BUF

#include "output.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE transfer read_available(int descriptor, char* data,
                                  std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (!may_try_again(descriptor, POLLIN)) return {0, last_error()};
  }
}

RILL_CORE transfer read_some(int descriptor, char* data, std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.read(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

RILL_CORE transfer read_all(int descriptor, char* data, std::size_t size) {
  return move_all(size, [&](std::size_t done, std::size_t left) {
    return read_available(descriptor, data + done, left);
  });
}

RILL_CORE transfer read_all_at(int descriptor, char* data, std::size_t size,
                               off_t offset) {
  return move_all_at(descriptor, POLLIN, data, size, offset);
}

RILL_CORE error_code last_error() { return {error_source::system, errno}; }

RILL_CORE void clear_c_error() { errno = 0; }

RILL_CORE error_code last_c_error() {
  return errno ? last_error() : error_code{};
}

RILL_CORE void wait_until_ready(int descriptor, short event) {
  pollfd request{descriptor, event, 0};
  // If poll itself fails, the next call reports the error.
  (void)call.poll(&request, 1, -1);
}

RILL_COLD RILL_CORE bool takes_bytes(int descriptor, int milliseconds) {
  pollfd request{descriptor, POLLOUT, 0};
  return descriptor < 0 || call.poll(&request, 1, milliseconds) != 0;
}

RILL_CORE bool may_try_again(int descriptor, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  wait_until_ready(descriptor, event);
  return true;
}

RILL_CORE bool count_written(int descriptor, ssize_t count, transfer& done) {
  if (count > 0) {
    done.moved += static_cast<std::size_t>(count);
    return true;
  }
  if (count == 0)
    done.error = library_problem::wrote_nothing;
  else if (may_try_again(descriptor, POLLOUT))
    return true;
  else
    done.error = last_error();
  return false;
}

[[gnu::noinline]] RILL_CORE void write_on(int descriptor, char const* data,
                                          std::size_t size, transfer& done,
                                          int patience) {
  // A file that has a position never blocks.
  bool const may_wait =
      patience < 0 || call.lseek(descriptor, 0, SEEK_CUR) >= 0;
  while (done.moved != size) {
    if (!may_wait && !takes_bytes(descriptor, patience)) {
      done.error = would_wait;
      break;
    }
    std::size_t const chunk = detail::smaller(
        size - done.moved, may_wait ? largest_transfer : PIPE_BUF);
    ssize_t const count = call.write(descriptor, data + done.moved, chunk);
    if (!count_written(descriptor, count, done)) break;
  }
}

RILL_CORE transfer write_all(int descriptor, char const* data,
                             std::size_t size) {
  transfer done;
  write_on(descriptor, data, size, done);
  return done;
}

RILL_CORE part make_part(char const* data, std::size_t size) {
  return {const_cast<char*>(data), size};
}

RILL_CORE part* advance(part* first, part* last, std::size_t count) {
  while (first != last && count >= first->iov_len) {
    count -= first->iov_len;
    ++first;
  }
  if (first != last) {
    first->iov_base = static_cast<char*>(first->iov_base) + count;
    first->iov_len -= count;
  }
  return first;
}

RILL_CORE std::size_t count_for_one_call(part const* first, part const* last) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  while (first + count != last && count != largest_part_count &&
         first[count].iov_len <= largest_transfer - bytes)
    bytes += first[count++].iov_len;
  return count;
}

RILL_CORE void write_on(int descriptor, part* parts, std::size_t part_count,
                        transfer& done) {
  part* const last = parts + part_count;
  part* first = advance(parts, last, 0);
  while (first != last) {
    std::size_t const count = count_for_one_call(first, last);
    if (count <= 1) {
      transfer const one =
          write_all(descriptor, static_cast<char const*>(first->iov_base),
                    first->iov_len);
      done.moved += one.moved;
      done.error = one.error;
      if (one.error) return;
      first = advance(first, last, first->iov_len);
      continue;
    }
    ssize_t const moved =
        call.writev(descriptor, first, static_cast<int>(count));
    if (!count_written(descriptor, moved, done)) return;
    if (moved > 0)
      first = advance(first, last, static_cast<std::size_t>(moved));
  }
}

RILL_CORE transfer write_all(int descriptor, part* parts,
                             std::size_t part_count) {
  transfer done;
  write_on(descriptor, parts, part_count, done);
  return done;
}

RILL_CORE transfer write_some(int descriptor, char const* data,
                              std::size_t size) {
  for (;;) {
    ssize_t const count =
        call.write(descriptor, data, detail::smaller(size, largest_transfer));
    if (count >= 0) return {static_cast<std::size_t>(count), {}};
    if (errno != EINTR) return {0, last_error()};
  }
}

RILL_CORE transfer move_all_at(int descriptor, short event, char* data,
                               std::size_t size, off_t offset) {
  transfer done;
  while (done.moved != size) {
    char* const from = data + done.moved;
    std::size_t const chunk =
        detail::smaller(size - done.moved, largest_transfer);
    off_t const at = offset + static_cast<off_t>(done.moved);
    ssize_t const count = event == POLLIN
                              ? call.pread(descriptor, from, chunk, at)
                              : call.pwrite(descriptor, from, chunk, at);
    if (count == 0) break;
    if (count > 0) {
      done.moved += static_cast<std::size_t>(count);
    } else if (!may_try_again(descriptor, event)) {
      done.error = last_error();
      break;
    }
  }
  return done;
}

RILL_CORE transfer write_all_at(int descriptor, char const* data,
                                std::size_t size, off_t offset) {
  return all_written(
      move_all_at(descriptor, POLLOUT, const_cast<char*>(data), size, offset),
      size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
