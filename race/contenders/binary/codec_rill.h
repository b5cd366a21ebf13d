// race/contenders/binary/codec_rill.h: rill's writers and readers of memory.
#ifndef RACE_CONTENDERS_BINARY_CODEC_RILL_H
#define RACE_CONTENDERS_BINARY_CODEC_RILL_H

#include <rill/binary.h>
#include <rill/stream.h>

#include "binary.h"

namespace race {

class rill_codec {
 public:
  explicit rill_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    rill::memory_writer out(memory_.data(), memory_.size());
    rill::write_binary(out, value);
    return out.size();
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    rill::memory_reader in(data, size);
    rill::read_binary_into(in, value);
  }
  template <class T>
  static std::string fresh(T const& value) {
    return rill::to_bytes(value);
  }

 private:
  message_memory memory_;
};

using the_codec = rill_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_RILL_H
