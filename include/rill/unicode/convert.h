// rill/unicode/convert.h: from one encoding form to another.
//
// Floor 2. Pure, constexpr, no allocation. convert_plainly is the slow twin;
// convert is the same with kernels in front of it. Tests:
// test/unicode/convert_test.cpp.
#ifndef RILL_UNICODE_CONVERT_H
#define RILL_UNICODE_CONVERT_H

#include <type_traits>  // std::is_constant_evaluated

#include "../base/text.h"
#include "ascii_block.h"
#include "kernel/kernels.h"

namespace rill::inline RILL_BUILD::detail {

// A conversion on its way through two runs of units.
template <class From, class To>
struct converting {
  using source = typename From::unit;
  using target = typename To::unit;

  source const* in;
  source const* const in_end;
  target* out;
  target* const out_end;
  text_policy const policy;
  // False where more input is to come: what is cut then stays, and is no
  // problem yet that the policy could mend.
  bool const is_last;
  std::size_t mended = 0;

  constexpr std::size_t room() const noexcept {
    return static_cast<std::size_t>(out_end - out);
  }

  // Writes the character. What is in the way, if something is.
  constexpr text_problem put(char32_t c) noexcept {
    if (room() >= To::most_units) [[likely]] {
      target* const end = To::put(out, c);
      if (!end) return text_problem::unmappable;
      out = end;
      return text_problem::none;
    }
    target units[To::most_units] = {};
    target const* const end = To::put(units, c);
    if (!end) return text_problem::unmappable;
    if (static_cast<std::size_t>(end - units) > room())
      return text_problem::no_room;
    for (target const* at = units; at != end; ++at) *out++ = *at;
    return text_problem::none;
  }

