// rill/stream/device_reader.h: a reader over a device that is not a file, such
// as one of another library.
//
// Layer 4. The part of such readers that does not depend on the device. One
// buffer on the heap. Tests: test/stream/device_reader_test.cpp, test/driver/.
#ifndef RILL_STREAM_DEVICE_READER_H
#define RILL_STREAM_DEVICE_READER_H

#include "../os/error.h"
#include "read_buffer.h"

namespace rill::inline RILL_BUILD::detail {

class device_reader;

// The functions and the name of a device that is read.
struct device_source {
  // Puts at most `size` bytes at `room` and returns how many. Returns 0 at the
  // end of the input, and after an error, which it stores in `why`. An
  // exception passes through to the caller.
  std::size_t (*get)(device_reader&, char* room, std::size_t size,
                     rill::error& why);
  char const* name;  // what errors call it: "a BIO"
  // The name of this object in errors, such as the name of its file. May be
  // null.
  text (*own_name)(device_reader const&) = nullptr;
};

class device_reader : public buffered_reader {
 protected:
  device_reader(device_source const& source, std::size_t buffer_size)
      : buffered_reader(device, buffer_size), source_(&source) {}
  device_reader(device_reader&& other) noexcept = default;
  ~device_reader() = default;

 private:
  static bool fill(reader& base);
  static source_position locate_source(reader const& base);
  static source_position place_in_source(reader const& base, char const* place);
  static constexpr reader_device device{fill, locate_source, place_in_source};

  device_source const* source_;
  rill::error cause_;  // of error_
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "device_reader_body.h"
#endif

#endif
