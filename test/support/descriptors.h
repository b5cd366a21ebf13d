// test/support/descriptors.h: counts the open descriptors of this process.
#ifndef RILL_TEST_SUPPORT_DESCRIPTORS_H
#define RILL_TEST_SUPPORT_DESCRIPTORS_H

#include <fcntl.h>  // fcntl

namespace rill_test {

inline int open_descriptors() {
  int count = 0;
  for (int handle = 0; handle != 1024; ++handle)
    count += ::fcntl(handle, F_GETFD) != -1;
  return count;
}

// Stores the count when it is made; same() then finds descriptors that leaked.
class descriptor_count {
 public:
  bool same() const { return open_descriptors() == count_; }

 private:
  int count_ = open_descriptors();
};

}  // namespace rill_test

#endif
