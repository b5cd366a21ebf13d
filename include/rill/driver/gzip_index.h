// rill/driver/gzip_index.h: random access to the decompressed bytes of a gzip
// file. Inert unless included.
//
//     rill::gzip_file in("big.log.gz", {.keep = true});
//     char buffer[4096];
//     std::size_t const size = in.read_at(1 << 30, buffer, sizeof buffer);
//     for (auto line : rill::lines(in.reader_at(1 << 30))) …
//
// Needs <zlib.h> (1.2.8 or newer, or zlib-ng's compatible one) and -lz. Layer
// 7. Allocates with operator new, and zlib with malloc; throws rill::error. The
// access points follow examples/zran.c of zlib. Cost and guarantees: class
// gzip_index. Tests: test/driver/gzip_index_test.cpp.
#ifndef RILL_DRIVER_GZIP_INDEX_H
#define RILL_DRIVER_GZIP_INDEX_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../memory/owned_text.h"
#include "../memory/storage.h"
#include "../stream/read_buffer.h"
#include "gzip_indexer.h"

namespace rill::inline RILL_BUILD {

/// Options of gzip_index::build.
struct gzip_index_options {
  /// Decompressed bytes between two access points. A random read decompresses
  /// half of that on average. There is no access point inside a deflate block:
  /// long blocks, such as those of zeros, make the distance longer and such
  /// reads slower, but need no more memory.
  unsigned long long spacing = 1 << 20;
};

/// Options of gzip_file.
struct gzip_file_options {
  /// Loads the index from NAME.index, where NAME is the gzip file's path.
  /// Builds and saves it if that file is missing, is damaged, or does not match
  /// the gzip file (its size, modification time, first or last 4 KiB). An index
  /// with another spacing is used as it is.
  bool keep = false;
  unsigned long long spacing = 1 << 20;  ///< of an index that is built
};

/// The access points of a gzip file, where decompressing can begin, and a
/// CRC-32 of each 64 KiB of its decompressed bytes (of each 4 to 64 KiB if the
/// spacing is below 1 MiB).
///
/// The index covers all members of the file. Each access point is at the first
/// boundary of deflate blocks that is at least `spacing` decompressed bytes
/// after the previous point. At a boundary of members, 64 KiB (one block of a
/// CRC-32) are enough, because a point there needs no stored window.
///
/// A saved index must be as trustworthy as the gzip file: a forged index can
/// determine which bytes are read. A checksum finds accidental damage.
///
/// Cost: building takes 4 % longer than decompressing the file once. With the
/// default spacing, the index of 1 GiB of log lines (340 MiB as gzip) takes 13
/// MB in memory and on the disk, nearly all of it windows of 32 KiB,
/// compressed.
///
/// Example:
///     rill::gzip_index index = rill::gzip_index::build("a.log.gz");
///     index.save("a.log.index");
///     rill::gzip_file in("a.log.gz", rill::gzip_index::load("a.log.index"));
class gzip_index {
 public:
  /// Reads the file once, to its end. Memory: the index, and 200 KiB.
  /// Errors: those of open(2) and read(2); library_problem::not_a_file for
  /// pipes and devices; damaged_data, also for a member's wrong CRC-32 or size
  /// and for a file that changes meanwhile; cut_data; trailing_data for bytes
  /// other than zeros after the last member; no_memory.
  static result<gzip_index> try_build(path_view path,
                                      gzip_index_options options = {}) {
    result<file> const in = detail::open_indexed(path);
    if (!in) return in.error();
    result<detail::gzip_table> made =
        detail::gzip_indexer(*in, options.spacing).run();
    if (!made) return made.error();
    return gzip_index(*static_cast<result<detail::gzip_table>&&>(made));
  }
  static gzip_index build(path_view path, gzip_index_options options = {}) {
    return try_build(path, options).value();
  }

  /// Writes the index to a file; an existing file is replaced as a whole. Those
  /// who can read the gzip file can read it. Errors: those of try_replace_file.
  result<void> try_save(path_view path) const { return table_.try_save(path); }
  void save(path_view path) const { try_save(path).value(); }

