// rill/stream/ring_block.h: the memory of a ring.
//
// Floor 4. Mapped twice where the system allows, so that text across its end
// is contiguous; otherwise from operator new. Tests:
// test/stream/ring_block_test.cpp.
#ifndef RILL_STREAM_RING_BLOCK_H
#define RILL_STREAM_RING_BLOCK_H

#include "../memory/storage.h"
#include "../os/ring_memory.h"

namespace rill::inline RILL_BUILD::detail {

// How a ring gets what is contiguous across its end.
enum class ring_kind : unsigned char {
  plain,   // it does not: size() bytes
  mapped,  // the byte behind the last is the first: 2 * size() addresses
  copied,  // the same, made by whoever writes: each byte is written twice
};

class ring_block {
 public:
  ring_block() noexcept = default;
  ring_block(ring_block&& other) noexcept
      : data_(other.data_),
        size_(other.size_),
        kind_(other.kind_),
        plain_(static_cast<storage&&>(other.plain_)) {
    other.data_ = nullptr;
    other.size_ = 0;
    other.kind_ = ring_kind::plain;
  }
  ring_block& operator=(ring_block&&) = delete;
  ~ring_block() {
    if (kind_ == ring_kind::mapped) os::unmap_twice(data_, size_);
  }

  /// `capacity` bytes and at least `slack` more. Mapped where the capacity is
  /// a multiple of the page: smaller ones cost less to move than to map.
  static ring_block of(std::size_t capacity, std::size_t slack) {
    std::size_t const page = os::map_granularity();
    ring_block made;
    if (capacity % page != 0 || !made.map(capacity, slack, page))
      made.allocate(sum(capacity, slack), 1);
    return made;
  }

  /// The same, contiguous across the end whatever it takes.
  static ring_block contiguous(std::size_t capacity, std::size_t slack) {
    ring_block made;
    if (made.map(capacity, slack, os::map_granularity())) return made;
    made.allocate(sum(capacity, slack), 2);
    made.kind_ = ring_kind::copied;
    return made;
  }

  char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  ring_kind kind() const noexcept { return kind_; }

 private:
  // Saturates: operator new says no to what cannot be.
  static std::size_t sum(std::size_t a, std::size_t b) noexcept {
    return a + b < a ? ~std::size_t{0} / 2 : a + b;
  }

  bool map(std::size_t capacity, std::size_t slack, std::size_t page) {
    std::size_t const bytes = sum(capacity, slack);
    std::size_t const size = sum(bytes, page - 1) / page * page;
    os::ring_memory const memory = os::map_twice(size);
    if (memory.error) return false;
    data_ = memory.data;
    size_ = size;
    kind_ = ring_kind::mapped;
    return true;
  }

  void allocate(std::size_t size, std::size_t times) {
    plain_ = storage(size > ~std::size_t{0} / 4 ? ~std::size_t{0} / 2
                                                : size * times);
    data_ = plain_.data();
    size_ = size;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  ring_kind kind_ = ring_kind::plain;
  storage plain_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
