// rill/copy/load_block.h: a block of bytes that grows while it is read
// into.
//
// Layer 4. Allocates with operator new, and from the system when it is large.
// Tests: test/copy/load_test.cpp.
#ifndef RILL_COPY_LOAD_BLOCK_H
#define RILL_COPY_LOAD_BLOCK_H

#include "../memory/storage.h"
#include "../os/map.h"

namespace rill::inline RILL_BUILD::detail {

// Blocks of this size and more are whole huge pages from the system, which
// zeroes 2 MiB with one page fault instead of 512 and extends a block without
// copying it. Read into fresh memory and summed, tmpfs, in microseconds (small
// pages, huge pages; bench/stream/load.cpp): 4 MiB 2900 and 1100, 24 MiB 16100
// and 6500, 256 MiB 197000 and 113000. At least two huge pages, because on
// average half of one is wasted.
inline constexpr std::size_t system_block_size = std::size_t{4} << 20;

class load_block {
 public:
  load_block() noexcept = default;
  load_block(load_block&& other) noexcept
      : heap_(static_cast<storage&&>(other.heap_)), pages_(other.pages_) {
    other.pages_ = {};
  }
  load_block& operator=(load_block&&) = delete;
  ~load_block() { os::unmap(pages_); }

  char* data() const noexcept {
    return pages_.size != 0 ? pages_.data : heap_.data();
  }
  std::size_t size() const noexcept {
    return pages_.size != 0 ? pages_.size : heap_.size();
  }

  // Makes the block at least `wanted` bytes long and keeps the first `kept`. On
  // failure throws std::bad_alloc or returns the system's error, and leaves the
  // block unchanged.
  error_code grow(std::size_t wanted, std::size_t kept) {
    if (wanted <= size()) return {};
    if (wanted < system_block_size) {
      (void)heap_.grow(wanted, {heap_.data(), kept});
      return {};
    }
    os::mapping const longer = pages_.size != 0
                                   ? os::resize_memory(pages_, wanted)
                                   : os::map_memory(wanted, true);
    if (longer.error) return longer.error;
    if (pages_.size == 0) copy_bytes(longer.data, heap_.data(), kept);
    pages_ = longer;
    heap_ = storage();
    return {};
  }

 private:
  storage heap_;
  os::mapping pages_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