  // Takes one character, or one problem that the policy mends.
  constexpr text_problem step() noexcept {
    taken const one = From::take(in, in_end);
    text_problem found = one.problem;
    if (found == text_problem::none) [[likely]]
      found = put(one.scalar);
    if (found == text_problem::none) [[likely]] {
      in += one.size;
      return found;
    }
    if (found == text_problem::no_room || policy == text_policy::strict ||
        (found == text_problem::cut && !is_last))
      return found;
    if (policy == text_policy::replace)
      if (put(To::substitute) != text_problem::none)
        return text_problem::no_room;
    in += one.size;
    ++mended;
    return text_problem::none;
  }
};

template <class From, class To>
constexpr conversion_result convert_plainly(
    typename From::unit const* in, std::size_t size, typename To::unit* out,
    std::size_t room, text_policy policy = text_policy::strict,
    bool is_last = true) noexcept {
  converting<From, To> work{in, in + size, out, out + room, policy, is_last};
  text_problem found = text_problem::none;
  while (found == text_problem::none && work.in != work.in_end)
    found = work.step();
  return {static_cast<std::size_t>(work.in - in),
          static_cast<std::size_t>(work.out - out), found, work.mended};
}

// As much is validated, and copied while it is in the processor's nearest
// cache.
inline constexpr std::ptrdiff_t copied_bytes = 8192;

// From a form to itself: validates and copies.
template <form Form>
kernel_progress copy_valid(char const* in, char const* in_end, char* out,
                           char* out_end) noexcept {
  for (;;) {
    auto const block =
        smaller(smaller(in_end - in, out_end - out), copied_bytes);
    auto const valid = skip_valid<Form>(in, in + block) - in;
    out = copy_bytes(out, in, static_cast<std::size_t>(valid));
    in += valid;
    // Less is left of a block where a character is cut by its end.
    if (valid < copied_bytes / 2) return {in, out};
  }
}

// Lets the kernel convert what it likes to.
template <class From, class To>
void leap(converting<From, To>& work) noexcept {
  auto const bytes = [](auto* units) { return reinterpret_cast<char*>(units); };
  auto const source_bytes = [](auto const* units) {
    return reinterpret_cast<char const*>(units);
  };
  constexpr converter go = From::name == To::name
                               ? copy_valid<From::name>
                               : convert_fast<From::name, To::name>;
  kernel_progress const done =
      go(source_bytes(work.in), source_bytes(work.in_end), bytes(work.out),
         bytes(work.out_end));
  work.in += (done.in - source_bytes(work.in)) /
             static_cast<std::ptrdiff_t>(sizeof(typename From::unit));
  work.out += (done.out - bytes(work.out)) /
              static_cast<std::ptrdiff_t>(sizeof(typename To::unit));
}

// The units of a block of ASCII; 0 where the form has none.
template <class Form>
inline constexpr std::ptrdiff_t ascii_units =
    ascii_block * ascii_bytes(Form::name) / sizeof(typename Form::unit);

// Takes up to `most` well-formed characters where there is room for any.
// False where it stopped before.
template <class From, class To>
bool stroll(converting<From, To>& work, std::size_t most) noexcept {
  auto in = work.in;
  auto out = work.out;
  auto const in_end = work.in_end;
  auto const out_end = work.out_end;
  for (; most != 0; --most) {
    if constexpr (ascii_units<From> != 0 && ascii_units<To> != 0) {
      if (in_end - in >= ascii_units<From> &&
          out_end - out >= ascii_units<To> &&
          convert_ascii_block<From::name, To::name>(in, out)) {
        in += ascii_units<From>;
        out += ascii_units<To>;
        continue;
      }
    }
    if (in == in_end || out_end - out < To::most_units) break;
    taken const one = From::take(in, in_end);
    if (one.problem != text_problem::none) break;
    auto const end = To::put(out, one.scalar);
    if (!end) break;
    in += one.size;
    out = end;
  }
  work.in = in;
  work.out = out;
  return most == 0;
}

// Behind a problem so many characters are taken one by one: where problems
// are dense, a kernel would start in vain each time.
inline constexpr std::size_t characters_between_leaps = 16;

// Fewer bytes are done one by one before a kernel has begun.
inline constexpr std::size_t bytes_worth_a_leap = 12;

template <class From, class To>
constexpr conversion_result convert(typename From::unit const* in,
                                    std::size_t size, typename To::unit* out,
                                    std::size_t room,
                                    text_policy policy = text_policy::strict,
                                    bool is_last = true) noexcept {
  if (std::is_constant_evaluated())
    return convert_plainly<From, To>(in, size, out, room, policy, is_last);
  converting<From, To> work{in, in + size, out, out + room, policy, is_last};
  if (size * sizeof *in >= bytes_worth_a_leap) leap(work);
  // A kernel takes the whole of most texts: a quarter of the time of a short
  // one would go into finding that nothing is left.
  if (work.in == work.in_end)
    return {size, static_cast<std::size_t>(work.out - out), text_problem::none,
            0};
  std::size_t most = size;
  text_problem found = text_problem::none;
  for (;;) {
    bool const took_all = stroll(work, most);
    if (work.in == work.in_end) break;
    if (took_all) {
      leap(work);
      most = size;
      continue;
    }
    std::size_t const before = work.mended;
    found = work.step();
    if (found != text_problem::none) break;
    if (work.mended != before) most = characters_between_leaps;
  }
  return {static_cast<std::size_t>(work.in - in),
          static_cast<std::size_t>(work.out - out), found, work.mended};
}

// The first problem of a text; its size where there is none.
struct found_problem {
  std::size_t offset;
  text_problem problem;
};

template <class From>
constexpr found_problem find_problem_plainly(typename From::unit const* in,
                                             std::size_t size) noexcept {
  std::size_t at = 0;
  while (at != size) {
    taken const one = From::take(in + at, in + size);
    if (one.problem != text_problem::none) return {at, one.problem};
    at += one.size;
  }
  return {size, text_problem::none};
}

template <class From>
constexpr found_problem find_problem(typename From::unit const* in,
                                     std::size_t size) noexcept {
  if (std::is_constant_evaluated()) return find_problem_plainly<From>(in, size);
  auto const first = reinterpret_cast<char const*>(in);
  char const* const valid =
      skip_valid<From::name>(first, reinterpret_cast<char const*>(in + size));
  std::size_t at =
      static_cast<std::size_t>(valid - first) / sizeof(typename From::unit);
  while (at != size) {
    if constexpr (ascii_units<From> != 0) {
      constexpr auto step = static_cast<std::size_t>(ascii_units<From>);
      ascii_words<From::name> words;
      if (size - at >= step && load_ascii<From::name>(in + at, words)) {
        at += step;
        continue;
      }
    }
    taken const one = From::take(in + at, in + size);
    if (one.problem != text_problem::none) return {at, one.problem};
    at += one.size;
  }
  return {size, text_problem::none};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
