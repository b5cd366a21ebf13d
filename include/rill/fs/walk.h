// rill/fs/walk.h: lists everything below a folder, one entry after the other.
//
// Layer 6. A folder is read as a whole before its first entry is returned, so
// entries may be made, removed and renamed during the walk. Allocates only for
// a folder or a path larger than those before; no system call and no allocation
// per entry. Implemented in fs/walker.h. Tests: test/fs/status_test.cpp,
// test/fs/walk_test.cpp, test/fs/walk_faults_test.cpp.
#ifndef RILL_FS_WALK_H
#define RILL_FS_WALK_H

#include "../os/directory.h"
#include "../os/file.h"
#include "walker.h"

// The status of an entry. Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::fs {

using rill::device_kind;

/// A point in time: seconds since 1970-01-01 00:00 UTC without leap seconds,
/// and nanoseconds. Converts to time points of <chrono> clocks with the same
/// epoch, such as std::chrono::system_clock.
struct file_time : os::time_point {
  constexpr file_time() noexcept = default;
  constexpr file_time(long long since_1970, unsigned nanoseconds_after) noexcept
      : os::time_point{since_1970, nanoseconds_after} {}
  constexpr explicit file_time(os::time_point native) noexcept
      : os::time_point(native) {}

  /// Converts from std::chrono::sys_time or a similar time point.
  template <class Point>
    requires requires(Point const& p) {
      typename Point::clock;
      p.time_since_epoch().count();
      Point::period::den;
    }
  constexpr explicit file_time(Point const& point) noexcept {
    using period = typename Point::period;
    static_assert(period::num == 1 || period::den == 1,
                  "rill::fs::file_time: a period of whole seconds, or a whole "
                  "part of one");
    auto const count = static_cast<long long>(point.time_since_epoch().count());
    long long const per_second = period::den;
    long long whole = count / per_second;
    long long rest = count % per_second;
    if (rest < 0) {
      --whole;
      rest += per_second;
    }
    seconds = whole * period::num;
    nanoseconds = static_cast<unsigned>(
        static_cast<double>(rest) * (1e9 / static_cast<double>(per_second)));
    if (1'000'000'000 % per_second == 0)
      nanoseconds = static_cast<unsigned>(rest * (1'000'000'000 / per_second));
  }

  /// Converts to a time point with the same epoch. Rounds towards the past. A
  /// time out of range becomes the nearest limit: with nanoseconds in 64 bits,
  /// the years 1677 and 2262.
  template <class Point>
    requires requires {
      typename Point::clock;
      typename Point::duration;
      Point::period::den;
    }
  constexpr explicit operator Point() const noexcept {
    using duration = typename Point::duration;
    using count_type = typename duration::rep;
    using period = typename Point::period;
    if constexpr (period::den >= 1'000'000'000)
      return Point(duration(static_cast<count_type>(
          counted(period::den, nanoseconds * (period::den / 1'000'000'000)))));
    else if constexpr (period::num == 1)
      return Point(duration(static_cast<count_type>(
          counted(period::den, nanoseconds / (1'000'000'000 / period::den)))));
    else
      return Point(duration(static_cast<count_type>(
          seconds / period::num - (seconds % period::num < 0 ? 1 : 0))));
  }

  friend constexpr bool operator==(file_time a, file_time b) noexcept {
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
  }
  friend constexpr bool operator<(file_time a, file_time b) noexcept {
    return a.seconds != b.seconds ? a.seconds < b.seconds
                                  : a.nanoseconds < b.nanoseconds;
  }

 private:
  // Returns seconds * per_second + rest, saturated.
  constexpr long long counted(long long per_second,
                              long long rest) const noexcept {
    // Before 1970 `seconds` is negative and `rest` is not: count back from the
    // next second, so that no intermediate value overflows unless the sum does.
    bool const is_before = seconds < 0;
    long long count = 0;
    bool const is_too_far =
        __builtin_mul_overflow(seconds + is_before, per_second, &count) ||
        __builtin_add_overflow(count, is_before ? rest - per_second : rest,
                               &count);
    if (!is_too_far) return count;
    return is_before ? -0x7FFFFFFFFFFFFFFF - 1 : 0x7FFFFFFFFFFFFFFF;
  }
};

/// The status of an entry. Sizes are in bytes; `permissions` are the lower 12
/// bits of the mode, as in chmod(1): 0644.
struct file_status {
  device_kind kind = device_kind::unknown;
  unsigned permissions = 0;
  unsigned long long size = 0;       ///< for a link, of its text
  unsigned long long allocated = 0;  ///< space on the disk
  unsigned long long device = 0;     ///< with inode identifies a file
  unsigned long long inode = 0;
  unsigned long long link_count = 0;
  unsigned owner = 0;
  unsigned group = 0;
  file_time modified;  ///< when its bytes changed
  file_time accessed;
  file_time changed;  ///< its bytes, name, owner or permissions

  file_status() noexcept = default;
  explicit file_status(os::entry_status const& from) noexcept
      : kind(from.kind),
        permissions(from.mode),
        size(from.size),
        allocated(from.allocated),
        device(from.device),
        inode(from.inode),
        link_count(from.link_count),
        owner(from.owner),
        group(from.group),
        modified(from.modified),
        accessed(from.accessed),
        changed(from.changed) {}

  bool is_regular() const noexcept { return kind == device_kind::regular; }
  bool is_directory() const noexcept { return kind == device_kind::directory; }
  bool is_symbolic_link() const noexcept {
    return kind == device_kind::symbolic_link;
  }
  /// Returns true if both are the same file.
  bool is_same_file(file_status const& other) const noexcept {
    return device == other.device && inode == other.inode;
  }
};

/// One entry of a walk, valid until the walk's next step.
class walk_entry {
 public:
  /// The path given to walk and the path below it, joined; NUL-terminated.
  text path() const noexcept { return walker_->path(); }
  /// The path relative to the one given to walk; globs are matched with it.
  text relative_path() const noexcept { return walker_->relative_path(); }
  /// The last part of the path.
  text name() const noexcept { return walker_->name(); }

  /// 1 for entries of the folder itself, 2 for those of its subfolders.
  unsigned depth() const noexcept { return walker_->depth(); }

  /// The kind of the entry; with follow_links, that of a link's target, and
  /// symbolic_link for a link to nothing.
  ///
  /// Cost: none if the file system lists the kind with the name, as common ones
  /// do; otherwise one system call.
  device_kind kind() const noexcept { return walker_->kind(); }
  bool is_directory() const noexcept {
    return kind() == device_kind::directory;
  }
  bool is_regular() const noexcept { return kind() == device_kind::regular; }
  bool is_symbolic_link() const noexcept {
    return kind() == device_kind::symbolic_link;
  }

  /// The status of the entry; of a link itself, unless the walk follows links.
  /// Errors: ENOENT if it was removed meanwhile.
  ///
  /// Cost: one system call, relative to the open folder.
  result<file_status> try_status() const {
    os::entry_status const found = walker_->status();
    if (found.error) return rill::error(found.error, "stat", path());
    return file_status(found);
  }
  file_status status() const { return try_status().value(); }

  /// Opens the entry, relative to the open folder, like file::open. Follows a
  /// link only if the walk follows links.
  result<file> try_open(open_options options = file::reading) const {
    options.follow = options.follow && walker_->follows_links();
    os::opened const opened = walker_->open(options);
    if (opened.error) return rill::error(opened.error, "open", path());
    return file(opened.handle);
  }
  file open(open_options options = file::reading) const {
    return try_open(options).value();
  }

  /// Skips the entries of this folder.
  void skip_children() noexcept { walker_->skip_children(); }

  /// With on_error = walk_errors::yield: why this folder was not read
  /// completely. Otherwise no error.
  rill::error error() const noexcept { return walker_->entry_error(); }

  /// Prints the path.
  friend void rill_print(auto& out, walk_entry const& entry) {
    out(entry.path());
  }

  explicit walk_entry(detail::walker* of) noexcept : walker_(of) {}
  detail::walker* walker() const noexcept { return walker_; }

 private:
  detail::walker* walker_;
};

/// The entries below a folder, as an input range.
///
/// A folder comes before its entries (contents_first: after them). Within a
/// folder the order is the system's (sorted: by the bytes of the names). Omits
/// `.`, `..` and the folder itself. Does not follow symbolic links by default;
/// with follow_links, a link back to a folder on the path is an error, ELOOP,
/// and not followed.
///
/// Errors: throws if the folder itself cannot be opened. Unreadable folders
/// below do not stop the walk: it counts them and keeps the first error; see
/// on_error. Entries that vanish during the walk are no error.
///
/// At most options.open_folders folders are open at once. Deeper, the walk
/// closes the topmost one, and opens it again on the way back by ".." or by its
/// path. It then compares device and inode; if the folder is not there any
/// more, its remaining entries are an error, ESTALE.
///
/// Requires: one pass, by one thread; not moved while an iterator is used.
///
/// Example:
///     for (auto& entry : rill::fs::walk(".", {.glob = "**/*.h"}))
///       rill::println(entry.path());
class walk {
 public:
  explicit walk(path_view folder, walk_options const& options = {})
      : walker_(options) {
    error_code const code = walker_.begin(os::current_folder, folder);
    if (code) raise(rill::error(code, "walk", folder.bytes()));
  }
  walk(walk&& other) noexcept = default;
  walk& operator=(walk&&) = delete;

  /// The same, but returns the error if the folder cannot be opened.
  static result<walk> try_open(path_view folder,
                               walk_options const& options = {}) {
    return try_open_at(os::current_folder, folder, options);
  }
  static result<walk> try_open_at(os::native_handle base, path_view folder,
                                  walk_options const& options = {}) {
    walk made(options);
    error_code const code = made.walker_.begin(base, folder);
    if (code) return rill::error(code, "walk", folder.bytes());
    return static_cast<walk&&>(made);
  }

  struct end_marker {};
  class iterator {
   public:
    using value_type = walk_entry;
    using difference_type = std::ptrdiff_t;

    explicit iterator(detail::walker* walker) noexcept : entry_(walker) {}
    walk_entry& operator*() const noexcept { return entry_; }
    walk_entry* operator->() const noexcept { return &entry_; }
    iterator& operator++() {
      step(entry_.walker());
      return *this;
    }
    void operator++(int) { step(entry_.walker()); }
    friend bool operator==(iterator const& i, end_marker) noexcept {
      return i.entry_.walker()->at_end();
    }

   private:
    mutable walk_entry entry_;
  };

  /// Goes to the first entry. Call it once.
  iterator begin() {
    step(&walker_);
    return iterator(&walker_);
  }
  end_marker end() const noexcept { return {}; }

  /// The number of folders that could not be read so far.
  unsigned long long error_count() const noexcept {
    return walker_.error_count();
  }
  /// The first of these errors, or no error.
  rill::error first_error() const noexcept { return walker_.first_error(); }

 private:
  explicit walk(walk_options const& options) : walker_(options) {}

  static void step(detail::walker* walker) {
    walker->step();
    if (walker->must_raise()) raise(walker->entry_error());
  }

  detail::walker walker_;
};

}  // namespace rill::inline RILL_BUILD::fs

#endif
