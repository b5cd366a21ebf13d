// rill/fs/walker.h: the implementation of fs/walk.h.
//
// Layer 6. The folders on the current path are a stack. One block has the
// records of all of them, as the system wrote them, those of a folder after its
// parent's. One path is truncated and extended. Tests: test/fs/walk_test.cpp.
#ifndef RILL_FS_WALKER_H
#define RILL_FS_WALKER_H

#include <stdlib.h>  // qsort

#include "../os/directory.h"
#include "../os/error.h"
#include "../os/file_view.h"
#include "glob.h"
#include "resolved_path.h"

namespace rill::inline RILL_BUILD::fs {

/// What a walk does about a folder that cannot be read.
enum class walk_errors : unsigned char {
  keep,   ///< counts it, keeps the first error
  yield,  ///< also returns it as an entry with an error()
  raise,  ///< also throws; the walk can continue
};

/// Options of a walk. Depths are counted from 1; see walk_entry::depth.
struct walk_options {
  static constexpr unsigned no_limit = ~0u;

  unsigned max_depth = no_limit;  ///< 1: only entries of the folder itself
  text glob = {};                 ///< only entries that match; see glob
  bool follow_links = false;
  bool sorted = false;          ///< within a folder, by bytes of names
  bool contents_first = false;  ///< a folder after its entries
  bool hidden = true;           ///< also names that begin with a dot
  bool stay_on_device = false;  ///< skips mounted file systems
  walk_errors on_error = walk_errors::keep;
  unsigned open_folders = 32;  ///< most open at once, at least 3
};

namespace detail {

class walker {
 public:
  explicit walker(walk_options const& options) : options_(options) {
    if (options.glob.size != 0) {
      glob_ = fs::glob(options.glob);
      has_glob_ = true;
    }
    options_.glob = {};  // belongs to the caller
    if (options_.open_folders < 3) options_.open_folders = 3;
  }
  walker(walker&& other) noexcept = default;
  walker& operator=(walker&&) = delete;
  ~walker() {
    while (!levels_.empty()) drop_level();
  }

  // Opens the folder itself and reads its names.
  error_code begin(os::native_handle base, path_view folder) {
    resolved_path at(base, folder);
    if (at.error()) return at.error();
    path_.add(folder.bytes().data, folder.bytes().size);
    if (path_.empty() || path_.back() != '/') path_.add('/');
    top_size_ = path_.size();
    end_path();
    if (has_glob_) glob_.start(states_);
    reserve_level();
    os::opened const top = os::open_folder_at(at.folder(), at.name(), true);
    if (top.error) return top.error;
    if (options_.max_depth == 0) return os::close(top.handle);
    if (has_glob_) keep_states();
    return push_level(top.handle);
  }

  bool at_end() const noexcept { return levels_.empty(); }
  text path() const noexcept { return {path_.data(), path_.size()}; }
  text relative_path() const noexcept {
    if (path_.size() < top_size_) return {};
    return {path_.data() + top_size_, path_.size() - top_size_};
  }
  text name() const noexcept {
    return {path_.data() + name_start_, path_.size() - name_start_};
  }
  unsigned depth() const noexcept { return depth_; }
  bool follows_links() const noexcept { return options_.follow_links; }
  void skip_children() noexcept { may_enter_ = false; }

  // The open folder that the entry is in.
  os::native_handle folder_of_entry() const noexcept {
    return depth_ != 0 ? levels_[depth_ - 1].handle : os::no_handle;
  }

  device_kind kind() const noexcept {
    if (kind_ == device_kind::unknown && !entry_error_) kind_ = asked_kind();
    return kind_;
  }
  os::entry_status status() const noexcept {
    os::entry_status const found = status_of_name(options_.follow_links);
    if (found.error && options_.follow_links) return status_of_name(false);
    return found;
  }
  os::opened open(open_options const& options) const noexcept {
    return os::open_at(folder_of_entry(), c_name(), options);
  }

  rill::error const& entry_error() const noexcept { return entry_error_; }
  rill::error const& first_error() const noexcept { return first_error_; }
  unsigned long long error_count() const noexcept { return error_count_; }
  bool must_raise() const noexcept {
    return entry_error_ && options_.on_error == walk_errors::raise;
  }

