// rill/compression/compression.h: a compressed format with its options, and
// the calls of the library that reads and writes it.
//
// Layer 6. Names no library: a driver fills in a compression_format for each
// format (driver/zlib.h, zstd.h, lz4.h). Allocates nothing, throws nothing.
// Tests: test/compression/compression_test.cpp.
#ifndef RILL_COMPRESSION_COMPRESSION_H
#define RILL_COMPRESSION_COMPRESSION_H

#include <type_traits>  // std::is_trivially_copyable_v

#include "../base/result.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD {

class compression;

/// The header fields of a gzip member. The texts belong to the reader and
/// change with the next member. At most 255 bytes of each are kept.
struct compressed_header {
  text name = {};      ///< without its folder; in Latin-1 (RFC 1952)
  text comment = {};   ///< in Latin-1
  long long time = 0;  ///< seconds since 1970; 0 if unknown
};

namespace detail {

/// The purpose of an encoder call. Decoders always get go_on.
enum class coder_goal : unsigned char {
  go_on,   ///< take bytes; write what is complete
  flush,   ///< write all that was taken, decodable
  finish,  ///< end the member
};

enum class coder_outcome : unsigned char {
  going,   ///< needs more bytes or more room
  done,    ///< the flush or the member is complete
  failed,  ///< see coder_step::error; the state is unusable
};

/// The result of one call. `reason` is a static text of the library, or null.
struct coder_step {
  std::size_t read = 0;     ///< bytes of the input
  std::size_t written = 0;  ///< bytes of the output
  coder_outcome outcome = coder_outcome::going;
  error_code error = {};
  char const* reason = nullptr;
};

/// A new state, or null and the error.
struct opened_coder {
  void* state = nullptr;
  error_code error = {};
  char const* reason = nullptr;
};

/// The functions of an encoder or a decoder. They do not throw but return
/// errors.
///
/// `open` makes a state. Its argument, and the texts that the options refer to,
/// are valid only during the call. `step` reads or writes at least one byte,
/// unless it fails, is done, has no input or has no room. A decoder may have
/// more to write without new input. The caller gives an encoder at least
/// least_encoder_room bytes of room. `restart` prepares a state for the next
/// member (gzip) or frame (zstd, lz4). Null in an encoder. `close` frees the
/// state.
struct coder_calls {
  opened_coder (*open)(compression const&) noexcept;
  coder_step (*step)(void* state, text in, char* out, std::size_t room,
                     coder_goal goal) noexcept;
  coder_step (*restart)(void* state) noexcept;
  void (*close)(void* state) noexcept;
};

/// A format, as implemented by a driver.
struct compression_format {
  char const* name;  ///< "gzip"
  coder_calls encoder;
  coder_calls decoder;
  /// True when these 1 to magic_size bytes can begin a member; magic_size bytes
  /// are enough to decide. Null for formats with a single member, which only
  /// zeros may follow.
  bool (*begins)(text first) noexcept = nullptr;
  std::size_t magic_size = 0;
  /// The header of the current member. Null if the format has no such fields.
  compressed_header (*header)(void const* state) noexcept = nullptr;
  /// The data ends only where the source ends, as plain bytes do.
  bool ends_with_source = false;
};

// zlib documents that a flush needs more than 6 bytes of room: with less it
// writes the flush marker again and again, and the flush never ends.
inline constexpr std::size_t least_encoder_room = 16;

}  // namespace detail

/// A format and its options: what rill::gzip(), rill::zstd() and similar
/// functions return. Cheap to copy. Texts in the options (a dictionary, a name)
/// must outlive the constructors of the writers and readers that use it.
class compression {
 public:
  /// For drivers. `Options` are plain values of at most 80 bytes.
  template <class Options>
  compression(detail::compression_format const& format,
              Options const& options) noexcept
      : format_(&format) {
    static_assert(std::is_trivially_copyable_v<Options>);
    static_assert(sizeof options <= sizeof options_);
    __builtin_memcpy(options_, &options, sizeof options);
  }

  /// "gzip"
  text name() const noexcept { return format_->name; }

  friend void rill_print(auto& out, compression const& c) { out(c.name()); }

  /// For drivers: the options passed to the constructor.
  template <class Options>
  Options options() const noexcept {
    Options given;
    __builtin_memcpy(static_cast<void*>(&given), options_, sizeof given);
    return given;
  }
  detail::compression_format const& format() const noexcept { return *format_; }

 private:
  detail::compression_format const* format_;
  alignas(8) unsigned char options_[80];
};

}  // namespace rill::inline RILL_BUILD

#endif
