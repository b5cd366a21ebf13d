// test/system/programs/via_other.cpp: the second file of the program.
#include "via.h"

void print_in_another_file(rill::writer& out) { print_everything(out); }
