// rill/stream/load.h: all the bytes of anything that can be read.
//
// Floor 4. A large regular file is mapped, everything else is read. Tests:
// test/stream/load_test.cpp, test/system/.
#ifndef RILL_STREAM_LOAD_H
#define RILL_STREAM_LOAD_H

#include "../os/file.h"
#include "memory_reader.h"

namespace rill::inline RILL_BUILD {

/// The bytes of a file, contiguous, read only. Movable. Also a source:
/// `scan(loaded, x)` reads on behind what was read before.
///
/// A file that somebody else cuts short while it is mapped ends the program
/// with SIGBUS when the lost part is touched.
class loaded_file {
 public:
  loaded_file(loaded_file&& other) noexcept
      : bytes_(other.bytes_),
        is_mapped_(other.is_mapped_),
        block_(static_cast<storage&&>(other.block_)),
        reader_(static_cast<memory_reader&&>(other.reader_)) {
    other.bytes_ = {};
    other.is_mapped_ = false;
  }
  loaded_file& operator=(loaded_file&&) = delete;
  ~loaded_file() {
    if (is_mapped_) os::unmap(bytes_.data, bytes_.size);
  }

  char const* data() const noexcept { return bytes_.data; }
  std::size_t size() const noexcept { return bytes_.size; }
  char const* begin() const noexcept { return bytes_.begin(); }
  char const* end() const noexcept { return bytes_.end(); }
  bool empty() const noexcept { return bytes_.size == 0; }
  bool is_mapped() const noexcept { return is_mapped_; }

  /// The reader that scan uses.
  rill::reader& reader() noexcept { return reader_; }

 private:
  friend result<loaded_file> try_load(file_view);

  loaded_file(char const* mapped, std::size_t size) noexcept
      : bytes_{mapped, size}, is_mapped_(true), reader_(bytes_) {}
  loaded_file(storage block, std::size_t size) noexcept
      : bytes_{block.data() ? block.data() : "", size},
        is_mapped_(false),
        block_(static_cast<storage&&>(block)),
        reader_(bytes_) {}

  text bytes_;
  bool is_mapped_;
  storage block_;
  memory_reader reader_;
};

namespace detail {

// Below this, setting up a mapping and its page faults cost more than the
// copy (measured: 391 KB, every byte summed: read 28 us, mapped 48 us; 24 MB:
// 3.3 and 2.7 ms).
inline constexpr unsigned long long map_from_size = 4 << 20;

}  // namespace detail

/// Loads what is left of an open file. Errors: what fstat and read say; a
/// directory is EISDIR. Sizes that the system gives are a hint alone: files
/// in /proc say 0, others grow.
inline result<loaded_file> try_load(file_view file) {
  device_status const status = os::status(file.native_handle());
  if (status.error) return file.failure("load", status.error);
  if (status.kind == device_kind::regular &&
      status.size >= detail::map_from_size &&
      os::seek(file.native_handle(), 0, os::from_here).offset == 0) {
    os::mapping const mapped = os::map_for_reading(
        file.native_handle(), static_cast<std::size_t>(status.size));
    if (!mapped.error)
      return loaded_file(mapped.data, static_cast<std::size_t>(status.size));
  }
  // One byte more than the size, so that the end is seen without another
  // block.
  storage block(static_cast<std::size_t>(
      status.size != 0 ? detail::smaller(status.size, 1ull << 30) + 1 : 4096));
  std::size_t size = 0;
  for (;;) {
    os::transfer const got = os::read_all(
        file.native_handle(), block.data() + size, block.size() - size);
    size += got.moved;
    if (got.error) return file.failure("load", got.error);
    if (size != block.size()) break;
    storage bigger(2 * block.size());
    detail::copy_bytes(bigger.data(), block.data(), size);
    block = static_cast<storage&&>(bigger);
  }
  return loaded_file(static_cast<storage&&>(block), size);
}

/// Loads a file by its path.
inline result<loaded_file> try_load(path_view path) {
  result<file> opened = file::try_open(path);
  if (!opened) return opened.error();
  return try_load(static_cast<file_view>(*opened));
}

/// Loads a file, or throws rill::error.
///
/// Cost: one block of the file's size, or a mapping.
inline loaded_file load(path_view path) { return try_load(path).value(); }
inline loaded_file load(file_view file) { return try_load(file).value(); }

}  // namespace rill::inline RILL_BUILD

#endif
