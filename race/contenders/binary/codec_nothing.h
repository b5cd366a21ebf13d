// race/contenders/binary/codec_nothing.h: no serialization: the base that the
// sizes of the other programs are compared with.
#ifndef RACE_CONTENDERS_BINARY_CODEC_NOTHING_H
#define RACE_CONTENDERS_BINARY_CODEC_NOTHING_H

#include "binary.h"

namespace race {

class nothing_codec {
 public:
  explicit nothing_codec(size_t capacity) : memory_(capacity) {}

  size_t write(monsters const&) { return 0; }
  char const* data() const { return memory_.data(); }
  void read(char const*, size_t, monsters& value) { keep(value); }

 private:
  message_memory memory_;
};

using the_codec = nothing_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_NOTHING_H
