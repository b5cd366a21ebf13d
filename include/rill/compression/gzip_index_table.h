// rill/compression/gzip_index_table.h: the contents of a gzip index, and the
// file that stores it.
//
// Layer 6. Calls no compression library. Allocates with operator new: a few
// bytes for each 64 KiB of plain text, and the windows. Tests:
// test/driver/gzip_index_test.cpp.
#ifndef RILL_COMPRESSION_GZIP_INDEX_TABLE_H
#define RILL_COMPRESSION_GZIP_INDEX_TABLE_H

#include "../hash/crc.h"
#include "../memory/small_vector.h"
#include "../memory/storage.h"
#include "../os/file.h"
#include "../stream/replace_file.h"

namespace rill::inline RILL_BUILD::detail {

// DEFLATE refers at most 32 KiB back (RFC 1951, 2), so decompression can start
// anywhere with that much of the plain text before it.
inline constexpr unsigned largest_gzip_window = 32768;

/// A position in a gzip file at which decompression can start.
struct gzip_point {
  unsigned long long plain = 0;      // plain bytes before it
  unsigned long long bit = 0;        // bits of the file before it
  unsigned long long packed_at = 0;  // offset of its window in the windows
  unsigned packed_size = 0;          // compressed bytes of the window
  unsigned window_size = 0;          // plain bytes; 0: a member begins here
};

/// Identifies a gzip file, and a state of its content.
struct gzip_identity {
  unsigned long long size = 0;
  unsigned long long changed = 0;  // of device_status; 0: unknown
  std::uint32_t ends = 0;          // CRC-32 of the first and the last bytes
  unsigned mode = 0600;            // permissions for the index; not stored

  /// A gzip file ends with a CRC-32 of the plain text, so the ends of files
  /// with different content differ, even at equal sizes.
  bool has_content_of(gzip_identity const& other) const noexcept {
    return size == other.size && ends == other.ends;
  }
  bool is(gzip_identity const& other) const noexcept {
    return has_content_of(other) && changed == other.changed;
  }

  static result<gzip_identity> try_of(file_view file) {
    device_status const status = os::status(file.native_handle());
    if (status.error) return file.failure("stat", status.error);
    if (status.kind != device_kind::regular)
      return file.failure("index", library_problem::not_a_file);
    storage const block(2 * end_size);  // too large for a small stack
    char* const bytes = block.data();
    unsigned long long const last =
        status.size - smaller<unsigned long long>(status.size, end_size);
    result<std::size_t> const first_part = file.try_pread(bytes, end_size, 0);
    if (!first_part) return first_part.error();
    result<std::size_t> const last_part = file.try_pread(
        bytes + *first_part, end_size, static_cast<long long>(last));
    if (!last_part) return last_part.error();
    return gzip_identity{status.size, status.changed,
                         crc32::of(text(bytes, *first_part + *last_part)),
                         status.mode & 0666};
  }

 private:
  static constexpr std::size_t end_size = 4096;
};

// Opens a gzip file or its index. Without `non_blocking`, open(2) would wait
// for the writer of a FIFO; regular files ignore it.
inline result<file> open_indexed(path_view path) {
  return file::try_open(path, {.non_blocking = true});
}

/// The points of a gzip file, and the CRC-32 of each block of its plain text.
/// Blocks are of block_size() bytes, the last one of fewer.
class gzip_table {
 public:
  // A CRC of 4 bytes for 4 KiB is 0.1 % of the plain text.
  static constexpr unsigned least_block = 4096;
  // Each read decompresses whole blocks, so smaller blocks make reads cheaper,
  // but each block costs 4 bytes.
  static constexpr unsigned usual_block = 65536;
  // The limit for a loaded index; it bounds what a read allocates.
  static constexpr unsigned largest_block = 1 << 20;

  gzip_table() noexcept = default;
  gzip_table(gzip_identity const& of, unsigned block_size) noexcept
      : identity_(of), block_size_(block_size) {}

  gzip_identity const& identity() const noexcept { return identity_; }
  unsigned block_size() const noexcept { return block_size_; }
  unsigned long long plain_size() const noexcept { return plain_size_; }
  std::size_t point_count() const noexcept { return points_.size(); }
  std::uint32_t sum(unsigned long long block) const noexcept {
    return sums_[static_cast<std::size_t>(block)];
  }
  text packed_window(gzip_point const& point) const noexcept {
    return {windows_.data() + point.packed_at, point.packed_size};
  }

  /// The last point at or before a plain byte. Requires such a point.
  gzip_point const& point_before(unsigned long long plain) const noexcept {
    std::size_t low = 0;
    std::size_t high = points_.size();
    while (high - low > 1) {
      std::size_t const middle = low + (high - low) / 2;
      (points_[middle].plain <= plain ? low : high) = middle;
    }
    return points_[low];
  }

