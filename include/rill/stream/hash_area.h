// rill/stream/hash_area.h: what a hash state is to a stream, and a writer
// whose bytes are hashed and go nowhere.
//
// Floor 4. Allocates nothing, throws nothing. Names no hash function: any
// class with update() and finish() is a state. Tests:
// test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_HASH_AREA_H
#define RILL_STREAM_HASH_AREA_H

#include <concepts>  // std::same_as, std::derived_from

#include "writer.h"

namespace rill::inline RILL_BUILD {

/// A hash function in progress: `update(bytes)` takes bytes and returns the
/// state, `finish()` returns the digest of what was taken and leaves the state
/// as it was. Neither throws. The states of rill/hash.h are of this kind:
/// sha256, sha512, md5, hmac, crc, adler32, fnv1a and the others.
template <class H>
concept hash_state =
    std::is_class_v<H> && requires(H& state, H const& taken, text bytes) {
      { state.update(bytes) } noexcept -> std::same_as<H&>;
      { taken.finish() } noexcept;
    } && !std::derived_from<H, writer>;

namespace detail {

/// A writer for one call of print. The buffer is hashed when it is full and
/// when the writer ends, also by an exception.
template <hash_state H>
class hash_area : public writer {
 public:
  explicit hash_area(H& state) noexcept
      : writer(device, block_, sizeof block_), state_(state) {}
  ~hash_area() { take_held(); }

 private:
  void take_held() noexcept {
    state_.update(pending());
    cursor_ = begin_;
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<hash_area&>(base);
    self.take_held();
    if (size < sizeof block_)
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.state_.update(text{data, size});
  }
  static void flush_device(writer& base) {
    static_cast<hash_area&>(base).take_held();
  }
  static constexpr writer_device device{drain, flush_device};

  H& state_;
  char block_[512];  // eight blocks of SHA-256, four of SHA-512
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
