// rill/copy/load.h: loads all the bytes of anything that can be read.
//
// Layer 4. Maps a large regular file and reads everything else into one block.
// Sizes that the system gives are only hints. docs/loading.md says which way is
// taken for which size, with figures. Tests: test/copy/load_test.cpp,
// test/system/.
#ifndef RILL_COPY_LOAD_H
#define RILL_COPY_LOAD_H

#include <concepts>     // std::derived_from
#include <type_traits>  // std::is_convertible_v

#include "../memory/storage.h"
#include "../os/file_map.h"
#include "load_block.h"
#include "../stream/memory_reader.h"
#include "../stream/source.h"

namespace rill::inline RILL_BUILD {

/// How a file is loaded. The defaults choose what suits the file.
struct load_options {
  std::size_t padding = 0;  ///< readable zero bytes behind the last one
  unsigned long long limit = ~0ull;  ///< more bytes than this are an error
  bool never_map = false;   ///< copy; later changes of the file are invisible
  bool writable = false;    ///< the bytes can be changed; the file does not
  bool populate = false;    ///< read a mapped file in at once
  bool huge_pages = false;  ///< a hint for a mapped file
};

namespace detail {
class loader;
}  // namespace detail

/// The contiguous bytes of a file. Movable. Also a source: each `scan(loaded,
/// x)` continues where the last one ended.
///
/// If another process truncates the file while it is mapped, touching the lost
/// part raises SIGBUS. `.never_map = true` prevents this.
class loaded_file {
 public:
  /// No bytes.
  loaded_file() noexcept : reader_("", 0) {}
  loaded_file(loaded_file&& other) noexcept
      : map_(static_cast<file_map&&>(other.map_)),
        block_(static_cast<detail::load_block&&>(other.block_)),
        data_(other.data_),
        size_(other.size_),
        is_mapped_(other.is_mapped_),
        is_writable_(other.is_writable_),
        reader_(static_cast<memory_reader&&>(other.reader_)) {
    other.forget();
  }
  loaded_file& operator=(loaded_file&& other) noexcept {
    return detail::remake(*this, static_cast<loaded_file&&>(other));
  }
  ~loaded_file() = default;

  /// The bytes; never null.
  char const* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  char const* begin() const noexcept { return data_; }
  char const* end() const noexcept { return data_ + size_; }
  bool empty() const noexcept { return size_ == 0; }
  text view() const noexcept { return {data_, size_}; }
  /// For functions that take a text, such as transcode and replace_file.
  operator text() const noexcept { return view(); }
  /// Converts as a text does: implicitly to std::string_view, which must not
  /// outlive the loaded_file, and explicitly to std::string, which copies.
  template <detail::string_of_bytes String>
  explicit(requires {
    typename String::allocator_type;
  }) operator String() const {
    return String(data_, size_);
  }
  bool is_mapped() const noexcept { return is_mapped_; }

  /// The bytes, for changing them. Requires `.writable = true` in load().
  char* writable_data() noexcept {
    RILL_ASSERT(is_writable_);
    return const_cast<char*>(data_);
  }

  /// The reader that scan uses.
  rill::reader& reader() noexcept { return reader_; }

 private:
  friend detail::loader;

  loaded_file(file_map map, bool is_writable) noexcept
      : map_(static_cast<file_map&&>(map)),
        data_(map_.data()),
        size_(map_.size()),
        is_mapped_(true),
        is_writable_(is_writable),
        reader_(data_, size_) {}
  loaded_file(detail::load_block block, std::size_t size,
              bool is_writable) noexcept
      : block_(static_cast<detail::load_block&&>(block)),
        data_(block_.data()),
        size_(size),
        is_writable_(is_writable),
        reader_(data_, size_) {}

  void forget() noexcept {
    data_ = "";
    size_ = 0;
    is_mapped_ = false;
  }

