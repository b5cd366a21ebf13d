// rill/fs/glob.h: patterns of paths: *, ?, [a-z], **, {a,b}.
//
// Layer 6. A pattern is compiled into steps; matching keeps the set of all
// reachable steps, so the time for any pattern is bounded by the length of the
// path times the length of the pattern (K. Thompson: Regular Expression Search
// Algorithm, CACM 11(6), 1968). Allocates.
// Tests: test/fs/glob_test.cpp, test/system/glob_test.py.
#ifndef RILL_FS_GLOB_H
#define RILL_FS_GLOB_H

#include <stdlib.h>  // qsort

#include "../base/text.h"
#include "../memory/small_vector.h"
#include "../os/file_view.h"
#include "../unicode/utf8.h"

// The steps of a compiled pattern, and the set of steps that a path has
// reached.

namespace rill::inline RILL_BUILD::fs {
namespace detail {

enum class glob_kind : unsigned char {
  literal,   // one character
  any,       // one character but the slash
  set,       // one of the ranges
  rest,      // a run without slashes, then the next step
  deep,      // any run, then the next step
  fork,      // to `next` and `other`
  go_on,     // to `next`
  accepted,  // the end of the pattern; always the last step
};

// Steps that can consume nothing (rest, deep, fork, go_on) only lead forward,
// so one pass over the set in order follows them all; steps that consume a
// character may lead back.
struct glob_step {
  glob_kind kind;
  bool is_negated = false;
  char32_t character = 0;
  unsigned next = 0;
  unsigned other = 0;        // of a fork
  unsigned first_range = 0;  // of a set
  unsigned last_range = 0;
};

struct glob_range {
  char32_t first;
  char32_t last;
};

// Takes one character of UTF-8 (the Unicode Standard, table 3-7). A byte that
// is not part of one becomes a value above all characters.
inline char32_t take_character(text& from) noexcept {
  decoded_utf8 const one = decode_utf8(from.begin(), from.end());
  bool const is_valid = one.form == utf8_form::valid;
  auto const first = static_cast<unsigned char>(*from.data);
  auto const size =
      is_valid ? static_cast<std::size_t>(one.end - from.data) : 1;
  from = {from.data + size, from.size - size};
  return is_valid ? one.code_point : char32_t{0x110000} + first;
}

// A set of steps, one bit each, and whether a part of the path begins.
class glob_states {
 public:
  using word = unsigned long long;

  void clear(std::size_t step_count) {
    std::size_t const words = (step_count + 63) / 64;
    set_.set_size(0);
    next_.set_size(0);
    for (std::size_t i = 0; i != words; ++i) {
      set_.add(0);
      next_.add(0);
    }
    begin_part();
  }
  // Whether the path's next character is the first of a part.
  void begin_part() noexcept { part_is_empty_ = true; }
  void continue_part() noexcept { part_is_empty_ = false; }
  bool part_is_empty() const noexcept { return part_is_empty_; }
  std::size_t words() const noexcept { return set_.size(); }
  word& at(std::size_t i) noexcept { return set_[i]; }
  void add(std::size_t step) noexcept {
    set_[step / 64] |= word{1} << step % 64;
  }
  void add_next(std::size_t step) noexcept {
    next_[step / 64] |= word{1} << step % 64;
  }
  bool has(std::size_t step) const noexcept {
    return (set_[step / 64] >> step % 64 & 1) != 0;
  }
  bool none_before(std::size_t step) const noexcept {
    for (std::size_t i = 0; i != step / 64; ++i)
      if (set_[i] != 0) return false;
    word const below = (word{1} << step % 64) - 1;
    return (set_[step / 64] & below) == 0;
  }
  void turn() noexcept {
    for (std::size_t i = 0; i != set_.size(); ++i) {
      set_[i] = next_[i];
      next_[i] = 0;
    }
  }

 private:
  rill::detail::small_vector<word> set_;
  rill::detail::small_vector<word> next_;
  bool part_is_empty_ = true;
};

class glob_steps {
 public:
  rill::detail::small_vector<glob_step> steps;
  rill::detail::small_vector<glob_range> ranges;
  bool only_folders = false;

