// test/support/descriptors.h: how many descriptors this process has open.
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

// Made before, asked after: nothing was left open.
class descriptor_count {
 public:
  bool same() const { return open_descriptors() == count_; }

 private:
  int count_ = open_descriptors();
};

}  // namespace rill_test

#endif
