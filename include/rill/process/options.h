// rill/process/options.h: options of run and spawn: arguments, environment,
// captured output.
//
// Layer 6. Tests: test/process/command_test.cpp,
// test/process/environment_test.cpp, test/process/program_test.cpp,
// test/process/environment_changes_test.cpp,
// test/process/captured_text_test.cpp, test/process/run_test.cpp,
// test/process/child_test.cpp.
#ifndef RILL_PROCESS_OPTIONS_H
#define RILL_PROCESS_OPTIONS_H

#include <initializer_list>  // {{"LANG", "C"}}

#include "../base/time_out.h"
#include "../copy/load_block.h"
#include "../memory/find_byte.h"
#include "../memory/owned_text.h"
#include "../memory/storage.h"
#include "../os/environment.h"
#include "../os/error.h"
#include "../os/file_view.h"
#include "../os/process_types.h"
#include "streams.h"
#include "variable_order.h"

// One argument of a program, from any kind of text. Allocates nothing, throws
// nothing.

namespace rill::inline RILL_BUILD {

/// A function parameter for an argument of a program: a literal, a string of
/// any library, a std::u8string, or a std::filesystem::path whose native text
/// is of char (POSIX). Refers to the caller's bytes: do not store it.
class argument {
 public:
  template <class Text>
    requires(std::is_convertible_v<Text const&, path_view> &&
             !std::integral<Text> && !std::is_null_pointer_v<Text>)
  constexpr argument(Text const& text) noexcept
      : bytes_(path_view(text).bytes()) {}

  /// Does not compile for a number: convert it to digits first.
  template <std::integral Number>
  constexpr argument(Number) noexcept {
    static_assert(detail::always_false<Number>,
                  "rill: a number is not an argument of a program: pass its "
                  "digits, rill::concat(number)");
  }

  constexpr text bytes() const noexcept { return bytes_; }

 private:
  text bytes_;
};

namespace detail {

// std::vector<std::string> and other ranges of texts. Excludes a text, which is
// a range of bytes, and std::filesystem::path, which is a range of paths.
template <class Range>
concept range_of_arguments =
    !std::is_convertible_v<Range const&, path_view> &&
    requires(Range const& range) {
      { *range.begin() } -> std::convertible_to<argument>;
      range.begin() != range.end();
    } &&
    !std::integral<remove_cvref<decltype(*declval<Range const&>().begin())>>;

// Texts of any length from the system, and blocks of them.
//
// Allocates; throws std::bad_alloc alone.

/// Calls read(out, room), which returns an os::filled, with increasing room
/// until `into` has the whole text. Requires that `into` is empty.
template <class Read>
os::filled fill(owned_text& into, Read read) {
  for (std::size_t room = 1000;;) {
    os::filled const got = read(into.prepare(room), room);
    if (got.error || got.size <= room) {
      into.commit(got.error ? 0 : got.size);
      return got;
    }
    room = larger(got.size, 2 * room);
  }
}

/// Removes and returns the first text of a block of NUL-terminated texts.
/// Requires that the block is not empty.
inline text take_text(text& block) noexcept {
  char const* end = block.begin();
  while (end != block.end() && *end != '\0') ++end;
  text const first{block.data, static_cast<std::size_t>(end - block.data)};
  std::size_t const taken = smaller(first.size + 1, block.size);
  block = {block.data + taken, block.size - taken};
  return first;
}

/// Returns the name in `NAME=value`. It is empty if the line has no '=', and if
/// it begins with one, like the drive entries of Windows.
inline text name_of_variable(text line) noexcept {
  for (std::size_t size = 0; size != line.size; ++size)
    if (line.data[size] == '=') return {line.data, size};
  return {line.data, 0};
}

/// Returns why no variable can have this name and value, or no error.
inline error_code problem_of_variable(text name, text value) noexcept {
  bool is_bad = name.size == 0;
  for (char const c : name) is_bad = is_bad || c == '=' || c == '\0';
  for (char const c : value) is_bad = is_bad || c == '\0';
  return is_bad ? error_code(library_problem::unusable_variable) : error_code{};
}

}  // namespace detail

// The environment of a child. Allocates.

namespace detail {
struct removed_type {};
}  // namespace detail

/// In place of a value, removes the variable from the child's environment.
inline constexpr detail::removed_type removed{};

/// A function parameter: a variable with its value, or a variable to remove.
/// Refers to the caller's bytes: do not store it.
struct environment_change {
  environment_change(argument const& variable, argument const& its_value)
      : name(variable.bytes()), value(its_value.bytes()) {}
  environment_change(argument const& variable, detail::removed_type)
      : name(variable.bytes()), is_removed(true) {}

