// rill/copy/hash_file.h: the digests of a file, or of the rest of any other
// source.
//
// Layer 4. Files are read, never mapped: a file that is cut while it is mapped
// ends the program with SIGBUS. Allocates one block of 256 KiB at most. Tests:
// test/stream/hashing_test.cpp, test/copy/hash_file_test.cpp,
// test/system/rill_sum_test.py.
#ifndef RILL_COPY_HASH_FILE_H
#define RILL_COPY_HASH_FILE_H

#include <concepts>  // std::same_as, std::derived_from

#include "../memory/owned.h"
#include "../os/scoped_file.h"
#include "../stream/reader.h"
#include "../stream/source.h"
#include "../stream/writer.h"

// The requirements on a hash state, and a writer that only hashes.
//
// Allocates nothing, throws nothing. Names no hash function: any class with
// update() and finish() is a state.

namespace rill::inline RILL_BUILD {

/// A hash function in progress: `update(bytes)` takes bytes and returns the
/// state, `finish()` returns the digest of what was taken and leaves the state
/// as it was. Neither throws. The states of rill/hash.h are of this kind:
/// sha256, sha512, md5, hmac, crc, adler32, fnv1a and the others.
template <class H>
concept hash_state =
    std::is_class_v<H> && requires(H& state, H const& taken, text bytes) {
      { state.update(bytes) } noexcept -> std::same_as<H&>;
      { taken.finish() } noexcept;
    } && !std::derived_from<H, writer>;

namespace detail {

/// A writer for one call of print. It hashes its buffer when that is full and
/// in its destructor, also after an exception.
template <hash_state H>
class hash_area : public writer {
 public:
  explicit hash_area(H& state) noexcept
      : writer(device, block_, sizeof block_), state_(state) {}
  ~hash_area() { take_held(); }

 private:
  void take_held() noexcept {
    state_.update(pending());
    cursor_ = begin_;
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<hash_area&>(base);
    self.take_held();
    if (size < sizeof block_)
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.state_.update(text{data, size});
  }
  static void flush_device(writer& base) {
    static_cast<hash_area&>(base).take_held();
  }
  static constexpr writer_device device{drain, flush_device};

  H& state_;
  char block_[512];  // eight blocks of SHA-256, four of SHA-512
};

}  // namespace detail

/// How a file is hashed.
struct hash_file_options {
  /// The least number of bytes between two calls of the progress function.
  unsigned long long report_every = 8ull << 20;
};

/// The digests of two to four hash functions, in the order of the functions.
template <class...>
struct file_digests;
template <class A, class B>
struct file_digests<A, B> {
  A first;
  B second;
};
template <class A, class B, class C>
struct file_digests<A, B, C> {
  A first;
  B second;
  C third;
};
template <class A, class B, class C, class D>
struct file_digests<A, B, C, D> {
  A first;
  B second;
  C third;
  D fourth;
};

namespace detail {

// One block is read and hashed at a time. 256 KiB stay in the second-level
// cache, from which a second hash function reads them again.
inline constexpr std::size_t hash_block_size =
    2 * std::size_t{RILL_BUFFER_SIZE};
// Blocks up to this size are ordinary allocations; larger ones are aligned to a
// page.
inline constexpr std::size_t small_hash_block =
    smaller(hash_block_size, std::size_t{65536});

// The caller's progress function; `total` is 0 if unknown.
struct hash_progress {
  void* object = nullptr;
  void (*call)(void*, unsigned long long done,
               unsigned long long total) = nullptr;
};

// A callback that receives the bytes.
struct byte_taker {
  void* object;
  void (*take)(void* object, text bytes);
};

// Counts the bytes hashed and calls the progress function.
class hash_count {
 public:
  hash_count(hash_file_options const& options, hash_progress progress) noexcept
      : step_(larger(options.report_every, 1ull)), progress_(progress) {}

  unsigned long long done() const noexcept { return done_; }
  void expect(unsigned long long total) noexcept { total_ = total; }

  void add(std::size_t bytes) {
    done_ += bytes;
    if (progress_.call && done_ - reported_ >= step_) report();
  }
  // Reports the bytes hashed since the last report, if any.
  void finish() {
    if (progress_.call && done_ != reported_) report();
  }

 private:
  void report() {
    reported_ = done_;
    progress_.call(progress_.object, done_, total_);
  }

