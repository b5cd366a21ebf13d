// test/support/fake_device_windows.h: a device that a test controls. It
// replaces the calls of os/win32/call.h. Error numbers are passed on unchanged,
// so that a test may choose any.
#ifndef RILL_TEST_SUPPORT_FAKE_DEVICE_WINDOWS_H
#define RILL_TEST_SUPPORT_FAKE_DEVICE_WINDOWS_H

#include <rill/os/file_calls.h>
#include <string.h>  // memcpy

#include <functional>
#include <string>
#include <vector>

namespace rill_test {

// Stands behind one handle that the system does not use. Calls on other handles
// go to the system. Only one object may exist at a time.
class fake_device {
 public:
  static constexpr bool knows_signals = false;
  // Not a handle of the system: these are multiples of 4.
  static inline void* const handle = reinterpret_cast<void*>(0x1234567);

  // The written bytes, in total and per call.
  std::string bytes;
  std::vector<std::string> writes;
  // The bytes that reading returns.
  std::string input;
  std::size_t taken = 0;
  int reads = 0;
  int closes = 0;
  int syncs = 0;
  int close_answer = 0;  // the error number of closing, or 0
  int sync_answer = 0;

  // Gets the index of the call (from 0) and the requested size. Returns how
  // many bytes the call moves, or a negative error number.
  using rule = std::function<long(int call, std::size_t size)>;
  rule on_write;
  rule on_read;

  fake_device() : before_(rill::os::call) {
    current = this;
    rill::os::call.write_file = write;
    rill::os::call.read_file = read;
    rill::os::call.close_handle = close;
    rill::os::call.flush_file_buffers = sync;
    rill::os::call.get_file_type = type;
    rill::os::call.set_file_pointer = move;
  }
  fake_device(fake_device const&) = delete;
  fake_device& operator=(fake_device const&) = delete;
  ~fake_device() {
    rill::os::call = before_;
    current = nullptr;
  }

 private:
  using word = rill::os::windows_word;
  using offset = rill::os::windows_offset;
  static inline fake_device* current = nullptr;

  static int outcome(long number) {
    if (number == 0) return 1;
    rill::os::rill_SetLastError(static_cast<word>(number));
    return 0;
  }

  static int write(void* to, void const* data, word size, word* count,
                   offset* at) {
    if (to != handle)
      return current->before_.write_file(to, data, size, count, at);
    fake_device& self = *current;
    long const moved = self.on_write ? self.on_write(self.write_calls_, size)
                                     : static_cast<long>(size);
    ++self.write_calls_;
    if (moved < 0) return outcome(-moved);
    *count = static_cast<word>(moved);
    self.writes.emplace_back(static_cast<char const*>(data), *count);
    self.bytes.append(static_cast<char const*>(data), *count);
    return 1;
  }

  static int read(void* from, void* data, word size, word* count, offset* at) {
    if (from != handle)
      return current->before_.read_file(from, data, size, count, at);
    fake_device& self = *current;
    std::size_t const place = at ? at->offset_low : self.taken;
    long const wanted =
        self.on_read ? self.on_read(self.reads, size) : static_cast<long>(size);
    ++self.reads;
    if (wanted < 0) return outcome(-wanted);
    std::size_t const left = self.input.size() - place;
    *count = static_cast<word>(wanted);
    if (*count > left) *count = static_cast<word>(left);
    if (*count != 0) memcpy(data, self.input.data() + place, *count);
    if (!at) self.taken += *count;
    return 1;
  }

  static int close(void* which) {
    if (which != handle) return current->before_.close_handle(which);
    ++current->closes;
    return outcome(current->close_answer);
  }
  static int sync(void* which) {
    if (which != handle) return current->before_.flush_file_buffers(which);
    ++current->syncs;
    return outcome(current->sync_answer);
  }
  // Fails, as for every handle that the system does not know.
  static word type(void* which) {
    if (which != handle) return current->before_.get_file_type(which);
    rill::os::rill_SetLastError(rill::os::windows_error::invalid_handle);
    return 0;
  }
  static int move(void* which, long long to, long long* now, word whence) {
    if (which != handle)
      return current->before_.set_file_pointer(which, to, now, whence);
    return outcome(rill::os::windows_error::invalid_handle);
  }

  rill::os::system_calls before_;
  int write_calls_ = 0;
};

}  // namespace rill_test

#endif