  void feed(glob_states& states, text bytes) const {
    bool is_slash = false;
    while (bytes.size != 0) {
      char32_t const c = take_character(bytes);
      if (is_slash && c == '/') continue;  // several slashes are one
      is_slash = c == '/';
      visit(states, is_slash && states.part_is_empty(), [&](std::size_t i) {
        std::size_t const to = next_of(i, c);
        if (to != none) states.add_next(to);
      });
      states.turn();
      states.continue_part();
      if (is_slash) begin_part(states);
    }
  }
  bool is_accepted(glob_states& states) const {
    visit(states, states.part_is_empty(), [](std::size_t) {});
    return states.has(steps.size() - 1);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{};

  // After a slash of the path, further slashes of the pattern match the same
  // one: a/{,b}/c can be a//c, which is a/c. One pass over the steps suffices:
  // the slash that ends a loop leads back, but only after a character.
  void begin_part(glob_states& states) const {
    states.begin_part();
    visit(states, true, [&](std::size_t i) {
      if (next_of(i, '/') != none) states.add(steps[i].next);
    });
  }

  // Calls visitor(step) for each step of the set, in order, after adding the
  // steps that it reaches without a character. `rest` (a *) does not lead on
  // while the name is empty: a name has at least one character.
  template <class Visitor>
  void visit(glob_states& states, bool name_is_empty, Visitor visitor) const {
    for (std::size_t w = 0; w != states.words(); ++w) {
      glob_states::word done = 0;
      while (glob_states::word const left = states.at(w) & ~done) {
        auto const bit = static_cast<unsigned>(__builtin_ctzll(left));
        done |= glob_states::word{1} << bit;
        std::size_t const i = 64 * w + bit;
        glob_step const& step = steps[i];
        if (step.kind >= glob_kind::rest && step.kind < glob_kind::accepted &&
            !(step.kind == glob_kind::rest && name_is_empty))
          states.add(step.next);
        if (step.kind == glob_kind::fork) states.add(step.other);
        visitor(i);
      }
    }
  }

  // Where a step leads by consuming a character, or none.
  std::size_t next_of(std::size_t i, char32_t c) const noexcept {
    glob_step const& step = steps[i];
    switch (step.kind) {
      case glob_kind::literal:
        return c == step.character ? step.next : none;
      case glob_kind::any:
        return c != '/' ? step.next : none;
      case glob_kind::rest:
        return c != '/' ? i : none;
      case glob_kind::deep:
        return i;
      case glob_kind::set:
        return is_in(step, c) ? step.next : none;
      default:
        return none;
    }
  }
  bool is_in(glob_step const& step, char32_t c) const noexcept {
    if (c == '/') return false;
    for (unsigned i = step.first_range; i != step.last_range; ++i)
      if (c >= ranges[i].first && c <= ranges[i].last) return !step.is_negated;
    return step.is_negated;
  }
};

// Compiles a pattern into steps.
//
// Two passes over the pattern: one finds which braces are groups of
// alternatives, the other makes the steps, at most four for three bytes. No
// recursion, so no pattern uses up the stack.

class glob_compiler {
 public:
  glob_compiler(glob_steps& out, text pattern) : out_(out), all_(pattern) {
    find_braces();
    drop_slash();
    for (std::size_t at = 0; at != all_.size;) {
      at = compile(at);
    }
    add({glob_kind::accepted});
  }

 private:
  // A group of braces whose alternatives are being compiled.
  struct group {
    std::size_t end;     // where its closing brace is
    unsigned fork;       // the fork whose `other` is not yet known
    unsigned last_jump;  // list of the jumps to the end, through `next`
    bool begins_part;    // at the start of a part of the path
    bool ends_part;      // at the end of one
  };
  static constexpr unsigned no_step = ~0u;

  // Returns the end of one unit of the pattern that is not a brace or a comma:
  // a set, an escape, or a byte.
  std::size_t behind_unit(std::size_t at) const noexcept {
    if (all_.data[at] == '\\' && at + 1 != all_.size) return at + 2;
    if (all_.data[at] == '[') {
      std::size_t const end = end_of_set(at);
      if (end != 0) return end;
    }
    return at + 1;
  }

  // Returns the end of the set that begins with this bracket, or 0 if the
  // bracket is a literal. A leading ] is a member of the set. A set contains no
  // slash. Remembers the range in which it found no ], because searching it
  // again for each bracket would take quadratic time.
  std::size_t end_of_set(std::size_t at) const noexcept {
    if (at >= no_set_from_ && at < no_set_to_) return 0;
    std::size_t end = at + 1;
    if (end < all_.size && is_negation(all_.data[end])) ++end;
    bool is_first = true;
    for (; end < all_.size && all_.data[end] != '/'; ++end, is_first = false) {
      if (all_.data[end] == ']' && !is_first) return end + 1;
      if (all_.data[end] == '\\' && end + 1 < all_.size &&
          all_.data[end + 1] != '/')
        ++end;
    }
    no_set_from_ = at;
    no_set_to_ = end;
    return 0;
  }
  static bool is_negation(char c) noexcept { return c == '!' || c == '^'; }

