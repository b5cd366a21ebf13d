// rill/compression/whole_compression.h: a compressed format whose library
// works on whole texts in memory, and not piece by piece.
//
// Floor 5. Names no library: driver/libdeflate.h fills in the formats.
// Allocates nothing, throws nothing. Tests: test/driver/libdeflate_test.cpp.
#ifndef RILL_COMPRESSION_WHOLE_COMPRESSION_H
#define RILL_COMPRESSION_WHOLE_COMPRESSION_H

#include "compression.h"

namespace rill::inline RILL_BUILD {

namespace detail {

enum class whole_outcome : unsigned char {
  done,     ///< the member is complete
  no_room,  ///< it has more plain bytes; those that were written are lost
  damaged,  ///< or cut: not every library tells
};

/// What decompressing a member did. Where it is not done, the counts are 0.
/// `reason` is a static text, or null.
struct whole_step {
  std::size_t read = 0;
  std::size_t written = 0;
  whole_outcome outcome = whole_outcome::done;
  char const* reason = nullptr;
};

/// A format as a driver knows it. None of the functions throws.
struct whole_format {
  char const* name;  ///< "gzip"

  opened_coder (*open_encoder)(int level) noexcept;
  void (*close_encoder)(void* state) noexcept;
  /// The most bytes that `size` plain bytes become.
  std::size_t (*bound)(void* state, std::size_t size) noexcept;
  /// Makes one member, in memory of that many bytes. Returns its size.
  std::size_t (*encode)(void* state, text in, char* out,
                        std::size_t room) noexcept;

  opened_coder (*open_decoder)() noexcept;
  void (*close_decoder)(void* state) noexcept;
  /// Reads the member that `in` begins with.
  whole_step (*decode)(void* state, text in, char* out,
                       std::size_t room) noexcept;

  /// As in compression_format.
  bool (*begins)(text first) noexcept = nullptr;
  /// The plain bytes of the last member, as it says itself: a hint, as it can
  /// be wrong. Null: the format does not say.
  unsigned long long (*last_size)(text in) noexcept = nullptr;
  /// Plain bytes that one compressed byte can become at most.
  unsigned most_ratio = 1032;
};

}  // namespace detail

/// A format and its level, for compress and decompress alone: what
/// rill::libdeflate_gzip() and its siblings return. Cheap to copy.
class whole_compression {
 public:
  /// For drivers.
  whole_compression(detail::whole_format const& format, int level) noexcept
      : format_(&format), level_(level) {}

  /// "gzip"
  text name() const noexcept { return format_->name; }

  friend void rill_print(auto& out, whole_compression const& c) {
    out(c.name());
  }

  /// For drivers.
  detail::whole_format const& format() const noexcept { return *format_; }
  int level() const noexcept { return level_; }

 private:
  detail::whole_format const* format_;
  int level_;
};

}  // namespace rill::inline RILL_BUILD

#endif