  text name;
  text value;
  bool is_removed = false;
};

/// How a child's environment differs from its parent's. Owns its texts. The
/// last change of a variable wins. On Windows, names are case-insensitive.
///
/// Example:
///     rill::environment_changes changes = {{"LANG", "C"},
///                                          {"MAKEFLAGS", rill::removed}};
///     rill::environment_changes nothing_else = rill::only({{"HOME", "/"}});
class environment_changes {
 public:
  environment_changes() noexcept = default;
  environment_changes(std::initializer_list<environment_change> changes) {
    for (environment_change const& one : changes) add(one);
  }
  environment_changes(environment_changes&&) noexcept = default;
  environment_changes& operator=(environment_changes&&) noexcept = default;
  environment_changes(environment_changes const& other)
      : replaces_all_(other.replaces_all_), problem_(other.problem_) {
    bytes_.add(other.bytes_);
    changes_.add(other.changes_.data(), other.changes_.size());
  }
  environment_changes& operator=(environment_changes const& other) {
    if (this != &other) *this = environment_changes(other);
    return *this;
  }

  /// Adds a change at the end.
  ///
  /// Errors: std::bad_alloc; there is then no further change.
  environment_changes& add(environment_change const& one) {
    (void)changes_.reserve(changes_.size() + 1);
    change const added{
        bytes_.size(), one.name.size,
        one.name.size + (one.is_removed ? 0 : 1 + one.value.size),
        one.is_removed};
    storage const before = bytes_.reserve(bytes_.size() + added.size);
    bytes_.add(one.name);  // from here on there is room for all
    if (!one.is_removed) bytes_.add("=");
    bytes_.add(one.value);
    changes_.add(added);
    if (!problem_) problem_ = detail::problem_of_variable(one.name, one.value);
    return *this;
  }

  /// Sets a variable in the child.
  environment_changes& set(argument const& name, argument const& value) {
    return add({name, value});
  }
  /// Removes a variable in the child.
  environment_changes& remove(argument const& name) {
    return add({name, removed});
  }
  /// Drops all changes so far, and all variables of the parent.
  environment_changes& remove_all() noexcept {
    replaces_all_ = true;
    bytes_.cut_to(0);
    changes_.set_size(0);
    problem_ = {};
    return *this;
  }

  /// Returns true if the child has exactly its parent's environment.
  bool empty() const noexcept { return !replaces_all_ && changes_.empty(); }

  /// Returns library_problem::unusable_variable if a name is empty or has '='
  /// or a NUL, or if a value has a NUL; otherwise no error.
  error_code problem() const noexcept { return problem_; }

  /// Returns the environment of the child, `NAME=value` and a NUL for each
  /// variable: those of the parent in their order, then those that are set.
  /// Requires that problem() is no error.
  ///
  /// Errors: on Windows ERROR_NOT_ENOUGH_MEMORY.
  /// Cost: n log n comparisons of names for n variables.
  result<owned_text> try_apply() const {
    detail::variable_order order;
    for (change const& one : changes_) order.add(name_of(one));
    order.sort();
    owned_text block;
    if (!replaces_all_)
      if (error_code const code = add_parents(block, order))
        return error(code, "get environment");
    for (std::size_t i = 0; i != changes_.size(); ++i)
      if (!changes_[i].is_removed && order.last_of(name_of(changes_[i])) == i)
        add_line(block, line_of(changes_[i]));
    return block;
  }
  owned_text apply() const { return try_apply().value(); }

 private:
  // The place of `NAME=value` in the bytes, or of the name of a variable that
  // is removed.
  struct change {
    std::size_t start;
    std::size_t name_size;
    std::size_t size;
    bool is_removed;
  };

