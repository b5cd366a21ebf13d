// rill/os/mutable_map.h: a file's bytes as memory that is written.
//
// Layer 3. Keeps its file open, and with it a copy of the path; nothing else
// allocates. Tests: test/os/mutable_map_test.cpp.
#ifndef RILL_OS_MUTABLE_MAP_H
#define RILL_OS_MUTABLE_MAP_H

#include "file_map.h"

namespace rill::inline RILL_BUILD {

/// The same for a map that can be written.
struct mutable_map_options {
  unsigned long long offset = 0;
  /// The bytes that are mapped. With `create`, the file is made so long.
  std::size_t size = to_the_end;
  /// Makes the file when there is none, and makes it as long as `offset +
  /// size`, with room on the disk for all of it.
  bool create = false;
  /// What is written stays in this map and never reaches the file.
  bool private_copy = false;
  bool populate = false;
  bool huge_pages = false;
  unsigned mode = 0666;  ///< permissions of a new file, before the umask
};

/// A file's bytes as memory that can be written. Movable.
///
/// What is written reaches the file at the latest when the map ends, and
/// other programs that map it at once; sync() waits for the disk. A private
/// copy never reaches it.
class mutable_file_map : public file_map {
 public:
  mutable_file_map() noexcept = default;
  mutable_file_map(mutable_file_map&&) noexcept = default;
  mutable_file_map& operator=(mutable_file_map&&) noexcept = default;

  /// Maps a part of an open file; takes the file over. A shared map needs a
  /// file that is open for reading and writing.
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

  /// Makes file and map longer or shorter; the map may move. Added bytes are
  /// zero, and the disk has room for them.
  ///
  /// Requires a shared map of a whole file. Errors: library_problem::
  /// cannot_map for others, and for one that is to be shorter when others have
  /// made the file longer in the meantime; a full disk, no address range: the
  /// map and the size of the file are then as they were.
  result<void> try_resize(std::size_t size) {
    error_code const why = size < size_ ? shrink(size) : grow(size);
    if (why) return file_.failure("resize", why);
    return {};
  }
  void resize(std::size_t size) { try_resize(size).value(); }

  /// Waits until the bytes are on the disk. Nothing for a private copy.
  result<void> try_sync() const {
    if (size_ == 0 || !request_.shared) return {};
    if (error_code const why = os::sync_map(data_, size_, true))
      return file_.failure("sync", why);
    return {};
  }
  void sync() const { try_sync().value(); }

  /// Ends the map and closes the file: says what the system says then.
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

  // Keeps room for all bytes; after an error the file is as long as before.
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
    // Others may have made it longer in the meantime.
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

  // The file first: where that fails, all is as it was. Pages behind its end
  // that the system does not take back are never touched again.
  error_code shrink(std::size_t size) {
    if (!whole_) return library_problem::cannot_map;
    // What others have added behind the map is not ours to cut.
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
  bool whole_ = false;  // the map ended where the file did
};

/// Maps a file by its path, to be written: shared with everybody who maps
/// it, or a private copy.
///
/// With `create` a file is made when there is none; one that could not be
/// made long enough stays, as long as before.
inline result<mutable_file_map> try_map_mutable(
    path_view path, mutable_map_options options = {}) {
  result<file> opened =
      file::try_open(path, {.write = !options.private_copy || options.create,
                            .create = options.create,
                            .mode = options.mode});
  if (!opened) return opened.error();
  return mutable_file_map::try_of(static_cast<file&&>(*opened), options);
}

/// Maps a file by its path, to be written, or throws rill::error.
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
