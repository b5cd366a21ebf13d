// rill/unicode/kernel/x86/levels/checked.h: validates UTF-16 and UTF-32,
// converts between wide forms, and counts.
//
// Layer 2. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/validate_test.cpp, test/unicode/kernel/count_test.cpp.
//
// Included once for each level (vectors.h). Figures: bench/unicode/wide.cpp.

namespace rill::inline RILL_BUILD::detail {
namespace RILL_LEVEL {

template <class V>
RILL_LEVEL_INLINE V surrogates(V v) noexcept {
  return reinterpret_cast<V>((v & 0xF800) == 0xD800);
}

// From UTF-16. If one vector holds all sixteen units, the second vector is the
// first, and the compiler merges the operations on both.
template <form From, form To>
RILL_LEVEL_INLINE bool step_from_16(char const* in, char* out) noexcept {
  constexpr int last = 32 - width;
  auto const a = ordered<From>(load<words>(in));
  auto const b = ordered<From>(load<words>(in + last));
  if constexpr (unit_width(To) == 1) {
    if (!has_none(a | b, words{} + 0xFF00)) return false;
    store(out, lane_of<0>(narrow(a, b)));
  } else {
    if (!is_zero(surrogates(a) | surrogates(b))) return false;
    store(out, ordered<To>(widened<0>(a)));
    store(out + width, ordered<To>(widened<1>(a)));
    store(out + 2 * last, ordered<To>(widened<0>(b)));
    store(out + 2 * last + width, ordered<To>(widened<1>(b)));
  }
  return true;
}

// From UTF-32.
template <form From, form To>
RILL_LEVEL_INLINE bool step_from_32(char const* in, char* out) noexcept {
  constexpr int vectors = 64 / width;
  uints v[vectors], any{}, halves{};
#pragma GCC unroll 4
  for (int i = 0; i != vectors; ++i) {
    v[i] = ordered<From>(load<uints>(in + width * i));
    any |= v[i];
    halves |= surrogates(v[i]);
  }
  if (unit_width(To) == 1 ? !has_none(any, uints{} + 0xFFFFFF00)
                          : !is_zero(halves | any >> 16))
    return false;
  auto const first = narrow(v[0], v[1]);
  auto const last = narrow(v[vectors - 2], v[vectors - 1]);
  if constexpr (unit_width(To) == 1) {
    store(out, lane_of<0>(narrow(first, last)));
  } else {
    store(out, ordered<To>(first));
    store(out + 32 - width, ordered<To>(last));
  }
  return true;
}

// Converts sixteen units. False if one of them does not fit.
template <form From, form To>
RILL_LEVEL_INLINE bool step(char const* in, char* out) noexcept {
  if constexpr (unit_width(From) == 2) {
    return step_from_16<From, To>(in, out);
  } else if constexpr (unit_width(From) == 4) {
    return step_from_32<From, To>(in, out);
  } else {
    constexpr int units = width / static_cast<int>(unit_width(To));
#pragma GCC unroll 4
    for (int i = 0; i != 16; i += units) {
      char* const to = out + i * static_cast<int>(unit_width(To));
      if constexpr (unit_width(To) == 2)
        store(to, ordered<To>(widen_to_words(in + i)));
      else
        store(to, ordered<To>(widen_to_ints(in + i)));
    }
    return true;
  }
}

template <form From, form To>
RILL_LEVEL_TARGET kernel_progress wide_blocks(char const* in,
                                              char const* in_end, char* out,
                                              char* out_end) noexcept {
  constexpr auto in_step = static_cast<std::ptrdiff_t>(16 * unit_width(From));
  constexpr auto out_step = static_cast<std::ptrdiff_t>(16 * unit_width(To));
  auto steps = smaller((in_end - in) / in_step, (out_end - out) / out_step);
  for (; steps >= 2 && step<From, To>(in, out); steps -= 2) {
    if (!step<From, To>(in + in_step, out + out_step))
      return {in + in_step, out + out_step};
    in += 2 * in_step;
    out += 2 * out_step;
  }
  if (steps == 1 && step<From, To>(in, out))
    return {in + in_step, out + out_step};
  return {in, out};
}

}  // namespace RILL_LEVEL

template <form From, form To>
  requires(changes_width(From, To))
struct conversion_kernel<From, To, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return in_blocks<From, To>(RILL_LEVEL::wide_blocks<From, To>,
                               pairs_by_ssse3<From, To>(), in, in_end, out,
                               out_end);
  }
};

// Finds how far UTF-16 and UTF-32 of either byte order are well-formed, and
// with `Swaps` writes the units in the other byte order in the same pass.
//
// Included once for each level (vectors.h). Figures: bench/unicode/wide.cpp.

