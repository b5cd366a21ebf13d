// rill/os/posix/directory.h: lists an open folder with readdir, and removes a
// whole tree.
//
// Layer 3. Tests: test/os/directory_test.cpp, test/os/remove_tree_test.cpp.
#ifndef RILL_OS_POSIX_DIRECTORY_H
#define RILL_OS_POSIX_DIRECTORY_H

#include <string.h>  // strlen, memcpy

#include "../runtime.h"  // memory for a path
#include "entry.h"
#include "entry_list.h"
#include "output.h"  // last_error
#include "temporary.h"

// The names in an open folder, by readdir.
//
// os/directory.h uses it on systems without a better way.

namespace rill::inline RILL_BUILD::os {

// Adds one record. Leaves the kind unknown if the system does not report it.
inline void add_entry(entry_block& into, dirent const& entry) {
  std::size_t const size = ::strlen(entry.d_name);
  // A whole number of 8 bytes, so that each record is aligned.
  std::size_t const length = (entry_name_offset + size + 8) / 8 * 8;
  into.reserve(length);
  entry_record& record = into.at(into.size());
  record.inode = static_cast<unsigned long long>(entry.d_ino);
  record.place = 0;
  record.length = static_cast<unsigned short>(length);
#if defined(DT_UNKNOWN)
  record.kind = entry.d_type;
#else
  record.kind = 0;
#endif
  ::memcpy(into.end() + entry_name_offset, entry.d_name, size + 1);
  into.grow_to(into.size() + length);
}

// Closes a stream, also if memory runs out while it is read.
class held_stream {
 public:
  explicit held_stream(DIR* stream) noexcept : stream_(stream) {}
  held_stream(held_stream const&) = delete;
  held_stream& operator=(held_stream const&) = delete;
  ~held_stream() { (void)directory_call.closedir(stream_); }

 private:
  DIR* stream_;
};

/// Adds the names in an open folder, from its position to its end. After an
/// error, the names read before it stay.
inline error_code read_entries_by_stream(native_handle folder,
                                         entry_block& into) {
  // closedir closes its descriptor, so the stream gets a duplicate.
  opened const copy = duplicate(folder);
  if (copy.error) return copy.error;
  DIR* const stream = directory_call.fdopendir(copy.handle);
  if (!stream) {
    error_code const error = last_error();
    (void)close(copy.handle);
    return error;
  }
  held_stream const closes_it(stream);
  for (;;) {
    errno = 0;
    if (dirent const* const entry = directory_call.readdir(stream)) {
      add_entry(into, *entry);
    } else if (errno == 0 || errno == ENOENT) {
      return {};
    } else if (errno != EINTR) {
      return last_error();
    }
  }
}

// Removes a folder with its contents.
//
// Throws nothing; allocates what fdopendir does, and the path of an error. The
// contract:
//
// remove_tree_at(folder, name) removes the entry `name` of an open folder (or
// of AT_FDCWD); if it is a folder, first everything below it.
//
// - Follows no symbolic link: removes a link, never its target, even if another
// program replaces a folder by a link meanwhile. Each step is relative to an
// open folder. `name` ends with a NUL and not with a slash, because the system
// would follow a link before a slash.
//
// - Ignores entries that vanish meanwhile; a missing `name` is ENOENT.
//
// - Removes what can be removed; returns the first error, with the number of
// entries removed. Does not change permissions to get in.
//
// - A mount point is EBUSY; what is mounted there stays.
//
// - Uses at most most_open_folders descriptors and 4 KiB of stack for any
// depth: moves deeper folders directly into the top folder first.

/// The number of entries removed, and the first error with the path of its
/// entry.
class removal {
 public:
  removal() noexcept = default;
  removal(removal&& other) noexcept
      : count(other.count), error(other.error), below_(other.below_) {
    other.below_ = nullptr;
  }
  removal& operator=(removal&& other) noexcept {
    count = other.count;
    error = other.error;
    char* const mine = below_;
    below_ = other.below_;
    other.below_ = mine;
    return *this;
  }
  ~removal() { give_memory(below_); }

  unsigned long long count = 0;
  error_code error;

  /// The path below the entry to remove; empty for that entry itself, and if
  /// there is no memory for the path.
  char const* below() const noexcept { return below_ ? below_ : ""; }

  /// Allocates `size` bytes for the path. Returns null without memory.
  char* make_below(std::size_t size) noexcept {
    give_memory(below_);
    return below_ = static_cast<char*>(take_memory(size));
  }

 private:
  char* below_ = nullptr;  // on the heap: a path is too long for a small stack
};

class tree_remover {
 public:
  static constexpr int most_open_folders = 16;

  explicit tree_remover(removal& result) noexcept : result_(result) {}

  void run(int folder, char const* name) {
    if (!remove(folder, name, false, 0)) keep_error(0);
  }