  // Fills closing_ with pairs of braces. As in bash, braces without a comma are
  // literals, and the } that would close the outermost of them is skipped:
  // {a},} matches "a}" or nothing.
  void find_braces() {
    struct brace {
      std::size_t at;
      bool has_comma;
    };
    rill::detail::small_vector<brace> open;
    // In bash a leading {} is literal, for find's {}.
    bool const is_text =
        all_.size > 1 && all_.data[0] == '{' && all_.data[1] == '}';
    for (std::size_t at = is_text ? 2 : 0; at < all_.size;) {
      char const c = all_.data[at];
      if (c == '{') open.add({at, false});
      if (c == ',' && !open.empty()) open.back().has_comma = true;
      if (c == '}' && !open.empty()) {
        brace const last = open.back();
        if (last.has_comma) closing_.add({last.at, at});
        if (last.has_comma || open.size() > 1) open.take_back();
      }
      at = c == '{' || c == '}' ? at + 1 : behind_unit(at);
    }
    sort_closing();
  }

  struct pair {
    std::size_t first;
    std::size_t last;
  };
  static int compare(void const* a, void const* b) noexcept {
    std::size_t const x = static_cast<pair const*>(a)->first;
    std::size_t const y = static_cast<pair const*>(b)->first;
    return x < y ? -1 : x > y;
  }
  void sort_closing() noexcept {
    if (closing_.size() > 1)
      ::qsort(closing_.data(), closing_.size(), sizeof(pair), compare);
  }

  // Removes a slash at the end, which restricts the pattern to folders, and the
  // backslash before it if that escapes the slash.
  void drop_slash() noexcept {
    if (all_.size < 2 || all_.data[all_.size - 1] != '/') return;
    all_.size -= 1;
    out_.only_folders = true;
    std::size_t end = all_.size;
    while (end != 0 && all_.data[end - 1] == '\\') --end;
    all_.size -= (all_.size - end) % 2;
  }

  unsigned here() const noexcept {
    return static_cast<unsigned>(out_.steps.size());
  }
  void add(glob_step step) { out_.steps.add(step); }
  // Adds a step that leads to the next one.
  void add_plain(glob_kind kind, char32_t character = 0) {
    add({.kind = kind, .character = character, .next = here() + 1});
  }

  std::size_t compile(std::size_t at) {
    char const c = all_.data[at];
    if (c == '{' && next_closing_ != closing_.size() &&
        closing_[next_closing_].first == at)
      return open_group(at);
    if (!groups_.empty() && c == ',') return next_alternative(at);
    if (!groups_.empty() && at == groups_.back().end) return close_group(at);
    std::size_t const end =
        c == '*' ? compile_stars(at) : compile_character(at);
    // An escaped slash is a slash too.
    part_begins_ = all_.data[end - 1] == '/';
    return end;
  }

  std::size_t compile_character(std::size_t at) {
    char const c = all_.data[at];
    // Several slashes are one.
    if (c == '/' && at != 0 && all_.data[at - 1] == '/') return at + 1;
    if (c == '?') {
      add_plain(glob_kind::any);
      return at + 1;
    }
    if (c == '[') {
      std::size_t const end = end_of_set(at);
      if (end != 0) return compile_set(at, end);
    }
    if (c == '\\' && at + 1 != all_.size) ++at;
    text rest{all_.data + at, all_.size - at};
    add_plain(glob_kind::literal, take_character(rest));
    return all_.size - rest.size;
  }

  std::size_t open_group(std::size_t at) {
    std::size_t const end = closing_[next_closing_++].last;
    bool const ends = ends_part(end + 1);
    groups_.add({end, here(), no_step, part_begins_, ends});
    add_plain(glob_kind::fork);
    out_.steps.back().other = here();  // until another alternative is known
    return at + 1;
  }

  // Ends an alternative with a jump whose target is not known yet.
  void end_alternative(group& open) {
    add({.kind = glob_kind::go_on, .next = open.last_jump});
    open.last_jump = here() - 1;
  }
  std::size_t next_alternative(std::size_t at) {
    group& open = groups_.back();
    end_alternative(open);
    out_.steps[open.fork].other = here();
    open.fork = here();
    add_plain(glob_kind::fork);
    out_.steps.back().other = here();
    part_begins_ = open.begins_part;
    return at + 1;
  }
  std::size_t close_group(std::size_t at) {
    group& open = groups_.back();
    end_alternative(open);
    for (unsigned jump = open.last_jump; jump != no_step;) {
      unsigned const before = out_.steps[jump].next;
      out_.steps[jump].next = here();
      jump = before;
    }
    groups_.take_back();
    part_begins_ = false;
    return at + 1;
  }

  // Whether a part of the path ends here: at the end of the pattern, at a
  // slash, or at the end of an alternative in a group at the end of a part.
  bool ends_part(std::size_t at) const noexcept {
    if (at == all_.size || all_.data[at] == '/') return true;
    if (groups_.empty()) return false;
    group const& open = groups_.back();
    return open.ends_part && (all_.data[at] == ',' || at == open.end);
  }

