// rill/fs/glob_step.h: the steps of a compiled pattern, and the set of those
// that a path has reached.
//
// Floor 5. Tests: test/fs/glob_test.cpp.
#ifndef RILL_FS_GLOB_STEP_H
#define RILL_FS_GLOB_STEP_H

#include "../base/text.h"
#include "../memory/small_vector.h"
#include "../unicode/decode.h"

namespace rill::inline RILL_BUILD::fs::detail {

enum class glob_kind : unsigned char {
  literal,   // one character
  any,       // one character but the slash
  set,       // one of the ranges
  rest,      // any run but slashes, then the step behind
  deep,      // any run, then the step behind
  fork,      // two ways
  go_on,     // one way
  accepted,  // the end of the pattern; always the last step
};

// Steps that take nothing (rest, deep, fork, go_on) lead forward only, so one
// pass over the set in order follows them all; a step that takes a character
// may lead back.
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

// One character of UTF-8 (the Unicode Standard, table 3-7). A byte that is no
// part of one is a value of its own above all characters.
inline char32_t take_character(text& from) noexcept {
  decoded_utf8 const one = decode_utf8(from.begin(), from.end());
  bool const is_valid = one.form == utf8_form::valid;
  auto const first = static_cast<unsigned char>(*from.data);
  auto const size =
      is_valid ? static_cast<std::size_t>(one.end - from.data) : 1;
  from = {from.data + size, from.size - size};
  return is_valid ? one.code_point : char32_t{0x110000} + first;
}

// A set of steps, one bit each, and where in the path it was reached.
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

  // Behind a slash of the path, further slashes of the pattern are the same
  // one: a/{,b}/c stands for a//c, which is a/c. They lead forward, because a
  // loop begins with a character.
  void begin_part(glob_states& states) const {
    states.begin_part();
    visit(states, true, [&](std::size_t i) {
      if (next_of(i, '/') != none) states.add(steps[i].next);
    });
  }

  // Calls with each step of the set, in order, after having added where it
  // leads without a character. A name has at least one character, so `rest`
  // does not lead on where it would be an empty one.
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

  // Where a step leads that takes a character.
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

}  // namespace rill::inline RILL_BUILD::fs::detail

#endif
