// rill/unicode/kernel/x86/levels/utf8_to_latin1.h: UTF-8 to Latin-1.
//
// Floor 2. Included once for each level (vectors.h). C2 goes and C3 makes its
// continuation larger by 40; everything else that is not ASCII ends the run.
// A text with one such letter in ten: 9 GB/s with AVX2, 6.2 with SSSE3.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <class = void>
struct utf8_to_latin1 {
  using ascii = ascii_steps<form::latin1>;
  static constexpr int step = width;
  static constexpr int unit = 1;
  // What is stored behind the last byte too.
  static constexpr int room = step + 8;

  // Stores those of 16 bytes that are no leads.
  RILL_LEVEL_INLINE static char* squeeze_lane(char* out, lane v,
                                              unsigned leads) noexcept {
    using table = byte_compress_table<>;
    unsigned const set = leads ^ 0xFFFF;
    auto const first = load<long long>(table::places.place[set & 255]);
    auto const second = load<long long>(table::places.place[set >> 8]);
    auto const squeezed = reinterpret_cast<lane_longs>(
        look_up(v, lane_longs{first, second + 0x0808080808080808}));
    long long const halves[2] = {squeezed[0], squeezed[1]};
    store(out, halves[0]);
    store(out + __builtin_popcount(set & 255), halves[1]);
    return out + __builtin_popcount(set);
  }
  template <int Lane = 0>
  RILL_LEVEL_INLINE static char* squeeze(char* out, ubytes v,
                                         unsigned leads) noexcept {
    out = squeeze_lane(out, lane_of<Lane>(v), leads >> 16 * Lane & 0xFFFF);
    if constexpr (Lane + 1 != lanes)
      return squeeze<Lane + 1>(out, v, leads);
    else
      return out;
  }

  // While there is nothing else.
  RILL_LEVEL_INLINE static void run_ascii(char const*& in, char const* in_end,
                                          char*& out, char* out_end) noexcept {
    for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end); left != 0;
         --left) {
      if (high_bits<64>(in) != 0) break;
#pragma GCC unroll 4
      for (int i = 0; i != 64; i += step) store(out + i, load<ubytes>(in + i));
      in += 64;
      out += 64;
    }
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* begin,
                                               char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    while (in_end - in >= step && out_end - out >= room) {
      auto const now = load<ubytes>(in);
      window const w = in == begin ? look_first(now) : look_back(in);
      ubytes const lead = is_lead(now);
      ubytes const continuation = is_continuation(now);
      ubytes const wrong = (is_lead(w.ago_1) ^ continuation) |
                           (now & ~(continuation | lead) & all(0x80));
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
      ubytes const letters = now | (is_C3(w.ago_1) & all(0x40));
      unsigned const leads = bits(lead);
      if (leads == 0) {
        store(out, letters);
        out += step;
        run_ascii(in, in_end, out, out_end);
      } else {
        out = squeeze(out, letters, leads);
      }
    }
    return end_of_whole_utf8<unit>(begin, in, out);
  }

 private:
  RILL_LEVEL_INLINE static ubytes is_lead(ubytes v) noexcept {
    return match(v, all(0xFE), all(0xC2));
  }
  RILL_LEVEL_INLINE static ubytes is_C3(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(v == all(0xC3));
  }
  RILL_LEVEL_INLINE static ubytes is_continuation(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    reinterpret_cast<signed_bytes>(all(0xC0)));
  }
};

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <>
struct conversion_kernel<form::utf8, form::latin1, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<RILL_LEVEL::utf8_to_latin1<>>(in, in_end, out,
                                                          out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail
