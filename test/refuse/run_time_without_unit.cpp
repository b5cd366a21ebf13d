// expect: rill: a time-out needs a unit: std::chrono::seconds(2)
//
// test/refuse/run_time_without_unit.cpp: a time-out without a unit.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.timeout = 5}); }
