// rill/hash/kernel/x86/levels/base64.h: base64 in lanes of 16 bytes, for
// vectors of 16 and of 32 bytes.
//
// Layer 2. Included once for each level, without a guard, by ../base64.h, which
// defines RILL_LEVEL, its namespace; RILL_LEVEL_WIDTH, the bytes of a vector;
// RILL_LEVEL_BUILTIN(name), of the compiler; and RILL_LEVEL_INLINE, the
// attributes of functions. Source: W. Mula and
// D. Lemire, "Faster Base64 encoding and decoding using AVX2 instructions"
// (2018). Tests: test/hash/base64_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

typedef char bytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef signed char signed_bytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned char ubytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef short words __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned short uwords __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef int ints __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned uints __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef long long longs __attribute__((vector_size(RILL_LEVEL_WIDTH)));

template <class V>
RILL_LEVEL_INLINE V load(void const* from) noexcept {
  V loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <class V>
RILL_LEVEL_INLINE void store(void* to, V v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}
RILL_LEVEL_INLINE ubytes look_up(base64_row const& row,
                                 ubytes places) noexcept {
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(pshufb)(
      load<bytes>(row.at), reinterpret_cast<bytes>(places)));
}
RILL_LEVEL_INLINE ubytes shuffled(ubytes v, base64_row const& places) noexcept {
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(pshufb)(
      reinterpret_cast<bytes>(v), load<bytes>(places.at)));
}
RILL_LEVEL_INLINE bool is_zero(ubytes v) noexcept {
  return RILL_LEVEL_BUILTIN(ptestz)(reinterpret_cast<longs>(v),
                                    reinterpret_cast<longs>(v));
}
// a - b, or 0 if that is negative.
RILL_LEVEL_INLINE ubytes less(ubytes a, ubytes b) noexcept {
#if defined(__clang__)
  return __builtin_elementwise_sub_sat(a, b);
#else
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(psubusb)(
      reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
#endif
}

// The characters of the first 12 bytes in each lane.
template <class Form>
RILL_LEVEL_INLINE ubytes encoded(ubytes v) noexcept {
  using tables = base64_tables<Form>;
  // 16-bit halves, the lower one first: bits aaaaaabb bbbb.... and ....cccc
  // ccdddddd. A multiplication moves bits up; its upper half moves them down.
  auto const both = reinterpret_cast<uints>(shuffled(v, tables::spread));
  auto const down = reinterpret_cast<uints>(RILL_LEVEL_BUILTIN(pmulhuw)(
      reinterpret_cast<words>(both & 0x0fc0fc00),
      reinterpret_cast<words>(uints{} + 0x04000040)));
  auto const up =
      reinterpret_cast<uints>(reinterpret_cast<uwords>(both & 0x003f03f0) *
                              reinterpret_cast<uwords>(uints{} + 0x01000010));
  auto const values = reinterpret_cast<ubytes>(down | up);
  auto const is_later =
      reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(values) > 25);
  ubytes const places = less(values, ubytes{} + 51) - is_later;
  return values + look_up(tables::to_character, places);
}

// The smaller of two bytes, and the average of two, rounded up.
RILL_LEVEL_INLINE ubytes smaller_of(ubytes a, ubytes b) noexcept {
#if defined(__clang__)
  return __builtin_elementwise_min(a, b);
#else
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(pminub)(
      reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
#endif
}
RILL_LEVEL_INLINE ubytes average(ubytes a, ubytes b) noexcept {
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(pavgb)(
      reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
}

// The values of characters; `right` is 0 for characters outside the alphabet.
struct values {
  ubytes v;
  ubytes right;
};
template <class Form>
RILL_LEVEL_INLINE values decoded(ubytes v) noexcept {
  using tables = base64_tables<Form>;
  auto const eighth = reinterpret_cast<ubytes>(reinterpret_cast<uints>(v) >> 3);
  ubytes const slot = average(look_up(tables::to_slot, v), eighth);
  return {v + look_up(tables::to_value, slot),
          look_up(tables::slots_with, v) & look_up(tables::slot_bit, slot)};
}
RILL_LEVEL_INLINE bool all_right(ubytes right) noexcept {
  return is_zero(reinterpret_cast<ubytes>(right == 0));
}

// The bytes of 16 values in each lane, followed by four others.
template <class Form>
RILL_LEVEL_INLINE ubytes packed(ubytes values) noexcept {
  auto const pairs = RILL_LEVEL_BUILTIN(pmaddubsw)(
      reinterpret_cast<bytes>(values),
      reinterpret_cast<bytes>(uints{} + 0x01400140));
  auto const fours = RILL_LEVEL_BUILTIN(pmaddwd)(
      pairs, reinterpret_cast<words>(uints{} + 0x00011000));
  return shuffled(reinterpret_cast<ubytes>(fours), base64_tables<Form>::pack);
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