namespace RILL_LEVEL {

// The units that are equal to `what` under `mask`.
template <form Form>
RILL_LEVEL_INLINE words units_like(words v, unsigned short mask,
                                   unsigned short what) noexcept {
  if constexpr (has_swapped_units(Form))
    return reinterpret_cast<words>((v & __builtin_bswap16(mask)) ==
                                   __builtin_bswap16(what));
  else
    return reinterpret_cast<words>((v & mask) == what);
}

// 64 bytes of UTF-16.
struct checked_block {
  words part[64 / width];

  // Two bits for each surrogate of the kind `what`.
  template <form Form>
  RILL_LEVEL_INLINE std::uint64_t halves(unsigned short what) const noexcept {
    std::uint64_t found = 0;
#pragma GCC unroll 4
    for (int i = 0; i != 64; i += width)
      found |=
          std::uint64_t{bits(units_like<Form>(part[i / width], 0xFC00, what))}
          << i;
    return found;
  }
};

template <form Form, bool Swaps>
RILL_LEVEL_INLINE kernel_progress check_utf16(char const* in,
                                              char const* in_end,
                                              char* out) noexcept {
  // The bits of a trail surrogate that must be first in the next block.
  std::uint64_t carry = 0;
  for (; in_end - in >= 64; in += 64) {
    checked_block v;
    words any{};
#pragma GCC unroll 4
    for (int i = 0; i != 64; i += width) {
      words const part = load<words>(in + i);
      if constexpr (Swaps) store(out + i, swapped<2>(part));
      any |= units_like<Form>(part, 0xF800, 0xD800);
      v.part[i / width] = part;
    }
    if constexpr (Swaps) out += 64;
    if (RILL_LIKELY(is_zero(any))) {
      if (carry != 0) break;
      continue;
    }
    std::uint64_t const leads = v.halves<Form>(0xD800);
    std::uint64_t const trails = v.halves<Form>(0xDC00);
    if (trails != (leads << 2 | carry)) break;
    carry = leads >> 62;
  }
  std::ptrdiff_t const back = carry != 0 ? 2 : 0;
  return {in - back, out};
}

// 0 for scalar values. The exclusive or moves D800..DFFF to 0..7FF; subtracting
// moves these to the top. The scalar values are then the numbers below 10F800.
template <form Form>
RILL_LEVEL_INLINE ints wrong_units(uints v) noexcept {
  uints const moved = (ordered<Form>(v) ^ 0xD800) - 0x80000800;
  return reinterpret_cast<ints>(moved) >
         static_cast<int>(0x10F7FF - 0x80000000);
}

template <form Form, bool Swaps>
RILL_LEVEL_INLINE kernel_progress check_utf32(char const* in,
                                              char const* in_end,
                                              char* out) noexcept {
  for (; in_end - in >= 2 * width; in += 2 * width) {
    auto const a = load<uints>(in);
    auto const b = load<uints>(in + width);
    if constexpr (Swaps) {
      store(out, swapped<4>(a));
      store(out + width, swapped<4>(b));
      out += 2 * width;
    }
    if (!is_zero(wrong_units<Form>(a) | wrong_units<Form>(b))) break;
  }
  return {in, out};
}

template <form Form, bool Swaps>
RILL_LEVEL_TARGET kernel_progress check_wide(char const* in, char const* in_end,
                                             char* out) noexcept {
  if constexpr (has_utf16_units(Form))
    return check_utf16<Form, Swaps>(in, in_end, out);
  else
    return check_utf32<Form, Swaps>(in, in_end, out);
}

}  // namespace RILL_LEVEL

template <form Form>
  requires(has_wide_units(Form))
struct validation_kernel<Form, cpu::RILL_LEVEL> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return RILL_LEVEL::check_wide<Form, false>(in, in_end, nullptr).in;
  }
};

template <form From, form To>
  requires(changes_order(From, To))
struct conversion_kernel<From, To, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    auto const size = smaller(in_end - in, out_end - out);
    char const* const end =
        RILL_LEVEL::check_wide<From, true>(in, in + size, out).in;
    return {end, out + (end - in)};
  }
};

// The size that a well-formed text has in another form.
//
// Included once for each level (vectors.h). Figures: bench/unicode/wide.cpp.

