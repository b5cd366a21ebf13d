// test/system/programs/via_other.cpp: the other file.
#include "via.h"

void print_in_another_file(rill::writer& out) { print_everything(out); }