  /// Reads a saved index. Does not check to which gzip file it belongs: opening
  /// a gzip_file does.
  /// Errors: those of open(2) and read(2); library_problem::not_a_file for
  /// pipes and devices; damaged_data for a file that is not an index, or is
  /// damaged.
  static result<gzip_index> try_load(path_view path) {
    bool is_foreign = false;
    result<detail::gzip_table> loaded =
        detail::gzip_table::try_load(path, is_foreign);
    if (!loaded) return loaded.error();
    return gzip_index(*static_cast<result<detail::gzip_table>&&>(loaded));
  }
  static gzip_index load(path_view path) { return try_load(path).value(); }

  /// The size of the decompressed data, and of the gzip file, in bytes.
  unsigned long long size() const noexcept { return table_.plain_size(); }
  unsigned long long compressed_size() const noexcept {
    return table_.identity().size;
  }
  /// The number of access points.
  std::size_t point_count() const noexcept { return table_.point_count(); }

 private:
  friend class gzip_file;
  explicit gzip_index(detail::gzip_table table) noexcept
      : table_(static_cast<detail::gzip_table&&>(table)) {}

  detail::gzip_table table_;
};

/// Reads a gzip file's decompressed bytes from an offset; made by
/// gzip_file::reader_at. The gzip_file must outlive it, but may be moved.
class gzip_file_reader : public detail::buffered_reader {
 public:
  gzip_file_reader(gzip_file_reader&& other) noexcept
      : buffered_reader(static_cast<buffered_reader&&>(other)),
        blocks_(other.blocks_),
        offset_(other.offset_),
        failure_(other.failure_) {}
  gzip_file_reader& operator=(gzip_file_reader&& other) noexcept {
    return detail::remake(*this, static_cast<gzip_file_reader&&>(other));
  }
  ~gzip_file_reader() = default;

 private:
  friend class gzip_file;
  gzip_file_reader(detail::gzip_blocks* blocks, unsigned long long offset)
      : buffered_reader(device, default_read_size),
        blocks_(blocks),
        offset_(offset) {
    if (offset != 0) position_.line = 0;
    if (!blocks) error_ = library_problem::closed;
  }

  // Counts lines only when reading began at the first byte.
  bool fill_from_blocks() {
    if (error_) return false;
    make_room([this](text dropped) {
      if (position_.line != 0) detail::count_leaving(memo_, position_, dropped);
    });
    result<std::size_t> const got =
        blocks_->read_at(offset_, room_begin(), room_size());
    if (!got) {
      failure_ = got.error();
      error_ = failure_.code();
      return false;
    }
    add(*got);
    offset_ += *got;
    return *got != 0;
  }

  static bool fill(reader& base) {
    return static_cast<gzip_file_reader&>(base).fill_from_blocks();
  }
  static source_position locate_text(reader const& base) {
    auto& self = static_cast<gzip_file_reader const&>(base);
    source_position at = self.position_;
    if (self.blocks_) at.name = self.blocks_->view().name();
    at.reason = self.failure_.reason();
    return at;
  }
  static source_position place_in_text(reader const& base, char const* place) {
    auto& self = static_cast<gzip_file_reader const&>(base);
    return detail::count_on(self.memo_, locate_text(base), base, place);
  }
  static constexpr reader_device device{fill, locate_text, place_in_text};

  detail::gzip_blocks* blocks_;
  unsigned long long offset_;  // of the next byte that is read
  rill::error failure_;
};

/// A gzip file with random access to its decompressed bytes. Movable. Use it
/// from one thread at a time.
///
/// A read checks each block of 64 KiB against its CRC-32 in the index before
/// copying bytes of it. A gzip file that was changed or damaged after indexing
/// is an error.
///
/// Cost: a read decompresses from the nearest access point before it, half of
/// the spacing on average: 1.7 ms for a spacing of 1 MiB. A read that follows
/// the previous one continues from there.
/// Memory: the index, and 200 KiB.
///
/// Example:
///     rill::gzip_file in("big.log.gz", {.keep = true});
///     char buffer[100];
///     std::size_t const size = in.read_at(in.size() / 2, buffer, 100);
class gzip_file {
 public:
  /// Opens the file, and builds its index or, with `.keep`, loads it.
  /// Errors: those of gzip_index::try_build. With `.keep` also those of loading
  /// and saving the index, for example on a read-only disk. An existing
  /// NAME.index that is not an index is not replaced:
  /// library_problem::damaged_data.
  static result<gzip_file> try_open(path_view path,
                                    gzip_file_options options = {}) {
    result<file> in = detail::open_indexed(path);
    if (!in) return in.error();
    result<detail::gzip_table> table =
        options.keep ? kept(*in, path, options.spacing)
                     : detail::gzip_indexer(*in, options.spacing).run();
    if (!table) return table.error();
    return gzip_file(in, table);
  }
  explicit gzip_file(path_view path, gzip_file_options options = {})
      : gzip_file(try_open(path, options).value()) {}

