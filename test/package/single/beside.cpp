// test/package/single/beside.cpp: includes an ordinary header, the single
// header, and an ordinary one again.
#include <rill/print.h>

#include "rill_single.h"
//
#include <rill/scan.h>

int beside(int n) { return rill::parse<int>("1") + n; }
