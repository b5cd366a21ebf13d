// test/package/single/beside.cpp: the ordinary headers, the single one, and
// others again.
#include <rill/print.h>

#include "rill_single.h"
//
#include <rill/scan.h>

int beside(int n) { return rill::parse<int>("1") + n; }