  /// Opens the file with its index. Accepts copies of the indexed file: the
  /// path and the modification time may differ.
  /// Errors: those of open(2); library_problem::not_a_file for pipes and
  /// devices; damaged_data if the size, or the CRC-32 of the first and last
  /// 4 KiB, differs from the indexed file.
  static result<gzip_file> try_open(path_view path, gzip_index index) {
    result<file> in = detail::open_indexed(path);
    if (!in) return in.error();
    result<detail::gzip_identity> const found =
        detail::gzip_identity::try_of(*in);
    if (!found) return found.error();
    if (!found->has_content_of(index.table_.identity()))
      return error(library_problem::damaged_data, "read", path.bytes(),
                   "the index belongs to another file, or to an older state of "
                   "this one");
    result<detail::gzip_table> table(
        static_cast<detail::gzip_table&&>(index.table_));
    return gzip_file(in, table);
  }
  gzip_file(path_view path, gzip_index index)
      : gzip_file(try_open(path, static_cast<gzip_index&&>(index)).value()) {}

  gzip_file(gzip_file&& other) noexcept : blocks_(other.blocks_) {
    other.blocks_ = nullptr;
  }
  gzip_file& operator=(gzip_file&& other) noexcept {
    detail::gzip_blocks* const blocks = blocks_;
    blocks_ = other.blocks_;
    other.blocks_ = blocks;
    return *this;
  }
  ~gzip_file() { delete blocks_; }

  /// The size of the decompressed data, in bytes.
  unsigned long long size() const noexcept {
    return blocks_ ? blocks_->table().plain_size() : 0;
  }

  /// Reads decompressed bytes, and returns how many. Fewer than `size` always
  /// mean the end of the data.
  /// Errors: those of read(2); library_problem::damaged_data and cut_data if
  /// the gzip file differs from the indexed one; no_memory; closed for a
  /// moved-from object.
  result<std::size_t> try_read_at(unsigned long long offset, char* data,
                                  std::size_t size) {
    if (!blocks_) return error(library_problem::closed, "read");
    return blocks_->read_at(offset, data, size);
  }
  std::size_t read_at(unsigned long long offset, char* data, std::size_t size) {
    return try_read_at(offset, data, size).value();
  }

  /// Returns a reader that begins at an offset, for scan and lines. Its errors
  /// have lines and columns if the offset is 0.
  gzip_file_reader reader_at(unsigned long long offset) {
    return gzip_file_reader(blocks_, offset);
  }

 private:
  gzip_file(result<file>& in, result<detail::gzip_table>& table)
      : blocks_(new detail::gzip_blocks(
            *static_cast<result<file>&&>(in),
            *static_cast<result<detail::gzip_table>&&>(table))) {}

  // Loads NAME.index, or builds the index and saves it there.
  static result<detail::gzip_table> kept(file_view in, path_view path,
                                         unsigned long long spacing) {
    owned_text name(path.bytes());
    name.add(".index");
    bool is_foreign = false;
    result<detail::gzip_table> loaded =
        detail::gzip_table::try_load(name, is_foreign);
    if (loaded) {
      result<detail::gzip_identity> const now =
          detail::gzip_identity::try_of(in);
      if (!now) return now.error();
      if (now->is(loaded->identity())) return loaded;
    } else if (is_foreign || !can_be_replaced(loaded.error().code())) {
      return loaded;
    }
    result<detail::gzip_table> made = detail::gzip_indexer(in, spacing).run();
    if (!made) return made;
    result<void> const saved = made->try_save(name);
    if (!saved) return saved.error();
    return made;
  }
  static bool can_be_replaced(error_code why) noexcept {
    return why == os::errors::missing ||
           why == error_code(library_problem::damaged_data);
  }

  detail::gzip_blocks* blocks_;
};

}  // namespace rill::inline RILL_BUILD

#endif