  // Goes to the next entry, or to the end.
  void step() {
    if (entry_error_) entry_error_ = {};
    if (may_enter_) {
      may_enter_ = false;
      enter();
      if (must_show_error()) return;
    }
    while (!levels_.empty()) {
      level const& top = levels_.back();
      if (top.next == block_.size()) {
        if (leave()) return;
      } else if (top.handle == os::no_handle) {
        lose_level();
        if (must_show_error()) return;
      } else if (visit()) {
        return;
      }
    }
  }

 private:
  struct level {
    std::size_t first;      // of its records in the block
    std::size_t next;       // the next record, or the block's end
    std::size_t path_size;  // bytes of its path, with the slash
    os::native_handle handle;
    bool is_wanted;  // with contents_first: to be returned later
    bool is_link;    // reached through a symbolic link
    bool is_known;   // device and inode are set
    unsigned long long device;
    unsigned long long inode;
  };

  // Writes the NUL, for which there is room.
  void end_path() noexcept { path_.data()[path_.size()] = '\0'; }
  char const* c_name() const noexcept { return path_.data() + name_start_; }
  os::entry_status status_of_name(bool follow) const noexcept {
    return os::status_at(folder_of_entry(), c_name(), follow);
  }
  // The kind from stat, if the folder's record has none.
  device_kind asked_kind() const noexcept { return status().kind; }

  bool must_show_error() const noexcept {
    return entry_error_ && options_.on_error != walk_errors::keep;
  }
  [[gnu::cold]] void note(error_code code) {
    entry_error_ = rill::error(code, "walk", path());
    if (++error_count_ == 1) first_error_ = entry_error_;
    if (options_.on_error == walk_errors::keep) entry_error_ = {};
  }

  // Handles the next record. Returns true if it is to be returned.
  bool visit() {
    level& here = levels_.back();
    os::entry_record const& record = block_.at(here.next);
    here.next = options_.sorted ? static_cast<std::size_t>(record.place)
                                : here.next + record.length;
    if (record.name[0] == '.' &&
        (!options_.hidden || os::is_dot_or_dots(record.name)))
      return false;
    path_.set_size(here.path_size);
    path_.back() = '/';  // enter() removes it before it notes an error
    path_.add(record.name, rill::detail::length_of(record.name));
    name_entry(here.path_size);
    kind_ = os::kind_of(record);
    // Through a link, ".." may not lead back.
    is_link_ = options_.follow_links && (kind_ == device_kind::unknown ||
                                         kind_ == device_kind::symbolic_link);
    if ((kind_ == device_kind::unknown || is_link_) && !look_closer())
      return false;
    bool matches = !has_glob_ || matches_glob();
    bool const enters = kind_ == device_kind::directory &&
                        (!has_glob_ || leads_on(matches)) &&
                        levels_.size() < options_.max_depth;
    if (enters && (options_.contents_first || !matches)) {
      if (enter())
        levels_.back().is_wanted = matches;
      else if (matches && !entry_error_)
        return true;
      return must_show_error();
    }
    may_enter_ = enters;
    return matches;
  }

  // Sets the name, which begins at `start` in path_, and the depth. Requires an
  // entry of the last level's folder.
  void name_entry(std::size_t start) noexcept {
    end_path();
    name_start_ = start;
    depth_ = static_cast<unsigned>(levels_.size());
  }

  // Gets the entry's kind by stat. Returns false if it has vanished.
  bool look_closer() {
    os::entry_status const found = status();
    if (found.error == os::errors::missing) return false;
    kind_ = found.kind;
    return true;
  }

  // Enters the folder path_, an entry of the last level's folder. Returns false
  // if it does not exist or must not be entered; notes errors.
  bool enter() {
    reserve_level();
    os::opened const folder = open_child();
    if (folder.error) {
      if (!has_vanished(folder.error)) note(folder.error);
      return false;
    }
    bool const needs_identity =
        options_.follow_links || options_.stay_on_device;
    os::entry_status found;
    if (needs_identity) found = os::status_of_open(folder.handle);
    if (needs_identity && !may_go_into(found)) {
      (void)os::close(folder.handle);
      return false;
    }
    path_.add('/');
    if (has_glob_) keep_states();
    error_code const error = push_level(folder.handle);
    level& made = levels_.back();
    made.is_link = is_link_;
    if (needs_identity) identify(made, found);
    if (!error) return true;
    path_.take_back();  // the slash; visit() adds it again
    end_path();
    note(error);
    return true;
  }

