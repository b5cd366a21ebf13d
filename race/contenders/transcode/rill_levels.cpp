// peer: rill
// flags: -DRILL_CPU_OVERRIDE=1
// row: convert_avx2 | 8to16 16to8 8to32 32to8 validate | the same with
//   RILL_CPU=avx2
// row: convert_ssse3 | 8to16 16to8 8to32 32to8 validate | RILL_CPU=ssse3
// row: convert_sse2 | 8to16* 16to8* 8to32* 32to8* validate* |
//   RILL_CPU=sse2
#include "rill_memory.h"

template <char const* Level>
static uint64_t level_row(race::job const& j) {
  setenv("RILL_CPU", Level, 1);  // before the library detects the level
  return race::convert_row(j);
}

static constexpr char avx2[] = "avx2", ssse3[] = "ssse3", sse2[] = "sse2";

int main(int argc, char** argv) {
  race::row const rows[] = {{"convert_avx2", level_row<avx2>},
                            {"convert_ssse3", level_row<ssse3>},
                            {"convert_sse2", level_row<sse2>}};
  return race::main(argc, argv, rows);
}