  unsigned long long step_;
  hash_progress progress_;
  unsigned long long done_ = 0;
  unsigned long long reported_ = 0;
  unsigned long long total_ = 0;
};

// Reads an open file from its current position, or from `start`, to its end.
class file_bytes {
 public:
  file_bytes(file_view file, byte_taker to, hash_count& count) noexcept
      : file_(file), to_(to), count_(count) {}

  result<void> take_all(long long start) {
    before_ = os::status(file_.native_handle());
    if (before_.error) return file_.failure("stat", before_.error);
    if (is_regular()) {
      if (start < 0)
        start = os::seek(file_.native_handle(), 0, os::from_here).offset;
      start_ = static_cast<unsigned long long>(start);
      expected_ = size_behind_start(before_);
      count_.expect(expected_);
    }
    if (result<void> read = read_all(); !read) return read;
    count_.finish();
    return is_regular() ? compare_sizes() : result<void>{};
  }

 private:
  bool is_regular() const noexcept {
    return before_.kind == device_kind::regular;
  }
  unsigned long long size_behind_start(device_status const& now) const {
    return now.size - smaller(now.size, start_);
  }

  // The block has one byte more than the file: the read that returns the last
  // byte is then a short one, and no second read is needed to see the end.
  void make_block(std::size_t size) {
    if (size <= small_hash_block) {
      small_ = storage(size);
      block_ = small_.data();
    } else {
      small_ = storage();
      large_ = aligned_block(hash_block_size);
      block_ = large_.data();
      size = hash_block_size;
    }
    size_ = size;
  }
  std::size_t first_size() const noexcept {
    // A file of size 0 is empty, or generated on reading, as in /proc.
    if (!is_regular()) return hash_block_size;
    unsigned long long const wanted =
        expected_ != 0 ? smaller(expected_, ~0ull - 1) + 1 : 4096;
    return static_cast<std::size_t>(
        smaller<unsigned long long>(wanted, hash_block_size));
  }

  result<void> read_all() {
    make_block(first_size());
    for (;;) {
      os::transfer const got =
          os::read_available(file_.native_handle(), block_, size_);
      if (got.error) return file_.failure("read", got.error);
      if (got.moved == 0) return {};
      to_.take(to_.object, {block_, got.moved});
      count_.add(got.moved);
      bool const is_short = got.moved != size_;
      if (is_short && is_regular() && count_.done() == expected_) return {};
      if (!is_short && size_ != hash_block_size) make_block(hash_block_size);
    }
  }

  // Compares the size with that at the start. A file that became shorter never
  // had the content that was hashed. A file that grew had it at the moment of
  // the last read. Generated files (/proc, /sys) have no time of change, and
  // their size means nothing.
  result<void> compare_sizes() const {
    device_status const now = os::status(file_.native_handle());
    if (now.error) return file_.failure("stat", now.error);
    bool const is_made_on_reading =
        before_.changed == 0 && now.changed == 0 && before_.size == now.size;
    if (is_made_on_reading) return {};
    unsigned long long const left = size_behind_start(now);
    if (count_.done() >= expected_ && left >= count_.done()) return {};
    return became_shorter(larger(expected_, count_.done()),
                          smaller(left, count_.done()));
  }
  [[gnu::cold]] rill::error became_shorter(
      unsigned long long before, unsigned long long after) const noexcept {
    error_text_builder words;
    words.add("it had ");
    words.add(start_ + before);
    words.add(" bytes, and ends after ");
    words.add(start_ + after);
    return {library_problem::became_shorter, "hash", file_.name(),
            words.is_whole() ? words.so_far() : text()};
  }

