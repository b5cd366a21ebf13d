// test/support/pipe.h: the two ends of a pipe, on any system.
#ifndef RILL_TEST_SUPPORT_PIPE_H
#define RILL_TEST_SUPPORT_PIPE_H

#include <rill/os/file.h>
#if defined(_WIN32)
extern "C" int rill_test_create_pipe(void**, void**, void*,
                                     unsigned long) __asm__("CreatePipe");
#else
#include <unistd.h>  // pipe
#endif

namespace rill_test {

struct pipe {
  rill::file reading;
  rill::file writing;

#if defined(_WIN32)
  pipe() {
    void* ends[2] = {nullptr, nullptr};
    (void)rill_test_create_pipe(&ends[0], &ends[1], nullptr, 65536);
    reading = rill::file(ends[0]);
    writing = rill::file(ends[1]);
  }
#else
  pipe() {
    int ends[2] = {-1, -1};
    (void)::pipe(ends);
    reading = rill::file(ends[0]);
    writing = rill::file(ends[1]);
  }
#endif
};

}  // namespace rill_test

#endif
