// test/support/memory_stream.h: a FILE* that reads the bytes of a text.
#ifndef RILL_TEST_SUPPORT_MEMORY_STREAM_H
#define RILL_TEST_SUPPORT_MEMORY_STREAM_H

#include <stdio.h>  // fmemopen

#include <string>

#include "files.h"

namespace rill_test {

// Requires a text that is not empty and outlives the stream.
inline FILE* open_to_read(std::string& text) {
#if defined(_WIN32)
  // Windows has no stream over memory. Uses a file that is deleted when the
  // stream is closed.
  static int count = 0;
  std::string const path = (std::filesystem::temp_directory_path() /
                            ("rill-stream-" + std::to_string(_getpid()) + "-" +
                             std::to_string(++count)))
                               .string();
  FILE* const stream = fopen(path.c_str(), "w+bD");
  if (!stream) return nullptr;
  (void)fwrite(text.data(), 1, text.size(), stream);
  rewind(stream);
  return stream;
#else
  return fmemopen(text.data(), text.size(), "r");
#endif
}

}  // namespace rill_test

#endif
