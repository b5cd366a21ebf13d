// test/support/memory_calls.h: makes mapping the same memory twice fail.
#ifndef RILL_TEST_SUPPORT_MEMORY_CALLS_H
#define RILL_TEST_SUPPORT_MEMORY_CALLS_H

#include <errno.h>
#include <rill/os/ring_memory.h>

#if defined(_WIN32)
namespace rill_test {

// While an object lives, the memory of a ring cannot be mapped twice.
class no_mapping {
 public:
  no_mapping() : before_(rill::os::map_call) {
    rill::os::map_call.create_file_mapping =
        [](void*, void*, unsigned long, unsigned long, unsigned long,
           wchar_t const*) -> void* { return nullptr; };
  }
  no_mapping(no_mapping const&) = delete;
  no_mapping& operator=(no_mapping const&) = delete;
  ~no_mapping() { rill::os::map_call = before_; }

 private:
  rill::os::mapping_calls before_;
};

}  // namespace rill_test
#else

namespace rill_test {

// While an object lives, the memory of a ring cannot be mapped twice.
class no_mapping {
 public:
  no_mapping() : before_(rill::os::ring_memory_call) {
    rill::os::ring_memory_call.open_memory_file = [] {
      errno = ENOSYS;
      return -1;
    };
  }
  no_mapping(no_mapping const&) = delete;
  no_mapping& operator=(no_mapping const&) = delete;
  ~no_mapping() { rill::os::ring_memory_call = before_; }

 private:
  rill::os::ring_memory_calls before_;
};

}  // namespace rill_test

#endif
#endif