  void add_point(unsigned long long plain, unsigned long long bit,
                 text packed = {}, unsigned window_size = 0) {
    points_.add({plain, bit, windows_.size(),
                 static_cast<unsigned>(packed.size), window_size});
    windows_.add(packed.data, packed.size);
  }
  void add_block(text plain) {
    sums_.add(crc32::of(plain));
    plain_size_ += plain.size;
  }

  /// Replaces the file. Errors: as try_replace_file.
  result<void> try_save(path_view path) const {
    return try_replace_file(path, [this](writer& out) { write_to(out); },
                            {.mode = identity_.mode});
  }

  /// Errors: those of open and read; not_a_file; damaged_data for a file that
  /// is truncated, changed, of another version, or has impossible values. Sets
  /// `is_foreign` when the file was not written by try_save().
  static result<gzip_table> try_load(path_view path, bool& is_foreign) {
    is_foreign = false;
    result<file> const in = open_indexed(path);
    if (!in) return in.error();
    result<device_status> const status = in->try_status();
    if (!status) return status.error();
    if (status->kind != device_kind::regular &&
        status->kind != device_kind::directory)  // read(2) refuses a folder
      return in->failure("read", library_problem::not_a_file);
    gzip_table table;
    crc32 sum;
    unsigned char head[head_size] = {};
    counts sizes;
    result<std::size_t> const got =
        in->try_read(reinterpret_cast<char*>(head), sizeof head);
    if (!got) return got.error();
    if (!same_bytes(magic, reinterpret_cast<char*>(head),
                    smaller(*got, sizeof magic))) {
      is_foreign = true;
      return damaged(*in, "this is not an index of a gzip file");
    }
    if (*got != sizeof head) return damaged(*in, "the index is truncated");
    sum.update(head);
    char const* why = table.take_head(head, status->size, sizes);
    if (why) return damaged(*in, why);
    result<void> const done = table.read_rest(*in, sizes, sum);
    if (!done) return done.error();
    why = table.impossibility();
    if (why) return damaged(*in, why);
    return static_cast<gzip_table&&>(table);
  }

 private:
  // Little endian. The head: magic, version and block size (4 bytes each), size
  // and change time of the gzip file (8 each), CRC of its ends and 0 (4 each),
  // plain size, number of points, bytes of windows (8 each). Then the points,
  // the windows, the CRCs of the blocks, and the CRC-32 of everything before
  // it.
  static constexpr char magic[8] = {'r', 'i', 'l', 'l', '-', 'g', 'z', 'i'};
  static constexpr std::uint32_t version = 1;
  static constexpr std::size_t head_size = 64;
  static constexpr std::size_t point_size = 24;

  struct counts {
    std::size_t points = 0;
    std::size_t windows = 0;  // bytes
    std::size_t blocks = 0;
  };

  // Writes consecutive numbers to a small block.
  class packer {
   public:
    explicit packer(unsigned char* to) noexcept : to_(to) {}
    packer& operator<<(std::uint64_t number) noexcept {
      store_little(to_, number);
      to_ += sizeof number;
      return *this;
    }
    packer& operator<<(std::uint32_t number) noexcept {
      store_little(to_, number);
      to_ += sizeof number;
      return *this;
    }

   private:
    unsigned char* to_;
  };
  class unpacker {
   public:
    explicit unpacker(unsigned char const* from) noexcept : from_(from) {}
    std::uint64_t long_word() noexcept {
      from_ += 8;
      return load_little<std::uint64_t>(from_ - 8);
    }
    std::uint32_t word() noexcept {
      from_ += 4;
      return load_little<std::uint32_t>(from_ - 4);
    }

   private:
    unsigned char const* from_;
  };

  unsigned long long block_count() const noexcept {
    return plain_size_ / block_size_ + (plain_size_ % block_size_ != 0);
  }

  void write_to(writer& out) const {
    crc32 sum;
    auto const put = [&](void const* data, std::size_t size) {
      text const bytes(static_cast<char const*>(data), size);
      sum.update(bytes);
      out.write(bytes);
    };
    unsigned char head[head_size];
    std::uint64_t const points = points_.size();
    std::uint64_t const windows = windows_.size();
    copy_bytes(reinterpret_cast<char*>(head), magic, sizeof magic);
    packer(head + sizeof magic)
        << version << std::uint32_t{block_size_}
        << std::uint64_t{identity_.size} << std::uint64_t{identity_.changed}
        << identity_.ends << std::uint32_t{0} << std::uint64_t{plain_size_}
        << points << windows;
    put(head, sizeof head);
    for (gzip_point const& point : points_) {
      unsigned char bytes[point_size];
      packer(bytes) << std::uint64_t{point.plain} << std::uint64_t{point.bit}
                    << std::uint32_t{point.packed_size}
                    << std::uint32_t{point.window_size};
      put(bytes, sizeof bytes);
    }
    put(windows_.data(), windows_.size());
    unsigned char word[4];
    for (std::uint32_t block : sums_) {
      packer(word) << block;
      put(word, sizeof word);
    }
    packer(word) << sum.finish();
    put(word, sizeof word);
  }

