// test/support/devices/handle.h: scripted devices behind descriptor numbers
// that the system does not use. Replaces the system calls (os/posix/call.h,
// RILL_FAULTS). Any number of devices can exist at once.
#ifndef RILL_TEST_SUPPORT_DEVICES_HANDLE_H
#define RILL_TEST_SUPPORT_DEVICES_HANDLE_H

#include <rill/os/file.h>

#include <map>
#include <string>

#include "../kept_calls.h"
#include "script.h"

namespace rill_test {

// One object lives for the whole test, longer than the devices and files of its
// rows.
class scripted_handles {
 public:
  scripted_handles() {
    rill::os::call.write = write;
    rill::os::call.writev = writev;
    rill::os::call.read = read;
    rill::os::call.close = close;
  }

  static rill::file file_of(scripted_sink& to) {
    sinks[next] = &to;
    return named();
  }
  static rill::file file_of(scripted_source& from) {
    sources[next] = &from;
    return named();
  }

  /// The number of descriptors that are not closed.
  static std::size_t open_count() { return sinks.size() + sources.size(); }

 private:
  // Above every descriptor number that the system gives out.
  static inline int next = 1'000'000;
  static inline std::map<int, scripted_sink*> sinks;
  static inline std::map<int, scripted_source*> sources;

  static rill::file named() { return rill::file::adopt(next++, "scripted"); }

  static ssize_t write(int to, void const* data, size_t size) {
    auto const found = sinks.find(to);
    if (found == sinks.end()) return ::write(to, data, size);
    return found->second->take(static_cast<char const*>(data), size);
  }
  static ssize_t writev(int to, iovec const* parts, int count) {
    auto const found = sinks.find(to);
    if (found == sinks.end()) return ::writev(to, parts, count);
    std::string all;
    for (int i = 0; i != count; ++i)
      all.append(static_cast<char const*>(parts[i].iov_base), parts[i].iov_len);
    return found->second->take(all.data(), all.size());
  }
  static ssize_t read(int from, void* out, size_t size) {
    auto const found = sources.find(from);
    if (found == sources.end()) return ::read(from, out, size);
    return found->second->give(static_cast<char*>(out), size);
  }
  static int close(int which) {
    if (sinks.erase(which) + sources.erase(which) != 0) return 0;
    return ::close(which);
  }

  kept_calls kept_;
};

}  // namespace rill_test

#endif
