// rill/unicode/kernel/x86/levels/vectors.h: vectors of the width of a level,
// and operations that are the same for all levels.
//
// Layer 2. Included once for each level, without a guard: by ssse3.h for 16
// bytes and by avx2.h for 32, in a namespace named after the level. A template
// is not possible: a target attribute cannot depend on a template argument, and
// functions without the attribute cannot inline functions with it.
// The two headers define these macros:
//     RILL_LEVEL                 ssse3 or avx2
//     RILL_LEVEL_WIDTH           bytes of a vector
//     RILL_LEVEL_BUILTIN(name)   the compiler's builtin, such as pshufb
//     RILL_LEVEL_TARGET          attribute of functions that are called
//     RILL_LEVEL_INLINE          attribute of functions that are inlined
// A lane is 16 bytes of a vector. Shuffles, packs and zips work within lanes.
// Tests: test/unicode/kernel/from_utf8_test.cpp,
// test/unicode/kernel/to_utf8_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

inline constexpr int width = RILL_LEVEL_WIDTH;
inline constexpr int lanes = width / 16;

typedef char bytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef signed char signed_bytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned char ubytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef short signed_words __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned short words __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef int ints __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef unsigned uints __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef long long longs __attribute__((vector_size(RILL_LEVEL_WIDTH)));

typedef char lane __attribute__((vector_size(16)));
typedef short lane_words __attribute__((vector_size(16)));
typedef unsigned short lane_uwords __attribute__((vector_size(16)));
typedef int lane_ints __attribute__((vector_size(16)));
typedef long long lane_longs __attribute__((vector_size(16)));

template <class V>
RILL_LEVEL_INLINE V load(void const* from) noexcept {
  V loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <class V>
RILL_LEVEL_INLINE void store(char* to, V v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}
RILL_LEVEL_INLINE ubytes all(int value) noexcept {
  return ubytes{} + static_cast<unsigned char>(value);
}

// The highest bit of each byte.
template <class V>
RILL_LEVEL_INLINE unsigned bits(V v) noexcept {
  return static_cast<unsigned>(
      RILL_LEVEL_BUILTIN(pmovmskb)(reinterpret_cast<bytes>(v)));
}
template <class V>
RILL_LEVEL_INLINE bool has_none(V v, V wanted) noexcept {
  if constexpr (sizeof v == 16)
    return __builtin_ia32_ptestz128(reinterpret_cast<lane_longs>(v),
                                    reinterpret_cast<lane_longs>(wanted));
  else
    return RILL_LEVEL_BUILTIN(ptestz)(reinterpret_cast<longs>(v),
                                      reinterpret_cast<longs>(wanted));
}
template <class V>
RILL_LEVEL_INLINE bool is_zero(V v) noexcept {
  return has_none(v, v);
}
// True if all bits are 1.
template <class V>
RILL_LEVEL_INLINE bool is_all(V v) noexcept {
  return RILL_LEVEL_BUILTIN(ptestc)(
      reinterpret_cast<longs>(v), reinterpret_cast<longs>(longs{} == longs{}));
}
// All ones in each element where (v & wanted) equals `value`; else 0.
template <class V>
RILL_LEVEL_INLINE V match(V v, V wanted, V value) noexcept {
  return reinterpret_cast<V>((v & wanted) == value);
}
// Bytes from b where the highest bit of `where` is set, else from a.
template <class V>
RILL_LEVEL_INLINE V choose(V a, V b, V where) noexcept {
  return reinterpret_cast<V>(RILL_LEVEL_BUILTIN(pblendvb)(
      reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b),
      reinterpret_cast<bytes>(where)));
}

// Bytes of `v` at the given positions, within each lane.
template <class V, class Places>
RILL_LEVEL_INLINE V look_up(V v, Places places) noexcept {
  if constexpr (sizeof v == 16)
    return reinterpret_cast<V>(__builtin_ia32_pshufb128(
        reinterpret_cast<lane>(v), reinterpret_cast<lane>(places)));
  else
    return reinterpret_cast<V>(RILL_LEVEL_BUILTIN(pshufb)(
        reinterpret_cast<bytes>(v), reinterpret_cast<bytes>(places)));
}
// Swaps the byte order of units of `Size` bytes.
template <unsigned Size, class V>
RILL_LEVEL_INLINE V swapped(V v) noexcept {
  return look_up(v, load<V>(byte_places<>::swapped<Size>.at));
}
// Converts units between the byte order of Form and the processor's.
template <form Form, class V>
RILL_LEVEL_INLINE V ordered(V v) noexcept {
  if constexpr (has_swapped_units(Form))
    return swapped<static_cast<int>(unit_width(Form))>(v);
  else
    return v;
}

