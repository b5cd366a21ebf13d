// rill/stream/scratch_writer.h: a writer into memory that grows.
//
// Floor 4. The first bytes are in the object; what does not fit goes to the
// heap (std::bad_alloc). For text that has to be measured before it is
// placed. Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_SCRATCH_WRITER_H
#define RILL_STREAM_SCRATCH_WRITER_H

#include "../memory/storage.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

template <std::size_t Size>
class scratch_writer : public writer {
 public:
  scratch_writer() noexcept : writer(device, first_, Size) {}

  /// What was written so far. Valid until the next write.
  text bytes() const noexcept { return pending(); }

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<scratch_writer&>(base);
    text const old = self.pending();
    // At least doubled, so that n bytes cost O(n) copies.
    storage bigger(2 * (old.size + size) + Size);
    char* const end = copy_bytes(bigger.data(), old.data, old.size);
    self.cursor_ = copy_bytes(end, data, size);
    self.begin_ = bigger.data();
    self.end_ = bigger.data() + bigger.size();
    self.more_ = static_cast<storage&&>(bigger);
  }
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  storage more_;
  char first_[Size];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