  std::size_t compile_stars(std::size_t at) {
    std::size_t end = at;
    while (end != all_.size && all_.data[end] == '*') ++end;
    if (end - at != 2 || !part_begins_ || !ends_part(end)) {
      add_plain(glob_kind::rest);
      return end;
    }
    if (end == all_.size || all_.data[end] != '/') {
      // At least one part: a character, then any run.
      add_plain(glob_kind::any);
      add_plain(glob_kind::deep);
      return end;
    }
    // Any number of parts with slashes: a loop back to the fork.
    unsigned const loop = here();
    add({.kind = glob_kind::fork, .next = loop + 1, .other = loop + 4});
    add_plain(glob_kind::any);
    add_plain(glob_kind::rest);
    add({.kind = glob_kind::literal, .character = '/', .next = loop});
    return end + 1;
  }

  std::size_t compile_set(std::size_t at, std::size_t end) {
    glob_step step{.kind = glob_kind::set, .next = here() + 1};
    text inside{all_.data + at + 1, end - at - 2};
    if (inside.size != 0 && is_negation(*inside.data)) {
      step.is_negated = true;
      inside = {inside.data + 1, inside.size - 1};
    }
    step.first_range = static_cast<unsigned>(out_.ranges.size());
    while (inside.size != 0) {
      char32_t const first = take_member(inside);
      char32_t last = first;
      if (inside.size > 1 && *inside.data == '-') {
        inside = {inside.data + 1, inside.size - 1};
        last = take_member(inside);
      }
      out_.ranges.add({first, last});
    }
    step.last_range = static_cast<unsigned>(out_.ranges.size());
    add(step);
    return end;
  }
  static char32_t take_member(text& inside) noexcept {
    if (*inside.data == '\\' && inside.size > 1)
      inside = {inside.data + 1, inside.size - 1};
    return take_character(inside);
  }

  glob_steps& out_;
  text all_;
  rill::detail::small_vector<pair> closing_;
  std::size_t next_closing_ = 0;
  rill::detail::small_vector<group> groups_;
  bool part_begins_ = true;
  mutable std::size_t no_set_from_ = 0;  // no set begins in this range
  mutable std::size_t no_set_to_ = 0;
};

}  // namespace detail

/// A compiled pattern. Movable.
///
///     ?       one character of a name, which may be several bytes of UTF-8
///     *       any run of characters of a name, also none
///     **      as a whole part: any number of parts, also none; at the end
///             at least one
///     [a-z_]  one of these characters; [!a-z] or [^a-z] none of these
///     {a,b*}  either pattern; they may be nested and contain slashes
///     \x      x itself
///
/// Only ** matches a slash, and no wildcard matches an empty name. A leading
/// dot is not special. Unclosed braces and brackets, braces without a comma,
/// and brackets around a slash are literals. Several slashes are one. A byte
/// that is not UTF-8 is one character. A slash at the end is removed; see
/// only_folders(). Differences from bash: docs/filesystem.md.
class glob {
 public:
  glob() noexcept = default;
  explicit glob(text pattern) { detail::glob_compiler(steps_, pattern); }

  /// Returns true if the whole path matches; false without a pattern.
  ///
  /// Cost: bytes of the path times the steps reachable at once, at most the
  /// size of the path times the size of the pattern.
  bool matches(path_view path) const {
    if (empty()) return false;
    detail::glob_states states;
    start(states);
    feed(states, path.bytes());
    return is_accepted(states);
  }

  /// Returns true if the pattern ended with a slash: it matches only folders.
  bool only_folders() const noexcept { return steps_.only_folders; }

  /// Returns true without a pattern: default-constructed or moved from.
  bool empty() const noexcept { return steps_.steps.empty(); }

  // The steps of matches(). A walk keeps the states of a folder for all its
  // entries.
  void start(detail::glob_states& states) const {
    states.clear(steps_.steps.size());
    states.add(0);
  }
  void feed(detail::glob_states& states, text bytes) const {
    steps_.feed(states, bytes);
  }
  bool is_accepted(detail::glob_states& states) const {
    return steps_.is_accepted(states);
  }
  // Returns true if no continuation of the path can match.
  bool is_lost(detail::glob_states const& states) const noexcept {
    return states.none_before(steps_.steps.size() - 1);
  }

 private:
  detail::glob_steps steps_;
};

/// Returns true when the whole path matches the pattern; see glob.
///
/// Cost: compiles the pattern; for many paths keep a glob.
///
/// Example:
///     rill::fs::matches("src/**/*.{h,cpp}", "src/a/b.h");  // true
inline bool matches(text pattern, path_view path) {
  return glob(pattern).matches(path);
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