// Elements of a and b alternating, from the first or the second half of each
// lane.
template <int From, class V, int... Index>
RILL_LEVEL_INLINE V zip(V a, V b, index_sequence<Index...>) noexcept {
  constexpr int count = sizeof...(Index), in_lane = count * 16 / sizeof(V);
#if defined(__clang__)
  return __builtin_shufflevector(a, b,
                                 (Index / in_lane * in_lane + From +
                                  Index % in_lane / 2 + Index % 2 * count)...);
#else
  return __builtin_shuffle(a, b,
                           V{(Index / in_lane * in_lane + From +
                              Index % in_lane / 2 + Index % 2 * count)...});
#endif
}
template <class V>
inline constexpr int elements = sizeof(V) / sizeof(V{}[0]);
template <class V>
RILL_LEVEL_INLINE V zip_lower(V a, V b) noexcept {
  return zip<0>(a, b, make_index_sequence<elements<V>>{});
}
template <class V>
RILL_LEVEL_INLINE V zip_upper(V a, V b) noexcept {
  return zip<elements<V> * 8 / static_cast<int>(sizeof(V))>(
      a, b, make_index_sequence<elements<V>>{});
}

// Loads the first `Size` bytes of a lane.
template <int Size>
RILL_LEVEL_INLINE lane load_part(char const* from) noexcept {
  if constexpr (Size == 16)
    return load<lane>(from);
  else if constexpr (Size == 8)
    return reinterpret_cast<lane>(lane_longs{load<long long>(from), 0});
  else
    return reinterpret_cast<lane>(lane_ints{load<int>(from), 0, 0, 0});
}
// Zero-extends bytes to two or four bytes.
RILL_LEVEL_INLINE words widen_to_words(char const* from) noexcept {
#if defined(__clang__)
  typedef unsigned char narrow __attribute__((vector_size(width / 2)));
  return __builtin_convertvector(load<narrow>(from), words);
#else
  return reinterpret_cast<words>(
      RILL_LEVEL_BUILTIN(pmovzxbw)(load_part<width / 2>(from)));
#endif
}
RILL_LEVEL_INLINE uints widen_to_ints(char const* from) noexcept {
#if defined(__clang__)
  typedef unsigned char narrow __attribute__((vector_size(width / 4)));
  return __builtin_convertvector(load<narrow>(from), uints);
#else
  return reinterpret_cast<uints>(
      RILL_LEVEL_BUILTIN(pmovzxbd)(load_part<width / 4>(from)));
#endif
}

// Copies the highest bit of each byte to all its bits.
RILL_LEVEL_INLINE ubytes spread(ubytes v) noexcept {
  return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                  signed_bytes{});
}
// Shifts bits within pairs of bytes; the caller masks.
template <int Count>
RILL_LEVEL_INLINE ubytes up(ubytes v) noexcept {
  return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) << Count);
}
template <int Count>
RILL_LEVEL_INLINE ubytes down(ubytes v) noexcept {
  return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) >> Count);
}
// max(a - b, 0).
RILL_LEVEL_INLINE ubytes less(ubytes a, ubytes b) noexcept {
#if defined(__clang__)  // the two compilers name it differently
  return __builtin_elementwise_sub_sat(a, b);
#else
  return reinterpret_cast<ubytes>(RILL_LEVEL_BUILTIN(psubusb)(
      reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
#endif
}
// Bytes shifted by `Count` positions towards the end. Each lane of `before` has
// the 16 bytes that precede that lane of v.
template <int Count, class V>
RILL_LEVEL_INLINE V bytes_ago(V v, V before) noexcept {
#if defined(__clang__)  // clang's builtin counts bytes, g++'s bits
  return reinterpret_cast<V>(RILL_LEVEL_BUILTIN(palignr)(
      reinterpret_cast<bytes>(v), reinterpret_cast<bytes>(before), 16 - Count));
#else
  return reinterpret_cast<V>(RILL_LEVEL_BUILTIN(palignr)(
      reinterpret_cast<longs>(v), reinterpret_cast<longs>(before),
      8 * (16 - Count)));
#endif
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
