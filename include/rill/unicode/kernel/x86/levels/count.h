// rill/unicode/kernel/x86/levels/count.h: the size that a well-formed text has
// in another form.
//
// Floor 2. Included once for each level (vectors.h). Tests:
// test/unicode/kernel/count_test.cpp; figures: bench/unicode/wide.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// Each comparison that holds is -1. For a byte their sum is its weight less
// `rest`, negative; for a wider unit its weight less `rest`.
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

// The sum of what psadbw gives, which is of another type for each width.
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
// The sum of numbers that are not above 0, negated.
RILL_LEVEL_INLINE std::size_t negated_sum(ints v) noexcept {
  long long sum = 0;
  for (int i = 0; i != width / 4; ++i) sum -= v[i];
  return static_cast<std::size_t>(sum);
}
RILL_LEVEL_INLINE std::size_t negated_sum(signed_words v) noexcept {
  return negated_sum(RILL_LEVEL_BUILTIN(pmaddwd)(v, signed_words{} + 1));
}

// A vector adds up to 2 in a byte: 127 times fit it.
inline constexpr int byte_rounds = 127;
// A vector takes 3 from a number of 16 bits, and two of those are added.
inline constexpr int wide_rounds = 4096;

// The weights of whole vectors.
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
// What they lack of `rest` for each unit.
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

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

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