  text line_of(change const& one) const noexcept {
    return {bytes_.data() + one.start, one.size};
  }
  text name_of(change const& one) const noexcept {
    return {bytes_.data() + one.start, one.name_size};
  }
  static void add_line(owned_text& block, text line) {
    block.add(line);
    block.add({"", 1});
  }
  static error_code add_parents(owned_text& block,
                                detail::variable_order const& order) {
    owned_text parents;
    os::filled const got = detail::fill(parents, os::read_variables);
    for (text left = parents; left.size != 0;) {
      text const line = detail::take_text(left);
      if (order.last_of(detail::name_of_variable(line)) == order.none)
        add_line(block, line);
    }
    return got.error;
  }

  owned_text bytes_;
  detail::small_vector<change> changes_;
  bool replaces_all_ = false;
  error_code problem_;
};

/// Returns an environment of only these variables.
inline environment_changes only(
    std::initializer_list<environment_change> changes) {
  environment_changes all;
  all.remove_all();
  for (environment_change const& one : changes) all.add(one);
  return all;
}

// Captured output of a child. Allocates with operator new, and large blocks
// from the system.

/// The bytes of a stream, NUL-terminated. Movable. Prints itself, works with
/// everything that takes text, such as lines, and converts to std::string,
/// std::string_view and rill::text.
class captured_text {
 public:
  /// Marks the type as text; not used otherwise.
  using traits_type = captured_text;

  captured_text() noexcept = default;
  captured_text(captured_text&& other) noexcept
      : block_(static_cast<detail::load_block&&>(other.block_)),
        size_(other.size_) {
    other.size_ = 0;
  }
  captured_text& operator=(captured_text&& other) noexcept {
    return detail::remake(*this, static_cast<captured_text&&>(other));
  }
  ~captured_text() = default;

  char const* data() const noexcept { return c_str(); }
  char const* c_str() const noexcept {
    return block_.data() ? block_.data() : "";
  }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  char const* begin() const noexcept { return c_str(); }
  char const* end() const noexcept { return c_str() + size_; }
  text bytes() const noexcept { return {c_str(), size_}; }

  /// The bytes without newlines at the end, like the shell's `$(…)`.
  text trimmed() const noexcept {
    text result = bytes();
    while (result.size != 0 && (result.data[result.size - 1] == '\n' ||
                                result.data[result.size - 1] == '\r'))
      --result.size;
    return result;
  }

  /// To a string or a view.
  template <detail::made_of_bytes String>
  operator String() const {
    return String(c_str(), size_);
  }

  // A template, so that operands are not converted: see base/text.h.
  template <class Captured, class Other>
    requires(std::is_same_v<Captured, captured_text> &&
             std::is_convertible_v<Other const&, text> &&
             !std::is_null_pointer_v<Other>)
  friend bool operator==(Captured const& a, Other const& b) noexcept {
    return a.bytes() == b;
  }

  /// Makes room for at least one more byte, and for the NUL. Throws
  /// std::bad_alloc, or returns the system's error.
  error_code make_room() {
    constexpr std::size_t first = 16 << 10;
    if (block_.size() > size_ + 1) return {};
    error_code const error =
        block_.grow(detail::larger(first, block_.size() * 2), size_);
    if (!error) cut_to(size_);
    return error;
  }
  char* room_begin() const noexcept { return block_.data() + size_; }
  std::size_t room_size() const noexcept { return block_.size() - size_ - 1; }
  /// Adds `count` bytes, which were written into the room.
  void take(std::size_t count) noexcept {
    size_ += count;
    block_.data()[size_] = '\0';
  }
  void cut_to(std::size_t size) noexcept {
    size_ = size;
    if (block_.data()) block_.data()[size] = '\0';
  }
  void drop_front(std::size_t count) noexcept {
    if (count == 0) return;
    __builtin_memmove(block_.data(), block_.data() + count, size_ - count);
    cut_to(size_ - count);
  }

 private:
  detail::load_block block_;
  std::size_t size_ = 0;
};

// Captures the bytes that a child prints, or passes them on by lines.
//
// Throws std::bad_alloc, and what a callable throws.

namespace detail {

// Captures a stream, or passes each of its lines to a callable. Bytes are read
// into spare room at the end of `text_`. With a callable, `text_` holds only
// the incomplete last line.
class output_taker {
 public:
  output_taker(run_output const& option, unsigned long long limit) noexcept
      : option_(&option), limit_(limit) {}