namespace RILL_LEVEL {

// The weight of a unit consists of the constant `rest` and of comparisons,
// which are -1 where they hold. of() is their sum: the weight is `rest - of()`
// for bytes, and `rest + of()` for wider units.
template <form From, form To>
struct weights;
template <form To>
  requires(To == form::utf16 || To == form::utf32)
struct weights<form::utf8, To> {
  static constexpr std::size_t rest = 0;
  RILL_LEVEL_INLINE static auto of(signed_bytes v) noexcept {
    auto const begins = v > static_cast<signed char>(0xBF);
    if constexpr (To == form::utf16)
      return begins + ((v & static_cast<signed char>(0xF0)) ==
                       static_cast<signed char>(0xF0));
    else
      return begins;
  }
};
template <>
struct weights<form::latin1, form::utf8> {
  static constexpr std::size_t rest = 1;
  RILL_LEVEL_INLINE static auto of(signed_bytes v) noexcept { return v < 0; }
};
template <form From>
  requires(has_utf16_units(From))
struct weights<From, form::utf8> {
  static constexpr std::size_t rest = 3;
  RILL_LEVEL_INLINE static auto of(words v) noexcept {
    words const top = v & 0xF800;
    return ((v & 0xFF80) == 0) + (top == 0) + (top == 0xD800);
  }
};
template <form From>
  requires(has_utf16_units(From))
struct weights<From, form::utf32> {
  static constexpr std::size_t rest = 1;
  RILL_LEVEL_INLINE static auto of(words v) noexcept {
    return (v & 0xFC00) == 0xDC00;
  }
};
template <form From>
  requires(has_utf32_units(From))
struct weights<From, form::utf8> {
  static constexpr std::size_t rest = 4;
  RILL_LEVEL_INLINE static auto of(uints v) noexcept {
    return (v >> 7 == 0) + (v >> 11 == 0) + (v >> 16 == 0);
  }
};
template <form From>
  requires(has_utf32_units(From))
struct weights<From, form::utf16> {
  static constexpr std::size_t rest = 2;
  RILL_LEVEL_INLINE static auto of(uints v) noexcept { return v >> 16 == 0; }
};

// The sum of the parts of a psadbw result, whose type depends on the width.
template <class Sums>
RILL_LEVEL_INLINE std::size_t sum_of(Sums sums) noexcept {
  auto const parts = reinterpret_cast<longs>(sums);
  long long sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i != width / 8; ++i) sum += parts[i];
  return static_cast<std::size_t>(sum);
}
// The sum of unsigned bytes.
RILL_LEVEL_INLINE std::size_t sum_of_bytes(ubytes v) noexcept {
  return sum_of(
      RILL_LEVEL_BUILTIN(psadbw)(reinterpret_cast<bytes>(v), bytes{}));
}
// The negated sum of numbers that are at most 0.
RILL_LEVEL_INLINE std::size_t negated_sum(ints v) noexcept {
  long long sum = 0;
  for (int i = 0; i != width / 4; ++i) sum -= v[i];
  return static_cast<std::size_t>(sum);
}
RILL_LEVEL_INLINE std::size_t negated_sum(signed_words v) noexcept {
  return negated_sum(RILL_LEVEL_BUILTIN(pmaddwd)(v, signed_words{} + 1));
}

// Each vector adds at most 2 to a byte, so 127 vectors fit.
inline constexpr int byte_rounds = 127;
// Each vector subtracts at most 3 from a 16-bit number, and two of these are
// added.
inline constexpr int wide_rounds = 4096;

// The sum of the weights of whole vectors of bytes.
template <form From, form To>
RILL_LEVEL_TARGET std::size_t count_bytes(char const* in,
                                          char const* in_end) noexcept {
  using counted = weights<From, To>;
  std::size_t sum = 0;
  while (in != in_end) {
    ubytes held{};
    char const* const stop = end_of_rounds(in, in_end, byte_rounds * width);
#pragma GCC unroll 4
    for (; in != stop; in += width)
      held -= reinterpret_cast<ubytes>(counted::of(load<signed_bytes>(in)));
    sum += sum_of_bytes(held);
  }
  return sum;
}
// How much the weights of wider units are below `rest` in total.
template <form From, form To>
RILL_LEVEL_TARGET std::size_t count_missing(char const* in,
                                            char const* in_end) noexcept {
  using counted = weights<From, To>;
  using vector = std::conditional_t<has_utf16_units(From), words, uints>;
  using held_vector =
      std::conditional_t<has_utf16_units(From), signed_words, ints>;
  std::size_t missing = 0;
  while (in != in_end) {
    held_vector held{};
    char const* const stop = end_of_rounds(in, in_end, wide_rounds * width);
#pragma GCC unroll 4
    for (; in != stop; in += width)
      held += counted::of(ordered<From>(load<vector>(in)));
    missing += negated_sum(held);
  }
  return missing;
}

}  // namespace RILL_LEVEL

template <form From, form To>
  requires(has_weights(From, To) &&
           requires { RILL_LEVEL::weights<From, To>::rest; })
struct count_kernel<From, To, cpu::RILL_LEVEL> {
  static std::size_t run(char const* in, char const* in_end) noexcept {
    constexpr std::size_t rest = RILL_LEVEL::weights<From, To>::rest;
    auto const whole = (in_end - in) / RILL_LEVEL_WIDTH * RILL_LEVEL_WIDTH;
    char const* const at = in + whole;
    std::size_t sum = rest * static_cast<std::size_t>(whole) / unit_width(From);
    if constexpr (unit_width(From) == 1)
      sum += RILL_LEVEL::count_bytes<From, To>(in, at);
    else
      sum -= RILL_LEVEL::count_missing<From, To>(in, at);
    return sum + sum_of_weights<From, To>(at, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail
