// test/support/fake_device.h: a device that a test controls. It replaces the
// system calls (os/posix/call.h, RILL_FAULTS).
#ifndef RILL_TEST_SUPPORT_FAKE_DEVICE_H
#define RILL_TEST_SUPPORT_FAKE_DEVICE_H

#include <rill/os/file_calls.h>
#include <string.h>  // memcpy

#include <functional>
#include <string>
#include <vector>

#if !RILL_FAULTS
#error "the unit tests are built with RILL_FAULTS=1"
#endif

#if defined(_WIN32)
#include "fake_device_windows.h"
#else

namespace rill_test {

// Stands behind one descriptor that the system does not use. Calls on other
// descriptors go to the system. Only one object may exist at a time.
class fake_device {
 public:
  static constexpr bool knows_signals = true;
  // Above every descriptor number that the system gives out.
  static constexpr int handle = 1'000'000;

  // The written bytes, in total and per call.
  std::string bytes;
  std::vector<std::string> writes;
  std::vector<std::size_t> part_counts;
  // The bytes that read() returns.
  std::string input;
  std::size_t taken = 0;
  int reads = 0;
  int closes = 0;
  int polls = 0;
  int syncs = 0;
  int close_answer = 0;  // the errno of close, or 0
  int sync_answer = 0;

  // Gets the index of the call (from 0) and the requested size. Returns how
  // many bytes the call moves, or a negative errno.
  using rule = std::function<long(int call, std::size_t size)>;
  rule on_write;
  rule on_read;

  fake_device() : before_(rill::os::call) {
    current = this;
    rill::os::call.write = write;
    rill::os::call.writev = writev;
    rill::os::call.pwrite = pwrite;
    rill::os::call.read = read;
    rill::os::call.pread = pread;
    rill::os::call.close = close;
    rill::os::call.fsync = sync;
    rill::os::call.fdatasync = sync;
    rill::os::call.poll = poll;
  }
  fake_device(fake_device const&) = delete;
  fake_device& operator=(fake_device const&) = delete;
  ~fake_device() {
    rill::os::call = before_;
    current = nullptr;
  }

 private:
  static inline fake_device* current = nullptr;

  static long failed(long number) {
    errno = static_cast<int>(-number);
    return -1;
  }

  long take(char const* data, std::size_t size, std::size_t parts) {
    long const count =
        on_write ? on_write(write_calls_, size) : static_cast<long>(size);
    ++write_calls_;
    if (count < 0) return failed(count);
    auto const moved = static_cast<std::size_t>(count);
    writes.emplace_back(data, moved);
    part_counts.push_back(parts);
    bytes.append(data, moved);
    return count;
  }

  static ssize_t write(int to, void const* data, size_t size) {
    if (to != handle) return ::write(to, data, size);
    return current->take(static_cast<char const*>(data), size, 1);
  }
  static ssize_t writev(int to, iovec const* parts, int count) {
    if (to != handle) return ::writev(to, parts, count);
    if (count > 1024) return failed(-EINVAL);
    std::string all;
    for (int i = 0; i != count; ++i)
      all.append(static_cast<char const*>(parts[i].iov_base), parts[i].iov_len);
    return current->take(all.data(), all.size(),
                         static_cast<std::size_t>(count));
  }
  static ssize_t pwrite(int to, void const* data, size_t size, off_t offset) {
    if (to != handle) return ::pwrite(to, data, size, offset);
    if (static_cast<std::size_t>(offset) != current->bytes.size())
      return failed(-ESPIPE);
    return current->take(static_cast<char const*>(data), size, 1);
  }

  static long give(void* data, std::size_t size, std::size_t at) {
    fake_device& self = *current;
    long count =
        self.on_read ? self.on_read(self.reads, size) : static_cast<long>(size);
    ++self.reads;
    if (count < 0) return failed(count);
    std::size_t const left = self.input.size() - at;
    if (static_cast<std::size_t>(count) > left) count = static_cast<long>(left);
    if (count != 0)
      memcpy(data, self.input.data() + at, static_cast<std::size_t>(count));
    return count;
  }
  static ssize_t read(int from, void* data, size_t size) {
    if (from != handle) return ::read(from, data, size);
    long const count = give(data, size, current->taken);
    if (count > 0) current->taken += static_cast<std::size_t>(count);
    return count;
  }
  static ssize_t pread(int from, void* data, size_t size, off_t offset) {
    if (from != handle) return ::pread(from, data, size, offset);
    return give(data, size, static_cast<std::size_t>(offset));
  }

  static int close(int which) {
    if (which != handle) return ::close(which);
    ++current->closes;
    return current->close_answer
               ? static_cast<int>(failed(-current->close_answer))
               : 0;
  }
  static int sync(int which) {
    if (which != handle) return ::fsync(which);
    ++current->syncs;
    return current->sync_answer
               ? static_cast<int>(failed(-current->sync_answer))
               : 0;
  }
  static int poll(pollfd* requests, nfds_t count, int limit) {
    if (requests[0].fd != handle) return ::poll(requests, count, limit);
    ++current->polls;
    return 1;
  }

  rill::os::system_calls before_;
  int write_calls_ = 0;
};

}  // namespace rill_test

#endif
#endif