  file_map map_;
  detail::load_block block_;
  char const* data_ = "";
  std::size_t size_ = 0;
  bool is_mapped_ = false;
  bool is_writable_ = false;
  memory_reader reader_;
};

namespace detail {

struct borrowed_load {
  loaded_file& source;
  rill::reader& reader() { return source.reader(); }
};
struct owned_load {
  loaded_file source;
  rill::reader& reader() { return source.reader(); }
};

}  // namespace detail

/// A loaded_file is a source.
template <>
struct source_traits<loaded_file> {
  using held = detail::borrowed_load;
  using owned = detail::owned_load;
  template <class Use>
  static auto with(loaded_file& in, Use use) {
    return use(in.reader());
  }
};

namespace detail {

// Smaller files are read, larger ones mapped. Time to sum every byte, in
// microseconds (bench/stream/load.cpp, tmpfs), for three ways: read into memory
// used before, read into memory never touched, mapped. 16 KiB 5, 18, 12; 64 KiB
// 9, 45, 16; 128 KiB 15, 79, 26; 391 KiB 46, 232, 56; 1 MiB 112, 626, 128; 24
// MiB 6500, 16100, 4100. Which kind of memory a block gets is not known. Blocks
// of 128 KiB and more usually are fresh from the system (glibc's
// M_MMAP_THRESHOLD); at that size mapping costs 11 us more in the worst case
// and saves 53 in the best.
inline constexpr unsigned long long map_from_size = 128 << 10;

// The first block is at most this large, whatever size the system gives; after
// that the block grows with what was read.
inline constexpr unsigned long long largest_first_block = 1ull << 30;

// For pipes and files in /proc, whose size is unknown. A pipe of Linux holds 64
// KiB.
inline constexpr std::size_t first_block_of_unknown = 4096;

class loader {
 public:
  explicit loader(load_options const& options) noexcept
      : options_(options),
        limit_(smaller<unsigned long long>(options.limit, largest_range - 1)) {}

  // Loads the rest of an open file. `offset` is its position, or -1 for a file
  // of the caller's: then load() asks for the position, and moves it to the
  // end.
  result<loaded_file> load(file_view file, long long offset) {
    device_status const status = os::status(file.native_handle());
    if (status.error) return file.failure("load", status.error);
    if (options_.padding > largest_range / 4)
      return file.failure("load", library_problem::out_of_reach);
    bool const is_shared = offset < 0;
    unsigned long long left = 0;
    if (status.kind == device_kind::regular) {
      if (offset < 0) {
        os::position const at =
            os::seek(file.native_handle(), 0, os::from_here);
        if (at.error) return file.failure("load", at.error);
        offset = at.offset;
      }
      auto const from = static_cast<unsigned long long>(offset);
      left = status.size > from ? status.size - from : 0;
    }
    if (left > limit_)
      return file.failure("load", left > options_.limit
                                      ? library_problem::too_large
                                      : library_problem::out_of_reach);
    if (left >= map_from_size && !options_.never_map) {
      file_map map = mapped(file, static_cast<unsigned long long>(offset),
                            static_cast<std::size_t>(left));
      if (!map.empty()) {
        // Moves the position to the end, as reading does.
        if (is_shared)
          (void)os::seek(file.native_handle(),
                         offset + static_cast<long long>(map.size()),
                         os::from_start);
        return loaded_file(static_cast<file_map&&>(map), options_.writable);
      }
    }
    error_code const why = read(left, [&](char* to, std::size_t size) {
      return os::read_all(file.native_handle(), to, size);
    });
    if (why) return file.failure("load", why);
    return taken();
  }

  // Loads the rest of a reader.
  result<loaded_file> load(reader& in) {
    error_code const why =
        read(in.available(), [&](char* to, std::size_t size) {
          std::size_t const got = copy_in_pieces(in, to, size);
          return os::transfer{got, got == size ? error_code{} : in.error()};
        });
    if (!why) return taken();
    if (why.source == error_source::text) return read_failure(in);
    source_position const from = source_of(in);
    return rill::error(why, "load", from.name, from.reason);
  }

 private:
  // Gives access to the protected open(), which can also make private writable
  // maps.
  class source_map : public file_map {
   public:
    using file_map::open;
  };

  // Maps the file. Returns an empty map on failure: the caller then reads.
  file_map mapped(file_view file, unsigned long long offset,
                  std::size_t size) const noexcept {
    source_map map;
    (void)map.open(file, {offset, size, {}},
                   {options_.writable, false, options_.populate,
                    options_.huge_pages, options_.padding});
    return map;
  }

