// rill/os/file_map.h: a file's bytes as memory, read-only or writable.
//
// Layer 3. A mutable map keeps its file open, with a copy of the path; nothing
// else allocates. A map uses address space for its whole size, but memory only
// for touched pages, which the system can evict at any time. Tests:
// test/os/file_map_test.cpp.
#ifndef RILL_OS_FILE_MAP_H
#define RILL_OS_FILE_MAP_H

#include "scoped_file.h"
#include "file.h"
#include "map.h"

namespace rill::inline RILL_BUILD {

/// The size of a map that reaches to the end of the file.
inline constexpr std::size_t to_the_end = ~std::size_t{0};

/// Which part of a file is mapped, and how.
struct map_options {
  unsigned long long offset = 0;  ///< of the first byte; need not be aligned
  std::size_t size = to_the_end;  ///< at most; less if the file ends before
  std::size_t padding = 0;        ///< readable zero bytes behind the end
  bool populate = false;          ///< fetch all the bytes at once
  bool huge_pages = false;        ///< a hint
  access_pattern access = access_pattern::normal;
};

namespace detail {

// The last byte of a file has at most the offset 2^63 - 2.
inline constexpr unsigned long long largest_offset = ~0ull >> 1;
inline constexpr std::size_t largest_range = ~std::size_t{0} >> 1;

// The offset and size of a map, or the error.
struct map_range {
  unsigned long long offset = 0;
  std::size_t size = 0;
  error_code error;
};

// Reads from a folder or a file of size 0 to find out whether it can be mapped.
// Returns the error of the read for a folder, cannot_map for a file in /proc,
// which has bytes, and no error for an empty file.
error_code problem_of_empty(file_view file) noexcept;

map_range range_of(file_view file, unsigned long long offset, std::size_t size);

}  // namespace detail

/// A file's bytes as read-only memory. Movable; the file may be closed.
///
/// If another program truncates the file, touching the lost pages ends the
/// program with SIGBUS; if another program writes into it, the bytes change.
class file_map {
 public:
  /// Maps nothing.
  file_map() noexcept = default;
  file_map(file_map&& other) noexcept { take(other); }
  file_map& operator=(file_map&& other) noexcept {
    if (this == &other) return *this;
    os::unmap(pages_);
    take(other);
    return *this;
  }
  ~file_map() { os::unmap(pages_); }

  /// Maps a part of an open file.
  ///
  /// Errors: those of fstat and mmap; library_problem::cannot_map for pipes,
  /// terminals, folders and /proc, which cannot be mapped;
  /// library_problem::out_of_reach for an offset or size beyond 2^63 - 1. Cost:
  /// two system calls; pages are read when touched.
  static result<file_map> try_of(file_view file, map_options options = {}) {
    detail::map_range const range =
        detail::range_of(file, options.offset, options.size);
    if (range.error) return file.failure("map", range.error);
    file_map map;
    if (error_code const why = map.open(file, range,
                                        {false, false, options.populate,
                                         options.huge_pages, options.padding}))
      return file.failure("map", why);
    if (options.access != access_pattern::normal) map.advise(options.access);
    return map;
  }
  static file_map of(file_view file, map_options options = {}) {
    return try_of(file, options).value();
  }

  /// Maps `size` bytes from `offset`, which need not be aligned; fewer if the
  /// file ends before. For files larger than the memory that may be used.
  static result<file_map> try_window(file_view file, unsigned long long offset,
                                     std::size_t size) {
    return try_of(file, {.offset = offset, .size = size});
  }
  static file_map window(file_view file, unsigned long long offset,
                         std::size_t size) {
    return try_window(file, offset, size).value();
  }

  /// The bytes; never null.
  char const* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  char const* begin() const noexcept { return data_; }
  char const* end() const noexcept { return data_ + size_; }
  bool empty() const noexcept { return size_ == 0; }

  /// Advises the system how the bytes will be used. The system may ignore it.
  void advise(access_pattern pattern) const noexcept {
    if (pages_.size != 0) (void)os::advise_map(data_, size_, pattern);
  }

 protected:
  // Requires that the object maps nothing yet.
  error_code open(file_view file, detail::map_range range,
                  os::map_request const& request) noexcept {
    if (request.padding > detail::largest_range - range.size)
      return library_problem::out_of_reach;
    if (range.size == 0 && request.padding == 0) return {};
    std::size_t const before =
        range.offset == 0
            ? 0
            : static_cast<std::size_t>(range.offset % os::map_granularity());
    os::mapping const pages =
        range.size == 0
            ? os::map_memory(request.padding, false)
            : os::map_file(file.native_handle(), range.offset - before,
                           range.size + before, request);
    if (pages.error) return pages.error;
    pages_ = pages;
    data_ = pages.data + (range.size == 0 ? 0 : before);
    size_ = range.size;
    return {};
  }

  void take(file_map& other) noexcept {
    pages_ = other.pages_;
    data_ = other.data_;
    size_ = other.size_;
    other.forget();
  }
  void forget() noexcept {
    pages_ = {};
    data_ = "";
    size_ = 0;
  }

  os::mapping pages_;  // the range to unmap: whole pages, with padding
  char const* data_ = "";
  std::size_t size_ = 0;
};

/// Maps a file by its path: a file_map, or an error.
inline result<file_map> try_map(path_view path, map_options options = {}) {
  detail::scoped_file const file(path);
  if (file.problem()) return file.failure();
  return file_map::try_of(file.view(), options);
}

/// Maps a file by its path, or throws rill::error. An empty file gives an
/// empty range.
///
/// Errors: those of file::open and file_map::try_of. Cost: open, fstat, mmap,
/// close; no byte is read before it is touched.
///
/// Example:
///     rill::file::create("a.txt").write("some bytes");
///     rill::file_map const word = rill::map("a.txt", {.offset = 5, .size =
///     3}); RILL_ASSERT(word.data()[0] == 'b' && word.size() == 3);
inline file_map map(path_view path, map_options options = {}) {
  return try_map(path, options).value();
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "file_map_body.h"
#endif

#endif
