// rill/unicode/kernel/x86/levels/wide.h: between Latin-1, UTF-16 and UTF-32 of
// either byte order: sixteen units at a time become wider or narrower, as long
// as each of them is a character of both.
//
// Floor 2. Included once for each level (vectors.h). Tests:
// test/unicode/kernel/wide_test.cpp; figures: bench/unicode/wide.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <class V>
RILL_LEVEL_INLINE V surrogates(V v) noexcept {
  return reinterpret_cast<V>((v & 0xF800) == 0xD800);
}

// From two bytes. The second vector is the first, where one has all sixteen
// units: what is done with both is done once then.
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

// From four.
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

// Converts sixteen units. False where one of them does not fit.
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

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

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

}  // namespace rill::inline RILL_BUILD::detail
