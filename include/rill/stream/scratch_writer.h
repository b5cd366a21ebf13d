// rill/stream/scratch_writer.h: a writer into memory that grows.
//
// Layer 4. The first bytes are in the object, further ones on the heap
// (std::bad_alloc). For text that has to be measured before it is placed.
// Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_SCRATCH_WRITER_H
#define RILL_STREAM_SCRATCH_WRITER_H

#include "../memory/storage.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

/// `Base` is writer, or a class derived from it whose constructor takes more
/// arguments, and which has its own answer for takes_styles.
template <std::size_t Size, class Base = writer>
class scratch_writer : public Base {
 public:
  template <class... More>
  explicit scratch_writer(More&... more)
      : Base(device, first_, Size, more...) {}

  /// What was written so far. Valid until the next write.
  text bytes() const noexcept { return this->pending(); }

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<scratch_writer&>(base);
    text const old = self.pending();
    storage& more = self.more_;
    // At least doubles, so that n bytes cost O(n) copies. `before` stays alive
    // because `data` may point into it.
    storage const before = more.grow(2 * (old.size + size) + Size, old);
    self.cursor_ = copy_bytes(more.data() + old.size, data, size);
    self.begin_ = more.data();
    self.end_ = more.data() + more.size();
  }
  static void flush_nothing(writer&) {}
  static constexpr writer_device make_device() {
    if constexpr (requires { Base::ask_behind; })
      return {drain, flush_nothing, Base::ask_behind};
    else
      return {drain, flush_nothing};
  }
  static constexpr writer_device device = make_device();

  storage more_;
  char first_[Size];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
