// peer: rill
// row: convert | 8to16 16to8 8to32 32to8 validate | the typed functions of
//   rill/unicode.h
#include "rill_memory.h"

int main(int argc, char** argv) {
  race::row const rows[] = {{"convert", race::convert_row}};
  return race::main(argc, argv, rows);
}
