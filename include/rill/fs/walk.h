// rill/fs/walk.h: everything below a folder, one entry after the other.
//
// Floor 5. A folder is read as a whole before its first entry is given, so
// entries may be made, removed and renamed during the walk. Allocates when a
// folder or a path is larger than those before; no call and no allocation per
// entry. The machinery is in fs/walker.h. Tests: test/fs/walk_test.cpp,
// test/fs/walk_faults_test.cpp.
#ifndef RILL_FS_WALK_H
#define RILL_FS_WALK_H

#include "status.h"
#include "walker.h"

namespace rill::inline RILL_BUILD::fs {

/// One entry of a walk: valid until the walk goes on.
class walk_entry {
 public:
  /// The path: what was given to walk, and what was found below it. With a
  /// NUL behind it.
  text path() const noexcept { return walker_->path(); }
  /// The path below what was given to walk: what a glob is compared with.
  text relative_path() const noexcept { return walker_->relative_path(); }
  /// The last part.
  text name() const noexcept { return walker_->name(); }

  /// 1 for what lies in the folder itself, 2 for what is in folders of it.
  unsigned depth() const noexcept { return walker_->depth(); }

  /// What it is; with follow_links, what a link leads to, and symbolic_link
  /// for one that leads nowhere.
  ///
  /// Cost: nothing where the folder tells it, as common file systems do;
  /// otherwise a call.
  device_kind kind() const noexcept { return walker_->kind(); }
  bool is_directory() const noexcept {
    return kind() == device_kind::directory;
  }
  bool is_regular() const noexcept { return kind() == device_kind::regular; }
  bool is_symbolic_link() const noexcept {
    return kind() == device_kind::symbolic_link;
  }

  /// All that the system says of it; of a link itself, unless the walk
  /// follows links. Errors: ENOENT when it has vanished.
  ///
  /// Cost: a call, relative to the open folder.
  result<file_status> try_status() const {
    os::entry_status const found = walker_->status();
    if (found.error) return rill::error(found.error, "stat", path());
    return file_status(found);
  }
  file_status status() const { return try_status().value(); }

  /// Opens it, relative to the open folder, as file::open does by its path.
  /// A link is not followed unless the walk follows links.
  result<file> try_open(open_options options = file::reading) const {
    options.follow = options.follow && walker_->follows_links();
    os::opened const opened = walker_->open(options);
    if (opened.error) return rill::error(opened.error, "open", path());
    return file(opened.handle);
  }
  file open(open_options options = file::reading) const {
    return try_open(options).value();
  }

  /// Does not go into this folder.
  void skip_children() noexcept { walker_->skip_children(); }

  /// With on_error = walk_errors::yield: why this folder was not read, or not
  /// to its end. Otherwise no error.
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
/// A folder comes before what is in it (contents_first: behind it); the order
/// within a folder is the system's (sorted: by the bytes of the names). `.`
/// and `..` are not given, nor the folder itself. Symbolic links are not
/// followed, unless asked; then a link back to a folder on the way is an
/// error, ELOOP, and not followed.
///
/// Errors: that the folder itself cannot be opened is thrown. Folders below
/// that cannot be read do not stop the walk: they are counted, and the first
/// is kept; on_error asks for something else. What vanishes during the walk
/// is no error.
///
/// At most options.open_folders folders are open at once. Deeper, the one
/// farthest up is closed, and opened again on the way back through "..", or
/// from the top by its names; its device and inode are compared, and if it is
/// not there any more, what was left in it is an error, ESTALE.
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

  /// The same for a folder that cannot be opened.
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

  /// Goes to the first entry. To be called once.
  iterator begin() {
    step(&walker_);
    return iterator(&walker_);
  }
  end_marker end() const noexcept { return {}; }

  /// How many folders could not be read so far.
  unsigned long long error_count() const noexcept {
    return walker_.error_count();
  }
  /// The first of them, or no error.
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