  file_view file_;
  byte_taker to_;
  hash_count& count_;
  device_status before_;
  unsigned long long start_ = 0;     // of the first byte, in a regular file
  unsigned long long expected_ = 0;  // bytes from start_ to the end, by fstat
  storage small_;
  aligned_block large_;
  char* block_ = nullptr;
  std::size_t size_ = 0;
};

inline result<void> take_bytes(reader& in, byte_taker to, hash_count& count) {
  while (in.peek(1).size != 0) {
    text const bytes{in.cursor(), in.available()};
    to.take(to.object, bytes);
    in.advance_to(in.end());
    count.add(bytes.size);
  }
  if (in.error()) return read_failure(in);
  count.finish();
  return {};
}
inline result<void> take_bytes(file_view file, byte_taker to,
                               hash_count& count) {
  return file_bytes(file, to, count).take_all(-1);
}
inline result<void> take_bytes(path_view path, byte_taker to,
                               hash_count& count) {
  scoped_file const file(path);
  if (file.problem()) return file.failure();
  return file_bytes(file.view(), to, count).take_all(0);
}

template <class Source>
result<void> take_source(Source& from, byte_taker to, hash_count& count) {
  if constexpr (std::derived_from<Source, file_view>)
    return take_bytes(static_cast<file_view const&>(from), to, count);
  else if constexpr (source<Source>)
    return source_traits<remove_cvref<Source>>::with(
        from, [&](reader& in) { return take_bytes(in, to, count); });
  else
    return take_bytes(path_view(from), to, count);
}

struct no_hash_progress {};

template <class Progress>
hash_progress hash_progress_of(Progress& progress) noexcept {
  if constexpr (std::same_as<Progress, no_hash_progress>) {
    return {};
  } else {
    static_assert(
        std::is_void_v<decltype(progress(0ull, 0ull))>,
        "rill: a progress function is called as progress(done, total), in "
        "bytes, and returns nothing; it throws to stop the hashing");
    return {&progress, [](void* object, unsigned long long done,
                          unsigned long long total) {
              (*static_cast<Progress*>(object))(done, total);
            }};
  }
}

template <class H>
using digest_of = decltype(declval<H const&>().finish());

template <class... Hashes>
struct digests_of {
  static_assert(sizeof...(Hashes) <= 4,
                "rill: hash_file makes at most four digests in one pass");
  using type = file_digests<digest_of<Hashes>...>;
};
template <class H>
struct digests_of<H> {
  using type = digest_of<H>;
};

template <class... Hashes>
using hash_file_result = typename digests_of<Hashes...>::type;

template <class Source, class... Hashes>
result<hash_file_result<Hashes...>> hash_source(
    Source& from, hash_file_options const& options, hash_progress progress,
    Hashes... states) {
  auto update = [&](text bytes) { (states.update(bytes), ...); };
  byte_taker const to{&update, [](void* object, text bytes) {
                        (*static_cast<decltype(update)*>(object))(bytes);
                      }};
  hash_count count(options, progress);
  result<void> const done = take_source(from, to, count);
  if (!done) return done.error();
  return hash_file_result<Hashes...>{states.finish()...};
}

}  // namespace detail

/// As hash_file, with the error in the result.
template <hash_state... Hashes, class Source,
          class Progress = detail::no_hash_progress>
  requires(sizeof...(Hashes) != 0)
result<detail::hash_file_result<Hashes...>> try_hash_file(
    Source&& from, hash_file_options const& options = {},
    Progress progress = {}) {
  return detail::hash_source(from, options, detail::hash_progress_of(progress),
                             Hashes()...);
}

/// The digest of a file: `hash_file<sha256>(path)`; or several in one pass:
/// `auto [a, b] = hash_file<sha256, crc32>(path)`.
///
/// `hash_file<Hashes…>(source, options, progress)`. A source is a path; or a
/// file, a file_view, a reader such as in(), a FILE* (with rill/stdio.h) or any
/// other source of scan, from its current position. All are read to their end.
/// `progress(done, total)` is called with numbers of bytes after every
/// `report_every` bytes, and at the end if bytes were read since: never for an
/// empty file. `total` is 0 if unknown. An exception that it throws ends the
/// hashing.
///
/// Errors: those of open, fstat and read, with the file's name; a directory is
/// EISDIR. `library_problem::became_shorter`, with both sizes, when a regular
/// file, given by its path or as a file, has fewer bytes at the end than it had
/// at the start or than were read. A file that grows is read to its new end.
/// Bytes that are overwritten meanwhile, without a change of size, are not
/// noticed: the times of the file are not compared.
/// Cost: open, fstat, read, fstat and close for a file of less than 256 KiB,
/// and a block of its size; otherwise one block of 256 KiB, filled by each
/// read.
///
/// Example:
///     #include <rill/hash.h>
///     rill::file::create("a.txt").write("abc");
///     auto const [sum, check] =
///         rill::hash_file<rill::sha256, rill::crc32>("a.txt");
///     RILL_ASSERT(sum == rill::sha256::of("abc"));
///     RILL_ASSERT(check == rill::crc32::of("abc"));
template <hash_state... Hashes, class Source,
          class Progress = detail::no_hash_progress>
  requires(sizeof...(Hashes) != 0)
detail::hash_file_result<Hashes...> hash_file(
    Source&& from, hash_file_options const& options = {},
    Progress progress = {}) {
  return detail::hash_source(from, options, detail::hash_progress_of(progress),
                             Hashes()...)
      .value();
}

}  // namespace rill::inline RILL_BUILD

#endif