  // Whether a folder was removed or replaced meanwhile.
  bool has_vanished(error_code error) const noexcept {
    if (os::is_absent(error)) return true;
    return error == os::errors::too_many_links && !options_.follow_links;
  }

  bool may_go_into(os::entry_status const& found) {
    if (found.error) {
      note(found.error);
      return false;
    }
    if (options_.stay_on_device && identity_of(0).device != found.device)
      return false;
    if (!options_.follow_links) return true;
    for (std::size_t i = 0; i != levels_.size(); ++i) {
      level const& above = identity_of(i);
      if (above.device != found.device || above.inode != found.inode) continue;
      note(os::errors::too_many_links);
      return false;
    }
    return true;
  }

  static void identify(level& which, os::entry_status const& found) noexcept {
    which.is_known = !found.error;
    which.device = found.device;
    which.inode = found.inode;
  }
  level& identity_of(std::size_t i) noexcept {
    if (!levels_[i].is_known)
      identify(levels_[i], os::status_of_open(levels_[i].handle));
    return levels_[i];
  }

  os::opened open_child() noexcept {
    if (open_count_ >= options_.open_folders) (void)close_one();
    for (;;) {
      os::opened const folder = os::open_folder_at(
          levels_.back().handle, c_name(), options_.follow_links);
      if (!os::has_too_many_files(folder.error) || !close_one()) return folder;
    }
  }

  // Closes the first open level, but neither level 0, from which closed levels
  // can be opened again, nor the last. Returns false if it closes no level.
  bool close_one() noexcept {
    for (std::size_t i = 1; i + 1 < levels_.size(); ++i) {
      if (levels_[i].handle == os::no_handle) continue;
      if (!identity_of(i).is_known) continue;
      (void)os::close(levels_[i].handle);
      levels_[i].handle = os::no_handle;
      --open_count_;
      return true;
    }
    return false;
  }

  // Allocates memory for one more level, except its records, before its folder
  // is opened: without memory, no descriptor leaks.
  void reserve_level() {
    path_.reserve(path_.size() + 1);
    end_path();  // growing does not copy the NUL
    levels_.reserve(levels_.size() + 1);
    if (has_glob_) kept_states_.reserve(kept_states_.size() + states_.words());
  }

  // Pushes an open folder, for which memory is reserved, and reads its names.
  error_code push_level(os::native_handle handle) {
    std::size_t const first = block_.size();
    levels_.add(
        {first, first, path_.size(), handle, false, false, false, 0, 0});
    ++open_count_;
    error_code const error = os::read_entries(handle, block_);
    if (options_.sorted) levels_.back().next = sort_from(first);
    return error;
  }

  void drop_level() noexcept {
    level const& top = levels_.back();
    if (top.handle != os::no_handle) {
      (void)os::close(top.handle);
      --open_count_;
    }
    block_.cut_to(top.first);
    levels_.take_back();
    if (has_glob_) kept_states_.set_size(levels_.size() * states_.words());
  }

  // Goes back to the parent folder. Returns true if the folder that it leaves
  // is to be returned now.
  bool leave() {
    if (levels_.size() == 1) {
      drop_level();
      return false;
    }
    std::size_t const above = levels_.size() - 2;
    if (levels_[above].handle == os::no_handle) (void)open_again(above);
    bool const is_wanted = levels_.back().is_wanted;
    path_.set_size(levels_.back().path_size - 1);
    drop_level();
    name_entry(levels_.back().path_size);
    kind_ = device_kind::directory;
    return is_wanted;
  }

  // The last level's folder has been moved: skips its remaining entries.
  [[gnu::cold]] void lose_level() {
    level& lost = levels_.back();
    lost.next = block_.size();
    path_.set_size(lost.path_size - 1);
    end_path();
    depth_ = static_cast<unsigned>(levels_.size() - 1);
    name_start_ = levels_[levels_.size() - 2].path_size;
    note(os::errors::moved_away);
  }