 private:
  // How often to empty a folder that another program fills meanwhile.
  static constexpr int most_passes = 100;

  // Stores the error of the entry whose path is the first `parts` of names_.
  void keep_error(int parts) {
    if (result_.error) return;
    result_.error = last_error();
    if (parts == 0) return;
    std::size_t size = 0;
    for (int i = 1; i <= parts; ++i) size += ::strlen(names_[i]) + 1;
    char* out = result_.make_below(size);
    if (!out) return;
    for (int i = 1; i <= parts; ++i) {
      std::size_t const length = ::strlen(names_[i]);
      ::memcpy(out, names_[i], length);
      out += length;
      *out++ = '/';
    }
    out[-1] = '\0';
  }

  bool unlink(int folder, char const* name, int flags) {
    int outcome;
    do outcome = directory_call.unlinkat(folder, name, flags);
    while (outcome != 0 && errno == EINTR);
    if (outcome == 0) ++result_.count;
    return outcome == 0;
  }

  static DIR* open(int folder, char const* name) {
    int handle;
    do
      handle = directory_call.openat(
          folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
    while (handle < 0 && errno == EINTR);
    if (handle < 0) return nullptr;
    DIR* entries;
    do entries = directory_call.fdopendir(handle);
    while (!entries && errno == EINTR);
    if (!entries) {
      int const reason = errno;
      (void)call.close(handle);
      errno = reason;
    }
    return entries;
  }

  // Returns true if the entry is gone from its folder; otherwise sets errno.
  // `is_folder` is a hint that saves a call. For a folder, unlink returns
  // EISDIR on Linux and EPERM by POSIX; EPERM has other causes too.
  bool remove(int folder, char const* name, bool is_folder, int depth) {
    names_[depth] = name;
    if (is_folder) {
      if (remove_folder(folder, name, depth)) return true;
      return is_no_folder(errno) && unlink(folder, name, 0);
    }
    if (unlink(folder, name, 0)) return true;
    int const reason = errno;
    if (reason != EISDIR && reason != EPERM) return false;
    if (remove_folder(folder, name, depth)) return true;
    if (is_no_folder(errno)) errno = reason;
    return false;
  }

  static bool is_no_folder(int reason) {
    return reason == ENOTDIR || reason == ELOOP;
  }

  bool remove_folder(int folder, char const* name, int depth) {
    for (int pass = 0; pass != most_passes;) {
      // Try rmdir first, because an empty folder need not be readable.
      if (unlink(folder, name, AT_REMOVEDIR)) return true;
      if (errno != ENOTEMPTY && errno != EEXIST) return false;
      if (depth == most_open_folders) return lift(folder, name);
      DIR* const entries = open(folder, name);
      if (!entries) return false;
      if (depth == 0) {
        top_ = dirfd(entries);
        is_lifted_ = false;
      }
      bool const is_empty = empty(entries, depth);
      (void)directory_call.closedir(entries);
      // Folders that were lifted to the top need another round. The rounds end,
      // because each makes the tree less deep.
      if (depth == 0 && is_lifted_) continue;
      if (!is_empty) break;
      ++pass;
    }
    errno = ENOTEMPTY;
    return false;
  }

  // Removes the contents of a folder; returns false if something stays.
  bool empty(DIR* entries, int depth) {
    bool is_empty = true;
    for (;;) {
      errno = 0;
      dirent const* const entry = directory_call.readdir(entries);
      if (!entry && errno == EINTR) continue;
      if (!entry && errno == 0) return is_empty;
      if (entry && is_dots(entry->d_name)) continue;
      if (entry && (remove(dirfd(entries), entry->d_name, is_folder(*entry),
                           depth + 1) ||
                    errno == ENOENT))
        continue;
      keep_error(entry ? depth + 1 : depth);
      is_empty = false;
      if (!entry) return false;
    }
  }

  // Moves a folder that is too deep to the top, under a new name.
  bool lift(int folder, char const* name) {
    temporary_name const fresh = make_temporary_name();
    int outcome;
    do outcome = directory_call.renameat(folder, name, top_, fresh.characters);
    while (outcome != 0 && errno == EINTR);
    is_lifted_ |= outcome == 0;
    return outcome == 0;
  }

  static bool is_dots(char const* name) {
    return name[0] == '.' &&
           (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
  }

  // True if readdir reported a folder, which saves a call of unlinkat; false
  // also if it did not report the kind.
  static bool is_folder([[maybe_unused]] dirent const& entry) {
#if defined(DT_DIR)
    return entry.d_type == DT_DIR;
#else
    return false;
#endif
  }

  removal& result_;
  // the path down, one name for each open stream; the first is the top entry
  char const* names_[most_open_folders + 1];
  int top_ = -1;
  bool is_lifted_ = false;
};

/// See the contract above.
inline removal remove_tree_at(int folder, char const* name) {
  removal gone;
  tree_remover(gone).run(folder, name);
  return gone;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