  bool is_needed() const noexcept {
    return option_->kind() == stream_kind::captured || gives_lines();
  }

  error_code make_room() { return text_.make_room(); }
  char* room_begin() const noexcept { return text_.room_begin(); }
  std::size_t room_size() const noexcept { return text_.room_size(); }

  // Takes `count` bytes that were written into the room. Returns false if they
  // exceed the limit. A callable then gets no further line, because bytes of
  // the next are missing.
  bool take(std::size_t count) {
    std::size_t const before = text_.size();
    text_.take(count);
    if (gives_lines() && !is_over_limit_) is_over_limit_ = !give_lines(before);
    if (text_.size() > limit_) is_over_limit_ = true;
    if (!is_over_limit_) return true;
    text_.cut_to(gives_lines() ? 0 : static_cast<std::size_t>(limit_));
    return false;
  }
  // Passes on a last line without a newline.
  void finish() {
    if (gives_lines() && !text_.empty()) option_->give(text_.bytes());
    if (gives_lines()) text_.cut_to(0);
  }

  // Restores the NUL after the text. A read that was abandoned may have
  // overwritten it.
  void end_text() noexcept { text_.cut_to(text_.size()); }

  captured_text& text_so_far() noexcept { return text_; }

 private:
  bool gives_lines() const noexcept {
    return option_->kind() == stream_kind::callable;
  }

  // The first `looked_at` bytes contain no newline. Returns false at a line
  // longer than the limit.
  bool give_lines(std::size_t looked_at) {
    char const* line = text_.begin();
    for (char const* from = line + looked_at;;) {
      char const* const end = find_byte(from, text_.end(), '\n');
      if (end == text_.end()) break;
      auto const size = static_cast<std::size_t>(end - line);
      if (size > limit_) return false;
      option_->give({line, size});
      line = from = end + 1;
    }
    text_.drop_front(static_cast<std::size_t>(line - text_.begin()));
    return true;
  }

  run_output const* option_;
  unsigned long long limit_;
  captured_text text_;
  bool is_over_limit_ = false;
};

}  // namespace detail

// Options of run and spawn. Texts and files in options are borrowed, and must
// outlive the call of run or spawn.

/// What a child's destructor does when the child has not been waited for.
enum class child_end : unsigned char {
  stop,  ///< kills the child and its group at once
  wait,  ///< closes its pipes and waits; the child's writes raise SIGPIPE
};

/// Options of run and try_run.
struct run_options {
  run_input input = {};                  ///< its input; empty by default
  run_output out = {};                   ///< its output; captured by default
  run_error_output err = {};             ///< its errors; captured by default
  path_view directory = text{};          ///< its current directory
  environment_changes environment = {};  ///< its environment
  /// How long it may run before it and its group are killed.
  time_limit timeout = {};
  /// After the time-out, the time between a request to stop (SIGTERM;
  /// CTRL_BREAK) and the kill. By default it is killed at once.
  time_limit stop_after = {};
  /// The most bytes captured of standard output, and of standard error. For a
  /// callable, the most bytes of a line. A child that prints more is killed.
  unsigned long long limit = 256ull << 20;
  /// The name that the program sees, argv[0], if it is not the first argument.
  text arg0 = {};
  /// The process group: by default one of its own if there is a time-out and
  /// the input is not inherited, else the parent's.
  process_group group = process_group::automatic;
  /// Resolves a program name that contains a slash from `directory`, instead of
  /// from the parent's current directory.
  bool program_in_directory = false;
  batch_files batch = batch_files::refuse;
};

/// Options of spawn.
struct spawn_options {
  child_input in = {};                   ///< its input; inherited by default
  child_output out = {};                 ///< its output; inherited by default
  child_error_output err = {};           ///< its errors; inherited by default
  path_view directory = text{};          ///< its current directory
  environment_changes environment = {};  ///< its environment
  text arg0 = {};                        ///< as in run_options
  /// The process group: by default one of its own if `in` is not inherited,
  /// else the parent's.
  process_group group = process_group::automatic;
  child_end at_end = child_end::stop;
  bool program_in_directory = false;  ///< as in run_options
  batch_files batch = batch_files::refuse;
};

}  // namespace rill::inline RILL_BUILD

#endif