  // Reopens a level that was closed. Returns false if it has been moved.
  bool open_again(std::size_t i) noexcept {
    level const& below = levels_[i + 1];
    if (!below.is_link && below.handle != os::no_handle) {
      os::opened const up = os::open_folder_at(below.handle, "..", false);
      if (is_level(up, i)) return true;
    }
    return open_from_top(i);
  }

  // Keeps the handle if it is the level's folder, else closes it.
  bool is_level(os::opened const& opened, std::size_t i) noexcept {
    if (opened.error) return false;
    os::entry_status const found = os::status_of_open(opened.handle);
    if (!found.error && found.device == levels_[i].device &&
        found.inode == levels_[i].inode) {
      levels_[i].handle = opened.handle;
      ++open_count_;
      return true;
    }
    (void)os::close(opened.handle);
    return false;
  }

  // Reopens it from the nearest open folder above, by the names in path_.
  bool open_from_top(std::size_t i) noexcept {
    std::size_t at = i;
    while (levels_[at].handle == os::no_handle) --at;
    os::opened reached{levels_[at].handle, {}};
    for (bool is_own = false; at != i; is_own = true) {
      char* const name = path_.data() + levels_[at].path_size;
      level const& next = levels_[++at];
      path_[next.path_size - 1] = '\0';
      os::native_handle const from = reached.handle;
      reached = os::open_folder_at(from, name, next.is_link);
      path_[next.path_size - 1] = '/';
      if (is_own) (void)os::close(from);
      if (reached.error) return false;
    }
    return is_level(reached, i);
  }

  // Links the records from `first` to the end of the block in the order of
  // their names, by their `place`; returns the first.
  std::size_t sort_from(std::size_t first) {
    std::size_t const end = block_.size();
    order_.set_size(0);
    for (std::size_t at = first; at != end; at += block_.at(at).length)
      order_.add(&block_.at(at));
    if (order_.size() > 1)
      ::qsort(order_.data(), order_.size(), sizeof *order_.data(), compare);
    std::size_t next = end;
    for (std::size_t i = order_.size(); i != 0; --i) {
      order_[i - 1]->place = static_cast<long long>(next);
      next = block_.offset_of(*order_[i - 1]);
    }
    return next;
  }
  static int compare(void const* a, void const* b) noexcept {
    auto const* const x = *static_cast<os::entry_record* const*>(a);
    auto const* const y = *static_cast<os::entry_record* const*>(b);
    return ::strcmp(x->name, y->name);
  }

  // Saves the states of the glob after a folder's path, for each level.
  void keep_states() {
    for (std::size_t i = 0; i != states_.words(); ++i)
      kept_states_.add(states_.at(i));
  }
  bool matches_glob() {
    std::size_t const kept = (levels_.size() - 1) * states_.words();
    for (std::size_t i = 0; i != states_.words(); ++i)
      states_.at(i) = kept_states_[kept + i];
    states_.begin_part();
    glob_.feed(states_, name());
    if (!glob_.is_accepted(states_)) return false;
    return !glob_.only_folders() || kind() == device_kind::directory;
  }
  // Whether entries of this folder can match. Call it after matches_glob. A
  // folder also matches if its path with a slash does: a/{,b} matches a.
  bool leads_on(bool& matches) {
    glob_.feed(states_, "/");
    matches = matches || glob_.is_accepted(states_);
    return !glob_.is_lost(states_);
  }

  walk_options options_;
  fs::glob glob_;
  bool has_glob_ = false;
  glob_states states_;
  rill::detail::small_vector<glob_states::word> kept_states_;

  os::entry_block block_;
  rill::detail::small_vector<level> levels_;
  rill::detail::small_vector<os::entry_record*> order_;
  unsigned open_count_ = 0;

  rill::detail::small_vector<char> path_;
  std::size_t top_size_ = 0;
  std::size_t name_start_ = 0;
  unsigned depth_ = 0;
  mutable device_kind kind_ = device_kind::unknown;
  bool is_link_ = false;
  bool may_enter_ = false;  // the returned entry is a folder to enter

  rill::error entry_error_;
  rill::error first_error_;
  unsigned long long error_count_ = 0;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD::fs

#endif
