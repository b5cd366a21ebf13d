// test/support/copy_faults.h: replaces the system calls that copy inside the
// kernel by ones that a test controls.
#ifndef RILL_TEST_SUPPORT_COPY_FAULTS_H
#define RILL_TEST_SUPPORT_COPY_FAULTS_H

#include <errno.h>
#include <rill/os/kernel_copy.h>
#include <unistd.h>  // pread, pwrite

#include <string>

namespace rill_test {

// How a replaced system call behaves.
enum class manner {
  real,
  refused,      // every third call fails, the others are short
  nothing,      // 0 bytes at once
  early,        // 0 bytes after two short calls
  cut,          // moves a few bytes only
  interrupted,  // EINTR every other time
  waiting,      // EAGAIN every other time
  broken,       // EIO after two short calls
};

inline constexpr manner harmless_manners[] = {
    manner::real, manner::refused, manner::nothing,    manner::early,
    manner::cut,  manner::waiting, manner::interrupted};

// While an object lives, it replaces clone, copy_file_range, sendfile and
// splice. Clone fails unless `clones` is set, which makes it work on any file
// system.
class copy_faults {
 public:
  manner of_range = manner::real;
  manner of_sendfile = manner::real;
  manner of_splice = manner::real;
  bool clones = false;
  int clone_calls = 0;
  int range_calls = 0;
  int sendfile_calls = 0;
  int splice_calls = 0;
  int refusal = 0;                     // the errno; 0: each one in turn
  std::size_t most = ~std::size_t{0};  // bytes that a real call moves at most

  copy_faults() : before_(rill::os::copy_call) {
    current = this;
    rill::os::copy_call.clone = clone;
    rill::os::copy_call.copy_file_range = copy_file_range;
    rill::os::copy_call.sendfile = sendfile;
    rill::os::copy_call.splice = splice;
  }
  copy_faults(copy_faults const&) = delete;
  copy_faults& operator=(copy_faults const&) = delete;
  ~copy_faults() {
    rill::os::copy_call = before_;
    current = nullptr;
  }

  void set_all(manner m) { of_range = of_sendfile = of_splice = m; }

 private:
  static inline copy_faults* current = nullptr;

  int next_refusal() {
    static constexpr int known[] = {EINVAL, EXDEV,  ENOSYS,   EOPNOTSUPP,
                                    EPERM,  EBADF,  ETXTBSY,  ENOMEM,
                                    EACCES, ESPIPE, EOVERFLOW};
    static unsigned turn = 0;
    return refusal ? refusal : known[turn++ % (sizeof known / sizeof *known)];
  }

  template <class Call>
  ssize_t play(manner how, int& calls, std::size_t size, Call real) {
    int const turn = calls++;
    std::size_t const few = size < 7 ? size : 7;
    auto const fail = [](int number) -> ssize_t {
      errno = number;
      return -1;
    };
    switch (how) {
      case manner::real:
        return real(size < most ? size : most);
      case manner::refused:
        return turn % 3 == 2 ? fail(next_refusal()) : real(few);
      case manner::nothing:
        return 0;
      case manner::early:
        return turn < 2 ? real(few) : 0;
      case manner::cut:
        return real(size / 3 + 1);
      case manner::interrupted:
        return turn % 2 == 0 ? fail(EINTR) : real(size);
      case manner::waiting:
        return turn % 2 == 0 ? fail(EAGAIN) : real(size);
      case manner::broken:
        return turn < 2 ? real(few) : fail(EIO);
    }
    return 0;
  }

  static int clone(int to, int from) {
    ++current->clone_calls;
    if (!current->clones) {
      errno = EOPNOTSUPP;
      return -1;
    }
    char block[4096];
    off_t at = 0;
    while (ssize_t const got = ::pread(from, block, sizeof block, at)) {
      if (got < 0 ||
          ::pwrite(to, block, static_cast<std::size_t>(got), at) != got)
        return -1;
      at += got;
    }
    return 0;
  }
  static ssize_t copy_file_range(int from, off_t* from_offset, int to,
                                 off_t* to_offset, size_t size,
                                 unsigned flags) {
    copy_faults& self = *current;
    return self.play(self.of_range, self.range_calls, size, [&](size_t n) {
      return ::copy_file_range(from, from_offset, to, to_offset, n, flags);
    });
  }
  static ssize_t sendfile(int to, int from, off_t* offset, size_t size) {
    copy_faults& self = *current;
    return self.play(self.of_sendfile, self.sendfile_calls, size,
                     [&](size_t n) { return ::sendfile(to, from, offset, n); });
  }
  static ssize_t splice(int from, off_t* from_offset, int to, off_t* to_offset,
                        size_t size, unsigned flags) {
    copy_faults& self = *current;
    return self.play(self.of_splice, self.splice_calls, size, [&](size_t n) {
      return ::splice(from, from_offset, to, to_offset, n, flags);
    });
  }

  rill::os::copy_system_calls before_;
};

}  // namespace rill_test

#endif
