// rill/os/mutable_map.h: a file's bytes as writable memory.
//
// Layer 3. Keeps its file open, with a copy of the path; nothing else
// allocates. Tests: test/os/mutable_map_test.cpp.
#ifndef RILL_OS_MUTABLE_MAP_H
#define RILL_OS_MUTABLE_MAP_H

#include "file_map.h"

namespace rill::inline RILL_BUILD {

/// The options of a writable map.
struct mutable_map_options {
  unsigned long long offset = 0;
  /// How many bytes to map. With `create`, the file is extended to their end.
  std::size_t size = to_the_end;
  /// Creates the file if it is missing, and extends it to `offset + size`
  /// bytes, with disk space for all of them.
  bool create = false;
  /// Writes stay in this map and never reach the file.
  bool private_copy = false;
  bool populate = false;
  bool huge_pages = false;
  unsigned mode = 0666;  ///< permissions of a new file, before the umask
};

/// A file's bytes as writable memory. Movable.
///
/// Other programs that map the file see writes at once; the file has them at
/// the latest when the map ends, and sync() waits for the disk. Writes to a
/// private copy never reach the file.
class mutable_file_map : public file_map {
 public:
  mutable_file_map() noexcept = default;
  mutable_file_map(mutable_file_map&&) noexcept = default;
  mutable_file_map& operator=(mutable_file_map&&) noexcept = default;

  /// Maps a part of an open file and takes ownership of the file. A shared map
  /// needs a file that is open for reading and writing.
  ///
  /// Errors: as file_map::try_of; a full disk, with `create`.
  static result<mutable_file_map> try_of(file from,
                                         mutable_map_options options = {}) {
    mutable_file_map map;
    map.request_ = {true, !options.private_copy, options.populate,
                    options.huge_pages, 0};
    map.file_ = static_cast<file&&>(from);
    if (error_code const why = map.start(options))
      return map.file_.failure("map", why);
    return map;
  }
  static mutable_file_map of(file from, mutable_map_options options = {}) {
    return try_of(static_cast<file&&>(from), options).value();
  }

  char* data() const noexcept { return const_cast<char*>(data_); }
  char* begin() const noexcept { return data(); }
  char* end() const noexcept { return data() + size_; }

  /// Resizes the file and the map; the map may move. Added bytes are zero, and
  /// disk space is reserved for them.
  ///
  /// Requires a shared map of a whole file. Errors: library_problem::
  /// cannot_map for other maps, and for shrinking a file that another program
  /// has extended meanwhile; a full disk or too little address space, which
  /// leave the map and the size of the file unchanged.
  result<void> try_resize(std::size_t size) {
    error_code const why = size < size_ ? shrink(size) : grow(size);
    if (why) return file_.failure("resize", why);
    return {};
  }
  void resize(std::size_t size) { try_resize(size).value(); }

  /// Waits until the disk has the bytes. Does nothing for a private copy.
  result<void> try_sync() const {
    if (size_ == 0 || !request_.shared) return {};
    if (error_code const why = os::sync_map(data_, size_, true))
      return file_.failure("sync", why);
    return {};
  }
  void sync() const { try_sync().value(); }

  /// Ends the map and closes the file. Returns the system's error.
  result<void> try_close() {
    os::unmap(pages_);
    forget();
    return file_.try_close();
  }
  void close() { try_close().value(); }

 private:
  error_code start(mutable_map_options const& options) {
    if (options.create)
      if (error_code const why = make_long_enough(options)) return why;
    detail::map_range const range =
        detail::range_of(file_, options.offset, options.size);
    if (range.error) return range.error;
    if (error_code const why = open(file_, range, request_)) return why;
    device_status const status = os::status(file_.native_handle());
    whole_ = request_.shared && options.offset == 0 && !status.error &&
             status.size == size_;
    return {};
  }

  error_code make_long_enough(mutable_map_options const& options) {
    if (options.size == to_the_end) return {};
    if (options.offset > detail::largest_offset ||
        options.size > detail::largest_offset - options.offset)
      return library_problem::out_of_reach;
    device_status const status = os::status(file_.native_handle());
    if (status.error) return status.error;
    if (status.kind != device_kind::regular) return library_problem::cannot_map;
    return lengthen(status.size, options.offset + options.size);
  }

  // Reserves disk space for all bytes; after an error the file keeps its size.
  error_code lengthen(unsigned long long old_size, unsigned long long size) {
    if (size == 0) return {};
    error_code const why =
        os::reserve_file(file_.native_handle(), old_size, size);
    if (why) take_back(old_size, size);
    return why;
  }

  void take_back(unsigned long long old_size, unsigned long long size) {
    if (old_size < size)
      (void)os::truncate(file_.native_handle(), as_offset(old_size));
  }

  error_code grow(std::size_t size) {
    if (!whole_) return library_problem::cannot_map;
    if (size == size_) return {};
    if (size > detail::largest_range) return library_problem::out_of_reach;
    // Another program may have extended it meanwhile.
    device_status const status = os::status(file_.native_handle());
    if (status.error) return status.error;
    if (error_code const why = lengthen(status.size, size)) return why;
    os::mapping const longer =
        pages_.size == 0
            ? os::map_file(file_.native_handle(), 0, size, request_)
            : os::resize_map(pages_, file_.native_handle(), 0, size, request_);
    if (longer.error) {
      take_back(status.size, size);
      return longer.error;
    }
    use(longer, size);
    return {};
  }

  // Truncates the file first: if that fails, nothing has changed. Pages after
  // the new end that the system does not unmap are never touched again.
  error_code shrink(std::size_t size) {
    if (!whole_) return library_problem::cannot_map;
    // Do not cut off what another program has added after the map.
    device_status const status = os::status(file_.native_handle());
    if (status.error) return status.error;
    if (status.size > size_) return library_problem::cannot_map;
    if (error_code const why =
            os::truncate(file_.native_handle(), as_offset(size)))
      return why;
    if (size == 0) {
      os::unmap(pages_);
      forget();
      return {};
    }
    os::mapping const shorter =
        os::resize_map(pages_, file_.native_handle(), 0, size, request_);
    use(shorter.error ? pages_ : shorter, size);
    return {};
  }

  void use(os::mapping const& pages, std::size_t size) noexcept {
    pages_ = pages;
    data_ = pages.data;
    size_ = size;
  }

  static long long as_offset(unsigned long long size) noexcept {
    return static_cast<long long>(size);
  }

  file file_;
  os::map_request request_;
  bool whole_ = false;  // the map ended at the end of the file
};

/// Maps a file by its path for writing: shared with all who map it, or a
/// private copy.
///
/// With `create`, creates the file if it is missing. If a file cannot be
/// extended, it remains, with its old size.
inline result<mutable_file_map> try_map_mutable(
    path_view path, mutable_map_options options = {}) {
  result<file> opened =
      file::try_open(path, {.write = !options.private_copy || options.create,
                            .create = options.create,
                            .mode = options.mode});
  if (!opened) return opened.error();
  return mutable_file_map::try_of(static_cast<file&&>(*opened), options);
}

/// Maps a file by its path for writing, or throws rill::error.
///
/// Example:
///     auto table = rill::map_mutable("table", {.size = 4, .create = true});
///     table.data()[3] = 'x';
///     table.resize(4096);
///     table.sync();
inline mutable_file_map map_mutable(path_view path,
                                    mutable_map_options options = {}) {
  return try_map_mutable(path, options).value();
}

}  // namespace rill::inline RILL_BUILD

#endif
