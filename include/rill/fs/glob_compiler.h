// rill/fs/glob_compiler.h: from the text of a pattern to its steps.
//
// Floor 5. Two passes over the pattern: one finds which braces are groups of
// alternatives, the other makes the steps, at most four for three bytes. No
// recursion, so no pattern uses up the stack. Tests: test/fs/glob_test.cpp,
// test/system/glob_test.py (against bash).
#ifndef RILL_FS_GLOB_COMPILER_H
#define RILL_FS_GLOB_COMPILER_H

#include <stdlib.h>  // qsort

#include "glob_step.h"

namespace rill::inline RILL_BUILD::fs::detail {

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
  // A group of braces that is open while its insides are compiled.
  struct group {
    std::size_t end;     // where its closing brace is
    unsigned fork;       // the fork whose other way is not known yet
    unsigned last_jump;  // list of the jumps to the end, through `next`
    bool begins_part;    // its alternatives stand at the front of a part
    bool ends_part;      // and at the end of one
  };
  static constexpr unsigned no_step = ~0u;

  // Steps over one unit of the pattern that is not a brace or a comma: a
  // set, an escape, or a byte.
  std::size_t behind_unit(std::size_t at) const noexcept {
    if (all_.data[at] == '\\' && at + 1 != all_.size) return at + 2;
    if (all_.data[at] == '[') {
      std::size_t const end = end_of_set(at);
      if (end != 0) return end;
    }
    return at + 1;
  }

  // Where the set that begins with this bracket ends, or 0: a bracket is then
  // a character. A ] at its front is one of its characters; a slash ends the
  // name, and no set goes on behind it. Remembers where no ] follows, so that
  // many brackets stay cheap.
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

  // Fills closing_: for each { that is closed, where. As in bash, braces
  // around one alternative, without a comma, are characters, and the } that
  // would close the outermost of them is passed over: {a},} is a} or nothing.
  void find_braces() {
    struct brace {
      std::size_t at;
      bool has_comma;
    };
    rill::detail::small_vector<brace> open;
    // {} at the front is no brace to bash, so that find's {} stays.
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

  // One slash at the end means that only folders are asked for. A backslash
  // before it that escapes it goes too: an escaped slash is a slash.
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
  // A step that leads to the one behind it.
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
    // A slash is a slash also behind a backslash.
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
    out_.steps.back().other = here();  // until another way is known
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

  // Whether a part of the path ends here: at the pattern's end, at a slash,
  // and at the end of an alternative whose group stands at the end of a part.
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
      // At least one part: a character, and whatever follows.
      add_plain(glob_kind::any);
      add_plain(glob_kind::deep);
      return end;
    }
    // Parts with their slashes, any number: back to the fork behind each.
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
  mutable std::size_t no_set_from_ = 0;  // between the two, no set begins
  mutable std::size_t no_set_to_ = 0;
};

}  // namespace rill::inline RILL_BUILD::fs::detail

#endif