  static error damaged(file_view in, char const* why) {
    return {library_problem::damaged_data, "read", in.name(), text(why)};
  }
  static result<void> read(file_view in, void* to, std::size_t size,
                           crc32& sum) {
    result<std::size_t> const got = in.try_read(static_cast<char*>(to), size);
    if (!got) return got.error();
    if (*got != size) return damaged(in, "the index is truncated");
    sum.update(text(static_cast<char const*>(to), size));
    return {};
  }

  // Takes the head of an index of `size` bytes, which bounds everything that is
  // allocated later. Returns what is wrong, or null.
  char const* take_head(unsigned char const* head, unsigned long long size,
                        counts& sizes) noexcept {
    unpacker from(head + sizeof magic);
    if (from.word() != version) return "the index is of another version";
    block_size_ = from.word();
    identity_.size = from.long_word();
    identity_.changed = from.long_word();
    identity_.ends = from.word();
    bool const is_plain = from.word() == 0;
    plain_size_ = from.long_word();
    unsigned long long const points = from.long_word();
    unsigned long long const windows = from.long_word();
    constexpr char const* impossible = "the sizes in the index are impossible";
    if (!is_plain || block_size_ == 0 || block_size_ > largest_block ||
        points > size / point_size || windows > size ||
        block_count() > size / 4 || size > (~std::size_t{0} >> 1))
      return impossible;
    sizes = {static_cast<std::size_t>(points),
             static_cast<std::size_t>(windows),
             static_cast<std::size_t>(block_count())};
    // The sum cannot overflow: it is at most three times `size`, which is at
    // most half of the largest std::size_t.
    unsigned long long const wanted =
        head_size + points * point_size + windows + block_count() * 4 + 4;
    return wanted == size ? nullptr : impossible;
  }

  result<void> read_rest(file_view in, counts const& sizes, crc32& sum) {
    storage const raw(larger(sizes.points * point_size, sizes.blocks * 4));
    auto* const bytes = reinterpret_cast<unsigned char*>(raw.data());
    result<void> done = read(in, bytes, sizes.points * point_size, sum);
    if (!done) return done;
    (void)points_.reserve(sizes.points);
    unpacker point(bytes);
    unsigned long long packed_at = 0;
    for (std::size_t i = 0; i != sizes.points; ++i) {
      std::uint64_t const plain = point.long_word();
      std::uint64_t const bit = point.long_word();
      std::uint32_t const packed_size = point.word();
      points_.add({plain, bit, packed_at, packed_size, point.word()});
      packed_at += packed_size;
    }
    (void)windows_.reserve(sizes.windows);
    done = read(in, windows_.data(), sizes.windows, sum);
    if (!done) return done;
    windows_.set_size(sizes.windows);
    done = read(in, bytes, sizes.blocks * 4, sum);
    if (!done) return done;
    (void)sums_.reserve(sizes.blocks);
    unpacker block(bytes);
    for (std::size_t i = 0; i != sizes.blocks; ++i) sums_.add(block.word());
    std::uint32_t const found = sum.finish();
    unsigned char last[4];
    done = read(in, last, sizeof last, sum);
    if (done && unpacker(last).word() != found)
      return damaged(in, "the CRC-32 of the index is wrong");
    return done;
  }

  // Returns what is impossible about the points, or null. The check is needed
  // despite the CRC, because an index can be written by hand.
  char const* impossibility() const noexcept {
    constexpr char const* impossible = "a point in the index is impossible";
    if (points_.empty() || points_[0].plain != 0) return impossible;
    unsigned long long packed = 0;
    for (std::size_t i = 0; i != points_.size(); ++i) {
      gzip_point const& point = points_[i];
      packed += point.packed_size;
      if (point.plain > plain_size_ || point.bit / 8 >= identity_.size ||
          point.window_size > largest_gzip_window ||
          (point.window_size == 0) != (point.packed_size == 0) ||
          (point.window_size == 0 && point.bit % 8 != 0))
        return impossible;
      if (i != 0 && (point.plain < points_[i - 1].plain ||
                     point.bit <= points_[i - 1].bit))
        return impossible;
    }
    return packed == windows_.size() ? nullptr : impossible;
  }

  gzip_identity identity_;
  unsigned block_size_ = usual_block;
  unsigned long long plain_size_ = 0;
  small_vector<gzip_point> points_;
  small_vector<char> windows_;
  small_vector<std::uint32_t> sums_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