  // Reads to the end. The block has one byte more than expected, so that the
  // end is seen without growing it.
  template <class Read>
  error_code read(unsigned long long expected, Read read_some) {
    std::size_t room = static_cast<std::size_t>(
        expected != 0
            ? smaller(expected, smaller(limit_, largest_first_block)) + 1
            : smaller<unsigned long long>(limit_ + 1, first_block_of_unknown));
    for (;;) {
      if (error_code const why = block_.grow(room + options_.padding, size_))
        return why;
      os::transfer const got = read_some(block_.data() + size_, room - size_);
      size_ += got.moved;
      if (got.error) return got.error;
      if (size_ > limit_) return library_problem::too_large;
      if (size_ != room) break;
      room = static_cast<std::size_t>(
          smaller<unsigned long long>(2ull * room, limit_ + 1));
    }
    fill_bytes(block_.data() + size_, options_.padding, '\0');
    return {};
  }

  loaded_file taken() {
    return loaded_file(static_cast<load_block&&>(block_), size_,
                       options_.writable);
  }

  load_options const& options_;
  unsigned long long limit_;
  load_block block_;
  std::size_t size_ = 0;
};

template <class Source>
concept neither_path_nor_file =
    source<Source> || (!std::is_convertible_v<Source, path_view> &&
                       !std::is_convertible_v<Source, file_view>);

}  // namespace detail

/// Loads the rest of an open file, pipe, terminal or socket, and leaves it at
/// its end. Sizes that the system gives are only hints: files in /proc report
/// 0, others grow or shrink, and what was read counts. Standard input:
/// `load(stdin)`, or `load(in())` after other reads from in().
///
/// Bytes in the buffer of one of the program's writers are not in the file yet:
/// flush() or close() that writer first.
///
/// Errors: those of fstat and read; a directory is EISDIR;
/// library_problem::too_large for more bytes than `limit`.
inline result<loaded_file> try_load(file_view file, load_options options = {}) {
  return detail::loader(options).load(file, -1);
}

/// Loads a file by its path.
inline result<loaded_file> try_load(path_view path, load_options options = {}) {
  detail::scoped_file const file(path);
  if (file.problem()) return file.failure();
  return detail::loader(options).load(file.view(), 0);
}

/// Loads the rest of any source of scan: a reader (what it has read ahead, and
/// what follows), a FILE*, a std::istream.
template <class Source>
  requires detail::neither_path_nor_file<Source>
result<loaded_file> try_load(Source&& from, load_options options = {}) {
  constexpr bool is_source =
      detail::readable_source<std::remove_reference_t<Source>>;
  static_assert(is_source,
                "rill: load reads a path, a file or a source of scan: a FILE* "
                "needs <rill/stdio.h>, a std::istream <rill/iostream.h>");
  if constexpr (std::derived_from<detail::remove_cvref<Source>, reader>) {
    return detail::loader(options).load(from);
  } else if constexpr (is_source) {
    result<loaded_file> loaded = loaded_file();
    rill::error reason = detail::use_reader_of(
        from, [&](reader& in) { loaded = detail::loader(options).load(in); });
    if (loaded && reason) return reason;
    return loaded;
  } else {
    return loaded_file();
  }
}

/// Loads a file, or throws rill::error.
///
/// Cost: one block of the file's size, or a mapping.
///
/// Example:
///     rill::file::create("a.txt").write("12 34");
///     rill::loaded_file bytes = rill::load("a.txt", {.never_map = true});
///     int a = 0, b = 0;
///     rill::scan(bytes, a, b);
///     RILL_ASSERT(a + b == 46 && bytes.size() == 5);
inline loaded_file load(path_view path, load_options options = {}) {
  return try_load(path, options).value();
}
inline loaded_file load(file_view file, load_options options = {}) {
  return try_load(file, options).value();
}
template <class Source>
  requires detail::neither_path_nor_file<Source>
loaded_file load(Source&& from, load_options options = {}) {
  return try_load(from, options).value();
}

}  // namespace rill::inline RILL_BUILD

#endif
